//! What changes between the old runtime and the SDK for a file that moves, whether it moves or not.

use super::{Change, ChangeKind, Item};
use crate::catalog::{Catalog, Outcome};
use crate::microagent::{Activation, Microagent};

/// Tells, for every item that V0 read, what the SDK does otherwise.
pub(super) fn tell(v0: &Catalog, after: &Catalog, items: &mut [Item]) {
    for item in items.iter_mut() {
        let Some(to) = &item.to else { continue };
        let old = v0.entries.iter().filter(|entry| entry.path == item.from).find_map(|entry| match &entry.outcome {
            Outcome::Loaded(microagent) => Some(&**microagent),
            Outcome::NotLoaded(lost) => lost.microagent.as_ref(),
        });
        let new = after.loaded().find(|(entry, _)| entry.path == *to).map(|(_, microagent)| microagent);
        let (Some(old), Some(new)) = (old, new) else { continue };
        if old.activation != new.activation {
            let message = format!("V0 has it as {}, the SDK as {}", old.activation.name(), new.activation.name());
            item.changes.push(Change::new(ChangeKind::Activation, message));
        }
        if !matches!(new.activation, Activation::Keywords | Activation::Task) {
            continue;
        }
        let words = inside_words(old, new);
        if !words.is_empty() {
            let message =
                format!("fires on {} only as {}", words.join(", "), if words.len() == 1 { "a whole word" } else { "whole words" });
            item.changes.push(Change::new(ChangeKind::WholeWord, message));
        }
        if new.in_catalogue() {
            item.changes.push(Change::new(ChangeKind::Listed, "name and description are listed to the model, which may ask for it"));
        }
    }
}

/// The triggers that V0 also finds inside longer words: those that start or end with an ASCII letter or digit. Commands
/// are left out: nobody writes them inside words.
fn inside_words(old: &Microagent, new: &Microagent) -> Vec<String> {
    let open = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let triggers = old.triggers.iter().filter(|trigger| new.triggers.iter().any(|other| other.text == trigger.text));
    let texts = triggers.map(|trigger| trigger.text.as_str()).filter(|text| !text.starts_with('/'));
    texts.filter(|text| open(text.chars().next()) || open(text.chars().next_back())).map(|text| format!("`{text}`")).collect()
}
