//! `flat-beats-skill`

use crate::declare_rule;
use crate::lint::clash::ClashKind;
use crate::lint::{Checker, Rule, RuleMeta};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds a flat file and a SKILL.md of one name in the same directory.
    ///
    /// ## Why it matters
    /// In a repository and in a home the flat file wins and the skill is gone, without a word. In an organization's or a
    /// public `skills/` it is the other way round.
    ///
    /// ## Example
    /// `.agents/skills/foo.md` beside `.agents/skills/foo/SKILL.md`.
    ///
    /// ## Fix
    /// None: remove the one that is out of date.
    FlatBeatsSkill, "flat-beats-skill", Error, fix = No, since = "0.1.0", "a flat file and a SKILL.md have one name"
}

impl Rule for FlatBeatsSkill {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        for clash in cx.clashes().iter().filter(|clash| clash.kind == ClashKind::FlatAndSkill) {
            let winner = visible::line(&clash.winner.path());
            let name = clash.loser.microagent().map(|microagent| visible::line(&microagent.name)).unwrap_or_default();
            cx.report(
                clash.loser.whole(),
                format!("`{name}` is already the name of `{winner}`"),
                format!("only `{winner}` is loaded, and nothing says so"),
                "remove the one that is out of date",
            )
            .and_at(clash.winner.whole(), "this one is loaded");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::ScopeKind;
    use crate::lint::tester::{Tester, files};

    const SKILL: &str = "---\nname: h\ndescription: d\n---\nB";

    #[test]
    fn flat_beats_skill() {
        let tree = |dir: &str| files(&[(&format!("{dir}/h.md"), "---\ntriggers: [h]\n---\nA"), (&format!("{dir}/h/SKILL.md"), SKILL)]);
        Tester::new(&FlatBeatsSkill)
            .pass(".agents/skills/h/SKILL.md", SKILL)
            .pass_tree(&files(&[(".agents/skills/h/SKILL.md", SKILL), (".agents/skills/h/h.md", "reference")]))
            .fail_tree(&tree(".agents/skills"), &[".agents/skills/h/SKILL.md:1:1 `h` is already the name of `.agents/skills/h.md`"])
            .kind(ScopeKind::Organization)
            .fail_tree(&tree("skills"), &["skills/h.md:1:1 `h` is already the name of `skills/h/SKILL.md`"])
            .check();
    }
}
