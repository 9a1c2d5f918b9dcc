//! libyaml's events to nodes with byte spans. The one door to `libyaml-safer`.

use std::collections::HashMap;

use libyaml_safer::{Error, Event, EventData, MappingStyle, Mark, Parser, ScalarStyle, SequenceStyle};

use super::INVALID_YAML;
use super::node::{Node, NodeKind, Style};
use super::repair::{Places, guarded};
use crate::diagnostic::Problem;
use crate::text::Span;

/// libyaml's `MAX_NESTING_LEVEL`. It counts flow and block levels apart; here they count together, so that nothing
/// that walks a tree can run out of stack.
pub const MAX_DEPTH: usize = 1000;

/// Parses the one document of `text`, which stands at byte `offset` of its file; all spans are bytes of the file.
/// `Ok(None)`: no document (blank, or comments alone). Errors carry libyaml's text and position.
pub fn parse(text: &str, offset: usize) -> Result<Option<Node>, Problem> {
    // A block scalar that ends without a line end is a known panic of the parser.
    let padded = if text.ends_with(['\n', '\r']) { text.to_owned() } else { format!("{text}\n") };
    guarded(&padded, |input, places| Composer::new(input, text, offset, places).single_document())
        .unwrap_or_else(|| Err(Problem::new(INVALID_YAML, Span::new(offset, offset + text.len()), "the YAML parser gave up")))
}

/// A collection whose end has not come yet.
struct Open {
    node: Node,
    /// A mapping's key that waits for its value.
    key: Option<Node>,
    /// Whether it counts as a block level for libyaml: a sequence at its mapping's own indentation does not.
    block: bool,
}

/// PyYAML's `CParser`: events to a tree.
struct Composer<'a> {
    parser: Parser<&'a [u8]>,
    /// The text as it stands in the file.
    text: &'a str,
    /// The text in its file.
    bounds: Span,
    places: &'a Places,
    /// Where each anchor stands.
    anchors: HashMap<String, Span>,
    stack: Vec<Open>,
    block_levels: usize,
    done: Option<Node>,
}

impl<'a> Composer<'a> {
    fn new(input: &'a str, text: &'a str, offset: usize, places: &'a Places) -> Self {
        let mut parser = Parser::new();
        parser.set_input(input.as_bytes());
        let bounds = Span::new(offset, offset + text.len());
        Self { parser, text, bounds, places, anchors: HashMap::new(), stack: Vec::new(), block_levels: 0, done: None }
    }

    fn single_document(mut self) -> Result<Option<Node>, Problem> {
        let mut documents = 0;
        loop {
            let event = self.parser.parse().map_err(|error| self.refused(&error))?;
            let span = self.span(&event);
            match event.data {
                EventData::StreamEnd => return Ok(self.done),
                EventData::StreamStart { .. } | EventData::DocumentEnd { .. } => {}
                EventData::DocumentStart { .. } => {
                    documents += 1;
                    if documents > 1 {
                        return Err(problem(span, "expected a single document in the stream, but found another document"));
                    }
                }
                EventData::Alias { anchor } => {
                    if !self.anchors.contains_key(&anchor) {
                        return Err(problem(span, format!("found undefined alias `{anchor}`")));
                    }
                    self.add(Node { kind: NodeKind::Alias(anchor), span, tag: None, anchor: None });
                }
                EventData::Scalar { anchor, tag, value, style, .. } => {
                    self.register(anchor.as_deref(), span)?;
                    let mut span = self.without_properties(span, tag.is_some() || anchor.is_some());
                    let style = written(style);
                    if matches!(style, Style::Literal | Style::Folded) {
                        // libyaml counts the line ends and blank lines behind it in.
                        span.end = span.start + self.slice(span).trim_end_matches([' ', '\t', '\n', '\r']).len();
                    }
                    self.add(Node { kind: NodeKind::Scalar { text: value, style }, span, tag, anchor });
                }
                EventData::SequenceStart { anchor, tag, style, .. } => {
                    let flow = style == SequenceStyle::Flow;
                    // A sequence at its mapping's own indentation starts with its `-`, any other with a token of no length.
                    let block = !flow && self.before(span.end) != Some(b'-');
                    self.open(Node { kind: NodeKind::Seq { items: Vec::new(), flow }, span, tag, anchor }, block)?;
                }
                EventData::MappingStart { anchor, tag, style, .. } => {
                    let flow = style == MappingStyle::Flow;
                    self.open(Node { kind: NodeKind::Map { entries: Vec::new(), flow }, span, tag, anchor }, !flow)?;
                }
                EventData::SequenceEnd | EventData::MappingEnd => self.close(span.end),
            }
        }
    }

