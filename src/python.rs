//! What Python's `str` does where Rust's differs: white space and stripping. The loaders are Python programs, and
//! a character that one strips and the other keeps changes what the model reads.

use crate::text::Span;

/// Whether Python's `str.isspace` and `\s` take `c` as white space: Unicode `White_Space` and U+001C to U+001F.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// `str.strip()`.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// The part of `span` that `str.strip()` leaves of its text. An all-blank span becomes the empty span at its start.
pub fn strip_span(text: &str, span: Span) -> Span {
    let inner = span.of(text);
    let kept = strip(inner);
    if kept.is_empty() {
        return Span::at(span.start);
    }
    let start = span.start + (inner.len() - inner.trim_start_matches(is_space).len());
    Span::new(start, start + kept.len())
}

/// The text in universal-newline mode: `\r\n` and a lone `\r` become `\n`.
pub fn universal_newlines(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}
