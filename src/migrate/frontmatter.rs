//! Turns the frontmatter of a flat file into that of a SKILL.md, in place: what stays keeps its bytes, its order and its
//! comments. Every key is accounted for.

use crate::document::Document;
use crate::frontmatter::Fence;
use crate::text::{Edit, Span};
use crate::yaml::Node;
use crate::yaml::node::NodeKind;
use crate::yaml::spell::{self, quoted};

/// What became of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Stays as it is.
    Kept,
    /// Stays with another value.
    Changed,
    /// Stands under `metadata` now.
    Metadata,
    /// Left out: nothing reads it.
    Dropped,
    /// Stays although nothing reads it and it fits nowhere else.
    Unread,
}

/// What the frontmatter shall say.
#[derive(Debug, Clone, Default)]
pub struct Wanted<'a> {
    /// The name.
    pub name: &'a str,
    /// A description to add; an existing one stays.
    pub description: Option<&'a str>,
    /// A trigger that must stand in the list.
    pub command: Option<&'a str>,
    /// Whether to add `disable-model-invocation: true`.
    pub only_on_trigger: bool,
}

/// The edits, and what became of each key in the order they are written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edited {
    /// Changes to the file.
    pub edits: Vec<Edit>,
    /// Each key with its fate; a key written twice counts twice.
    pub keys: Vec<(String, Fate)>,
}

const READ: [&str; 12] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
    "allowed_tools",
    "disable-model-invocation",
    "disable_model_invocation",
    "triggers",
    "paths",
    "inputs",
];

const MEANINGLESS: [&str; 3] = ["type", "agent", "mcp_tools"];

/// The edits that make the frontmatter of `document` say what is wanted. The error says why it cannot be edited in place.
pub fn edit(document: &Document, wanted: &Wanted<'_>) -> Result<Edited, &'static str> {
    let parts = document.parts.ok_or("it has no frontmatter")?;
    if parts.fence != Fence::Yaml {
        return Err("its frontmatter is not YAML");
    }
    let root = document.root.as_ref().ok_or("its frontmatter is empty")?;
    let NodeKind::Map { entries, flow: false } = &root.kind else {
        return Err("its frontmatter is written as one flow mapping");
    };
    let first = entries.first().ok_or("its frontmatter is empty")?;
    let text = document.source.text();
    let writer = Writer {
        text,
        newline: document.source.newline(),
        indent: Span::new(line_start(text, first.0.span.start), first.0.span.start).of(text),
        end: parts.close.start,
    };
    if !writer.indent.chars().all(|c| c == ' ') {
        return Err("its frontmatter does not start on a line of its own");
    }
    writer.edit(entries, document, wanted)
}

struct Writer<'a> {
    text: &'a str,
    newline: &'static str,
    /// What stands before each key.
    indent: &'a str,
    /// Where a key can be added.
    end: usize,
}

