//! `undeclared-variable`

use std::collections::BTreeMap;

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::markdown::Code;
use crate::microagent::Activation;
use crate::microagent::variables::variables;
use crate::near::nearest;
use crate::text::Span;

declare_rule! {
    /// ## What it does
    /// Finds `${NAME}` in the body of a task when no input is called NAME. In code (fences, indented blocks, inline code)
    /// it is advice only: there it is mostly the shell's. A microagent without `inputs` has no variables at all, and
    /// `${GITHUB_TOKEN}` in it is just text.
    ///
    /// ## Why it matters
    /// The runtime counts it as a variable and tells the model to ask the user for it, but nobody ever said what it
    /// means. Mostly it is a misspelled input.
    ///
    /// ## Example
    /// ```markdown
    /// ---
    /// inputs:
    /// - name: PR_URL
    ///   description: the pull request
    /// ---
    /// Look at ${PR_ULR}.
    /// ```
    ///
    /// ## Fix
    /// None: correct the name, or declare the input.
    UndeclaredVariable, "undeclared-variable", Error, fix = No, since = "0.1.0", "a task uses a variable that is not among its inputs"
}

impl Rule for UndeclaredVariable {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(task) = file.microagent().filter(|microagent| microagent.activation == Activation::Task) else { return };
        let (body, base) = (file.body().of(file.text()), file.body().start);
        let used = variables(body);
        if used.is_empty() {
            return;
        }
        let code = Code::of(body);
        let declared: Vec<&str> = task.inputs.iter().map(|input| input.name.text.as_str()).collect();
        let mut unknown: BTreeMap<&str, (bool, Span)> = BTreeMap::new();
        for variable in used.iter().filter(|variable| !declared.contains(&variable.name)) {
            let in_code = code.covers(variable.span.start);
            let first = unknown.entry(variable.name).or_insert((in_code, variable.span));
            // of several places the first outside code counts
            if first.0 && !in_code {
                *first = (false, variable.span);
            }
        }
        for (name, (in_code, span)) in unknown {
            let help = match nearest(name, declared.iter().copied()) {
                Some(meant) => format!("did you mean `${{{meant}}}`?"),
                None if in_code => format!("nothing, if it is the shell's; else declare an input called `{name}`"),
                None => format!("declare an input called `{name}`, or write it without braces"),
            };
            let place = file.at(span.shifted(base));
            let suffix = if in_code { ", only in code" } else { "" };
            let found = cx.report(
                place,
                format!("`${{{name}}}` is not among the inputs{suffix}"),
                "the runtime tells the model to ask the user for it, and no description says what it is",
                help,
            );
            if in_code {
                found.severity(Severity::Info);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const HEAD: &str = "---\ninputs:\n- name: PR_URL\n  description: d\n---\n";

    #[test]
    fn undeclared_variable() {
        Tester::new(&UndeclaredVariable)
            .pass(FLAT, &format!("{HEAD}${{PR_URL}} $HOME ${{X:-d}}"))
            .pass(FLAT, "---\ntriggers: [x]\n---\ncurl -H ${GITHUB_TOKEN}")
            .pass("AGENTS.md", "${GITHUB_TOKEN}")
            .fail(FLAT, &format!("{HEAD}a ${{FOO}} `${{FOO}}`"), &["6:3 `${FOO}` is not among the inputs"])
            .fail(FLAT, &format!("{HEAD}a `${{FOO}}` ${{FOO}}"), &["6:12 `${FOO}` is not among the inputs"])
            .check();
    }

    #[test]
    fn d8_the_nearest_input_is_named() {
        let tester = Tester::new(&UndeclaredVariable).pass(FLAT, &format!("{HEAD}${{PR_URL}}")).fail(
            FLAT,
            &format!("{HEAD}${{PR_URL}} ${{PR_ULR}}"),
            &["6:11 `${PR_ULR}` is not among the inputs"],
        );
        let report = tester.lint(&crate::lint::tester::files(&[(FLAT, &format!("{HEAD}${{PR_ULR}}"))]));
        assert_eq!(report.diagnostics[0].help, "did you mean `${PR_URL}`?");
        tester.check();
    }

    #[test]
    fn d9_in_code_it_is_advice() {
        let text = "---\ninputs: []\n---\n```sh\nexport P=${HOME}\n```";
        let tester = Tester::new(&UndeclaredVariable).pass(FLAT, "```sh\nexport P=${HOME}\n```").fail(
            FLAT,
            text,
            &["5:10 `${HOME}` is not among the inputs, only in code"],
        );
        assert_eq!(tester.lint(&crate::lint::tester::files(&[(FLAT, text)])).diagnostics[0].severity, Severity::Info);
        tester.check();
    }

    #[test]
    fn d4_no_escape_keeps_the_runtime_from_seeing_a_variable() {
        Tester::new(&UndeclaredVariable)
            .pass(FLAT, &format!("{HEAD}\\${{PR_URL}}"))
            .fail(FLAT, &format!("{HEAD}\\${{X}} $${{Y}}"), &["6:2 `${X}` is not among the inputs", "6:8 `${Y}` is not among the inputs"])
            .check();
    }
}
