//! `migrate` from the outside.
