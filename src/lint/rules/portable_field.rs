//! `portable-field`

use crate::declare_rule;
use crate::lint::reference::FIELDS;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds fields of a SKILL.md other than `name`, `description`, `license`, `compatibility`, `metadata` and `allowed-tools`.
    ///
    /// ## Why it matters
    /// The AgentSkills reference validator refuses the skill, and other clients ignore the field: there `triggers`, `paths`, `inputs`
    /// and `disable-model-invocation` do nothing, and the model decides by the description.
    ///
    /// ## Example
    /// ```yaml
    /// triggers: [deploy]
    /// ```
    ///
    /// ## Fix
    /// None: what only informs people can stand below `metadata`.
    PortableField, "portable-field", Error, fix = No, since = "0.1.0", "a field that the AgentSkills specification does not have", on = Portable
}

impl Rule for PortableField {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        let reference = cx.reference(file);
        let Some(Ok(fields)) = &*reference else { return };
        for field in fields.iter().filter(|field| !FIELDS.contains(&field.name.as_str())) {
            let message = format!("`{}` is no field of the specification", visible::line(&field.name));
            let consequence = "the AgentSkills reference validator refuses the skill, and other clients ignore the field";
            cx.report(file.at(field.key), message, consequence, "move it below `metadata` when only people read it");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const PATH: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn portable_field() {
        Tester::new(&PortableField)
            .pass(PATH, "---\nname: x\ndescription: d\nlicense: MIT\nmetadata:\n  triggers: x\n---\nB")
            .pass(".agents/skills/x.md", "---\ntriggers: [zap]\n---\nB")
            .fail(
                PATH,
                "---\nname: x\ntriggers:\n- a\nversion: 1\n---\nB",
                &["3:1 `triggers` is no field of the specification", "5:1 `version` is no field of the specification"],
            )
            .check();
    }
}
