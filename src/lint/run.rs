//! One run: every rule over every directory, findings collected, sorted, counted.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use super::review::{self, Revision};
use super::rules::ALL;
use super::rules::symlink_outside_root::SymlinkOutsideRoot;
use super::rules::unused_suppression::UnusedSuppression;
use super::shared::Shared;
use super::{Checker, File, On, Rule, Scope, ScopeKind, links, proof, suppress};
use crate::catalog::Source;
use crate::diagnostic::{Applicability, Diagnostic, Place, Severity};
use crate::source::SourceFile;
use crate::text::{LineCol, Span};
use crate::tree::Tree;
use crate::tree::globs::Globs;

/// The settings of a run.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether what other readers refuse is reported too.
    pub portable: bool,
    /// Ids of the rules to run; empty: those that are on by default.
    pub select: Vec<String>,
    /// Ids of rules not to run.
    pub ignore: Vec<String>,
    /// Whether nothing that silences findings is obeyed: comments, rules left out for some paths.
    pub no_ignore: bool,
    /// Rules left out for files that match.
    pub per_path_ignore: Vec<(Globs, Vec<String>)>,
    /// The longest description that is not reported, in characters; `None`: the length at which the runtime cuts.
    pub max_description: Option<usize>,
    /// The largest SKILL.md body that is not reported, in estimated tokens; `None`: 5,000.
    pub max_body_tokens: Option<usize>,
}

impl Options {
    /// Whether `rule` runs.
    pub fn runs(&self, rule: &dyn Rule) -> bool {
        let meta = rule.meta();
        let named = |ids: &[String]| ids.iter().any(|id| id == meta.id);
        let on = match meta.on {
            On::Default => self.select.is_empty(),
            On::Portable => self.select.is_empty() && self.portable,
            On::Selected | On::Since => false,
        };
        (on || named(&self.select)) && !named(&self.ignore)
    }

    /// Whether `rule`, which compares two revisions, runs when there are two.
    pub fn reviews(&self, rule: &dyn Rule) -> bool {
        let named = |ids: &[String]| ids.iter().any(|id| id == rule.meta().id);
        (self.select.is_empty() || named(&self.select)) && !named(&self.ignore)
    }
}

/// A file that a finding points at.
#[derive(Debug, Clone)]
pub struct Linted {
    /// The source it is loaded from.
    pub source: Source,
    /// Its text; `None` when it is not text or not a file.
    pub file: Option<SourceFile>,
    /// A word about the file as a whole, such as `not loaded from here`.
    pub note: Option<&'static str>,
}

/// How many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Summary {
    /// Files looked at.
    pub files: usize,
    /// Findings that are errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Advice.
    pub infos: usize,
    /// Findings with a fix, safe or not.
    pub fixable: usize,
    /// Findings taken out by suppressions, per-path ignores or a baseline.
    pub suppressed: usize,
}

/// A rule that failed inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The rule.
    pub rule: &'static str,
    /// The file it looked at, or the root.
    pub path: String,
}

/// What a run found.
#[derive(Debug, Clone, Default)]
pub struct LintReport {
    /// The findings by path, place and rule.
    pub diagnostics: Vec<Diagnostic>,
    /// How many.
    pub summary: Summary,
    /// The files looked at: the path each is opened by, by its path as shown.
    pub files: BTreeMap<String, PathBuf>,
    /// The files that findings and their related places point at, by path as shown.
    pub sources: BTreeMap<String, Linted>,
    /// Rules that failed inside; each is a finding too.
    pub failures: Vec<Failure>,
}

impl LintReport {
    /// Where `place` starts and ends in lines and columns; 1:1 when its file is not text.
    pub fn lines(&self, place: &Place) -> (LineCol, LineCol) {
        let start = LineCol { line: 1, column: 1 };
        let file = self.sources.get(&place.path).and_then(|linted| linted.file.as_ref());
        file.map_or((start, start), |file| (file.line_col(place.span.start), file.line_col(place.span.end)))
    }

    /// The text of the file shown as `path`, when a finding points at it and it is text.
    pub fn text_of(&self, path: &str) -> Option<&SourceFile> {
        self.sources.get(path)?.file.as_ref()
    }

