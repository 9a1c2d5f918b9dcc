//! Findings for people: the source line with the place marked, what the runtime makes of it, the help. The one door to
//! miette.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::excerpt::Excerpt;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::lint::LintReport;
use crate::text::Span;
use crate::visible;

/// How many findings that say the same are shown in full.
const SHOWN: usize = 3;

/// How many of the rest are listed by place.
const LISTED: usize = 20;

/// Related places of the same file further away than this many lines are listed below, not drawn.
const NEAR: usize = 25;

/// The findings in the order of the report; of many that say the same, the first few in full and the rest by place.
/// `width` in columns.
pub fn text(report: &LintReport, color: bool, width: usize) -> String {
    let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(width).with_links(false).with_context_lines(1);
    let mut groups: BTreeMap<String, Vec<&Diagnostic>> = BTreeMap::new();
    let mut out = String::new();
    for found in &report.diagnostics {
        let group = groups.entry(shape(found)).or_default();
        group.push(found);
        if group.len() <= SHOWN {
            out += &one(report, found, &handler);
            out.push('\n');
        }
    }
    for group in groups.values().filter(|group| group.len() > SHOWN) {
        out += &rest(report, &group[SHOWN..]);
        out.push('\n');
    }
    out
}

/// What findings that say the same have in common: the message without the names in it.
fn shape(found: &Diagnostic) -> String {
    let kept: Vec<&str> = found.message.split('`').step_by(2).collect();
    format!("{}\0{}\0{}", found.rule, found.severity.name(), kept.join("`"))
}

fn rest(report: &LintReport, found: &[&Diagnostic]) -> String {
    let Some(first) = found.first() else { return String::new() };
    let mut out = format!("{}[{}] {} more like it:\n", first.severity.name(), first.rule, found.len());
    for found in found.iter().take(LISTED) {
        let _ = writeln!(out, "  {}: {}", located(report, found), visible::line(&found.message));
    }
    if found.len() > LISTED {
        let _ = writeln!(out, "  … and {} more, all in `--format concise`", found.len() - LISTED);
    }
    out
}

fn located(report: &LintReport, found: &Diagnostic) -> String {
    let (start, _) = report.lines(&found.place);
    format!("{}:{}:{}", visible::line(&found.place.path), start.line, start.column)
}

/// One finding in full.
fn one(report: &LintReport, found: &Diagnostic, handler: &GraphicalReportHandler) -> String {
    let view = View::new(report, found);
    let mut out = String::new();
    if handler.render_report(&mut out, &view).is_err() {
        // an excerpt that cannot be drawn must not swallow its finding
        out = format!("{} {}: {}\n", view.header, located(report, found), visible::line(&found.message));
    }
    // miette leaves a line empty below the header
    out = out.replacen("\n\n", "\n", 1);
    for note in &view.notes {
        let _ = writeln!(out, "  {note}");
    }
    out
}

/// A finding as miette is given it.
#[derive(Debug)]
struct View<'a> {
    found: &'a Diagnostic,
    header: String,
    message: String,
    consequence: Consequence,
    help: String,
    excerpt: Option<Snippet>,
    labels: Vec<LabeledSpan>,
    notes: Vec<String>,
}

impl<'a> View<'a> {
    fn new(report: &LintReport, found: &'a Diagnostic) -> Self {
        let linted = report.sources.get(&found.place.path);
        let path = visible::line(&found.place.path);
        let name = linted.and_then(|linted| linted.note).map_or_else(|| path.clone(), |note| format!("{path} ({note})"));
        let mut header = format!("{}[{}]", found.severity.name(), found.rule);
        let (mut near, mut notes) = (Vec::new(), Vec::new());
        let (start, _) = report.lines(&found.place);
        for label in &found.related {
            let (there, _) = report.lines(&label.place);
            let drawn = label.place.path == found.place.path && !label.place.span.is_empty() && there.line.abs_diff(start.line) <= NEAR;
            if drawn {
                near.push(label);
            } else {
                notes.push(note(report, label));
            }
        }
        let whole = found.place.span == Span::default() && near.is_empty();
        let file = linted.and_then(|linted| linted.file.as_ref()).filter(|file| !whole && !file.text().is_empty());
        let spans: Vec<Span> = std::iter::once(found.place.span).chain(near.iter().map(|label| label.place.span)).collect();
        let excerpt = file.map(|file| Excerpt::of(file, &spans));
        let mut labels = Vec::new();
        if let Some(excerpt) = &excerpt {
            let texts = std::iter::once(None).chain(near.iter().map(|label| Some(visible::line(&label.message))));
            for (at, (span, text)) in excerpt.spans.iter().zip(texts).enumerate() {
                let (offset, length) = (span.start, span.len());
                labels.push(if at == 0 {
                    LabeledSpan::new_primary_with_span(text, (offset, length))
                } else {
                    LabeledSpan::new(text, offset, length)
                });
            }
        } else {
            let _ = write!(header, " {name}");
        }
        let excerpt = excerpt.map(|excerpt| Snippet { excerpt, name, line: start.line, column: start.column });
        let message = visible::line(&found.message);
        let consequence = Consequence(visible::line(&found.consequence));
        Self { found, header, message, consequence, help: visible::line(&found.help), excerpt, labels, notes }
    }
}

