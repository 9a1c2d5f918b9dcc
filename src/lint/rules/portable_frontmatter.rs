//! `portable-frontmatter`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds SKILL.md files that do not begin with `---`, whose frontmatter is never closed, or is no mapping.
    ///
    /// ## Why it matters
    /// The AgentSkills reference validator takes nothing before the first `---`, no blank line and no byte-order mark, and refuses
    /// the skill. The OpenHands loaders skip blank lines, and load a skill without frontmatter under the name of its directory.
    ///
    /// ## Example
    /// A blank line before `---`.
    ///
    /// ## Fix
    /// None: remove what stands before `---`.
    PortableFrontmatter, "portable-frontmatter", Error, fix = No, since = "0.1.0", "a frontmatter that only lenient readers find", on = Portable
}

impl Rule for PortableFrontmatter {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        let reference = cx.reference(file);
        let Some(Err(refusal)) = &*reference else { return };
        if !refusal.yaml {
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
    fn portable_frontmatter() {
        Tester::new(&PortableFrontmatter)
            .pass(PATH, "---\nname: x\ndescription: d\n---\nB")
            .pass(PATH, "---\nname: [x]\n---\nB")
            .pass(".agents/skills/x.md", "B")
            .fail(PATH, "\n---\nname: x\n---\nB", &["1:1 the file does not begin with `---`"])
            .fail(PATH, "---\nname: x\n", &["1:1 the frontmatter is never closed"])
            .check();
    }
}
