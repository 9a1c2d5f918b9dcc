//! Writes the text of every file that moves: frontmatter, placeholders and links. The rest of a body keeps its bytes.

use super::compare::Expected;
use super::decide::Decided;
use super::frontmatter::{Edited, Fate, Wanted, edit};
use super::{Action, Change, ChangeKind, Conflict, Ground, Item, LinkChange, TextChange, describe, dir_of, is_below, links};
use crate::document::Document;
use crate::microagent::variables::{older_placeholders, variables};
use crate::microagent::{Activation, Loader, Microagent};
use crate::migrate::old::first_link;
use crate::python;
use crate::source::SourceFile;
use crate::text::{Edit, LineIndex, apply_edits};
use crate::tree::FileKind;
use crate::yaml::Value;

/// The items of a plan and the files whose text changes.
pub(super) fn write(ground: &Ground<'_>, decided: Vec<Decided<'_>>, conflicts: &mut Vec<Conflict>) -> (Vec<Item>, Vec<TextChange>) {
    let routes: Vec<(String, String)> = decided.iter().filter_map(|item| Some((item.from.clone(), item.to.clone()?))).collect();
    let mut writer = Writer { ground, routes, texts: Vec::new(), servers: Vec::new(), conflicts };
    let mut sections = Sections::default();
    let mut items = Vec::with_capacity(decided.len());
    for one in decided {
        let mut item = bare(&one);
        let written = match item.action {
            Action::Skill => writer.skill(&one, &mut item),
            Action::Flat => writer.flat(&one, &mut item),
            Action::Directory => writer.directory(&mut item),
            Action::Section => writer.section(&one, &mut item, &mut sections),
            Action::Stay => Ok(()),
        };
        if let Err(reason) = written {
            item.action = Action::Stay;
            (item.to, item.name, item.reason) = (None, None, Some(reason));
        }
        items.push(item);
    }
    sections.finish(&mut writer);
    writer.servers();
    let Writer { texts, .. } = writer;
    (items, texts)
}

fn bare(one: &Decided<'_>) -> Item {
    Item {
        from: one.from.clone(),
        to: one.to.clone(),
        action: one.action,
        old_name: one.microagent.as_ref().filter(|_| one.loaded).map(|microagent| microagent.name.clone()),
        name: one.name.clone(),
        reason: one.reason.clone(),
        keys: Vec::new(),
        links: Vec::new(),
        files: Vec::new(),
        changes: Vec::new(),
        expected: Expected::Nothing,
    }
}

struct Writer<'a, 'b> {
    ground: &'b Ground<'a>,
    /// Everything that moves: from, to.
    routes: Vec<(String, String)>,
    texts: Vec<TextChange>,
    /// What old files declare as `mcp_tools`.
    servers: Vec<Value>,
    conflicts: &'b mut Vec<Conflict>,
}

impl Writer<'_, '_> {
    /// Where a path is after the move; `None` when there is nothing.
    fn at(&self, path: &str) -> Option<String> {
        let route = self.routes.iter().find(|(from, to)| path == from || (is_below(path, from) && !to.ends_with(".md")));
        match route {
            Some((from, to)) => Some(format!("{to}{}", &path[from.len()..])),
            None => self.ground.tree.kind(&self.ground.root.join(path)).map(|_| path.to_string()),
        }
    }

    /// The edits that spell the links of `text` from their new place, noted in the item.
    fn links(&self, text: &str, start: usize, from: &str, to: &str, notes: &mut Vec<(usize, LinkChange)>) -> Vec<Edit> {
        let moved = links::moved(text, dir_of(from), dir_of(to), &|path| self.at(path));
        notes.extend(moved.iter().map(|link| {
            let change = LinkChange { path: to.to_string(), line: 0, old: link.old.clone(), new: link.new.clone() };
            (start + link.span.start, change)
        }));
        links::edits(&moved, start)
    }

