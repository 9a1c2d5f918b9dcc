//! `hidden-text`

use crate::declare_rule;
use crate::diagnostic::{Place, Severity};
use crate::lint::beside::texts_beside;
use crate::lint::hidden::{Hidden, Kind, hidden};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::text::Span;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds characters that people do not see and models read, in the text, in frontmatter, in file names and in the references of a skill: tag
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
        report_in(cx, &file.path(), file.text(), |found| found.kind == Kind::Control && !file.body().contains(Span::at(found.span.start)));
        for path in texts_beside(file) {
            if let Some(text) = cx.read_aside(&path) {
                report_in(cx, text.path(), text.text(), |_| false);
            }
        }
    }
}

fn report_in(cx: &mut Checker<'_>, path: &str, text: &str, skip: impl Fn(&Hidden) -> bool) {
    for found in hidden(text).into_iter().filter(|found| !skip(found)) {
        let consequence = match found.kind {
            Kind::Direction | Kind::Mark => "what people see has another order than what the model reads",
            Kind::SoftHyphen => "the word differs from the one that people see",
            _ => "the model reads it, and no reviewer sees it",
        };
        let place = Place { path: path.to_string(), span: found.span };
        cx.report(place, format!("the text holds {}", describe(&found)), consequence, "remove it").severity(severity(&found));
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
    use crate::lint::tester::{FLAT, Tester, files};

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
            .fail_tree(
                &files(&[
                    (".agents/skills/x/SKILL.md", "---\nname: x\n---\nB"),
                    (".agents/skills/x/references/r.md", &format!("R\n{}", tags("hi"))),
                ]),
                &[".agents/skills/x/references/r.md:2:1 the text holds 2 tag characters that read \"hi\""],
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
