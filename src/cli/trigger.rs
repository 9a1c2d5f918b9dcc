//! `microagent trigger`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::known::{absent, exists};
use super::names::NameArgs;
use super::queries::{QueryArgs, below};
use super::sources::{SourceArgs, configured_loader};
use super::{CliError, Exit, Streams};
use crate::catalog::{Catalog, Entry};
use crate::microagent::Loader;
use crate::report::trigger::{Answers, Style, text, why, why_not_loaded};
use crate::report::{trigger_batch, trigger_json};
use crate::trigger::summary::summary;
use crate::trigger::{Matcher, Turn, conversation, query};
use crate::visible;

/// `--loader` of this command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LoadersArg {
    /// openhands-sdk: a trigger is a whole token
    Sdk,
    /// openhands-ai (V0): a trigger is any part of the message
    Legacy,
    /// Both, side by side
    Both,
}

/// `--format` of this command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// For people
    Text,
    /// The whole answer as JSON
    Json,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The message is the user's: neither runtime matches what the agent writes. Each line of a batch is a conversation of its \
own, unless --conversation is given."
)]
pub(super) struct Args {
    #[command(flatten)]
    queries: QueryArgs,
    /// Take all messages and paths as the turns of one conversation, in which each microagent is given once
    #[arg(long)]
    conversation: bool,
    /// Count hits by microagent instead of showing each answer
    #[arg(long, conflicts_with_all = ["why", "conversation"])]
    summary: bool,
    /// Explain why this microagent does or does not fire; repeatable
    #[arg(long, value_name = "NAME")]
    why: Vec<String>,
    /// Fail (exit 1) unless this microagent fires; repeatable
    #[arg(long, value_name = "NAME")]
    expect: Vec<String>,
    /// Fail (exit 1) when this microagent fires; repeatable
    #[arg(long, value_name = "NAME")]
    forbid: Vec<String>,
    /// The directory worked in
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Which runtime to agree with [default: that of the configuration, else sdk]
    #[arg(long, value_name = "LOADER")]
    loader: Option<LoadersArg>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: FormatArg,
    #[command(flatten)]
    names: NameArgs,
    #[command(flatten)]
    sources: SourceArgs,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let mut queries = args.queries.read()?;
    below(&mut queries, &args.root, streams);
    let loaders = match args.loader {
        None => vec![configured_loader(&args.root)?],
        Some(LoadersArg::Sdk) => vec![Loader::Sdk],
        Some(LoadersArg::Legacy) => vec![Loader::Legacy],
        Some(LoadersArg::Both) => vec![Loader::Sdk, Loader::Legacy],
    };
    let catalogs = loaders.iter().map(|loader| args.sources.catalog(&args.root, *loader)).collect::<Result<Vec<_>, _>>()?;
    exists(&args.why, &catalogs, true)?;
    exists(&args.forbid, &catalogs, false)?;
    let matchers: Vec<Matcher<'_>> = catalogs.iter().map(Matcher::new).collect();
    let matched = matchers.iter().map(|matcher| query::fired(&queries, matcher));
    let turns: Vec<Vec<Turn<'_>>> =
        matched.map(|matched| if args.conversation { conversation::once(matched) } else { conversation::apart(matched) }).collect();
    let exit = held(args, &catalogs, &turns, streams);
    let turns: Vec<Vec<Turn<'_>>> = turns.into_iter().map(|turns| narrowed(turns, &args.names)).collect();
    let names = |matcher: &Matcher<'_>| matcher.microagents().iter().map(|one| args.names.shows(&one.name)).collect();
    let names: Vec<Vec<bool>> = matchers.iter().map(names).collect();
    let lost: Vec<Matcher<'_>> = catalogs.iter().map(Matcher::of_lost).collect();
    let entries: Vec<Vec<&Entry>> = catalogs.iter().map(|catalog| catalog.loaded().map(|(entry, _)| entry).collect()).collect();
    let answers: Vec<Answers<'_, '_>> = catalogs
        .iter()
        .enumerate()
        .map(|(at, catalog)| Answers {
            catalog,
            matcher: &matchers[at],
            lost: &lost[at],
            entries: &entries[at],
            queries: &queries,
            turns: &turns[at],
            shown: &names[at],
        })
        .collect();
    if args.format == FormatArg::Text {
        streams.print(&args.names.header(matchers[0].microagents().iter().map(|one| one.name.as_str())))?;
    }
    match (args.format, args.summary) {
        (_, true) => print_summary(args, &answers, streams)?,
        (FormatArg::Json, false) => {
            let whys: Vec<&str> = args.why.iter().map(String::as_str).collect();
            streams.print_json(&trigger_json::results(&answers, &whys))?;
        }
        (FormatArg::Text, false) => streams.print(&shown(args, &answers, Style { width: streams.width, color: streams.color }))?,
    }
    Ok(exit)
}

