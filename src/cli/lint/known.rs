//! `--write-baseline`.

use std::path::Path;

use super::args::Args;
use super::job::Job;
use super::{narrow, output};
use crate::cli::{CliError, Exit, Streams};
use crate::count::count;
use crate::lint::baseline::Baseline;
use crate::lint::{self, Targets};
use crate::tree::disk::Disk;
use crate::visible;
use crate::write;

/// Writes down everything found in `targets`. What the file knows of rules and paths that were not looked at stays.
pub(super) fn write(args: &Args, job: &Job, targets: &Targets, streams: &mut Streams) -> Result<Exit, CliError> {
    let Some(path) = &args.known.baseline else { return Ok(Exit::Ok) };
    let report = lint::run(&Disk, &targets.scopes, &job.options);
    output::refuse(path, &report)?;
    let base = job.base();
    let mut baseline = Baseline::of(&report, |path| base.path(path));
    let found = baseline.len();
    if path.symlink_metadata().is_ok() {
        let old = narrow::read(path).map_err(|error| error.help("name another file, or remove this one"))?;
        baseline = baseline.with(&old, |known| !job.looked_at(known));
    }
    let error = |problem: String| CliError::new(format!("{}: {problem}", path.display()));
    let text = baseline.to_json().map_err(|problem| error(problem.to_string()))?;
    write::replace(path, text.as_bytes()).map_err(|problem| error(problem.to_string()))?;
    streams.note(&note(path, found, baseline.len() - found.min(baseline.len())));
    Ok(Exit::Ok)
}

fn note(path: &Path, found: usize, kept: usize) -> String {
    let kept = if kept == 0 { String::new() } else { format!(", and {kept} that were not looked for") };
    format!("the baseline {} knows {}{kept}", visible::line(&path.to_string_lossy()), count(found, "finding"))
}
