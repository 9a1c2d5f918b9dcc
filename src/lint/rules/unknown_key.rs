//! `unknown-key`

use crate::declare_rule;
use crate::lint::fields::{misspelled, unknown};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Format;

declare_rule! {
    /// ## What it does
    /// Finds frontmatter keys that neither loader reads. Reported once a file. Keys that people keep for themselves, such as
    /// `author`, are known to be harmless and are not reported.
    ///
    /// ## Why it matters
    /// Other tools may read them; this runtime does nothing with them.
    ///
    /// ## Example
    /// ```yaml
    /// model: fast
    /// ```
    ///
    /// ## Fix
    /// None: keep them below `metadata` when they are for people or other tools.
    UnknownKey, "unknown-key", Info, fix = No, since = "0.1.0", "nothing reads a key"
}

/// Keys that say something about the file and ask nothing of a runtime.
const HARMLESS: &[&str] =
    &["author", "authors", "category", "created", "date", "homepage", "references", "tags", "title", "updated", "upstream", "url"];

impl Rule for UnknownKey {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let missed = misspelled(file);
        let keys: Vec<_> = unknown(file)
            .into_iter()
            .map(|(key, _)| key)
            .filter(|key| {
                key.as_str().is_some_and(|name| !HARMLESS.contains(&name)) && !missed.iter().any(|miss| miss.key.span == key.span)
            })
            .collect();
        let Some(first) = keys.first() else { return };
        let names: Vec<String> = keys.iter().filter_map(|key| key.as_str()).map(|key| format!("`{key}`")).collect();
        let what = if names.len() == 1 { "the key" } else { "the keys" };
        let skill = file.microagent().is_some_and(|microagent| microagent.format == Format::Skill);
        let help =
            if skill { "keep it below `metadata` when it is for people or other tools" } else { "remove it, or leave it for other tools" };
        cx.report(file.at(first.span), format!("nothing reads {what} {}", names.join(", ")), "it has no effect", help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn unknown_key() {
        let texts = crate::lint::fields::KNOWN.iter().filter(|key| !matches!(**key, "inputs" | "triggers" | "mcp_tools" | "metadata"));
        let every_known_key = texts.copied().collect::<Vec<_>>().join(": 'true'\n") + ": 'true'\n";
        Tester::new(&UnknownKey)
            .pass(FLAT, &format!("---\n{every_known_key}triggers: [a]\ninputs: []\nmetadata: {{x: y}}\nauthor: me\n---\nB"))
            .pass(FLAT, "---\nkeywords: [a]\n---\nB")
            .pass("CLAUDE.md", "---\nmodel: fast\n---\nB")
            .fail(FLAT, "---\ntriggers: [a]\nmodel: fast\ncolor: red\n---\nB", &["3:1 nothing reads the keys `model`, `color`"])
            .check();
    }
}
