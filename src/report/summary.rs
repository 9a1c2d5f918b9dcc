//! The line at the end: how many findings, in how many files, how many of them can be fixed.

use crate::count::count;
use crate::diagnostic::Applicability;
use crate::lint::LintReport;

/// `2 errors, 1 warning in 6 files (1 fixable with --fix)`; `skipped` directories were left out of the walk.
pub fn summary(report: &LintReport, skipped: usize) -> String {
    let counts = &report.summary;
    let found = [(counts.errors, "error"), (counts.warnings, "warning"), (counts.infos, "info")];
    let found: Vec<String> = found.iter().filter(|(many, _)| *many > 0).map(|(many, what)| count(*many, what)).collect();
    let found = if found.is_empty() { "no problems".to_string() } else { found.join(", ") };
    let safe = report.fixable(Applicability::Safe);
    let fixable = match (safe, report.fixable(Applicability::Unsafe)) {
        (0, 0) => String::new(),
        (safe, 0) => format!(" ({safe} fixable with --fix)"),
        (0, more) => format!(" ({more} fixable with --fix --unsafe-fixes)"),
        (safe, more) => format!(" ({safe} fixable with --fix, {more} more with --unsafe-fixes)"),
    };
    let suppressed = if counts.suppressed > 0 { format!(", {} suppressed", counts.suppressed) } else { String::new() };
    let skipped = match skipped {
        0 => String::new(),
        1 => "; 1 ignored or vendored directory skipped".to_string(),
        many => format!("; {many} ignored or vendored directories skipped"),
    };
    format!("{found} in {}{fixable}{suppressed}{skipped}", count(counts.files, "file"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Diagnostic, Place, Severity};

    #[test]
    fn says_how_many_and_what_can_be_done() {
        let mut report = LintReport::default();
        assert_eq!(summary(&report, 0), "no problems in 0 files");
        let place = Place { path: "a".into(), span: crate::text::Span::default() };
        for (severity, fix) in [(Severity::Error, 1), (Severity::Error, 2), (Severity::Warning, 0), (Severity::Info, 0)] {
            let mut found = Diagnostic::new("x", severity, place.clone(), "m", "c", "h");
            match fix {
                1 => drop(found.fix("t", Vec::new())),
                2 => drop(found.unsafe_fix("t", Vec::new())),
                _ => {}
            }
            report.diagnostics.push(found);
        }
        report.summary.files = 1;
        report.recount(2);
        let expected = "2 errors, 1 warning, 1 info in 1 file (1 fixable with --fix, 1 more with --unsafe-fixes), 2 suppressed; 3 ignored or vendored directories skipped";
        assert_eq!(summary(&report, 3), expected);
    }
}