    fn register(&mut self, anchor: Option<&str>, span: Span) -> Result<(), Problem> {
        let Some(anchor) = anchor else { return Ok(()) };
        match self.anchors.insert(anchor.to_owned(), span) {
            Some(_) => Err(problem(span, format!("found duplicate anchor `{anchor}`"))),
            None => Ok(()),
        }
    }

    fn open(&mut self, mut node: Node, block: bool) -> Result<(), Problem> {
        self.register(node.anchor.as_deref(), node.span)?;
        self.block_levels += usize::from(block);
        if self.stack.len() >= MAX_DEPTH || self.block_levels >= MAX_DEPTH {
            return Err(problem(node.span, "exceeded maximum nesting depth"));
        }
        // The event starts with anchor and tag and ends with the indicator, if there is one.
        let indicator = matches!(self.before(node.span.end), Some(b'-' | b'[' | b'{' | b'?')) && node.span.start < node.span.end;
        node.span = Span::at(node.span.end - usize::from(indicator));
        self.stack.push(Open { node, key: None, block });
        Ok(())
    }

    fn close(&mut self, end: usize) {
        let Some(mut open) = self.stack.pop() else { return };
        self.block_levels -= usize::from(open.block);
        // A collection without brackets (a block, `a: b` in a flow sequence) ends for libyaml where the next token does;
        // here it ends with its last child.
        let start = open.node.span.start;
        let bracket = self.before(end);
        open.node.span.end = match &open.node.kind {
            NodeKind::Seq { items, flow } if !flow || bracket != Some(b']') => items.last().map_or(start, |item| item.span.end),
            NodeKind::Map { entries, flow } if !flow || bracket != Some(b'}') => entries.last().map_or(start, |(_, value)| value.span.end),
            _ => end,
        };
        open.node.span.end = open.node.span.end.max(open.node.span.start);
        self.add(open.node);
    }

    fn add(&mut self, node: Node) {
        let Some(open) = self.stack.last_mut() else {
            self.done = Some(node);
            return;
        };
        match &mut open.node.kind {
            NodeKind::Seq { items, .. } => items.push(node),
            NodeKind::Map { entries, .. } => match open.key.take() {
                None => open.key = Some(node),
                Some(key) => entries.push((key, node)),
            },
            NodeKind::Scalar { .. } | NodeKind::Alias(_) => {}
        }
    }

