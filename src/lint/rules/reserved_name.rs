//! `reserved-name`

use crate::declare_rule;
use crate::lint::clash::ClashKind;
use crate::lint::{Checker, Rule, RuleMeta};
use crate::microagent::third_party;
use crate::visible;

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

impl Rule for ReservedName {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        for clash in cx.clashes().iter().filter(|clash| clash.kind == ClashKind::Reserved) {
            let (Some(microagent), winner) = (clash.loser.microagent(), clash.winner) else { continue };
            if third_party::name(cx.loader(), winner.name()).is_none() {
                continue;
            }
            let place = clash.loser.field("name").map_or_else(|| clash.loser.whole(), |(_, value)| clash.loser.at(value.span));
            cx.report(
                place,
                format!("`{}` takes the name `{}`", visible::line(&winner.path()), visible::line(&microagent.name)),
                "the instruction file is loaded under this name, and the microagent is dropped",
                "give the microagent another name",
            );
        }
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
