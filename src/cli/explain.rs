//! `microagent explain`.

use super::rules::{Format, unknown};
use super::{CliError, Exit, Streams};
use crate::lint::rules::by_id;
use crate::report::rules;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The rule's id
    #[arg(value_name = "RULE")]
    rule: String,
    /// How to show it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let rule = by_id(&args.rule).ok_or_else(|| unknown(&args.rule))?;
    match args.format {
        Format::Text | Format::Markdown => streams.print(&rules::explain(rule.meta(), "#"))?,
        Format::Json => streams.print_json(&rules::json(rule))?,
    }
    Ok(Exit::Ok)
}
