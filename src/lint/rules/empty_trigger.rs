//! `empty-trigger`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Loader;

declare_rule! {
    /// ## What it does
    /// Finds triggers that are the empty string.
    ///
    /// ## Why it matters
    /// The SDK never fires on it. For the legacy loader it stands in every message, and reached first it ends the search
    /// with nothing to show: every trigger after it in the list is dead.
    ///
    /// ## Example
    /// ```yaml
    /// triggers:
    /// - ""
    /// - deploy
    /// ```
    ///
    /// ## Fix
    /// None: only the author knows the word that was meant.
    EmptyTrigger, "empty-trigger", Error, fix = No, since = "0.1.0", "a trigger is the empty string"
}

impl Rule for EmptyTrigger {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        for (at, trigger) in microagent.triggers.iter().enumerate().filter(|(_, trigger)| trigger.text.is_empty()) {
            let dead = microagent.triggers.len() - at - 1;
            let consequence = match (cx.loader(), dead) {
                (Loader::Legacy, 1..) => format!("it ends the search in every message, so the {dead} after it never fire"),
                _ => "it never fires".to_string(),
            };
            let place = trigger.span.map_or_else(|| file.whole(), |span| file.at(span));
            cx.report(place, "a trigger is empty", consequence, "remove it, or write the word that was meant");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn empty_trigger() {
        Tester::new(&EmptyTrigger)
            .pass(FLAT, "---\ntriggers: [a, ' ']\n---\nB")
            .fail(FLAT, "---\ntriggers:\n- \"\"\n- a\n---\nB", &["3:3 a trigger is empty"])
            .loader(Loader::Legacy)
            .fail(".openhands/microagents/a.md", "---\ntriggers: ['', a]\n---\nB", &["2:12 a trigger is empty"])
            .check();
    }
}
