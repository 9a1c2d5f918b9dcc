//! `skill-file-case`

use crate::declare_rule;
use crate::lint::placement::Placement;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds `skill.md`, `Skill.md` and other spellings of `SKILL.md`.
    ///
    /// ## Why it matters
    /// OpenHands reads them whatever the case of the letters, of several the first in sorted order, which is `SKILL.md`.
    /// Other tools ask for the exact name and, on Linux, do not find the skill.
    ///
    /// ## Example
    /// `.agents/skills/deploy/skill.md`
    ///
    /// ## Fix
    /// None: rename the file, on a disk that ignores letter case in two steps.
    SkillFileCase, "skill-file-case", Warning, fix = No, since = "0.1.0", "a skill's file is not called exactly `SKILL.md`"
}

impl Rule for SkillFileCase {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let placed = Placement::of(file.source(), &file.entry.path).is_some_and(|place| place.depth() == 1);
        if !placed || !file.is_skill_md() || file.name() == "SKILL.md" {
            return;
        }
        let hidden = file.not_loaded().is_some_and(|lost| lost.reason == crate::catalog::Reason::OutOfReach);
        let (consequence, help) = if hidden {
            ("the loader takes the other file beside it, and never this one", "keep one of them, called `SKILL.md`")
        } else {
            (
                "the runtime reads it; other tools look for `SKILL.md` and do not find it",
                "rename it to `SKILL.md`; where letter case is ignored, by way of another name",
            )
        };
        cx.report(file.whole(), format!("the skill's file is called `{}`", visible::line(file.name())), consequence, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    const SKILL: &str = "---\nname: x\ndescription: d\n---\nB";

    #[test]
    fn skill_file_case() {
        let both = files(&[(".agents/skills/x/SKILL.md", SKILL), (".agents/skills/x/skill.md", SKILL)]);
        Tester::new(&SkillFileCase)
            .pass(".agents/skills/x/SKILL.md", SKILL)
            .fail_tree(&both, &[".agents/skills/x/skill.md:1:1 the skill's file is called `skill.md`"])
            .check();
    }

    #[test]
    fn b1_lower_case_is_read_here_only() {
        Tester::new(&SkillFileCase)
            .pass(".agents/skills/x/SKILL.md", SKILL)
            .fail(".agents/skills/x/skill.md", SKILL, &["1:1 the skill's file is called `skill.md`"])
            .check();
    }
}
