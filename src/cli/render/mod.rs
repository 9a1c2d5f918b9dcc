//! `microagent render`.

mod given;
mod message;
mod notes;
mod target;

use std::path::PathBuf;

use clap::ValueEnum;

use super::sources::CatalogArgs;
use super::{CliError, Exit, Streams, destination};
use crate::near::nearest;
use crate::render::{Template, Values};
use crate::report::inputs;
use crate::visible;

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// For people
    Table,
    /// Everything as JSON
    Json,
}

#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("list").args(["inputs", "message"]).multiple(true),
    after_help = "A placeholder is ${NAME}, wherever the runtime sees a variable, and {{ NAME }} for a declared input. There is one \
pass: a value is never looked into, so --set 'X=${X}' keeps a placeholder as it is. What is printed is the body as the model would be \
given it (line ends as \\n, stripped), filled, and a newline. An undeclared variable that stands only in code is left alone. \
`required: false` and `default:` of an input are honoured here; the runtime ignores them."
)]
pub(super) struct Args {
    /// A microagent's name, or a file's path
    #[arg(value_name = "NAME|PATH", required_unless_present = "message", conflicts_with = "message")]
    subject: Option<String>,
    #[command(flatten)]
    given: given::Args,
    /// Leave placeholders that have no value as they are
    #[arg(long, conflicts_with_all = ["inputs", "message"])]
    allow_missing: bool,
    /// List the inputs and variables instead
    #[arg(long)]
    inputs: bool,
    /// Find the task whose command starts this message, and list what the message gives it and still lacks
    #[arg(long, value_name = "TEXT")]
    message: Option<String>,
    /// How to print the list
    #[arg(long, value_name = "FORMAT", default_value = "table", requires = "list")]
    format: FormatArg,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "message"])]
    output: Option<PathBuf>,
    /// The directory worked in
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    sources: CatalogArgs,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let catalog = args.sources.catalog(&args.root)?;
    if let Some(message) = &args.message {
        return message::run(args, message, &catalog, streams);
    }
    let target = target::find(&catalog, args.subject.as_deref().unwrap_or_default())?;
    let template = target.template();
    let (mut values, remarks) = args.given.values(&template)?;
    if args.inputs {
        return list(args, &target, &template, &values, streams);
    }
    if let Some(path) = &args.output {
        destination::refuse_inputs(path, args.given.files().chain([target.file.as_path()]))?;
    }
    args.given.ask(&template, &mut values)?;
    if !args.allow_missing {
        refuse_missing(&template, &values)?;
    }
    let text = template.fill(&values).map_err(|error| CliError::new(error.to_string()).help("give shorter values"))?;
    for note in target.note.iter().chain(&remarks).chain(&notes::about(&template, &values)) {
        streams.note(&format!("note: {}", visible::line(note)));
    }
    match &args.output {
        Some(path) => destination::put(path, format!("{text}\n").as_bytes())?,
        None if streams.terminal => streams.print(&format!("{}\n", visible::block(&text)))?,
        None => streams.print_bytes(format!("{text}\n").as_bytes())?,
    }
    Ok(Exit::Ok)
}

fn list(args: &Args, target: &target::Target, template: &Template, values: &Values, streams: &mut Streams) -> Result<Exit, CliError> {
    let subject = inputs::Subject { name: &target.microagent.name, path: &target.path };
    match args.format {
        FormatArg::Json => streams.print_json(&inputs::json(&subject, template, values))?,
        FormatArg::Table => streams.print(&inputs::text(&subject, template, values, streams.width))?,
    }
    Ok(Exit::Ok)
}

/// More names are counted, not listed.
const MAX_NAMES: usize = 20;

/// The error that names every name without a value, what to give for it, and what may have been meant.
fn refuse_missing(template: &Template, values: &Values) -> Result<(), CliError> {
    let declared = || template.names().iter().filter(|name| name.declared.is_some()).map(|name| name.name.as_str());
    let lines = template.missing(values).take(MAX_NAMES).map(|name| match (&name.declared, nearest(&name.name, declared())) {
        (Some(input), _) => format!("`{}`: {}", name.name, visible::line(&input.description)),
        (None, Some(meant)) => format!("`{}`, which is not declared: did you mean `{meant}`?", name.name),
        (None, None) => format!("`{}`, which is not declared", name.name),
    });
    let error = match &lines.collect::<Vec<_>>()[..] {
        [] => return Ok(()),
        [one] => CliError::new(format!("no value for {one}")),
        many => {
            let count = template.missing(values).count();
            let more = if count > many.len() { format!("\n  and {} more", count - many.len()) } else { String::new() };
            CliError::new(format!("no value for {count} names\n  {}{more}", many.join("\n  ")))
        }
    };
    Err(error.help("give it with `--set NAME=…`, or leave its placeholder with `--allow-missing`"))
}