    /// Keeps the findings whose place in `wanted` says so, and gives how many are gone; they do not count as suppressed.
    pub fn keep(&mut self, wanted: &[bool]) -> usize {
        let before = self.diagnostics.len();
        let mut wanted = wanted.iter();
        self.diagnostics.retain(|_| wanted.next().is_some_and(|wanted| *wanted));
        self.recount(0);
        before - self.diagnostics.len()
    }

    /// Counts the findings anew, after some were taken out: `suppressed` grows by as many as are gone.
    pub fn recount(&mut self, removed: usize) {
        let count = |severity| self.diagnostics.iter().filter(|found| found.severity == severity).count();
        self.summary.errors = count(Severity::Error);
        self.summary.warnings = count(Severity::Warning);
        self.summary.infos = count(Severity::Info);
        self.summary.fixable = self.diagnostics.iter().filter(|found| found.fix.is_some()).count();
        self.summary.suppressed += removed;
    }

    /// How many findings have a fix of this kind.
    pub fn fixable(&self, applicability: Applicability) -> usize {
        self.diagnostics.iter().filter(|found| found.fix.as_ref().is_some_and(|fix| fix.applicability == applicability)).count()
    }
}

/// Runs the rules over `scopes`.
pub fn run(tree: &dyn Tree, scopes: &[Scope], options: &Options) -> LintReport {
    run_rules(tree, scopes, options, ALL)
}

/// The same, with what a reviewer should look at in the changes since `before`.
pub fn run_since(tree: &dyn Tree, scopes: &[Scope], options: &Options, before: Revision<'_>) -> LintReport {
    let found = review::all(before, Revision { tree, scopes }, options);
    run_on_top(tree, scopes, options, ALL, found)
}

/// Runs `rules`, those that `options` turn on, over `scopes`.
pub(super) fn run_rules(tree: &dyn Tree, scopes: &[Scope], options: &Options, rules: &[&dyn Rule]) -> LintReport {
    run_on_top(tree, scopes, options, rules, Vec::new())
}

/// Runs `rules` on top of what was `found` by comparing.
fn run_on_top(tree: &dyn Tree, scopes: &[Scope], options: &Options, rules: &[&dyn Rule], mut found: Vec<Diagnostic>) -> LintReport {
    let mut report = LintReport::default();
    let mut beside = BTreeMap::new();
    let rules: Vec<&dyn Rule> = rules.iter().copied().filter(|rule| options.runs(*rule)).collect();
    for scope in scopes {
        let files: Vec<File<'_>> = scope.files().collect();
        report.summary.files += files.len();
        report.files.extend(files.iter().map(|file| (file.path(), file.entry.file.clone())));
        let shared = RefCell::new(Shared::of(scope));
        let mut diagnostics = Vec::new();
        for rule in &rules {
            let mut cx = Checker { tree, scope, options, shared: &shared, rule: rule.meta(), found: Vec::new() };
            apply(*rule, scope, &files, &mut cx, &mut report.failures);
            let own = |found: &Diagnostic| found.place.path.strip_prefix(&scope.prefix).is_some_and(|path| reported(scope, path));
            diagnostics.extend(mem::take(&mut cx.found).into_iter().filter(own));
        }
        proof::prove(tree, scope, &files, &mut diagnostics);
        let foreign = foreign(tree, scope, diagnostics.iter().chain(&found));
        diagnostics.retain(|found| found.rule == SymlinkOutsideRoot::META.id || !foreign.contains(&found.place.path));
        found.retain(|found| !foreign.contains(&found.place.path));
        for path in foreign {
            report.sources.insert(path, Linted { source: scope.kind.source(), file: None, note: None });
        }
        report.diagnostics.extend(diagnostics);
        let aside = mem::take(&mut shared.borrow_mut().aside);
        for file in aside.into_values().flatten() {
            let path = file.path().to_string();
            beside.entry(path).or_insert(Linted { source: scope.kind.source(), file: Some(file), note: None });
        }
    }
    report.diagnostics.extend(found);
    let in_order = |found: &mut Vec<Diagnostic>| found.sort_by(|a, b| key(a).cmp(&key(b)));
    in_order(&mut report.diagnostics);
    report.diagnostics.dedup();
    let mut silenced = 0;
    if !options.no_ignore {
        silenced = leave_out(&mut report.diagnostics, |found| ignored_by_path(&report.files, options, found));
        let aside = beside.values().filter_map(|linted| linted.file.as_ref());
        let (by_comments, mut unused) = suppress::apply(&mut report.diagnostics, scopes, aside, options);
        silenced += by_comments;
        if rules.iter().any(|rule| rule.meta().id == UnusedSuppression::META.id) {
            silenced += leave_out(&mut unused, |found| ignored_by_path(&report.files, options, found));
            report.diagnostics.append(&mut unused);
            in_order(&mut report.diagnostics);
        }
    }
    collect_sources(scopes, beside, &mut report);
    report.recount(silenced);
    report
}

