//! The proof: the runtime's catalog before and after. Everything it has before it has afterwards, and nothing it did not
//! have; each allowed difference is told, each other one is a conflict.

use super::{Action, Change, ChangeKind, Conflict, Item, TextChange, is_below};
use crate::catalog::{Catalog, Entry, Outcome};
use crate::microagent::{Activation, Format, Microagent, Written};

/// What must come of an item.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expected {
    /// It stays.
    Nothing,
    /// A skill with this content; what the runtime made, or would have made, of it before.
    Skill {
        /// Its content.
        content: String,
        /// It before.
        before: Box<Microagent>,
    },
    /// A part of the instruction file.
    Section {
        /// Its text.
        content: String,
    },
    /// The same with this content.
    Flat {
        /// Its content.
        content: String,
    },
    /// The same.
    Directory,
}

/// Compares, adds changes to the items and conflicts to the list.
pub(super) fn compare(before: &Catalog, after: &Catalog, texts: &[TextChange], items: &mut [Item], conflicts: &mut Vec<Conflict>) {
    let mut origins: Vec<String> = Vec::new();
    for (entry, microagent) in before.loaded() {
        let item = items.iter_mut().find(|item| item.to.is_some() && is_below(&entry.path, &item.from));
        let result = match item {
            Some(item) => moved(entry, microagent, after, texts, item, &mut origins),
            None => {
                let edited = texts.iter().any(|text| text.to == entry.path);
                stayed(entry, microagent, after, edited, &mut origins)
            }
        };
        if let Err(message) = result {
            conflicts.push(Conflict::new(&entry.path, message, "move it by hand, or leave it out with `--only`"));
        }
    }
    for (entry, microagent) in after.loaded() {
        let known = origins.contains(&key(entry, microagent));
        let item = items.iter_mut().find(|item| item.to.as_deref() == Some(entry.path.as_str()));
        match item {
            _ if known => {}
            Some(item) if matches!(item.expected, Expected::Skill { .. }) => newly(microagent, item, conflicts),
            Some(item) if matches!(item.expected, Expected::Section { .. }) => {}
            _ => {
                let message = format!("`{}` is not loaded now and would be: what hides it moves away", microagent.name);
                conflicts.push(Conflict::new(&entry.path, message, "remove it, or move it in the same go"));
            }
        }
    }
    for item in items.iter_mut() {
        if let (Expected::Section { content }, Some(to)) = (&item.expected, &item.to) {
            if !stands_in(after, to, content) {
                conflicts.push(Conflict::new(&item.from, "its text would be lost", "move it by hand, or use `--always-on flat`"));
            } else if item.old_name.is_none() {
                item.changes
                    .push(Change::new(ChangeKind::NowLoaded, format!("the runtime does not read it today; in `{to}` it does, always on")));
            }
        }
    }
}

fn key(entry: &Entry, microagent: &Microagent) -> String {
    format!("{}\0{}", entry.path, microagent.name)
}

fn stands_in(after: &Catalog, path: &str, content: &str) -> bool {
    after.loaded().any(|(entry, m)| entry.path == path && m.activation == Activation::Always && m.content.contains(content))
}

/// A microagent whose file stays must be exactly what it was; only its text may grow or name new paths where the plan
/// edits it.
fn stayed(entry: &Entry, old: &Microagent, after: &Catalog, edited: bool, origins: &mut Vec<String>) -> Result<(), String> {
    let new = after.loaded().find(|(other, new)| other.path == entry.path && new.name == old.name && other.source == entry.source);
    let Some((found, new)) = new else { return Err(lost(old, &entry.path, after)) };
    origins.push(key(found, new));
    let activated = |m: &Microagent| (m.activation, written(&m.triggers), written(&m.paths));
    let same = if edited { activated(old) == activated(new) } else { new == old };
    if same { Ok(()) } else { Err(format!("`{}` would change although its file stays", old.name)) }
}

fn written(list: &[Written]) -> Vec<String> {
    list.iter().map(|one| one.text.clone()).collect()
}

fn lost(old: &Microagent, path: &str, after: &Catalog) -> String {
    let why = after.entries.iter().find_map(|entry| match &entry.outcome {
        Outcome::NotLoaded(lost) if entry.path == path => Some(lost.message.clone()),
        _ => None,
    });
    format!("`{}` would be lost: {}", old.name, why.unwrap_or_else(|| "the runtime would not find it".to_string()))
}

