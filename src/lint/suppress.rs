//! Comments that silence findings: `# microagent: ignore[rule]` in frontmatter, `<!-- microagent: ignore[rule] -->` in the
//! body, a reason after `--`. A comment behind something speaks about its line, one on a line of its own about the next
//! line with text; a finding about a file as a whole, its very start or its opening fence, before which none can stand,
//! is silenced by a comment anywhere in the file.
//! A comment that silences nothing is a finding itself.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::unused_suppression::UnusedSuppression;
use super::run::cap;
use super::{Options, Scope, rules};
use crate::diagnostic::{Diagnostic, Place};
use crate::document::Document;
use crate::markdown::Code;
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

/// A file that comments may stand in.
struct Heard<'a> {
    source: &'a SourceFile,
    /// How the loader split it; `None` for files that no loader reads, and what lies beside a skill.
    document: Option<&'a Document>,
    /// Whether the model is given the frontmatter too, as that of instruction files.
    whole: bool,
}

/// Where a finding stands, as far as comments care: its rule, and its line; `None` for the file as a whole.
type Spot = (&'static str, Option<usize>);

/// Takes what comments silence out of `diagnostics`: comments in the files of `scopes`, and in those that were read
/// `beside` them. How many are gone, and a finding for each comment that silences nothing although `options` turn its rule on.
pub(super) fn apply<'a>(
    diagnostics: &mut Vec<Diagnostic>,
    scopes: &'a [Scope],
    beside: impl Iterator<Item = &'a SourceFile>,
    options: &Options,
) -> (usize, Vec<Diagnostic>) {
    let mut heard: BTreeMap<String, Heard<'_>> = BTreeMap::new();
    for file in scopes.iter().flat_map(Scope::files) {
        let Some(document) = file.document() else { continue };
        let whole = file.microagent().is_some_and(|microagent| microagent.format == Format::ThirdParty);
        heard.entry(file.path()).or_insert(Heard { source: &document.source, document: Some(document), whole });
    }
    for source in beside {
        heard.entry(source.path().to_owned()).or_insert(Heard { source, document: None, whole: true });
    }
    let mut by_path: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, found) in diagnostics.iter().enumerate() {
        by_path.entry(&found.place.path).or_default().push(at);
    }
    let mut silenced = BTreeSet::new();
    let mut unused = Vec::new();
    for (path, file) in &heard {
        let directives = directives(file);
        if directives.is_empty() {
            continue;
        }
        let mut spots: BTreeMap<Spot, Vec<usize>> = BTreeMap::new();
        for at in by_path.get(path.as_str()).into_iter().flatten() {
            spots.entry(spot(&diagnostics[*at], file)).or_default().push(*at);
        }
        let before = unused.len();
        for directive in &directives {
            let mut silence = |(rule, _): &(String, Span)| {
                let Some(id) = rules::by_id(rule).map(|rule| rule.meta().id) else { return false };
                let found = [Some(directive.line), None].into_iter().filter_map(|line| spots.remove(&(id, line)));
                let count = silenced.len();
                silenced.extend(found.flatten());
                silenced.len() > count
            };
            let used: Vec<bool> = directive.rules.iter().map(&mut silence).collect();
            unused.extend(unused_in(path, directive, &used, file.whole || directive.in_body, options));
        }
        cap(&mut unused, before, Place { path: path.clone(), span: Span::default() });
    }
    let mut at = 0..;
    diagnostics.retain(|_| at.next().is_none_or(|at: usize| !silenced.contains(&at)));
    (silenced.len(), unused)
}

