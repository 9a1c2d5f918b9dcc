//! Splits a file into frontmatter and body exactly as python-frontmatter 1.3 does. Knows nothing of YAML.
//!
//! The library strips the text, looks for a fence at its start, and splits at the first two lines that are fences:
//! `^-{3,}\s*$`, `^(?:{|})$`, `^\+{3,}\s*$`, in that order. The same is done here on the text as it stands in the
//! file, so that every piece is a span of the file.

use crate::python::{is_space, strip_span};
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

/// Splits `text`; `toml` says whether the runtime has a reader for `+++`. `None`: the runtime sees no frontmatter, and
/// the whole text is the content.
pub fn split(text: &str, toml: bool) -> Option<Parts> {
    let body = strip_span(text, Span::new(0, text.len()));
    let (fence, open) = opening(text, body, toml)?;
    let close = closing(text, body, fence, open.end)?;
    Some(Parts {
        fence,
        lead: Span::new(0, open.start),
        open,
        inner: Span::new(open.end, close.start),
        close,
        rest: Span::new(close.end, text.len()),
    })
}

/// The opening fence of a `text` that starts like frontmatter and never closes it; the runtime then takes the fence
/// and all that follows for content.
pub fn unclosed(text: &str, toml: bool) -> Option<Span> {
    let body = strip_span(text, Span::new(0, text.len()));
    let (fence, open) = opening(text, body, toml)?;
    if closing(text, body, fence, open.end).is_some() {
        return None;
    }
    Some(strip_span(text, open))
}

fn opening(text: &str, body: Span, toml: bool) -> Option<(Fence, Span)> {
    let fence = match text.as_bytes().get(body.start)? {
        b'-' => Fence::Yaml,
        b'{' | b'}' => Fence::Json,
        b'+' if toml => Fence::Toml,
        _ => return None,
    };
    Some((fence, fence_at(text, body, fence, body.start)?))
}

/// The first fence line that starts at or after `from`.
fn closing(text: &str, body: Span, fence: Fence, from: usize) -> Option<Span> {
    let bytes = text.as_bytes();
    (from..body.end)
        .filter(|at| matches!(bytes[*at], b'-' | b'+' | b'{' | b'}') && *at > 0 && matches!(bytes[at - 1], b'\n' | b'\r'))
        .find_map(|at| fence_at(text, body, fence, at))
}

/// The match of the fence's pattern at `at`, which is the start of a line.
fn fence_at(text: &str, body: Span, fence: Fence, at: usize) -> Option<Span> {
    let rest = Span::new(at, body.end).of(text);
    let mark = match fence {
        Fence::Yaml => '-',
        Fence::Toml => '+',
        Fence::Json => {
            let after = rest.strip_prefix(['{', '}'])?;
            return (after.is_empty() || after.starts_with(['\n', '\r'])).then(|| Span::new(at, at + 1));
        }
    };
    let after = rest.trim_start_matches(mark);
    let marks = rest.len() - after.len();
    if marks < 3 {
        return None;
    }
    let blank = &after[..after.len() - after.trim_start_matches(is_space).len()];
    // `\s*` takes all white space, then gives back until `$` holds: at the end of the text or before a line end.
    let taken = if blank.len() == after.len() { blank.len() } else { last_line_end(blank)? };
    Some(Span::new(at, at + marks + taken))
}

/// Where the last line end of `blank` starts: `\r\n` counts as one.
fn last_line_end(blank: &str) -> Option<usize> {
    let at = blank.rfind(['\n', '\r'])?;
    Some(if blank[..=at].ends_with("\r\n") { at - 1 } else { at })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of `text`, fences and blanks visible.
    fn pieces(text: &str) -> Option<[&str; 5]> {
        split(text, true).map(|parts| [parts.lead, parts.open, parts.inner, parts.close, parts.rest].map(|span| span.of(text)))
    }

    #[test]
    fn splits_as_the_patterns_do() {
        let cases: &[(&str, Option<[&str; 5]>)] = &[
            ("---\na: 1\n---\nbody\n", Some(["", "---", "\na: 1\n", "---", "\nbody\n"])),
            ("---\r\na: 1\r\n---\r\nbody", Some(["", "---", "\r\na: 1\r\n", "---", "\r\nbody"])),
            ("---\ra: 1\r---\rbody", Some(["", "---", "\ra: 1\r", "---", "\rbody"])),
            ("\n \n---\na: 1\n---", Some(["\n \n", "---", "\na: 1\n", "---", ""])),
            ("----- \t\n\n\n  a: 1\n----\n\n\nb", Some(["", "----- \t\n\n", "\n  a: 1\n", "----\n\n", "\nb"])),
            ("---\n---\nbody", Some(["", "---", "\n", "---", "\nbody"])),
            ("---\u{a0}\na: 1\n---\u{1c}\nb", Some(["", "---\u{a0}", "\na: 1\n", "---\u{1c}", "\nb"])),
            ("---\na\n --- \n---x\n---\nb", Some(["", "---", "\na\n --- \n---x\n", "---", "\nb"])),
            ("---\na: 1\n---\n\nb\n---\nc", Some(["", "---", "\na: 1\n", "---\n", "\nb\n---\nc"])),
            ("---\na: 1\n---  \n \n", Some(["", "---", "\na: 1\n", "---", "  \n \n"])),
            ("{\n\"a\": 1\n}\nb", Some(["", "{", "\n\"a\": 1\n", "}", "\nb"])),
            ("}\n\"a\": 1\n{\nb", Some(["", "}", "\n\"a\": 1\n", "{", "\nb"])),
            ("{ \n}\n", None),
            ("+++\na = 1\n+++\nb", Some(["", "+++", "\na = 1\n", "+++", "\nb"])),
            ("+++\na = 1\n---\nb", None),
            ("--- # no\na: 1\n---\n", None),
            ("--\na: 1\n--\n", None),
            ("---\na: 1\n", None),
            ("---", None),
            ("", None),
            ("\u{feff}---\na: 1\n---\n", None),
            ("text\n---\na: 1\n---\n", None),
            ("---\n\r\n---\r\nb", Some(["", "---\n", "\r\n", "---", "\r\nb"])),
            ("---\u{85}a: 1\n---\nb\n---", None),
            ("---\u{2028}\na: 1\n---\nb", Some(["", "---\u{2028}", "\na: 1\n", "---", "\nb"])),
        ];
        for (text, expected) in cases {
            assert_eq!(pieces(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn toml_needs_its_reader() {
        let text = "+++\na = 1\n+++\nb";
        assert_eq!(split(text, false), None);
        assert_eq!(unclosed(text, false), None);
    }

    #[test]
    fn an_unclosed_fence_is_found() {
        assert_eq!(unclosed("\n---  \n\na: 1\n", false), Some(Span::new(1, 4)));
        assert_eq!(unclosed("{\n\"a\": 1}\n", false), Some(Span::new(0, 1)));
        assert_eq!(unclosed("---\na: 1\n---\n", false), None);
        assert_eq!(unclosed("# title\n---\n", false), None);
    }
}
