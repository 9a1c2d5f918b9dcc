//! `reserved-name`

use crate::catalog::Reason;
use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds a microagent that an instruction file hides: one called `agents`, `claude`, `gemini` or `cursorrules` beside
    /// `AGENTS.md`, `CLAUDE.md`, `GEMINI.md` or `.cursorrules`.
    ///
    /// ## Why it matters
    /// The SDK loads instruction files under these names and loads them first. The microagent is dropped.
    ///
    /// ## Example
    /// `.agents/skills/claude.md` beside `CLAUDE.md`.
    ///
    /// ## Fix
    /// None: give the microagent another name.
    ReservedName, "reserved-name", Error, fix = No, since = "0.1.0", "an instruction file takes a microagent's name"
}

/// The names of instruction files, and how their paths end, in lower case.
const RESERVED: [(&str, &[&str]); 4] =
    [("agents", &["agents.md", "agent.md"]), ("claude", &["claude.md"]), ("cursorrules", &[".cursorrules"]), ("gemini", &["gemini.md"])];

impl Rule for ReservedName {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(lost) = file.not_loaded().filter(|lost| lost.reason == Reason::Shadowed) else { return };
        let (Some(microagent), Some(winner)) = (file.microagent(), lost.by.as_deref()) else { return };
        let winner_file = winner.rsplit('/').next().unwrap_or_default().to_lowercase();
        let taken = RESERVED.iter().any(|(name, files)| *name == microagent.name && files.contains(&winner_file.as_str()));
        // two spellings of one instruction file are another matter
        if !taken || !file.entry.path.contains('/') {
            return;
        }
        let place = file.field("name").map_or_else(|| file.whole(), |(_, value)| file.at(value.span));
        cx.report(
            place,
            format!("`{winner}` takes the name `{}`", microagent.name),
            "the instruction file is loaded under this name, and the microagent is dropped",
            "give the microagent another name",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    #[test]
    fn reserved_name() {
        Tester::new(&ReservedName)
            .pass_tree(&files(&[(".agents/skills/claude.md", "B"), ("AGENTS.md", "B")]))
            .pass_tree(&files(&[("AGENT.md", "B"), ("AGENTS.md", "C")]))
            .fail_tree(
                &files(&[(".agents/skills/claude.md", "B"), ("CLAUDE.md", "C")]),
                &[".agents/skills/claude.md:1:1 `CLAUDE.md` takes the name `claude`"],
            )
            .fail_tree(
                &files(&[(".agents/skills/x.md", "---\nname: agents\n---\nB"), ("AGENTS.md", "C")]),
                &[".agents/skills/x.md:2:7 `AGENTS.md` takes the name `agents`"],
            )
            .check();
    }
}
