//! Places in a text and changes to it: byte spans, lines and columns, edits.
//! Knows nothing of files, YAML or microagents.

use std::ops::Range;

/// A half-open range of bytes of the original file, both ends on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span of `start..end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty span at `offset`.
    pub const fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// Number of bytes.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it holds no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `other` lies inside, ends included.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The same span moved `by` bytes towards the end.
    #[must_use]
    pub const fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range, for indexing.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The text it covers; empty when it lies outside `text` or off a character boundary.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }
}

/// A line and a column, both counted from 1; the column counts characters (code points).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineCol {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Where each line of a text starts. `\n`, `\r\n` and a lone `\r` end a line, as they do for the loaders,
/// which read in Python's universal-newline mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Indexes `text`.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at + 1);
            }
        }
        Self { starts }
    }

    /// Number of lines; a text that ends with a newline has an empty last line.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The line, from 1, that holds byte `offset`.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset)
    }

    /// The line and the column of byte `offset` of `text`.
    pub fn line_col(&self, text: &str, offset: usize) -> LineCol {
        let line = self.line(offset);
        let before = Span::new(self.starts[line - 1], offset.min(text.len())).of(text);
        LineCol { line, column: before.chars().count() + 1 }
    }

    /// The span of line `line` (from 1) without its line end; `None` past the last line.
    pub fn line_span(&self, text: &str, line: usize) -> Option<Span> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).copied().unwrap_or(text.len());
        let body = Span::new(start, end).of(text).trim_end_matches(['\n', '\r']);
        Some(Span::new(start, start + body.len()))
    }
}

/// Replaces the bytes of `span` by `text`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// Replaces `span` by `text`.
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// Removes `span`.
    pub fn delete(span: Span) -> Self {
        Self::replace(span, "")
    }

    /// Inserts `text` before byte `offset`.
    pub fn insert(offset: usize, text: impl Into<String>) -> Self {
        Self::replace(Span::at(offset), text)
    }
}

/// Why edits could not be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// Two edits change the same bytes.
    #[error("edits overlap at byte {0}")]
    Overlap(usize),
    /// An edit lies outside the text or inside a character.
    #[error("an edit at byte {0} does not fit the text")]
    Outside(usize),
}

/// Applies edits, in any order, to `text`. Insertions at one place keep the order they are given in.
pub fn apply_edits(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in sorted {
        if edit.span.start < done {
            return Err(EditError::Overlap(edit.span.start));
        }
        let kept = text.get(done..edit.span.start);
        let (Some(kept), true) = (kept, text.is_char_boundary(edit.span.end)) else {
            return Err(EditError::Outside(edit.span.start));
        };
        out.push_str(kept);
        out.push_str(&edit.text);
        done = edit.span.end;
    }
    out.push_str(text.get(done..).ok_or(EditError::Outside(done))?);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_the_loaders_end_them() {
        let text = "a\r\nbé\rc\n";
        let index = LineIndex::new(text);
        assert_eq!(index.lines(), 4);
        assert_eq!(index.line_col(text, 6), LineCol { line: 2, column: 3 });
        assert_eq!(index.line_span(text, 2).map(|span| span.of(text)), Some("bé"));
        assert_eq!(index.line_span(text, 1).map(|span| span.of(text)), Some("a"));
        assert_eq!(index.line_span(text, 5), None);
    }

    #[test]
    fn edits_apply_in_any_order_and_refuse_overlaps() {
        let edits = [Edit::replace(Span::new(4, 5), "E"), Edit::insert(0, "<"), Edit::delete(Span::new(1, 2))];
        assert_eq!(apply_edits("abcde", &edits).as_deref(), Ok("<acdE"));
        let clash = [Edit::delete(Span::new(0, 3)), Edit::delete(Span::new(2, 4))];
        assert_eq!(apply_edits("abcde", &clash), Err(EditError::Overlap(2)));
        assert_eq!(apply_edits("é", &[Edit::delete(Span::new(1, 2))]), Err(EditError::Outside(1)));
        assert_eq!(apply_edits("a", &[Edit::insert(9, "x")]), Err(EditError::Outside(9)));
    }
}
