//! How a file without frontmatter starts, when it looks as if it was meant to have one.

use super::File;
use crate::text::Span;

/// What stands where the frontmatter should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// Three dashes and fields, and no second line of dashes.
    Unclosed {
        /// The opening line.
        fence: Span,
        /// Its number.
        line: usize,
    },
    /// Fields and a closing line.
    Missing {
        /// The first field.
        first: Span,
        /// The closing line.
        close: Span,
    },
    /// A code fence around it.
    Fenced {
        /// The code fence.
        fence: Span,
    },
}

/// Fields that a frontmatter of this runtime starts with.
const FIELDS: &[&str] = &["agent", "description", "inputs", "name", "paths", "triggers", "type", "version"];

/// How `file` starts; `None` when it has frontmatter, needs none, or does not look as if it was meant to have one.
pub fn opening(file: File<'_>) -> Option<Opening> {
    let document = file.document()?;
    if document.parts.is_some() || file.is_raw() {
        return None;
    }
    let text = file.text();
    let lines: Vec<Span> = lines(text);
    let at = lines.iter().position(|line| !line.of(text).trim().is_empty())?;
    let (first, rest) = (lines[at], &lines[at + 1..]);
    let opens = first.of(text);
    if is_fence(opens) {
        let mut inside = rest.iter().map(|line| line.of(text)).filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        // a rule of dashes may stand above prose that starts with `Note: `
        let next = inside.next()?;
        let fields = is_field(next) || looks_like_field(next) && inside.next().is_some_and(looks_like_field);
        return fields.then_some(Opening::Unclosed { fence: first, line: at + 1 });
    }
    if opens.starts_with("```") || opens.starts_with("~~~") {
        let mut inside = rest.iter().map(|line| line.of(text)).skip_while(|line| line.trim().is_empty());
        let second = inside.next()?;
        let fields =
            if is_fence(second) { inside.next().is_some_and(is_field) } else { is_field(second) && inside.next().is_some_and(is_field) };
        return fields.then_some(Opening::Fenced { fence: first });
    }
    if !is_field(opens) {
        return None;
    }
    let close = rest.iter().position(|line| !continues(line.of(text)))?;
    is_fence(rest[close].of(text)).then_some(Opening::Missing { first, close: rest[close] })
}

fn lines(text: &str) -> Vec<Span> {
    let mut at = 0;
    let mut out = Vec::new();
    for line in text.split_inclusive('\n') {
        out.push(Span::new(at, at + line.trim_end_matches(['\n', '\r']).len()));
        at += line.len();
    }
    out
}

/// A line of three dashes or more, with nothing but white space behind.
fn is_fence(line: &str) -> bool {
    let line = line.trim_end();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
}

/// `key:` at the start of the line.
fn looks_like_field(line: &str) -> bool {
    let key = line.find(':').map(|colon| &line[..colon]);
    let after = line.find(':').and_then(|colon| line[colon + 1..].chars().next());
    key.is_some_and(|key| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))
        && after.is_none_or(char::is_whitespace)
}

/// One of the fields of a frontmatter of this runtime.
fn is_field(line: &str) -> bool {
    looks_like_field(line) && line.split(':').next().is_some_and(|key| FIELDS.contains(&key))
}

/// A line that may stand between the fields.
fn continues(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with([' ', '\t', '#']) || line.starts_with("- ") || looks_like_field(line)
}
