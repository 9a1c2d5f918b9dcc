//! Cuts a stream into events without holding it: a JSON array, an object around one (`{"trajectory": […]}`,
//! `{"items": […]}`), JSON Lines, or single objects one after another. Knows nothing of what an event is.

use std::io::{self, BufRead};

/// Events longer than this many bytes are not read.
pub(super) const MAX_EVENT_BYTES: usize = 64 << 20;

/// A buffer grown beyond this is given back after its event.
const KEPT_BYTES: usize = 1 << 20;

/// Keys whose array, in the first object of a stream, is the list of events.
const WRAPPERS: [&[u8]; 2] = [b"\"trajectory\"", b"\"items\""];

const BOM: &[u8] = b"\xef\xbb\xbf";

/// One event as it stands in the stream.
#[derive(Debug)]
pub(super) struct Element<'a> {
    /// Its position among the events, from 0.
    pub(super) index: u64,
    /// The line it starts in, from 1.
    pub(super) line: u64,
    /// Its bytes, or what is wrong with them.
    pub(super) bytes: Result<&'a [u8], String>,
}

/// The events of a stream, one at a time.
pub(super) struct Elements<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Bytes of the current event, kept or not.
    length: usize,
    limit: usize,
    line: u64,
    index: u64,
    shape: Shape,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Unknown,
    /// Inside an array, before its first or after a later element.
    Array {
        first: bool,
    },
    /// One event a line.
    Lines,
    /// Objects that span lines, one after another.
    Objects,
    Ended,
}

enum Taken {
    /// A whole value.
    Whole,
    /// The stream ended inside a value.
    Cut,
    /// The stream stands behind the `[` of a list of events.
    Wrapper,
}

impl<R: BufRead> Elements<R> {
    /// Reads from `reader`.
    pub(super) fn new(reader: R) -> Self {
        Self::with_limit(reader, MAX_EVENT_BYTES)
    }

    fn with_limit(reader: R, limit: usize) -> Self {
        Self { reader, buffer: Vec::new(), length: 0, limit, line: 1, index: 0, shape: Shape::Unknown }
    }

