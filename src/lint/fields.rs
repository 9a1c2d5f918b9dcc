//! The frontmatter keys that a runtime reads, and the ones that people write instead.

use super::File;
use crate::microagent::Activation;
use crate::near::nearest;
use crate::yaml::{Data, Value};

/// Every key that one of the loaders reads or validates.
pub const KNOWN: &[&str] = &[
    "agent",
    "allowed-tools",
    "allowed_tools",
    "compatibility",
    "description",
    "disable-model-invocation",
    "disable_model_invocation",
    "inputs",
    "license",
    "mcp_tools",
    "metadata",
    "name",
    "paths",
    "triggers",
    "type",
    "version",
];

/// Keys that do something, so that a misspelling of one loses something.
const MEANT: &[&str] = &["allowed-tools", "description", "disable-model-invocation", "inputs", "mcp_tools", "name", "paths", "triggers"];

/// Keys that are no misspellings although they are near, and what others mean by them.
const OTHERS: &[&str] = &["names", "title", "tools", "types"];

/// What people write and what the runtimes read.
const MISSES: &[(&str, &str)] = &[
    ("activation_keywords", "triggers"),
    ("arguments", "inputs"),
    ("desc", "description"),
    ("glob", "paths"),
    ("globs", "paths"),
    ("input", "inputs"),
    ("keyword", "triggers"),
    ("keywords", "triggers"),
    ("mcp_servers", "mcp_tools"),
    ("parameters", "inputs"),
    ("path", "paths"),
    ("summary", "description"),
    ("trigger", "triggers"),
    ("trigger_phrases", "triggers"),
    ("trigger_words", "triggers"),
    ("trigger-phrases", "triggers"),
    ("trigger-words", "triggers"),
];

/// A key that nothing reads, and the one that was probably meant.
#[derive(Debug, Clone, Copy)]
pub struct Misspelled<'a> {
    /// The key as written.
    pub key: &'a Value,
    /// Its value.
    pub value: &'a Value,
    /// The key that was meant.
    pub meant: &'static str,
    /// Whether no other key means the same, not even this one written twice, so that it can be renamed and nothing is lost.
    pub alone: bool,
}

/// The keys of `file` that nothing reads, in order; empty for instruction files, whose frontmatter is not read at all.
pub fn unknown(file: File<'_>) -> Vec<&(Value, Value)> {
    file.fields().iter().filter(|(key, _)| key.as_str().is_some_and(|key| !KNOWN.contains(&key))).collect()
}

/// The keys of `file` that miss a key which is not there.
pub fn misspelled(file: File<'_>) -> Vec<Misspelled<'_>> {
    let unknown = unknown(file);
    let meanings: Vec<Option<&str>> = unknown.iter().map(|(key, _)| meant(key.as_str()?)).collect();
    let written = file.document().and_then(|document| document.root.as_ref()).map_or(&[][..], |root| root.entries());
    let found = unknown.into_iter().zip(&meanings).filter_map(|((key, value), meaning)| {
        let meant = (*meaning)?;
        let twice = written.iter().filter(|(other, _)| other.scalar().map(|(text, _)| text) == key.as_str()).count() > 1;
        let alone = !twice && meanings.iter().filter(|other| **other == Some(meant)).count() == 1;
        (file.field(meant).is_none() && fits(file, meant, value)).then_some(Misspelled { key, value, meant, alone })
    });
    found.collect()
}

/// The key that `key` was meant as.
fn meant(key: &str) -> Option<&'static str> {
    if OTHERS.contains(&key) {
        return None;
    }
    let known = MISSES.iter().find(|(miss, _)| *miss == key).map(|(_, meant)| *meant);
    known.or_else(|| nearest(key, MEANT.iter().copied()).and_then(|near| MEANT.iter().copied().find(|meant| *meant == near)))
}

/// Whether `value` could be meant for the key: words of a list for triggers, a text for a description.
fn fits(file: File<'_>, meant: &str, value: &Value) -> bool {
    let rule = file.microagent().is_some_and(|microagent| microagent.activation == Activation::Paths);
    match (meant, &value.data) {
        ("triggers", _) if rule => false,
        ("inputs", Data::List(items)) => items.iter().all(|item| item.as_map().is_some() || item.as_str().is_some()),
        ("triggers" | "paths", Data::List(_))
        | ("triggers" | "paths" | "description" | "name", Data::Str(_))
        | ("triggers" | "mcp_tools", Data::Map(_))
        | ("allowed-tools" | "disable-model-invocation", _) => true,
        _ => false,
    }
}
