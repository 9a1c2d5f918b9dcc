//! `stale-copy`

use crate::declare_rule;
use crate::lint::clash::ClashKind;
use crate::lint::{Checker, Rule, RuleMeta};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds a microagent that stands in two directories of one repository with different text, such as
    /// `.openhands/skills` and `.agents/skills`.
    ///
    /// ## Why it matters
    /// Only one of them is live. Whoever edits the other one changes nothing.
    ///
    /// ## Example
    /// `.agents/skills/x/SKILL.md` and an older `.openhands/skills/x/SKILL.md`.
    ///
    /// ## Fix
    /// None: compare them, bring over what is missing, and remove the one that is not loaded.
    StaleCopy, "stale-copy", Warning, fix = No, since = "0.1.0", "a microagent has a second, different copy that is not loaded"
}

impl Rule for StaleCopy {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        for clash in cx.clashes().iter() {
            // a subproject and the root above it may each have their own
            let copies = clash.kind == ClashKind::Directories { same_text: false } && cx.owns(clash.loser) && cx.owns(clash.winner);
            if !copies {
                continue;
            }
            let (live, stale) = (visible::line(&clash.winner.path()), visible::line(&clash.loser.path()));
            let name = clash.loser.microagent().map(|microagent| visible::line(&microagent.name)).unwrap_or_default();
            cx.report(
                clash.loser.whole(),
                format!("`{name}` stands in two directories with different text"),
                format!("`{live}` is live, `{stale}` is not loaded"),
                "compare the two and remove the one that is not loaded",
            )
            .and_at(clash.winner.whole(), "live");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    fn skill(body: &str) -> String {
        format!("---\nname: x\ndescription: d\n---\n{body}")
    }

    #[test]
    fn stale_copy() {
        let same = files(&[(".agents/skills/x/SKILL.md", &skill("A")), (".openhands/skills/x/SKILL.md", &skill("A"))]);
        let flat = files(&[(".agents/skills/x/SKILL.md", &skill("A")), (".openhands/microagents/x.md", "B")]);
        Tester::new(&StaleCopy)
            .pass_tree(&same)
            .fail_tree(&flat, &[".openhands/microagents/x.md:1:1 `x` stands in two directories with different text"])
            .check();
    }

    #[test]
    fn a_subproject_may_have_a_skill_of_its_own_by_a_name_of_the_root() {
        let path = ".agents/skills/x/SKILL.md";
        let above = files(&[(path, &skill("B"))]).dir("/.git").file(format!("/{path}"), skill("A"));
        let scope = crate::lint::tester::scope(&above, crate::microagent::Loader::Sdk);
        assert!(scope.catalog.entries.iter().any(|entry| entry.path == format!("../{path}")), "the root's is seen");
        Tester::new(&StaleCopy)
            .pass_tree(&above)
            .fail_tree(
                &files(&[(path, &skill("A")), (".openhands/skills/x/SKILL.md", &skill("B"))]),
                &[".openhands/skills/x/SKILL.md:1:1 `x` stands in two directories with different text"],
            )
            .check();
    }

    #[test]
    fn e11_the_live_copy_is_named() {
        let tree = files(&[(".agents/skills/x/SKILL.md", &skill("A")), (".openhands/skills/x/SKILL.md", &skill("B"))]);
        let tester = Tester::new(&StaleCopy)
            .pass(".agents/skills/x/SKILL.md", &skill("A"))
            .fail_tree(&tree, &[".openhands/skills/x/SKILL.md:1:1 `x` stands in two directories with different text"]);
        let found = &tester.lint(&tree).diagnostics[0];
        assert_eq!(found.consequence, "`.agents/skills/x/SKILL.md` is live, `.openhands/skills/x/SKILL.md` is not loaded");
        tester.check();
    }
}
