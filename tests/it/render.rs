//! `render` from the outside.
