//! How often each rule found something.

use std::collections::BTreeMap;

use serde::Serialize;

use super::table::table;
use crate::diagnostic::Applicability;
use crate::lint::LintReport;

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Count {
    rule: &'static str,
    #[serde(rename = "count")]
    all: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    safe_fixes: usize,
    unsafe_fixes: usize,
}

/// The rules that found something, the most frequent first.
pub fn counts(report: &LintReport) -> Vec<Count> {
    let mut counts: BTreeMap<&'static str, Count> = BTreeMap::new();
    for found in &report.diagnostics {
        let none = Count { rule: found.rule, all: 0, errors: 0, warnings: 0, infos: 0, safe_fixes: 0, unsafe_fixes: 0 };
        let count = counts.entry(found.rule).or_insert(none);
        count.all += 1;
        match found.severity {
            crate::diagnostic::Severity::Error => count.errors += 1,
            crate::diagnostic::Severity::Warning => count.warnings += 1,
            crate::diagnostic::Severity::Info => count.infos += 1,
        }
        match found.fix.as_ref().map(|fix| fix.applicability) {
            Some(Applicability::Safe) => count.safe_fixes += 1,
            Some(Applicability::Unsafe) => count.unsafe_fixes += 1,
            None => {}
        }
    }
    let mut counts: Vec<Count> = counts.into_values().collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.all));
    counts
}

/// The counts as a table; empty without findings.
pub fn text(report: &LintReport) -> String {
    let number = |number: usize| if number == 0 { String::new() } else { number.to_string() };
    let row = |count: Count| {
        let Count { rule, all, errors, warnings, infos, safe_fixes, unsafe_fixes } = count;
        let numbers = [all, errors, warnings, infos, safe_fixes, unsafe_fixes].map(number);
        numbers.into_iter().chain([rule.to_owned()]).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = counts(report).into_iter().map(row).collect();
    if rows.is_empty() { String::new() } else { table(&["COUNT", "ERRORS", "WARNINGS", "NOTES", "FIX", "UNSAFE FIX", "RULE"], &rows, 200) }
}

/// The counts as a value to serialize.
pub fn json(report: &LintReport) -> impl Serialize {
    serde_json::json!({ "schema_version": 1, "rules": counts(report), "summary": report.summary })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn the_most_frequent_rule_stands_first() {
        insta::assert_snapshot!(text(&sample::report()), @r"
        COUNT  ERRORS  WARNINGS  NOTES  FIX  UNSAFE FIX  RULE
        2              1         1                       zeta
        1      1                        1                byte-order-mark
        ");
        assert_eq!(text(&LintReport::default()), "");
    }
}
