//! `frontmatter-not-a-mapping`

use crate::declare_rule;
use crate::frontmatter::Fence;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::yaml::node::NodeKind;

declare_rule! {
    /// ## What it does
    /// Finds text between two lines of `---` at the top of a file that is a list or a sentence instead of `key: value`
    /// lines.
    ///
    /// ## Why it matters
    /// The loader takes the block for frontmatter, finds no field in it, and removes it from the body all the same: the
    /// model never sees it. Two thematic breaks at the top of a document are enough.
    ///
    /// ## Example
    /// ```markdown
    /// ---
    /// Read this first.
    /// ---
    /// # The rest
    /// ```
    ///
    /// ## Fix
    /// None: write fields, or put a heading or `***` where the first `---` stands.
    FrontmatterNotAMapping, "frontmatter-not-a-mapping", Error, fix = No, since = "0.1.0", "the frontmatter holds no fields"
}

impl Rule for FrontmatterNotAMapping {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(document) = file.document().filter(|document| !file.is_raw() && document.metadata.is_ok()) else { return };
        let Some(parts) = document.parts.filter(|parts| parts.fence == Fence::Yaml) else { return };
        let Some(root) = &document.root else { return };
        let what = match &root.kind {
            NodeKind::Map { .. } => return,
            NodeKind::Seq { .. } => "a list",
            NodeKind::Scalar { .. } | NodeKind::Alias(_) => "a text without fields",
        };
        let span = crate::python::strip_span(file.text(), parts.inner);
        cx.report(
            file.at(span),
            format!("what stands between the lines of `---` is {what}"),
            "it is taken for frontmatter: it sets nothing, and the model never sees it",
            "write `key: value` lines, or start the file with a heading instead of `---`",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn frontmatter_not_a_mapping() {
        Tester::new(&FrontmatterNotAMapping)
            .pass(FLAT, "---\nname: a\n---\nB")
            .pass(FLAT, "---\n---\nB")
            .pass(FLAT, "---\n# only a comment\n---\nB")
            .pass(FLAT, "Text\n\n---\n\nmore\n\n---\n")
            .pass("AGENTS.md", "---\nprose\n---\nB")
            .fail(FLAT, "---\nRead this first.\n---\nB", &["2:1 what stands between the lines of `---` is a text without fields"])
            .fail(FLAT, "---\n- triggers\n---\nB", &["2:1 what stands between the lines of `---` is a list"])
            .check();
    }
}
