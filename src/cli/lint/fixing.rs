//! `--fix` and `--diff`: a plan of edits, printed or applied.

use std::fs;
use std::path::Path;

use super::args::Args;
use super::job::Job;
use super::narrow::Against;
use crate::cli::{CliError, Streams};
use crate::count::count;
use crate::diagnostic::Applicability;
use crate::lint::Targets;
use crate::lint::fix::{self, Change, Fixed, Looked};
use crate::report::{diff, summary};
use crate::tree::Tree;
use crate::visible;
use crate::write;

/// What the fixes of everything that counts in `tree` come to.
/// `targets` and `first` are what was loaded and found already.
pub(super) fn plan(
    args: &Args,
    job: &Job,
    against: &Against,
    tree: &dyn Tree,
    (targets, first): (&Targets, Looked),
) -> Result<Fixed, CliError> {
    let allowed = if args.fixes.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
    let roots = targets.scopes.iter().map(|scope| tree.canonical(&scope.root)).collect::<Result<Vec<_>, _>>()?;
    // a link may lead out of the directory, to a file that nobody named
    let may_change = |file: &Path| tree.canonical(file).is_ok_and(|real| roots.iter().any(|root| real.starts_with(root)));
    let again = |tree: &dyn Tree| Ok(against.lint(job, tree, &job.targets(tree, &job.paths)?));
    fix::fix(tree, allowed, first, again, may_change)
}

/// Prints the changes as unified diffs: for a person with what is hidden escaped, for a program as a patch to apply.
pub(super) fn print_diff(fixed: &Fixed, skipped: usize, streams: &mut Streams) -> Result<(), CliError> {
    for Change { path, before, after } in fixed.changes.values() {
        if streams.terminal {
            streams.print(&diff::unified(path, before, after))?;
        } else {
            streams.print_bytes(diff::patch(path, before, after).as_bytes())?;
        }
    }
    if !fixed.changes.is_empty() {
        streams.note(&format!("would {}", counted("fix", fixed, fixed.changes.len())));
    }
    if !fixed.report.diagnostics.is_empty() {
        let what = if fixed.changes.is_empty() { "there is nothing to fix" } else { "what would remain" };
        streams.note(&format!("{what}: {}", summary::summary(&fixed.report, skipped)));
    } else if fixed.changes.is_empty() {
        streams.note(&summary::summary(&fixed.report, skipped));
    }
    Ok(())
}

/// Writes the changed files, each only when it still is what was linted.
pub(super) fn apply(fixed: &Fixed, streams: &mut Streams) -> Result<(), CliError> {
    for (file, change) in &fixed.changes {
        let error = |problem: String| {
            CliError::new(format!("{}: {problem}", file.display())).help("files before it in the list are fixed, run it again")
        };
        let now = fs::read(file).map_err(|problem| error(problem.to_string()))?;
        // two ways to one file: the first has changed it to the same
        if now == change.after.as_bytes() {
            continue;
        }
        if now != change.before.as_bytes() {
            return Err(error("was changed while it was checked, so it is not fixed".into()));
        }
        write::replace(file, change.after.as_bytes()).map_err(|problem| error(problem.to_string()))?;
    }
    if !fixed.applied.is_empty() {
        streams.note(&counted("fixed", fixed, fixed.changes.len()));
    }
    if !fixed.settled {
        streams.note("the fixes work against one another: what is left was fixed again and again");
    }
    Ok(())
}

/// `fixed 3 findings in 2 files (2 invalid-yaml, 1 byte-order-mark)`.
fn counted(verb: &str, fixed: &Fixed, files: usize) -> String {
    let total: usize = fixed.applied.values().sum();
    let each: Vec<String> = fixed.applied.iter().map(|(rule, count)| format!("{count} {}", visible::line(rule))).collect();
    let each = if each.is_empty() { String::new() } else { format!(" ({})", each.join(", ")) };
    format!("{verb} {} in {}{each}", count(total, "finding"), count(files, "file"))
}
