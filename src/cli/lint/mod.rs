//! `microagent lint`.

mod args;
mod fixing;
mod job;
mod narrow;
mod output;

use std::path::Path;

pub(super) use args::Args;
use job::Job;
use narrow::Against;

use super::{CliError, Exit, Streams, input};
use crate::count::count;
use crate::lint::LintReport;
use crate::lint::baseline::Baseline;
use crate::tree::disk::Disk;
use crate::tree::overlay::Overlay;
use crate::write;

/// Standard input longer than this many MiB is not read.
const MAX_STDIN_MIB: u64 = 64;

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let job = Job::new(args)?;
    let mut tree = Overlay::new(&Disk);
    if args.stdin_filename.is_some() {
        tree.write(job.paths[0].clone(), input::bytes(Path::new("-"), MAX_STDIN_MIB)?);
    }
    let targets = job.targets(&tree, &job.paths)?;
    if targets.files() == 0 {
        streams.note("note: there is nothing to check: no `.agents`, `.openhands`, `skills`, `microagents` or `AGENTS.md` with files");
    }
    let skipped = targets.skipped;
    if args.known.write_baseline {
        return write_baseline(args, &job, streams);
    }
    let against = Against::load(&job, args.known.since.as_deref(), args.known.baseline.as_deref())?;
    let (mut report, mut stale) = against.lint(&job, &tree)?;
    if args.fixes.diff || args.fixes.fix {
        let fixed = fixing::plan(args, &job, &against, &tree)?;
        if args.fixes.diff {
            fixing::print_diff(&fixed, streams)?;
            return Ok(exit(args, &job, &report));
        }
        if args.stdin_filename.is_some() {
            let change = fixed.changes.values().next();
            let text = match change {
                Some(change) => change.after.clone().into_bytes(),
                None => tree_bytes(&tree, &job)?,
            };
            streams.print_bytes(&text)?;
        } else {
            fixing::apply(&fixed, streams)?;
        }
        (_, stale) = against.lint(&job, if args.stdin_filename.is_some() { &tree } else { &Disk })?;
        report = fixed.report;
    }
    output::show(args, &job, &report, skipped, streams)?;
    narrow::note_stale(&stale, streams);
    Ok(exit(args, &job, &report))
}

/// What stands on standard input, as it was given.
fn tree_bytes(tree: &Overlay<'_>, job: &Job) -> Result<Vec<u8>, CliError> {
    use crate::tree::{Content, Tree as _};
    match tree.read(&job.paths[0], u64::MAX)? {
        Content::Bytes(bytes) => Ok(bytes),
        Content::TooLarge(_) => Ok(Vec::new()),
    }
}

fn write_baseline(args: &Args, job: &Job, streams: &mut Streams) -> Result<Exit, CliError> {
    let report = job.lint(&Disk)?;
    let baseline = Baseline::of(&report);
    if let Some(path) = &args.known.baseline {
        let error = |problem: String| CliError::new(format!("{}: {problem}", path.display()));
        let text = baseline.to_json().map_err(|problem| error(problem.to_string()))?;
        write::replace(path, text.as_bytes()).map_err(|problem| error(problem.to_string()))?;
        streams.note(&format!("the baseline {} knows {}", path.display(), count(baseline.len(), "finding")));
    }
    Ok(Exit::Ok)
}

fn exit(args: &Args, job: &Job, report: &LintReport) -> Exit {
    if !report.failures.is_empty() {
        return Exit::Failed;
    }
    let threshold = job.config.fail_on.value.threshold();
    let failed = threshold.is_some_and(|least| report.diagnostics.iter().any(|found| found.severity >= least));
    let too_many = args.max_warnings.is_some_and(|most| report.summary.warnings > most);
    if failed || too_many { Exit::Findings } else { Exit::Ok }
}
