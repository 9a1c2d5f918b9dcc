//! `skill-too-deep`

use crate::catalog::Reason;
use crate::declare_rule;
use crate::lint::placement::Placement;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds a SKILL.md that does not stand exactly one directory below the skills directory: two or more down, in a
    /// category, or directly in it.
    ///
    /// ## Why it matters
    /// The loader looks exactly one directory down. The skill is never loaded, and nothing says so; Markdown files
    /// beside it are loaded instead, as microagents that are always on.
    ///
    /// ## Example
    /// `.agents/skills/tools/lint/SKILL.md`
    ///
    /// ## Fix
    /// None: move its directory up.
    SkillTooDeep, "skill-too-deep", Error, fix = No, since = "0.1.0", "a SKILL.md stands where the loader does not look"
}

impl Rule for SkillTooDeep {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let out_of_reach = file.not_loaded().is_some_and(|lost| lost.reason == Reason::OutOfReach);
        let Some(place) = Placement::of(file.source(), &file.entry.path).filter(|_| out_of_reach && file.is_skill_md()) else { return };
        let (message, help) = match place.depth() {
            0 => (
                format!("the skill stands directly in `{}`", place.dir),
                format!("give it a directory of its own: `{}/NAME/SKILL.md`", place.dir),
            ),
            1 => return,
            depth => {
                let directory = place.rest.rsplit('/').nth(1).unwrap_or_default();
                let directory = crate::visible::line(directory);
                (format!("the skill stands {depth} directories below `{}`", place.dir), format!("move it to `{}/{directory}`", place.dir))
            }
        };
        cx.report(
            file.whole(),
            message,
            "the loader looks exactly one directory down: the skill is never loaded, and nothing says so",
            help,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const SKILL: &str = "---\nname: h\ndescription: d\n---\nB";

    #[test]
    fn skill_too_deep() {
        Tester::new(&SkillTooDeep)
            .pass(".agents/skills/h/SKILL.md", SKILL)
            .fail(".agents/skills/SKILL.md", SKILL, &["1:1 the skill stands directly in `.agents/skills`"])
            .fail(".openhands/skills/a/b/h/skill.md", SKILL, &["1:1 the skill stands 3 directories below `.openhands/skills`"])
            .check();
    }

    #[test]
    fn b8_category_directories() {
        Tester::new(&SkillTooDeep)
            .pass(".agents/skills/h/SKILL.md", SKILL)
            .fail(".agents/skills/cat/h/SKILL.md", SKILL, &["1:1 the skill stands 2 directories below `.agents/skills`"])
            .check();
    }
}
