//! Findings for people: the source line with the place marked, the consequence, the help.

use std::fmt::Write as _;

use crate::lint::LintReport;
use crate::visible;

/// The findings, and a summary line.
pub fn text(report: &LintReport) -> String {
    let mut out = String::new();
    for found in &report.diagnostics {
        let (start, _) = report.lines(&found.place);
        let _ = write!(
            out,
            "{}[{}]: {}\n  --> {}:{}:{}\n  consequence: {}\n  help: {}\n\n",
            found.severity.name(),
            found.rule,
            visible::line(&found.message),
            visible::line(&found.place.path),
            start.line,
            start.column,
            visible::line(&found.consequence),
            visible::line(&found.help)
        );
    }
    out
}
