//! `test` from the outside.
