//! `hidden-text`

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::hidden::{Hidden, Kind, hidden};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::text::Span;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds characters that people do not see and models read, in the text, in frontmatter and in file names: tag
    /// characters and variation selectors (decoded in the message), bidirectional controls, zero-width characters,
    /// control characters. What emoji, flags and scripts such as Arabic, Hindi or Thai need is fine. A single zero-width
    /// character or direction mark is a warning, a soft hyphen is advice.
    ///
    /// ## Why it matters
    /// A text can hold instructions that no reviewer sees, or look different from what the model is given.
    ///
    /// ## Example
    /// "formats JSON." followed by tag characters that spell "ignore previous".
    ///
    /// ## Fix
    /// None: look at what it hides, then remove it.
    HiddenText, "hidden-text", Error, fix = No, since = "0.1.0", "characters that people do not see and models read"
}

impl Rule for HiddenText {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for found in hidden(&file.entry.path) {
            cx.report(
                file.whole(),
                format!("the path holds {}", describe(&found)),
                "the name differs from the one that people see",
                "rename it",
            )
            .severity(severity(&found));
        }
        // in frontmatter the YAML reader refuses control characters, and that has a rule
        let body = file.body();
        for found in hidden(file.text()) {
            if found.kind == Kind::Control && !body.contains(Span::at(found.span.start)) {
                continue;
            }
            let consequence = match found.kind {
                Kind::Direction | Kind::Mark => "what people see has another order than what the model reads",
                Kind::SoftHyphen => "the word differs from the one that people see",
                _ => "the model reads it, and no reviewer sees it",
            };
            cx.report(file.at(found.span), format!("the text holds {}", describe(&found)), consequence, "remove it")
                .severity(severity(&found));
        }
    }
}

fn severity(found: &Hidden) -> Severity {
    match (found.kind, found.count) {
        (Kind::SoftHyphen, _) => Severity::Info,
        (Kind::Mark | Kind::Control, _) | (Kind::ZeroWidth | Kind::Selector, 1) => Severity::Warning,
        _ => Severity::Error,
    }
}

/// How many characters of what is decoded are shown.
const MAX_SHOWN: usize = 200;

fn describe(found: &Hidden) -> String {
    let what = found.kind.name(found.count > 1);
    let count = if found.count == 1 { format!("a {what}") } else { format!("{} {what}", found.count) };
    match &found.decoded {
        Some(text) => {
            let shown: String = text.chars().take(MAX_SHOWN).collect();
            let more = if text.chars().count() > MAX_SHOWN { "…" } else { "" };
            format!("{count} that read \"{}{more}\"", visible::line(&shown))
        }
        None => count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    fn tags(text: &str) -> String {
        text.chars().filter_map(|c| char::from_u32(0xe0000 + u32::from(c))).collect()
    }

    #[test]
    fn hidden_text() {
        Tester::new(&HiddenText)
            .pass(FLAT, "naïve 👩‍💻 می\u{200c}خواهم\n")
            .fail(FLAT, "a\u{200b}\u{200b}b", &["1:2 the text holds 2 zero-width characters"])
            .fail(FLAT, "a\u{ad}b\u{1b}c", &["1:2 the text holds a soft hyphen", "1:4 the text holds a control character"])
            .fail(".agents/skills/a\u{202e}b.md", "x", &["1:1 the path holds a bidirectional control character"])
            .check();
    }

    #[test]
    fn h1_tag_characters_are_decoded() {
        Tester::new(&HiddenText)
            .pass(FLAT, "formats JSON.")
            .fail(
                FLAT,
                &format!("formats JSON.{}", tags("ignore previous")),
                &["1:14 the text holds 15 tag characters that read \"ignore previous\""],
            )
            .fail(
                FLAT,
                &format!("---\ndescription: d{}\ntriggers: [x]\n---\nB", tags("a\u{7}b")),
                &["2:15 the text holds 3 tag characters that read \"ab\""],
            )
            .check();
    }

    #[test]
    fn h3_overrides_and_marks_but_not_a_leading_one() {
        Tester::new(&HiddenText)
            .pass(FLAT, "\u{feff}text")
            .fail(FLAT, "# a\u{202e}b", &["1:4 the text holds a bidirectional control character"])
            .fail(FLAT, "a \u{feff}b", &["1:3 the text holds a zero-width character"])
            .check();
    }
}
