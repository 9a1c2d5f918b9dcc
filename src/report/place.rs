//! Where a finding stands, as other programs want it said: repository-relative paths, URIs, lines and columns.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::diagnostic::Place;
use crate::lint::LintReport;
use crate::source::SourceFile;
use crate::text::{LineCol, Span};
use crate::tree;

/// How shown paths lie in their repository.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Base {
    working: PathBuf,
    root: PathBuf,
}

impl Base {
    /// Paths are shown relative to `working`, and asked for relative to `root`; both absolute.
    pub fn new(working: impl Into<PathBuf>, root: impl Into<PathBuf>) -> Self {
        Self { working: working.into(), root: root.into() }
    }

    /// `path`, as shown, from the repository's root, `/`-separated; as it is shown when it lies outside.
    pub fn path(&self, path: &str) -> String {
        let whole = tree::lexical(&self.working.join(path));
        let below = whole.strip_prefix(&self.root).ok().filter(|_| !self.root.as_os_str().is_empty());
        below.map_or_else(|| path.to_owned(), |below| below.to_string_lossy().replace('\\', "/"))
    }

    /// [`Self::path`] as a URI reference: every byte that is not unreserved or `/` percent-encoded.
    pub fn uri(&self, path: &str) -> String {
        let mut uri = String::new();
        for byte in self.path(path).bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
                uri.push(char::from(byte));
            } else {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
        uri
    }
}

/// The first and the last place of a span, lines and columns from 1, the last column one past its last character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// Where it begins.
    pub start: LineCol,
    /// Where it ends.
    pub end: LineCol,
}

impl Region {
    /// The region of `place`; the beginning of the file when that is not text.
    pub fn of(place: &Place, report: &LintReport) -> Self {
        let (start, end) = report.lines(place);
        Self { start, end }
    }

    /// The region of `span` in `source`.
    pub fn in_source(span: Span, source: &SourceFile) -> Self {
        Self { start: source.line_col(span.start), end: source.line_col(span.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_the_repository() {
        let base = Base::new("/r/docs/été", "/r");
        for (shown, path, uri) in [
            ("a b.md", "docs/été/a b.md", "docs/%C3%A9t%C3%A9/a%20b.md"),
            ("./x/SKILL.md", "docs/été/x/SKILL.md", "docs/%C3%A9t%C3%A9/x/SKILL.md"),
            ("../../AGENTS.md", "AGENTS.md", "AGENTS.md"),
            ("/r/x:y.md", "x:y.md", "x%3Ay.md"),
            ("../../../out.md", "../../../out.md", "../../../out.md"),
            ("/abs/%.md", "/abs/%.md", "/abs/%25.md"),
        ] {
            assert_eq!(base.path(shown), path);
            assert_eq!(base.uri(shown), uri);
        }
        assert_eq!(Base::default().path("a.md"), "a.md");
    }

    #[test]
    fn a_region_counts_characters() {
        let source = SourceFile::new("a.md", "é\nab🙂d\n");
        let region = Region::in_source(Span::new(4, 9), &source);
        assert_eq!((region.start.line, region.start.column, region.end.line, region.end.column), (2, 2, 2, 4));
    }
}
