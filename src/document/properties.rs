//! What holds for every file, however it is written.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Document, Problem, Readers};
use crate::source::SourceFile;
use crate::text::Span;
use crate::yaml::{Data, Node, Value};

/// Bits that frontmatter is made of, among them those that the YAML parser is known to panic on.
const BITS: &[&str] = &[
    "---\n",
    "---\r\n",
    "---\r",
    "---- \n\n",
    "\n---\n",
    "+++\n",
    "{\n",
    "\n}\n",
    "\n",
    "\r",
    "  ",
    "- ",
    "? ",
    ": ",
    ", ",
    "a",
    "b: c",
    "name: x\n",
    "triggers:\n- a\n",
    "[",
    "]",
    "{",
    "}",
    "[!!str, x]",
    "{a: !!int, b: !}",
    "!!str,",
    "!",
    "!!omap ",
    "!<x",
    "&a ",
    "*a",
    "<<: *a\n",
    "|\n  x",
    ">",
    "'",
    "\"",
    "\\",
    "# c\n",
    "%YAML 1.1\n",
    "...\n",
    "0x_",
    "2024-13-01",
    "=",
    "\t",
    "\u{0}",
    "\u{7}",
    "\u{1c}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{feff}",
    "é",
    "日本",
    "🙂",
    "\"a\": 1,\n",
    "\"\\ud83d\"",
    "a = 1\n",
    "a = [1, 'x']\n",
];

fn from_bits() -> impl Strategy<Value = String> {
    vec(proptest::sample::select(BITS), 0..24).prop_map(|bits| bits.concat())
}

fn fenced() -> impl Strategy<Value = String> {
    (from_bits(), from_bits()).prop_map(|(inner, rest)| format!("---\n{inner}\n---\n{rest}"))
}

fn read(text: &str) -> Document {
    Document::read(SourceFile::new("a.md", text), Readers { toml: true })
}

/// Everything that `document` places in the file.
fn spans(document: &Document) -> Vec<Span> {
    let mut spans = vec![document.content];
    let mut nodes: Vec<&Node> = document.root.iter().collect();
    while let Some(node) = nodes.pop() {
        spans.push(node.span);
        nodes.extend(node.items());
        nodes.extend(node.entries().iter().flat_map(|(key, value)| [key, value]));
    }
    match &document.metadata {
        Ok(entries) => spans.extend(entries.iter().flat_map(|(key, value)| values(key).into_iter().chain(values(value)))),
        Err(Problem { span, .. }) => spans.push(*span),
    }
    spans
}

fn values(value: &Value) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        spans.push(value.span);
        match &value.data {
            Data::List(items) | Data::Tuple(items) | Data::Set(items) => rest.extend(items),
            Data::Map(entries) => rest.extend(entries.iter().flat_map(|(key, value)| [key, value])),
            _ => {}
        }
    }
    spans
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let document = read(text);
    if let Some(parts) = document.parts {
        let mut end = 0;
        for span in [parts.lead, parts.open, parts.inner, parts.close, parts.rest] {
            prop_assert_eq!(span.start, end);
            end = span.end;
        }
        prop_assert_eq!(end, text.len());
    }
    for span in spans(&document) {
        prop_assert!(text.get(span.range()).is_some(), "{span:?} does not fit");
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_and_every_place_fits(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_mix_of_frontmatter_bits_is_read_and_every_place_fits(text in prop_oneof![from_bits(), fenced()]) {
        check(&text)?;
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        if let Ok(source) = SourceFile::decode("a.md", bytes) {
            check(source.text())?;
        }
    }

    #[test]
    fn line_ends_change_no_value(inner in from_bits()) {
        let text = format!("---\n{}\n---\nbody", inner.replace('\r', ""));
        let crlf = read(&text.replace('\n', "\r\n")).metadata;
        let cr = read(&text.replace('\n', "\r")).metadata;
        match read(&text).metadata {
            Ok(entries) => {
                let printed = print(&entries);
                prop_assert_eq!(crlf.map(|entries| print(&entries)), Ok(printed.clone()));
                prop_assert_eq!(cr.map(|entries| print(&entries)), Ok(printed));
            }
            Err(problem) => {
                prop_assert_eq!(crlf.map_err(|crlf| crlf.message), Err(problem.message.clone()));
                prop_assert_eq!(cr.map_err(|cr| cr.message), Err(problem.message));
            }
        }
    }
}

fn print(entries: &[(Value, Value)]) -> Vec<(String, String)> {
    entries.iter().map(|(key, value)| (key.python_repr(), value.python_repr())).collect()
}
