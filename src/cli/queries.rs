//! The messages and touched paths asked about: as an argument, from files, from standard input, in batches.

use std::path::{Path, PathBuf};

use super::{CliError, Streams, input};
use crate::tree::disk::Disk;
use crate::tree::{Tree as _, lexical};
use crate::trigger::Query;
use crate::trigger::query;
use crate::visible;

/// Inputs longer than this many MiB are refused.
const MAX_MIB: u64 = 256;

/// What is asked about.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = true)]
pub(super) struct QueryArgs {
    /// The message; `-` reads it from standard input
    #[arg(conflicts_with_all = ["file", "messages", "paths"], allow_hyphen_values = false)]
    message: Option<String>,
    /// A file that holds the message; repeatable: the parts of one message
    #[arg(long, value_name = "FILE", conflicts_with_all = ["messages", "paths"])]
    file: Vec<PathBuf>,
    /// A path the agent touches, relative to the root; repeatable
    #[arg(long, value_name = "PATH", conflicts_with_all = ["messages", "paths"])]
    touch: Vec<String>,
    /// Many messages: a JSON string or an object with `message` a line
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    messages: Option<PathBuf>,
    /// Many touched paths: a JSON string or an object with `path` a line
    #[arg(long, value_name = "FILE")]
    paths: Option<PathBuf>,
}

impl QueryArgs {
    /// Whether a file of them is asked about.
    pub(super) fn is_batch(&self) -> bool {
        self.messages.is_some() || self.paths.is_some()
    }

    /// Reads what is asked about.
    pub(super) fn read(&self) -> Result<Vec<Query>, CliError> {
        if let Some(file) = &self.messages {
            return batch(file, "message", Query::Message);
        }
        if let Some(file) = &self.paths {
            return batch(file, "path", Query::Touch);
        }
        let mut queries = Vec::new();
        if let Some(message) = &self.message {
            queries.push(Query::Message(if message == "-" { read(Path::new("-"))? } else { message.clone() }));
        }
        if !self.file.is_empty() {
            // the runtime joins the text parts of a message by line ends before it looks for triggers
            let parts = self.file.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
            queries.push(Query::Message(parts.join("\n")));
        }
        queries.extend(self.touch.iter().cloned().map(Query::Touch));
        Ok(queries)
    }
}

/// Reads a file of many queries, one a line.
pub(super) fn batch(file: &Path, key: &str, make: fn(String) -> Query) -> Result<Vec<Query>, CliError> {
    let failed = |error: query::LineError| {
        CliError::new(format!("{}: {error}", input::called(file))).help("write one JSON string a line, such as \"fix the build\"")
    };
    query::lines(&read(file)?, key, make).map_err(failed)
}

/// Makes absolute paths below `root` relative to it, as the runtime does, and says of others that no rule looks there.
pub(super) fn below(queries: &mut [Query], root: &Path, streams: &mut Streams) {
    let mut roots = vec![lexical(root)];
    roots.extend(Disk.canonical(root));
    let mut outside: Vec<&str> = Vec::new();
    for query in queries {
        let Query::Touch(path) = query else { continue };
        if !Path::new(path).is_absolute() {
            continue;
        }
        let absolute = lexical(Path::new(path));
        match roots.iter().find_map(|root| absolute.strip_prefix(root).ok()) {
            Some(inner) => *path = inner.to_string_lossy().into_owned(),
            None => outside.push(path),
        }
    }
    if let Some((first, more)) = outside.split_first() {
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        streams.note(&format!("note: `{}`{more}: outside of the root, where no rule listens", visible::line(first)));
    }
}

/// The text of a file, or of standard input for `-`.
pub(super) fn read(file: &Path) -> Result<String, CliError> {
    input::text(file, MAX_MIB)
}
