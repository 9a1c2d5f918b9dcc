//! `unread-extension`

use crate::catalog::Reason;
use crate::declare_rule;
use crate::lint::placement::Placement;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds files in a skills directory that look like microagents and end in something other than `.md` in lower case:
    /// `x.MD`, `x.markdown`, `SKILL.txt`.
    ///
    /// ## Why it matters
    /// The loader takes names that end in `.md` and passes over all others, without a word.
    ///
    /// ## Example
    /// `.agents/skills/deploy.MD`
    ///
    /// ## Fix
    /// None: rename the file.
    UnreadExtension, "unread-extension", Warning, fix = No, since = "0.1.0", "a file that looks like a microagent does not end in `.md`"
}

impl Rule for UnreadExtension {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let out_of_reach = file.not_loaded().is_some_and(|lost| lost.reason == Reason::OutOfReach);
        let placed = Placement::of(file.source(), &file.entry.path).is_some();
        if !out_of_reach || !placed || file.is_skill_md() || file.name().ends_with(".md") || file.document().is_none() {
            return;
        }
        let lower = file.name().to_lowercase();
        if !(lower.ends_with(".md") || lower.ends_with(".markdown") || lower.starts_with("skill.")) {
            return;
        }
        let Some((stem, extension)) = file.name().rsplit_once('.') else { return };
        cx.report(
            file.whole(),
            format!("`{}` ends in `.{}`", visible::line(file.name()), visible::line(extension)),
            "the loader takes names that end in `.md`, in lower case: the file is not loaded, and nothing says so",
            format!("rename it to `{}.md`", visible::line(stem)),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn unread_extension() {
        Tester::new(&UnreadExtension)
            .pass(FLAT, "B")
            .pass(".agents/skills/x/SKILL.md", "---\nname: x\ndescription: d\n---\nB")
            .pass(".agents/skills/notes.txt", "B")
            .fail(".agents/skills/h.MD", "B", &["1:1 `h.MD` ends in `.MD`"])
            .fail(".openhands/microagents/h.markdown", "B", &["1:1 `h.markdown` ends in `.markdown`"])
            .check();
    }
}
