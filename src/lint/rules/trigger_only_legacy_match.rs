//! `trigger-only-legacy-match`

use crate::catalog::Entry;
use crate::declare_rule;
use crate::lint::placement::is_read_by_legacy;
use crate::lint::{Checker, Rule, RuleMeta};
use crate::microagent::Loader;
use crate::text::Span;
use crate::trigger::Matcher;
use crate::trigger::cases::{self, Case};
use crate::trigger::query::Query;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Tries the messages of the tests file (`.agents/microagent-tests.yaml`) on both loaders, and finds those that fire
    /// a microagent under the legacy loader only.
    ///
    /// ## Why it matters
    /// The legacy loader looks for triggers anywhere in a message, the SDK for whole words. After a move to the SDK the
    /// microagent no longer comes in on such a message.
    ///
    /// ## Example
    /// The message "fix the tests" and the trigger `test`.
    ///
    /// ## Fix
    /// None: add the word of the message to the triggers, if it shall fire.
    TriggerOnlyLegacyMatch, "trigger-only-legacy-match", Info, fix = No, since = "0.1.0", "a test message fires under the legacy loader only"
}

const FILE: &str = ".agents/microagent-tests.yaml";

impl Rule for TriggerOnlyLegacyMatch {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        let Some(file) = cx.read_aside(FILE) else { return };
        // `microagent test` says what is wrong with a file that cannot be read
        let Ok(cases) = cases::read(file.text()) else { return };
        // a file that the legacy loader does not read fires under no message there
        let read = |entry: &Entry| cx.loader() == Loader::Legacy || is_read_by_legacy(entry.source, &entry.path);
        let microagents = || cx.catalog().loaded().filter(|(entry, _)| read(entry)).map(|(_, microagent)| microagent);
        let (sdk, legacy) = (Matcher::over(Loader::Sdk, microagents()), Matcher::over(Loader::Legacy, microagents()));
        let mut from = 0;
        for query in cases.iter().flat_map(|case: &Case| &case.steps).map(|step| &step.query) {
            let Query::Message(message) = query else { continue };
            let span = place(file.text(), message, from);
            from = span.end.max(from);
            let whole: Vec<usize> = sdk.message(message).iter().map(|fired| fired.index).collect();
            for fired in legacy.message(message).into_iter().filter(|fired| !whole.contains(&fired.index)) {
                let (name, trigger) = (visible::line(&fired.microagent.name), visible::line(fired.trigger()));
                cx.report(
                    cx.at(FILE, span),
                    format!("only the legacy loader fires `{name}` here, on `{trigger}`"),
                    "the trigger stands inside a longer word, and the SDK looks for whole words",
                    "add the longer word to the triggers, if the message shall fire it",
                );
            }
        }
    }
}

/// Where `message` stands in the tests file at or after byte `from`; the start of the file when it is written otherwise.
fn place(text: &str, message: &str, from: usize) -> Span {
    let line = message.lines().next().unwrap_or_default();
    let at = text.get(from..).and_then(|rest| rest.find(line)).filter(|_| !line.is_empty());
    at.map_or(Span::at(0), |at| Span::new(from + at, from + at + line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    #[test]
    fn trigger_only_legacy_match() {
        let git = "---\ntriggers: [git, test]\n---\nB";
        let with = |cases: &str| files(&[(".openhands/microagents/a.md", git), (FILE, cases)]);
        Tester::new(&TriggerOnlyLegacyMatch)
            .pass(FLAT, git)
            .pass_tree(&with("- message: run git status\n  fires: [a]\n- touch: digital.md\n  not: [a]\n"))
            .pass_tree(&files(&[(FLAT, git), (FILE, "- message: a digital clock\n  not: [a]\n")]))
            .pass_tree(&with("not a list"))
            .fail_tree(
                &with("- message: a digital clock\n  not: [a]\n- conversation: [hello, fix the tests]\n  not: [a]\n"),
                &[
                    ".agents/microagent-tests.yaml:1:12 only the legacy loader fires `a` here, on `git`",
                    ".agents/microagent-tests.yaml:3:25 only the legacy loader fires `a` here, on `test`",
                ],
            )
            .check();
    }
}
