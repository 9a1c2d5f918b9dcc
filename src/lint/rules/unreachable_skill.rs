//! `unreachable-skill`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Activation, Format};

declare_rule! {
    /// ## What it does
    /// Finds a SKILL.md with `disable-model-invocation` and neither triggers nor paths nor inputs.
    ///
    /// ## Why it matters
    /// The model may not ask for it, and nothing else brings it in: it can never be read.
    ///
    /// ## Example
    /// ```yaml
    /// name: release
    /// disable-model-invocation: true
    /// ```
    ///
    /// ## Fix
    /// None: add `triggers`, such as `/release`, or let the model ask for it.
    UnreachableSkill, "unreachable-skill", Error, fix = No, since = "0.1.0", "nothing can bring a skill in"
}

impl Rule for UnreachableSkill {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        let hidden = microagent.disable_model_invocation && microagent.activation == Activation::OnDemand;
        if !hidden || microagent.format != Format::Skill {
            return;
        }
        let key = file.field("disable-model-invocation").or_else(|| file.field("disable_model_invocation"));
        let place = key.map_or_else(|| file.whole(), |(key, _)| file.at(key.span));
        cx.report(
            place,
            format!("nothing can bring in the skill `{}`", microagent.name),
            "the model may not ask for it, and it has no triggers, paths or inputs",
            format!("add `triggers`, such as `/{}`, or remove `disable-model-invocation`", microagent.name),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const SKILL: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn unreachable_skill() {
        Tester::new(&UnreachableSkill)
            .pass(SKILL, "---\nname: x\ndisable-model-invocation: true\ntriggers: [a]\n---\nB")
            .pass(SKILL, "---\nname: x\ndisable-model-invocation: true\npaths: ['*.rs']\n---\nB")
            .pass(SKILL, "---\nname: x\ndisable-model-invocation: false\n---\nB")
            .pass(FLAT, "---\ndisable-model-invocation: true\n---\nB")
            .fail(SKILL, "---\nname: x\ndisable_model_invocation: 'on'\n---\nB", &["3:1 nothing can bring in the skill `x`"])
            .check();
    }
}
