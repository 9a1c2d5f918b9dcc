//! `byte-order-mark`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::source::BOM;
use crate::text::{Edit, Span};

declare_rule! {
    /// ## What it does
    /// Finds files that start with a byte-order mark (U+FEFF), as editors write for "UTF-8 with BOM".
    ///
    /// ## Why it matters
    /// The loaders do not strip it, so `---` no longer stands at the start: the frontmatter is not seen. A flat file
    /// becomes always-on with its YAML in the prompt; a SKILL.md loses its description and its triggers.
    ///
    /// ## Example
    /// The bytes `EF BB BF` before `---`.
    ///
    /// ## Fix
    /// Removes the three bytes.
    ByteOrderMark, "byte-order-mark", Error, fix = Safe, since = "0.1.0", "a byte-order mark hides the frontmatter"
}

impl Rule for ByteOrderMark {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        if !file.text().starts_with(BOM) {
            return;
        }
        let mark = Span::new(0, BOM.len_utf8());
        let fenced = !file.is_raw() && file.text()[mark.end..].trim_start().starts_with("---");
        let consequence = match (fenced, file.is_skill_md()) {
            (true, true) => "the frontmatter is not read: name, description and triggers are lost and its YAML becomes part of the body",
            (true, false) => &format!("the frontmatter is not read: {}, with its YAML in the prompt", cx.always_on()),
            (false, _) => "the mark becomes the first character of the prompt",
        };
        cx.report(file.at(mark), "the file starts with a byte-order mark", consequence, "save the file as UTF-8 without a byte-order mark")
            .fix("remove the byte-order mark", vec![Edit::delete(mark)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const FOUND: &str = "1:1 the file starts with a byte-order mark";

    #[test]
    fn byte_order_mark() {
        Tester::new(&ByteOrderMark)
            .pass(FLAT, "---\ntriggers: [zap]\n---\nB\u{feff}")
            .fail(FLAT, "\u{feff}---\ntriggers: [zap]\n---\nB", &[FOUND])
            .fail(".agents/skills/x/SKILL.md", "\u{feff}---\nname: x\n---\nB", &[FOUND])
            .fail("AGENTS.md", "\u{feff}plain", &[FOUND])
            .fail("AGENTS.md", "\u{feff}---\na: b\n---\nplain", &[FOUND])
            .fix(FLAT, "\u{feff}---\r\ntriggers: [zap]\r\n---\r\nB", "---\r\ntriggers: [zap]\r\n---\r\nB")
            .check();
    }
}
