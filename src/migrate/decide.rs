//! Decides where each old file goes and under which name. By what the runtime makes of a file, never by its `type`.

use std::collections::BTreeMap;

use super::old::{Old, first_link};
use super::slug::{danger, slug};
use super::{Action, AlwaysOn, Conflict, Ground};
use crate::catalog::{Entry, Outcome, Reason};
use crate::document::Document;
use crate::frontmatter::Fence;
use crate::microagent::name::without_suffix;
use crate::microagent::{Activation, Format, Microagent, sdk};
use crate::tree::FileKind;

/// An old file or directory with its destination.
pub(super) struct Decided<'a> {
    pub(super) from: String,
    pub(super) to: Option<String>,
    pub(super) action: Action,
    pub(super) name: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) entry: Option<&'a Entry>,
    /// What the runtime makes of it, or would once it can be read.
    pub(super) microagent: Option<Microagent>,
    /// Whether the runtime has it now.
    pub(super) loaded: bool,
}

impl Decided<'_> {
    fn new(from: &str, action: Action) -> Self {
        Self { from: from.into(), to: None, action, name: None, reason: None, entry: None, microagent: None, loaded: false }
    }

    fn stay(from: &str, reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..Self::new(from, Action::Stay) }
    }
}

/// The name of a loaded microagent, or the name it would have.
pub(super) fn name_of(entry: &Entry) -> Option<&str> {
    match &entry.outcome {
        Outcome::Loaded(microagent) => Some(&microagent.name),
        Outcome::NotLoaded(lost) => lost.microagent.as_ref().map(|microagent| microagent.name.as_str()),
    }
}

/// Decides for everything found. What must not be done becomes a conflict.
pub(super) fn decide<'a>(ground: &Ground<'a>, found: Vec<Old<'a>>, conflicts: &mut Vec<Conflict>) -> Vec<Decided<'a>> {
    let mut decided: Vec<Decided<'a>> = found.into_iter().map(|old| one(ground, old)).collect();
    name_skills(ground, &mut decided, conflicts);
    let moves = decided.iter().any(|item| item.action != Action::Stay && item.action != Action::Section);
    if let Some(link) = first_link(ground, ground.options.layout.new_dir()).filter(|_| moves) {
        let message = format!("`{link}` is a link, and nothing is moved through links");
        conflicts.push(Conflict::new(link, message, "replace the link by a directory, or move by hand"));
    }
    sections(ground, &mut decided, conflicts);
    targets(ground, &decided, conflicts);
    decided
}

fn one<'a>(ground: &Ground<'a>, old: Old<'a>) -> Decided<'a> {
    match old {
        Old::Stay(path, reason) => Decided::stay(&path, reason),
        Old::Instructions(path) => Decided::new(path, Action::Section),
        Old::Directory(path) => whole(ground, &path),
        Old::File(entry) => file(ground, entry),
    }
}

/// A directory moves as it is, unless the runtime already reads another one instead.
fn whole<'a>(ground: &Ground<'a>, path: &str) -> Decided<'a> {
    if let Some(reason) = unprintable(path) {
        return Decided::stay(path, reason);
    }
    let own = ground.before.entries.iter().find(|entry| {
        let name = entry.path.rsplit('/').next().unwrap_or_default();
        super::dir_of(&entry.path) == path && sdk::is_skill_file(name)
    });
    if let Some(Outcome::NotLoaded(lost)) = own.map(|entry| &entry.outcome)
        && lost.reason == Reason::Shadowed
    {
        return Decided::stay(path, shadowed(lost.by.as_deref()));
    }
    if ground.tree.link_kind(&ground.root.join(path).join(".git")).is_some() {
        return Decided::stay(path, "a repository of its own: move it there");
    }
    let name = path.rsplit('/').next().unwrap_or_default().to_string();
    let to = Some(format!("{}/{name}", ground.options.layout.new_dir()));
    let loaded = own.is_some_and(|entry| matches!(entry.outcome, Outcome::Loaded(_)));
    Decided { to, name: Some(name), loaded, ..Decided::new(path, Action::Directory) }
}

fn shadowed(by: Option<&str>) -> String {
    format!("not loaded: the runtime reads `{}` instead; compare the two and remove one", by.unwrap_or("another file"))
}

