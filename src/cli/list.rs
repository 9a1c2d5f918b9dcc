//! `microagent list`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::names::NameArgs;
use super::sources::CatalogArgs;
use super::{CliError, Exit, Streams};
use crate::microagent::Loader;
use crate::report::list::{ListJson, text};
use crate::visible;

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// For people
    Table,
    /// The whole answer as JSON
    Json,
    /// The same as YAML
    Yaml,
    /// Names of loaded microagents, one a line
    Names,
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The directory worked in
    #[arg(default_value = ".")]
    root: PathBuf,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: FormatArg,
    #[command(flatten)]
    names: NameArgs,
    #[command(flatten)]
    sources: CatalogArgs,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let catalog = args.sources.catalog(&args.root)?;
    let loader = catalog.loader;
    let shown = |name: &str| args.names.shows(name);
    let root = args.root.to_string_lossy();
    let answer = || ListJson::new(&catalog, &root, &shown);
    match args.format {
        FormatArg::Json => streams.print_json(&answer())?,
        FormatArg::Yaml => {
            let yaml = serde_yaml::to_string(&answer()).map_err(|error| CliError::new(error.to_string()))?;
            if yaml.contains(visible::is_hidden) {
                // the writer lets characters through that reorder a line; JSON is YAML too, and can escape them
                streams.print_json(&answer())?;
            } else {
                streams.print(&yaml)?;
            }
        }
        FormatArg::Names => {
            for (_, microagent) in catalog.loaded().filter(|(_, microagent)| shown(&microagent.name)) {
                streams.print(&format!("{}\n", visible::line(&microagent.name)))?;
            }
        }
        FormatArg::Table => {
            streams.print(&args.names.header(catalog.loaded().map(|(_, microagent)| microagent.name.as_str())))?;
            streams.print(&text(&catalog, &shown, streams.width))?;
            if loader == Loader::Legacy && catalog.loaded().any(|(entry, _)| matches!(entry.path.as_str(), "AGENTS.md" | ".cursorrules")) {
                streams.note("note: the loader function reads root instruction files; deployed V0 sessions did not");
            }
        }
    }
    Ok(Exit::Ok)
}
