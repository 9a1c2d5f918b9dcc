//! `instruction-file-conflict`

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::clash::ClashKind;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::third_party;
use crate::tree::FileKind;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds instruction files that hide one another: `AGENT.md` beside `AGENTS.md`, spellings that differ in letter case
    /// only, and a directory with such a name. An `AGENTS.md` that hides the one of the git root above is a warning.
    ///
    /// ## Why it matters
    /// Both names mean the one microagent `agents`, and the first in sorted order is taken: `AGENT.md` before
    /// `AGENTS.md`. The other one is dropped without a word.
    ///
    /// ## Example
    /// `AGENT.md` and `AGENTS.md` at the root.
    ///
    /// ## Fix
    /// None: bring both texts together in `AGENTS.md`.
    InstructionFileConflict, "instruction-file-conflict", Error, fix = No, since = "0.1.0", "an instruction file hides another"
}

impl Rule for InstructionFileConflict {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let is_name = !file.entry.path.contains('/') && third_party::name(cx.loader(), file.name()).is_some();
        if is_name && cx.tree().kind(&file.entry.file) == Some(FileKind::Dir) {
            cx.report(
                file.whole(),
                format!("`{}` is a directory", visible::line(file.name())),
                "the loader looks for a file of this name and passes over the directory: nothing in it is read",
                "write the rules to `AGENTS.md`",
            );
        }
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        for clash in cx.clashes().iter().filter(|clash| clash.kind == ClashKind::Instructions) {
            let (loser, winner) = (visible::line(&clash.loser.path()), visible::line(&clash.winner.path()));
            let same = clash.loser.text() == clash.winner.text();
            if cx.owns(clash.loser) {
                let consequence = if same {
                    "it is not loaded, and nothing says so; both say the same today"
                } else {
                    "it is not loaded, and nothing says so"
                };
                let found = cx.report(
                    clash.loser.whole(),
                    format!("`{winner}` is taken instead of this file"),
                    consequence,
                    "bring both texts together in one file",
                );
                found.and_at(clash.winner.whole(), "this one is loaded");
                if same {
                    found.severity(Severity::Warning);
                }
            } else if cx.owns(clash.winner) {
                cx.report(
                    clash.winner.whole(),
                    format!("this file hides `{loser}`"),
                    "who works in this directory gets only this one, not the one of the git root above",
                    "repeat here what is needed, or work from the root",
                )
                .severity(Severity::Warning)
                .and_at(clash.loser.whole(), "not loaded from here");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    #[test]
    fn instruction_file_conflict() {
        Tester::new(&InstructionFileConflict)
            .pass_tree(&files(&[("AGENTS.md", "A"), ("CLAUDE.md", "C"), (".cursorrules", "R"), ("pkg/AGENTS.md", "P")]))
            .pass_tree(&files(&[("AGENTS.md", "A")]).link("/repo/CLAUDE.md", "AGENTS.md"))
            .fail_tree(&files(&[("AGENT.md", "A"), ("AGENTS.md", "B")]), &["AGENTS.md:1:1 `AGENT.md` is taken instead of this file"])
            .fail_tree(&files(&[("CLAUDE.md", "A"), ("claude.md", "B")]), &["claude.md:1:1 `CLAUDE.md` is taken instead of this file"])
            .fail_tree(&files(&[(".cursorrules/a.mdc", "A")]), &[".cursorrules:1:1 `.cursorrules` is a directory"])
            .check();
    }

    #[test]
    fn b16_a_subdirectory_hides_the_root() {
        let tree = files(&[("AGENTS.md", "A")]).file("/AGENTS.md", "R").file("/.git/HEAD", "x");
        Tester::new(&InstructionFileConflict)
            .pass("AGENTS.md", "A")
            .fail_tree(&tree, &["AGENTS.md:1:1 this file hides `/AGENTS.md`"])
            .check();
    }
}
