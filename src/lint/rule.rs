//! What a rule is: its declaration, its documentation, its two questions.

use super::{Checker, File};
use crate::diagnostic::Severity;

/// Whether a rule's findings can be fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fixable {
    /// Never.
    No,
    /// With `--fix`, always or for some findings.
    Safe,
    /// With `--unsafe-fixes`, always or for some findings.
    Unsafe,
}

/// When a rule runs without being selected by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// Always.
    Default,
    /// With `--profile portable`.
    Portable,
    /// Only when selected by its id.
    Selected,
    /// With `--since`.
    Since,
}

/// The declaration of a rule, made by [`declare_rule!`](crate::declare_rule).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleMeta {
    /// Names the bad pattern, in kebab-case; never changes.
    pub id: &'static str,
    /// How bad its findings are, unless a finding says otherwise.
    pub severity: Severity,
    /// Whether its findings can be fixed.
    pub fix: Fixable,
    /// When it runs.
    pub on: On,
    /// The version that brought it.
    pub since: &'static str,
    /// The bad pattern in one line: lower case, no full stop.
    pub summary: &'static str,
    /// The doc comment as written, a space before each line.
    pub comment: &'static str,
}

impl RuleMeta {
    /// The documentation in Markdown: what it does, why it matters, an example, the fix.
    pub fn docs(&self) -> String {
        let lines: Vec<&str> = self.comment.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        lines.join("\n").trim().to_string()
    }
}

/// A rule: one file in `lint/rules/`. It answers one of the two questions, or both.
pub trait Rule: Sync {
    /// Its declaration.
    fn meta(&self) -> &'static RuleMeta;

    /// Looks at one file that is linted.
    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        let _ = (file, cx);
    }

    /// Looks at everything below one root at once: files beside one another, names that clash.
    fn scope(&self, cx: &mut Checker<'_>) {
        let _ = cx;
    }
}

/// Declares a rule: its doc comment (headings *What it does*, *Why it matters*, *Example*, *Fix*) is what `microagent
/// explain` prints. `on = Portable` or `on = Selected` at the end for a rule that is not on by default.
///
/// ```ignore
/// declare_rule! {
///     /// ## What it does
///     /// Finds …
///     EmptyTrigger, "empty-trigger", Error, fix = Unsafe, since = "0.1.0", "a trigger is the empty string"
/// }
/// ```
#[macro_export]
macro_rules! declare_rule {
    ($(#[doc = $doc:literal])+ $name:ident, $id:literal, $severity:ident, fix = $fix:ident, since = $since:literal, $summary:literal) => {
        $crate::declare_rule! { $(#[doc = $doc])+ $name, $id, $severity, fix = $fix, since = $since, $summary, on = Default }
    };
    ($(#[doc = $doc:literal])+ $name:ident, $id:literal, $severity:ident, fix = $fix:ident, since = $since:literal, $summary:literal, on = $on:ident) => {
        $(#[doc = $doc])+
        pub(crate) struct $name;

        impl $name {
            /// The declaration.
            pub(crate) const META: $crate::lint::RuleMeta = $crate::lint::RuleMeta {
                id: $id,
                severity: $crate::diagnostic::Severity::$severity,
                fix: $crate::lint::Fixable::$fix,
                on: $crate::lint::On::$on,
                since: $since,
                summary: $summary,
                comment: concat!($($doc, "\n"),+),
            };
        }
    };
}
