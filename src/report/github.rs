//! Annotations of GitHub Actions. A service that shows ten errors, ten warnings and ten notices a step gets no more
//! than that; the rest follows as plain lines, and the job summary carries everything.

use std::fmt::Write as _;

use super::place::{Base, Region};
use crate::diagnostic::{Diagnostic, Severity};
use crate::lint::LintReport;
use crate::visible;

/// How many annotations of one level a step shows.
pub const ANNOTATIONS_PER_LEVEL: usize = 10;

/// What the log of a step and its summary page are given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Github {
    /// Workflow commands and lines for standard output.
    pub log: String,
    /// Markdown for the file that `GITHUB_STEP_SUMMARY` names.
    pub summary: String,
}

/// The findings of `report` for a step.
pub fn step(report: &LintReport, base: &Base) -> Github {
    let mut shown = [0; 3];
    let mut log = String::new();
    let mut rest = String::new();
    for finding in &report.diagnostics {
        let count = &mut shown[finding.severity as usize];
        *count += 1;
        if *count <= ANNOTATIONS_PER_LEVEL {
            log += &annotation(finding, report, base);
        } else {
            let at = Region::of(&finding.place, report).start;
            let path = base.path(&finding.place.path);
            let line = format!("{}:{}:{}: {}: {} [{}]", path, at.line, at.column, finding.severity.name(), finding.message, finding.rule);
            let _ = writeln!(rest, "  {}", plain(&line));
        }
    }
    if !rest.is_empty() {
        let _ = writeln!(log, "{} more that no annotation shows:", rest.lines().count());
        log += &rest;
    }
    Github { log, summary: summary(report, base) }
}

fn annotation(finding: &Diagnostic, report: &LintReport, base: &Base) -> String {
    let Region { start, end } = Region::of(&finding.place, report);
    let mut properties = format!("file={},line={}", property(&base.path(&finding.place.path)), start.line);
    // GitHub takes columns only within one line, and both ends inclusive
    if start.line == end.line {
        let _ = write!(properties, ",endLine={},col={},endColumn={}", end.line, start.column, (end.column - 1).max(start.column));
    } else {
        let last = if end.column == 1 { end.line - 1 } else { end.line };
        let _ = write!(properties, ",endLine={last}");
    }
    let lines = [&finding.message, &finding.consequence, &finding.help];
    let message = lines.into_iter().filter(|line| !line.is_empty()).map(|line| visible::line(line)).collect::<Vec<_>>().join("\n");
    format!("::{} {properties},title={}::{}\n", command(finding.severity), property(finding.rule), data(&message))
}

const fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    }
}

/// The text of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a workflow command.
fn property(text: &str) -> String {
    data(&visible::block(text)).replace(':', "%3A").replace(',', "%2C")
}

/// A line of the log that no runner takes for a command: it indents what begins with `::`, and breaks up the older
/// `##[command]`, which runners obey anywhere in a line.
fn plain(line: &str) -> String {
    visible::line(line).replace("##[", "## [")
}

/// A table of everything, for the page of the run.
fn summary(report: &LintReport, base: &Base) -> String {
    let mut out = format!("## microagent lint\n\n{}\n", super::summary::summary(report, 0));
    if !report.diagnostics.is_empty() {
        out += "\n| | place | finding | rule |\n|---|---|---|---|\n";
    }
    for finding in &report.diagnostics {
        let at = Region::of(&finding.place, report).start;
        let path = base.path(&finding.place.path);
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            finding.severity.name(),
            cell(&format!("{path}:{}:{}", at.line, at.column)),
            cell(&finding.message),
            cell(finding.rule)
        );
    }
    out
}

/// A cell of a Markdown table in which nothing of `text` is markup.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in visible::line(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '@' => out += "&#64;",
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn everything_is_escaped() {
        let step = step(&sample::report(), &Base::new("/r/sub", "/r"));
        insta::assert_snapshot!(step.log);
        insta::assert_snapshot!("step_summary", step.summary);
    }

    #[test]
    fn what_no_annotation_shows_stands_in_the_log() {
        let mut report = sample::report();
        let one = report.diagnostics[0].clone();
        report.diagnostics.extend(std::iter::repeat_n(one, 11));
        report.recount(0);
        let step = step(&report, &Base::default());
        assert_eq!(step.log.matches("::warning ").count(), ANNOTATIONS_PER_LEVEL);
        let rest = step.log.lines().skip_while(|line| !line.ends_with("that no annotation shows:")).collect::<Vec<_>>();
        assert_eq!(rest[0], "2 more that no annotation shows:");
        assert_eq!(rest[1], "  b.md:1:1: warning: 50% of <a>\\n::error::x & \\u{1b}[31m ## [stop] |`@x` [zeta]");
        assert_eq!(step.summary.matches("| warning |").count(), 12);
    }
}