/// The turns without those that are not to be shown.
fn narrowed<'c>(mut turns: Vec<Turn<'c>>, names: &NameArgs) -> Vec<Turn<'c>> {
    for turn in &mut turns {
        turn.fired.retain(|fired| names.shows(&fired.microagent.name));
        turn.repeated.retain(|(fired, _)| names.shows(&fired.microagent.name));
    }
    turns
}

/// The answers for people.
fn shown(args: &Args, answers: &[Answers<'_, '_>], style: Style) -> String {
    let mut out = String::new();
    match answers {
        [one] if !args.why.is_empty() => out += &explained(args, one, style),
        [one] if args.queries.is_batch() => out += &trigger_batch::lines(one, style.width),
        [one] => {
            let texts: Vec<String> = one.pairs().map(|(query, turn)| text(one, query, turn, style)).collect();
            out += &texts.join("\n");
        }
        [sdk, legacy] => {
            let texts: Vec<String> = (0..sdk.queries.len()).map(|index| trigger_batch::both(sdk, legacy, index, style.width)).collect();
            out += &texts.join("\n");
            for answers in answers.iter().filter(|_| !args.why.is_empty()) {
                out += &format!("\n{}:\n{}", answers.matcher.loader().name(), explained(args, answers, style));
            }
        }
        _ => {}
    }
    out
}

fn explained(args: &Args, answers: &Answers<'_, '_>, style: Style) -> String {
    let mut out = String::new();
    let names: Vec<&str> = args.why.iter().map(String::as_str).collect();
    let asked = answers.asked(&names);
    for (query, _) in answers.pairs() {
        for microagent in asked.iter().copied() {
            out += &why(&microagent.name, &query.why(answers.matcher, microagent), query, answers.matcher.loader(), style);
        }
    }
    for (entry, lost) in answers.catalog.not_loaded() {
        for name in args.why.iter().filter(|name| entry.names().any(|known| known == name.as_str())) {
            out += &why_not_loaded(name, entry, lost);
        }
    }
    out
}

fn print_summary(args: &Args, answers: &[Answers<'_, '_>], streams: &mut Streams) -> Result<(), CliError> {
    let matched: Vec<Vec<_>> = answers.iter().map(|one| one.turns.iter().map(|turn| turn.fired.clone()).collect()).collect();
    let summaries: Vec<_> = answers.iter().zip(&matched).map(|(one, matched)| summary(one.matcher, matched)).collect();
    if args.format == FormatArg::Json {
        return Ok(streams.print_json(&trigger_json::summaries(answers, &summaries))?);
    }
    let texts: Vec<String> = answers.iter().zip(&summaries).map(|(one, all)| trigger_batch::summary(one, all, streams.width)).collect();
    Ok(streams.print(&texts.join("\n"))?)
}

/// Whether what was expected came true, for every loader asked; what did not is said on standard error.
fn held(args: &Args, catalogs: &[Catalog], turns: &[Vec<Turn<'_>>], streams: &mut Streams) -> Exit {
    let mut exit = Exit::Ok;
    for (catalog, turns) in catalogs.iter().zip(turns) {
        let loader = catalog.loader;
        let fires = |name: &str| turns.iter().any(|turn| turn.fired.iter().any(|fired| fired.microagent.name == name));
        for name in args.expect.iter().filter(|name| !fires(name)) {
            let why = absent(name, catalog).map(|help| format!(", but there is none: {help}")).unwrap_or_default();
            streams.note(&format!("failed: expected `{}` to fire ({}){why}", visible::line(name), loader.name()));
            exit = Exit::Findings;
        }
        for name in args.forbid.iter().filter(|name| fires(name)) {
            streams.note(&format!("failed: `{}` must not fire ({})", visible::line(name), loader.name()));
            exit = Exit::Findings;
        }
    }
    exit
}
