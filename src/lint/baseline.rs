//! Findings that are known and left for later. A known finding is recognised by its rule, its file and the text it
//! points at, so it survives when lines move, and comes back when the text becomes another one.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::digest::sha256;
use crate::python::universal_newlines;
use crate::source::SourceFile;
use crate::text::Span;

use super::LintReport;

/// A known finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The file, from the root of its repository.
    pub path: String,
    /// The rule.
    pub rule: String,
    /// What recognises it.
    pub fingerprint: String,
    /// What was wrong; for people, compared with nothing.
    pub message: String,
}

/// A file of known findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    schema_version: u32,
    findings: Vec<Known>,
}

/// Why a file is no baseline.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// It is not the JSON that [`Baseline::to_json`] writes.
    #[error("is not a baseline: {0}")]
    Shape(#[from] serde_json::Error),
    /// A later version wrote it.
    #[error("has `schema_version` {0}, this version reads 1")]
    Version(u32),
}

impl Baseline {
    /// The baseline that knows everything in `report`; `from_root` makes a path as shown one from the root of the repository.
    pub fn of(report: &LintReport, from_root: impl Fn(&str) -> String) -> Self {
        let known = |(finding, fingerprint): (&Diagnostic, String)| Known {
            path: from_root(&finding.place.path),
            rule: finding.rule.to_string(),
            fingerprint,
            message: crate::visible::line(&finding.message),
        };
        let mut findings: Vec<Known> = report.diagnostics.iter().zip(fingerprints(report, &from_root)).map(known).collect();
        findings.sort();
        Self { schema_version: 1, findings }
    }

    /// The same with those entries of `other` that `kept` names.
    #[must_use]
    pub fn with(mut self, other: &Self, kept: impl Fn(&Known) -> bool) -> Self {
        self.findings.extend(other.findings.iter().filter(|known| kept(known)).cloned());
        self.findings.sort();
        self.findings.dedup();
        self
    }

    /// Reads what [`Self::to_json`] wrote.
    pub fn parse(text: &str) -> Result<Self, BaselineError> {
        let baseline: Self = serde_json::from_str(text)?;
        if baseline.schema_version == 1 { Ok(baseline) } else { Err(BaselineError::Version(baseline.schema_version)) }
    }

    /// The file's text: sorted, indented, so that a change of it can be reviewed.
    pub fn to_json(&self) -> Result<String, BaselineError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// For each finding of `report`, whether it is new; and the stale entries: those that nothing matches although
    /// `looked_at` says that the run looked for them. `from_root` as for [`Self::of`].
    pub fn compare(
        &self,
        report: &LintReport,
        from_root: impl Fn(&str) -> String,
        looked_at: impl Fn(&Known) -> bool,
    ) -> (Vec<bool>, Vec<Known>) {
        let known: BTreeSet<&str> = self.findings.iter().map(|known| known.fingerprint.as_str()).collect();
        let prints = fingerprints(report, from_root);
        let found: BTreeSet<&str> = prints.iter().map(String::as_str).collect();
        let new = prints.iter().map(|print| !known.contains(print.as_str())).collect();
        let stale = self.findings.iter().filter(|known| looked_at(known) && !found.contains(known.fingerprint.as_str()));
        (new, stale.cloned().collect())
    }
}

/// What recognises each finding of `report`: 16 hexadecimal digits over rule, path and offending text, and the count among
/// equal ones before it, so that no two findings of a run share one. `from_root` makes a path as shown the one that counts.
pub fn fingerprints(report: &LintReport, from_root: impl Fn(&str) -> String) -> Vec<String> {
    let mut seen: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    let print = |finding: &Diagnostic| {
        let (rule, place) = (finding.rule, &finding.place);
        let text = offending_text(finding, report.text_of(&place.path));
        let count = seen.entry((rule.to_owned(), place.path.clone(), text.clone())).or_default();
        let hash = sha256(format!("{rule}\0{}\0{text}\0{count}", from_root(&place.path)));
        *count += 1;
        hash.chars().take(16).collect()
    };
    report.diagnostics.iter().map(print).collect()
}

/// The text a finding points at; its line when it points between characters; for a file as a whole the message, whose
/// numbers may change without the finding becoming another one.
fn offending_text(finding: &Diagnostic, source: Option<&SourceFile>) -> String {
    let span = finding.place.span;
    let text = match source {
        Some(source) if !span.is_empty() => source.slice(span),
        Some(source) if span != Span::default() => {
            let line = source.lines().line_span(source.text(), source.lines().line(span.start));
            line.map_or("", |line| source.slice(line)).trim()
        }
        _ => return without_numbers(&finding.message),
    };
    universal_newlines(text).into_owned()
}

