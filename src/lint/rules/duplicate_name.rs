//! `duplicate-name`

use std::collections::BTreeMap;

use crate::declare_rule;
use crate::diagnostic::{Place, Severity};
use crate::lint::clash::ClashKind;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::text::Span;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds microagents of the same name. In one directory it is an error: the last in sorted order wins, without a
    /// word. Across directories with the same text, or across sources, it is a warning. Skills that declare one name
    /// are found too when the loader refuses them for it.
    ///
    /// ## Why it matters
    /// Only one of them is there for the model, and which one depends on how the files are called. A name taken from a
    /// popular skill replaces it.
    ///
    /// ## Example
    /// `a.md` and `b.md` in one directory, both with `name: deploy`: only `b.md` is loaded.
    ///
    /// ## Fix
    /// None: rename one of them.
    DuplicateName, "duplicate-name", Error, fix = No, since = "0.1.0", "two microagents have one name"
}

impl Rule for DuplicateName {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        for clash in cx.clashes().iter() {
            let severity = match clash.kind {
                ClashKind::SameDirectory => Severity::Error,
                ClashKind::Directories { same_text: true } | ClashKind::Sources => Severity::Warning,
                _ => continue,
            };
            let (at, other, verb) = if cx.owns(clash.loser) {
                (clash.loser, clash.winner, "is already the name of")
            } else {
                (clash.winner, clash.loser, "is also the name of")
            };
            let Some(name) = clash.loser.microagent().map(|microagent| visible::line(&microagent.name)) else { continue };
            let (place, there) = (name_place(at), name_place(other));
            let message = format!("`{name}` {verb} `{}`", visible::line(&other.path()));
            let consequence = match clash.kind {
                ClashKind::SameDirectory => format!("only `{}` is loaded, and nothing says so", visible::line(&clash.winner.path())),
                ClashKind::Sources => format!("only `{}` is loaded", visible::line(&clash.winner.path())),
                _ => format!("only `{}` is loaded; both say the same today", visible::line(&clash.winner.path())),
            };
            let help = if severity == Severity::Error { "give each its own name" } else { "keep one of them" };
            cx.report(place, message, consequence, help).severity(severity).and_at(there, "the other one");
        }
        refused(cx);
    }
}

/// How many of the others are pointed at.
const MAX_RELATED: usize = 20;

/// Skills that declare one name of which the loader refuses or does not reach at least one.
fn refused(cx: &mut Checker<'_>) {
    let mut by_name: BTreeMap<String, Vec<File<'_>>> = BTreeMap::new();
    for file in cx.files().filter(File::is_skill_md) {
        if let Some(name) = file.field("name").and_then(|(_, value)| value.as_str()) {
            by_name.entry(name.to_string()).or_default().push(file);
        }
    }
    for (name, files) in by_name.into_iter().filter(|(_, files)| files.len() > 1) {
        for file in files.iter().filter(|file| file.microagent().is_none()) {
            let loaded = files.iter().find(|other| other.not_loaded().is_none());
            let others = files.iter().filter(|other| other.entry.file != file.entry.file).copied();
            let others: Vec<File<'_>> = others.take(MAX_RELATED).collect();
            let shown = visible::line(&others[0].path());
            let consequence = match loaded {
                Some(other) => format!("`{}` has it, this one is not loaded", visible::line(&other.path())),
                None => "none of them is loaded: a skill must be called as its directory".to_string(),
            };
            let places: Vec<Place> = others.iter().map(|other| name_place(*other)).collect();
            let message = format!("`{}` is also the name of `{shown}`", visible::line(&name));
            let found = cx.report(name_place(*file), message, consequence, "give each the name of its directory");
            for place in places {
                found.and_at(place, "the same name");
            }
        }
    }
}

/// Where the name is declared, or the file as a whole.
fn name_place(file: File<'_>) -> Place {
    file.at(file.field("name").map_or(Span::at(0), |(_, value)| value.span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    const SKILL: &str = "---\nname: dup\ndescription: d\n---\nB";

    #[test]
    fn duplicate_name() {
        let same = files(&[(".agents/skills/a.md", "---\nname: x\n---\nA"), (".agents/skills/b.md", "---\nname: x\n---\nB")]);
        let copies = files(&[(".agents/skills/a.md", "A"), (".openhands/microagents/a.md", "A")]);
        let tester = Tester::new(&DuplicateName)
            .pass(".agents/skills/a.md", "A")
            .fail_tree(&same, &[".agents/skills/a.md:2:7 `x` is already the name of `.agents/skills/b.md`"])
            .fail_tree(&copies, &[".openhands/microagents/a.md:1:1 `a` is already the name of `.agents/skills/a.md`"]);
        assert_eq!(tester.lint(&copies).diagnostics[0].severity, Severity::Warning);
        tester.check();
    }

    #[test]
    fn b6_two_directories_with_one_name() {
        let tree = files(&[(".agents/skills/one/SKILL.md", SKILL), (".agents/skills/two/SKILL.md", SKILL)]);
        Tester::new(&DuplicateName)
            .pass(".agents/skills/dup/SKILL.md", SKILL)
            .fail_tree(
                &tree,
                &[
                    ".agents/skills/one/SKILL.md:2:7 `dup` is also the name of `.agents/skills/two/SKILL.md`",
                    ".agents/skills/two/SKILL.md:2:7 `dup` is also the name of `.agents/skills/one/SKILL.md`",
                ],
            )
            .check();
    }

    #[test]
    fn h7_a_directory_that_takes_the_name_of_another() {
        let tree = files(&[(".agents/skills/attacker/bird-co/SKILL.md", SKILL), (".agents/skills/dup/SKILL.md", SKILL)]);
        Tester::new(&DuplicateName)
            .pass(".agents/skills/dup/SKILL.md", SKILL)
            .fail_tree(&tree, &[".agents/skills/attacker/bird-co/SKILL.md:2:7 `dup` is also the name of `.agents/skills/dup/SKILL.md`"])
            .check();
    }

    #[test]
    fn b3_links_to_one_file_are_no_duplicates() {
        let tree = files(&[(".agents/skills/dup/SKILL.md", SKILL)]).link("/repo/.openhands/skills", "../.agents/skills");
        let other = files(&[(".agents/skills/dup/SKILL.md", SKILL), (".openhands/skills/dup/SKILL.md", SKILL)]);
        Tester::new(&DuplicateName)
            .pass_tree(&tree)
            .fail_tree(&other, &[".openhands/skills/dup/SKILL.md:2:7 `dup` is already the name of `.agents/skills/dup/SKILL.md`"])
            .check();
    }
}
