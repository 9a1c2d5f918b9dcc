//! `microagent lint`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::sources::{LoaderArg, SourceArgs};
use super::{CliError, Exit, Streams};
use crate::catalog::Roots;
use crate::diagnostic::Severity;
use crate::lint::{self, LintReport, Options, Request, Targets, rules};
use crate::report::{concise, json, summary, text};
use crate::tree::disk::Disk;
use crate::write;

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Source lines with the place marked, the consequence, the help
    Text,
    /// One line a finding
    Concise,
    /// Everything, for programs
    Json,
}

/// `--fail-on`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warning,
    Info,
    Never,
}

/// `--profile`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// What the OpenHands runtimes do
    Openhands,
    /// Also what other readers of skills refuse
    Portable,
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Directories or files to check: a repository, an organization's checkout, a registry, a home directory
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// The runtime to check for
    #[arg(long, value_name = "LOADER", default_value = "sdk")]
    loader: LoaderArg,
    /// How to show the findings
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Write the findings to this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Run only these rules; repeatable, or separated by commas
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    select: Vec<String>,
    /// Leave these rules out; repeatable, or separated by commas
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    ignore: Vec<String>,
    /// Exit with 1 on findings at least this bad
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    fail_on: FailOn,
    /// Exit with 1 on more warnings than this
    #[arg(long, value_name = "N")]
    max_warnings: Option<usize>,
    /// Whose readers to check for
    #[arg(long, value_name = "PROFILE", default_value = "openhands")]
    profile: Profile,
    /// Look into ignored and vendored directories too
    #[arg(long)]
    no_ignore: bool,
    /// Finding nothing to check is no failure
    #[arg(long)]
    allow_empty: bool,
    #[command(flatten)]
    sources: SourceArgs,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let options = options(args)?;
    let targets = targets(args)?;
    if targets.files() == 0 && !args.allow_empty {
        let paths: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
        return Err(CliError::new(format!("nothing to check in {}", paths.join(", "))).help(
            "give a directory with `.agents/skills`, `.openhands`, `skills` or an `AGENTS.md`, or `--allow-empty` when that is no failure",
        ));
    }
    let report = lint::run(&Disk, &targets.scopes, &options);
    show(args, streams, &report, targets.skipped)?;
    Ok(exit(args, &report))
}

fn options(args: &Args) -> Result<Options, CliError> {
    let known = |id: &String| {
        let rule = rules::by_id(id.trim()).ok_or_else(|| super::rules::unknown(id))?;
        Ok(rule.meta().id.to_string())
    };
    let ids = |ids: &[String]| ids.iter().map(known).collect::<Result<Vec<_>, CliError>>();
    Ok(Options {
        portable: args.profile == Profile::Portable,
        select: ids(&args.select)?,
        ignore: ids(&args.ignore)?,
        no_ignore: args.no_ignore,
    })
}

fn targets(args: &Args) -> Result<Targets, CliError> {
    let working = std::env::current_dir()?;
    let home = args.sources.user_dir.clone().or_else(|| std::env::var_os("HOME").map(PathBuf::from));
    let beside = Roots {
        user: args.sources.user_dir.clone(),
        orgs: args.sources.org_dir.clone(),
        public: args.sources.public_dir.clone(),
        marketplace: args.sources.marketplace.clone(),
        ..Roots::default()
    };
    let paths = args.paths.iter().map(|path| absolute(path)).collect::<Result<Vec<_>, _>>()?;
    let home = home.filter(|home| !home.as_os_str().is_empty()).map(|home| absolute(&home)).transpose()?;
    let (loader, all) = (args.loader.into(), args.no_ignore);
    let request = Request { tree: &Disk, loader, beside: &beside, working: &working, home: home.as_deref(), all };
    Ok(Targets::load(&request, &paths)?)
}

/// `path` made absolute; links are followed only where `..` cannot be understood without.
fn absolute(path: &Path) -> Result<PathBuf, CliError> {
    if path.components().any(|part| part.as_os_str() == "..") && path.exists() {
        return Ok(path.canonicalize()?);
    }
    let clean: PathBuf = path.components().filter(|part| part.as_os_str() != ".").collect();
    Ok(if clean.as_os_str().is_empty() { std::env::current_dir()? } else { std::path::absolute(clean)? })
}

fn show(args: &Args, streams: &mut Streams, report: &LintReport, skipped: usize) -> Result<(), CliError> {
    let (color, width) = (streams.color && args.output.is_none(), streams.width);
    let summary = summary::summary(report, skipped);
    let shown = match args.format {
        Format::Text => text::text(report, color, width) + &summary + "\n",
        Format::Concise => concise::concise(report),
        Format::Json => serde_json::to_string_pretty(&json::json(report)).map_err(std::io::Error::from)? + "\n",
    };
    match &args.output {
        Some(path) => write::replace(path, shown.as_bytes()).map_err(|error| CliError::new(format!("{}: {error}", path.display())))?,
        None => streams.print(&shown)?,
    }
    if args.format != Format::Text || args.output.is_some() {
        streams.note(&summary);
    }
    Ok(())
}

fn exit(args: &Args, report: &LintReport) -> Exit {
    if !report.failures.is_empty() {
        return Exit::Failed;
    }
    let threshold = match args.fail_on {
        FailOn::Error => Some(Severity::Error),
        FailOn::Warning => Some(Severity::Warning),
        FailOn::Info => Some(Severity::Info),
        FailOn::Never => None,
    };
    let failed = threshold.is_some_and(|least| report.diagnostics.iter().any(|found| found.severity >= least));
    let too_many = args.max_warnings.is_some_and(|most| report.summary.warnings > most);
    if failed || too_many { Exit::Findings } else { Exit::Ok }
}
