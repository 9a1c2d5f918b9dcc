//! `new` from the outside.