fn note(report: &LintReport, label: &Label) -> String {
    let (start, _) = report.lines(&label.place);
    let path = visible::line(&label.place.path);
    format!("note: {path}:{}:{}: {}", start.line, start.column, visible::line(&label.message))
}

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for View<'_> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.consequence)
    }
}

impl miette::Diagnostic for View<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(&self.header))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.found.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Info => miette::Severity::Advice,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(&self.help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|snippet| snippet as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// What the runtime makes of it: drawn as the cause below the message.
#[derive(Debug)]
struct Consequence(String);

impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Consequence {}

/// A few lines under the name, line and column they have in their file.
#[derive(Debug)]
struct Snippet {
    excerpt: Excerpt,
    name: String,
    line: usize,
    column: usize,
}

impl SourceCode for Snippet {
    fn read_span<'b>(&'b self, span: &SourceSpan, before: usize, after: usize) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let inner = self.excerpt.text.read_span(span, before, after)?;
        // with no context asked for, miette wants the place for the header: the file's, not the excerpt's
        let (line, column) =
            if before == 0 { (self.line - 1, self.column - 1) } else { (self.excerpt.first_line - 1 + inner.line(), inner.column()) };
        let count = inner.line_count();
        Ok(Box::new(MietteSpanContents::new_named(self.name.clone(), inner.data(), *inner.span(), line, column, count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Source;
    use crate::diagnostic::Place;
    use crate::lint::Linted;
    use crate::source::SourceFile;

    fn report(text: &str, found: &[(Span, &str)]) -> LintReport {
        let mut report = LintReport::default();
        let file = Some(SourceFile::new("a.md", text));
        report.sources.insert("a.md".into(), Linted { source: Source::Repo, file, note: None });
        for (span, message) in found {
            let place = Place { path: "a.md".into(), span: *span };
            report.diagnostics.push(Diagnostic::new("some-rule", Severity::Warning, place, *message, "it never fires", "remove it"));
        }
        report
    }

    #[test]
    fn a_finding_shows_its_line_the_consequence_and_the_help() {
        let mut report = report("---\ntriggers:\n- \u{1b}[31m\n---\n", &[(Span::new(16, 20), "the trigger `\u{1b}` is odd")]);
        let found = &mut report.diagnostics[0];
        found.and_at(Place { path: "a.md".into(), span: Span::new(4, 12) }, "the list");
        found.and_at(Place { path: "b\u{202e}.md".into(), span: Span::default() }, "also here");
        insta::assert_snapshot!(text(&report, false, 80), @r"
        warning[some-rule]
          ⚠ the trigger `\u{1b}` is odd
          ╰─▶ it never fires
           ╭─[a.md:3:3]
         1 │ ---
         2 │ triggers:
           · ────┬───
           ·     ╰── the list
         3 │ - ␛[31m
           ·   ────
         4 │ ---
           ╰────
          help: remove it
          note: b\u{202e}.md:1:1: also here
        ");
    }

    #[test]
    fn a_finding_about_a_whole_file_shows_its_path() {
        let mut report = report("text", &[(Span::default(), "the file is lost")]);
        report.sources.get_mut("a.md").unwrap().note = Some("not loaded from here");
        insta::assert_snapshot!(text(&report, false, 80), @r"
        warning[some-rule] a.md (not loaded from here)
          ⚠ the file is lost
          ╰─▶ it never fires
          help: remove it
        ");
    }

    #[test]
    fn of_many_that_say_the_same_the_first_are_shown_in_full() {
        let text_of = "a\n".repeat(30);
        let messages: Vec<String> = (0..26).map(|at| format!("the name `n{at}` is taken")).collect();
        let found: Vec<(Span, &str)> = messages.iter().enumerate().map(|(at, m)| (Span::new(at * 2, at * 2 + 1), m.as_str())).collect();
        let shown = text(&report(&text_of, &found), false, 80);
        assert_eq!(shown.matches("help: remove it").count(), 3);
        assert!(shown.contains("warning[some-rule] 23 more like it:\n  a.md:4:1: the name `n3` is taken\n"), "{shown}");
        assert!(shown.contains("  … and 3 more, all in `--format concise`\n"), "{shown}");
    }
}
