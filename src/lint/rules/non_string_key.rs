//! `non-string-key`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds top-level keys that the loader cannot take: keys that are no strings to YAML 1.1 (`on`, `yes`, `no`, `off`,
    /// `true`, `1`, `null`, a date), and the names `content`, `handler` and `self`.
    ///
    /// ## Why it matters
    /// The loader passes the fields on as named arguments; one that is no string, or that is taken, raises, and the file is
    /// refused.
    ///
    /// ## Example
    /// ```yaml
    /// on: push
    /// ```
    /// YAML 1.1 reads `on` as true.
    ///
    /// ## Fix
    /// None: rename the key, or quote it.
    NonStringKey, "non-string-key", Error, fix = No, since = "0.1.0", "a key is not a string, or is taken by the loader"
}

impl Rule for NonStringKey {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for problem in file.problems(Self::META.id) {
            let written = problem.span.of(file.text());
            let taken = matches!(written.trim_matches(['"', '\'']), "content" | "handler" | "self");
            let (message, help) = if taken {
                (format!("the key `{written}` is taken by the loader"), "rename it".to_string())
            } else {
                let what = problem.message.rsplit("this is ").next().unwrap_or("no string");
                (format!("the key `{written}` is {what}, not a string"), format!("rename it, or quote it: `\"{written}\":`"))
            };
            let consequence = cx.refused(file);
            cx.report(file.at(problem.span), message, consequence, help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn non_string_key() {
        Tester::new(&NonStringKey)
            .pass(FLAT, "---\n\"on\": 1\nmetadata:\n  1: a\n---\nB")
            .fail(FLAT, "---\nname: a\non: push\n---\nB", &["3:1 the key `on` is a boolean, not a string"])
            .fail(
                FLAT,
                "---\n2024: a\ncontent: b\n---\nB",
                &["2:1 the key `2024` is an integer, not a string", "3:1 the key `content` is taken by the loader"],
            )
            .check();
    }
}
