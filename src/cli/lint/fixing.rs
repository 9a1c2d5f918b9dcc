//! `--fix` and `--diff`: a plan of edits, printed or applied.

use std::fs;
use std::path::Path;

use super::args::Args;
use super::job::Job;
use super::narrow::Against;
use crate::cli::{CliError, Streams};
use crate::count::count;
use crate::diagnostic::Applicability;
use crate::lint::fix::{self, Fixed};
use crate::report::diff;
use crate::tree::Tree;
use crate::visible;
use crate::write;

/// What the fixes of everything that counts in `tree` come to.
pub(super) fn plan(args: &Args, job: &Job, against: &Against, tree: &dyn Tree) -> Result<Fixed, CliError> {
    let allowed = if args.fixes.unsafe_fixes { Applicability::Unsafe } else { Applicability::Safe };
    let roots =
        job.targets(tree, &job.paths)?.scopes.into_iter().map(|scope| tree.canonical(&scope.root)).collect::<Result<Vec<_>, _>>()?;
    // a link may lead out of the directory, to a file that nobody named
    let may_change = |file: &Path| tree.canonical(file).is_ok_and(|real| roots.iter().any(|root| real.starts_with(root)));
    fix::fix(tree, allowed, |tree| against.lint(job, tree).map(|(report, _)| report), may_change)
}

/// Prints the changes as unified diffs.
pub(super) fn print_diff(fixed: &Fixed, streams: &mut Streams) -> Result<(), CliError> {
    for change in fixed.changes.values() {
        streams.print(&diff::unified(&change.path, &change.before, &change.after))?;
    }
    let files = fixed.changes.len();
    streams.note(&format!("would {}", counted("fix", fixed, files)));
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
