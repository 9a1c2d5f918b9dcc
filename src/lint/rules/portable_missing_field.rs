//! `portable-missing-field`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds SKILL.md files whose frontmatter has no `name` or no `description`.
    ///
    /// ## Why it matters
    /// Both are required by the AgentSkills specification. OpenHands takes the name of the directory, and lists the skill without
    /// a description.
    ///
    /// ## Example
    /// ```yaml
    /// name: deploy
    /// ```
    ///
    /// ## Fix
    /// None.
    PortableMissingField, "portable-missing-field", Error, fix = No, since = "0.1.0", "a skill without `name` or `description`", on = Portable
}

impl Rule for PortableMissingField {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        let reference = cx.reference(file);
        let Some(Ok(fields)) = &*reference else { return };
        for name in ["name", "description"] {
            if !fields.iter().any(|field| field.name == name) {
                let message = format!("the required field `{name}` is missing");
                cx.report(file.whole(), message, "the AgentSkills reference validator refuses the skill", format!("add `{name}:`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const PATH: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn portable_missing_field() {
        Tester::new(&PortableMissingField)
            .pass(PATH, "---\nname:\ndescription: d\n---\nB")
            .fail(
                PATH,
                "---\nlicense: MIT\n---\nB",
                &["1:1 the required field `description` is missing", "1:1 the required field `name` is missing"],
            )
            .check();
    }
}
