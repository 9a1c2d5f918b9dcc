//! `microagent config`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{CliError, Exit, Streams};
use crate::config::{Config, FILE, Origin};
use crate::report::table::table;
use crate::tree::disk::Disk;
use crate::tree::lexical;
use crate::visible;

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The directory a run would work in
    #[arg(value_name = "ROOT", default_value = ".")]
    root: PathBuf,
    /// Show each value and where it comes from, which is what this command does anyway
    #[arg(long)]
    show: bool,
    /// How to show the configuration
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    if !args.root.is_dir() {
        return Err(CliError::new(format!("{}: no such directory", args.root.display())).help("give a directory that exists"));
    }
    let working = std::env::current_dir()?;
    let config = Config::load(&Disk, &lexical(&args.root), &working)?;
    let file = config.file.as_deref().map(|path| path.strip_prefix(&working).unwrap_or(path).to_string_lossy().replace('\\', "/"));
    let from = |origin: Origin| match origin {
        Origin::Default => "default".to_owned(),
        Origin::File(line) => format!("{FILE}:{line}"),
        Origin::Flag(flag) => flag.to_owned(),
    };
    if args.format == Format::Json {
        let row = |(name, value, origin): (&str, serde_json::Value, Origin)| {
            let line = if let Origin::File(line) = origin { Some(line) } else { None };
            serde_json::json!({ "name": name, "value": value, "from": if line.is_some() { "file" } else { "default" }, "line": line })
        };
        let settings: Vec<_> = config.settings().into_iter().map(row).collect();
        streams.print_json(&serde_json::json!({ "schema_version": 1, "file": file, "settings": settings }))?;
        return Ok(Exit::Ok);
    }
    let row = |(name, value, origin): (&str, serde_json::Value, Origin)| vec![name.to_owned(), words(&value), from(origin)];
    let rows: Vec<Vec<String>> = config.settings().into_iter().map(row).collect();
    streams.print(&table(&["SETTING", "VALUE", "FROM"], &rows, streams.width))?;
    match &file {
        Some(file) => streams.note(&format!("read from {}", visible::line(file))),
        None => streams.note(&format!("no {FILE} here")),
    }
    Ok(Exit::Ok)
}

/// A value as a person would write it; `-` for nothing.
fn words(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => "-".into(),
        serde_json::Value::String(text) => visible::line(text),
        serde_json::Value::Array(items) if items.is_empty() => "-".into(),
        serde_json::Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(", "),
        serde_json::Value::Object(entries) if entries.is_empty() => "-".into(),
        serde_json::Value::Object(entries) => {
            entries.iter().map(|(key, value)| format!("{}: {}", visible::line(key), words(value))).collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}
