//! `ignored-key`

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Format, Loader};
use crate::yaml::{Data, Value};

declare_rule! {
    /// ## What it does
    /// Finds fields that promise something the runtime does not do: `agent` with another value than `CodeActAgent`,
    /// `mcp_tools` in a SKILL.md, `default` or `required` of an input, and commas in `allowed-tools`, which become part of
    /// the tools' names.
    ///
    /// ## Why it matters
    /// The author relies on something that has no effect. `agent: BrowsingAgent` does not keep a microagent from other
    /// agents.
    ///
    /// ## Example
    /// ```yaml
    /// inputs:
    /// - name: BRANCH
    ///   description: the branch
    ///   default: main
    /// ```
    /// No runtime fills in `main`; `microagent render` does.
    ///
    /// ## Fix
    /// None: say it in the description or the body, where the model reads it.
    IgnoredKey, "ignored-key", Info, fix = No, since = "0.1.0", "a field promises what the runtime does not do"
}

impl Rule for IgnoredKey {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        if let Some((key, value)) = file.field("agent")
            && value.as_str().is_some_and(|agent| !agent.is_empty() && agent != "CodeActAgent")
        {
            let message = format!("`agent: {}` has no effect", value.span.of(file.text()));
            cx.report(
                file.at(key.span),
                message,
                "every agent is given the microagent",
                "say in the body whom it is for, or remove the field",
            );
        }
        if microagent.format == Format::Skill
            && let Some((key, _)) = file.field("mcp_tools")
        {
            cx.report(
                file.at(key.span),
                "`mcp_tools` is not read in a SKILL.md",
                "no server is started or checked",
                "declare the servers in the agent's configuration",
            );
        }
        if cx.loader() == Loader::Sdk {
            commas(file, cx);
        }
        for item in file.field("inputs").and_then(|(_, value)| value.as_list()).unwrap_or_default() {
            promises(file, item, cx);
        }
    }
}

/// Fields of an input that nothing reads.
fn promises(file: File<'_>, item: &Value, cx: &mut Checker<'_>) {
    for (key, _) in item.as_map().unwrap_or_default() {
        let Some(name) = key.as_str().filter(|name| matches!(*name, "default" | "required")) else { continue };
        let consequence = if name == "default" {
            "the runtime does not fill it in, `microagent render` alone does"
        } else {
            "the runtime asks for every input alike, `microagent render` alone heeds it"
        };
        cx.report(
            file.at(key.span),
            format!("`{name}` of an input has no effect"),
            consequence,
            "say it in the input's description, which the model reads",
        );
    }
}

/// `allowed-tools: Read, Write` allows `Read,`.
fn commas(file: File<'_>, cx: &mut Checker<'_>) {
    let Some((_, value)) = file.field("allowed-tools").or_else(|| file.field("allowed_tools")) else { return };
    let Data::Str(text) = &value.data else { return };
    // a comma inside the parentheses of one tool is its own
    let Some(first) = text.split_whitespace().find(|tool| tool.ends_with(',')) else { return };
    cx.report(
        file.at(value.span),
        format!("a comma in `allowed-tools` is part of a name: `{first}`"),
        "the string is split at white space only, so no tool has that name",
        "separate the tools by spaces, or write a list",
    )
    .severity(Severity::Warning);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn ignored_key() {
        Tester::new(&IgnoredKey)
            .pass(FLAT, "---\nagent: CodeActAgent\nversion: 2.0\ntype: knowledge\ntriggers: [a]\n---\nB")
            .pass(FLAT, "---\nallowed-tools: Read Write Bash(a,b)\n---\nB")
            .pass(FLAT, "---\nallowed-tools: [Read, Write]\n---\nB")
            .fail(FLAT, "---\nagent: BrowsingAgent\n---\nB", &["2:1 `agent: BrowsingAgent` has no effect"])
            .fail(".agents/skills/x/SKILL.md", "---\nname: x\nmcp_tools: {}\n---\nB", &["3:1 `mcp_tools` is not read in a SKILL.md"])
            .fail(FLAT, "---\nallowed-tools: Read, Write\n---\nB", &["2:16 a comma in `allowed-tools` is part of a name: `Read,`"])
            .fail(
                FLAT,
                "---\ninputs:\n- name: A\n  description: d\n  required: true\n  default: x\n---\n${A}",
                &["5:3 `required` of an input has no effect", "6:3 `default` of an input has no effect"],
            )
            .check();
    }
}
