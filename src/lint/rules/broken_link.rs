//! `broken-link`

use crate::declare_rule;
use crate::lint::link_target::{Reach, Reaches};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::markdown::link::{LinkKind, Target};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds links and images whose relative target is not there, neither from the file nor from the repository's root.
    /// Code, comments, anchors, addresses and blanks to fill in (`<path>`, `{{ file }}`, `path/to/x`) are left alone.
    ///
    /// ## Why it matters
    /// The model is sent to a file that it will not find, and searches or invents. Links break when a file moves one
    /// directory deeper.
    ///
    /// ## Example
    /// ```markdown
    /// See [the guide](references/guide.md).
    /// ```
    ///
    /// ## Fix
    /// None: correct the target.
    BrokenLink, "broken-link", Warning, fix = No, since = "0.1.0", "a link leads to a file that is not there"
}

impl Rule for BrokenLink {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        if file.microagent().is_none() {
            return;
        }
        let (body, base) = (file.body().of(file.text()), file.body().start);
        if !body.contains("](") && !body.contains("]:") {
            return;
        }
        let mut reaches = Reaches::of(cx, file);
        for link in &cx.links(file).0 {
            let Target::Path(path) = link.leads() else { continue };
            if reaches.reach(path) != Reach::Missing {
                continue;
            }
            let what = if link.kind == LinkKind::Image { "image" } else { "file" };
            cx.report(
                file.at(link.span.shifted(base)),
                format!("there is no {what} `{}`", visible::line(path)),
                "the model is sent to a file that it will not find",
                "correct the target: it is relative to this file",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    #[test]
    fn broken_link() {
        let tree = files(&[
            (
                ".agents/skills/x/SKILL.md",
                "---\nname: x\ndescription: d\n---\n[a](references/a%20b.md#top) [b](../../../docs/x.md) [c](docs/x.md) [d](references/)",
            ),
            (".agents/skills/x/references/a b.md", "x"),
            ("docs/x.md", "x"),
        ]);
        Tester::new(&BrokenLink)
            .pass(FLAT, "[a](#top) [b](https://x.example/y) [c](mailto:a@b.example) `[d](no.md)` [e](<path>) [f](/docs/x) [g]({{ file }})")
            .pass_tree(&tree)
            .fail(
                FLAT,
                "a [b](no.md \"t\") ![i](img/i.png)\n\n[r]: gone.md\n",
                &["1:7 there is no file `no.md`", "1:23 there is no image `img/i.png`", "3:6 there is no file `gone.md`"],
            )
            .check();
    }

    #[test]
    fn e4_links_of_a_file_that_moved_deeper() {
        let body =
            "[x](../docs/x.md) ![i](img/i.png) [r]\n\n[r]: ../docs/y.md\n\n```\n[z](../docs/z.md)\n```\n[a](#a) [u](https://u.example)\n";
        let tree = files(&[(".agents/skills/a/SKILL.md", &format!("---\nname: a\ndescription: d\n---\n{body}"))]);
        Tester::new(&BrokenLink)
            .pass(FLAT, "no links")
            .fail_tree(
                &tree,
                &[
                    ".agents/skills/a/SKILL.md:5:5 there is no file `../docs/x.md`",
                    ".agents/skills/a/SKILL.md:5:24 there is no image `img/i.png`",
                    ".agents/skills/a/SKILL.md:7:6 there is no file `../docs/y.md`",
                ],
            )
            .check();
    }
}
