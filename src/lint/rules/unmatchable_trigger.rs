//! `unmatchable-trigger`

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::hidden;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Loader;
use crate::python;
use crate::text::{Edit, Span};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds triggers that no message holds as people type: with white space around them, a line break or an invisible
    /// character inside, a space that is not the space bar's, or letters written as a base letter and a separate accent.
    ///
    /// ## Why it matters
    /// The runtime compares the characters as they are, after lower-casing and nothing else. The file looks right and
    /// never fires. (A space around a trigger is an old way to ask for whole words; the legacy loader honours it, the
    /// SDK looks for whole words anyway and then finds none.)
    ///
    /// ## Example
    /// ```yaml
    /// triggers: ["git "]
    /// ```
    ///
    /// ## Fix
    /// Removes what cannot be typed, when the trigger stands in the file as it is. Unsafe: the microagent starts to fire.
    UnmatchableTrigger, "unmatchable-trigger", Error, fix = Unsafe, since = "0.1.0", "a trigger holds what no one types"
}

impl Rule for UnmatchableTrigger {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        for trigger in microagent.triggers.iter().filter(|trigger| !trigger.text.is_empty()) {
            let (Some(what), Some(span)) = (fault(&trigger.text, cx.loader()), trigger.span) else { continue };
            let shown = visible::line(&trigger.text);
            let found = cx.report(
                file.at(span),
                format!("the trigger `{shown}` {what}"),
                "the runtime compares it character by character, and what people type never equals it",
                "write the trigger as it is typed",
            );
            if is_pattern(&trigger.text) {
                found.severity(Severity::Warning);
            }
            let clean = cleaned(&trigger.text);
            let written = span.of(file.text());
            if let Some(at) = written.find(&trigger.text).filter(|_| !clean.is_empty() && fault(&clean, Loader::Sdk).is_none()) {
                let inner = Span::new(span.start + at, span.start + at + trigger.text.len());
                found.unsafe_fix(format!("write `{}`", visible::line(&clean)), vec![Edit::replace(inner, clean)]);
            }
        }
    }
}

fn fault(text: &str, loader: Loader) -> Option<&'static str> {
    if loader == Loader::Sdk && python::strip(text).is_empty() {
        Some("is nothing but white space")
    } else if text.contains(['\n', '\r']) {
        Some("holds a line break")
    } else if loader == Loader::Sdk && python::strip(text) != text {
        Some("starts or ends with white space")
    } else if !hidden::hidden(text).is_empty() || text.contains(crate::source::BOM) {
        Some("holds an invisible character")
    } else if text.contains(is_odd_space) {
        Some("holds a space that is not the space bar's")
    } else if is_decomposed(text) {
        Some("holds a letter written as a base letter and a separate accent")
    } else if is_pattern(text) {
        Some(PATTERN)
    } else {
        None
    }
}

const PATTERN: &str = "is a pattern, and triggers are plain text";

/// A glob of nothing but wildcards, or a regular expression: what has a meaning only as one.
fn is_pattern(text: &str) -> bool {
    let wild = text.contains('*') && text.chars().all(|c| matches!(c, '*' | '?' | '.' | '/'));
    wild || [".*", ".+", "(?"].iter().any(|sign| text.contains(sign))
        || text.starts_with("\\b")
        || text.ends_with("\\b")
        || text.len() > 1 && text.starts_with('^') && text.ends_with('$')
}

fn is_odd_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, ' ' | '\u{3000}') && !c.is_control() || c == '\t'
}

/// An ASCII letter with a combining accent: as typed it is one character for nearly all of them.
fn is_decomposed(text: &str) -> bool {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let accent = chars
            .peek()
            .is_some_and(|next| matches!(next, '\u{300}'..='\u{304}' | '\u{306}'..='\u{30c}' | '\u{323}' | '\u{327}' | '\u{328}'));
        if c.is_ascii_alphabetic() && accent {
            return true;
        }
    }
    false
}

fn cleaned(text: &str) -> String {
    let mut out = text.to_string();
    for found in hidden::hidden(text).iter().rev() {
        out.replace_range(found.span.range(), "");
    }
    let out: String = out.chars().filter(|c| *c != crate::source::BOM).map(|c| if is_odd_space(c) { ' ' } else { c }).collect();
    python::strip(&out).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn unmatchable_trigger() {
        Tester::new(&UnmatchableTrigger)
            .pass(FLAT, "---\ntriggers: [git, pull request, \"日本語\", \"é\", /x, '#tag', '']\n---\nB")
            .fail(FLAT, "---\ntriggers:\n- \"git \"\n---\nB", &["3:3 the trigger `git ` starts or ends with white space"])
            .fail(FLAT, "---\ntriggers: ['  ']\n---\nB", &["2:12 the trigger `  ` is nothing but white space"])
            .fail(FLAT, "---\ntriggers: [\"a\\nb\"]\n---\nB", &["2:12 the trigger `a\\nb` holds a line break"])
            .fail(FLAT, "---\ntriggers: [\"a\u{a0}b\"]\n---\nB", &["2:12 the trigger `a\u{a0}b` holds a space that is not the space bar's"])
            .fail(FLAT, "---\ntriggers: [\"a\u{200b}b\"]\n---\nB", &["2:12 the trigger `a\\u{200b}b` holds an invisible character"])
            .fail(
                FLAT,
                "---\ntriggers: [re\u{301}sume]\n---\nB",
                &["2:12 the trigger `re\u{301}sume` holds a letter written as a base letter and a separate accent"],
            )
            .pass(FLAT, "---\ntriggers: ['*.py', 'c:\\bin', 'what?', a|b, '[x]', '$HOME', '^']\n---\nB")
            .fail(
                FLAT,
                "---\ntriggers: ['*', 'fix.*']\n---\nB",
                &[
                    "2:12 the trigger `*` is a pattern, and triggers are plain text",
                    "2:17 the trigger `fix.*` is a pattern, and triggers are plain text",
                ],
            )
            .unsafe_fix(FLAT, "---\ntriggers:\n- \"git \" # keep\n---\nB", "---\ntriggers:\n- \"git\" # keep\n---\nB")
            .unsafe_fix(FLAT, "---\ntriggers: ['a\u{200b} b']\n---\nB", "---\ntriggers: ['a b']\n---\nB")
            .loader(Loader::Legacy)
            .pass(".openhands/microagents/a.md", "---\ntriggers: [' git ', '  ']\n---\nB")
            .check();
    }
}
