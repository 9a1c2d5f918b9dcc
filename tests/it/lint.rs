//! `lint` from the outside.
