//! Types plain scalars as PyYAML's `Resolver` does (YAML 1.1).
