//! `remember` from the outside.
