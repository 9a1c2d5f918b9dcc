//! `microagent context`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::names::NameArgs;
use super::queries::below;
use super::sources::CatalogArgs;
use super::{CliError, Exit, Streams};
use crate::context::context;
use crate::count::count;
use crate::report::context::{Asked, json, text};
use crate::trigger::{Matcher, Query};

/// `--format` of this command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// For people
    Text,
    /// The whole answer as JSON
    Json,
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The directory worked in
    #[arg(default_value = ".")]
    root: PathBuf,
    /// A message of the user; repeatable: the turns of one conversation
    #[arg(long, value_name = "TEXT")]
    message: Vec<String>,
    /// A path the agent touches after the messages, relative to the root; repeatable
    #[arg(long, value_name = "PATH")]
    touch: Vec<String>,
    /// Fail (exit 1) when the total is more than this many tokens
    #[arg(long, value_name = "N")]
    max_tokens: Option<usize>,
    /// The model: the SDK leaves always-on text called `claude` or `gemini` out for other makers' models
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: FormatArg,
    #[command(flatten)]
    names: NameArgs,
    #[command(flatten)]
    sources: CatalogArgs,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let catalog = args.sources.catalog(&args.root)?;
    let loader = catalog.loader;
    let matcher = Matcher::new(&catalog);
    let messages = args.message.iter().cloned().map(Query::Message);
    let mut queries: Vec<Query> = messages.chain(args.touch.iter().cloned().map(Query::Touch)).collect();
    below(&mut queries, &args.root, streams);
    let mut given = context(&catalog, &matcher, &queries, args.model.as_deref());
    let root = args.root.to_string_lossy();
    let (model, totals) = (args.model.as_deref(), given.totals());
    let added: Vec<usize> = (0..queries.len()).map(|query| given.added(query)).collect();
    let asked = Asked { loader, root: &root, model, queries: &queries, added: &added, totals, max_tokens: args.max_tokens };
    given.narrow(|name| args.names.shows(name));
    match args.format {
        FormatArg::Text => {
            streams.print(&args.names.header(matcher.microagents().iter().map(|one| one.name.as_str())))?;
            streams.print(&text(&given, &asked, streams.width))?;
        }
        FormatArg::Json => streams.print_json(&json(&given, &asked))?,
    }
    match args.max_tokens.filter(|max| totals.total > *max) {
        None => Ok(Exit::Ok),
        Some(max) => {
            streams.note(&format!("failed: {} in all, more than {max}", count(totals.total, "token")));
            Ok(Exit::Findings)
        }
    }
}
