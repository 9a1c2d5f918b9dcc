//! Tests of a rule: files that pass, files that fail with the findings expected, files before and after the fix.
//!
//! Every case is a repository at `/repo` held in memory and loaded as the runtime loads it.

use std::path::Path;

use super::review::{Review, Revision, review};
use super::run::run_rules;
use super::{Fixable, LintReport, On, Options, Rule, Scope, ScopeKind};
use crate::catalog::Roots;
use crate::diagnostic::Applicability;
use crate::microagent::Loader;
use crate::text::apply_edits;
use crate::tree::memory::Memory;
use crate::tree::walk::walk;
use crate::tree::{Content, Tree};

/// The repository at `/repo` of `tree`.
pub(crate) fn scope(tree: &dyn Tree, loader: Loader) -> Scope {
    scope_of(tree, ScopeKind::Repository, loader)
}

/// The directory `/repo` of `tree` as a `kind` of directory, every file of the tree listed.
pub(crate) fn scope_of(tree: &dyn Tree, kind: ScopeKind, loader: Loader) -> Scope {
    let mut scope = Scope::load(tree, kind, Path::new("/repo"), "", &Roots::default(), loader).unwrap();
    scope.listing = walk(tree, Path::new("/repo"), false).listing;
    scope
}

/// A tree of text files below `/repo`.
pub(crate) fn files(files: &[(&str, &str)]) -> Memory {
    files.iter().fold(Memory::new(), |tree, (path, text)| tree.file(Path::new("/repo").join(path), *text))
}

/// Where a case's single file stands when a test does not say: a flat file.
pub(crate) const FLAT: &str = ".agents/skills/a.md";

/// Collects cases for one rule and checks them.
pub(crate) struct Tester {
    rule: &'static dyn Rule,
    loader: Loader,
    kind: ScopeKind,
    passed: usize,
    failed: usize,
    fixed: usize,
}

#[allow(dead_code)] // each rule needs some of it
impl Tester {
    pub(crate) fn new(rule: &'static dyn Rule) -> Self {
        Self { rule, loader: Loader::Sdk, kind: ScopeKind::Repository, passed: 0, failed: 0, fixed: 0 }
    }

    /// The cases after this are loaded by `loader`.
    pub(crate) fn loader(self, loader: Loader) -> Self {
        Self { loader, ..self }
    }

    /// The cases after this are loaded as a `kind` of directory.
    pub(crate) fn kind(self, kind: ScopeKind) -> Self {
        Self { kind, ..self }
    }

    /// The rule finds nothing in the file `text` at `path`.
    pub(crate) fn pass(self, path: &str, text: &str) -> Self {
        self.pass_tree(&files(&[(path, text)]))
    }

    /// The rule finds nothing in `tree`.
    pub(crate) fn pass_tree(mut self, tree: &Memory) -> Self {
        self.passed += 1;
        assert_eq!(findings(&self.lint(tree)), Vec::<String>::new());
        self
    }

    /// The rule finds exactly `expected`, each `LINE:COLUMN MESSAGE`, in the file `text` at `path`.
    pub(crate) fn fail(self, path: &str, text: &str, expected: &[&str]) -> Self {
        let expected: Vec<String> = expected.iter().map(|line| format!("{path}:{line}")).collect();
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        self.fail_tree(&files(&[(path, text)]), &expected)
    }

    /// The rule finds exactly `expected`, each `PATH:LINE:COLUMN MESSAGE`, in `tree`.
    pub(crate) fn fail_tree(mut self, tree: &Memory, expected: &[&str]) -> Self {
        self.failed += 1;
        assert_eq!(findings(&self.lint(tree)), expected);
        self
    }

    /// The safe fixes of the file `before` at `path` make `after`, where the rule finds nothing more to fix.
    pub(crate) fn fix(self, path: &str, before: &str, after: &str) -> Self {
        self.fixed_with(Applicability::Safe, path, before, after)
    }

