//! `link-outside-repository`

use crate::declare_rule;
use crate::lint::link_target::{Reach, Reaches};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::markdown::Code;
use crate::markdown::link::Target;
use crate::text::Span;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds links, images and imports (`@path`) that lead out of the repository: `../` above its root, `~/`, a drive;
    /// for imports absolute paths too. Whether something is there is not looked at.
    ///
    /// ## Why it matters
    /// It works on one machine at best, and a text that is shared sends the model to files that are nobody's business.
    ///
    /// ## Example
    /// ```markdown
    /// See [my notes](~/notes.md).
    /// ```
    ///
    /// ## Fix
    /// None: bring the content into the repository.
    LinkOutsideRepository, "link-outside-repository", Warning, fix = No, since = "0.1.0", "a link leads out of the repository"
}

impl Rule for LinkOutsideRepository {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        if file.microagent().is_none() {
            return;
        }
        let (body, base) = (file.body().of(file.text()), file.body().start);
        if !["](", "]:", "@"].iter().any(|sign| body.contains(sign)) {
            return;
        }
        let (links, code) = &*cx.links(file);
        let mut reaches = Reaches::of(cx, file);
        let mut places: Vec<(Span, &str)> = links
            .iter()
            .filter_map(|link| match link.leads() {
                Target::Path(path) if reaches.reach(path) == Reach::Outside => Some((link.span, path)),
                _ => None,
            })
            .collect();
        let mut leaves = |path: &str| path.starts_with('/') || reaches.reach(path) == Reach::Outside;
        places.extend(imports(body, code).filter(|(_, path)| leaves(path)));
        places.sort();
        for (span, path) in places {
            cx.report(
                file.at(span.shifted(base)),
                format!("`{}` lies outside the repository", visible::line(path)),
                "others do not have it, and the model is sent out of the workspace",
                "bring what is needed into the repository",
            );
        }
    }
}

/// The imports of `body` outside code: `@` at the start of a word, and a path of a Markdown or text file.
fn imports<'a>(body: &'a str, code: &'a Code) -> impl Iterator<Item = (Span, &'a str)> {
    body.match_indices('@').filter_map(move |(at, _)| {
        let starts = body[..at].chars().next_back().is_none_or(char::is_whitespace);
        let rest = &body[at + 1..];
        let path = starts.then(|| &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())])?;
        let file = [".md", ".mdc", ".txt"].iter().any(|end| path.ends_with(end));
        let climbs = path.starts_with(['/', '~']) || path.starts_with("../");
        (file && climbs && !code.covers(at)).then(|| (Span::new(at + 1, at + 1 + path.len()), path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn link_outside_repository() {
        Tester::new(&LinkOutsideRepository)
            .pass(FLAT, "[a](../../x.md) [b](https://x.example) [c](/docs) `[d](~/x)`")
            .fail(
                FLAT,
                "[a](../../../x.md) [b](~/n.md) [c](C:/x.md)",
                &[
                    "1:5 `../../../x.md` lies outside the repository",
                    "1:24 `~/n.md` lies outside the repository",
                    "1:36 `C:/x.md` lies outside the repository",
                ],
            )
            .check();
    }

    #[test]
    fn b19_imports_from_elsewhere() {
        Tester::new(&LinkOutsideRepository)
            .pass("AGENTS.md", "@docs/x.md a@/b.md\n`@/abs/x.md`\n@/route")
            .fail(
                "AGENTS.md",
                "@/abs/shared.md\nsee @../x.md\n@~/x.md\n",
                &[
                    "1:2 `/abs/shared.md` lies outside the repository",
                    "2:6 `../x.md` lies outside the repository",
                    "3:2 `~/x.md` lies outside the repository",
                ],
            )
            .check();
    }
}