/// Takes out those that `goes` names; how many.
fn leave_out(diagnostics: &mut Vec<Diagnostic>, goes: impl Fn(&Diagnostic) -> bool) -> usize {
    let before = diagnostics.len();
    diagnostics.retain(|found| !goes(found));
    before - diagnostics.len()
}

/// Whether the rule of `found` is left out for its file.
fn ignored_by_path(files: &BTreeMap<String, PathBuf>, options: &Options, found: &Diagnostic) -> bool {
    let file = || files.get(&found.place.path).map_or_else(|| Path::new(&found.place.path), PathBuf::as_path);
    let mut lists = options.per_path_ignore.iter();
    lists.any(|(globs, rules)| rules.iter().any(|rule| rule == found.rule) && globs.matches(file()))
}

fn key(found: &Diagnostic) -> (&Place, &str, &str) {
    (&found.place, found.rule, &found.message)
}

/// The files of `scope`, by path as shown, that a link brings in from outside the repository. What they say is nobody's
/// business here: they are not reported on, and nothing of them is shown.
fn foreign<'a>(tree: &dyn Tree, scope: &Scope, diagnostics: impl Iterator<Item = &'a Diagnostic>) -> BTreeSet<String> {
    let Some(top) = links::top(tree, scope) else { return BTreeSet::new() };
    let found: BTreeSet<&str> = diagnostics.map(|found| found.place.path.as_str()).collect();
    let outside = |file: &File<'_>| tree.canonical(&file.entry.file).is_ok_and(|real| !real.starts_with(&top));
    scope.files().filter(|file| found.contains(file.path().as_str()) && outside(file)).map(|file| file.path()).collect()
}

fn reported(scope: &Scope, path: &str) -> bool {
    let named = scope.named.iter().any(|entry| entry.path == path) && !scope.excluded(path);
    named || (!path.starts_with("../") && !path.starts_with('/') && scope.covers(path))
}

/// Asks `rule` its questions. A rule that panics is a finding of its own, and the others go on.
fn apply<'a>(rule: &dyn Rule, scope: &'a Scope, files: &[File<'a>], cx: &mut Checker<'a>, failures: &mut Vec<Failure>) {
    let mut guarded = |cx: &mut Checker<'a>, place: &dyn Fn() -> Place, ask: &mut dyn FnMut(&mut Checker<'a>)| {
        let before = cx.found.len();
        if catch_unwind(AssertUnwindSafe(|| ask(cx))).is_err() {
            cx.found.truncate(before);
            let place = place();
            failures.push(Failure { rule: cx.rule.id, path: place.path.clone() });
            let message = format!("the rule `{}` failed inside", cx.rule.id);
            cx.report(place, message, "this file was not checked by this rule, all others went on", "report it with the file")
                .severity(Severity::Error);
        }
    };
    for file in files {
        let before = cx.found.len();
        guarded(cx, &|| file.whole(), &mut |cx| rule.file(*file, cx));
        if cx.found.len() > before {
            cap(&mut cx.found, before, file.whole());
        }
    }
    let root = || Place { path: scope.shown_path(""), span: Span::default() };
    guarded(cx, &root, &mut |cx| rule.scope(cx));
}

/// How many findings of one rule in one file are kept: more say no more, and a file can hold a million.
const MAX_PER_FILE: usize = 100;