    /// The text of `span` of the file.
    fn slice(&self, span: Span) -> &'a str {
        Span::new(span.start - self.bounds.start, span.end - self.bounds.start).of(self.text)
    }

    /// The byte of the text before byte `at` of the file.
    fn before(&self, at: usize) -> Option<u8> {
        let at = at.checked_sub(self.bounds.start + 1)?;
        self.text.as_bytes().get(at).copied()
    }

    /// The span of an event in the file.
    fn span(&self, event: &Event) -> Span {
        let start = self.offset(event.start_mark);
        Span::new(start, self.offset(event.end_mark).max(start))
    }

    /// The byte of the file at `mark`; inside the text even when the mark stands behind a line end that was added.
    fn offset(&self, mark: Mark) -> usize {
        let index = usize::try_from(mark.index).unwrap_or(usize::MAX);
        (self.bounds.start + self.places.original(index)).min(self.bounds.end)
    }

    /// `span` of a scalar without the anchor and the tag in front of it.
    fn without_properties(&self, span: Span, has_properties: bool) -> Span {
        if !has_properties {
            return span;
        }
        let mut rest = self.slice(span);
        loop {
            rest = rest.trim_start_matches([' ', '\t', '\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']);
            rest = match rest.as_bytes().first() {
                Some(b'!' | b'&') => rest.find([' ', '\t', '\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).map_or("", |end| &rest[end..]),
                Some(b'#') => rest.find(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).map_or("", |end| &rest[end..]),
                _ => return Span::new(span.end - rest.len(), span.end),
            };
        }
    }

    /// What libyaml says, at its place.
    fn refused(&self, error: &Error) -> Problem {
        let Some(mark) = error.problem_mark() else {
            let at = self.text.find(is_refused).unwrap_or(0);
            return problem(self.one_character(self.bounds.start + at), error.problem());
        };
        let span = self.one_character(self.offset(mark));
        match error.context() {
            Some(context) => problem(span, format!("{} {context}", error.problem())),
            None => problem(span, error.problem()),
        }
    }

    /// The character at byte `at` of the file; empty at a line end.
    fn one_character(&self, at: usize) -> Span {
        let next = self.text.get(at - self.bounds.start..).and_then(|rest| rest.chars().next());
        Span::new(at, at + next.filter(|c| !matches!(c, '\n' | '\r')).map_or(0, char::len_utf8))
    }
}

fn problem(span: Span, message: impl Into<String>) -> Problem {
    Problem::new(INVALID_YAML, span, message)
}

fn written(style: ScalarStyle) -> Style {
    match style {
        ScalarStyle::SingleQuoted => Style::SingleQuoted,
        ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
        ScalarStyle::Literal => Style::Literal,
        ScalarStyle::Folded => Style::Folded,
        _ => Style::Plain,
    }
}

/// Whether libyaml's reader refuses `c`.
fn is_refused(c: char) -> bool {
    !matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
        || c == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that every node of `text` covers, parents first.
    fn covered(text: &str) -> Vec<&str> {
        let before = "---";
        let mut nodes = vec![parse(text, before.len()).unwrap().unwrap()];
        let mut out = Vec::new();
        while let Some(node) = nodes.pop() {
            out.push(Span::new(node.span.start - before.len(), node.span.end - before.len()).of(text));
            nodes.extend(node.items().iter().rev().cloned());
            nodes.extend(node.entries().iter().rev().flat_map(|(key, value)| [value.clone(), key.clone()]));
        }
        out
    }

    #[test]
    fn a_node_covers_its_own_text() {
        let cases: &[(&str, &[&str])] = &[
            ("\na: 'x' # c\n\n# d\n", &["a: 'x'", "a", "'x'"]),
            ("\na:\n- b\n-  c d \ne: \n", &["a:\n- b\n-  c d \ne:", "a", "- b\n-  c d", "b", "c d", "e", ""]),
            ("\na: |-\n  x\n\n  y\n\n\nb: >+2\n   z\n", &["a: |-\n  x\n\n  y\n\n\nb: >+2\n   z", "a", "|-\n  x\n\n  y", "b", ">+2\n   z"]),
            (
                "\n- [a, {b: c}, d: e, ? f]\n",
                &["- [a, {b: c}, d: e, ? f]", "[a, {b: c}, d: e, ? f]", "a", "{b: c}", "b", "c", "d: e", "d", "e", "? f", "f", ""],
            ),
            (
                "\na: &x !!str  \"é\"\nb: !!seq &y\n- *x\n- !t &z\n",
                &["a: &x !!str  \"é\"\nb: !!seq &y\n- *x\n- !t &z", "a", "\"é\"", "b", "- *x\n- !t &z", "*x", ""],
            ),
            ("\r\n&m !!map\r\n  a: |\r\n    b\r\n", &["a: |\r\n    b", "a", "|\r\n    b"]),
            ("\n[!!str, !, é]", &["[!!str, !, é]", "", "", "é"]),
        ];
        for (text, expected) in cases {
            assert_eq!(covered(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn errors_stand_where_libyaml_says() {
        let cases = [
            ("\na: b: c\n", "mapping values are not allowed in this context", 5),
            ("\na: [b\nc: d\n", "did not find expected ',' or ']' while parsing a flow sequence", 8),
            ("\na: \u{7}\n", "control characters are not allowed", 4),
            ("\na: *x\n", "found undefined alias `x`", 4),
            ("\na: &x 1\nb: &x 2\n", "found duplicate anchor `x`", 12),
            ("\na: 1\n--- \nb: 2\n", "expected a single document in the stream, but found another document", 6),
            ("\n\ta: 1\n", "found character that cannot start any token while scanning for the next token", 1),
        ];
        for (text, message, at) in cases {
            let problem = parse(text, 3).unwrap_err();
            assert_eq!((problem.message.as_str(), problem.span.start), (message, at + 3), "{text:?}");
        }
    }
}
