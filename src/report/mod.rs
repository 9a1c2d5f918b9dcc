//! Formats: pure functions from results to text, one format a file.

pub mod concise;
pub mod excerpt;
pub mod inputs;
pub mod json;
pub mod list;
pub mod rules;
pub mod show;
pub mod summary;
pub mod table;
pub mod text;
