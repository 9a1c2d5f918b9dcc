//! Fills the placeholders of a task template.
