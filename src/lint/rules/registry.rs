//! `registry`

use std::collections::{BTreeMap, BTreeSet};

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::marketplace::{Listing, Manifest, manifests};
use crate::lint::placement::Placement;
use crate::lint::{Checker, File, Rule, RuleMeta, ScopeKind};
use crate::text::Span;
use crate::tree::FileKind;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Compares the manifests of a public registry (`.plugin/marketplace.json`, `.claude-plugin/marketplace.json`,
    /// `marketplaces/*.json`) with its `skills/`: entries whose directory is not there or holds no skill, entries that
    /// are called otherwise than their directory, entries that stand twice, and skills that no manifest lists.
    ///
    /// ## Why it matters
    /// A runtime that loads with a manifest takes its entries by name, as `skills/NAME/SKILL.md`, and passes over all
    /// others without a word. What no skill is lost by is a warning: an entry that stands twice or leads
    /// out of `skills/`, and a skill that no manifest lists, which may be meant so.
    ///
    /// ## Example
    /// `skills/deploy/SKILL.md`, and no entry `deploy`.
    ///
    /// ## Fix
    /// None: add, correct or remove the entry.
    Registry, "registry", Error, fix = No, since = "0.1.0", "a registry's manifests and its skills differ"
}

impl Rule for Registry {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        if cx.kind() != ScopeKind::Registry {
            return;
        }
        let manifests = manifests(cx);
        for manifest in &manifests {
            match &manifest.entries {
                Ok(entries) => entries_of(cx, manifest, entries),
                Err(error) => {
                    cx.report(
                        cx.at(&manifest.path, Span::at(0)),
                        format!("the manifest is not valid JSON: {}", visible::line(error)),
                        "a runtime that loads with it gets no skills",
                        "correct it",
                    );
                }
            }
        }
        let lists: Vec<&Listing> = manifests.iter().filter_map(|manifest| manifest.entries.as_ref().ok()).flatten().collect();
        if !lists.is_empty() {
            unlisted(cx, &lists);
        }
    }
}

fn entries_of(cx: &mut Checker<'_>, manifest: &Manifest, entries: &[Listing]) {
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    for entry in entries {
        let place = cx.at(&manifest.path, entry.span);
        let name = visible::line(&entry.name);
        if let Some(earlier) = first.insert(&entry.name, entry.span) {
            let earlier = cx.at(&manifest.path, earlier);
            cx.report(place.clone(), format!("`{name}` is listed twice"), "the second entry adds nothing", "remove one of them")
                .severity(Severity::Warning)
                .and_at(earlier, "first here");
        }
        let Some(dir) = &entry.dir else { continue };
        let shown = visible::line(dir);
        let leaf = dir.rsplit('/').next().unwrap_or_default();
        let in_skills = Placement::of(cx.kind().source(), dir).is_some();
        if cx.tree().kind(&cx.root().join(dir)).is_none() {
            let message = format!("`{name}` names `{shown}`, which is not there");
            let found = cx.report(place, message, "whoever installs it gets nothing", "correct the source, or remove the entry");
            if !in_skills {
                found.severity(Severity::Warning);
            }
        } else if in_skills && leaf != entry.name {
            cx.report(
                place,
                format!("`{name}` names the directory `{shown}`, which is called otherwise"),
                format!("the runtime looks for `skills/{name}/SKILL.md`, and not at the source"),
                format!("call the entry `{}`", visible::line(leaf)),
            );
        } else if in_skills && cx.tree().kind(&cx.root().join(dir).join("SKILL.md")) != Some(FileKind::File) {
            cx.report(
                place,
                format!("`{name}` names `{shown}`, which holds no `SKILL.md`"),
                "the runtime passes over the entry",
                "add the file, or remove the entry",
            );
        }
    }
}

/// Skills that are listed neither by name nor by directory.
fn unlisted(cx: &mut Checker<'_>, lists: &[&Listing]) {
    let names: BTreeSet<&str> = lists.iter().map(|entry| entry.name.as_str()).collect();
    let dirs: BTreeSet<&str> = lists.iter().filter_map(|entry| entry.dir.as_deref()).collect();
    for file in cx.files().filter(File::is_skill_md) {
        let Some(place) = Placement::of(file.source(), &file.entry.path).filter(|place| place.depth() == 1) else { continue };
        let Some(folder) = place.folder() else { continue };
        if names.contains(folder) || dirs.contains(format!("{}/{folder}", place.dir).as_str()) {
            continue;
        }
        cx.report(
            file.whole(),
            format!("no manifest lists `{}`", visible::line(folder)),
            "a runtime that loads with a manifest never gets it",
            "add an entry for it, or remove the skill",
        )
        .severity(Severity::Warning);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    fn skill(name: &str) -> String {
        format!("---\nname: {name}\ndescription: d\n---\nB")
    }

    fn manifest(entries: &str) -> String {
        format!("{{\"name\": \"m\", \"owner\": {{\"name\": \"o\"}}, \"plugins\": [\n{entries}\n]}}\n")
    }

    #[test]
    fn registry() {
        let good = manifest("{\"name\": \"a\", \"source\": \"./skills/a\"},\n{\"name\": \"p\", \"source\": \"./plugins/p\"}");
        let tree = files(&[("skills/a/SKILL.md", &skill("a")), ("plugins/p/plugin.json", "{}"), ("marketplaces/m.json", &good)]);
        let bad = manifest(
            "{\"name\": \"a\", \"source\": \"./skills/a\"},\n{\"name\": \"x\", \"source\": \"./skills/b\"},\n{\"name\": \"c\", \"source\": \"./skills/c\"},\n{\"name\": \"a\", \"source\": \"./skills/a\"}",
        );
        let wrong = files(&[
            ("skills/a/SKILL.md", &skill("a")),
            ("skills/b/SKILL.md", &skill("b")),
            ("skills/c/readme.txt", ""),
            ("marketplaces/m.json", &bad),
        ]);
        Tester::new(&Registry)
            .pass("skills/a/SKILL.md", &skill("a"))
            .kind(ScopeKind::Registry)
            .pass("skills/a/SKILL.md", &skill("a"))
            .pass_tree(&tree)
            .fail_tree(
                &wrong,
                &[
                    "marketplaces/m.json:3:10 `x` names the directory `skills/b`, which is called otherwise",
                    "marketplaces/m.json:4:10 `c` names `skills/c`, which holds no `SKILL.md`",
                    "marketplaces/m.json:5:10 `a` is listed twice",
                ],
            )
            .fail_tree(
                &files(&[("skills/a/SKILL.md", &skill("a")), (".plugin/marketplace.json", "{")]),
                &[".plugin/marketplace.json:1:1 the manifest is not valid JSON: EOF while parsing an object at line 1 column 1"],
            )
            .check();
    }

    #[test]
    fn f19_both_directions() {
        let listed = manifest("{\"name\": \"b\", \"source\": \"./skills/b\"}");
        let tree = files(&[("skills/a/SKILL.md", &skill("a")), (".plugin/marketplace.json", &listed)]);
        Tester::new(&Registry)
            .kind(ScopeKind::Registry)
            .pass("skills/a/SKILL.md", &skill("a"))
            .fail_tree(
                &tree,
                &[".plugin/marketplace.json:2:10 `b` names `skills/b`, which is not there", "skills/a/SKILL.md:1:1 no manifest lists `a`"],
            )
            .check();
    }
}
