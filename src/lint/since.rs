//! What a change brought: findings about changed files, and findings elsewhere that were not there before.

use std::collections::BTreeSet;
use std::path::Path;

use super::LintReport;
use super::baseline::fingerprints;

/// For each finding of `report`, whether it is of the change: its file, or one it points at beside that, `is_changed`, or
/// `before`, the report on what was there before, does not have it.
pub fn of_the_change(report: &LintReport, before: &LintReport, is_changed: impl Fn(&Path) -> bool) -> Vec<bool> {
    let known: BTreeSet<String> = fingerprints(before).into_iter().collect();
    let changed = |path: &String| report.files.get(path).map_or_else(|| is_changed(Path::new(path)), |file| is_changed(file));
    let prints = fingerprints(report);
    report.diagnostics.iter().zip(prints).map(|(found, print)| changed(&found.place.path) || !known.contains(&print)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Diagnostic, Place, Severity};
    use crate::text::Span;

    #[test]
    fn findings_in_changed_files_and_new_ones_elsewhere_are_of_the_change() {
        let report = |found: &[(&str, &str)]| {
            let finding = |(path, message): &(&str, &str)| {
                let place = Place { path: (*path).into(), span: Span::default() };
                Diagnostic::new("duplicate-name", Severity::Error, place, *message, "c", "h")
            };
            LintReport { diagnostics: found.iter().map(finding).collect(), ..LintReport::default() }
        };
        let before = report(&[("old.md", "a"), ("changed.md", "a")]);
        let now = report(&[("changed.md", "a"), ("old.md", "a"), ("old.md", "clash with changed")]);
        assert_eq!(of_the_change(&now, &before, |path| path == Path::new("changed.md")), [true, false, true]);
    }
}
