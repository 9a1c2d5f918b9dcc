//! One event of a log: its JSON, where it stands, and the few ways in which the rest reads it. Tolerant: a missing
//! key or one of another type reads as absent.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

use super::elements::Element;

/// Which runtime wrote a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Generation {
    /// openhands-ai: events with `action` or `observation`.
    V0,
    /// openhands-sdk: events with `kind`.
    Sdk,
}

/// Where an event stands.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Place {
    /// Its file, relative to the log; empty when the log is one file.
    pub file: String,
    /// Its position in that file, from 0.
    pub index: u64,
    /// The line it starts in, from 1.
    pub line: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(out, "{}, ", self.file)?;
        }
        write!(out, "event {}, line {}", self.index, self.line)
    }
}

/// One event.
#[derive(Debug, Clone)]
pub struct Event {
    /// Where it stands.
    pub place: Place,
    /// V0: its id, else its position; SDK: the number in its file name, else its position.
    pub number: u64,
    /// What it says.
    pub value: Value,
}

/// What stands in an event's place and is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub message: String,
}

impl Event {
    /// Reads one event. `number` is what its file is called by, if its file holds one event alone.
    pub(super) fn read(element: &Element<'_>, file: &str, number: Option<u64>) -> Result<Self, Broken> {
        let mut place = Place { file: file.to_owned(), index: element.index, line: element.line };
        let value = element.bytes.clone().and_then(|bytes| {
            parse(bytes).map_err(|error| {
                place.line += error.line().saturating_sub(1) as u64;
                let text = error.to_string();
                let reason = text.split(" at line ").next().unwrap_or_default().replace("EOF while parsing", "it ends inside");
                format!("{reason} (column {})", error.column())
            })
        });
        match value {
            Ok(value @ Value::Object(_)) => {
                let own = value.get("id").and_then(Value::as_u64);
                let number = number.or(own).unwrap_or(element.index);
                Ok(Self { place, number, value })
            }
            Ok(_) => Err(Broken { place, message: "not an object".into() }),
            Err(message) => Err(Broken { place, message }),
        }
    }

    /// Which runtime wrote it; `None` when it looks like neither's.
    pub fn generation(&self) -> Option<Generation> {
        let text = |key| self.value.get(key).is_some_and(Value::is_string);
        if text("kind") {
            Some(Generation::Sdk)
        } else if text("action") || text("observation") {
            Some(Generation::V0)
        } else {
            None
        }
    }

    /// The string at `path` (keys), empty when there is none.
    pub fn text(&self, path: &[&str]) -> &str {
        self.at(path).and_then(Value::as_str).unwrap_or_default()
    }

    /// The value at `path` (keys); `null` reads as absent.
    pub fn at(&self, path: &[&str]) -> Option<&Value> {
        at(&self.value, path)
    }
}

/// The value at `path` (keys) of `value`; `null` reads as absent.
pub(super) fn at<'a>(value: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, key| value.get(key)).filter(|value| !value.is_null())
}

/// The text items of an SDK content list, joined by `separator`.
pub(super) fn content(value: Option<&Value>, separator: &str) -> String {
    let items = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(|item| at(item, &["text"])?.as_str()).collect::<Vec<_>>().join(separator)
}

/// Parses JSON as Python's reader takes it: bytes that are not UTF-8 and halves of surrogate pairs, which Python
/// writes when a terminal printed them, become U+FFFD.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice(bytes).or_else(|error| match mended(bytes) {
        Cow::Owned(mended) => serde_json::from_str(&mended).map_err(|_| error),
        Cow::Borrowed(_) => Err(error),
    })
}

/// The text with what only Python reads replaced; borrowed when there is nothing of it.
fn mended(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('\\')) {
        let escape = at + found;
        at = escape + 2;
        match surrogate(&text, escape) {
            Some(0xd800..=0xdbff) if matches!(surrogate(&text, escape + 6), Some(0xdc00..=0xdfff)) => at = escape + 12,
            Some(_) => {
                out.push_str(&text[copied..escape]);
                out.push_str("\\ufffd");
                at = escape + 6;
                copied = at;
            }
            None => {}
        }
    }
    if copied == 0 {
        return text;
    }
    out.push_str(&text[copied..]);
    out.into()
}

/// The code of the `\uXXXX` at `at` if it is half of a surrogate pair.
fn surrogate(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    u32::from_str_radix(digits, 16).ok().filter(|code| (0xd800..=0xdfff).contains(code))
}

/// The first `max` characters of `text`, with `…` when there are more.
pub fn excerpt(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Event, Broken> {
        Event::read(&Element { index: 4, line: 9, bytes: Ok(text.as_bytes()) }, "", None)
    }

    #[test]
    fn generations_are_told_apart_by_content() {
        let cases = [
            (r#"{"kind":"MessageEvent"}"#, Some(Generation::Sdk)),
            (r#"{"action":{"kind":"x"},"kind":"ActionEvent"}"#, Some(Generation::Sdk)),
            (r#"{"action":"message"}"#, Some(Generation::V0)),
            (r#"{"observation":"null"}"#, Some(Generation::V0)),
            (r#"{"observation":{}}"#, None),
        ];
        for (text, generation) in cases {
            assert_eq!(read(text).unwrap().generation(), generation, "{text}");
        }
    }

    #[test]
    fn a_broken_event_names_its_place() {
        let broken = read("{\"a\": 1,\n \"b\": tru}").unwrap_err();
        assert_eq!((broken.place.to_string().as_str(), broken.message.as_str()), ("event 4, line 10", "expected ident (column 10)"));
        assert_eq!(read("[]").unwrap_err().message, "not an object");
    }

    #[test]
    fn what_python_writes_is_read() {
        let event = read(r#"{"a":"x\ud83dy \ud83d\ude42 \\ud83d"}"#).unwrap();
        assert_eq!(event.text(&["a"]), "x\u{fffd}y 🙂 \\ud83d");
        let element = Element { index: 0, line: 1, bytes: Ok(b"{\"a\":\"\xff\"}") };
        assert_eq!(Event::read(&element, "", None).unwrap().text(&["a"]), "\u{fffd}");
    }
}
