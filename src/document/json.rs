//! JSON frontmatter as Python's `json.loads` reads it: the last of duplicate keys wins, `NaN` and `Infinity` are
//! numbers, a trailing comma is an error.

use std::collections::HashMap;

use crate::diagnostic::Problem;
use crate::frontmatter::Parts;
use crate::text::Span;
use crate::yaml::{Data, INVALID_VALUE, INVALID_YAML, Value};

/// Python gives up at some thousand levels; here it is a thousand, so that nothing that walks a value runs out of stack.
const MAX_DEPTH: usize = 1000;

/// Python converts no longer digits to an integer.
const MAX_DIGITS: usize = 4300;

/// Reads the object between the fences of `text`. The reader puts braces in the place of the fence lines, whichever
/// brace stands there, so that every offset is one of the file.
pub(super) fn read(text: &str, parts: Parts) -> Result<Value, Problem> {
    let json = format!("{{{}}}", parts.inner.of(text));
    let mut reader = Reader { json: &json, at: 0, offset: parts.open.start, open: Vec::new() };
    let value = reader.value()?;
    reader.blanks();
    if reader.at < json.len() { Err(reader.problem(reader.at, "extra data")) } else { Ok(value) }
}

/// An array or object whose end has not come yet.
struct Open {
    start: usize,
    /// The names of an object's entries so far; `None` for an array.
    keys: Option<Vec<Value>>,
    values: Vec<Value>,
}

