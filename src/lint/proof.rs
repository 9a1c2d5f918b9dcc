//! Whether a fix leaves a file that can be read: every fix that touches frontmatter is tried on the text before it is offered.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{File, Scope};
use crate::catalog::{Entry, Outcome};
use crate::diagnostic::{Diagnostic, Problem};
use crate::frontmatter;
use crate::microagent::Loader;
use crate::text::{Edit, apply_edits};
use crate::tree::Tree;
use crate::tree::overlay::Overlay;

/// Takes the fix from each of `findings` whose fix would leave a file of `scope` that is worse to read than before.
pub fn prove(tree: &dyn Tree, scope: &Scope, files: &[File<'_>], findings: &mut [Diagnostic]) {
    if findings.iter().all(|found| found.fix.is_none()) {
        return;
    }
    let files: BTreeMap<String, File<'_>> = files.iter().map(|file| (file.path(), *file)).collect();
    for found in findings {
        let Some((fix, file)) = found.fix.as_ref().zip(files.get(&found.place.path)) else { continue };
        if touches_frontmatter(*file, &fix.edits, scope.catalog.loader) && !holds(tree, scope, *file, found.rule, &fix.edits) {
            found.fix = None;
        }
    }
}

/// Whether `edits` can change how the file is split or read; those of a body cannot.
fn touches_frontmatter(file: File<'_>, edits: &[Edit], loader: Loader) -> bool {
    let text = file.text();
    let first = edits.iter().map(|edit| edit.span.start).min().unwrap_or(text.len());
    match file.document().and_then(|document| document.parts) {
        Some(parts) => first <= parts.close.end,
        None => {
            let line = text.trim_start().find(['\n', '\r']).map_or(text.len(), |at| text.len() - text.trim_start().len() + at);
            first <= line || frontmatter::unclosed(text, loader.readers().toml).is_some()
        }
    }
}

/// Whether the file after `edits` is read at least as far as before, and what `rule` explains of the loader's refusal is
/// less than before.
fn holds(tree: &dyn Tree, scope: &Scope, file: File<'_>, rule: &str, edits: &[Edit]) -> bool {
    let Ok(after) = apply_edits(file.text(), edits) else { return false };
    let path: PathBuf = file.entry.file.clone();
    let mut changed = Overlay::new(tree);
    changed.write(path.clone(), after.into_bytes());
    let read = |tree: &dyn Tree| Entry::alone(tree, scope.catalog.loader, file.source(), &scope.root, path.clone());
    let (before, after) = (read(tree), read(&changed));
    let reads = |entry: &Entry| entry.document.as_ref().is_some_and(|document| document.metadata.is_ok());
    let count = |entry: &Entry, rule: &str| problems(entry).iter().filter(|problem| problem.rule == rule).count();
    if !reads(&before) {
        return reads(&after) || rule != "invalid-yaml";
    }
    let own = count(&before, rule);
    reads(&after)
        && problems(&after).iter().all(|problem| count(&after, problem.rule) <= count(&before, problem.rule))
        && (own == 0 || count(&after, rule) < own)
}

fn problems(entry: &Entry) -> &[Problem] {
    match &entry.outcome {
        Outcome::Loaded(_) => &[],
        Outcome::NotLoaded(reason) => &reason.problems,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::lint::tester::{files, scope};
    use crate::text::Span;

    #[test]
    fn a_fix_that_breaks_the_file_is_not_offered() {
        let text = "---\nlicense: 5\ntriggers: [x]\n---\nbody";
        let cases = [
            ("wrong-type", Edit::replace(Span::new(13, 14), "\"5\""), true),
            ("wrong-type", Edit::replace(Span::new(13, 14), "\"5"), false),
            ("wrong-type", Edit::replace(Span::new(13, 14), "[5]"), false),
            ("hidden-text", Edit::delete(Span::new(15, 15 + "triggers: [".len())), false),
            ("hidden-text", Edit::replace(Span::new(text.len() - 4, text.len()), "["), true),
        ];
        let tree = files(&[("a/SKILL.md", text), (".agents/skills/b.md", text)]);
        let scope = scope(&tree, Loader::Sdk);
        assert_eq!(scope.root, Path::new("/repo"));
        let all: Vec<File<'_>> = scope.files().collect();
        for (rule, edit, offered) in cases {
            let mut found = Diagnostic::new(rule, crate::diagnostic::Severity::Error, all[0].whole(), "m", "c", "h");
            found.fix("t", vec![edit.clone()]);
            let mut found = [found];
            prove(&tree, &scope, &all, &mut found);
            assert_eq!(found[0].fix.is_some(), offered, "{edit:?}");
        }
    }
}
