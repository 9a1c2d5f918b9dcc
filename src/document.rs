//! A file with its frontmatter split off and read: everything a loader needs to decide what the file means, and
//! everything a rule needs to point at it.

use crate::frontmatter::Parts;
use crate::source::SourceFile;
use crate::text::Span;
use crate::yaml::{Node, Value};

/// Why frontmatter cannot be read. What the loaders raise, with the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The lint rule that explains it.
    pub rule: &'static str,
    /// What is wrong, lower case, no full stop.
    pub message: String,
    /// Where, in bytes of the file.
    pub span: Span,
}

impl Problem {
    /// A problem of `rule` at `span`.
    pub fn new(rule: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { rule, message: message.into(), span }
    }
}

/// The readers that python-frontmatter has at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readers {
    /// Whether the `toml` package is there: yes for the legacy loader, no for the SDK.
    pub toml: bool,
}

/// A file, split and read.
#[derive(Debug, Clone)]
pub struct Document {
    /// The file.
    pub source: SourceFile,
    /// Where its parts stand; `None` when it has no frontmatter.
    pub parts: Option<Parts>,
    /// The YAML tree as written; `None` without YAML frontmatter or when it does not parse or is empty.
    pub root: Option<Node>,
    /// The metadata: top-level keys and values in the loader's order; empty without frontmatter or when that is not a
    /// mapping. `Err`: the loaders raise, and the file is refused. Keys can be of any type here; the loaders refuse
    /// those that are not strings (`keywords must be strings`), which is their business, not this struct's.
    pub metadata: Result<Vec<(Value, Value)>, Problem>,
    /// The span of the content: the text after the closing fence (all of it without frontmatter), stripped.
    pub content: Span,
}

impl Document {
    /// Splits and reads `source`. Never fails: what is wrong stands in `metadata`.
    pub fn read(source: SourceFile, readers: Readers) -> Self {
        let _ = readers;
        let content = crate::python::strip_span(source.text(), Span::new(0, source.text().len()));
        Self { source, parts: None, root: None, metadata: Ok(Vec::new()), content }
    }

    /// The value of the top-level key `name`.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.field(name).map(|(_, value)| value)
    }

    /// Key and value of the top-level key `name`.
    pub fn field(&self, name: &str) -> Option<&(Value, Value)> {
        self.metadata.as_ref().ok()?.iter().find(|(key, _)| key.as_str() == Some(name))
    }

    /// The content as the model is given it: stripped, line ends as `\n`.
    pub fn content_text(&self) -> std::borrow::Cow<'_, str> {
        crate::python::universal_newlines(self.source.slice(self.content))
    }
}
