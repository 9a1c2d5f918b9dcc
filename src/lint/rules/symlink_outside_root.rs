//! `symlink-outside-root`

use std::path::Path;

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::links::{Link, links, top};
use crate::lint::placement::Placement;
use crate::lint::{Checker, Rule, RuleMeta};
use crate::text::Span;

declare_rule! {
    /// ## What it does
    /// Finds symbolic links, where a loader looks, that lead out of the repository. A link from one skill into another is
    /// a warning. What lies outside is never shown.
    ///
    /// ## Why it matters
    /// The loader follows the link and gives the model what it finds: a file of the machine that it happens to run on.
    /// Elsewhere the link leads nowhere.
    ///
    /// ## Example
    /// `references/host.md -> /etc/hostname`
    ///
    /// ## Fix
    /// None: copy what is needed into the repository.
    SymlinkOutsideRoot, "symlink-outside-root", Error, fix = No, since = "0.1.0", "a symbolic link leads out of the repository"
}

impl Rule for SymlinkOutsideRoot {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        let (Some(top), Ok(root)) = (top(cx.tree, cx.scope), cx.tree().canonical(cx.root())) else { return };
        for link in links(cx) {
            let Some(target) = &link.target else { continue };
            let place = cx.at(link.path, Span::at(0));
            if !target.starts_with(&top) {
                cx.report(
                    place,
                    "the link leads out of the repository",
                    "the loader follows it, and the model is given a file of the machine it runs on",
                    "copy what is needed into the repository",
                );
            } else if leads_into_another_skill(cx, &link, target, &root) {
                cx.report(
                    place,
                    "the link leads into another skill",
                    "whoever takes this skill alone gets a link that leads nowhere",
                    "copy the file, or name the other skill in the text",
                )
                .severity(Severity::Warning);
            }
        }
    }
}

fn leads_into_another_skill(cx: &Checker<'_>, link: &Link<'_>, target: &Path, root: &Path) -> bool {
    let source = cx.kind().source();
    let Some(target) = target.strip_prefix(root).ok().map(|path| path.to_string_lossy().into_owned()) else { return false };
    let (Some(from), Some(to)) = (Placement::of(source, link.path), Placement::of(source, &target)) else { return false };
    from.folder().zip(to.folder()).is_some_and(|(a, b)| a != b) && from.beside(&to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};
    use crate::tree::memory::Memory;

    const SKILL: &str = "---\nname: h\ndescription: d\n---\nB";

    fn tree() -> Memory {
        files(&[(".agents/skills/h/SKILL.md", SKILL), (".agents/skills/h/b.md", "b"), ("docs/x.md", "x"), ("AGENTS.md", "A")])
            .file("/etc/hostname", "secret-host")
    }

    #[test]
    fn symlink_outside_root() {
        let inside = tree().link("/repo/CLAUDE.md", "AGENTS.md").link("/repo/.agents/skills/h/d.md", "../../../docs/x.md");
        Tester::new(&SymlinkOutsideRoot)
            .pass_tree(&inside)
            .pass_tree(&tree().link("/repo/etc", "/etc"))
            .fail_tree(
                &tree().link("/repo/.agents/skills/y.md", "/etc/hostname"),
                &[".agents/skills/y.md:1:1 the link leads out of the repository"],
            )
            .check();
    }

    #[test]
    fn h5_a_link_to_a_file_of_the_machine() {
        let other = "---\nname: o\ndescription: d\n---\nB";
        let tree = tree()
            .file("/repo/.agents/skills/o/SKILL.md", other)
            .link("/repo/.agents/skills/h/reference.md", "/etc/hostname")
            .link("/repo/.agents/skills/h/a.md", "b.md")
            .link("/repo/.agents/skills/h/o.md", "../o/SKILL.md");
        let tester = Tester::new(&SymlinkOutsideRoot).pass("AGENTS.md", "A").fail_tree(
            &tree,
            &[
                ".agents/skills/h/o.md:1:1 the link leads into another skill",
                ".agents/skills/h/reference.md:1:1 the link leads out of the repository",
            ],
        );
        let report = tester.lint(&tree);
        let foreign = report.sources.get(".agents/skills/h/reference.md").is_none_or(|linted| linted.file.is_none());
        assert!(foreign, "its text is not kept for an excerpt");
        assert_eq!(report.diagnostics[0].severity, Severity::Warning);
        assert!(!format!("{report:?}").contains("secret-host"), "what lies outside is never shown");
        tester.check();
    }
}
