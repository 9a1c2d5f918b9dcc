//! JUnit XML: what most CI services show as tests.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::place::{Base, Region};
use crate::lint::LintReport;
use crate::visible;

/// One test case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What groups it: a file.
    pub group: String,
    /// What it is called.
    pub name: String,
    /// Why it failed; `None` when it passed.
    pub failure: Option<Failure>,
}

/// Why a case failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The kind: a rule's severity, or `expectation`.
    pub kind: String,
    /// In one line.
    pub message: String,
    /// In full.
    pub text: String,
}

/// The findings of `report`: one failed case each, and one passed case for every file without any.
pub fn lint(report: &LintReport, base: &Base) -> String {
    let mut cases = Vec::new();
    let found: BTreeSet<&str> = report.diagnostics.iter().map(|finding| finding.place.path.as_str()).collect();
    for path in report.files.keys().filter(|path| !found.contains(path.as_str())) {
        cases.push(Case { group: base.path(path), name: "lint".into(), failure: None });
    }
    for finding in &report.diagnostics {
        let at = Region::of(&finding.place, report).start;
        let path = base.path(&finding.place.path);
        let text = format!("{path}:{}:{}\n{}\nhelp: {}", at.line, at.column, finding.consequence, finding.help);
        cases.push(Case {
            name: format!("{} at {}:{}", finding.rule, at.line, at.column),
            group: path,
            failure: Some(Failure { kind: finding.severity.name().into(), message: finding.message.clone(), text }),
        });
    }
    cases.sort_by(|a, b| a.group.cmp(&b.group));
    document("microagent lint", &cases)
}

/// The document of one suite called `name`.
pub fn document(name: &str, cases: &[Case]) -> String {
    let failures = cases.iter().filter(|case| case.failure.is_some()).count();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let attributes = format!("name=\"{}\" tests=\"{}\" failures=\"{failures}\"", attribute(name), cases.len());
    let _ = write!(out, "<testsuites {attributes}>\n  <testsuite {attributes}>\n");
    for case in cases {
        let _ = write!(out, "    <testcase classname=\"{}\" name=\"{}\"", attribute(&case.group), attribute(&case.name));
        match &case.failure {
            None => out += "/>\n",
            Some(failure) => {
                let (message, kind) = (attribute(&failure.message), attribute(&failure.kind));
                let _ = write!(
                    out,
                    ">\n      <failure message=\"{message}\" type=\"{kind}\">{}</failure>\n    </testcase>\n",
                    content(&failure.text)
                );
            }
        }
    }
    out + "  </testsuite>\n</testsuites>\n"
}

fn attribute(text: &str) -> String {
    escape(&visible::line(text))
}

fn content(text: &str) -> String {
    escape(&visible::block(text))
}

/// `text` without markup, and without the two characters besides control characters that XML 1.0 cannot hold.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
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
    fn findings_fail_and_clean_files_pass() {
        insta::assert_snapshot!(lint(&sample::report(), &Base::default()));
    }

    #[test]
    fn xml_holds_what_it_cannot_hold() {
        let case = Case { group: "a\u{0}\u{ffff}".into(), name: "<\"&>".into(), failure: None };
        let xml = document("x", &[case]);
        assert!(xml.contains("classname=\"a\\u{0}\u{fffd}\" name=\"&lt;&quot;&amp;&gt;\""), "{xml}");
    }
}
