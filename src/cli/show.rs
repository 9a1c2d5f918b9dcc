//! `microagent show`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::sources::CatalogArgs;
use super::{CliError, Exit, Streams};
use crate::catalog::{Catalog, Entry, NotLoaded, Outcome};
use crate::microagent::sdk::is_skill_file;
use crate::near::nearest;
use crate::report::show::{json, text};

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
            Outcome::Loaded(microagent) => streams.print(&microagent.content)?,
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
    let is_called = |entry: &Entry, lost: &NotLoaded| match &lost.microagent {
        Some(microagent) => microagent.name == subject,
        None => {
            let in_its_folder = entry.file.file_name().is_some_and(|name| is_skill_file(&name.to_string_lossy()));
            let file = if in_its_folder { entry.file.parent() } else { Some(entry.file.as_path()) };
            file.and_then(Path::file_stem).is_some_and(|stem| stem == subject)
        }
    };
    let lost_name = || catalog.not_loaded().find(|(entry, lost)| is_called(entry, lost)).map(|(entry, _)| entry);
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
