//! `duplicate-instructions`

use std::collections::HashMap;

use crate::count::count;
use crate::declare_rule;
use crate::lint::{Checker, Rule, RuleMeta};
use crate::microagent::Activation;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds two always-on files with the same text, such as a CLAUDE.md that is a copy of AGENTS.md.
    ///
    /// ## Why it matters
    /// Both stand in every conversation, and cost their tokens twice. A link is recognized and counts once.
    ///
    /// ## Example
    /// `cp AGENTS.md CLAUDE.md`
    ///
    /// ## Fix
    /// None: make one a link to the other.
    DuplicateInstructions, "duplicate-instructions", Warning, fix = No, since = "0.1.0", "two always-on files say the same"
}

impl Rule for DuplicateInstructions {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        let mut first = HashMap::new();
        for (entry, microagent) in cx.catalog().loaded() {
            let text = microagent.content.trim();
            if microagent.activation != Activation::Always || text.is_empty() {
                continue;
            }
            let file = cx.file_of(entry);
            let Some(earlier) = first.get(text) else {
                first.insert(text, file);
                continue;
            };
            if !cx.owns(file) {
                continue;
            }
            let (message, place) = (format!("the text is the same as in `{}`", visible::line(&earlier.path())), earlier.whole());
            cx.report(
                file.whole(),
                message,
                format!("both stand in every conversation: about {} twice", count(microagent.tokens(), "token")),
                "make one a link to the other",
            )
            .and_at(place, "the same text");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    #[test]
    fn duplicate_instructions() {
        Tester::new(&DuplicateInstructions)
            .pass_tree(&files(&[("AGENTS.md", "A"), ("CLAUDE.md", "C")]))
            .fail_tree(
                &files(&[("AGENTS.md", "A\n"), (".openhands/microagents/repo.md", "A")]),
                &[".openhands/microagents/repo.md:1:1 the text is the same as in `AGENTS.md`"],
            )
            .check();
    }

    #[test]
    fn b4_a_link_counts_once_and_a_copy_twice() {
        Tester::new(&DuplicateInstructions)
            .pass_tree(&files(&[("AGENTS.md", "A")]).link("/repo/CLAUDE.md", "AGENTS.md"))
            .fail_tree(&files(&[("AGENTS.md", "A"), ("CLAUDE.md", "A")]), &["CLAUDE.md:1:1 the text is the same as in `AGENTS.md`"])
            .check();
    }
}
