//! `duplicate-trigger`

use std::collections::HashMap;

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::trigger::fold::lower;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds a trigger that stands twice in one file, letter case aside.
    ///
    /// ## Why it matters
    /// Case makes no difference to the runtime, so the second one does nothing. Often one of them was meant to be
    /// another word.
    ///
    /// ## Example
    /// ```yaml
    /// triggers: [docker, Docker]
    /// ```
    ///
    /// ## Fix
    /// None: the line to remove is the author's choice.
    DuplicateTrigger, "duplicate-trigger", Warning, fix = No, since = "0.1.0", "a trigger stands twice in one file"
}

impl Rule for DuplicateTrigger {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        let mut first = HashMap::new();
        for trigger in microagent.triggers.iter().filter(|trigger| !trigger.text.is_empty()) {
            let Some(span) = trigger.span else { continue };
            let Some(earlier) = first.get(&lower(&trigger.text)) else {
                first.insert(lower(&trigger.text), span);
                continue;
            };
            cx.report(
                file.at(span),
                format!("the trigger `{}` stands here a second time", visible::line(&trigger.text)),
                "letter case makes no difference, so it does nothing",
                "remove it, or write the word that was meant",
            )
            .and_at(file.at(*earlier), "first here");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn duplicate_trigger() {
        Tester::new(&DuplicateTrigger)
            .pass(FLAT, "---\ntriggers: [docker, dockers, docker compose]\n---\nB")
            .fail(FLAT, "---\ntriggers: [docker, a, Docker]\n---\nB", &["2:23 the trigger `Docker` stands here a second time"])
            .check();
    }
}
