//! `fenced-frontmatter`

use crate::declare_rule;
use crate::lint::opening::{Opening, opening};
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds files that start with a code fence in which their frontmatter, or the whole file, stands.
    ///
    /// ## Why it matters
    /// The first line is a code fence, so there is no frontmatter: name, description and triggers do nothing, and a flat
    /// file becomes always-on.
    ///
    /// ## Example
    /// ````markdown
    /// ```yaml
    /// ---
    /// triggers: [deploy]
    /// ---
    /// ```
    /// ````
    ///
    /// ## Fix
    /// None: take the lines of the code fence away.
    FencedFrontmatter, "fenced-frontmatter", Warning, fix = No, since = "0.1.0", "the frontmatter stands in a code block"
}

impl Rule for FencedFrontmatter {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(Opening::Fenced { fence }) = opening(file) else { return };
        let consequence = if file.is_skill_md() {
            "there is no frontmatter: name, description and triggers are lost"
        } else {
            &format!("there is no frontmatter, and {}", cx.always_on())
        };
        cx.report(file.at(fence), "the frontmatter stands in a code block", consequence, "take the lines of the code fence away");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const FOUND: &[&str] = &["1:1 the frontmatter stands in a code block"];

    #[test]
    fn fenced_frontmatter() {
        Tester::new(&FencedFrontmatter)
            .pass(FLAT, "```yaml\nname: an example of something\n```\n")
            .pass(FLAT, "# Title\n```\n---\nname: x\n---\n```\n")
            .pass("AGENTS.md", "```\n---\nname: x\n---\n```\n")
            .fail(FLAT, "```markdown\n---\nname: x\ntriggers: [a]\n---\nB\n```\n", FOUND)
            .fail(".agents/skills/x/SKILL.md", "```yaml\nname: x\ndescription: d\n```\nB", FOUND)
            .check();
    }
}
