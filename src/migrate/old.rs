//! Finds what is old: files and directories in places that were given up.

use std::collections::BTreeSet;

use super::{Ground, is_below};
use crate::catalog::Entry;
use crate::microagent::sdk::is_skill_file;
use crate::tree::FileKind;
use crate::trigger::glob::Glob;

/// Something in an old place.
pub(super) enum Old<'a> {
    /// A file the runtime reads or refuses.
    File(&'a Entry),
    /// A directory with a SKILL.md somewhere in it.
    Directory(String),
    /// A root instruction file of old: its path.
    Instructions(&'static str),
    /// It stays: path, reason.
    Stay(String, String),
}

/// How deep directories are searched.
const MAX_DEPTH: usize = 32;

/// Everything old, in the order the runtime reads it.
pub(super) fn find<'a>(ground: &Ground<'a>) -> Vec<Old<'a>> {
    let mut found = Vec::new();
    let layout = ground.options.layout;
    if layout.has_instructions() {
        instructions(ground, &mut found);
    }
    for dir in layout.old_dirs() {
        if let Some(link) = first_link(ground, dir) {
            let leads = ground.tree.canonical(&ground.root.join(&link)).ok();
            let shown = leads.and_then(|path| Some(format!("`{}`", path.strip_prefix(ground.root).ok()?.display())));
            found.push(Old::Stay(link, format!("a link to {}, which stays", shown.as_deref().unwrap_or("a place outside"))));
            continue;
        }
        directory(ground, dir, &mut found);
    }
    found
}

/// The first component of `path` that is a link.
pub(super) fn first_link(ground: &Ground<'_>, path: &str) -> Option<String> {
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    ends.map(|end| &path[..end]).find(|part| ground.tree.link_kind(&ground.root.join(part)) == Some(FileKind::Link)).map(str::to_string)
}

fn instructions(ground: &Ground<'_>, found: &mut Vec<Old<'_>>) {
    let wanted: &[&'static str] =
        if ground.options.cursorrules { &[".openhands_instructions", ".cursorrules"] } else { &[".openhands_instructions"] };
    for name in wanted {
        match ground.tree.link_kind(&ground.root.join(name)) {
            None => {}
            Some(FileKind::File) => found.push(Old::Instructions(name)),
            Some(FileKind::Link) => found.push(Old::Stay((*name).to_string(), "a link: move what it leads to".to_string())),
            Some(_) => found.push(Old::Stay((*name).to_string(), "not a file".to_string())),
        }
    }
}

fn directory<'a>(ground: &Ground<'a>, dir: &str, found: &mut Vec<Old<'a>>) {
    let Ok(entries) = ground.tree.entries(&ground.root.join(dir)) else { return };
    let mut apart = BTreeSet::new();
    for entry in entries {
        let path = format!("{dir}/{}", entry.name);
        if ground.options.layout.foreign().contains(&path.as_str()) {
            apart.insert(path);
        } else if entry.kind == FileKind::Link {
            let leads = ground.tree.canonical(&ground.root.join(&path)).ok();
            let shown = leads.as_ref().and_then(|target| target.strip_prefix(ground.root).ok());
            let reason = match shown {
                Some(target) => format!("a link to `{}`: move or remove it by hand", target.display()),
                None => "a link that leads nowhere or out of the directory: move or remove it by hand".to_string(),
            };
            apart.insert(path.clone());
            found.push(Old::Stay(path, reason));
        } else if entry.kind == FileKind::Dir && holds_skill(ground, &path, 0) {
            apart.insert(path.clone());
            found.push(Old::Directory(path));
        }
    }
    let mut seen = BTreeSet::new();
    for entry in &ground.before.entries {
        let inside = is_below(&entry.path, dir) && !apart.iter().any(|path| is_below(&entry.path, path));
        if inside && seen.insert(entry.path.as_str()) {
            found.push(Old::File(entry));
        }
    }
}

/// Whether a SKILL.md stands in the directory, at any depth.
fn holds_skill(ground: &Ground<'_>, dir: &str, depth: usize) -> bool {
    let entries = ground.tree.entries(&ground.root.join(dir)).unwrap_or_default();
    let skill = entries.iter().any(|entry| is_skill_file(&entry.name) && entry.kind != FileKind::Dir);
    let below = |entry: &crate::tree::DirEntry| holds_skill(ground, &format!("{dir}/{}", entry.name), depth + 1);
    skill || (depth < MAX_DEPTH && entries.iter().filter(|entry| entry.kind == FileKind::Dir).any(below))
}

/// Whether it may move: `only` names it, or names nothing.
pub(super) fn wanted(ground: &Ground<'_>, old: &Old<'_>) -> bool {
    let only = &ground.options.only;
    only.is_empty() || only.iter().any(|pattern| matches(pattern, called(old)))
}

/// Its path and its name.
pub(super) fn called<'a>(old: &'a Old<'_>) -> (&'a str, Option<&'a str>) {
    match old {
        Old::File(entry) => (entry.path.as_str(), super::decide::name_of(entry)),
        Old::Directory(path) | Old::Stay(path, _) => (path.as_str(), path.rsplit('/').next()),
        Old::Instructions(path) => (*path, None),
    }
}

/// Whether a glob of `only` names what has this path and name.
pub(super) fn matches(pattern: &str, (path, name): (&str, Option<&str>)) -> bool {
    let glob = Glob::new(pattern);
    pattern == path || glob.matches(path) || name.is_some_and(|name| pattern == name || glob.matches(name))
}
