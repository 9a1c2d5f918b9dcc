//! `short-trigger`

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Loader;

declare_rule! {
    /// ## What it does
    /// Finds triggers of one or two ASCII letters or digits.
    ///
    /// ## Why it matters
    /// Such a word stands in many messages that have nothing to do with the subject: `go`, `ci`, `ui`, `r`, `2`. The
    /// legacy loader finds it inside longer words as well: `ui` in "build". For the SDK it is advice only when it is the
    /// microagent's own name, as for the tool `uv`.
    ///
    /// ## Example
    /// ```yaml
    /// triggers: [ui]
    /// ```
    ///
    /// ## Fix
    /// None: write the longer form, such as `user interface`, or a command such as `/ui`.
    ShortTrigger, "short-trigger", Warning, fix = No, since = "0.1.0", "a trigger is one or two letters"
}

impl Rule for ShortTrigger {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        for trigger in &microagent.triggers {
            let short = (1..=2).contains(&trigger.text.len()) && trigger.text.bytes().all(|b| b.is_ascii_alphanumeric());
            let (true, Some(span)) = (short, trigger.span) else { continue };
            let consequence = match cx.loader() {
                Loader::Sdk => "it fires wherever these letters stand alone, whatever the message is about",
                Loader::Legacy => "it fires wherever these letters stand, inside longer words too",
            };
            let message = format!("the trigger `{}` is very short", trigger.text);
            // a tool whose whole name is so short has no longer form
            let own_name = cx.loader() == Loader::Sdk && microagent.name.eq_ignore_ascii_case(&trigger.text);
            let found = cx.report(file.at(span), message, consequence, "write the longer form, or a command that starts with `/`");
            if own_name {
                found.severity(Severity::Info);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    #[test]
    fn short_trigger() {
        Tester::new(&ShortTrigger)
            .pass(FLAT, "---\ntriggers: [git, c++, /x, '@a', '日本', 'c#']\n---\nB")
            .fail(
                FLAT,
                "---\ntriggers: [git, ui, 'R']\n---\nB",
                &["2:17 the trigger `ui` is very short", "2:21 the trigger `R` is very short"],
            )
            .check();
    }

    #[test]
    fn c2_letters_of_other_words() {
        let own = ".agents/skills/uv.md";
        let tester = Tester::new(&ShortTrigger)
            .pass(FLAT, "---\ntriggers: [user interface]\n---\nB")
            .fail(FLAT, "---\ntriggers: [ui]\n---\nB", &["2:12 the trigger `ui` is very short"])
            .fail(own, "---\ntriggers: [uv]\n---\nB", &["2:12 the trigger `uv` is very short"]);
        assert_eq!(tester.lint(&files(&[(own, "---\ntriggers: [uv]\n---\nB")])).diagnostics[0].severity, Severity::Info);
        tester.check();
    }
}
