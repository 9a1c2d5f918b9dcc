//! What is asked: a message or a touched path, one or a file of them.

use super::explain::{self, Why};
use super::matcher::{Fired, Matcher};
use super::parallel;
use crate::microagent::{Loader, Microagent};

/// A message of the user, or a path the agent touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Query {
    /// A message.
    Message(String),
    /// A path, relative to the workspace.
    Touch(String),
}

/// A line of a batch that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
}

impl Query {
    /// The message or the path.
    pub fn text(&self) -> &str {
        match self {
            Self::Message(text) | Self::Touch(text) => text,
        }
    }

    /// What it brings in, in load order.
    pub fn fired<'c>(&self, matcher: &Matcher<'c>) -> Vec<Fired<'c>> {
        match self {
            Self::Message(text) => matcher.message(text),
            Self::Touch(path) => matcher.path(path),
        }
    }

    /// Why it does or does not bring in `microagent`.
    pub fn why<'c>(&self, matcher: &Matcher<'c>, microagent: &'c Microagent) -> Why<'c> {
        match self {
            Self::Message(text) => explain::message(matcher, microagent, text),
            Self::Touch(path) => explain::path(matcher, microagent, path),
        }
    }

    /// Why it does not bring in `microagent`, which it does not.
    pub fn why_not<'c>(&self, loader: Loader, microagent: &'c Microagent) -> Why<'c> {
        match self {
            Self::Message(text) => explain::silent(loader, microagent, text),
            Self::Touch(path) => explain::untouched(microagent, path),
        }
    }
}

/// What each of `queries` brings in, each for itself, in their order. Uses every processor.
pub fn fired<'c>(queries: &[Query], matcher: &Matcher<'c>) -> Vec<Vec<Fired<'c>>> {
    parallel::map(queries, |query| query.fired(matcher))
}

/// Reads a batch: a JSON string a line, or an object whose `key` holds the string. Blank lines say nothing.
pub fn lines(text: &str, key: &str, make: fn(String) -> Query) -> Result<Vec<Query>, LineError> {
    let read = |(index, line): (usize, &str)| {
        let failed = |reason: String| LineError { line: index + 1, reason };
        let value = serde_json::from_str(line).map_err(|error| failed(format!("not JSON at column {}", error.column())))?;
        match value {
            serde_json::Value::String(text) => Ok(make(text)),
            serde_json::Value::Object(mut fields) => match fields.remove(key) {
                Some(serde_json::Value::String(text)) => Ok(make(text)),
                _ => Err(failed(format!("an object needs the text in `{key}`"))),
            },
            _ => Err(failed(format!("neither a string nor an object with `{key}`"))),
        }
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_holds_strings_and_objects() {
        let text = "\"a\\nb\"\n\n{\"message\": \"c\", \"id\": 1}\r\n\"\"\n";
        let read = lines(text, "message", Query::Message).unwrap();
        assert_eq!(read.iter().map(Query::text).collect::<Vec<_>>(), ["a\nb", "c", ""]);
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        for (text, reason) in [
            ("\"a\"\nplain words", "line 2: not JSON at column 1"),
            ("{\"text\": \"a\"}", "line 1: an object needs the text in `message`"),
            ("[1]", "line 1: neither a string nor an object with `message`"),
        ] {
            assert_eq!(lines(text, "message", Query::Message).unwrap_err().to_string(), reason);
        }
    }
}
