//! What the reader that other clients use makes of a file. The one door to `gray_matter`.

use gray_matter::engine::Engine;
use gray_matter::{Matter, Pod};

/// A file as the other reader splits it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The frontmatter; empty when it sees none.
    pub frontmatter: String,
    /// The body.
    pub body: String,
}

/// The split alone: the YAML is not the question here.
struct Unread;

impl Engine for Unread {
    fn parse(_content: &str) -> gray_matter::Result<Pod> {
        Ok(Pod::Null)
    }
}

/// Splits `text`, both parts trimmed.
pub fn split(text: &str) -> Option<Split> {
    let parsed = Matter::<Unread>::new().parse::<Pod>(text).ok()?;
    Some(Split { frontmatter: parsed.matter.trim().to_string(), body: parsed.content.trim().to_string() })
}
