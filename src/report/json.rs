//! Findings for programs: the JSON that the command line documents, version 1.

use serde::Serialize;

use crate::diagnostic::{Applicability, Diagnostic, Label, Severity};
use crate::lint::{LintReport, Summary};

/// The version of the format.
pub const SCHEMA_VERSION: u32 = 1;

/// All findings, complete, in the order of the report.
#[derive(Debug, Serialize)]
pub struct Json<'a> {
    schema_version: u32,
    diagnostics: Vec<Finding<'a>>,
    summary: Summary,
}

#[derive(Debug, Serialize)]
struct Finding<'a> {
    rule: &'a str,
    severity: Severity,
    message: &'a str,
    consequence: &'a str,
    help: &'a str,
    path: &'a str,
    source: Option<&'static str>,
    /// A word about the file as a whole: `not loaded from here`.
    note: Option<&'static str>,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    span: [usize; 2],
    related: Vec<Related<'a>>,
    fix: Option<FixJson<'a>>,
}

#[derive(Debug, Serialize)]
struct Related<'a> {
    path: &'a str,
    line: usize,
    column: usize,
    message: &'a str,
}

#[derive(Debug, Serialize)]
struct FixJson<'a> {
    title: &'a str,
    applicability: Applicability,
    edits: Vec<EditJson<'a>>,
}

#[derive(Debug, Serialize)]
struct EditJson<'a> {
    path: &'a str,
    span: [usize; 2],
    text: &'a str,
}

/// The report as a value to serialize.
pub fn json(report: &LintReport) -> Json<'_> {
    let diagnostics = report.diagnostics.iter().map(|found| finding(report, found)).collect();
    Json { schema_version: SCHEMA_VERSION, diagnostics, summary: report.summary }
}

fn finding<'a>(report: &'a LintReport, found: &'a Diagnostic) -> Finding<'a> {
    let (start, end) = report.lines(&found.place);
    let path = found.place.path.as_str();
    let edits = |edit: &'a crate::text::Edit| EditJson { path, span: [edit.span.start, edit.span.end], text: &edit.text };
    let fix = found.fix.as_ref().map(|fix| FixJson {
        title: &fix.title,
        applicability: fix.applicability,
        edits: fix.edits.iter().map(edits).collect(),
    });
    Finding {
        rule: found.rule,
        severity: found.severity,
        message: &found.message,
        consequence: &found.consequence,
        help: &found.help,
        path,
        source: report.sources.get(path).map(|linted| linted.source.name()),
        note: report.sources.get(path).and_then(|linted| linted.note),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        span: [found.place.span.start, found.place.span.end],
        related: found.related.iter().map(|label| related(report, label)).collect(),
        fix,
    }
}

fn related<'a>(report: &LintReport, label: &'a Label) -> Related<'a> {
    let (start, _) = report.lines(&label.place);
    Related { path: &label.place.path, line: start.line, column: start.column, message: &label.message }
}