/// Counts what one rule found in one file, from `before` on, beyond [`MAX_PER_FILE`] in one finding at `place`.
pub(super) fn cap(found: &mut Vec<Diagnostic>, before: usize, place: Place) {
    let more = (found.len() - before).saturating_sub(MAX_PER_FILE);
    if more > 0 {
        found.truncate(before + MAX_PER_FILE);
        let last = &found[before + MAX_PER_FILE - 1];
        let message = format!("this rule finds {more} more in the file");
        let more = Diagnostic::new(last.rule, last.severity, place, message, last.consequence.clone(), last.help.clone());
        found.push(more);
    }
}

/// Keeps the files that findings point at: of `scopes`, and those read `beside` them.
fn collect_sources(scopes: &[Scope], beside: BTreeMap<String, Linted>, report: &mut LintReport) {
    let mut wanted: BTreeSet<&str> = BTreeSet::new();
    for found in &report.diagnostics {
        wanted.insert(&found.place.path);
        wanted.extend(found.related.iter().map(|label| label.place.path.as_str()));
    }
    for scope in scopes {
        let note = (scope.kind == ScopeKind::Subproject || scope.presumed).then_some("not loaded from here");
        for entry in scope.catalog.entries.iter().chain(&scope.named) {
            let path = scope.shown(entry);
            if wanted.contains(path.as_str()) && !report.sources.contains_key(&path) {
                let file = File::new(entry, scope).source_file().cloned();
                report.sources.insert(path, Linted { source: entry.source, file, note });
            }
        }
    }
    for (path, linted) in beside.into_iter().filter(|(path, _)| wanted.contains(path.as_str())) {
        report.sources.entry(path).or_insert(linted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::RuleMeta;
    use crate::lint::tester::scope;
    use crate::tree::memory::Memory;

    crate::declare_rule! {
        /// ## What it does
        Broken, "broken", Warning, fix = No, since = "0.1.0", "always fails"
    }

    impl Rule for Broken {
        fn meta(&self) -> &'static RuleMeta {
            &Self::META
        }

        fn file(&self, _file: File<'_>, _cx: &mut Checker<'_>) {
            panic!("on purpose");
        }
    }

    #[test]
    fn f2_a_rule_that_fails_is_a_finding_and_the_others_go_on() {
        let tree = Memory::new().file("/repo/.agents/skills/a.md", "\u{feff}x");
        let scopes = [scope(&tree, crate::microagent::Loader::Sdk)];
        let rules: [&dyn Rule; 2] = [&Broken, crate::lint::rules::by_id("byte-order-mark").unwrap()];
        let report = run_rules(&tree, &scopes, &Options::default(), &rules);
        let ids: Vec<_> = report.diagnostics.iter().map(|found| (found.rule, found.severity)).collect();
        assert_eq!(ids, [("broken", Severity::Error), ("byte-order-mark", Severity::Error)]);
        assert_eq!(report.failures, [Failure { rule: "broken", path: ".agents/skills/a.md".into() }]);
        assert_eq!((report.summary.files, report.summary.errors, report.summary.fixable), (1, 2, 1));
    }

    #[test]
    fn many_findings_in_one_file_are_counted() {
        let tree = Memory::new().file("/repo/.agents/skills/a.md", "a\u{202e} ".repeat(250));
        let scopes = [scope(&tree, crate::microagent::Loader::Sdk)];
        let report = run_rules(&tree, &scopes, &Options::default(), &[crate::lint::rules::by_id("hidden-text").unwrap()]);
        assert_eq!(report.diagnostics.len(), MAX_PER_FILE + 1);
        assert_eq!(report.diagnostics[0].message, "this rule finds 150 more in the file");
        assert_eq!(report.diagnostics[0].severity, Severity::Error);
    }

    #[test]
    fn rules_run_as_selected() {
        let on = |select: &[&str], ignore: &[&str]| {
            let own = |ids: &[&str]| ids.iter().map(ToString::to_string).collect();
            Options { select: own(select), ignore: own(ignore), ..Options::default() }.runs(&Broken)
        };
        assert!(on(&[], &[]) && on(&["broken"], &[]));
        assert!(!on(&["other"], &[]) && !on(&[], &["broken"]) && !on(&["broken"], &["broken"]));
    }
}
