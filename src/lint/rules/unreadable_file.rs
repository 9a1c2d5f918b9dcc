//! `unreadable-file`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds what the loader takes for a file and cannot read: a directory or a FIFO called `x.md`, a file without
    /// permission.
    ///
    /// ## Why it matters
    /// The loader refuses it; the legacy loader drops every other file of the directory with it.
    ///
    /// ## Example
    /// A directory called `notes.md` in `.agents/skills`.
    ///
    /// ## Fix
    /// None: rename the directory, or make the file readable.
    UnreadableFile, "unreadable-file", Error, fix = No, since = "0.1.0", "the file cannot be read"
}

impl Rule for UnreadableFile {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for problem in file.problems(Self::META.id) {
            let consequence = cx.refused(file);
            cx.report(file.whole(), problem.message.clone(), consequence, "rename it, or put a readable file in its place");
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
            .check();
    }
}
