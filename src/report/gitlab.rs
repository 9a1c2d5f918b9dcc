//! GitLab's code quality report: a flat list that merge requests show beside the change.

use serde::Serialize;

use super::place::{Base, Region};
use crate::diagnostic::Severity;
use crate::lint::{self, LintReport};

/// One finding.
#[derive(Debug, Serialize)]
struct Issue {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Debug, Serialize)]
struct Location {
    path: String,
    positions: Positions,
}

#[derive(Debug, Serialize)]
struct Positions {
    begin: Position,
    end: Position,
}

#[derive(Debug, Serialize)]
struct Position {
    line: usize,
    column: usize,
}

/// The findings of `report` as a code quality report.
pub fn issues(report: &LintReport, base: &Base) -> impl Serialize {
    let fingerprints = lint::baseline::fingerprints(report, |path| base.path(path));
    let issue = |(finding, fingerprint): (&crate::diagnostic::Diagnostic, String)| {
        let Region { start, end } = Region::of(&finding.place, report);
        Issue {
            description: super::sentence(finding),
            check_name: finding.rule,
            fingerprint,
            severity: severity(finding.severity),
            location: Location {
                path: base.path(&finding.place.path),
                positions: Positions {
                    begin: Position { line: start.line, column: start.column },
                    end: Position { line: end.line, column: end.column },
                },
            },
        }
    };
    report.diagnostics.iter().zip(fingerprints).map(issue).collect::<Vec<_>>()
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Info => "info",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn a_report() {
        let json = serde_json::to_string_pretty(&issues(&sample::report(), &Base::new("/r/sub", "/r"))).unwrap();
        insta::assert_snapshot!(json);
    }
}
