//! Repairs of YAML that does not parse, for the common causes: a value that needs quotes, and tabs that indent.
//!
//! Every repair is proved before it is offered: the repaired text is read again, and the fault must be gone.

use crate::document::{Document, Readers};
use crate::source::SourceFile;
use crate::text::{Edit, Span, apply_edits};
use crate::yaml::spell::quoted;

/// Faults repaired in one file; a file with more is for its author.
const MAX_REPAIRS: usize = 32;

/// Longer files are not read again and again.
const MAX_BYTES: usize = 64 << 10;

/// Keys whose value is a list or a mapping: a text in quotes would be refused.
const NOT_TEXT: &[&str] = &["triggers", "paths", "inputs", "metadata", "mcp_tools"];

/// Why YAML could not read a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A value holds `: ` and is not quoted.
    Colon,
    /// A value starts with a character that means something to YAML.
    Indicator(char),
    /// A value goes on after its closing quote or bracket.
    AfterQuote,
    /// A tab indents the line.
    Tab,
}

/// What is wrong with one line, and the change that mends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// Why.
    pub cause: Cause,
    /// The value that needs quotes, or the tabs, in bytes of the file.
    pub span: Span,
    edits: Vec<Edit>,
}

/// The repairs after which `document` can be read, the first the one of its first fault; empty when there are none.
pub fn repairs(document: &Document, readers: Readers) -> (Vec<Repair>, Vec<Edit>) {
    let mut text = document.source.text().to_string();
    let Some(mut fault) = document.metadata.as_ref().err().map(|problem| problem.span.start) else { return Default::default() };
    let (mut repairs, mut edits) = (Vec::new(), Vec::<Edit>::new());
    if text.len() > MAX_BYTES {
        return Default::default();
    }
    for _ in 0..MAX_REPAIRS {
        let Some((repair, after, next)) = candidates(&text, fault).into_iter().find_map(|repair| proved(&text, fault, repair, readers))
        else {
            return (repairs, Vec::new());
        };
        for edit in &repair.edits {
            edits.push(Edit { span: original(&edits, edit.span), text: edit.text.clone() });
        }
        text = after;
        repairs.push(repair);
        match next {
            Some(next) => fault = next,
            None => return (repairs, edits),
        }
    }
    (repairs, Vec::new())
}

/// The text after `repair`, and where the next fault is, when the repair does away with the one at `fault`.
fn proved(text: &str, fault: usize, repair: Repair, readers: Readers) -> Option<(Repair, String, Option<usize>)> {
    let after = apply_edits(text, &repair.edits).ok()?;
    let read = Document::read(SourceFile::new("", after.clone()), readers);
    let Err(problem) = read.metadata else { return Some((repair, after, None)) };
    let grown = after.len().saturating_sub(text.len());
    let next_line = text.get(fault..)?.find('\n').map(|at| fault + at + grown)?;
    (problem.rule == "invalid-yaml" && problem.span.start > next_line).then_some((repair, after, Some(problem.span.start)))
}

/// Where `span` of the text after `edits`, all before it, was in the text before them.
fn original(edits: &[Edit], span: Span) -> Span {
    let grown: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let gone: usize = edits.iter().map(|edit| edit.span.len()).sum();
    let back = |at: usize| (at + gone).saturating_sub(grown);
    Span::new(back(span.start), back(span.end))
}

/// What could be wrong with the line at `fault`, the likeliest first.
fn candidates(text: &str, fault: usize) -> Vec<Repair> {
    let start = text.get(..fault).and_then(|before| before.rfind(['\n', '\r'])).map_or(0, |at| at + 1);
    let end = text.get(start..).and_then(|rest| rest.find(['\n', '\r'])).map_or(text.len(), |at| start + at);
    let line = Span::new(start, end).of(text);
    let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
    let mut out = Vec::new();
    if line[..indent].contains('\t') {
        let span = Span::new(start, start + indent);
        let edits = vec![Edit::replace(span, line[..indent].replace('\t', "  "))];
        out.push(Repair { cause: Cause::Tab, span, edits });
    }
    out.extend(value(line, indent).into_iter().filter_map(|(key, at)| quote(key, &line[at..], start + at)));
    out
}

