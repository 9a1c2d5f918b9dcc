//! `replay` from the outside.