    fn skill(&mut self, one: &Decided<'_>, item: &mut Item) -> Result<(), String> {
        let (Some(document), Some(microagent), Some(to), Some(name)) =
            (one.entry.and_then(|entry| entry.document.as_ref()), &one.microagent, &one.to, &one.name)
        else {
            return Err("it is in conflict".to_string());
        };
        let description = self.description(one, microagent, name, item);
        let command = microagent.activation == Activation::Task;
        let old_command = format!("/{}", microagent.name);
        let wanted = Wanted {
            name,
            description: description.as_deref(),
            command: command.then_some(old_command.as_str()),
            only_on_trigger: self.ground.options.only_on_trigger && microagent.activation != Activation::Paths,
        };
        let Edited { mut edits, keys } = edit(document, &wanted).map_err(|reason| format!("{reason}: move it by hand"))?;
        let mut notes = Vec::new();
        let content = document.source.slice(document.content);
        let mut inside = placeholders(content, microagent, item);
        inside.extend(self.links(content, 0, &item.from, to, &mut notes));
        let after = apply_edits(content, &inside).map_err(|error| error.to_string())?;
        edits.extend(inside.iter().map(|edit| Edit::replace(edit.span.shifted(document.content.start), edit.text.clone())));
        let new = apply_edits(document.source.text(), &edits).map_err(|error| error.to_string())?;
        item.links = numbered(document.source.text(), notes, document.content.start);
        item.keys = keys;
        self.servers_of(document, item);
        item.expected = Expected::Skill { content: python::universal_newlines(&after).into_owned(), before: Box::new(microagent.clone()) };
        self.text(item, document.source.text(), new);
        Ok(())
    }

    /// The description to add, when there is none.
    fn description(&mut self, one: &Decided<'_>, microagent: &Microagent, name: &str, item: &mut Item) -> Option<String> {
        if microagent.description.is_some() {
            return None;
        }
        let given = self.ground.options.describe.iter().find(|(key, _)| *key == microagent.name || key == name);
        if let Some((_, text)) = given {
            item.changes.push(Change::new(ChangeKind::Description, "has the description that was given"));
            return Some(text.clone());
        }
        if self.ground.options.strict {
            let help = format!("add one, or give it with `--describe {name}=TEXT`");
            self.conflicts.push(Conflict::new(&one.from, "it has no description", help));
        }
        let (text, message) = match describe::taken(&without_placeholders(&microagent.content)) {
            Some(text) => (text.clone(), format!("has a description taken from its text: \"{text}\"")),
            None => {
                let text = describe::made(microagent, name);
                let message =
                    format!("its text has no sentence to describe it; it is described as \"{text}\": `--describe {name}=TEXT` is better");
                (text, message)
            }
        };
        item.changes.push(Change::new(ChangeKind::Description, message));
        Some(text)
    }

    fn flat(&mut self, one: &Decided<'_>, item: &mut Item) -> Result<(), String> {
        let (Some(document), Some(to)) = (one.entry.and_then(|entry| entry.document.as_ref()), &one.to) else {
            return Err("it cannot be read".to_string());
        };
        let mut notes = Vec::new();
        let content = document.source.slice(document.content);
        let inside = self.links(content, 0, &item.from, to, &mut notes);
        let after = apply_edits(content, &inside).map_err(|error| error.to_string())?;
        let new =
            format!("{}{after}{}", &document.source.text()[..document.content.start], &document.source.text()[document.content.end..]);
        item.links = numbered(document.source.text(), notes, document.content.start);
        item.keys = document.metadata.iter().flatten().map(|(key, _)| (key.python_str(), Fate::Kept)).collect();
        item.expected = Expected::Flat { content: python::universal_newlines(&after).into_owned() };
        self.text(item, document.source.text(), new);
        Ok(())
    }

    fn directory(&mut self, item: &mut Item) -> Result<(), String> {
        let Some(to) = item.to.clone() else { return Ok(()) };
        let mut files = Vec::new();
        self.walk(&item.from, "", 0, &mut files).map_err(|reason| format!("{reason}: move it by hand"))?;
        for file in files.iter().filter(|file| file.ends_with(".md")) {
            let (from, to) = (format!("{}/{file}", item.from), format!("{to}/{file}"));
            let Some(source) = self.ground.read(&from) else { continue };
            let document = Document::read(source, Loader::Sdk.readers());
            let mut notes = Vec::new();
            let content = document.source.slice(document.content);
            let edits = self.links(content, document.content.start, &from, &to, &mut notes);
            // what leads nowhere in a directory that moves as it is, is its author's business
            notes.retain(|(_, link)| link.new.is_some());
            item.links.extend(numbered(document.source.text(), notes, 0));
            let new = apply_edits(document.source.text(), &edits).map_err(|error| error.to_string())?;
            if new != document.source.text() {
                let old = document.source.text().to_string();
                self.texts.push(TextChange { from: Some(from), to, old, new });
            }
        }
        item.files = files;
        item.expected = Expected::Directory;
        Ok(())
    }

