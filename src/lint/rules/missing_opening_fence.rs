//! `missing-opening-fence`

use crate::declare_rule;
use crate::lint::opening::{Opening, opening};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::text::Edit;

declare_rule! {
    /// ## What it does
    /// Finds files that start with the fields of a frontmatter and have the line that closes it, but not the one that
    /// opens it.
    ///
    /// ## Why it matters
    /// There is no frontmatter then: the fields are part of the body and do nothing. A flat file becomes always-on.
    ///
    /// ## Example
    /// ```markdown
    /// name: deploy
    /// triggers:
    /// - deploy
    /// ---
    /// # How to deploy
    /// ```
    ///
    /// ## Fix
    /// Writes `---` above the first field. Not safe: the fields then take effect.
    MissingOpeningFence, "missing-opening-fence", Warning, fix = Unsafe, since = "0.1.0", "the line that opens the frontmatter is missing"
}

impl Rule for MissingOpeningFence {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(Opening::Missing { first, close }) = opening(file) else { return };
        let consequence = if file.is_skill_md() {
            "there is no frontmatter: the fields are part of the body"
        } else {
            &format!("there is no frontmatter: the fields are part of the body, and {}", cx.always_on())
        };
        let newline = file.document().map_or("\n", |document| document.source.newline());
        cx.report(
            file.at(first),
            "the file starts with fields, but `---` does not open them",
            consequence,
            "write `---` on a line of its own above the first field",
        )
        .and_at(file.at(close), "this would close them")
        .unsafe_fix("open the frontmatter", vec![Edit::insert(first.start, format!("---{newline}"))]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const FOUND: &[&str] = &["1:1 the file starts with fields, but `---` does not open them"];

    #[test]
    fn missing_opening_fence() {
        Tester::new(&MissingOpeningFence)
            .pass(FLAT, "name: x\nis how a note may start\n\n---\nB")
            .pass(FLAT, "Note: x\n---\nB")
            .pass(FLAT, "# Title\nname: x\n---\n")
            .pass("AGENTS.md", "name: x\ntriggers: [a]\n---\nB")
            .fail(FLAT, "name: x\ntriggers:\n- a\n---\nB", FOUND)
            .unsafe_fix(FLAT, "triggers: [a]\r\n---\r\nB", "---\r\ntriggers: [a]\r\n---\r\nB")
            .check();
    }
}
