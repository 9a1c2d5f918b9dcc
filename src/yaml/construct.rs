//! Builds values from nodes as PyYAML's `SafeConstructor` does.
