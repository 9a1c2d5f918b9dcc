//! `duplicate-key`

use std::collections::HashMap;

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::text::Span;
use crate::yaml::Node;

declare_rule! {
    /// ## What it does
    /// Finds a key that stands twice in one mapping of the frontmatter. Nested mappings are counted apart.
    ///
    /// ## Why it matters
    /// The last one wins without a word. Other readers refuse the file.
    ///
    /// ## Example
    /// ```yaml
    /// triggers: [deploy]
    /// description: How to deploy
    /// triggers: [release]
    /// ```
    /// `deploy` no longer fires.
    ///
    /// ## Fix
    /// None: merge the two, or remove the one that is not meant.
    DuplicateKey, "duplicate-key", Error, fix = No, since = "0.1.0", "a key stands twice"
}

impl Rule for DuplicateKey {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(root) = file.document().and_then(|document| document.root.as_ref()).filter(|_| !file.is_raw()) else { return };
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let mut seen: HashMap<&str, (Span, Span)> = HashMap::new();
            for (key, value) in node.entries() {
                open.extend([key, value]);
                let Some((name, _)) = key.scalar().filter(|(name, _)| *name != "<<") else { continue };
                let Some((first, old)) = seen.insert(name, (key.span, value.span)) else { continue };
                report(file, cx, name, [first, key.span], old.of(file.text()) == value.span.of(file.text()));
            }
            open.extend(node.items() as &[Node]);
        }
    }
}

fn report(file: File<'_>, cx: &mut Checker<'_>, name: &str, [first, second]: [Span; 2], same: bool) {
    let consequence = if same {
        "both say the same, but other readers refuse the file"
    } else {
        "the last one wins: the runtime never sees the one before"
    };
    let found = cx.report(file.at(second), format!("the key `{name}` stands here a second time"), consequence, "keep one of the two");
    found.and_at(file.at(first), "first here");
    if same {
        found.severity(Severity::Warning);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    #[test]
    fn duplicate_key() {
        Tester::new(&DuplicateKey)
            .pass(FLAT, "---\nname: a\nmetadata:\n  name: b\n---\nB")
            .pass(FLAT, "---\ninputs:\n- name: A\n  description: d\n- name: B\n  description: d\n---\n${A}${B}")
            .fail(FLAT, "---\ndescription: one\ndescription: two\n---\nB", &["3:1 the key `description` stands here a second time"])
            .fail(FLAT, "---\nmetadata: {a: 1, 'a': 2}\n---\nB", &["2:18 the key `a` stands here a second time"])
            .fail(
                FLAT,
                "---\na: 1\na: 2\na: 3\n---\nB",
                &["3:1 the key `a` stands here a second time", "4:1 the key `a` stands here a second time"],
            )
            .check();
    }

    #[test]
    fn the_same_value_twice_is_a_warning() {
        let found = Tester::new(&DuplicateKey).lint(&files(&[(FLAT, "---\na: 1\na: 1\n---\n")])).diagnostics;
        assert_eq!((found[0].severity, found[0].related.len()), (Severity::Warning, 1));
    }
}
