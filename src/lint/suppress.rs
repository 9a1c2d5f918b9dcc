//! Comments that silence findings: `# microagent: ignore[rule]` in frontmatter, `<!-- microagent: ignore[rule] -->` in the
//! body, a reason after `--`. A comment behind something speaks about its line, one on a line of its own about the next
//! line with text; a finding about a file as a whole, its very start or its opening fence, before which none can stand,
//! is silenced by a comment anywhere in the file.
//! A comment that silences nothing is a finding itself.

use super::rules::unused_suppression::UnusedSuppression;
use super::{LintReport, Options, Scope, rules};
use crate::diagnostic::{Diagnostic, Place};
use crate::document::Document;
use crate::microagent::Format;
use crate::source::SourceFile;
use crate::text::{Edit, Span};
use crate::yaml::Node;

/// One comment.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Directive {
    /// The comment, from `#` or `<!--` to its end.
    comment: Span,
    /// What goes when it is removed: its whole line when nothing else stands there, else the blanks before it too.
    removal: Span,
    /// The line, from 1, it speaks about.
    line: usize,
    /// The rules in its list, each with its place.
    rules: Vec<(String, Span)>,
    /// Whether it stands in the body.
    in_body: bool,
}

/// Takes the findings that comments silence out of `report`, counts them, and, when `report_unused`, adds comments that
/// silence nothing although `options` turn their rule on.
pub(super) fn apply(report: &mut LintReport, scopes: &[Scope], options: &Options, report_unused: bool) {
    let mut unused = Vec::new();
    let before = report.diagnostics.len();
    for file in scopes.iter().flat_map(Scope::files) {
        let Some(document) = file.document() else { continue };
        let path = file.path();
        // instruction files are given to the model with their frontmatter
        let whole = file.microagent().is_some_and(|microagent| microagent.format == Format::ThirdParty);
        for directive in directives(document) {
            let used: Vec<bool> = directive.rules.iter().map(|(rule, _)| silence(report, &path, document, &directive, rule)).collect();
            if report_unused {
                unused.extend(unused_in(&path, &directive, &used, whole || directive.in_body, options));
            }
        }
    }
    let silenced = before - report.diagnostics.len();
    report.extend(unused, scopes);
    report.recount(silenced);
}

/// Takes out what `directive` silences of `rule`; whether there was any.
fn silence(report: &mut LintReport, path: &str, document: &Document, directive: &Directive, rule: &str) -> bool {
    let Some(id) = rules::by_id(rule).map(|rule| rule.meta().id) else { return false };
    let before = report.diagnostics.len();
    let opening = document.parts.map_or(0, |parts| parts.open.end);
    report.diagnostics.retain(|found| {
        let Place { path: own, span } = &found.place;
        let whole = span.start == 0 || span.end <= opening;
        found.rule != id || own != path || !(whole || document.source.lines().line(span.start) == directive.line)
    });
    report.diagnostics.len() < before
}

/// Findings about what `directive` does not silence; `read` says whether the model reads the comment.
fn unused_in(path: &str, directive: &Directive, used: &[bool], read: bool, options: &Options) -> Vec<Diagnostic> {
    let unused = |index: usize| -> Option<String> {
        let name = &directive.rules[index].0;
        match rules::by_id(name) {
            None => Some(format!("`{name}` is no rule")),
            Some(rule) if !used[index] && options.runs(rule) => Some(format!("`{}` finds nothing here", rule.meta().id)),
            Some(_) => None,
        }
    };
    let mut messages: Vec<(String, Span)> =
        (0..directive.rules.len()).filter_map(|index| Some((unused(index)?, directive.rules[index].1))).collect();
    let all = messages.len() == directive.rules.len();
    if directive.rules.is_empty() {
        messages.push(("a comment to ignore findings names no rule".into(), directive.comment));
    }
    let found = messages.into_iter().map(|(message, span)| {
        let place = Place { path: path.to_owned(), span };
        let consequence = "it silences nothing now, and would silence the next such finding unseen";
        let help = if all { "remove the comment" } else { "take the rule out of the list" };
        let mut found = Diagnostic::new(UnusedSuppression::META.id, UnusedSuppression::META.severity, place, message, consequence, help);
        if all {
            let edits = vec![Edit::delete(directive.removal)];
            if read {
                found.unsafe_fix("remove the comment", edits)
            } else {
                found.fix("remove the comment", edits)
            };
        }
        found
    });
    found.collect()
}

/// The comments of a file, in order.
fn directives(document: &Document) -> Vec<Directive> {
    let text = document.source.text();
    let mut found = Vec::new();
    if let Some(parts) = document.parts {
        for line in lines_of(&document.source, parts.inner) {
            let comment = text[line.range()].match_indices('#').map(|(at, _)| line.start + at).find(|at| {
                let before = text[line.start..*at].chars().next_back();
                before.is_none_or(char::is_whitespace) && !document.root.as_ref().is_some_and(|root| in_scalar(root, *at))
            });
            let Some(comment) = comment.map(|at| Span::new(at, line.end)) else { continue };
            found.extend(directive(&document.source, line, comment, comment.of(text).trim_start_matches('#'), false));
        }
    }
    let body = document.parts.map_or(Span::new(0, text.len()), |parts| parts.rest);
    let mut fence: Option<&str> = None;
    for line in lines_of(&document.source, body) {
        let trimmed = text[line.range()].trim_start();
        let ticks = ["```", "~~~"].into_iter().find(|ticks| trimmed.starts_with(ticks));
        match (fence, ticks) {
            (None, Some(ticks)) => fence = Some(ticks),
            (Some(open), Some(ticks)) if open == ticks => fence = None,
            _ => {}
        }
        if fence.is_some() {
            continue;
        }
        let Some(start) = text[line.range()].find("<!-- microagent:").map(|at| line.start + at) else { continue };
        let Some(length) = text[start..line.end].find("-->") else { continue };
        let inner = &text[start + 4..start + length];
        found.extend(directive(&document.source, line, Span::new(start, start + length + 3), inner, true));
    }
    found
}

