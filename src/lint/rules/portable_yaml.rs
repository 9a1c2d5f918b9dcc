//! `portable-yaml`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds frontmatter with lists in brackets, mappings in braces, anchors, tags, duplicate keys, or broken YAML, as StrictYAML
    /// reads it, up to the first `---` wherever it stands.
    ///
    /// ## Why it matters
    /// The AgentSkills reference validator reads with StrictYAML, and refuses the skill. The OpenHands loaders read all of YAML 1.1.
    ///
    /// ## Example
    /// ```yaml
    /// allowed-tools: [Read, Write]
    /// ```
    /// Write one item a line instead.
    ///
    /// ## Fix
    /// None.
    PortableYaml, "portable-yaml", Error, fix = No, since = "0.1.0", "frontmatter in YAML that StrictYAML refuses", on = Portable
}

impl Rule for PortableYaml {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        let reference = cx.reference(file);
        let Some(Err(refusal)) = &*reference else { return };
        if refusal.yaml {
            cx.report(
                file.at(refusal.span),
                refusal.message.clone(),
                "the AgentSkills reference validator refuses the skill",
                refusal.help,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const PATH: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn portable_yaml() {
        Tester::new(&PortableYaml)
            .pass(PATH, "---\nname: x\ndescription: d\nallowed-tools:\n- Read\n---\nB")
            .pass(PATH, "B")
            .fail(PATH, "---\nname: x\nallowed-tools: [Read]\n---\nB", &["3:16 a list in brackets is refused"])
            .fail(PATH, "---\nname: x\nname: y\n---\nB", &["3:1 the key `name` stands here a second time"])
            .check();
    }
}
