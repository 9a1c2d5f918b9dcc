//! How a text is written in YAML so that every reader gives that text back: plain where nothing can go wrong, else
//! between quotes on one line, so that no line of it can be taken for a fence.

use std::fmt::Write as _;

/// Words that some YAML reader takes for a boolean or null.
const RETYPED: &[&str] = &["yes", "no", "on", "off", "true", "false", "null", "y", "n"];

/// `text` as a YAML scalar, quoted where it has to be.
pub fn scalar(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}

/// `text` as a quoted YAML scalar: between double quotes, or single ones when that saves backslashes.
pub fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) && text.chars().all(is_raw) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    escaped(text)
}

/// Whether `text` is its own spelling: it starts with a letter or a slash, so that it is no number, date, list item or
/// indicator, and holds nothing that means anything in YAML.
fn is_plain(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '/')
        && !text.ends_with(' ')
        && !RETYPED.contains(&text.to_lowercase().as_str())
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '/' | '.' | ',' | '(' | ')' | '+' | ';'))
}

fn escaped(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        let code = u32::from(c);
        let _ = match c {
            '"' | '\\' => write!(out, "\\{c}"),
            '\n' => write!(out, "\\n"),
            '\t' => write!(out, "\\t"),
            c if is_raw(c) => write!(out, "{c}"),
            _ if code < 0x100 => write!(out, "\\x{code:02X}"),
            _ if code < 0x1_0000 => write!(out, "\\u{code:04X}"),
            _ => write!(out, "\\U{code:08X}"),
        };
    }
    out.push('"');
    out
}

/// Whether `c` may stand between double quotes as it is: YAML allows it, it is no line break, and it can be seen.
fn is_raw(c: char) -> bool {
    !crate::visible::is_hidden(c) && !matches!(c, '\r' | '\u{fffe}' | '\u{ffff}') && (c == ' ' || !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_what_could_be_read_as_something_else() {
        for plain in ["git", "/fix_test", "pull request", "naïve", "日本語", "c++", "a.b/c-d", "Writes tests, runs them (all)", "nobody"]
        {
            assert_eq!(scalar(plain), plain);
        }
        let cases = [
            ("", "\"\""),
            ("yes", "\"yes\""),
            ("NO", "\"NO\""),
            ("y", "\"y\""),
            ("null", "\"null\""),
            ("~", "\"~\""),
            ("403", "\"403\""),
            ("1e3", "\"1e3\""),
            ("0x1f", "\"0x1f\""),
            ("12:30", "\"12:30\""),
            ("2024-01-01", "\"2024-01-01\""),
            (".5", "\".5\""),
            ("=", "\"=\""),
            ("<<", "\"<<\""),
            ("#deploy", "\"#deploy\""),
            ("a #b", "\"a #b\""),
            ("fix: bug", "\"fix: bug\""),
            ("@bot", "\"@bot\""),
            ("*x", "\"*x\""),
            ("**/*.py", "\"**/*.py\""),
            ("---", "\"---\""),
            ("- a", "\"- a\""),
            ("[a]", "\"[a]\""),
            ("it's", "\"it's\""),
            ("say \"hi\" \\ ", "'say \"hi\" \\ '"),
            ("\"it's\"", "'\"it''s\"'"),
            ("\"a\"\n", "\"\\\"a\\\"\\n\""),
            ("a\nb\tc\rd", "\"a\\nb\\tc\\x0Dd\""),
            ("\u{0}\u{85}\u{a0}\u{2028}\u{feff}\u{ffff}\u{e0041}", "\"\\x00\\x85\\xA0\\u2028\\uFEFF\\uFFFF\\U000E0041\""),
            ("🙂 ok", "\"🙂 ok\""),
        ];
        for (text, written) in cases {
            assert_eq!(scalar(text), written);
            let value = crate::yaml::read(written, 0).1.unwrap().unwrap();
            assert_eq!(value.data, crate::yaml::Data::Str(text.into()), "{written}");
        }
    }
}
