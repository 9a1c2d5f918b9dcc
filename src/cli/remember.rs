//! `microagent remember`.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::sources::{CatalogArgs, LoaderArg, SourceArg, SourceArgs};
use super::{CliError, Exit, Streams, destination, input, replay};
use crate::catalog::Outcome;
use crate::replay::remember::{self, Window};
use crate::source::MAX_FILE_BYTES;
use crate::{visible, write};

/// A model's answer longer than this many MiB is not read.
const MAX_ANSWER_MIB: u64 = 16;

/// More broken events are counted, not named.
const MAX_BROKEN: usize = 20;

#[derive(Debug, clap::Args)]
#[command(after_help = "Give the prompt to a model, its answer to `microagent remember --extract`.")]
pub(super) struct Args {
    /// The event log, as for `replay`; `-` reads standard input
    #[arg(value_name = "LOG", required_unless_present = "extract", conflicts_with = "extract")]
    log: Option<PathBuf>,
    /// The event to look around
    #[arg(long, value_name = "N", required_unless_present = "extract", conflicts_with = "extract")]
    event: Option<u64>,
    /// Take the events that the deployed runtime takes: the last four of the log, then the five after the event
    #[arg(long, conflicts_with = "extract")]
    as_deployed: bool,
    /// Cut each text of an event to this many characters
    #[arg(long, value_name = "N", default_value_t = 4000, conflicts_with = "extract")]
    max_chars: usize,
    /// Read a model's answer on standard input and print what stands in its first `<update_prompt>`
    #[arg(long)]
    extract: bool,
    /// Put the extracted text into this microagent, under a heading with the date
    #[arg(long, value_name = "NAME", requires = "extract")]
    append: Option<String>,
    /// The date of the heading, YYYY-MM-DD [default: today, UTC]
    #[arg(long, value_name = "DATE", requires = "append", value_parser = date)]
    date: Option<String>,
    /// The directory the microagent is looked up in
    #[arg(long, value_name = "DIR", default_value = ".", conflicts_with_all = ["log", "event"])]
    root: PathBuf,
    /// Which runtime to agree with
    #[arg(long, value_name = "LOADER", conflicts_with_all = ["log", "event"])]
    loader: Option<LoaderArg>,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    if args.extract {
        return extract(args, streams);
    }
    let (Some(path), Some(event)) = (&args.log, args.event) else { return Err(CliError::new("no log and no event given")) };
    let window = if args.as_deployed { Window::AsDeployed } else { Window::Intended };
    let around = remember::window(&mut replay::open(path)?, event, window, args.max_chars).map_err(|error| {
        let help = "`microagent replay` shows the numbers of the events";
        CliError::new(error.to_string()).help(help)
    })?;
    streams.print(&visible::block(&remember::prompt(&around.events)))?;
    for broken in around.broken.iter().take(MAX_BROKEN) {
        streams.note(&visible::line(&format!("warning: {}: cannot be read, and the prompt lacks it: {}", broken.place, broken.message)));
    }
    if around.broken.len() > MAX_BROKEN {
        streams.note(&format!("warning: {} more events cannot be read", around.broken.len() - MAX_BROKEN));
    }
    Ok(Exit::Ok)
}

fn extract(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let answer = input::text(Path::new("-"), MAX_ANSWER_MIB)?;
    let Some(note) = remember::extract(&answer) else {
        return Err(CliError::new("no `<update_prompt>` in the answer")
            .help("the model was asked to put the prompt between <update_prompt> and </update_prompt>"));
    };
    if note.is_empty() {
        let help = "ask the model again: nothing was found worth writing down, or the answer was cut off";
        return Err(CliError::new("the `<update_prompt>` of the answer is empty").help(help));
    }
    match &args.append {
        Some(name) => append(args, name, note, streams)?,
        None if streams.terminal => streams.print(&format!("{}\n", visible::block(note)))?,
        None => streams.print_bytes(format!("{note}\n").as_bytes())?,
    }
    Ok(Exit::Ok)
}

/// Puts `note` into the file of the microagent `name`, in one step.
fn append(args: &Args, name: &str, note: &str, streams: &mut Streams) -> Result<(), CliError> {
    // only files of the repository: a home, an organization's or a registry's checkout is not ours to write to
    let sources = SourceArgs { only: vec![SourceArg::Repo], ..SourceArgs::default() };
    let catalog = CatalogArgs { loader: args.loader, sources }.catalog(&args.root)?;
    let entry = super::show::find(&catalog, name)?;
    let Some(document) = &entry.document else {
        let error = CliError::new(format!("`{}` cannot be read, so nothing is added to it", entry.path));
        return Err(error.help("`microagent lint` says why"));
    };
    destination::refuse_outside(&args.root, &entry.file, &entry.path, "edit that file yourself")?;
    let source = &document.source;
    let date = args.date.clone().unwrap_or_else(today);
    let text = remember::append(source.text(), note, &date, source.newline());
    if !remember::keeps_frontmatter(source.text(), &text) {
        let error = CliError::new(format!("the frontmatter of `{}` is not closed, and the text would close it", entry.path));
        return Err(error.help("close the frontmatter with `---` first"));
    }
    if text.len() as u64 > MAX_FILE_BYTES {
        let error = CliError::new(format!("with the text `{}` would be longer than 1 MiB, and no command here would read it", entry.path));
        return Err(error.help("split it first"));
    }
    write::replace(&entry.file, text.as_bytes())
        .map_err(|error| CliError::new(format!("cannot write `{}`: {error}", entry.path)).help("make it writable first"))?;
    streams.print(&format!("{}\n", visible::line(&format!("added to {} under {date}", entry.path))))?;
    // the note is worth keeping all the same: the answer may be gone once it is read
    if let Outcome::NotLoaded(lost) = &entry.outcome {
        let note = format!("note: the runtime does not load `{}`, so no model reads this: {}", entry.path, lost.message);
        streams.note(&visible::line(&note));
    }
    Ok(())
}

/// A day of the calendar, `YYYY-MM-DD`.
fn date(text: &str) -> Result<String, &'static str> {
    if remember::is_date(text) { Ok(text.to_owned()) } else { Err("a date is a day of the calendar, written YYYY-MM-DD") }
}

/// Today's date in UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    remember::date(seconds / 86_400)
}
