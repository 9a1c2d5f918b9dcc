//! `misspelled-key`

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::fields::{Misspelled, misspelled};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Activation;
use crate::text::Edit;
use crate::yaml::Data;

declare_rule! {
    /// ## What it does
    /// Finds keys that nothing reads and that are near to one that does something and is missing: `Triggers`, `trigger`,
    /// `keywords`, `descripton`, `path`, `input`.
    ///
    /// ## Why it matters
    /// The runtime ignores the key without a word. A flat file whose triggers are misspelled becomes always-on.
    ///
    /// ## Example
    /// ```yaml
    /// keywords:
    /// - deploy
    /// ```
    ///
    /// ## Fix
    /// Renames the key when its value has the shape that the runtime expects and no other key means the same. Not safe: the microagent then does something
    /// that it did not do before.
    MisspelledKey, "misspelled-key", Error, fix = Unsafe, since = "0.1.0", "a key is misspelled, and nothing reads it"
}

impl Rule for MisspelledKey {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for found in misspelled(file) {
            let Misspelled { key, value, meant, alone } = found;
            let name = key.as_str().unwrap_or_default();
            let activation = file.microagent().map(|microagent| microagent.activation);
            let (consequence, severity) = match (meant, activation) {
                ("triggers" | "paths" | "inputs", Some(Activation::Always)) => (cx.always_on(), Severity::Error),
                ("triggers", Some(Activation::OnDemand)) => {
                    ("no message brings the skill in, the model has to ask for it", Severity::Warning)
                }
                ("inputs", _) => ("it is not a task, and nothing asks for its inputs", Severity::Error),
                ("paths", _) => ("touching a file does not bring it in", Severity::Error),
                ("description", _) => ("the model is shown no description", Severity::Warning),
                _ => ("what it says has no effect", Severity::Warning),
            };
            let fits = match (&value.data, meant) {
                (Data::List(items), "triggers") => items.iter().all(|item| item.as_str().is_some()),
                (Data::List(items), "inputs") => items.iter().all(|item| item.as_map().is_some()),
                (Data::List(_), "paths") | (Data::Str(_), "paths" | "description" | "name") => true,
                _ => false,
            };
            let help = match (&value.data, meant) {
                (Data::List(_), _) | (_, "paths" | "description" | "name") => format!("rename it to `{meant}`"),
                (_, "triggers") => "write `triggers:` and one `- word` a line".to_string(),
                _ => format!("write `{meant}` instead"),
            };
            let report =
                cx.report(file.at(key.span), format!("nothing reads the key `{name}`: `{meant}` was probably meant"), consequence, help);
            report.severity(severity);
            if fits && alone {
                // a key in quotes keeps them: JSON knows no other
                let quote =
                    key.span.of(file.text()).chars().next().filter(|c| matches!(c, '"' | '\'')).map(String::from).unwrap_or_default();
                report.unsafe_fix(format!("rename `{name}` to `{meant}`"), vec![Edit::replace(key.span, format!("{quote}{meant}{quote}"))]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    const SKILL: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn misspelled_key() {
        Tester::new(&MisspelledKey)
            .pass(FLAT, "---\ntriggers: [a]\nkeywords: [b]\nauthor: me\ntitle: x\ntags: [a]\n---\nB")
            .pass(FLAT, "---\npaths: ['*.rs']\nkeywords: [b]\n---\nB")
            .pass("AGENTS.md", "---\ntrigger: a\n---\nB")
            .fail(FLAT, "---\nTriggers:\n- a\n---\nB", &["2:1 nothing reads the key `Triggers`: `triggers` was probably meant"])
            .fail(
                FLAT,
                "---\ntrigger: a\ndescripton: d\n---\nB",
                &[
                    "2:1 nothing reads the key `trigger`: `triggers` was probably meant",
                    "3:1 nothing reads the key `descripton`: `description` was probably meant",
                ],
            )
            .fail(
                SKILL,
                "---\nname: x\ninput:\n- name: A\n  description: d\n---\n${A}",
                &["3:1 nothing reads the key `input`: `inputs` was probably meant"],
            )
            .unsafe_fix(FLAT, "---\nkeywords: # words\n- a\n---\nB", "---\ntriggers: # words\n- a\n---\nB")
            .unsafe_fix(FLAT, "{\n\"keywords\": [\"a\"]\n}\nB", "{\n\"triggers\": [\"a\"]\n}\nB")
            .check();
    }

    #[test]
    fn two_keys_that_mean_one_are_left_to_their_author() {
        for keys in ["trigger: [a]\nkeywords: [b]", "trigger: [a]\ntrigger: [b]"] {
            let report = Tester::new(&MisspelledKey).lint(&files(&[(FLAT, &format!("---\n{keys}\n---\nB"))]));
            assert!(!report.diagnostics.is_empty() && report.diagnostics.iter().all(|found| found.fix.is_none()), "{keys}");
        }
    }

    #[test]
    fn a_flat_file_changes_its_meaning_a_skill_loses_a_way_in() {
        let severity = |path, text| Tester::new(&MisspelledKey).lint(&files(&[(path, text)])).diagnostics[0].severity;
        assert_eq!(severity(FLAT, "---\nkeywords: [a]\n---\nB"), Severity::Error);
        assert_eq!(severity(SKILL, "---\nname: x\nkeywords: [a]\n---\nB"), Severity::Warning);
    }
}