/// Where the value of the line starts, after its key or its dash, with the key.
fn value(line: &str, indent: usize) -> Vec<(Option<&str>, usize)> {
    let mut at = indent;
    while line[at..].starts_with("- ") {
        at += 2 + (line[at + 2..].len() - line[at + 2..].trim_start().len());
    }
    let item = (at > indent).then_some((None, at));
    let key = line[at..].find(':').filter(|colon| {
        let name = &line[at..at + colon];
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    });
    let keyed = key.map(|colon| {
        let after = at + colon + 1;
        (Some(&line[at..at + colon]), after + (line[after..].len() - line[after..].trim_start().len()))
    });
    keyed.into_iter().chain(item).collect()
}

/// `value`, which stands at byte `at`, in quotes.
fn quote(key: Option<&str>, value: &str, at: usize) -> Option<Repair> {
    // what follows ` #` is a comment to YAML and may be one to the author
    let value = value.split(" #").next().unwrap_or_default().trim_end();
    let first = value.chars().next()?;
    let cause = match first {
        '*' | '@' | '`' | '%' | '&' | '!' => Cause::Indicator(first),
        '"' | '\'' | '[' | '{' if after_close(first, value) => Cause::AfterQuote,
        '"' | '\'' | '[' | '{' | '|' | '>' | '#' => return None,
        _ if value.contains(": ") || value.ends_with(':') => Cause::Colon,
        _ => return None,
    };
    if key.is_some_and(|key| NOT_TEXT.contains(&key) && !(key == "paths" && first == '*')) {
        return None;
    }
    let span = Span::new(at, at + value.len());
    Some(Repair { cause, span, edits: vec![Edit::replace(span, quoted(value))] })
}

/// Whether `value` goes on after the quote or bracket that `open` opens.
fn after_close(open: char, value: &str) -> bool {
    let close = match open {
        '[' => ']',
        '{' => '}',
        quote => quote,
    };
    value[1..].rfind(close).is_some_and(|at| at + 2 < value.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::microagent::Loader;

    fn repaired(yaml: &str) -> Option<String> {
        let text = format!("---\n{yaml}\n---\nbody\n");
        let readers = Loader::Sdk.readers();
        let document = Document::read(SourceFile::new("", text.clone()), readers);
        assert!(document.metadata.is_err(), "{yaml:?} has no fault");
        let (_, edits) = repairs(&document, readers);
        let after = apply_edits(&text, &edits).unwrap();
        (!edits.is_empty()).then(|| after["---\n".len()..].split("\n---").next().unwrap().to_string())
    }

    #[test]
    fn mends_the_common_causes_and_nothing_else() {
        let cases = [
            ("description: Use when: now", Some("description: \"Use when: now\"")),
            ("description: say \"a: b\" now: x # note", Some("description: 'say \"a: b\" now: x' # note")),
            ("a: one: two\nb: c\nd: e: f", Some("a: \"one: two\"\nb: c\nd: \"e: f\"")),
            ("triggers:\n- @bot\n- `x`\n- 50%\n- %d", Some("triggers:\n- \"@bot\"\n- \"`x`\"\n- 50%\n- \"%d\"")),
            ("paths: **/*.py", Some("paths: \"**/*.py\"")),
            ("triggers:\n- *.rs", Some("triggers:\n- \"*.rs\"")),
            ("triggers: @bot", None),
            ("triggers:\n\t- a", Some("triggers:\n  - a")),
            ("description: \"Foo\" and bar", Some("description: '\"Foo\" and bar'")),
            ("description: [beta] helper", Some("description: \"[beta] helper\"")),
            ("triggers: [a] b", None),
            ("description: \"never closed", None),
            ("a: [1, 2", None),
            ("- a: b\nc: d", None),
        ];
        for (before, after) in cases {
            assert_eq!(repaired(before).as_deref(), after, "{before:?}");
        }
    }
}
