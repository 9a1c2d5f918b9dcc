//! Findings for tests of the formats.

use crate::catalog::Source;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::lint::{LintReport, Linted};
use crate::source::SourceFile;
use crate::text::{Edit, Span};

/// An error with a fix and a related place, a warning with everything hostile, an advice about a file that is not text.
pub(crate) fn report() -> LintReport {
    let mut report = LintReport::default();
    let mut add = |path: &str, text: Option<&str>| {
        let file = text.map(|text| SourceFile::new(path, text));
        report.sources.insert(path.into(), Linted { source: Source::Repo, file, note: None });
        report.files.insert(path.into(), path.into());
    };
    add("skills/é a.md", Some("---\r\nname: été: x\r\n---\r\n"));
    add("b.md", Some("B\n"));
    add("c.bin", None);
    report.files.insert("clean.md".into(), "clean.md".into());
    let at = |path: &str, start, end| Place { path: path.into(), span: Span::new(start, end) };
    let mut colon = Diagnostic::new("byte-order-mark", Severity::Error, at("skills/é a.md", 11, 19), "m", "c", "h");
    colon.fix("quote the value", vec![Edit::replace(Span::new(11, 19), "'été: x'"), Edit::delete(Span::new(0, 5))]);
    colon.and_at(at("b.md", 0, 1), "the other");
    let hostile = "50% of <a>\n::error::x & \u{1b}[31m ##[stop] |`@x`";
    let hostile = Diagnostic::new("zeta", Severity::Warning, at("b.md", 0, 2), hostile, "", "h");
    let whole = Diagnostic::new("zeta", Severity::Info, at("c.bin", 0, 0), "not text", "c", "h");
    report.diagnostics = vec![hostile, whole, colon];
    report.summary.files = 4;
    report.recount(0);
    report
}
