//! What a reviewer should look at in a change: files that are given to the model, run commands or start servers in ways
//! they did not before. Not faults, so these rules speak only when two revisions are compared.

use std::collections::HashMap;

use super::rules::review_live_command::ReviewLiveCommand;
use super::rules::review_mcp_server::ReviewMcpServer;
use super::rules::review_new_trigger::ReviewNewTrigger;
use super::{File, Options, Rule, RuleMeta, Scope};
use crate::diagnostic::{Diagnostic, Place};
use crate::tree::Tree;

/// A file as one of the two revisions has it.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The file.
    pub file: File<'a>,
    /// The tree it was read from.
    pub tree: &'a dyn Tree,
}

impl Side<'_> {
    /// A finding of `rule` about it.
    pub fn found(&self, rule: &RuleMeta, place: Place, message: String, consequence: &str, help: &str) -> Diagnostic {
        Diagnostic::new(rule.id, rule.severity, place, message, consequence, help)
    }
}

/// A rule about a file and what it was before.
pub trait Review: Rule {
    /// What is new in `now`; `before` is `None` when there was no such file.
    fn review(&self, before: Option<Side<'_>>, now: Side<'_>) -> Vec<Diagnostic>;
}

const ALL: [&dyn Review; 3] = [&ReviewLiveCommand, &ReviewMcpServer, &ReviewNewTrigger];

/// Everything that was loaded from one revision.
#[derive(Clone, Copy)]
pub struct Revision<'a> {
    /// The tree.
    pub tree: &'a dyn Tree,
    /// What is linted in it.
    pub scopes: &'a [Scope],
}

impl<'a> Revision<'a> {
    fn sides(self) -> impl Iterator<Item = Side<'a>> {
        self.scopes.iter().flat_map(Scope::files).filter(|file| file.microagent().is_some()).map(move |file| Side { file, tree: self.tree })
    }
}

/// What is new in `now` since `before`.
pub(super) fn all(before: Revision<'_>, now: Revision<'_>, options: &Options) -> Vec<Diagnostic> {
    review(&ALL, before, now, options)
}

/// What `rules` find. A file is compared with the one at its path, else with the one of its name.
pub(super) fn review(rules: &[&dyn Review], before: Revision<'_>, now: Revision<'_>, options: &Options) -> Vec<Diagnostic> {
    let name = |side: &Side<'_>| side.file.microagent().map(|microagent| microagent.name.clone());
    let (mut by_path, mut by_name) = (HashMap::new(), HashMap::new());
    for side in before.sides() {
        by_path.entry(side.file.path()).or_insert(side);
        by_name.entry(name(&side)).or_insert(side);
    }
    let mut found = Vec::new();
    for side in now.sides() {
        let before = by_path.get(&side.file.path()).or_else(|| by_name.get(&name(&side))).copied();
        for rule in rules.iter().filter(|rule| options.reviews(**rule)) {
            found.extend(rule.review(before, side));
        }
    }
    found
}