    /// The next event; `None` at the end. After a stream has lost its structure it ends.
    pub(super) fn next(&mut self) -> io::Result<Option<Element<'_>>> {
        self.clear();
        match self.shape {
            Shape::Unknown => self.first(),
            Shape::Array { first } => self.array(first),
            Shape::Lines => self.one_line(),
            Shape::Objects => {
                let Some(_) = self.peek_solid()? else { return Ok(None) };
                self.whole_value()
            }
            Shape::Ended => Ok(None),
        }
    }

    fn clear(&mut self) {
        self.buffer.clear();
        self.length = 0;
        if self.buffer.capacity() > KEPT_BYTES {
            self.buffer = Vec::new();
        }
    }

    fn first(&mut self) -> io::Result<Option<Element<'_>>> {
        for byte in BOM {
            if self.reader.fill_buf()?.first() == Some(byte) {
                self.reader.consume(1);
            }
        }
        match self.peek_solid()? {
            None => Ok(None),
            Some(b'[') => {
                self.reader.consume(1);
                self.array(true)
            }
            Some(b'{') => {
                let line = self.line;
                match self.value(true)? {
                    Taken::Wrapper => {
                        self.clear();
                        self.array(true)
                    }
                    Taken::Whole => {
                        self.shape = if self.line == line { Shape::Lines } else { Shape::Objects };
                        Ok(Some(self.element(line, None)))
                    }
                    Taken::Cut => Ok(Some(self.ended(line, "the file ends inside this event"))),
                }
            }
            Some(_) => {
                self.shape = Shape::Lines;
                self.one_line()
            }
        }
    }

    fn array(&mut self, first: bool) -> io::Result<Option<Element<'_>>> {
        self.shape = Shape::Array { first: false };
        let mut next = self.peek_solid()?;
        let line = self.line;
        if !first && next == Some(b',') {
            self.reader.consume(1);
            next = self.peek_solid()?;
        } else if !first && !matches!(next, None | Some(b']')) {
            return Ok(Some(self.ended(line, "expected `,` or `]` after the event before")));
        }
        match next {
            None => Ok(Some(self.ended(line, "the file ends inside the list of events"))),
            Some(b']') => {
                self.shape = Shape::Ended;
                Ok(None)
            }
            Some(_) => self.whole_value(),
        }
    }

    fn whole_value(&mut self) -> io::Result<Option<Element<'_>>> {
        let line = self.line;
        match self.value(false)? {
            Taken::Cut => Ok(Some(self.ended(line, "the file ends inside this event"))),
            Taken::Whole | Taken::Wrapper if self.length == 0 => Ok(Some(self.ended(line, "expected an event"))),
            Taken::Whole | Taken::Wrapper => Ok(Some(self.element(line, None))),
        }
    }

    fn one_line(&mut self) -> io::Result<Option<Element<'_>>> {
        loop {
            self.clear();
            let line = self.line;
            let mut ended = false;
            while !ended {
                let chunk = self.reader.fill_buf()?;
                if chunk.is_empty() {
                    break;
                }
                let used = chunk.iter().position(|byte| *byte == b'\n').map_or(chunk.len(), |at| {
                    ended = true;
                    at + 1
                });
                keep(&mut self.buffer, &mut self.length, self.limit, &chunk[..used]);
                self.reader.consume(used);
            }
            self.line += u64::from(ended);
            if !self.buffer.iter().all(u8::is_ascii_whitespace) {
                return Ok(Some(self.element(line, None)));
            }
            if !ended {
                return Ok(None);
            }
        }
    }

    fn element(&mut self, line: u64, wrong: Option<&str>) -> Element<'_> {
        let index = self.index;
        self.index += 1;
        let bytes = match wrong {
            Some(message) => Err(message.to_owned()),
            None if self.length > self.limit => Err(format!("longer than {} bytes: not read", self.limit)),
            None => Ok(self.buffer.trim_ascii_end()),
        };
        Element { index, line, bytes }
    }

    fn ended(&mut self, line: u64, message: &str) -> Element<'_> {
        self.shape = Shape::Ended;
        self.element(line, Some(message))
    }

    /// The next byte that is not white space, not consumed.
    fn peek_solid(&mut self) -> io::Result<Option<u8>> {
        loop {
            let chunk = self.reader.fill_buf()?;
            if chunk.is_empty() {
                return Ok(None);
            }
            let at = chunk.iter().position(|byte| !byte.is_ascii_whitespace());
            let used = at.unwrap_or(chunk.len());
            self.line += newlines(&chunk[..used]);
            let found = at.map(|at| chunk[at]);
            self.reader.consume(used);
            if found.is_some() {
                return Ok(found);
            }
        }
    }

    /// Takes one value into the buffer; with `watch`, stops inside an array that is the value of a wrapper's key.
    fn value(&mut self, watch: bool) -> io::Result<Taken> {
        let mut scan = Scan::default();
        loop {
            let chunk = self.reader.fill_buf()?;
            if chunk.is_empty() {
                return Ok(Taken::Cut);
            }
            let (used, state) = scan.chunk(chunk, watch);
            self.line += newlines(&chunk[..used]);
            keep(&mut self.buffer, &mut self.length, self.limit, &chunk[..used]);
            self.reader.consume(used);
            match state {
                State::Going => {}
                State::Done => return Ok(Taken::Whole),
                State::List => return Ok(Taken::Wrapper),
            }
        }
    }
}

fn keep(buffer: &mut Vec<u8>, length: &mut usize, limit: usize, bytes: &[u8]) {
    *length += bytes.len();
    if *length <= limit {
        buffer.extend_from_slice(bytes);
    }
}

fn newlines(bytes: &[u8]) -> u64 {
    bytes.iter().map(|byte| u64::from(*byte == b'\n')).sum()
}

/// Where in a value the scan stands, from chunk to chunk.
#[derive(Default)]
struct Scan {
    depth: usize,
    string: bool,
    escaped: bool,
    begun: bool,
    /// The last string at depth 1, quotes included, while it is short enough to be a key that matters.
    key: Vec<u8>,
}

enum State {
    Going,
    Done,
    List,
}

