//! `--format`, `--statistics` and `--output`.

use std::path::{Path, PathBuf};

use super::args::{Args, Format};
use super::job::Job;
use crate::cli::{CliError, Streams};
use crate::lint::LintReport;
use crate::report::{concise, github, gitlab, json, junit, sarif, statistics, summary, text};
use crate::visible;
use crate::write;

/// Shows `report`: the result to standard output or the file wanted, the summary with it or to standard error.
pub(super) fn show(args: &Args, job: &Job, report: &LintReport, skipped: usize, streams: &mut Streams) -> Result<(), CliError> {
    let summary = summary::summary(report, skipped);
    if let Some(path) = &args.output {
        refuse(path, report)?;
    }
    let shown = render(args, job, report, &summary, streams)?;
    match &args.output {
        Some(path) => write::replace(path, shown.as_bytes()).map_err(|error| CliError::new(format!("{}: {error}", path.display())))?,
        // the fixed text stands there
        None if args.fixes.fix && args.stdin_filename.is_some() => streams.note(shown.trim_end_matches('\n')),
        // a program reads it, which wants the bytes
        None if !matches!(args.format, Format::Text | Format::Concise) => streams.print_bytes(shown.as_bytes())?,
        None => streams.print(&shown)?,
    }
    if args.format != Format::Text || args.statistics || args.output.is_some() {
        streams.note(&summary);
    }
    Ok(())
}

fn render(args: &Args, job: &Job, report: &LintReport, summary: &str, streams: &Streams) -> Result<String, CliError> {
    let (color, width) = (streams.color && args.output.is_none(), streams.width);
    let base = || job.base();
    Ok(match (args.format, args.statistics) {
        (Format::Text | Format::Concise, true) => statistics::text(report),
        (Format::Json, true) => pretty(&statistics::json(report))?,
        (_, true) => return Err(CliError::new("`--statistics` is for people and JSON").help("give --format text or --format json")),
        (Format::Text, _) => text::text(report, color, width) + summary + "\n",
        (Format::Concise, _) => concise::concise(report),
        (Format::Json, _) => pretty(&json::json(report))?,
        (Format::Sarif, _) => pretty(&sarif::log(report, &base()))?,
        (Format::Gitlab, _) => pretty(&gitlab::issues(report, &base()))?,
        (Format::Junit, _) => junit::lint(report, &base()),
        (Format::Github, _) => {
            let step = github::step(report, &base());
            if let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) {
                let path = PathBuf::from(path);
                write::append(&path, step.summary.as_bytes()).map_err(|error| CliError::new(format!("{}: {error}", path.display())))?;
            }
            step.log
        }
    })
}

/// Refuses to write over a file that was checked.
pub(super) fn refuse(path: &Path, report: &LintReport) -> Result<(), CliError> {
    let same = |file: &PathBuf| file == path || path.canonicalize().is_ok_and(|real| file.canonicalize().is_ok_and(|file| file == real));
    if report.files.values().any(same) {
        let message = format!("{}: is one of the files that are checked, and would be lost", path.display());
        return Err(CliError::new(message).help("name another file to write to"));
    }
    Ok(())
}

fn pretty(value: &impl serde::Serialize) -> Result<String, CliError> {
    let json = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
    Ok(visible::json(&json).into_owned() + "\n")
}
