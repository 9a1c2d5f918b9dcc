//! Finds what is wrong with microagents.
