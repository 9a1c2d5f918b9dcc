//! What a person hands over to be read whole: a file, or standard input for `-`.

use std::io;
use std::path::Path;

use super::CliError;
use crate::tree::Content;
use crate::tree::disk::{Disk, bounded};

/// All bytes of the file at `path`; an error when there are more than `limit`, a number of MiB.
pub(super) fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>, CliError> {
    let is_stdin = path.as_os_str() == "-";
    let content = if is_stdin { bounded(io::stdin(), limit << 20) } else { Disk.read_named(path, limit << 20) };
    match content.map_err(|error| failed(path, &error.to_string()).help("give a file that is there and can be read"))? {
        Content::Bytes(bytes) => Ok(bytes),
        Content::TooLarge(_) => Err(failed(path, &format!("longer than {limit} MiB")).help("give less at once")),
    }
}

/// The same as text, to the last byte.
pub(super) fn text(path: &Path, limit: u64) -> Result<String, CliError> {
    String::from_utf8(bytes(path, limit)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].split(|byte| *byte == b'\n').count();
        failed(path, &format!("not UTF-8 at byte {at}, in line {line}")).help("save it as UTF-8")
    })
}

fn failed(path: &Path, reason: &str) -> CliError {
    CliError::new(format!("cannot read {}: {reason}", called(path)))
}

/// What a file is called in messages.
pub(super) fn called(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}