fn spot(found: &Diagnostic, file: &Heard<'_>) -> Spot {
    let span = found.place.span;
    let opening = file.document.and_then(|document| document.parts).map_or(0, |parts| parts.open.end);
    let whole = span.start == 0 || span.end <= opening;
    (found.rule, (!whole).then(|| file.source.lines().line(span.start)))
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
fn directives(file: &Heard<'_>) -> Vec<Directive> {
    let (source, text) = (file.source, file.source.text());
    if !text.contains(WORD) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let parts = file.document.and_then(|document| document.parts);
    if let Some(parts) = parts {
        let mut scalars = Vec::new();
        file.document.and_then(|document| document.root.as_ref()).inspect(|root| scalar_spans(root, &mut scalars));
        scalars.sort_unstable();
        let next = next_lines(source, "#");
        for line in lines_of(source, parts.inner) {
            let comment = text[line.range()].match_indices('#').map(|(at, _)| line.start + at).find(|at| {
                let before = text[line.start..*at].chars().next_back();
                // a `#` in a scalar is no comment
                before.is_none_or(char::is_whitespace) && !holds(&scalars, *at)
            });
            let Some(comment) = comment.map(|at| Span::new(at, line.end)) else { continue };
            found.extend(directive(source, line, comment, comment.of(text).trim_start_matches('#'), &next, false));
        }
    }
    let body = parts.map_or(Span::new(0, text.len()), |parts| parts.rest);
    let code = Code::of(body.of(text));
    let next = next_lines(source, OPENING);
    for line in lines_of(source, body) {
        let starts = text[line.range()].match_indices(OPENING).map(|(at, _)| line.start + at);
        let Some(start) = starts.into_iter().find(|start| !code.covers(start - body.start)) else { continue };
        let Some(length) = text[start..line.end].find("-->") else { continue };
        let inner = &text[start + 4..start + length];
        found.extend(directive(source, line, Span::new(start, start + length + 3), inner, &next, true));
    }
    found
}

/// What every comment begins with.
const WORD: &str = "microagent:";

/// How one in the body begins.
const OPENING: &str = "<!-- microagent:";

/// The comment at `comment`, with the text `inner`, on `line`; `None` when it is not ours. `next` as [`next_lines`] gives it.
fn directive(source: &SourceFile, line: Span, comment: Span, inner: &str, next: &[usize], in_body: bool) -> Option<Directive> {
    let text = source.text();
    let list = inner.trim_start().strip_prefix(WORD)?.trim_start().strip_prefix("ignore")?;
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
        (next.get(number).copied().unwrap_or(number), Span::new(line.start, end))
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

/// For each line the next one that says something, neither blank nor a comment alone; the line itself when there is none.
/// Line numbers are from 1, and so are the places in the list.
fn next_lines(source: &SourceFile, comment: &str) -> Vec<usize> {
    let lines = source.lines().lines();
    let mut next: Vec<usize> = (0..=lines).collect();
    let mut says = None;
    for number in (1..=lines).rev() {
        next[number] = says.unwrap_or(number);
        let text = source.lines().line_span(source.text(), number).map_or("", |span| source.slice(span)).trim();
        if !text.is_empty() && !text.starts_with(comment) {
            says = Some(number);
        }
    }
    next
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

/// The spans of the scalars below `node`.
fn scalar_spans(node: &Node, spans: &mut Vec<Span>) {
    if node.scalar().is_some() {
        spans.push(node.span);
    }
    node.items().iter().for_each(|item| scalar_spans(item, spans));
    for (key, value) in node.entries() {
        scalar_spans(key, spans);
        scalar_spans(value, spans);
    }
}

/// Whether byte `at` lies in one of `spans`, sorted and apart from one another.
fn holds(spans: &[Span], at: usize) -> bool {
    let after = spans.partition_point(|span| span.start <= at);
    after > 0 && at < spans[after - 1].end
}

#[cfg(test)]
mod tests {
    use crate::lint::rules::by_id;
    use crate::lint::rules::byte_order_mark::ByteOrderMark;
    use crate::lint::rules::unused_suppression::UnusedSuppression;
    use crate::lint::run::run_rules;
    use crate::lint::tester::{files, scope};
    use crate::lint::{LintReport, Options, Rule};
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

    #[test]
    fn code_is_no_comment_whatever_its_fence() {
        let comment = "<!-- microagent: ignore[byte-order-mark] -->\n";
        for (text, unused) in [
            (format!("x\n\n{comment}"), 1),
            (format!("````\n```\n{comment}````\n"), 0),
            (format!("x\n\n    {comment}"), 0),
            (format!("x `{}` y\n", comment.trim_end()), 0),
        ] {
            assert_eq!(lint(&text, &Options::default()).summary.warnings, unused, "{text}");
        }
    }

    #[test]
    fn many_unused_comments_are_counted() {
        let text = "x <!-- microagent: ignore[byte-order-mark] -->\n".repeat(20_000);
        let report = lint(&text, &Options::default());
        assert_eq!(report.diagnostics.len(), 101);
        assert_eq!(report.diagnostics[0].message, "this rule finds 19900 more in the file");
    }

    #[test]
    fn comments_alone_speak_about_the_next_line_that_says_something() {
        let text = "---\n# microagent: ignore[unknown-key] -- ours\n# more\n\nzzz: 1\n---\nx\n";
        let tree = files(&[(".agents/skills/a.md", text)]);
        let rules: [&dyn Rule; 2] = [by_id("unknown-key").unwrap(), &UnusedSuppression];
        let report = run_rules(&tree, &[scope(&tree, Loader::Sdk)], &Options::default(), &rules);
        assert_eq!((report.diagnostics.len(), report.summary.suppressed), (0, 1), "{report:?}");
    }
}
