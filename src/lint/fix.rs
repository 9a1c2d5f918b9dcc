//! Applies the fixes of findings: those that do not touch one another at once, then another look, until nothing is left
//! to fix. Pure: the result is a plan, edits over a tree that stays as it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::source::SourceFile;
use crate::text::{Edit, apply_edits};
use crate::tree::Tree;
use crate::tree::overlay::Overlay;

use super::LintReport;
use super::baseline::Known;

/// After so many rounds the fixes are taken to work against one another.
pub const MAX_ROUNDS: usize = 20;

/// A file that fixes change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its path as shown.
    pub path: String,
    /// Its text before.
    pub before: String,
    /// Its text after.
    pub after: String,
}

/// What fixing comes to.
#[derive(Debug)]
pub struct Fixed {
    /// The changed files by the path they are opened by.
    pub changes: BTreeMap<PathBuf, Change>,
    /// How many findings of each rule were fixed.
    pub applied: BTreeMap<&'static str, usize>,
    /// What is found afterwards.
    pub report: LintReport,
    /// The entries of the baseline that nothing matches afterwards.
    pub stale: Vec<Known>,
    /// Whether nothing that could be fixed is left.
    pub settled: bool,
}

/// What linting a tree gives: the report, and the stale entries of the baseline.
pub type Looked = (LintReport, Vec<Known>);

/// Fixes what `first`, the look at `tree`, found, up to fixes that are `allowed`, and looks again with `lint`, until there
/// is nothing more to fix. Only files that `may_change` are changed.
pub fn fix<E>(
    tree: &dyn Tree,
    allowed: Applicability,
    first: Looked,
    lint: impl Fn(&dyn Tree) -> Result<Looked, E>,
    may_change: impl Fn(&Path) -> bool,
) -> Result<Fixed, E> {
    let mut overlay = Overlay::new(tree);
    let mut changes: BTreeMap<PathBuf, Change> = BTreeMap::new();
    let mut applied: BTreeMap<&'static str, usize> = BTreeMap::new();
    let (mut report, mut stale) = first;
    for _ in 0..MAX_ROUNDS {
        let mut any = false;
        for (path, file) in report.files.iter().filter(|(_, file)| may_change(file)) {
            let Some(source) = report.text_of(path) else { continue };
            let chosen = choose(&report.diagnostics, path, source, allowed);
            let edits: Vec<Edit> = chosen.iter().flat_map(|(_, edits)| edits.clone()).collect();
            let Some(after) = apply_edits(source.text(), &edits).ok().filter(|after| after != source.text()) else { continue };
            for (rule, _) in chosen {
                *applied.entry(rule).or_default() += 1;
            }
            overlay.write(file.clone(), after.clone().into_bytes());
            let first = Change { path: path.clone(), before: source.text().to_owned(), after: String::new() };
            changes.entry(file.clone()).or_insert(first).after = after;
            any = true;
        }
        if !any {
            changes.retain(|_, change| change.before != change.after);
            return Ok(Fixed { changes, applied, report, stale, settled: true });
        }
        (report, stale) = lint(&overlay)?;
    }
    changes.retain(|_, change| change.before != change.after);
    Ok(Fixed { changes, applied, report, stale, settled: false })
}

