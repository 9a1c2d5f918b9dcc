//! `formats` from the outside.
