//! Text that is safe to print: what people lint, list and replay is written by others, and a control or bidirectional
//! character in it must not reach the terminal.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether printing `c` raw could move the cursor, reorder the line or hide something.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
        | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

/// One line of `text` that is safe to print: hidden characters, tabs and line ends are written as `\t`, `\n`, `\u{202e}`.
pub fn line(text: &str) -> String {
    escape(text, |c| is_hidden(c) || matches!(c, '\t' | '\n' | '\r'))
}

/// `text` safe to print, its line ends and tabs kept.
pub fn block(text: &str) -> String {
    escape(text, is_hidden)
}

/// JSON `text` with hidden characters as `\u` escapes: the same to a program, and no surprise on a terminal.
pub fn json(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out.into()
}

fn escape(text: &str, hide: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if !hide(c) => out.push(c),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_moves_the_cursor_is_printed() {
        assert_eq!(line("a\u{1b}[31m\tb\n\u{202e}c"), "a\\u{1b}[31m\\tb\\n\\u{202e}c");
        assert_eq!(block("a\tb\n\u{7}"), "a\tb\n\\u{7}");
        assert_eq!(json("[\"a\u{202e}\u{e0041}é\"]\n"), "[\"a\\u202e\\udb40\\udc41é\"]\n");
        assert_eq!(line("naïve 日本 🙂"), "naïve 日本 🙂");
    }
}