/// The fixes of the findings in `path` that can be applied together: in the order of the file, leaving out each that
/// touches one before it. The same edits asked for by two findings are made once, and fix both.
fn choose(findings: &[Diagnostic], path: &str, source: &SourceFile, allowed: Applicability) -> Vec<(&'static str, Vec<Edit>)> {
    let fixes =
        findings.iter().filter(|finding| finding.place.path == path).filter_map(|finding| Some((finding.rule, finding.fix.as_ref()?)));
    let mut fixes: Vec<(&'static str, Vec<Edit>)> =
        fixes.filter(|(_, fix)| fix.applicability <= allowed).map(|(rule, fix)| (rule, edits(fix, source))).collect();
    fixes.sort_by_key(|(_, edits)| edits.first().map(|edit| edit.span));
    let mut taken: Vec<Edit> = Vec::new();
    let mut chosen = Vec::new();
    for (rule, edits) in fixes {
        let same = !edits.is_empty() && edits.iter().all(|edit| taken.contains(edit));
        if same || edits.iter().any(|edit| taken.iter().any(|other| touch(edit, other))) {
            if same {
                chosen.push((rule, Vec::new()));
            }
            continue;
        }
        taken.extend(edits.iter().cloned());
        chosen.push((rule, edits));
    }
    chosen
}

/// The edits of `fix` in the order of the file, with the line ends of the file.
fn edits(fix: &Fix, source: &SourceFile) -> Vec<Edit> {
    let newline = source.newline();
    let own = |edit: &Edit| match newline {
        "\n" => edit.clone(),
        newline => Edit::replace(edit.span, edit.text.replace("\r\n", "\n").replace('\n', newline)),
    };
    let mut edits: Vec<Edit> = fix.edits.iter().map(own).collect();
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// Whether two edits change the same bytes, or meet where one inserts, so that their order would matter.
fn touch(a: &Edit, b: &Edit) -> bool {
    let (a, b) = (a.span, b.span);
    if a.is_empty() || b.is_empty() { a.start <= b.end && b.start <= a.end } else { a.start < b.end && b.start < a.end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Source;
    use crate::diagnostic::{Place, Severity};
    use crate::lint::Linted;
    use crate::text::Span;
    use crate::tree::Content;
    use crate::tree::memory::Memory;

    /// A linter of one file that finds each of `words` and replaces it by its second part; `!` makes the fix unsafe.
    fn lint(tree: &dyn Tree, words: &[(&'static str, &str, &str)]) -> LintReport {
        let Ok(Content::Bytes(bytes)) = tree.read(Path::new("/r/a.md"), u64::MAX) else { panic!("no file") };
        let text = String::from_utf8(bytes).unwrap();
        let mut report = LintReport::default();
        for (rule, word, by) in words {
            for (at, _) in text.match_indices(word) {
                let place = Place { path: "a.md".into(), span: Span::new(at, at + word.len()) };
                let edits = vec![Edit::replace(place.span, *by)];
                let mut found = Diagnostic::new(rule, Severity::Error, place, "m", "c", "h");
                if rule.starts_with('!') {
                    found.unsafe_fix("t", edits)
                } else {
                    found.fix("t", edits)
                };
                report.diagnostics.push(found);
            }
        }
        report.files.insert("a.md".into(), "/r/a.md".into());
        let file = Some(SourceFile::new("a.md", text));
        report.sources.insert("a.md".into(), Linted { source: Source::Repo, file, note: None });
        report
    }

    fn run(text: &str, words: &[(&'static str, &str, &str)], allowed: Applicability) -> (String, Vec<(&'static str, usize)>, bool) {
        let tree = Memory::new().file("/r/a.md", text);
        let look = |tree: &dyn Tree| (lint(tree, words), Vec::new());
        let fixed = fix::<()>(&tree, allowed, look(&tree), |tree| Ok(look(tree)), |_| true).unwrap();
        let after = fixed.changes.values().next().map_or(text.to_owned(), |change| change.after.clone());
        (after, fixed.applied.into_iter().collect(), fixed.settled)
    }

    #[test]
    fn fixes_apply_until_nothing_is_left() {
        let words = [("a", "one", "two"), ("b", "two", "three\n")];
        assert_eq!(run("one\r\none", &words, Applicability::Safe), ("three\r\n\r\nthree\r\n".into(), vec![("a", 2), ("b", 2)], true));
        assert_eq!(run("none here".replace("one", "x").as_str(), &words, Applicability::Safe).1, []);
    }

    #[test]
    fn overlapping_fixes_wait_and_equal_ones_are_made_once() {
        let words = [("a", "abc", "x"), ("b", "bcd", "y")];
        assert_eq!(run("abcd", &words, Applicability::Safe), ("xd".into(), vec![("a", 1)], true));
        let words = [("a", "abc", "x"), ("b", "abc", "x")];
        assert_eq!(run("abc", &words, Applicability::Safe), ("x".into(), vec![("a", 1), ("b", 1)], true));
        assert!(touch(&Edit::insert(3, "x"), &Edit::delete(Span::new(1, 3))));
        assert!(!touch(&Edit::delete(Span::new(3, 4)), &Edit::delete(Span::new(1, 3))));
    }

    #[test]
    fn unsafe_fixes_need_leave() {
        let words = [("!a", "one", "two")];
        assert_eq!(run("one", &words, Applicability::Safe).0, "one");
        assert_eq!(run("one", &words, Applicability::Unsafe).0, "two");
    }

    #[test]
    fn fixes_that_work_against_one_another_end() {
        let (_, applied, settled) = run("one", &[("a", "one", "two"), ("b", "two", "one")], Applicability::Safe);
        assert!(!settled);
        assert_eq!(applied.iter().map(|(_, count)| count).sum::<usize>(), MAX_ROUNDS);
    }

    #[test]
    fn files_that_may_not_change_do_not() {
        let tree = Memory::new().file("/r/a.md", "one");
        let look = |tree: &dyn Tree| (lint(tree, &[("a", "one", "two")]), Vec::new());
        let fixed = fix::<()>(&tree, Applicability::Safe, look(&tree), |tree| Ok(look(tree)), |_| false).unwrap();
        assert!(fixed.changes.is_empty() && fixed.settled);
        assert_eq!(fixed.report.diagnostics.len(), 1);
    }
}