fn file<'a>(ground: &Ground<'a>, entry: &'a Entry) -> Decided<'a> {
    let path = entry.path.as_str();
    if let Some(reason) = unprintable(path) {
        return Decided::stay(path, reason);
    }
    if let Some(link) = first_link(ground, path) {
        return Decided::stay(path, format!("`{link}` is a link: move what it leads to"));
    }
    if inside_repository(ground, path) {
        return Decided::stay(path, "it belongs to a repository of its own: move it there");
    }
    let (microagent, loaded) = match &entry.outcome {
        Outcome::Loaded(microagent) => ((**microagent).clone(), true),
        Outcome::NotLoaded(lost) => match (lost.reason, without_servers(ground, entry)) {
            (Reason::Invalid, Some(microagent)) => (microagent, false),
            (Reason::Shadowed, _) => return Decided::stay(path, shadowed(lost.by.as_deref())),
            _ => return Decided::stay(path, format!("not loaded: {}", lost.message)),
        },
    };
    let Some(document) = &entry.document else { return Decided::stay(path, "it cannot be read") };
    if microagent.format == Format::ThirdParty {
        return Decided::stay(path, format!("an instruction file, always on as `{}`: move its text by hand", microagent.name));
    }
    if let Some(reason) = unread_frontmatter(document) {
        return Decided::stay(path, reason);
    }
    let flat = ground.options.always_on == AlwaysOn::Flat || !ground.options.layout.has_instructions();
    let action = match microagent.activation {
        Activation::Always | Activation::OnDemand if flat => Action::Flat,
        Activation::Always | Activation::OnDemand => Action::Section,
        Activation::Keywords | Activation::Task | Activation::Paths => Action::Skill,
    };
    let relative = ground.options.layout.old_dirs().iter().find_map(|dir| path.strip_prefix(dir)?.strip_prefix('/'));
    let to = (action == Action::Flat).then(|| format!("{}/{}", ground.options.layout.new_dir(), relative.unwrap_or(path)));
    let name = (action == Action::Flat).then(|| microagent.name.clone());
    Decided { to, name, entry: Some(entry), microagent: Some(microagent), loaded, ..Decided::new(path, action) }
}

/// Why a path cannot be written down; `None` when it can.
fn unprintable(path: &str) -> Option<&'static str> {
    path.contains(|c: char| c.is_control() || matches!(c, '\\' | char::REPLACEMENT_CHARACTER))
        .then_some("its name is not plain text: move it by hand")
}

fn inside_repository(ground: &Ground<'_>, path: &str) -> bool {
    path.match_indices('/').any(|(at, _)| ground.tree.link_kind(&ground.root.join(&path[..at]).join(".git")).is_some())
}

/// Why the frontmatter says nothing to the runtime although its author wrote one.
fn unread_frontmatter(document: &Document) -> Option<&'static str> {
    if document.source.has_bom() {
        return Some("a byte-order mark hides its frontmatter, which stands in the prompt: `microagent lint --fix` removes it");
    }
    match document.parts {
        Some(parts) if parts.fence != Fence::Yaml => Some("its frontmatter is not YAML: rewrite it first"),
        None if document.source.slice(document.content).starts_with("---") => {
            Some("its frontmatter is never closed and stands in the prompt: close it with `---` first")
        }
        _ => None,
    }
}

/// What a file would be without `mcp_tools`, when these are all that the runtime refuses it over and V0 read it.
fn without_servers(ground: &Ground<'_>, entry: &Entry) -> Option<Microagent> {
    let document = entry.document.as_ref()?;
    document.get("mcp_tools")?;
    let read_by_v0 = ground.v0.entries.iter().any(|other| {
        let taken = matches!(&other.outcome, Outcome::NotLoaded(lost) if lost.reason == Reason::DirectoryRejected);
        other.path == entry.path && (taken || matches!(other.outcome, Outcome::Loaded(_)))
    });
    let mut without = document.clone();
    if let Ok(metadata) = &mut without.metadata {
        metadata.retain(|(key, _)| key.as_str() != Some("mcp_tools"));
    }
    let name = entry.path.rsplit('/').next().unwrap_or_default();
    let relative = ground.options.layout.old_dirs().iter().find_map(|dir| entry.path.strip_prefix(dir)?.strip_prefix('/'))?;
    let file = sdk::File { name, dir_name: "", relative, mcp_json: None };
    sdk::load(&without, &file).ok().filter(|_| read_by_v0)
}

