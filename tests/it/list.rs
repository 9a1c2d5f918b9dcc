//! `list` from the outside.
