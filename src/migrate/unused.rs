//! Options that name nothing: taken for a slip of the pen, never ignored.

use super::compare::Expected;
use super::old::{Old, called, matches};
use super::{Ground, Item, dir_of};
use crate::near::nearest;

/// More names are counted, not listed.
const MAX_NAMES: usize = 8;

/// An option without effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unused {
    /// What is wrong with it: lower case, no full stop.
    pub message: String,
    /// What was meant, or could be.
    pub help: String,
}

/// The globs of `--only` that match nothing, as long as anything old is there. What has moved already may be named on.
pub(super) fn only(ground: &Ground<'_>, found: &[Old<'_>]) -> Vec<Unused> {
    if found.is_empty() {
        return Vec::new();
    }
    let old: Vec<(&str, Option<&str>)> = found.iter().map(called).collect();
    let loaded = || ground.before.loaded().map(|(entry, microagent)| (entry.path.as_str(), Some(microagent.name.as_str())));
    let without = ground.options.only.iter().filter(|pattern| !old.iter().copied().chain(loaded()).any(|one| matches(pattern, one)));
    let names: Vec<&str> = old.iter().map(|(path, name)| name.unwrap_or(path)).collect();
    let paths = old.iter().map(|(path, _)| *path);
    let unused = |pattern: &String| Unused {
        message: format!("`--only {pattern}` matches nothing"),
        help: match nearest(pattern.trim_matches('*'), names.iter().copied().chain(paths.clone())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("what could move is called {}", listed(&names)),
        },
    };
    without.map(unused).collect()
}

/// The descriptions given for what needs none, or for nothing.
pub(super) fn describe(ground: &Ground<'_>, items: &[Item]) -> Vec<Unused> {
    let mut lacking = Vec::new();
    for item in items {
        if let Expected::Skill { before, .. } = &item.expected
            && before.description.is_none()
        {
            lacking.push([before.name.as_str(), item.name.as_deref().unwrap_or_default()]);
        }
    }
    let names = |item: &Item, name: &str| {
        let file = item.from.strip_prefix(dir_of(&item.from)).unwrap_or_default().trim_start_matches('/');
        let stem = file.strip_suffix(".md").unwrap_or(file);
        item.old_name.as_deref() == Some(name) || item.name.as_deref() == Some(name) || stem == name
    };
    let mut unused = Vec::new();
    for (name, _) in &ground.options.describe {
        let known: Vec<&Item> = items.iter().filter(|item| names(item, name)).collect();
        // what stays says itself why
        if lacking.iter().any(|both| both.contains(&name.as_str())) || known.iter().any(|item| item.to.is_none()) || items.is_empty() {
            continue;
        }
        let list: Vec<&str> = lacking.iter().map(|[old, _]| *old).collect();
        let help = match nearest(name, lacking.iter().flatten().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if list.is_empty() => "nothing that moves lacks a description".to_string(),
            None => format!("a description is lacking in {}", listed(&list)),
        };
        let message = if known.is_empty() { "names nothing that moves" } else { "describes what has a description or needs none" };
        unused.push(Unused { message: format!("`--describe {name}=…` {message}"), help });
    }
    unused
}

fn listed(names: &[&str]) -> String {
    let first: Vec<String> = names.iter().take(MAX_NAMES).map(|name| format!("`{}`", crate::visible::line(name))).collect();
    let more = names.len().saturating_sub(MAX_NAMES);
    if more > 0 { format!("{} and {more} more", first.join(", ")) } else { first.join(", ") }
}