    /// The unsafe fixes of the file `before` at `path` make `after`, where the rule finds nothing more to fix.
    pub(crate) fn unsafe_fix(self, path: &str, before: &str, after: &str) -> Self {
        self.fixed_with(Applicability::Unsafe, path, before, after)
    }

    fn fixed_with(mut self, wanted: Applicability, path: &str, before: &str, after: &str) -> Self {
        self.fixed += 1;
        let mut text = before.to_string();
        // fixes that touch the same bytes are applied one after the other, as `--fix` does
        for _ in 0..10 {
            let report = self.lint(&files(&[(path, &text)]));
            let fixes = report.diagnostics.iter().filter_map(|found| found.fix.as_ref());
            let Some(fix) = fixes.into_iter().find(|fix| fix.applicability == wanted) else { break };
            text = apply_edits(&text, &fix.edits).unwrap();
        }
        assert_eq!(text, after);
        let left = self.lint(&files(&[(path, &text)]));
        assert_eq!(findings(&left), Vec::<String>::new(), "the fix leaves findings");
        self
    }

    /// Checks that the cases are enough: one that passes, one that fails, a fix for a rule that has one.
    pub(crate) fn check(self) {
        let meta = self.rule.meta();
        assert!(self.passed > 0 && self.failed > 0, "`{}` needs a case that passes and one that fails", meta.id);
        assert_eq!(self.fixed > 0, meta.fix != Fixable::No, "`{}` declares fix = {:?}", meta.id, meta.fix);
    }

    /// Everything the rule finds in `tree`.
    pub(crate) fn lint(&self, tree: &Memory) -> LintReport {
        let meta = self.rule.meta();
        let select = if meta.on == On::Selected { vec![meta.id.to_string()] } else { Vec::new() };
        let options = Options { portable: meta.on == On::Portable, select, ..Options::default() };
        let report = run_rules(tree, &[scope_of(tree, self.kind, self.loader)], &options, &[self.rule]);
        assert_eq!(report.failures, [], "the rule failed inside");
        for found in &report.diagnostics {
            assert_well_formed(found, tree);
        }
        report
    }
}

/// What `rule` finds new in the second of two versions of a repository with one file each, as `LINE:COLUMN MESSAGE`.
pub(crate) fn reviewed(rule: &dyn Review, before: Option<(&str, &str)>, now: (&str, &str)) -> Vec<String> {
    let (old, new) = (files(before.as_slice()).dir("/repo"), files(&[now]));
    let (old_scopes, new_scopes) = ([scope(&old, Loader::Sdk)], [scope(&new, Loader::Sdk)]);
    let (old, new) = (Revision { tree: &old, scopes: &old_scopes }, Revision { tree: &new, scopes: &new_scopes });
    let index = crate::text::LineIndex::new(now.1);
    let found = review(&[rule], old, new, &Options::default()).into_iter().map(|found| {
        let at = index.line_col(now.1, found.place.span.start);
        format!("{}:{} {}", at.line, at.column, found.message)
    });
    found.collect()
}

fn findings(report: &LintReport) -> Vec<String> {
    let line = |found: &crate::diagnostic::Diagnostic| {
        let (start, _) = report.lines(&found.place);
        format!("{}:{}:{} {}", found.place.path, start.line, start.column, found.message)
    };
    report.diagnostics.iter().map(line).collect()
}

/// Whether `text` starts as a sentence does; `JSON` does not.
fn capital(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_uppercase) && !chars.next().is_some_and(char::is_uppercase)
}

/// Messages follow the style, and spans lie inside their files on character boundaries.
fn assert_well_formed(found: &crate::diagnostic::Diagnostic, tree: &Memory) {
    for text in [&found.message, &found.consequence, &found.help] {
        assert!(!text.is_empty() && !text.ends_with('.') && !capital(text), "{text:?}");
    }
    let place = &found.place;
    if let Ok(Content::Bytes(bytes)) = tree.read(&Path::new("/repo").join(&place.path), u64::MAX)
        && let Ok(text) = String::from_utf8(bytes)
    {
        assert!(text.get(place.span.range()).is_some(), "{place:?} lies outside the file");
    }
}
