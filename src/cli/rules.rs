//! `microagent rules`.

use clap::ValueEnum;

use super::{CliError, Exit, Streams};
use crate::lint::rules::ALL;
use crate::near;
use crate::report::rules;

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// For documentation
    Markdown,
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How to show the rules
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    match args.format {
        Format::Text => streams.print(&rules::text(ALL, streams.width))?,
        Format::Json => {
            let list: Vec<_> = ALL.iter().map(|rule| rules::json(*rule)).collect();
            streams.print_json(&serde_json::json!({ "schema_version": 1, "rules": list }))?;
        }
        Format::Markdown => streams.print(&rules::markdown(ALL))?,
    }
    Ok(Exit::Ok)
}

/// The error for an id that no rule has.
pub(super) fn unknown(id: &str) -> CliError {
    let ids = ALL.iter().map(|rule| rule.meta().id);
    let error = CliError::new(format!("there is no rule `{id}`"));
    match near::nearest(id, ids) {
        Some(near) => error.help(format!("did you mean `{near}`? `microagent rules` lists them all")),
        None => error.help("`microagent rules` lists them all"),
    }
}
