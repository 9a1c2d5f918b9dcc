//! `unclosed-frontmatter`

use crate::declare_rule;
use crate::lint::opening::{Opening, opening};
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds files whose first line opens frontmatter that no later line closes.
    ///
    /// ## Why it matters
    /// Without a closing line there is no frontmatter: the YAML becomes part of the body. A flat file becomes always-on, a
    /// SKILL.md loses its description and its triggers. No loader says so.
    ///
    /// ## Example
    /// ```markdown
    /// ---
    /// triggers:
    /// - deploy
    ///
    /// # How to deploy
    /// ```
    ///
    /// ## Fix
    /// None: only the author knows where the frontmatter ends. A closing line is three dashes or more, with nothing before.
    UnclosedFrontmatter, "unclosed-frontmatter", Error, fix = No, since = "0.1.0", "the frontmatter is never closed"
}

impl Rule for UnclosedFrontmatter {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(Opening::Unclosed { fence, line }) = opening(file) else { return };
        let message = format!("the frontmatter opened at line {line} is never closed");
        let consequence = if file.is_skill_md() {
            "the whole text becomes the body: name, description and triggers are lost"
        } else {
            &format!("the whole text becomes the body, and {}", cx.always_on())
        };
        cx.report(file.at(fence), message, consequence, "write `---` on a line of its own below the last field");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const FOUND: &[&str] = &["1:1 the frontmatter opened at line 1 is never closed"];

    #[test]
    fn unclosed_frontmatter() {
        Tester::new(&UnclosedFrontmatter)
            .pass(FLAT, "---\nNote: this is prose\nand goes on")
            .pass(FLAT, "---\nname: h\n---\n# Body")
            .pass(FLAT, "---\n\nA rule above prose, and no field\n")
            .pass("AGENTS.md", "---\nname: h\n# Body")
            .fail(FLAT, "---\nname: h\ndescription: d\n# Body", FOUND)
            .fail(".agents/skills/x/SKILL.md", "---\r\nname: x\r\n --- \r\nB", FOUND)
            .fail(FLAT, "\n\n----\ntriggers:\n- a\n...\nB", &["3:1 the frontmatter opened at line 3 is never closed"])
            .check();
    }
}
