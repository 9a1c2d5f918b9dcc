//! Splits a file into frontmatter and body exactly as python-frontmatter 1.3 does. Knows nothing of YAML.

use crate::text::Span;

/// Which reader the fence asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fence {
    /// `---` and longer.
    Yaml,
    /// A first line that is exactly `{` (or `}`).
    Json,
    /// `+++` and longer: only the legacy loader has a reader for it.
    Toml,
}

/// Where the pieces of a file with frontmatter stand. `lead`, `open`, `inner`, `close` and `rest` tile the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// Which fence.
    pub fence: Fence,
    /// White space before the opening fence.
    pub lead: Span,
    /// The opening fence, with the blank lines its `\s*` swallows (never the last line end before the metadata).
    pub open: Span,
    /// The metadata, from the line end of the opening fence to the start of the closing one.
    pub inner: Span,
    /// The closing fence.
    pub close: Span,
    /// Everything after it; stripped, it is the content.
    pub rest: Span,
}