impl Writer<'_> {
    fn edit(&self, entries: &[(Node, Node)], document: &Document, wanted: &Wanted<'_>) -> Result<Edited, &'static str> {
        let mut out = Edited::default();
        let mut metadata = Vec::new();
        let mut top = String::new();
        let mut after_name = None;
        if let Some(lead) = document.parts.map(|parts| parts.lead).filter(|lead| !lead.is_empty()) {
            out.edits.push(Edit::delete(lead));
        }
        // a key that `metadata` has already stays where it is: one of the two would be lost
        let taken = |name: &str| metadata_of(entries).is_some_and(|inner| inner.iter().any(|(key, _)| named(key, name)));
        for (at, (key, value)) in entries.iter().enumerate() {
            let Some((name, _)) = key.scalar().filter(|(name, _)| *name != "<<") else {
                return Err("its frontmatter uses a merge key or a key that is no text");
            };
            let counts = !entries[at + 1..].iter().any(|(later, _)| later.scalar().is_some_and(|(later, _)| later == name));
            let fate = match name {
                "name" if counts => {
                    after_name = Some(self.line_end(value));
                    self.name(value, document, wanted.name, &mut out.edits)?
                }
                "description" if counts && wanted.description.is_some() => {
                    out.edits.push(Edit::delete(self.lines(key, value)));
                    Fate::Changed
                }
                "triggers" if counts => self.command(value, document, wanted.command, &mut out.edits)?,
                "disable-model-invocation" if counts && wanted.only_on_trigger => {
                    out.edits.push(Edit::replace(value.span, "true"));
                    Fate::Changed
                }
                name if READ.contains(&name) => Fate::Kept,
                name if MEANINGLESS.contains(&name) => {
                    out.edits.push(Edit::delete(self.lines(key, value)));
                    Fate::Dropped
                }
                _ => match value.scalar().filter(|_| value.anchor.is_none() && value.tag.is_none() && counts && !taken(name)) {
                    Some(("", crate::yaml::node::Style::Plain)) => {
                        out.edits.push(Edit::delete(self.lines(key, value)));
                        Fate::Dropped
                    }
                    Some((text, _)) => {
                        metadata.push((name.to_string(), text.to_string(), self.comment(value)));
                        out.edits.push(Edit::delete(self.lines(key, value)));
                        Fate::Metadata
                    }
                    None => Fate::Unread,
                },
            };
            out.keys.push((name.to_string(), fate));
        }
        let has = |name: &str| entries.iter().any(|(key, _)| key.scalar().is_some_and(|(text, _)| text == name));
        if !has("name") {
            top += &self.line(0, &format!("name: {}", scalar(wanted.name)));
        }
        if let Some(description) = wanted.description {
            top += &self.line(0, &format!("description: {}", scalar(description)));
        }
        let start = line_start(self.text, entries[0].0.span.start);
        out.edits.push(Edit::insert(after_name.unwrap_or(start), top));
        let mut bottom = String::new();
        if let Some(command) = wanted.command.filter(|_| !has("triggers")) {
            bottom += &(self.line(0, "triggers:") + &self.line(1, &format!("- {}", scalar(command))));
        }
        if wanted.only_on_trigger && !has("disable-model-invocation") && !has("disable_model_invocation") {
            bottom += &self.line(0, "disable-model-invocation: true");
        }
        self.metadata(entries, &metadata, &mut bottom, &mut out.edits)?;
        out.edits.push(Edit::insert(self.end, bottom));
        out.edits.retain(|edit| !edit.span.is_empty() || !edit.text.is_empty());
        Ok(out)
    }

    fn name(&self, value: &Node, document: &Document, wanted: &str, edits: &mut Vec<Edit>) -> Result<Fate, &'static str> {
        if document.get("name").is_some_and(|value| value.as_str() == Some(wanted)) {
            return Ok(Fate::Kept);
        }
        if value.scalar().is_none() {
            return Err("its `name` is not a text");
        }
        if value.span.is_empty() {
            edits.push(Edit::insert(value.span.start, format!(" {}", scalar(wanted))));
        } else if value.span.of(self.text).contains(['\n', '\r']) {
            return Err("its `name` is written over several lines");
        } else {
            edits.push(Edit::replace(value.span, scalar(wanted)));
        }
        Ok(Fate::Changed)
    }

    /// Adds a trigger at the end of the list.
    fn command(&self, value: &Node, document: &Document, command: Option<&str>, edits: &mut Vec<Edit>) -> Result<Fate, &'static str> {
        let known = |command: &str| {
            let items = document.get("triggers").and_then(crate::yaml::Value::as_list).unwrap_or_default();
            items.iter().any(|item| item.as_str() == Some(command))
        };
        let Some(command) = command.filter(|command| !known(command)) else { return Ok(Fate::Kept) };
        match &value.kind {
            NodeKind::Seq { items, flow: true } => {
                // right after the last item: a comma or a comment may follow it
                let edit = match items.last() {
                    Some(last) => Edit::insert(end_of(last), format!(", {}", scalar(command))),
                    None => Edit::insert(value.span.start + 1, scalar(command)),
                };
                edits.push(edit);
            }
            NodeKind::Seq { items, flow: false } => {
                let (Some(first), Some(last)) = (items.first(), items.last()) else { return Err("its `triggers` cannot be extended") };
                let before = Span::new(line_start(self.text, first.span.start), first.span.start).of(self.text);
                let dash = before.split('-').next().unwrap_or_default();
                if !dash.chars().all(|c| c == ' ') || !before.contains('-') {
                    return Err("its `triggers` cannot be extended");
                }
                let end = self.line_end(last);
                edits.push(Edit::insert(end, format!("{dash}- {}{}", scalar(command), self.newline)));
            }
            _ => return Err("its `triggers` cannot be extended"),
        }
        Ok(Fate::Changed)
    }

    /// Adds what moves under `metadata`.
    fn metadata(
        &self,
        entries: &[(Node, Node)],
        moved: &[(String, String, String)],
        bottom: &mut String,
        edits: &mut Vec<Edit>,
    ) -> Result<(), &'static str> {
        if moved.is_empty() {
            return Ok(());
        }
        let existing = entries.iter().rev().find(|(key, _)| named(key, "metadata"));
        let pair = |(key, value, _): &(String, String, String)| format!("{}: {}", scalar(key), quoted(value));
        match existing.map(|(_, value)| &value.kind) {
            None => {
                *bottom += &self.line(0, "metadata:");
                for entry in moved {
                    *bottom += &self.line(1, &(pair(entry) + &entry.2));
                }
            }
            Some(NodeKind::Map { entries: inner, flow }) if !inner.is_empty() => {
                let (first, last) = (&inner[0].0, &inner[inner.len() - 1].1);
                if *flow {
                    let pairs: Vec<String> = moved.iter().map(pair).collect();
                    edits.push(Edit::insert(end_of(last), format!(", {}", pairs.join(", "))));
                } else {
                    let indent = Span::new(line_start(self.text, first.span.start), first.span.start).of(self.text);
                    let lines: Vec<String> =
                        moved.iter().map(|entry| format!("{indent}{}{}{}", pair(entry), entry.2, self.newline)).collect();
                    edits.push(Edit::insert(self.line_end(last), lines.concat()));
                }
            }
            Some(_) => return Err("its `metadata` cannot be extended"),
        }
        Ok(())
    }

    fn line(&self, depth: usize, text: &str) -> String {
        format!("{}{}{text}{}", self.indent, "  ".repeat(depth), self.newline)
    }

    /// The comment after a value on its line, with the white space before it.
    fn comment(&self, value: &Node) -> String {
        let end = end_of(value);
        let rest = Span::new(end, self.line_end(value)).of(self.text).trim_end();
        if rest.trim_start().starts_with('#') { rest.to_string() } else { String::new() }
    }

    /// The whole lines of an entry.
    fn lines(&self, key: &Node, value: &Node) -> Span {
        Span::new(line_start(self.text, key.span.start), self.line_end(value).max(next_line(self.text, key.span.end)))
    }

    /// One past the last line of a value.
    fn line_end(&self, value: &Node) -> usize {
        let end = end_of(value);
        let whole = self.text[..end].ends_with(['\n', '\r']);
        if whole { end } else { next_line(self.text, end) }
    }
}

