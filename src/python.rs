//! What Python's `str` does where Rust's differs: white space, stripping, `repr`. The loaders are Python programs, and
//! a character that one strips and the other keeps changes what the model reads.

use std::fmt::Write as _;
use std::sync::LazyLock;

use regex::Regex;

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

/// `repr(text)`
pub fn repr_str(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if is_printable(c) => out.push(c),
            c => {
                let code = u32::from(c);
                let _ = match code {
                    0..0x100 => write!(out, "\\x{code:02x}"),
                    0x100..0x1_0000 => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push(quote);
    out
}

/// `str.isprintable` of Python 3.13 (Unicode 15.1): not a control, format, private, unassigned or separator character,
/// the ASCII space apart.
pub fn is_printable(c: char) -> bool {
    static HIDDEN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(?:[\p{C}\p{Z}]|[^\p{age:15.1}])$").ok());
    if c.is_ascii() {
        return (' '..='~').contains(&c);
    }
    HIDDEN.as_ref().is_none_or(|hidden| !hidden.is_match(c.encode_utf8(&mut [0; 4])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repr_quotes_and_escapes_as_python_does() {
        let cases = [
            ("it", "'it'"),
            ("it's", "\"it's\""),
            ("\"it's\"", "'\"it\\'s\"'"),
            ("a\\b\t\n\r", "'a\\\\b\\t\\n\\r'"),
            ("\0\u{7f}\u{a0}\u{ad}", "'\\x00\\x7f\\xa0\\xad'"),
            ("\u{200b}\u{2028}\u{e000}\u{378}", "'\\u200b\\u2028\\ue000\\u0378'"),
            ("\u{e0001}\u{1f642}é日", "'\\U000e0001🙂é日'"),
        ];
        for (text, expected) in cases {
            assert_eq!(repr_str(text), expected, "{text:?}");
        }
    }

    #[test]
    fn strips_what_python_strips() {
        assert_eq!(strip("\u{1c}\u{85}\u{a0}\u{3000} a\u{feff}\u{200b}\u{1f}\n"), "a\u{feff}\u{200b}");
        assert_eq!(strip_span("x  \n y \u{1d}z", Span::new(1, 8)), Span::new(5, 6));
        assert_eq!(strip_span("a   ", Span::new(1, 4)), Span::at(1));
        assert_eq!(universal_newlines("a\r\nb\rc\n\r"), "a\nb\nc\n\n");
    }
}