/// Gives every skill its name. Names without a folder go first, so that a folder's file gives way.
fn name_skills(ground: &Ground<'_>, decided: &mut [Decided<'_>], conflicts: &mut Vec<Conflict>) {
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    for item in decided.iter().filter(|item| item.action == Action::Directory) {
        if let Some(name) = &item.name {
            taken.insert(name.to_lowercase(), item.from.clone());
        }
    }
    for in_folder in [false, true] {
        for item in decided.iter_mut().filter(|item| item.action == Action::Skill) {
            let Some(microagent) = &item.microagent else { continue };
            let folder = microagent.name.strip_prefix("knowledge/").or_else(|| microagent.name.strip_prefix("tasks/"));
            if folder.is_some() != in_folder {
                continue;
            }
            if let Some(reason) = danger(&microagent.name) {
                let message = format!("the name `{}` {reason}", microagent.name);
                conflicts.push(Conflict::new(&item.from, message, "give it another `name`"));
                continue;
            }
            let stem = without_suffix(item.from.rsplit('/').next().unwrap_or_default());
            let candidates: Vec<String> =
                [folder.unwrap_or(&microagent.name), &microagent.name, stem].into_iter().filter_map(slug).collect();
            let Some(name) = candidates.iter().find(|name| !taken.contains_key(*name)) else {
                let (message, help) = match candidates.first().and_then(|name| Some((name, taken.get(name)?))) {
                    Some((name, other)) => (format!("`{other}` becomes `{name}` too"), "give one of the two another `name`"),
                    None => (
                        format!("no name can be made of `{}`: there is no ASCII letter or digit in it", microagent.name),
                        "give it a `name` of lower-case letters, digits and hyphens",
                    ),
                };
                conflicts.push(Conflict::new(&item.from, message, help));
                continue;
            };
            if matches!(name.as_str(), "agents" | "claude" | "gemini" | "cursorrules") {
                let message = format!("the runtime keeps the name `{name}` for an instruction file");
                conflicts.push(Conflict::new(&item.from, message, "give it another `name`"));
            }
            taken.insert(name.clone(), item.from.clone());
            item.to = Some(format!("{}/{name}/SKILL.md", ground.options.layout.new_dir()));
            item.name = Some(name.clone());
        }
    }
}

/// Points sections at the instruction file the runtime reads.
fn sections(ground: &Ground<'_>, decided: &mut [Decided<'_>], conflicts: &mut Vec<Conflict>) {
    if !decided.iter().any(|item| item.action == Action::Section) {
        return;
    }
    let live = ground.before.loaded().find(|(entry, m)| m.format == Format::ThirdParty && m.name == "agents" && !entry.path.contains('/'));
    let path = live.map_or("AGENTS.md", |(entry, _)| entry.path.as_str());
    let help = "use `--always-on flat`, which moves always-on files as they are";
    match ground.tree.link_kind(&ground.root.join(path)) {
        Some(FileKind::File) if live.is_none() => {
            conflicts.push(Conflict::new(path, format!("the runtime does not load `{path}`: text added there would be lost"), help));
        }
        None | Some(FileKind::File) => {}
        Some(FileKind::Link) => {
            conflicts.push(Conflict::new(path, format!("`{path}` is a link, and nothing is written through links"), help));
        }
        Some(_) => conflicts.push(Conflict::new(path, format!("`{path}` is not a file"), help)),
    }
    for item in decided.iter_mut().filter(|item| item.action == Action::Section) {
        item.to = Some(path.to_string());
        item.name = Some("agents".to_string());
    }
}

/// Refuses targets that exist, up to letter case, and two that meet.
fn targets(ground: &Ground<'_>, decided: &[Decided<'_>], conflicts: &mut Vec<Conflict>) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for item in decided.iter().filter(|item| item.action != Action::Section) {
        let Some(to) = &item.to else { continue };
        if let Some(other) = seen.insert(to.to_lowercase(), &item.from) {
            conflicts.push(Conflict::new(&item.from, format!("`{other}` would go to the same place"), "rename one of the two"));
        }
        // a skill must not move into a directory that holds something else
        let place = if item.action == Action::Skill { super::dir_of(to) } else { to };
        if let Some(taken) = in_the_way(ground, place) {
            let message = format!("`{taken}` exists already and is left alone");
            conflicts.push(Conflict::new(&item.from, message, "compare the two, then remove one or give it another `name`"));
        }
    }
}

/// The existing entry that has the name of `path`, up to letter case.
fn in_the_way(ground: &Ground<'_>, path: &str) -> Option<String> {
    let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
    let entries = ground.tree.entries(&ground.root.join(dir)).unwrap_or_default();
    let taken = entries.into_iter().find(|entry| entry.name.to_lowercase() == name.to_lowercase())?;
    Some(if dir.is_empty() { taken.name } else { format!("{dir}/{}", taken.name) })
}
