//! `trigger-conflict`

use std::collections::{BTreeMap, BTreeSet};

use crate::declare_rule;
use crate::diagnostic::Place;
use crate::lint::{Checker, Rule, RuleMeta};
use crate::trigger::fold::lower;
use crate::trigger::matcher::live_triggers;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds a trigger that several microagents have which load together, letter case aside.
    ///
    /// ## Why it matters
    /// A message with that word brings in all of them, and their texts may contradict one another.
    ///
    /// ## Example
    /// `a.md` and `b.md` both with `triggers: [deploy]`.
    ///
    /// ## Fix
    /// None: give the word to one of them, or say the same in one file.
    TriggerConflict, "trigger-conflict", Warning, fix = No, since = "0.1.0", "several microagents fire on the same trigger"
}

/// How many of the others are pointed at.
const MAX_RELATED: usize = 20;

impl Rule for TriggerConflict {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        let mut by_trigger: BTreeMap<String, Vec<(&str, Place)>> = BTreeMap::new();
        for (entry, microagent) in cx.catalog().loaded() {
            let file = cx.file_of(entry);
            for (at, trigger) in live_triggers(cx.loader(), microagent) {
                let place = microagent.triggers[at].span.map_or_else(|| file.whole(), |span| file.at(span));
                let users = by_trigger.entry(lower(trigger)).or_default();
                if users.last().is_none_or(|(_, known): &(&str, Place)| known.path != place.path) {
                    users.push((&microagent.name, place));
                }
            }
        }
        let own: BTreeSet<String> = cx.files().map(|file| file.path()).collect();
        for (trigger, users) in by_trigger.into_iter().filter(|(_, users)| users.len() > 1) {
            let Some(first) = users.iter().position(|(_, place)| own.contains(&place.path)) else { continue };
            let found = cx.report(
                users[first].1.clone(),
                format!("{} microagents fire on `{}`", users.len(), visible::line(&trigger)),
                "a message with it brings in all of them",
                "leave the trigger to one of them, or use more specific ones",
            );
            for (_, (name, place)) in users.iter().enumerate().filter(|(at, _)| *at != first).take(MAX_RELATED) {
                found.and_at(place.clone(), format!("`{}` too", visible::line(name)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    #[test]
    fn trigger_conflict() {
        let tree = files(&[
            (".agents/skills/a.md", "---\ntriggers: [x, Deploy]\n---\nA"),
            (".agents/skills/b.md", "---\ntriggers: [deploy, y, deploy]\n---\nB"),
            (".agents/skills/c/SKILL.md", "---\nname: c\ndescription: d\ntriggers: [deploy]\n---\nB"),
        ]);
        let tester = Tester::new(&TriggerConflict)
            .pass(".agents/skills/a.md", "---\ntriggers: [deploy, Deploy]\n---\nA")
            .fail_tree(&tree, &[".agents/skills/a.md:2:15 3 microagents fire on `deploy`"]);
        let related: Vec<_> = tester.lint(&tree).diagnostics[0].related.iter().map(|label| label.place.path.clone()).collect();
        assert_eq!(related, [".agents/skills/b.md", ".agents/skills/c/SKILL.md"]);
        tester.check();
    }
}
