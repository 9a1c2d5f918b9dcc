//! What a change brought: the findings that were not there before it, in whatever file they are.

use std::collections::BTreeSet;

use super::LintReport;
use super::baseline::fingerprints;

/// For each finding of `report`, whether it is of the change: `before`, the report on what was there before, does not
/// have it. A finding is the same one while its rule, its file and the text it points at are.
pub fn of_the_change(report: &LintReport, before: &LintReport) -> Vec<bool> {
    let known: BTreeSet<String> = fingerprints(before, str::to_owned).into_iter().collect();
    fingerprints(report, str::to_owned).iter().map(|print| !known.contains(print)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Diagnostic, Place, Severity};
    use crate::text::Span;

    #[test]
    fn findings_that_were_not_there_before_are_of_the_change() {
        let report = |found: &[(&str, &str)]| {
            let finding = |(path, message): &(&str, &str)| {
                let place = Place { path: (*path).into(), span: Span::default() };
                Diagnostic::new("duplicate-name", Severity::Error, place, *message, "c", "h")
            };
            LintReport { diagnostics: found.iter().map(finding).collect(), ..LintReport::default() }
        };
        let before = report(&[("old.md", "a"), ("changed.md", "a")]);
        let now = report(&[("changed.md", "a"), ("changed.md", "a"), ("old.md", "a"), ("old.md", "clash with changed")]);
        assert_eq!(of_the_change(&now, &before), [false, true, false, true], "one `a` in changed.md is old, the second is new");
    }
}
