//! `large-body`

use crate::count::count;
use crate::declare_rule;
use crate::lint::{Checker, File, MAX_BODY_TOKENS, Rule, RuleMeta};
use crate::microagent::{Activation, Format};

declare_rule! {
    /// ## What it does
    /// Finds microagents of more than 5,000 estimated tokens, SKILL.md files of more than 500 lines, and directories
    /// whose always-on texts come to more than 10,000 tokens together.
    ///
    /// ## Why it matters
    /// The whole text goes into the context at once and stays there. The AgentSkills guide asks for less than 5,000
    /// tokens and 500 lines, with details in files beside the skill that the model reads when it needs them.
    ///
    /// ## Example
    /// A SKILL.md of 900 lines.
    ///
    /// ## Fix
    /// None: move details to `references/`, and say in the text when to read which.
    LargeBody, "large-body", Warning, fix = No, since = "0.1.0", "a text takes a large part of the context"
}

const MAX_LINES: usize = 500;
const MAX_ALWAYS_ON: usize = 10_000;

impl Rule for LargeBody {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        // always-on texts are counted together
        let Some(microagent) = file.microagent().filter(|microagent| microagent.activation != Activation::Always) else { return };
        let max_tokens = cx.options().max_body_tokens.unwrap_or(MAX_BODY_TOKENS);
        // no text has more tokens, or more lines, than bytes
        if microagent.content.len() <= MAX_LINES.min(max_tokens) {
            return;
        }
        let tokens = if microagent.content.len() > max_tokens { microagent.tokens() } else { 0 };
        let lines = microagent.content.lines().count();
        let long = microagent.format == Format::Skill && lines > MAX_LINES;
        if tokens <= max_tokens && !long {
            return;
        }
        let size = if tokens > max_tokens { format!("about {}", count(tokens, "token")) } else { count(lines, "line") };
        let limit = if tokens > max_tokens { count(max_tokens, "token") } else { format!("{MAX_LINES} lines") };
        let place = file.at(crate::text::Span::at(file.body().start));
        cx.report(
            place,
            format!("the text has {size}, more than {limit}"),
            "all of it goes into the context when it comes in",
            "move details to files that the model reads when it needs them",
        );
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        let mut always: Vec<(usize, &crate::catalog::Entry)> = cx
            .catalog()
            .loaded()
            .filter(|(entry, microagent)| microagent.activation == Activation::Always && entry.source == cx.kind().source())
            .map(|(entry, microagent)| (microagent.tokens(), entry))
            .collect();
        let total: usize = always.iter().map(|(tokens, _)| tokens).sum();
        if total <= MAX_ALWAYS_ON {
            return;
        }
        always.sort_by_key(|(tokens, _)| std::cmp::Reverse(*tokens));
        // the directory linted answers for its own files, whatever else is the largest
        let Some(own) = always.iter().position(|(_, entry)| cx.owns(cx.file_of(entry))) else { return };
        let largest = always.remove(own);
        let which = if own == 0 { "the largest" } else { "the largest here" };
        let place = cx.file_of(largest.1).whole();
        let related: Vec<_> = always
            .iter()
            .take(4)
            .map(|(tokens, entry)| (cx.file_of(entry).whole(), format!("about {}", count(*tokens, "token"))))
            .collect();
        let found = cx.report(
            place,
            format!(
                "the {} always-on texts have about {total} tokens, more than {MAX_ALWAYS_ON}; this is {which}, about {}",
                always.len() + 1,
                largest.0
            ),
            "all of it stands in every conversation from its start",
            "give triggers, `paths`, or a skill of its own to what is not always needed",
        );
        for (place, message) in related {
            found.and_at(place, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    #[test]
    fn large_body() {
        let line = "word word word word word word word word\n";
        let text = |lines: usize| format!("---\ntriggers: [x]\n---\n{}", line.repeat(lines));
        let skill = |lines: usize| format!("---\nname: x\ndescription: d\n---\n{}", "a\n".repeat(lines));
        let always = line.repeat(700);
        let tester = Tester::new(&LargeBody)
            .pass(FLAT, &text(200))
            .pass(".agents/skills/x/SKILL.md", &skill(500))
            .fail(".agents/skills/x/SKILL.md", &skill(501), &["5:1 the text has 501 lines, more than 500 lines"])
            .pass("AGENTS.md", &always);
        let found = tester.lint(&files(&[(FLAT, &text(2_000))]));
        assert!(found.diagnostics[0].message.ends_with("more than 5000 tokens"), "{}", found.diagnostics[0].message);
        let all = files(&[("AGENTS.md", &always), ("CLAUDE.md", &always), (".cursorrules", &(always.clone() + line))]);
        let found = tester.lint(&all).diagnostics;
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].place.path.as_str(), found[0].related.len()), (".cursorrules", 2));
        tester.check();
    }

    #[test]
    fn the_total_stands_at_a_file_of_the_directory_linted() {
        let text = "word word word word word word word word\n";
        let tree = files(&[("AGENTS.md", "B")]).dir("/.git").file("/CLAUDE.md", text.repeat(2_000));
        let found = Tester::new(&LargeBody).pass(FLAT, "B").lint(&tree).diagnostics;
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].place.path.as_str(), found[0].related[0].place.path.as_str()), ("AGENTS.md", "/CLAUDE.md"));
    }

    #[test]
    fn g7_a_skill_of_hundreds_of_kilobytes() {
        let text = format!("---\nname: x\ndescription: d\n---\n{}", "some words here\n".repeat(20_000));
        let tester = Tester::new(&LargeBody).pass(FLAT, "B");
        let found = tester.lint(&files(&[(".agents/skills/x/SKILL.md", &text)])).diagnostics;
        assert_eq!(found.len(), 1);
        assert!(found[0].message.ends_with("tokens, more than 5000 tokens"), "{}", found[0].message);
    }
}
