//! `unreadable-file`

use crate::declare_rule;
use crate::lint::placement::Placement;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::text::Span;
use crate::tree::FileKind;

declare_rule! {
    /// ## What it does
    /// Finds what the loader takes for a file and cannot read: a directory or a FIFO called `x.md`, a file without
    /// permission.
    ///
    /// ## Why it matters
    /// The loader refuses it; the legacy loader drops every other file of the directory with it. A SKILL.md that is no
    /// file is passed over without a word.
    ///
    /// ## Example
    /// A directory called `notes.md` in `.agents/skills`.
    ///
    /// ## Fix
    /// None: rename the directory, or make the file readable.
    UnreadableFile, "unreadable-file", Error, fix = No, since = "0.1.0", "the file cannot be read"
}

const PASSED_OVER: &str = "the loader passes over it: there is no skill here, and nothing says so";

const HELP: &str = "rename it, or put a readable file in its place";

impl Rule for UnreadableFile {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for problem in file.problems(Self::META.id) {
            let consequence = cx.refused(file);
            cx.report(file.whole(), problem.message.clone(), consequence, HELP);
        }
        if file.is_skill_md() && cx.tree().kind(&file.entry.file) == Some(FileKind::Other) {
            cx.report(file.whole(), "it is not a regular file", PASSED_OVER, HELP);
        }
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        for listed in cx.listing().iter().filter(|listed| listed.kind == FileKind::Dir) {
            let skill = listed.path.rsplit('/').next().is_some_and(|name| name.eq_ignore_ascii_case("skill.md"));
            let holder = || Placement::of(cx.kind().source(), &listed.path).is_some_and(|place| place.depth() == 1);
            if skill && holder() {
                cx.report(cx.at(&listed.path, Span::at(0)), "it is a directory, a file is expected", PASSED_OVER, HELP);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};
    use crate::tree::memory::Memory;

    #[test]
    fn unreadable_file() {
        let dir = Memory::new().dir("/repo/.agents/skills/notes.md");
        Tester::new(&UnreadableFile)
            .pass(FLAT, "text")
            .fail_tree(&dir, &[".agents/skills/notes.md:1:1 it is a directory, a file is expected"])
            .fail_tree(
                &Memory::new().dir("/repo/.agents/skills/x/SKILL.md").dir("/repo/docs/SKILL.md").dir("/repo/skills/y/SKILL.md"),
                &[".agents/skills/x/SKILL.md:1:1 it is a directory, a file is expected"],
            )
            .check();
    }
}
