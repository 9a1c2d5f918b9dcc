//! `portable-file-name`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds skill files whose name is neither `SKILL.md` nor `skill.md`.
    ///
    /// ## Why it matters
    /// The AgentSkills reference validator looks for these two names only. OpenHands takes any case of the letters.
    ///
    /// ## Example
    /// `.agents/skills/deploy/Skill.md`
    ///
    /// ## Fix
    /// None: rename the file, on a disk that ignores letter case in two steps.
    PortableFileName, "portable-file-name", Error, fix = No, since = "0.1.0", "a skill file that other readers do not find", on = Portable
}

impl Rule for PortableFileName {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        if file.is_skill_md() && !NAMES.contains(&file.name()) {
            let message = format!("the skill's file is called `{}`", visible::line(file.name()));
            cx.report(file.whole(), message, "the AgentSkills reference validator finds no skill here", "rename it to `SKILL.md`");
        }
    }
}

const NAMES: [&str; 2] = ["SKILL.md", "skill.md"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const PATH: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn portable_file_name() {
        let text = "---\nname: x\ndescription: d\n---\nB";
        Tester::new(&PortableFileName)
            .pass(PATH, text)
            .pass(".agents/skills/x/skill.md", text)
            .fail(".agents/skills/x/Skill.MD", text, &["1:1 the skill's file is called `Skill.MD`"])
            .check();
    }
}
