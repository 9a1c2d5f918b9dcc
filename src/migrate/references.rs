//! Where the rest of the tree speaks of files that move: documentation, workflows, hooks.

use super::{Action, Ground, Item, TextChange, is_below};
use crate::text::{Edit, Span, apply_edits};
use crate::tree::FileKind;

/// A line that names an old path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Reference {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The old path as it stands there.
    pub old: String,
    /// What it should be; `None` for a directory whose files go to different places.
    pub new: Option<String>,
    /// The line's text.
    pub text: String,
}

/// Where a path goes.
struct Route<'a> {
    from: &'a str,
    /// `None`: what it holds goes to different places.
    to: Option<&'a str>,
    /// Whether paths below it go along.
    directory: bool,
}

impl<'a> Route<'a> {
    fn of(item: &'a Item) -> Option<Self> {
        let to = item.to.as_deref()?;
        Some(Self { from: &item.from, to: Some(to), directory: item.action == Action::Directory })
    }
}

/// How many files are searched at most, and how deep.
const MAX_FILES: usize = 50_000;
const MAX_DEPTH: usize = 32;

/// The references to what moves, and the texts with the exact ones rewritten.
pub(super) fn find(ground: &Ground<'_>, items: &[Item]) -> (Vec<Reference>, Vec<TextChange>) {
    let mut routes: Vec<Route<'_>> = items.iter().filter_map(Route::of).collect();
    // nobody wants a whole home read
    if routes.is_empty() || ground.options.layout == super::Layout::User {
        return (Vec::new(), Vec::new());
    }
    let emptied = ground.options.layout.old_dirs().iter().filter(|dir| items.iter().any(|i| i.to.is_some() && is_below(&i.from, dir)));
    routes.extend(emptied.map(|dir| Route { from: dir, to: None, directory: true }));
    // the longest first: a directory is a prefix of what it holds
    routes.sort_by_key(|route| (std::cmp::Reverse(route.from.len()), route.from));
    let (mut references, mut texts) = (Vec::new(), Vec::new());
    for path in files(ground) {
        // what moves keeps its body, and the instruction file is written already: told, not edited
        let told = items.iter().any(|item| item.to.is_some() && (is_below(&path, &item.from) || item.to.as_ref() == Some(&path)));
        let Some(source) = ground.read(&path).filter(|source| !source.text().contains('\0')) else { continue };
        let text = source.text();
        let mut found: Vec<(Span, Option<&str>)> = Vec::new();
        for route in &routes {
            for (at, _) in text.match_indices(route.from) {
                let span = Span::new(at, at + route.from.len());
                if is_path(text, span, route.directory) && !found.iter().any(|(other, _)| other.contains(span)) {
                    found.push((span, route.to));
                }
            }
        }
        found.sort();
        for (span, to) in &found {
            let line = source.line_col(span.start).line;
            let whole = source.lines().line_span(text, line).unwrap_or(*span);
            let said = whole.of(text).trim().chars().take(200).collect();
            references.push(Reference {
                path: path.clone(),
                line,
                old: span.of(text).to_string(),
                new: to.map(str::to_string),
                text: said,
            });
        }
        let edits: Vec<Edit> = found.iter().filter_map(|(span, to)| Some(Edit::replace(*span, (*to)?))).collect();
        if let Ok(new) = apply_edits(text, &edits)
            && new != text
            && !told
        {
            texts.push(TextChange { from: Some(path.clone()), to: path, old: text.to_string(), new });
        }
    }
    references.sort();
    (references, texts)
}

/// Whether the path ends there, and is not the end of a longer name.
fn is_path(text: &str, span: Span, directory: bool) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let before = text[..span.start].chars().next_back();
    let mut after = text[span.end..].chars();
    let ends = match after.next() {
        // a full stop may end the sentence, not only go on with a suffix
        Some('.') => !after.next().is_some_and(part),
        Some('/') => directory,
        next => !next.is_some_and(part),
    };
    ends && !before.is_some_and(part)
}

/// The files of the tree: what git knows or does not ignore, else everything.
fn files(ground: &Ground<'_>) -> Vec<String> {
    let mut files = ground.tree.git_files(ground.root).unwrap_or_else(|| {
        let mut found = Vec::new();
        walk(ground, "", 0, &mut found);
        found
    });
    files.sort();
    files.dedup();
    files.truncate(MAX_FILES);
    files
}

fn walk(ground: &Ground<'_>, below: &str, depth: usize, found: &mut Vec<String>) {
    let entries = ground.tree.entries(&ground.root.join(below.trim_end_matches('/'))).unwrap_or_default();
    for entry in entries {
        if found.len() >= MAX_FILES {
            return;
        }
        let path = format!("{below}{}", entry.name);
        match entry.kind {
            FileKind::File => found.push(path),
            FileKind::Dir
                if depth < MAX_DEPTH && !matches!(entry.name.as_str(), ".git" | ".microagent" | "node_modules" | "target" | ".venv") =>
            {
                walk(ground, &format!("{path}/"), depth + 1, found);
            }
            _ => {}
        }
    }
}