/// The comment at `comment`, with the text `inner`, on `line`; `None` when it is not ours.
fn directive(source: &SourceFile, line: Span, comment: Span, inner: &str, in_body: bool) -> Option<Directive> {
    let text = source.text();
    let list = inner.trim_start().strip_prefix("microagent:")?.trim_start().strip_prefix("ignore")?;
    if list.starts_with(|c: char| c.is_alphanumeric() || c == '-') && !list.starts_with("--") {
        return None;
    }
    let mut rules = Vec::new();
    if let Some(names) = list.strip_prefix('[').and_then(|list| list.split_once(']')).map(|(names, _)| names) {
        let mut at = offset(text, names);
        for name in names.split(',') {
            let start = at + (name.len() - name.trim_start().len());
            let name_span = Span::new(start, start + name.trim().len());
            at += name.len() + 1;
            if !name_span.is_empty() {
                rules.push((name.trim().to_owned(), name_span));
            }
        }
    }
    let number = source.lines().line(line.start);
    let alone = text[line.start..comment.start].trim().is_empty() && text[comment.end..line.end].trim().is_empty();
    let (own, removal) = if alone {
        let end = source.lines().line_span(text, number + 1).map_or(text.len(), |next| next.start);
        (next_line(source, number, in_body), Span::new(line.start, end))
    } else {
        let before = text[line.start..comment.start].trim_end();
        (number, Span::new(line.start + before.len(), comment.end))
    };
    Some(Directive { comment, removal, line: own, rules, in_body })
}

/// Where `part`, a piece of `text`, begins in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The next line after line `number` that says something: neither blank nor a comment alone.
fn next_line(source: &SourceFile, number: usize, in_body: bool) -> usize {
    let comment = if in_body { "<!-- microagent:" } else { "#" };
    let says = |line: &usize| {
        let text = source.lines().line_span(source.text(), *line).map_or("", |span| source.slice(span)).trim();
        !text.is_empty() && !text.starts_with(comment)
    };
    (number + 1..=source.lines().lines()).find(says).unwrap_or(number)
}

/// The lines of `span`, without their ends.
fn lines_of(source: &SourceFile, span: Span) -> impl Iterator<Item = Span> + '_ {
    let lines = source.lines();
    let (first, last) = (lines.line(span.start), lines.line(span.end));
    (first..=last).filter_map(move |line| {
        let line = lines.line_span(source.text(), line)?;
        let line = Span::new(line.start.max(span.start), line.end.min(span.end));
        (line.start <= line.end).then_some(line)
    })
}

/// Whether byte `at` lies in a scalar below `node`, where a `#` is no comment.
fn in_scalar(node: &Node, at: usize) -> bool {
    let inside = node.span.start <= at && at < node.span.end;
    match node.scalar() {
        Some(_) => inside,
        None => {
            node.items().iter().any(|item| in_scalar(item, at))
                || node.entries().iter().any(|(key, value)| in_scalar(key, at) || in_scalar(value, at))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::rules::byte_order_mark::ByteOrderMark;
    use crate::lint::rules::unused_suppression::UnusedSuppression;
    use crate::lint::run::run_rules;
    use crate::lint::tester::{files, scope};
    use crate::lint::{LintReport, Options};
    use crate::microagent::Loader;

    fn lint(text: &str, options: &Options) -> LintReport {
        let tree = files(&[("AGENTS.md", text)]);
        run_rules(&tree, &[scope(&tree, Loader::Sdk)], options, &[&ByteOrderMark, &UnusedSuppression])
    }

    #[test]
    fn a_comment_silences_what_it_names_and_no_ignore_hears_it_not() {
        let text = "\u{feff}text\n<!-- microagent: ignore[byte-order-mark] -- an editor writes it -->\n";
        let report = lint(text, &Options::default());
        assert_eq!((report.diagnostics.len(), report.summary.suppressed, report.summary.errors), (0, 1, 0));
        let report = lint(text, &Options { no_ignore: true, ..Options::default() });
        assert_eq!((report.diagnostics.len(), report.summary.suppressed), (1, 0));
    }

    #[test]
    fn a_rule_that_does_not_run_makes_no_comment_unused() {
        let text = "x <!-- microagent: ignore[byte-order-mark] -->\n";
        assert_eq!(lint(text, &Options::default()).summary.warnings, 1);
        let ignore = vec!["byte-order-mark".to_string()];
        assert_eq!(lint(text, &Options { ignore, ..Options::default() }).summary.warnings, 0);
    }
}
