//! `microagent lint`.

mod args;
mod fixing;
mod job;
mod known;
mod narrow;
mod nothing;
mod output;

use std::path::Path;

pub(super) use args::Args;
use job::Job;
use narrow::Against;

use super::{CliError, Exit, Streams, input};
use crate::lint::LintReport;
use crate::tree::disk::Disk;
use crate::tree::overlay::Overlay;

/// Standard input longer than this many MiB is not read.
const MAX_STDIN_MIB: u64 = 64;

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    if args.fixes.diff && (args.format != args::Format::Text || args.statistics || args.output.is_some()) {
        let help = "leave out `--format`, `--output` and `--statistics`, or `--diff`";
        return Err(CliError::new("`--diff` prints the changes, not the findings").help(help));
    }
    let job = Job::new(args)?;
    let mut tree = Overlay::new(&Disk);
    if args.stdin_filename.is_some() {
        tree.write(job.paths[0].clone(), input::bytes(Path::new("-"), MAX_STDIN_MIB)?);
    }
    let targets = job.targets(&tree, &job.paths)?;
    if args.known.write_baseline {
        return known::write(args, &job, &targets, streams);
    }
    let against = Against::load(&job, args.known.since.as_deref(), args.known.baseline.as_deref())?;
    let (mut report, mut stale) = against.lint(&job, &tree, &targets);
    if targets.files() == 0 {
        nothing::note(&job, &targets, streams);
    }
    if args.fixes.diff || args.fixes.fix {
        let code = exit(args, &job, &report);
        let fixed = fixing::plan(args, &job, &against, &tree, (&targets, (report, stale)))?;
        if args.fixes.diff {
            fixing::print_diff(&fixed, targets.skipped, streams)?;
            return Ok(code);
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
        (report, stale) = (fixed.report, fixed.stale);
    }
    output::show(args, &job, &report, targets.skipped, streams)?;
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

fn exit(args: &Args, job: &Job, report: &LintReport) -> Exit {
    if !report.failures.is_empty() {
        return Exit::Failed;
    }
    let threshold = job.config.fail_on.value.threshold();
    let failed = threshold.is_some_and(|least| report.diagnostics.iter().any(|found| found.severity >= least));
    let too_many = args.max_warnings.is_some_and(|most| report.summary.warnings > most);
    if failed || too_many { Exit::Findings } else { Exit::Ok }
}
