//! Types plain scalars as PyYAML's `Resolver` does (YAML 1.1).

use std::sync::LazyLock;

use regex::Regex;

/// What a scalar is to PyYAML, explicit tags included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// `!!bool`
    Bool,
    /// `!!float`
    Float,
    /// `!!int`
    Int,
    /// `<<`
    Merge,
    /// `!!null`
    Null,
    /// `!!timestamp`
    Timestamp,
    /// `=`
    Value,
    /// `!!str`
    Str,
}

static FLOAT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(
        r"[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?
        |\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?
        |[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*
        |[-+]?\.(?:inf|Inf|INF)
        |\.(?:nan|NaN|NAN)",
    )
});

static INT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(
        r"[-+]?0b[0-1_]+
        |[-+]?0[0-7_]+
        |[-+]?(?:0|[1-9][0-9_]*)
        |[-+]?0x[0-9a-fA-F_]+
        |[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+",
    )
});

static TIMESTAMP: LazyLock<Option<Regex>> = LazyLock::new(|| {
    compile(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}
        |[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}
         (?:[Tt]|[\x20\t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?
         (?:[\x20\t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?",
    )
});

/// A pattern that must match the whole scalar. The patterns are constants and compile; a unit test says so.
fn compile(pattern: &str) -> Option<Regex> {
    Regex::new(&format!("^(?x:{pattern})$")).ok()
}

fn matches(pattern: &LazyLock<Option<Regex>>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// The type of the plain scalar `text`: the first whose pattern matches, in PyYAML's order.
pub fn resolve(text: &str) -> Tag {
    match text.as_bytes().first() {
        None => Tag::Null,
        Some(b'0'..=b'9' | b'-' | b'+' | b'.') => number(text),
        Some(_) => word(text),
    }
}

fn number(text: &str) -> Tag {
    if matches(&FLOAT, text) {
        Tag::Float
    } else if !text.starts_with('.') && matches(&INT, text) {
        Tag::Int
    } else if text.starts_with(|c: char| c.is_ascii_digit()) && matches(&TIMESTAMP, text) {
        Tag::Timestamp
    } else {
        Tag::Str
    }
}

fn word(text: &str) -> Tag {
    match text {
        "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "true" | "True" | "TRUE" | "false" | "False" | "FALSE" | "on" | "On" | "ON"
        | "off" | "Off" | "OFF" => Tag::Bool,
        "~" | "null" | "Null" | "NULL" => Tag::Null,
        "<<" => Tag::Merge,
        "=" => Tag::Value,
        _ => Tag::Str,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patterns_compile() {
        assert!(FLOAT.is_some() && INT.is_some() && TIMESTAMP.is_some());
    }

    #[test]
    fn the_first_pattern_that_matches_decides() {
        let cases = [
            ("", Tag::Null),
            ("~", Tag::Null),
            ("nULL", Tag::Str),
            ("on", Tag::Bool),
            ("y", Tag::Str),
            ("1e3", Tag::Str),
            ("1.5e3", Tag::Str),
            ("1.5e+3", Tag::Float),
            ("1.", Tag::Float),
            (".5", Tag::Float),
            ("-.5", Tag::Str),
            ("-.inf", Tag::Float),
            ("-.nan", Tag::Str),
            ("1:30.5", Tag::Float),
            ("1:30", Tag::Int),
            ("0:30", Tag::Str),
            ("1:60", Tag::Str),
            ("010", Tag::Int),
            ("09", Tag::Str),
            ("0o17", Tag::Str),
            ("0x_", Tag::Int),
            ("1_000", Tag::Int),
            ("_1", Tag::Str),
            ("2024-01-01", Tag::Timestamp),
            ("2024-1-1", Tag::Str),
            ("2024-1-1 1:02:03", Tag::Timestamp),
            ("2024-1-1\t 1:02:03.5 +1", Tag::Timestamp),
            ("2024-01-01T10:00", Tag::Str),
            ("<<", Tag::Merge),
            ("=", Tag::Value),
            ("==", Tag::Str),
        ];
        for (text, tag) in cases {
            assert_eq!(resolve(text), tag, "{text:?}");
        }
    }
}