/// Works without recursion, for threads with small stacks.
struct Reader<'a> {
    json: &'a str,
    at: usize,
    /// Where the text stands in its file.
    offset: usize,
    open: Vec<Open>,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.json[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.json.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        self.at = self.json.len() - self.rest().trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn problem(&self, at: usize, message: &str) -> Problem {
        let width = self.json.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Problem::new(INVALID_YAML, self.span(at, at + width), format!("invalid JSON: {message}"))
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start, end).shifted(self.offset)
    }

    fn value(&mut self) -> Result<Value, Problem> {
        loop {
            let mut value = match self.peek() {
                Some(bracket @ (b'{' | b'[')) => {
                    if self.enter(bracket)? {
                        continue;
                    }
                    self.leave()
                }
                _ => Some(self.scalar()?),
            };
            // The value may end the collection it stands in, that one the next, and so on.
            while let Some(done) = value.take() {
                let Some(open) = self.open.last_mut() else { return Ok(done) };
                open.values.push(done);
                value = self.next_or_leave()?;
            }
        }
    }

    /// Opens a collection up to its first value; false when it is empty.
    fn enter(&mut self, bracket: u8) -> Result<bool, Problem> {
        if self.open.len() == MAX_DEPTH {
            return Err(self.problem(self.at, "maximum recursion depth exceeded"));
        }
        let is_object = bracket == b'{';
        self.open.push(Open { start: self.at, keys: is_object.then(Vec::new), values: Vec::new() });
        self.at += 1;
        self.blanks();
        if self.peek() == Some(if is_object { b'}' } else { b']' }) {
            return Ok(false);
        }
        if is_object {
            self.key()?;
        }
        Ok(true)
    }

    /// Steps over the end of the innermost collection; its value.
    fn leave(&mut self) -> Option<Value> {
        self.at += 1;
        let open = self.open.pop()?;
        let data = match open.keys {
            Some(keys) => object(keys, open.values),
            None => Data::List(open.values),
        };
        Some(Value { data, span: self.span(open.start, self.at) })
    }

    /// After a value: steps to the next one of its collection, or over the end of it, which gives its value.
    fn next_or_leave(&mut self) -> Result<Option<Value>, Problem> {
        let is_object = self.open.last().is_some_and(|open| open.keys.is_some());
        let (close, name) = if is_object { (b'}', "object") } else { (b']', "array") };
        self.blanks();
        let at = self.at;
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.blanks();
                if self.peek() == Some(close) {
                    return Err(self.problem(at, &format!("illegal trailing comma before end of {name}")));
                }
                if is_object {
                    self.key()?;
                }
                Ok(None)
            }
            Some(byte) if byte == close => Ok(self.leave()),
            _ => Err(self.problem(at, "expecting ',' delimiter")),
        }
    }

    /// Reads a name and the colon after it.
    fn key(&mut self) -> Result<(), Problem> {
        if self.peek() != Some(b'"') {
            return Err(self.problem(self.at, "expecting property name enclosed in double quotes"));
        }
        let start = self.at;
        let data = Data::Str(self.string()?);
        let name = Value { data, span: self.span(start, self.at) };
        self.blanks();
        if self.peek() != Some(b':') {
            return Err(self.problem(self.at, "expecting ':' delimiter"));
        }
        self.at += 1;
        self.blanks();
        if let Some(Open { keys: Some(keys), .. }) = self.open.last_mut() {
            keys.push(name);
        }
        Ok(())
    }

    fn scalar(&mut self) -> Result<Value, Problem> {
        let start = self.at;
        let data = match self.peek() {
            Some(b'"') => Data::Str(self.string()?),
            _ => match self.constant() {
                Some(data) => data,
                None => self.number()?,
            },
        };
        Ok(Value { data, span: self.span(start, self.at) })
    }

    fn constant(&mut self) -> Option<Data> {
        let constants = [
            ("null", Data::Null),
            ("true", Data::Bool(true)),
            ("false", Data::Bool(false)),
            ("NaN", Data::Float(f64::NAN)),
            ("Infinity", Data::Float(f64::INFINITY)),
            ("-Infinity", Data::Float(f64::NEG_INFINITY)),
        ];
        let (name, data) = constants.into_iter().find(|(name, _)| self.rest().starts_with(name))?;
        self.at += name.len();
        Some(data)
    }

    fn number(&mut self) -> Result<Data, Problem> {
        let rest = self.rest();
        let whole = rest.len() - rest.strip_prefix('-').unwrap_or(rest).len();
        let whole = match rest.as_bytes().get(whole) {
            Some(b'0') => whole + 1,
            Some(b'1'..=b'9') => whole + digits(&rest[whole..]),
            _ => return Err(self.problem(self.at, "expecting value")),
        };
        let mut end = whole;
        if rest[end..].starts_with('.') && digits(&rest[end + 1..]) > 0 {
            end += 1 + digits(&rest[end + 1..]);
        }
        if let Some(exponent) = rest[end..].strip_prefix(['e', 'E']) {
            let power = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            if digits(power) > 0 {
                end = rest.len() - power.len() + digits(power);
            }
        }
        let text = rest[..end].to_owned();
        let start = self.at;
        self.at += end;
        if end > whole {
            return Ok(Data::Float(text.parse().unwrap_or(f64::NAN)));
        }
        if text.trim_start_matches('-').len() > MAX_DIGITS {
            let message = format!("exceeds the limit of {MAX_DIGITS} digits for integers");
            return Err(Problem::new(INVALID_VALUE, self.span(start, self.at), message));
        }
        Ok(Data::Int(if text == "-0" { "0".to_owned() } else { text }))
    }

    fn string(&mut self) -> Result<String, Problem> {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = &self.json[self.at..];
            let Some(end) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') else {
                return Err(self.problem(start, "unterminated string starting at"));
            };
            out.push_str(&rest[..end]);
            self.at += end;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape(start)?),
                _ => return Err(self.problem(self.at, "invalid control character at")),
            }
        }
    }

    /// The character of the escape at the backslash. Half of a surrogate pair, which only Python can hold, becomes
    /// U+FFFD.
    fn escape(&mut self, start: usize) -> Result<char, Problem> {
        let backslash = self.at;
        self.at += 2;
        Ok(match self.json.as_bytes().get(backslash + 1) {
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
            Some(b'u') => {
                let Some(unit) = self.unit() else {
                    return Err(self.problem(backslash + 1, "invalid \\uXXXX escape"));
                };
                let low = (0xd800..0xdc00).contains(&unit).then(|| self.low_surrogate()).flatten();
                let code = low.map_or(unit, |low| 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            None => return Err(self.problem(start, "unterminated string starting at")),
            Some(_) => return Err(self.problem(backslash, "invalid \\escape")),
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        let digits = self.json.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }

    /// The second half of a surrogate pair, if it follows.
    fn low_surrogate(&mut self) -> Option<u32> {
        let before = self.at;
        if self.rest().starts_with("\\u") {
            self.at += 2;
            if let Some(unit) = self.unit().filter(|unit| (0xdc00..0xe000).contains(unit)) {
                return Some(unit);
            }
            self.at = before;
        }
        None
    }
}

/// A dict: of equal names the first place and the last value count.
fn object(keys: Vec<Value>, values: Vec<Value>) -> Data {
    let mut entries: Vec<(Value, Value)> = Vec::with_capacity(keys.len());
    let mut places = HashMap::with_capacity(keys.len());
    for (key, value) in keys.into_iter().zip(values) {
        let name = key.as_str().unwrap_or_default().to_owned();
        if let Some(place) = places.get(&name) {
            let entry: &mut (Value, Value) = &mut entries[*place];
            entry.1 = value;
        } else {
            places.insert(name, entries.len());
            entries.push((key, value));
        }
    }
    Data::Map(entries)
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontmatter::split;

    fn read_inner(inner: &str) -> Result<Value, Problem> {
        let text = format!("{{\n{inner}\n}}\nbody");
        read(&text, split(&text, false).unwrap())
    }

    #[test]
    fn reads_what_python_reads() {
        let cases = [
            ("\"a\": [1, -0, 1.50, 2E3, 1e999, NaN, -Infinity]", "{'a': [1, 0, 1.5, 2000.0, inf, nan, -inf]}"),
            ("\"a\": {\"b\": null, \"c\": true}, \"d\": {}, \"e\": []", "{'a': {'b': None, 'c': True}, 'd': {}, 'e': []}"),
            ("\"a\": 1, \"b\": 2, \"a\": 3", "{'a': 3, 'b': 2}"),
            (r#""\u00e9\n\/": "\ud83d\ude42 \ud83d""#, "{'é\\n/': '🙂 \u{fffd}'}"),
            ("", "{}"),
        ];
        for (inner, expected) in cases {
            assert_eq!(read_inner(inner).map(|value| value.python_repr()).as_deref(), Ok(expected), "{inner}");
        }
    }

    #[test]
    fn refuses_what_python_refuses_at_its_place() {
        let cases = [
            ("\"a\": 1,", "illegal trailing comma before end of object", ","),
            ("\"a\": [1, ]", "illegal trailing comma before end of array", ","),
            ("a: 1", "expecting property name enclosed in double quotes", "a"),
            ("\"a\" 1", "expecting ':' delimiter", "1"),
            ("\"a\": 1 \"b\": 2", "expecting ',' delimiter", "\""),
            ("\"a\": 01", "expecting ',' delimiter", "1"),
            ("\"a\": .5", "expecting value", "."),
            ("\"a\": tru", "expecting value", "t"),
            ("\"a\": \"x", "invalid control character at", "\n"),
            ("\"a\": \"\\x\"", "invalid \\escape", "\\"),
            ("\"a\": \"\\u12\"", "invalid \\uXXXX escape", "u"),
            ("} x", "extra data", "x"),
        ];
        for (inner, message, at) in cases {
            let problem = read_inner(inner).unwrap_err();
            let text = format!("{{\n{inner}\n}}\nbody");
            assert_eq!((problem.message.as_str(), problem.span.of(&text)), (format!("invalid JSON: {message}").as_str(), at), "{inner}");
        }
    }

    #[test]
    fn deep_nesting_and_long_integers_are_refused() {
        let deep = format!("\"a\": {}", "[".repeat(5000));
        assert_eq!(read_inner(&deep).unwrap_err().message, "invalid JSON: maximum recursion depth exceeded");
        let long = format!("\"a\": {}", "1".repeat(4301));
        assert_eq!(read_inner(&long).unwrap_err().rule, "invalid-value");
    }
}
