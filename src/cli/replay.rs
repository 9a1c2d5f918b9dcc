//! `microagent replay`.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::sources::{LoaderArg, SourceArgs};
use super::{CliError, Exit, Streams, destination};
use crate::microagent::Loader;
use crate::replay::Replay;
use crate::replay::known::{Current, Skills};
use crate::replay::log::{Log, LogError};
use crate::report::{replay_html, replay_text};

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// For people
    Text,
    /// Everything as JSON: one object, or an array of them for several logs
    Json,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 0 done; 1 an event could not be read, or --strict found a problem; 2 no event log.")]
pub(super) struct Args {
    /// Event logs: a trajectory, a session or conversation directory, a downloaded zip, an events page, JSON Lines; `-` reads standard input
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: FormatArg,
    /// Write a report to look at in a browser, too; it needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Take every problem for a finding: unknown events, events that do not fit together, open delegations
    #[arg(long)]
    strict: bool,
    /// Say what today's microagents of this directory would do at each message
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Which runtime's loader to read them with [default: the one of the runtime that wrote the log]
    #[arg(long, value_name = "LOADER", requires = "root")]
    loader: Option<LoaderArg>,
    #[command(flatten)]
    sources: SourceArgs,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    if let Some(file) = &args.html {
        destination::refuse_inputs(file, args.logs.iter().map(PathBuf::as_path))?;
    }
    let today = args.root.as_deref().map(|root| current(args, root)).transpose()?;
    let mut replays = Vec::new();
    for path in &args.logs {
        replays.push(Replay::read(&mut open(path)?, today.as_ref())?);
    }
    if let Some(file) = &args.html {
        // before anything is printed: a page that cannot be written is the whole answer
        destination::put(file, replay_html::page(&replays).as_bytes())?;
    }
    match (args.format, replays.as_slice()) {
        (FormatArg::Json, [replay]) => streams.print_json(replay)?,
        (FormatArg::Json, replays) => streams.print_json(&replays)?,
        (FormatArg::Text, replays) => {
            for (index, replay) in replays.iter().enumerate() {
                let gap = if index > 0 { "\n" } else { "" };
                streams.print(&format!("{gap}{}", replay_text::text(replay, streams.width)))?;
            }
        }
    }
    if let Some(file) = &args.html {
        streams.note(&format!("wrote {}", crate::visible::line(&file.to_string_lossy())));
    }
    for replay in replays.iter().filter(|replay| replay.is_incomplete()) {
        streams.note(&format!("warning: {}: events could not be read; the report lacks them", crate::visible::line(&replay.log)));
    }
    let found = replays.iter().any(|replay| replay.is_incomplete() || (args.strict && !replay.problems.is_empty()));
    Ok(if found { Exit::Findings } else { Exit::Ok })
}

/// The log at `path`; `-` is standard input.
pub(super) fn open(path: &Path) -> Result<Log, CliError> {
    if path == Path::new("-") { Ok(Log::stream("-", BufReader::new(std::io::stdin()))) } else { Ok(Log::open(path)?) }
}

/// Today's microagents below `root`.
fn current(args: &Args, root: &Path) -> Result<Current, CliError> {
    let load = |loader| Ok::<_, CliError>(Skills::of(&args.sources.catalog(root, args.loader.map_or(loader, Loader::from))?));
    Ok(Current { sdk: load(Loader::Sdk)?, legacy: load(Loader::Legacy)? })
}

impl From<LogError> for CliError {
    fn from(error: LogError) -> Self {
        let help = match error {
            LogError::NoLog(_) => "give a trajectory, a session or conversation directory, a downloaded zip, an events page, or JSON Lines",
            LogError::Unreadable { .. } => "give a file, a zip or a directory that OpenHands wrote",
        };
        Self::new(error.to_string()).help(help)
    }
}