fn named(key: &Node, name: &str) -> bool {
    key.scalar().is_some_and(|(text, _)| text == name)
}

/// What stands under `metadata`, when that is a mapping.
fn metadata_of(entries: &[(Node, Node)]) -> Option<&[(Node, Node)]> {
    match &entries.iter().rev().find(|(key, _)| named(key, "metadata"))?.1.kind {
        NodeKind::Map { entries, .. } => Some(entries),
        _ => None,
    }
}

/// One past the last byte of a value. The parser lets a block collection end where the next thing starts.
fn end_of(node: &Node) -> usize {
    match &node.kind {
        NodeKind::Seq { items, flow: false } => items.last().map_or(node.span.end, end_of),
        NodeKind::Map { entries, flow: false } => entries.last().map_or(node.span.end, |(key, value)| end_of(value).max(end_of(key))),
        _ => node.span.end,
    }
}

fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind(['\n', '\r']).map_or(0, |at| at + 1)
}

fn next_line(text: &str, offset: usize) -> usize {
    match text[offset..].find(['\n', '\r']) {
        Some(at) if text[offset + at..].starts_with("\r\n") => offset + at + 2,
        Some(at) => offset + at + 1,
        None => text.len(),
    }
}

/// `text` as a YAML scalar that every reader takes for this text: all but single words in quotes.
fn scalar(text: &str) -> String {
    let word = text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_'));
    if word { spell::scalar(text) } else { quoted(text) }
}
