//! The rules themselves: as a table, as Markdown, as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::table::table;
use crate::diagnostic::Severity;
use crate::lint::{Fixable, On, Rule, RuleMeta};

/// A rule as JSON.
#[derive(Debug, Serialize)]
pub struct RuleJson {
    id: &'static str,
    severity: Severity,
    fix: Fixable,
    on: On,
    since: &'static str,
    summary: &'static str,
    docs: String,
}

/// `rule` as a value to serialize.
pub fn json(rule: &dyn Rule) -> RuleJson {
    let RuleMeta { id, severity, fix, on, since, summary, .. } = *rule.meta();
    RuleJson { id, severity, fix, on, since, summary, docs: rule.meta().docs() }
}

/// One line a rule.
pub fn text(rules: &[&dyn Rule], width: usize) -> String {
    let row = |rule: &&dyn Rule| {
        let meta = rule.meta();
        let on = off(meta).map_or_else(String::new, |off| format!(" ({off})"));
        vec![meta.id.to_string(), meta.severity.name().to_string(), fix(meta).to_string(), format!("{}{on}", meta.summary)]
    };
    table(&["RULE", "SEVERITY", "FIX", "FINDS"], &rules.iter().map(row).collect::<Vec<_>>(), width)
}

/// All documentation in one Markdown text: a table, then a section a rule.
pub fn markdown(rules: &[&dyn Rule]) -> String {
    let mut out = String::from("# Lint rules\n\n| rule | severity | fix | finds |\n|---|---|---|---|\n");
    for rule in rules {
        let meta = rule.meta();
        let _ = writeln!(out, "| [`{0}`](#{0}) | {1} | {2} | {3} |", meta.id, meta.severity.name(), fix(meta), meta.summary);
    }
    for rule in rules {
        let _ = write!(out, "\n{}", explain(rule.meta(), "##"));
    }
    out
}

/// One rule in Markdown under a heading that starts with `level`.
pub fn explain(meta: &RuleMeta, level: &str) -> String {
    let docs = meta.docs().replace("## ", &format!("{level}# "));
    let mut facts = vec![meta.severity.name().to_string()];
    facts.extend(match meta.fix {
        Fixable::No => None,
        Fixable::Safe => Some("fixed by `--fix`".to_string()),
        Fixable::Unsafe => Some("fixed by `--unsafe-fixes`".to_string()),
    });
    facts.extend(off(meta).map(ToString::to_string));
    facts.push(format!("since {}", meta.since));
    format!("{level} {}\n\n{}: {}.\n\n{docs}\n", meta.id, capital(meta.summary), facts.join(", "))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn fix(meta: &RuleMeta) -> &'static str {
    match meta.fix {
        Fixable::No => "",
        Fixable::Safe => "--fix",
        Fixable::Unsafe => "--unsafe-fixes",
    }
}

fn off(meta: &RuleMeta) -> Option<&'static str> {
    match meta.on {
        On::Default => None,
        On::Portable => Some("only with `--profile portable`"),
        On::Selected => Some("only when selected"),
        On::Since => Some("only with `--since`"),
    }
}