    fn walk(&self, root: &str, below: &str, depth: usize, files: &mut Vec<String>) -> Result<(), String> {
        let dir = format!("{root}/{below}");
        let entries = self.ground.tree.entries(&self.ground.root.join(dir.trim_end_matches('/'))).map_err(|error| error.to_string())?;
        for entry in entries {
            let path = format!("{below}{}", entry.name);
            match entry.kind {
                FileKind::Dir if entry.name == ".git" => return Err("it holds a repository of its own".to_string()),
                FileKind::Dir if depth > 64 => return Err("it is nested too deep".to_string()),
                FileKind::Dir => self.walk(root, &format!("{path}/"), depth + 1, files)?,
                FileKind::Link => {
                    let file = self.ground.root.join(root).join(&path);
                    let inside = self.ground.tree.canonical(&file).is_ok_and(|target| target.starts_with(self.ground.root.join(root)));
                    if !inside {
                        return Err(format!("its link `{path}` leads out of it"));
                    }
                    files.push(path);
                }
                FileKind::File if entry.name == ".git" => return Err("it is a repository of its own".to_string()),
                FileKind::File => files.push(path),
                FileKind::Other => return Err(format!("`{path}` in it is not a regular file")),
            }
        }
        Ok(())
    }

    fn section(&mut self, one: &Decided<'_>, item: &mut Item, sections: &mut Sections) -> Result<(), String> {
        let Some(to) = item.to.clone() else { return Ok(()) };
        let source = match one.entry.and_then(|entry| entry.document.as_ref()) {
            Some(document) => document.source.clone(),
            None => self.ground.read(&item.from).ok_or("it cannot be read as text")?,
        };
        // the old instruction files have no frontmatter: their text is taken as it is
        let content = match one.entry.and_then(|entry| entry.document.as_ref()) {
            Some(document) => {
                item.keys = document.metadata.iter().flatten().map(|(key, _)| (key.python_str(), Fate::Dropped)).collect();
                document.content
            }
            None => python::strip_span(source.text(), crate::text::Span::new(0, source.text().len())),
        };
        let mut notes = Vec::new();
        let text = source.slice(content);
        let edits = self.links(text, 0, &item.from, &to, &mut notes);
        let after = apply_edits(text, &edits).map_err(|error| error.to_string())?;
        item.links = numbered(source.text(), notes, content.start);
        for (key, _) in &item.keys {
            if matches!(key.to_lowercase().as_str(), "keywords" | "keyword" | "trigger" | "triggers" | "trigger_type") && key != "triggers"
            {
                let message = format!("its key `{key}` was never read and is left out: it was always on and stays so");
                item.changes.push(Change::new(ChangeKind::UnreadKey, message));
            }
        }
        if let Some(document) = one.entry.and_then(|entry| entry.document.as_ref()) {
            self.servers_of(document, item);
        }
        item.expected = Expected::Section { content: python::universal_newlines(&after).into_owned() };
        let name = one.microagent.as_ref().map_or("instructions", |microagent| &microagent.name);
        sections.add(&source, &to, &item.from, name, after);
        Ok(())
    }

    /// Notes the servers that a file declares: the runtime starts none from there.
    fn servers_of(&mut self, document: &Document, item: &mut Item) {
        let Some(declared) = document.get("mcp_tools") else { return };
        self.servers.push(declared.clone());
        let place = match &self.ground.options.mcp {
            Some(path) => format!("they go to `{path}`"),
            None => "`--mcp FILE` writes them to a file".to_string(),
        };
        let message = format!("its MCP servers are left out, which the runtime never starts from here; {place}");
        item.changes.push(Change::new(ChangeKind::Mcp, message));
    }

    /// Writes the servers to the file asked for.
    fn servers(&mut self) {
        let Some(path) = self.ground.options.mcp.clone().filter(|_| !self.servers.is_empty()) else { return };
        let help = "give another file to `--mcp`, relative to the directory";
        let normal = links::resolve("", &path).as_deref() == Some(path.as_str()) && !path.contains(['\\', '\0']);
        if !normal || first_link(self.ground, &path).is_some() {
            self.conflicts.push(Conflict::new(path, "it is no plain path below the directory", help));
        } else if let Some(taken) = self.in_the_way(&path) {
            self.conflicts.push(Conflict::new(&path, taken, help));
        } else {
            match super::servers::json(&self.servers) {
                Ok(new) => self.texts.push(TextChange { from: None, to: path, old: String::new(), new }),
                Err(message) => self.conflicts.push(Conflict::new(path, message, "rename one of the two")),
            }
        }
    }

