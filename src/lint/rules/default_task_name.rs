//! `default-task-name`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Activation, Loader};

declare_rule! {
    /// ## What it does
    /// Finds tasks without a `name`, under the legacy loader.
    ///
    /// ## Why it matters
    /// The legacy loader makes the command of a task of its `name` field, not of its file: every task without one answers to
    /// `/default`. The SDK takes the name of the file.
    ///
    /// ## Example
    /// ```yaml
    /// inputs:
    /// - name: PR_URL
    ///   description: the pull request
    /// ```
    ///
    /// ## Fix
    /// None: add `name:`.
    DefaultTaskName, "default-task-name", Warning, fix = No, since = "0.1.0", "a task without a name answers to `/default`"
}

impl Rule for DefaultTaskName {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let task = file.microagent().is_some_and(|microagent| microagent.activation == Activation::Task);
        if !task || cx.loader() != Loader::Legacy || file.field("name").is_some() {
            return;
        }
        let place = file.field("inputs").map_or_else(|| file.whole(), |(key, _)| file.at(key.span));
        cx.report(place, "the task has no `name`", "its command is `/default`, as that of every other task without one", "add `name:`");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const FILE: &str = ".openhands/microagents/a.md";
    const TASK: &str = "---\ninputs:\n- name: A\n  description: d\n---\n${A}";

    #[test]
    fn default_task_name() {
        Tester::new(&DefaultTaskName)
            .pass(FILE, TASK)
            .loader(Loader::Legacy)
            .pass(FILE, "---\nname: a\ninputs:\n- name: A\n  description: d\n---\n${A}")
            .pass(FILE, "---\ninputs: []\n---\nB")
            .fail(FILE, TASK, &["2:1 the task has no `name`"])
            .check();
    }
}
