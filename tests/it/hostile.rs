//! `hostile` from the outside.
