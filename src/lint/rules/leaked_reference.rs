//! `leaked-reference`

use std::collections::BTreeMap;

use crate::catalog::Reason;
use crate::count::count;
use crate::declare_rule;
use crate::lint::placement::Placement;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Activation, Format, Microagent};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds Markdown files that are loaded as always-on microagents although they are something else: files beside and
    /// below a SKILL.md that the loader does not reach, and files called `readme.md`, `CHANGELOG.md` and the like.
    ///
    /// ## Why it matters
    /// Every Markdown file below a skills directory is a microagent, unless its name is exactly `README.md` or it lies
    /// in the directory of a skill that is one directory down. Without triggers its whole text stands in every
    /// conversation.
    ///
    /// ## Example
    /// `.agents/skills/tools/lint/references/rules.md` beside `.agents/skills/tools/lint/SKILL.md`
    ///
    /// ## Fix
    /// None: move the skill up, or the file out of the skills directory.
    LeakedReference, "leaked-reference", Error, fix = No, since = "0.1.0", "a file that is no microagent is always on"
}

/// Names of files that come with a project, in lower case and without `.md`.
const DOCUMENTS: &[&str] = &[
    "changelog",
    "changes",
    "code-of-conduct",
    "code_of_conduct",
    "contributing",
    "history",
    "index",
    "license",
    "notice",
    "readme",
    "security",
    "template",
    "todo",
];

impl Rule for LeakedReference {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        let deep: BTreeMap<String, File<'_>> = cx
            .files()
            .filter(|file| file.is_skill_md() && file.not_loaded().is_some_and(|lost| lost.reason == Reason::OutOfReach))
            .filter(|file| Placement::of(file.source(), &file.entry.path).is_some_and(|place| place.depth() > 1))
            .filter_map(|file| Some((file.entry.path.rsplit_once('/')?.0.to_string(), file)))
            .collect();
        for file in cx.files() {
            let always = file.microagent().is_some_and(|m| m.activation == Activation::Always && m.format == Format::Legacy);
            if !always || file.not_loaded().is_some() || Placement::of(file.source(), &file.entry.path).is_none() {
                continue;
            }
            let skill = parents(&file.entry.path).find_map(|dir| deep.get(dir));
            let consequence = || {
                let tokens = file.microagent().map_or(0, Microagent::tokens);
                format!("it is loaded as an always-on microagent: about {} in every conversation", count(tokens, "token"))
            };
            if let Some(skill) = skill {
                let shown = visible::line(&skill.path());
                let message = "the file belongs to a skill that the loader does not reach";
                let help = "move the skill to where the loader looks, and this file goes with it";
                cx.report(file.whole(), message, consequence(), help).and_at(skill.whole(), format!("`{shown}` is not loaded"));
            } else if is_document(file.name()) && file.field("name").is_none() {
                let help = if file.name().eq_ignore_ascii_case("readme.md") {
                    "call it `README.md`"
                } else {
                    "move it out of the skills directory"
                };
                cx.report(file.whole(), format!("`{}` is loaded as a microagent", visible::line(file.name())), consequence(), help);
            }
        }
    }
}

fn is_document(name: &str) -> bool {
    let lower = name.to_lowercase();
    lower.strip_suffix(".md").is_some_and(|stem| DOCUMENTS.contains(&stem))
}

/// The directories of `path`, the nearest first.
fn parents(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(path.rsplit_once('/').map(|(dir, _)| dir), |dir| dir.rsplit_once('/').map(|(dir, _)| dir))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    const SKILL: &str = "---\nname: h\ndescription: d\n---\nB";

    #[test]
    fn leaked_reference() {
        Tester::new(&LeakedReference)
            .pass(FLAT, "always on, as meant")
            .pass(".agents/skills/README.md", "R")
            .pass(".agents/skills/changelog.md", "---\nname: changelog\ntriggers: [changelog]\n---\nB")
            .pass_tree(&files(&[(".agents/skills/h/SKILL.md", SKILL), (".agents/skills/h/readme.md", "R")]))
            .fail(".agents/skills/readme.md", "R", &["1:1 `readme.md` is loaded as a microagent"])
            .fail(".openhands/microagents/docs/CHANGELOG.md", "R", &["1:1 `CHANGELOG.md` is loaded as a microagent"])
            .check();
    }

    #[test]
    fn b8_references_of_a_skill_that_is_too_deep() {
        let tree = files(&[
            (".agents/skills/cat/h/SKILL.md", SKILL),
            (".agents/skills/cat/h/references/y.md", "Y"),
            (".agents/skills/cat/z.md", "Z"),
        ]);
        Tester::new(&LeakedReference)
            .pass(FLAT, "B")
            .fail_tree(&tree, &[".agents/skills/cat/h/references/y.md:1:1 the file belongs to a skill that the loader does not reach"])
            .check();
    }
}
