//! Formats: pure functions from results to text, one format a file.
pub mod text;

pub mod inputs;
pub mod list;

pub mod show;

pub mod table;
