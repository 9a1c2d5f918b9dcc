//! `unused-suppression`

use crate::declare_rule;
use crate::lint::{Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds comments that silence a rule where it finds nothing, name no rule, or name one that does not exist. A rule that
    /// the run leaves out is not looked at.
    ///
    /// ## Why it matters
    /// A comment that was right once silences the next finding of that rule in the same place, unseen.
    ///
    /// ## Example
    /// ```markdown
    /// See [the guide](guide.md). <!-- microagent: ignore[broken-link] -->
    /// ```
    /// where `guide.md` exists by now.
    ///
    /// ## Fix
    /// Removes the comment. In the body, and anywhere in an instruction file, that changes what the model reads, so there it
    /// needs `--unsafe-fixes`.
    UnusedSuppression, "unused-suppression", Warning, fix = Safe, since = "0.1.0", "a comment silences nothing"
}

/// Asks no question of its own: [`suppress`](crate::lint::suppress) reports it once all other findings are known.
impl Rule for UnusedSuppression {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn unused_suppression() {
        Tester::new(&UnusedSuppression)
            .pass(FLAT, "```html\n<!-- microagent: ignore[secret] -->\n```\n")
            .pass(FLAT, "B <!-- microagent: ignored -->\n")
            .fail(
                FLAT,
                "B <!-- microagent: ignore[a, byte-order-mark] -->\n",
                &["1:27 `a` is no rule", "1:30 `byte-order-mark` finds nothing here"],
            )
            .unsafe_fix(FLAT, "B <!-- microagent: ignore[a] -->\nC\n", "B\nC\n")
            .unsafe_fix(FLAT, "B\n<!-- microagent: ignore[a] -->\nC\n", "B\nC\n")
            .unsafe_fix("AGENTS.md", "---\n# microagent: ignore[a]\n---\nB\n", "---\n---\nB\n")
            .check();
    }

    #[test]
    fn in_frontmatter() {
        let yaml = |comment: &str| format!("---\ntriggers: [zap]{comment}\n---\nB\n");
        Tester::new(&UnusedSuppression)
            .pass(FLAT, &yaml(" # an ordinary comment about microagent: ignore[x]"))
            .pass(FLAT, "---\ndescription: 'x # microagent: ignore[secret]'\n---\nB\n")
            .fail(FLAT, &yaml(" # microagent: ignore[byte-order-mark]"), &["2:38 `byte-order-mark` finds nothing here"])
            .fail(FLAT, &yaml(" # microagent: ignore[no-such] -- why"), &["2:38 `no-such` is no rule"])
            .fail(FLAT, &yaml(" # microagent: ignore"), &["2:17 a comment to ignore findings names no rule"])
            .fix(FLAT, &yaml(" # microagent: ignore[no-such] -- why"), &yaml(""))
            .fix(FLAT, &yaml("\n# microagent: ignore[]\r"), &yaml(""))
            .check();
    }
}
