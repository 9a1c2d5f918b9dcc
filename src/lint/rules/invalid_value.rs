//! `invalid-value`

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Format, Loader};
use crate::near::nearest;

declare_rule! {
    /// ## What it does
    /// Finds values that the loader cannot take although their type is right: `disable-model-invocation: maybe`, a date
    /// that does not exist, a `type` that is none of `knowledge`, `repo` and `task`.
    ///
    /// ## Why it matters
    /// The loader refuses the file. The SDK ignores `type`, so there a wrong one is a warning: the legacy loader refuses it
    /// and drops every other file of the directory.
    ///
    /// ## Example
    /// ```yaml
    /// type: agent
    /// ```
    ///
    /// ## Fix
    /// None: write one of the values that are known.
    InvalidValue, "invalid-value", Error, fix = No, since = "0.1.0", "a value is none of those the loader knows"
}

/// What the legacy loader accepts for `type`.
pub(super) const TYPES: [&str; 3] = ["knowledge", "repo", "task"];

impl Rule for InvalidValue {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for problem in file.problems(Self::META.id) {
            let help = if problem.message.starts_with("`type`") {
                type_help(problem.span.of(file.text()))
            } else {
                "write a value that it knows, or quote it when it is meant as text".to_string()
            };
            let consequence = cx.refused(file);
            cx.report(file.at(problem.span), problem.message.clone(), consequence, help);
        }
        let flat = file.microagent().is_some_and(|microagent| microagent.format == Format::Legacy);
        let declared = file.field("type").filter(|_| flat && cx.loader() == Loader::Sdk);
        let Some((_, value)) = declared.filter(|(_, value)| !value.as_str().is_some_and(|text| TYPES.contains(&text))) else { return };
        let written = value.span.of(file.text());
        cx.report(
            file.at(value.span),
            format!("`type` is `{written}`: the values are `knowledge`, `repo` and `task`"),
            "the SDK ignores the field; the legacy loader refuses the file, and every other one of the directory",
            type_help(written),
        )
        .severity(Severity::Warning);
    }
}

fn type_help(written: &str) -> String {
    match nearest(written, TYPES) {
        Some(near) => format!("did you mean `{near}`? the field can also be left out"),
        None => "write one of them, or leave the field out".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const OLD: &str = ".openhands/microagents/a.md";
    const SKILL: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn invalid_value() {
        Tester::new(&InvalidValue)
            .pass(FLAT, "---\ntype: knowledge\ntriggers: [a]\ndisable-model-invocation: 'yes'\n---\nB")
            .pass(SKILL, "---\nname: x\ntype: anything\n---\nB")
            .fail(
                SKILL,
                "---\nname: x\ndisable-model-invocation: maybe\n---\nB",
                &["3:27 `disable-model-invocation` must be true or false, this is `maybe`"],
            )
            .fail(FLAT, "---\ntype: AIOpsAgent\n---\nB", &["2:7 `type` is `AIOpsAgent`: the values are `knowledge`, `repo` and `task`"])
            .loader(Loader::Legacy)
            .pass(OLD, "---\ntype: task\n---\nB")
            .fail(OLD, "---\ntype: agent\n---\nB", &["2:7 `type` must be `knowledge`, `repo` or `task`, this is `agent`"])
            .check();
    }
}
