//! `unread-location`

use std::collections::BTreeMap;

use crate::catalog::layout::{SDK_DIRS, SDK_ORG_DIRS};
use crate::catalog::{Reason, Source};
use crate::declare_rule;
use crate::lint::marketplace::is_manifest;
use crate::lint::placement::Placement;
use crate::lint::{Checker, Rule, RuleMeta, ScopeKind};
use crate::path::is_below;
use crate::text::Span;
use crate::tree::FileKind;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds rules and skills where OpenHands does not look when it works in this directory: `.cursor/rules`,
    /// `.github/copilot-instructions.md`, skills directories of subprojects, a `skills/` or `microagents/` at the root, and a `README.md`
    /// with frontmatter among the microagents.
    ///
    /// ## Why it matters
    /// Other tools read them, or OpenHands does from another directory; here the model is not given them.
    ///
    /// ## Example
    /// `packages/api/.agents/skills/deploy/SKILL.md` in a monorepo that is opened at its root.
    ///
    /// ## Fix
    /// None: move them to `.agents/skills`, or into an `AGENTS.md` of the subdirectory.
    UnreadLocation, "unread-location", Info, fix = No, since = "0.1.0", "rules or skills stand where OpenHands does not look"
}

impl Rule for UnreadLocation {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        readmes(cx);
        if cx.kind() != ScopeKind::Repository {
            return;
        }
        let registry = cx.listing().iter().any(|listed| is_manifest(&listed.path));
        // the person said that this directory is an organization's checkout too
        let organization = cx.catalog().entries.iter().any(|entry| entry.source == Source::Org && entry.file.starts_with(cx.root()));
        let mut by_dir: BTreeMap<(String, &str, &str), Vec<&str>> = BTreeMap::new();
        for listed in cx.listing().iter().filter(|listed| listed.kind == FileKind::File) {
            let read = registry && listed.path.starts_with("skills/")
                || organization && SDK_ORG_DIRS.iter().any(|place| is_below(&listed.path, place.dir));
            if read {
                continue;
            }
            if let Some((dir, why, help)) = unread(&listed.path) {
                by_dir.entry((dir, why, help)).or_default().push(&listed.path);
            }
        }
        for ((dir, why, help), paths) in by_dir {
            let what = if paths.len() == 1 {
                format!("`{}` is", visible::line(paths[0]))
            } else {
                format!("{} files in `{}` are", paths.len(), visible::line(&dir))
            };
            cx.report(cx.at(paths[0], Span::at(0)), format!("{what} not read from here"), why, help);
        }
    }
}

/// The directory that `path` counts for, why it is not read, and what to do; `None` when it is read or no microagent.
fn unread(path: &str) -> Option<(String, &'static str, &'static str)> {
    let parent = path.rsplit_once('/').map(|(dir, _)| dir)?;
    let (above, name) = path.split_at(parent.len() + 1);
    if name.ends_with(".mdc") && (parent == ".cursor/rules" || parent.starts_with(".cursor/rules/")) {
        let help = "bring what the agent shall know to `AGENTS.md`, or to a skill with `paths`";
        return Some((".cursor/rules".into(), "the runtime reads no rules of other tools from there", help));
    }
    if path == ".github/copilot-instructions.md" {
        return Some((
            parent.into(),
            "the runtime reads no rules of other tools from there",
            "bring what the agent shall know to `AGENTS.md`",
        ));
    }
    let shared = match path.split('/').collect::<Vec<_>>().as_slice() {
        ["skills", _, "SKILL.md"] => Some("skills"),
        [dir @ ("skills" | "microagents"), name] if name.ends_with(".md") && *name != "README.md" => Some(*dir),
        _ => None,
    };
    if let Some(dir) = shared {
        let why = "`skills/` and `microagents/` at the root are read of an organization's checkout or a registry only, not of the repository worked in";
        let help = "say so with `--org-dir` if this is such a checkout; else move them to `.agents/skills`";
        return Some((dir.into(), why, help));
    }
    let nested = SDK_DIRS.iter().find_map(|place| above.find(&format!("/{}/", place.dir)).map(|at| &path[..=at + place.dir.len()]))?;
    let skill = name == "SKILL.md" || name.ends_with(".md") && name != "README.md" && !path.contains("/references/");
    skill.then(|| {
        (
            nested.to_string(),
            "the runtime reads them only when it works in that subdirectory",
            "move what is needed everywhere to the root's `.agents/skills`",
        )
    })
}

/// A README.md among the microagents that was written as one.
fn readmes(cx: &mut Checker<'_>) {
    for file in cx.files().filter(|file| file.name() == "README.md") {
        let out_of_reach = file.not_loaded().is_some_and(|lost| lost.reason == Reason::OutOfReach);
        let written = file.document().is_some_and(|document| {
            document.get("triggers").or_else(|| document.get("paths")).or_else(|| document.get("inputs")).is_some()
        });
        if out_of_reach && written && Placement::of(file.source(), &file.entry.path).is_some() {
            cx.report(
                file.whole(),
                "a file called `README.md` is not loaded",
                "the loader passes over exactly this name",
                "give it another name",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    const SKILL: &str = "---\nname: h\ndescription: d\n---\nB";

    #[test]
    fn unread_location() {
        let tree = files(&[
            (".cursor/rules/a.mdc", "A"),
            (".cursor/rules/sub/b.mdc", "B"),
            (".github/copilot-instructions.md", "C"),
            ("skills/h/SKILL.md", SKILL),
            (".agents/skills/README.md", "---\ntriggers: [x]\n---\nB"),
        ]);
        Tester::new(&UnreadLocation)
            .pass(FLAT, "B")
            .pass(".agents/skills/README.md", "# Skills")
            .pass("docs/skills/h/SKILL.md", SKILL)
            .fail_tree(
                &files(&[("microagents/README.md", "R"), ("microagents/a.md", "A"), ("microagents/b.md", "B"), ("skills/c.md", "C")]),
                &[
                    "microagents/a.md:1:1 2 files in `microagents` are not read from here",
                    "skills/c.md:1:1 `skills/c.md` is not read from here",
                ],
            )
            .pass_tree(&files(&[("skills/h/SKILL.md", SKILL), ("marketplaces/m.json", "{}")]))
            .fail_tree(
                &tree,
                &[
                    ".agents/skills/README.md:1:1 a file called `README.md` is not loaded",
                    ".cursor/rules/a.mdc:1:1 2 files in `.cursor/rules` are not read from here",
                    ".github/copilot-instructions.md:1:1 `.github/copilot-instructions.md` is not read from here",
                    "skills/h/SKILL.md:1:1 `skills/h/SKILL.md` is not read from here",
                ],
            )
            .kind(ScopeKind::Organization)
            .pass("skills/h/SKILL.md", SKILL)
            .check();
    }

    #[test]
    fn b13_subprojects_of_a_monorepo() {
        let tree = files(&[
            ("b/.openhands/microagents/x.md", "X"),
            ("b/.openhands/microagents/y.md", "Y"),
            ("c/.agents/skills/h/SKILL.md", SKILL),
        ]);
        Tester::new(&UnreadLocation)
            .pass(".openhands/microagents/x.md", "X")
            .fail_tree(
                &tree,
                &[
                    "b/.openhands/microagents/x.md:1:1 2 files in `b/.openhands/microagents` are not read from here",
                    "c/.agents/skills/h/SKILL.md:1:1 `c/.agents/skills/h/SKILL.md` is not read from here",
                ],
            )
            .check();
    }
}
