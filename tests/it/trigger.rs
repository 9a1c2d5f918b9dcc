//! `trigger` from the outside.
