//! `--since` and `--baseline`: which findings count.

use std::path::Path;

use super::job::Job;
use crate::cli::{CliError, Streams};
use crate::git::changes::{self, Changes};
use crate::lint::baseline::{Baseline, Known};
use crate::lint::review::{self, Revision};
use crate::lint::{self, LintReport, Targets, rules, since};
use crate::source::MAX_FILE_BYTES;
use crate::tree::disk::Disk;
use crate::tree::git::Past;
use crate::tree::{self, Content, Tree};
use crate::visible;

/// What the findings of a run are held against.
#[derive(Default)]
pub(super) struct Against {
    past: Option<Before>,
    baseline: Option<Baseline>,
}

/// The revision compared with.
struct Before {
    changes: Changes,
    tree: Past,
    targets: Targets,
    report: LintReport,
}

impl Against {
    pub(super) fn load(job: &Job, rev: Option<&str>, baseline: Option<&Path>) -> Result<Self, CliError> {
        let past = rev.map(|rev| past(job, rev)).transpose()?;
        Ok(Self { past, baseline: baseline.map(read).transpose()? })
    }

    /// Lints `tree`, and keeps what counts; the stale entries of the baseline.
    pub(super) fn lint(&self, job: &Job, tree: &dyn Tree) -> Result<(LintReport, Vec<Known>), CliError> {
        let targets = job.targets(tree, &job.paths)?;
        let mut report = lint::run(tree, &targets.scopes, &job.options);
        if let Some(before) = &self.past {
            let old = Revision { tree: &before.tree, scopes: &before.targets.scopes };
            review::add(&mut report, old, Revision { tree, scopes: &targets.scopes }, &job.options);
        }
        let looked_at = |known: &Known| {
            let runs = rules::by_id(&known.rule).is_none_or(|rule| job.options.runs(rule));
            let path = tree::lexical(&job.working.join(&known.path));
            runs && job.paths.iter().any(|named| path.starts_with(named))
        };
        let (new, stale) = match &self.baseline {
            Some(baseline) => baseline.compare(&report, looked_at),
            None => (vec![true; report.diagnostics.len()], Vec::new()),
        };
        let (of_the_change, stale) = match &self.past {
            Some(before) => (since::of_the_change(&report, &before.report, |file| changed(&before.changes, file)), Vec::new()),
            None => (vec![true; report.diagnostics.len()], stale),
        };
        let wanted: Vec<bool> = new.iter().zip(&of_the_change).map(|(new, of_the_change)| *new && *of_the_change).collect();
        let known = new.iter().zip(of_the_change).filter(|(new, of_the_change)| !**new && *of_the_change).count();
        report.keep(&wanted);
        report.recount(known);
        Ok((report, stale))
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
    Ok(Before { changes, tree, targets, report })
}

/// Whether `file`, or what a link there leads to, changed; a file outside the work tree always counts.
fn changed(changes: &Changes, file: &Path) -> bool {
    let real = file.canonicalize().unwrap_or_else(|_| tree::lexical(file));
    let parent = file.parent().and_then(|parent| Some(parent.canonicalize().ok()?.join(file.file_name()?)));
    let ways = [Some(real), parent];
    ways.iter().flatten().any(|path| match path.strip_prefix(&changes.root) {
        Ok(path) => changes.changed.contains(&path.to_string_lossy().replace('\\', "/")),
        Err(_) => true,
    })
}

fn read(path: &Path) -> Result<Baseline, CliError> {
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
