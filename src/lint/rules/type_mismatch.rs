//! `type-mismatch`

use crate::declare_rule;
use crate::lint::fields::misspelled;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Activation;

declare_rule! {
    /// ## What it does
    /// Finds a declared `type` that differs from what the other fields make of the file.
    ///
    /// ## Why it matters
    /// Neither loader goes by `type`. `paths`, `inputs` and `triggers` decide, in this order; without them a flat file is
    /// always on. `type: knowledge` without triggers stands in every prompt, `type: task` without inputs is no task.
    ///
    /// ## Example
    /// ```yaml
    /// type: knowledge
    /// ```
    /// and no `triggers`.
    ///
    /// ## Fix
    /// None: add the field that makes it what it says, or correct the type.
    TypeMismatch, "type-mismatch", Warning, fix = No, since = "0.1.0", "the declared type is not what the file is"
}

impl Rule for TypeMismatch {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let (Some(microagent), Some((_, value))) = (file.microagent(), file.field("type")) else { return };
        // a misspelled key is the cause then, and is reported itself
        if !misspelled(file).is_empty() {
            return;
        }
        let (consequence, help) = match (value.as_str().unwrap_or_default(), microagent.activation) {
            ("knowledge", Activation::Always) => {
                ("it has no triggers, so its whole content is always on", "add `triggers`, or write `type: repo`")
            }
            ("task", Activation::Always) => {
                ("it has no inputs and no triggers, so its whole content is always on", "add `inputs`, or write `type: repo`")
            }
            ("task", Activation::Keywords) => {
                ("it has no inputs, so it is brought in by its triggers alone", "add `inputs`, or write `type: knowledge`")
            }
            ("task", Activation::OnDemand) => ("it has no inputs, so the model has to ask for it", "add `inputs`, or remove the type"),
            ("repo", Activation::Keywords) => {
                ("it has triggers, so it is brought in only by them", "remove `triggers`, or write `type: knowledge`")
            }
            ("repo" | "knowledge", Activation::Task) => ("it has inputs, so it is a task", "remove `inputs`, or write `type: task`"),
            ("repo", Activation::OnDemand) => (
                "a SKILL.md is never always on: the model has to ask for it",
                "use a flat file or AGENTS.md for what is always on, or remove the type",
            ),
            _ => return,
        };
        let message = format!("`type: {}` is not what the file is", value.as_str().unwrap_or_default());
        cx.report(file.at(value.span), message, consequence, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    #[test]
    fn type_mismatch() {
        Tester::new(&TypeMismatch)
            .pass(FLAT, "---\ntype: knowledge\ntriggers: [a]\n---\nB")
            .pass(FLAT, "---\ntype: repo\n---\nB")
            .pass(FLAT, "---\ntype: task\ninputs:\n- name: A\n  description: d\n---\n${A}")
            .pass(FLAT, "---\ntype: knowledge\nkeywords: [a]\n---\nB")
            .pass(FLAT, "---\ntype: repo\npaths: ['*.rs']\n---\nB")
            .pass("AGENTS.md", "---\ntype: task\n---\nB")
            .fail(FLAT, "---\ntype: knowledge\n---\nB", &["2:7 `type: knowledge` is not what the file is"])
            .fail(FLAT, "---\ntype: repo\ntriggers: [a]\n---\nB", &["2:7 `type: repo` is not what the file is"])
            .check();
    }

    #[test]
    fn a_task_without_inputs_is_brought_in_by_its_triggers() {
        let found = Tester::new(&TypeMismatch).lint(&files(&[(FLAT, "---\ntype: task\ntriggers: [git]\n---\nB")])).diagnostics;
        assert_eq!(found[0].consequence, "it has no inputs, so it is brought in by its triggers alone");
    }
}
