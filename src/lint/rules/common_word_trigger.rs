//! `common-word-trigger`

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::common_words::is_common;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds triggers that are one everyday word, from a list of about 300: words that people write to an agent
    /// whatever they are working on, such as `add`, `file`, `test`, `linear`. Triggers of several words are fine. The
    /// microagent's own name is advice only.
    ///
    /// ## Why it matters
    /// The microagent comes in by accident, costs tokens and distracts the model from the task.
    ///
    /// ## Example
    /// ```yaml
    /// triggers: [integration]
    /// ```
    ///
    /// ## Fix
    /// None: write several words (`integration test`) or a command (`/integration`).
    CommonWordTrigger, "common-word-trigger", Warning, fix = No, since = "0.1.0", "a trigger is an everyday word"
}

impl Rule for CommonWordTrigger {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        // one or two letters have a rule of their own
        for trigger in microagent.triggers.iter().filter(|trigger| trigger.text.len() > 2 && is_common(&trigger.text)) {
            let Some(span) = trigger.span else { continue };
            // a tool that is called so has no other name
            let own_name = microagent.name.eq_ignore_ascii_case(&trigger.text);
            let found = cx.report(
                file.at(span),
                format!("the trigger `{}` is an everyday word", trigger.text),
                "it fires on messages that have nothing to do with it",
                format!("write several words, or a command such as `/{}`", trigger.text.to_ascii_lowercase()),
            );
            if own_name {
                found.severity(Severity::Info);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_name_of_a_microagent_is_advice() {
        let report = Tester::new(&CommonWordTrigger)
            .lint(&crate::lint::tester::files(&[(FLAT, "---\nname: Linear\ntriggers: [linear, test]\n---\nB")]));
        let found: Vec<Severity> = report.diagnostics.iter().map(|found| found.severity).collect();
        assert_eq!(found, [Severity::Info, Severity::Warning]);
    }

    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn common_word_trigger() {
        Tester::new(&CommonWordTrigger)
            .pass(FLAT, "---\ntriggers: [docker, integration test, /test, '#regressiontest']\n---\nB")
            .fail(FLAT, "---\ntriggers: [docker, Integration]\n---\nB", &["2:20 the trigger `Integration` is an everyday word"])
            .check();
    }

    #[test]
    fn c1_products_with_everyday_names() {
        Tester::new(&CommonWordTrigger)
            .pass(FLAT, "---\ntriggers: [github, gitlab]\n---\nB")
            .fail(FLAT, "---\ntriggers: [linear]\n---\nB", &["2:12 the trigger `linear` is an everyday word"])
            .check();
    }

    #[test]
    fn c7_tags_are_not_dictionary_words() {
        Tester::new(&CommonWordTrigger)
            .pass(FLAT, "---\ntriggers: ['#regressiontest']\n---\nB")
            .fail(FLAT, "---\ntriggers: [integration]\n---\nB", &["2:12 the trigger `integration` is an everyday word"])
            .check();
    }
}
