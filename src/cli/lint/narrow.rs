//! `--since` and `--baseline`: which findings count.

use std::path::Path;

use super::job::Job;
use crate::cli::{CliError, Streams};
use crate::git::changes;
use crate::lint::baseline::{Baseline, Known};
use crate::lint::fix::Looked;
use crate::lint::review::Revision;
use crate::lint::{self, LintReport, Targets, since};
use crate::source::MAX_FILE_BYTES;
use crate::tree::disk::Disk;
use crate::tree::git::Past;
use crate::tree::{Content, Tree};
use crate::visible;

/// What the findings of a run are held against.
#[derive(Default)]
pub(super) struct Against {
    past: Option<Before>,
    baseline: Option<Baseline>,
}

/// The revision compared with.
struct Before {
    tree: Past,
    targets: Targets,
    report: LintReport,
}

impl Against {
    pub(super) fn load(job: &Job, rev: Option<&str>, baseline: Option<&Path>) -> Result<Self, CliError> {
        let past = rev.map(|rev| past(job, rev)).transpose()?;
        Ok(Self { past, baseline: baseline.map(read).transpose()? })
    }

    /// Lints the `targets` of `tree`, and keeps what counts; the stale entries of the baseline.
    pub(super) fn lint(&self, job: &Job, tree: &dyn Tree, targets: &Targets) -> Looked {
        let mut report = match &self.past {
            Some(before) => {
                let old = Revision { tree: &before.tree, scopes: &before.targets.scopes };
                lint::run_since(tree, &targets.scopes, &job.options, old)
            }
            None => lint::run(tree, &targets.scopes, &job.options),
        };
        let (new, stale) = match &self.baseline {
            Some(baseline) => {
                let base = job.base();
                baseline.compare(&report, |path| base.path(path), |known| job.looked_at(known))
            }
            None => (vec![true; report.diagnostics.len()], Vec::new()),
        };
        let (of_the_change, stale) = match &self.past {
            Some(before) => (since::of_the_change(&report, &before.report), Vec::new()),
            None => (vec![true; report.diagnostics.len()], stale),
        };
        let wanted: Vec<bool> = new.iter().zip(&of_the_change).map(|(new, of_the_change)| *new && *of_the_change).collect();
        let known = new.iter().zip(of_the_change).filter(|(new, of_the_change)| !**new && *of_the_change).count();
        report.keep(&wanted);
        report.recount(known);
        (report, stale)
    }
}

/// What was found, and what there was, before the changes since `rev`.
fn past(job: &Job, rev: &str) -> Result<Before, CliError> {
    let dir = job.paths.first().unwrap_or(&job.working);
    let dir = if dir.is_dir() { dir } else { dir.parent().unwrap_or(dir) };
    let changes = changes::since(dir, rev)?;
    let tree = Past::at(&changes.root, &changes.commit)?;
    let paths: Vec<_> = job.paths.iter().filter(|path| tree.link_kind(path).is_some()).cloned().collect();
    let targets = job.targets(&tree, &paths)?;
    let report = lint::run(&tree, &targets.scopes, &job.options);
    Ok(Before { tree, targets, report })
}

/// The baseline in the file at `path`.
pub(super) fn read(path: &Path) -> Result<Baseline, CliError> {
    let error = |problem: String| {
        CliError::new(format!("{}: {problem}", path.display())).help("`--write-baseline` makes one of the findings there are now")
    };
    match Disk.read(path, 64 * MAX_FILE_BYTES) {
        Ok(Content::Bytes(bytes)) => {
            let text = String::from_utf8(bytes).map_err(|problem| error(problem.to_string()))?;
            Baseline::parse(&text).map_err(|problem| error(problem.to_string()))
        }
        Ok(Content::TooLarge(bytes)) => Err(error(format!("has {bytes} bytes, which is no baseline"))),
        Err(problem) => Err(error(problem.to_string())),
    }
}

/// Lists the entries that nothing matches any more.
pub(super) fn note_stale(stale: &[Known], streams: &mut Streams) {
    const SHOWN: usize = 10;
    if stale.is_empty() {
        return;
    }
    let (entries, go) = if stale.len() == 1 { ("entry", "matches") } else { ("entries", "match") };
    streams.note(&format!("{} {entries} of the baseline {go} nothing any more; `--write-baseline` drops them:", stale.len()));
    for known in stale.iter().take(SHOWN) {
        streams.note(&format!("  {}: {} [{}]", visible::line(&known.path), visible::line(&known.message), visible::line(&known.rule)));
    }
    if stale.len() > SHOWN {
        streams.note(&format!("  and {} more", stale.len() - SHOWN));
    }
}
