//! `live-command`

use crate::catalog::Source;
use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::command::inline_commands;
use crate::microagent::{Activation, Loader};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Lists each `` !`command` `` that the runtime executes when the model invokes the skill, found by the runtime's own
    /// rules: only fences of three backticks, inline code and a backslash before the `!` protect it. `~~~` fences,
    /// indented code and comments do not.
    ///
    /// ## Why it matters
    /// The command runs on the machine of everybody who works with the skill, without a question. In an organization's
    /// or a public source this is an error. Where a text is only ever put into the prompt, by a trigger, a path or from
    /// the start, nothing is executed, and the model sees the characters.
    ///
    /// ## Example
    /// ```markdown
    /// Branch: !`git branch --show-current`
    /// ```
    ///
    /// ## Fix
    /// None: write ``\!`command` `` to show it, or move the command to a script that the model may run.
    LiveCommand, "live-command", Warning, fix = No, since = "0.1.0", "a command that the runtime executes"
}

impl Rule for LiveCommand {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent().filter(|microagent| microagent.content.contains("!`")) else { return };
        let (body, base) = (file.body().of(file.text()), file.body().start);
        let listed = cx.loader() == Loader::Sdk && !microagent.disable_model_invocation && microagent.activation != Activation::Always;
        let shared = matches!(file.source(), Source::Org | Source::Public);
        for command in inline_commands(body) {
            let shown = visible::line(command.command);
            let place = file.at(command.span.shifted(base));
            if !listed {
                cx.report(
                    place,
                    format!("`{shown}` looks like a command to run"),
                    "it is never executed here: the model sees the characters",
                    "write it as inline code",
                )
                .severity(Severity::Info);
                continue;
            }
            let found = cx.report(
                place,
                format!("the runtime executes `{shown}`"),
                "when the model invokes the skill, it runs in a shell, in the workspace, without a question",
                "write a backslash before the `!` to show it only, or tell the model to run it",
            );
            if shared {
                found.severity(Severity::Error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::ScopeKind;
    use crate::lint::tester::{FLAT, Tester, files};

    fn skill(body: &str) -> String {
        format!("---\nname: x\ndescription: d\n---\n{body}")
    }

    #[test]
    fn live_command() {
        let path = ".agents/skills/x/SKILL.md";
        let tester = Tester::new(&LiveCommand)
            .pass(path, &skill("`date` and ! `date`"))
            .fail(path, &skill("a\n~~~\n!`date`\n~~~"), &["7:1 the runtime executes `date`"])
            .fail(FLAT, "---\ntriggers: [x]\n---\n!`a`", &["4:1 the runtime executes `a`"])
            .fail("AGENTS.md", "run !`a`", &["1:5 `a` looks like a command to run"]);
        let severity = |tester: &Tester, path, text: &str| tester.lint(&files(&[(path, text)])).diagnostics[0].severity;
        assert_eq!(severity(&tester, path, &skill("!`a`")), Severity::Warning);
        assert_eq!(severity(&tester, "AGENTS.md", "!`a`"), Severity::Info);
        let tester = tester.kind(ScopeKind::Organization);
        assert_eq!(severity(&tester, "skills/x/SKILL.md", &skill("!`a`")), Severity::Error);
        tester.check();
    }

    #[test]
    fn h9_only_what_the_runtime_would_run() {
        Tester::new(&LiveCommand)
            .pass(".agents/skills/x/SKILL.md", &skill("```\n!`git branch`\n```\n\\!`git branch`"))
            .fail(".agents/skills/x/SKILL.md", &skill("Branch: !`git branch` here"), &["5:9 the runtime executes `git branch`"])
            .check();
    }
}
