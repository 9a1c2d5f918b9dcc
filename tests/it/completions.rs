//! `completions` from the outside.
