//! `conflicting-activation`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Activation, Loader};

declare_rule! {
    /// ## What it does
    /// Finds fields that cannot work together: `paths` beside `triggers` or `inputs`, and an empty `inputs`.
    ///
    /// ## Why it matters
    /// A file is brought in by touched paths, or asked for as a task, or brought in by keywords: the SDK takes the first of
    /// these and ignores the others. An empty `inputs` makes a task all the same, with the command `/name`.
    ///
    /// ## Example
    /// ```yaml
    /// paths: ["**/*.rs"]
    /// triggers: [rust]
    /// ```
    /// The word `rust` brings in nothing.
    ///
    /// ## Fix
    /// None: keep one, or make two files.
    ConflictingActivation, "conflicting-activation", Warning, fix = No, since = "0.1.0", "fields that say when to load exclude one another"
}

impl Rule for ConflictingActivation {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent().filter(|_| cx.loader() == Loader::Sdk) else { return };
        if microagent.activation == Activation::Paths {
            let triggers = file.field("triggers").filter(|(_, value)| value.as_list().is_some_and(|items| !items.is_empty()));
            for (key, _) in [triggers, file.field("inputs")].into_iter().flatten() {
                let name = key.as_str().unwrap_or_default();
                let found = cx.report(
                    file.at(key.span),
                    format!("`{name}` has no effect beside `paths`"),
                    "only touching a matching file brings it in",
                    "keep one of the two, or make two files",
                );
                if let Some((paths, _)) = file.field("paths") {
                    found.and_at(file.at(paths.span), "this takes precedence");
                }
            }
        }
        let inputs = file.field("inputs").filter(|_| microagent.activation == Activation::Task && microagent.inputs.is_empty());
        if let Some((_, value)) = inputs {
            let consequence = format!("it is a task with the command `/{}` all the same", microagent.name);
            cx.report(file.at(value.span), "`inputs` is empty", consequence, "remove `inputs`, or declare one");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn conflicting_activation() {
        Tester::new(&ConflictingActivation)
            .pass(FLAT, "---\npaths: ['*.rs']\ntriggers: []\n---\nB")
            .pass(FLAT, "---\npaths: []\ntriggers: [a]\n---\nB")
            .pass(FLAT, "---\ntriggers: [a]\ninputs:\n- name: A\n  description: d\n---\n${A}")
            .fail(
                FLAT,
                "---\npaths: ['*.rs']\ntriggers: [a]\ninputs: []\n---\nB",
                &["3:1 `triggers` has no effect beside `paths`", "4:1 `inputs` has no effect beside `paths`"],
            )
            .fail(FLAT, "---\ninputs: []\n---\nB", &["2:9 `inputs` is empty"])
            .check();
    }
}