impl Scan {
    /// Scans `chunk`: how much of it belongs to the value, and whether the value is complete.
    fn chunk(&mut self, chunk: &[u8], watch: bool) -> (usize, State) {
        for (at, &byte) in chunk.iter().enumerate() {
            let noted = watch && self.depth == 1;
            if self.string {
                if noted && self.key.len() < 16 {
                    self.key.push(byte);
                }
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => {
                        self.string = false;
                        if self.depth == 0 {
                            return (at + 1, State::Done);
                        }
                    }
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => {
                    self.string = true;
                    self.key.clear();
                    if noted {
                        self.key.push(byte);
                    }
                }
                b'[' if noted && WRAPPERS.contains(&self.key.as_slice()) => return (at + 1, State::List),
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' | b',' if self.depth == 0 => return (at, State::Done),
                b'}' | b']' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return (at + 1, State::Done);
                    }
                }
                byte if self.depth == 0 && self.begun && byte.is_ascii_whitespace() => return (at, State::Done),
                _ => {}
            }
            self.begun = true;
        }
        (chunk.len(), State::Going)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every event, or what is wrong with it, with its line; read through a buffer of `size` bytes.
    fn cut(text: &str, size: usize) -> Vec<String> {
        let mut elements = Elements::with_limit(io::BufReader::with_capacity(size, text.as_bytes()), 40);
        let mut out = Vec::new();
        while let Some(element) = elements.next().unwrap() {
            let text = match element.bytes {
                Ok(bytes) => String::from_utf8_lossy(bytes).trim().to_owned(),
                Err(message) => format!("! {message}"),
            };
            out.push(format!("{}:{} {text}", element.index, element.line));
        }
        out
    }

    #[test]
    fn every_shape_gives_its_events() {
        let cases: &[(&str, &[&str])] = &[
            ("", &[]),
            (" \n", &[]),
            ("[]", &[]),
            ("\u{feff}[{\"a\":1}]", &["0:1 {\"a\":1}"]),
            ("[{\"a\":\"]},{\\\"\"},\n {\"b\":[1,{}]} ]\n", &["0:1 {\"a\":\"]},{\\\"\"}", "1:2 {\"b\":[1,{}]}"]),
            ("[1, \"x,\", null]", &["0:1 1", "1:1 \"x,\"", "2:1 null"]),
            ("{\"trajectory\": [\n{\"a\":1},{\"b\":2}], \"more\": 1}", &["0:2 {\"a\":1}", "1:2 {\"b\":2}"]),
            ("{\"next\":null,\"items\":[{\"a\":1}]}", &["0:1 {\"a\":1}"]),
            ("{\"args\":{\"items\":[1]},\"b\":1}", &["0:1 {\"args\":{\"items\":[1]},\"b\":1}"]),
            ("{\"a\":1}\n\n{\"b\":2}\r\n{\"c\":", &["0:1 {\"a\":1}", "1:3 {\"b\":2}", "2:4 {\"c\":"]),
            ("{\n\"a\":1\n}\n{\n\"b\":2\n}\n", &["0:1 {\n\"a\":1\n}", "1:4 {\n\"b\":2\n}"]),
            ("[{\"a\":1}", &["0:1 {\"a\":1}", "1:1 ! the file ends inside the list of events"]),
            ("[{\"a\":1},\n{\"b", &["0:1 {\"a\":1}", "1:2 ! the file ends inside this event"]),
            ("[{\"a\":1} {\"b\":2}]", &["0:1 {\"a\":1}", "1:1 ! expected `,` or `]` after the event before"]),
            ("[,]", &["0:1 ! expected an event"]),
            ("no log\n{}", &["0:1 no log", "1:2 {}"]),
            ("[{\"a\":\"0123456789012345678901234567890123456789\"},{}]", &["0:1 ! longer than 40 bytes: not read", "1:1 {}"]),
        ];
        for (text, expected) in cases {
            for size in [1, 2, 3, 7, 4096] {
                assert_eq!(cut(text, size), *expected, "{text:?} by {size}");
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn an_array_is_cut_into_its_items(texts in proptest::collection::vec(".{0,12}", 0..6), pretty: bool, size in 1..40usize) {
            let values: Vec<_> = texts.iter().map(|text| serde_json::json!({ text: [text, {"a": text}] })).collect();
            let json = if pretty { serde_json::to_string_pretty(&values) } else { serde_json::to_string(&values) }.unwrap();
            let mut elements = Elements::new(io::BufReader::with_capacity(size, json.as_bytes()));
            let mut read = Vec::new();
            while let Some(element) = elements.next().unwrap() {
                read.push(serde_json::from_slice::<serde_json::Value>(element.bytes.unwrap()).unwrap());
            }
            proptest::prop_assert_eq!(read, values);
        }

        #[test]
        fn anything_comes_to_an_end(text in "[\\[\\]{},:\"\\\\a \n]{0,30}", size in 1..9usize) {
            // an event takes at least a byte, but for the one that says how the stream ended
            proptest::prop_assert!(cut(&text, size).len() <= text.len() + 1);
        }
    }
}
