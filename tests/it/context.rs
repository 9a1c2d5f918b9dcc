//! `context` from the outside.
