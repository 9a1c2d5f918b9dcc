//! What of a Markdown text is code, and where its links lead. Reads just enough of `CommonMark` for that; renders nothing.

pub mod code;
pub mod link;
mod ticks;

pub use code::Code;
pub use link::{Link, LinkKind, links};
