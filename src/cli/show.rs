//! `microagent show`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::sources::CatalogArgs;
use super::{CliError, Exit, Streams};
use crate::catalog::{Catalog, Entry, Outcome};
use crate::near::nearest;
use crate::report::show::{json, text};
use crate::visible;

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// For people
    Text,
    /// Everything as JSON
    Json,
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A microagent's name, or a file's path
    #[arg(value_name = "NAME|PATH")]
    subject: String,
    /// The directory worked in
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: FormatArg,
    /// Print nothing but the content, as the model is given it
    #[arg(long, conflicts_with = "format")]
    raw: bool,
    #[command(flatten)]
    sources: CatalogArgs,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let catalog = args.sources.catalog(&args.root)?;
    let entry = find(&catalog, &args.subject)?;
    match args.format {
        _ if args.raw => match &entry.outcome {
            Outcome::Loaded(microagent) if streams.terminal => streams.print(&visible::block(&microagent.content))?,
            Outcome::Loaded(microagent) => streams.print_bytes(microagent.content.as_bytes())?,
            Outcome::NotLoaded(lost) => {
                return Err(CliError::new(format!("`{}` is not loaded: {}", entry.path, lost.message)).help("leave --raw out to see why"));
            }
        },
        FormatArg::Json => streams.print_json(&json(&catalog, entry))?,
        FormatArg::Text => streams.print(&text(&catalog, entry, streams.width))?,
    }
    Ok(Exit::Ok)
}

/// The entry called `subject`: a loaded one by name first, then any by path, then a lost one by the name it has, or would
/// have by its path.
pub(super) fn find<'a>(catalog: &'a Catalog, subject: &str) -> Result<&'a Entry, CliError> {
    let absolute = std::path::absolute(subject).ok();
    let path = subject.strip_prefix("./").unwrap_or(subject);
    let is_path = |entry: &&Entry| entry.path == path || absolute.as_deref() == Some(Path::new(&entry.file));
    let lost_name = || catalog.not_loaded().map(|(entry, _)| entry).find(|entry| entry.names().any(|name| name == subject));
    let found = catalog.by_name(subject).map(|(entry, _)| entry).or_else(|| catalog.entries.iter().find(is_path)).or_else(lost_name);
    found.ok_or_else(|| {
        if absolute.as_deref().is_some_and(Path::exists) {
            let message = format!("`{subject}` is there, but the runtime does not read it when it works in this directory");
            return CliError::new(message)
                .help("name the repository it belongs to with --root, or its source with --org-dir or --public-dir");
        }
        let error = CliError::new(format!("there is no microagent called `{subject}`, and no such file among those read"));
        match nearest(subject, catalog.loaded().map(|(_, microagent)| microagent.name.as_str())) {
            Some(name) => error.help(format!("did you mean `{name}`?")),
            None => error.help("`microagent list` shows all names and paths"),
        }
    })
}