    /// Why no new file can be written at `path`: something is there, comes there, or leaves with the directory around it.
    fn in_the_way(&self, path: &str) -> Option<String> {
        let kind = |path: &str| self.ground.tree.link_kind(&self.ground.root.join(path));
        if kind(path).is_some() {
            return Some(format!("`{path}` exists already and is left alone"));
        }
        let mut above = path.match_indices('/').map(|(at, _)| &path[..at]);
        if let Some(file) = above.find(|dir| kind(dir).is_some_and(|kind| kind != FileKind::Dir)) {
            return Some(format!("`{file}` is not a directory"));
        }
        let (from, to) = self.routes.iter().find(|(from, to)| is_below(path, from) || is_below(path, to) || is_below(to, path))?;
        Some(format!("`{from}` moves to `{to}`, and the servers go to a file of their own"))
    }

    fn text(&mut self, item: &Item, old: &str, new: String) {
        if let Some(to) = item.to.clone().filter(|_| old != new) {
            self.texts.push(TextChange { from: Some(item.from.clone()), to, old: old.to_string(), new });
        }
    }
}

/// The lines of the links, as the file has them now.
fn numbered(text: &str, notes: Vec<(usize, LinkChange)>, start: usize) -> Vec<LinkChange> {
    let lines = LineIndex::new(text);
    notes.into_iter().map(|(at, link)| LinkChange { line: lines.line(start + at), ..link }).collect()
}

/// `{{ NAME }}` of a declared input becomes the runtime's `${NAME}`.
fn placeholders(content: &str, microagent: &Microagent, item: &mut Item) -> Vec<Edit> {
    let declared = |name: &str| microagent.inputs.iter().any(|input| input.name.text == name);
    let found: Vec<_> = older_placeholders(content).into_iter().filter(|variable| declared(variable.name)).collect();
    let mut names: Vec<&str> = found.iter().map(|variable| variable.name).collect();
    names.sort_unstable();
    names.dedup();
    if !names.is_empty() {
        let list: Vec<String> = names.iter().map(|name| format!("`{{{{ {name} }}}}` is `${{{name}}}`")).collect();
        item.changes.push(Change::new(ChangeKind::Placeholders, format!("{} now, which the runtime knows", list.join(", "))));
    }
    found.iter().map(|variable| Edit::replace(variable.span, format!("${{{}}}", variable.name))).collect()
}

/// A text with the bare names of its variables, for people.
fn without_placeholders(content: &str) -> String {
    let found = older_placeholders(content).into_iter().chain(variables(content));
    let edits: Vec<Edit> = found.map(|variable| Edit::replace(variable.span, variable.name)).collect();
    apply_edits(content, &edits).unwrap_or_else(|_| content.to_string())
}

/// What is added to the instruction file.
#[derive(Default)]
struct Sections {
    to: Option<String>,
    first: Option<String>,
    newline: &'static str,
    ends: bool,
    added: Vec<(String, String)>,
}

impl Sections {
    fn add(&mut self, source: &SourceFile, to: &str, from: &str, name: &str, text: String) {
        if self.to.is_none() {
            self.to = Some(to.to_string());
            self.first = Some(from.to_string());
            self.newline = source.newline();
            self.ends = source.text().ends_with(['\n', '\r']);
        }
        self.added.push((name.to_string(), text));
    }

    /// Writes the instruction file: what it holds already, then the sections. One that does not start with a heading gets
    /// one, so that it does not read as part of the text before it.
    fn finish(self, writer: &mut Writer<'_, '_>) {
        let Some(to) = self.to else { return };
        let existing = writer.ground.read(&to);
        let newline = existing.as_ref().filter(|source| source.text().contains(['\n', '\r'])).map_or(self.newline, SourceFile::newline);
        let old = existing.as_ref().map(|source| source.text().to_string());
        let mut text = old.clone().unwrap_or_default();
        for (name, added) in self.added.iter().filter(|(_, added)| !added.is_empty()) {
            if !text.trim().is_empty() {
                while !text.ends_with(&newline.repeat(2)) {
                    text.push_str(newline);
                }
                if !added.starts_with('#') {
                    text.push_str(&format!("## {name}{newline}{newline}"));
                }
            }
            text.push_str(&python::universal_newlines(added).replace('\n', newline));
            text.push_str(newline);
        }
        if existing.is_none() && !self.ends {
            text.truncate(text.trim_end_matches(['\n', '\r']).len());
        }
        let from = if existing.is_some() { Some(to.clone()) } else { self.first };
        let before = match (&old, &from) {
            (Some(old), _) => old.clone(),
            (None, Some(from)) => writer.ground.read(from).map(|source| source.text().to_string()).unwrap_or_default(),
            (None, None) => String::new(),
        };
        writer.texts.push(TextChange { from, to, old: before, new: text });
    }
}
