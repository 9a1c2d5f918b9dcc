//! `microagent test`.

use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::queries::read;
use super::sources::CatalogArgs;
use super::{CliError, Exit, Streams, destination, input};
use crate::report::test::{json, junit, text};
use crate::report::trigger::Style;
use crate::trigger::cases::{self, CasesError};
use crate::trigger::check::check;
use crate::trigger::first_cases::first_cases;
use crate::trigger::{Matcher, cases::Case};
use crate::write;

/// Where the tests file is looked for below the root.
const DEFAULT_FILE: &str = ".agents/microagent-tests.yaml";

/// `--format` of this command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// For people
    Text,
    /// The whole answer as JSON
    Json,
    /// JUnit XML
    Junit,
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The tests file; `-` reads it from standard input [default: .agents/microagent-tests.yaml below the root]
    file: Option<PathBuf>,
    /// Write a first tests file from the triggers there are
    #[arg(long)]
    init: bool,
    /// The directory worked in
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "init")]
    format: FormatArg,
    #[command(flatten)]
    sources: CatalogArgs,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let catalog = args.sources.catalog(&args.root)?;
    let loader = catalog.loader;
    let matcher = Matcher::new(&catalog);
    let file = args.file.clone().unwrap_or_else(|| args.root.join(DEFAULT_FILE));
    if args.init {
        if args.file.is_none() {
            destination::refuse_outside(
                &args.root,
                &file,
                &file.to_string_lossy(),
                "name the file to write: `microagent test --init FILE`",
            )?;
        }
        return init(&matcher, &file, streams);
    }
    let cases = declared(&file)?;
    let verdicts = check(&cases, &catalog, &matcher);
    let style = Style { width: streams.width, color: streams.color };
    let shown = file.to_string_lossy();
    match args.format {
        FormatArg::Text => streams.print(&text(&verdicts, loader, style))?,
        FormatArg::Json => streams.print_json(&json(&verdicts, loader, &shown))?,
        FormatArg::Junit => streams.print(&junit(&verdicts, loader, &input::called(&file), Style { color: false, ..style }))?,
    }
    Ok(if verdicts.iter().all(|verdict| verdict.failures.is_empty()) { Exit::Ok } else { Exit::Findings })
}

fn declared(file: &Path) -> Result<Vec<Case>, CliError> {
    let named = |error: &CasesError| CliError::new(format!("{}: {error}", input::called(file)));
    let text = read(file).map_err(|error| error.help("`microagent test --init` writes a first one"))?;
    let cases = cases::read(&text)
        .map_err(|error| named(&error).help("a case has `message`, `touch` or `conversation`, and `fires`, `not` or `only: true`"))?;
    if cases.is_empty() {
        return Err(CliError::new(format!("{}: no cases", input::called(file))).help("a tests file without cases can never fail"));
    }
    Ok(cases)
}

fn init(matcher: &Matcher<'_>, file: &Path, streams: &mut Streams) -> Result<Exit, CliError> {
    let text = first_cases(matcher).map_err(|error| CliError::new(error.to_string()))?;
    let Some(text) = text else {
        return Err(CliError::new("nothing to test: no microagent has a trigger or a path that can fire").help("nothing was written"));
    };
    write::create(file, text.as_bytes()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            CliError::new(format!("{}: exists already", file.display())).help("nothing is overwritten: name another file")
        }
        _ => CliError::new(format!("cannot write {}: {error}", file.display())).help("name a file in a place that can be written to"),
    })?;
    streams.note(&format!("wrote {}", crate::visible::line(&file.to_string_lossy())));
    Ok(Exit::Ok)
}