fn moved(
    entry: &Entry,
    old: &Microagent,
    after: &Catalog,
    texts: &[TextChange],
    item: &mut Item,
    origins: &mut Vec<String>,
) -> Result<(), String> {
    let Some(to) = item.to.clone() else { return Ok(()) };
    if item.action == Action::Section {
        let message = format!("stands in `{to}`, under the name `agents`; its own name `{}` is gone", old.name);
        item.changes.push(Change::new(ChangeKind::Section, message));
        // a root instruction file is found by its path alone: only here it is known whether the runtime reads it
        item.old_name.get_or_insert_with(|| old.name.clone());
        return Ok(());
    }
    let path = format!("{to}{}", &entry.path[item.from.len()..]);
    let rule = old.name.split_once(':').filter(|_| old.format == Format::ThirdParty).map(|(kind, _)| kind);
    let new = after.loaded().find(|(other, new)| {
        let same_kind = rule.is_none_or(|kind| new.name.split_once(':').is_some_and(|(other, _)| other == kind));
        other.path == path
            && other.source == entry.source
            && same_kind
            && (rule.is_some() == (new.format == Format::ThirdParty && new.name.contains(':')))
    });
    let Some((found, new)) = new else { return Err(lost(old, &path, after)) };
    origins.push(key(found, new));
    item.old_name.get_or_insert_with(|| old.name.clone());
    let content = match &item.expected {
        Expected::Skill { content, .. } | Expected::Flat { content } => Some(content.clone()),
        // only links are spelled anew in a directory
        _ if texts.iter().any(|text| text.to == path) => None,
        _ => Some(old.content.clone()),
    };
    same_but(old, new, content.as_deref(), item)
}

/// A file that the runtime refuses today.
fn newly(new: &Microagent, item: &mut Item, conflicts: &mut Vec<Conflict>) {
    let Expected::Skill { content, before } = item.expected.clone() else { return };
    item.changes.push(Change::new(ChangeKind::NowLoaded, "the runtime refuses it today and will load it"));
    if let Err(message) = same_but(&before, new, Some(&content), item) {
        conflicts.push(Conflict::new(&item.from, message, "move it by hand, or leave it out with `--only`"));
    }
}

/// Tells what is allowed to differ; the error says what is not.
fn same_but(old: &Microagent, new: &Microagent, content: Option<&str>, item: &mut Item) -> Result<(), String> {
    let differs = |what: &str| Err(format!("{what} of `{}` would change", old.name));
    let listed_content = content.map_or(new.content.as_str(), |content| content);
    if new.content != listed_content {
        return differs("the content");
    }
    if old.activation != new.activation {
        return Err(format!("`{}` is {} and would be {}", old.name, old.activation.name(), new.activation.name()));
    }
    let (triggers, after) = (written(&old.triggers), written(&new.triggers));
    let command = format!("/{}", new.name);
    let more = after.strip_prefix(triggers.as_slice());
    match more {
        Some([]) => {}
        Some([one]) if *one == command && new.activation == Activation::Task => {
            item.changes.push(Change::new(ChangeKind::Command, format!("also answers to `{command}`")));
        }
        _ => return differs("the triggers"),
    }
    let rule = old.format == Format::ThirdParty && old.name.contains(':');
    if written(&old.paths) != written(&new.paths) {
        if !rule {
            return differs("the paths");
        }
        let shown = written(&new.paths).join("`, `");
        item.changes.push(Change::new(ChangeKind::Paths, format!("`{}` is a rule for `{shown}` now", new.name)));
    }
    let inputs =
        |m: &Microagent| m.inputs.iter().map(|input| (input.name.text.clone(), input.description.text.clone())).collect::<Vec<_>>();
    if inputs(old) != inputs(new) || old.asks_for_inputs != new.asks_for_inputs {
        return differs("the inputs");
    }
    if old.description.is_some() && old.description != new.description {
        return differs("the description");
    }
    let kept = |old: &Option<Vec<(String, String)>>, new: &Option<Vec<(String, String)>>| {
        old.iter().flatten().all(|pair| new.iter().flatten().any(|other| other == pair))
    };
    if !kept(&old.metadata, &new.metadata) {
        return differs("the metadata");
    }
    if (&old.license, &old.compatibility, &old.allowed_tools, &old.resources)
        != (&new.license, &new.compatibility, &new.allowed_tools, &new.resources)
    {
        return differs("a field");
    }
    match (old.disable_model_invocation, new.disable_model_invocation) {
        (false, true) => {
            let message = "the model can no longer ask for it: only its triggers bring it in";
            item.changes.push(Change::new(ChangeKind::OnlyOnTrigger, message));
        }
        (true, false) => return differs("`disable-model-invocation`"),
        _ => {}
    }
    if old.name != new.name && !rule {
        item.changes.push(Change::new(ChangeKind::Renamed, format!("renamed from `{}` to `{}`", old.name, new.name)));
    }
    Ok(())
}
