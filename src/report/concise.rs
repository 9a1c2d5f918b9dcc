//! One line a finding, for terminals and editors.

use std::fmt::Write as _;

use crate::lint::LintReport;
use crate::visible;

/// `PATH:LINE:COLUMN: SEVERITY[RULE] MESSAGE`, one line a finding.
pub fn concise(report: &LintReport) -> String {
    let mut out = String::new();
    for found in &report.diagnostics {
        let (start, _) = report.lines(&found.place);
        let (path, message) = (visible::line(&found.place.path), visible::line(&found.message));
        let note = report.sources.get(&found.place.path).and_then(|linted| linted.note);
        let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
        let _ = writeln!(out, "{path}:{}:{}: {}[{}] {message}{note}", start.line, start.column, found.severity.name(), found.rule);
    }
    out
}
