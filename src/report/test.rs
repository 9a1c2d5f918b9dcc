//! Declared expectations and what became of them: for people, as JSON, as JUnit.

use serde::Serialize;

use super::junit;
use super::near::phrase;
use super::trigger::{Style, why};
use crate::microagent::Loader;
use crate::trigger::check::{Failure, FailureKind, Verdict};
use crate::visible;

/// For people: a line a case, the reasons below those that fail, a count at the end.
pub fn text(verdicts: &[Verdict<'_, '_>], loader: Loader, style: Style) -> String {
    let mut out = String::new();
    for verdict in verdicts {
        let (mark, color) = if verdict.failures.is_empty() { ("ok  ", "\u{1b}[32m") } else { ("FAIL", "\u{1b}[1;31m") };
        let mark = if style.color { format!("{color}{mark}\u{1b}[0m") } else { mark.to_owned() };
        out += &format!("{mark}  {}\n", visible::line(&verdict.case.name));
        for failure in &verdict.failures {
            out.extend(detail(verdict, failure, loader, style).lines().flat_map(|line| ["      ", line, "\n"]));
        }
    }
    let failed = verdicts.iter().filter(|verdict| !verdict.failures.is_empty()).count();
    let cases = if verdicts.len() == 1 { "case" } else { "cases" };
    out + &format!("{} {cases}: {} passed, {failed} failed ({})\n", verdicts.len(), verdicts.len() - failed, loader.name())
}

/// What failed in one line: lower case, no full stop.
fn message(verdict: &Verdict<'_, '_>, failure: &Failure<'_, '_>) -> String {
    let name = visible::line(failure.name);
    let conversation = verdict.case.steps.len() > 1;
    let at = |turn: usize| if conversation { format!(" at turn {}", turn + 1) } else { String::new() };
    let expected = failure.turn.map(at).unwrap_or_default();
    match &failure.kind {
        FailureKind::Silent(..) => format!("expected `{name}` to fire{expected}"),
        FailureKind::Repeated(first) => {
            format!("expected `{name}` to fire{expected}, but it was given at turn {} and is given once", first + 1)
        }
        FailureKind::NotLoaded(..) => format!("expected `{name}` to fire{expected}, but it is not loaded"),
        FailureKind::Unknown(meant) => {
            let meant = meant.map(|meant| format!(": did you mean `{}`?", visible::line(meant))).unwrap_or_default();
            format!("there is no microagent `{name}`{meant}")
        }
        FailureKind::Forbidden(turn, fired) => {
            format!("`{name}` must not fire, but does{} by `{}`", at(*turn), visible::line(fired.trigger()))
        }
        FailureKind::Unexpected(turn, fired) => {
            format!("nothing else was to fire, but `{name}` does{} by `{}`", at(*turn), visible::line(fired.trigger()))
        }
    }
}

/// What failed and why.
fn detail(verdict: &Verdict<'_, '_>, failure: &Failure<'_, '_>, loader: Loader, style: Style) -> String {
    let mut out = message(verdict, failure) + "\n";
    match &failure.kind {
        FailureKind::Silent(turn, reason) => {
            let fired = why(failure.name, reason, &verdict.case.steps[*turn].query, loader, style);
            out.extend(fired.lines().skip(usize::from(reason.is_missed())).flat_map(|line| [line, "\n"]));
        }
        FailureKind::NotLoaded(entry, lost) => {
            out += &format!("  {}: {}: {}\n", visible::line(&entry.path), lost.reason.name(), visible::line(&lost.message));
        }
        _ => {}
    }
    out
}

/// The whole answer of `test`.
#[derive(Debug, Serialize)]
pub struct TestJson<'a> {
    schema_version: u32,
    loader: &'static str,
    file: &'a str,
    cases: Vec<CaseJson<'a>>,
    summary: SummaryJson,
}

#[derive(Debug, Serialize)]
struct CaseJson<'a> {
    name: &'a str,
    passed: bool,
    failures: Vec<FailureJson<'a>>,
}

#[derive(Debug, Serialize)]
struct FailureJson<'a> {
    name: &'a str,
    kind: &'static str,
    turn: Option<usize>,
    message: String,
    nearest: Option<String>,
}

#[derive(Debug, Serialize)]
struct SummaryJson {
    cases: usize,
    passed: usize,
    failed: usize,
}

/// Everything as JSON; turns count from 1.
pub fn json<'a>(verdicts: &'a [Verdict<'a, 'a>], loader: Loader, file: &'a str) -> TestJson<'a> {
    let failed = verdicts.iter().filter(|verdict| !verdict.failures.is_empty()).count();
    TestJson {
        schema_version: 1,
        loader: loader.name(),
        file,
        cases: verdicts
            .iter()
            .map(|verdict| CaseJson {
                name: &verdict.case.name,
                passed: verdict.failures.is_empty(),
                failures: verdict.failures.iter().map(|failure| failure_json(verdict, failure, loader)).collect(),
            })
            .collect(),
        summary: SummaryJson { cases: verdicts.len(), passed: verdicts.len() - failed, failed },
    }
}

fn failure_json<'a>(verdict: &'a Verdict<'a, 'a>, failure: &'a Failure<'a, 'a>, loader: Loader) -> FailureJson<'a> {
    let kind = match &failure.kind {
        FailureKind::Silent(..) => "silent",
        FailureKind::Repeated(_) => "repeated",
        FailureKind::NotLoaded(..) => "not-loaded",
        FailureKind::Unknown(_) => "unknown",
        FailureKind::Forbidden(..) => "forbidden",
        FailureKind::Unexpected(..) => "unexpected",
    };
    let nearest = match &failure.kind {
        FailureKind::Silent(turn, reason) => {
            let text = verdict.case.steps[*turn].query.text();
            reason.nearest().map(|miss| format!("`{}` {}", miss.trigger, phrase(miss, text, loader)))
        }
        _ => None,
    };
    FailureJson { name: failure.name, kind, turn: failure.turn.map(|turn| turn + 1), message: message(verdict, failure), nearest }
}

/// Everything as JUnit XML, `file` as the class.
pub fn junit(verdicts: &[Verdict<'_, '_>], loader: Loader, file: &str, style: Style) -> String {
    let case = |verdict: &Verdict<'_, '_>| {
        let texts: Vec<String> = verdict.failures.iter().map(|failure| detail(verdict, failure, loader, style)).collect();
        let failure = verdict.failures.first().map(|first| junit::Failure {
            kind: "expectation".to_owned(),
            message: message(verdict, first),
            text: texts.concat(),
        });
        junit::Case { group: file.to_owned(), name: verdict.case.name.clone(), failure }
    };
    junit::document("microagent test", &verdicts.iter().map(case).collect::<Vec<_>>())
}
