//! `broken-symlink`

use crate::declare_rule;
use crate::lint::links::links;
use crate::lint::{Checker, Rule, RuleMeta};
use crate::text::Span;

declare_rule! {
    /// ## What it does
    /// Finds symbolic links that lead nowhere or in a circle, where a loader looks: in skills directories, on the way to
    /// them, and in place of instruction files.
    ///
    /// ## Why it matters
    /// Whatever stood there is not loaded.
    ///
    /// ## Example
    /// `CLAUDE.md -> AGENT.md` after AGENT.md was renamed.
    ///
    /// ## Fix
    /// None: point the link at the file, or remove it.
    BrokenSymlink, "broken-symlink", Error, fix = No, since = "0.1.0", "a symbolic link leads nowhere"
}

impl Rule for BrokenSymlink {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        let broken = links(cx).into_iter().filter(|link| link.target.is_none()).map(|link| cx.at(link.path, Span::at(0)));
        // ignored directories are not listed, and their files are loaded all the same
        let refused = cx.files().filter(|file| file.problems(Self::META.id).next().is_some()).map(|file| file.whole());
        let mut places: Vec<_> = broken.chain(refused).collect();
        places.sort();
        places.dedup();
        for place in places {
            cx.report(place, "the link leads nowhere", "nothing is loaded from it", "point it at the file, or remove it");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    #[test]
    fn broken_symlink() {
        let tree = files(&[("AGENTS.md", "A")])
            .link("/repo/CLAUDE.md", "GONE.md")
            .link("/repo/.agents/skills/a.md", "a.md")
            .link("/repo/.agents/skills/x", "../gone")
            .link("/repo/src/unrelated.c", "gone.c");
        Tester::new(&BrokenSymlink)
            .pass_tree(&files(&[("AGENTS.md", "A")]).link("/repo/CLAUDE.md", "AGENTS.md"))
            .fail_tree(
                &tree,
                &[
                    ".agents/skills/a.md:1:1 the link leads nowhere",
                    ".agents/skills/x:1:1 the link leads nowhere",
                    "CLAUDE.md:1:1 the link leads nowhere",
                ],
            )
            .check();
    }
}
