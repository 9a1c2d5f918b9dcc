//! `symlink-text`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds files whose whole text is the path of a file that is there: what git writes for a symbolic link where links
    /// are switched off.
    ///
    /// ## Why it matters
    /// The model is given the path in place of the rules.
    ///
    /// ## Example
    /// A CLAUDE.md that holds `AGENTS.md` and nothing else.
    ///
    /// ## Fix
    /// None: switch links on (`git config core.symlinks true`) and check the file out again.
    SymlinkText, "symlink-text", Warning, fix = No, since = "0.1.0", "a file holds the path of a link in place of its text"
}

/// Longer texts are no path.
const MAX_BYTES: usize = 256;

impl Rule for SymlinkText {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let text = file.text();
        let path = text.trim_end_matches(['\r', '\n']);
        let plain = !path.is_empty()
            && path.len() <= MAX_BYTES
            && !path.contains(|c: char| c.is_whitespace() || c.is_control())
            && path.contains(['.', '/']);
        if !plain || file.microagent().is_none() {
            return;
        }
        let there = file.entry.file.parent().is_some_and(|dir| cx.tree().kind(&dir.join(path)).is_some()) && path != file.name();
        if there {
            cx.report(
                file.at(crate::text::Span::new(0, path.len())),
                format!("the file holds nothing but the path `{}`", visible::line(path)),
                "the model is given the path, not the text of that file",
                "check it out as a symbolic link, or write the text",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    #[test]
    fn symlink_text() {
        Tester::new(&SymlinkText)
            .pass_tree(&files(&[("AGENTS.md", "A"), ("CLAUDE.md", "Read AGENTS.md")]))
            .pass_tree(&files(&[("AGENTS.md", "A"), ("CLAUDE.md", "@AGENTS.md")]))
            .pass_tree(&files(&[("AGENTS.md", "A")]).link("/repo/CLAUDE.md", "AGENTS.md"))
            .fail_tree(
                &files(&[("AGENTS.md", "A"), ("CLAUDE.md", "AGENTS.md")]),
                &["CLAUDE.md:1:1 the file holds nothing but the path `AGENTS.md`"],
            )
            .check();
    }
}