/// `text` with each number, its thousands apart or not, as one `0`.
fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let apart = c == ',' && out.ends_with('0') && chars.peek().is_some_and(char::is_ascii_digit);
        match c {
            _ if apart => {}
            '0'..='9' if out.ends_with('0') => {}
            '0'..='9' => out.push('0'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Source;
    use crate::diagnostic::{Place, Severity};
    use crate::lint::Linted;

    fn report(path: &str, file: Option<SourceFile>, found: Vec<(Span, &str)>) -> LintReport {
        let finding = |(span, message)| {
            let place = Place { path: path.into(), span };
            Diagnostic::new("hidden-text", Severity::Error, place, message, "c", "h")
        };
        let mut report = LintReport { diagnostics: found.into_iter().map(finding).collect(), ..LintReport::default() };
        report.sources.insert(path.into(), Linted { source: Source::Repo, file, note: None });
        report
    }

    fn words(text: &str, word: &str) -> LintReport {
        let found = text.match_indices(word).map(|(at, _)| (Span::new(at, at + word.len()), "m")).collect();
        report("a.md", Some(SourceFile::new("a.md", text)), found)
    }

    /// New, known and stale.
    fn compare(known: &LintReport, now: &LintReport) -> (usize, usize, usize) {
        let baseline = Baseline::parse(&Baseline::of(known, str::to_owned).to_json().unwrap()).unwrap();
        let (new, stale) = baseline.compare(now, str::to_owned, |_| true);
        let count = new.iter().filter(|new| **new).count();
        (count, new.len() - count, stale.len())
    }

    #[test]
    fn a_moved_line_stays_known_and_a_new_payload_comes_back() {
        let known = words("one BAD two\n", "BAD");
        assert_eq!(compare(&known, &words("new\n\r\none BAD two\n", "BAD")), (0, 1, 0));
        assert_eq!(compare(&known, &words("one WORSE two\n", "WORSE")), (1, 0, 1));
        let (_, stale) = Baseline::of(&known, str::to_owned).compare(&words("", "BAD"), str::to_owned, |known| known.rule != "hidden-text");
        assert_eq!(stale, [], "what the run did not look for is not stale");
    }

    #[test]
    fn equal_findings_are_counted() {
        let known = words("BAD BAD\n", "BAD");
        assert_eq!(compare(&known, &words("BAD\nBAD\nBAD\n", "BAD")), (1, 2, 0));
        assert_eq!(compare(&known, &words("BAD\n", "BAD")), (0, 1, 1));
    }

    #[test]
    fn a_point_is_known_by_its_line_and_a_file_by_the_words_without_numbers() {
        let at = |text: &str, offset| report("a.md", Some(SourceFile::new("a.md", text)), vec![(Span::at(offset), "m")]);
        assert_eq!(compare(&at("x\n key: \n", 4), &at("x\ny\nkey:\n", 6)), (0, 1, 0));
        assert_eq!(compare(&at("x\n key: \n", 4), &at("x\n kay: \n", 4)), (1, 0, 1));
        let whole = |message| report("a.bin", None, vec![(Span::at(0), message)]);
        assert_eq!(compare(&whole("5,100 tokens"), &whole("900 tokens")), (0, 1, 0));
        assert_eq!(compare(&whole("5,100 tokens"), &whole("5,100 lines")), (1, 0, 1));
    }

    #[test]
    fn what_was_not_looked_at_stays_and_a_path_is_that_of_the_repository() {
        let (old, new) = (Baseline::of(&words("BAD", "BAD"), |path| format!("sub/{path}")), Baseline::of(&words("", "BAD"), str::to_owned));
        assert_eq!(new.clone().with(&old, |_| false).len(), 0);
        let kept = new.with(&old, |known| known.path == "sub/a.md");
        assert_eq!(kept, old);
        let (new, stale) = kept.compare(
            &report("a.md", Some(SourceFile::new("a.md", "BAD")), vec![(Span::new(0, 3), "m")]),
            |path| format!("sub/{path}"),
            |_| true,
        );
        assert_eq!((new, stale), (vec![false], vec![]));
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        for (text, error) in [
            ("[]", "is not a baseline: invalid"),
            ("{\"schema_version\": 2, \"findings\": []}", "has `schema_version` 2"),
            ("{\"schema_version\": 1, \"findings\": [], \"x\": 1}", "is not a baseline: unknown field `x`"),
        ] {
            let message = Baseline::parse(text).unwrap_err().to_string();
            assert!(message.starts_with(error), "{message}");
        }
    }
}
