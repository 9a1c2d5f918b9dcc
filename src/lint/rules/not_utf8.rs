//! `not-utf8`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::text::Span;

declare_rule! {
    /// ## What it does
    /// Finds files that are not UTF-8 text: other encodings, binary files, and text that holds NUL characters as UTF-16
    /// without a mark does.
    ///
    /// ## Why it matters
    /// The loader refuses a file that is not UTF-8. When it is an instruction file at the root, such as `AGENTS.md`, the SDK
    /// loses every skill of the project with it. The legacy loader loses every file of the directory.
    ///
    /// ## Example
    /// `Café` saved as Latin-1: the byte `0xe9` starts no UTF-8 character.
    ///
    /// ## Fix
    /// None: save the file as UTF-8 in the editor that wrote it.
    NotUtf8, "not-utf8", Error, fix = No, since = "0.1.0", "the file is not UTF-8 text"
}

impl Rule for NotUtf8 {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for problem in file.problems(Self::META.id) {
            let consequence = cx.refused(file);
            let help = match (problem.span.start, problem.message.as_str()) {
                (0, message) if message.contains("0xff") || message.contains("0xfe") => "this looks like UTF-16: save the file as UTF-8",
                _ => "save the file as UTF-8, or move it away when it is not text",
            };
            cx.report(file.at(problem.span), problem.message.clone(), consequence, help);
        }
        if let Some(at) = file.text().find('\0') {
            let message = format!("the file holds a NUL character at offset {at}");
            let consequence = "it is read, but as a text that nobody wrote: UTF-16 or a binary file";
            cx.report(file.at(Span::new(at, at + 1)), message, consequence, "save the file as UTF-8, or move it away when it is not text");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};
    use crate::tree::memory::Memory;

    #[test]
    fn not_utf8() {
        let latin = Memory::new().file("/repo/.agents/skills/a.md", b"---\nname: a\n---\ncaf\xe9\n".as_slice());
        let utf16: Vec<u8> = "\u{feff}---\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let wide = Memory::new().file("/repo/.agents/skills/a.md", utf16);
        Tester::new(&NotUtf8)
            .pass(FLAT, "---\nname: a\n---\ncafé 日本 🙂\n")
            .fail_tree(&latin, &[".agents/skills/a.md:4:4 not UTF-8: invalid byte 0xe9 at offset 19"])
            .fail_tree(&wide, &[".agents/skills/a.md:1:1 not UTF-8: invalid byte 0xff at offset 0"])
            .fail(FLAT, "-\0-\0", &["1:2 the file holds a NUL character at offset 1"])
            .check();
    }

    #[test]
    fn a_root_instruction_file_takes_the_project_with_it() {
        let tree = files(&[(FLAT, "a"), (".agents/skills/b.md", "b")]).file("/repo/AGENTS.md", b"\xe9".as_slice());
        let found = Tester::new(&NotUtf8).lint(&tree).diagnostics;
        assert_eq!(found[0].consequence, "the runtime does not load this file, and drops 2 others with it");
    }
}
