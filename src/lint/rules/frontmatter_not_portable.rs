//! `frontmatter-not-portable`

use crate::declare_rule;
use crate::lint::second_reader::split;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::python::universal_newlines;

declare_rule! {
    /// ## What it does
    /// Finds files whose frontmatter other readers split in another way: blank lines before it, `----` as a fence, JSON
    /// frontmatter, a fence that only the runtime sees.
    ///
    /// ## Why it matters
    /// The OpenHands runtime reads the file as meant. Most other clients of skills see no frontmatter, or another body.
    ///
    /// ## Example
    /// An empty line above the first `---`.
    ///
    /// ## Fix
    /// None: start the file with `---`, and close the frontmatter with exactly `---`.
    FrontmatterNotPortable, "frontmatter-not-portable", Info, fix = No, since = "0.1.0", "other readers see another frontmatter"
}

impl Rule for FrontmatterNotPortable {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent().filter(|_| !file.is_raw()) else { return };
        let Some((document, parts)) = file.document().and_then(|document| Some((document, document.parts?))) else { return };
        let Some(other) = split(file.text()) else { return };
        let inner = universal_newlines(parts.inner.of(file.text())).trim().to_string();
        let consequence = if other.frontmatter.is_empty() && !inner.is_empty() {
            "other clients see no frontmatter in it"
        } else if other.frontmatter != inner {
            "other clients see another frontmatter in it"
        } else if other.body != microagent.content.trim() && document.content_text().trim() == microagent.content.trim() {
            "other clients see another body in it"
        } else {
            return;
        };
        let (place, message, help) = if parts.lead.is_empty() {
            (parts.open, "the lines around the frontmatter are not exactly `---`", "open and close the frontmatter with exactly `---`")
        } else {
            (parts.lead.to(parts.open), "something stands before the frontmatter", "start the file with `---`")
        };
        cx.report(file.at(place), message, consequence, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn frontmatter_not_portable() {
        Tester::new(&FrontmatterNotPortable)
            .pass(FLAT, "---\nname: a\n---\nB\n\n---\n\nmore --- text")
            .pass(FLAT, "---\r\nname: a\r\n---\r\n\r\nB\r\nC\r\n")
            .pass(FLAT, "---\n---\nB")
            .pass(FLAT, "no frontmatter\n---\n")
            .fail(FLAT, "\n---\nname: a\n---\nB", &["1:1 something stands before the frontmatter"])
            .fail(FLAT, "----\nname: a\n----\nB", &["1:1 the lines around the frontmatter are not exactly `---`"])
            .fail(FLAT, "{\n\"name\": \"a\"\n}\nB", &["1:1 the lines around the frontmatter are not exactly `---`"])
            .check();
    }
}
