//! Whether a command may write where it is about to.

use std::io;
use std::path::{Path, PathBuf};

use super::CliError;
use crate::tree::disk::Disk;
use crate::tree::{FileKind, Tree as _, git_root};
use crate::write;

/// Refuses `file` when a link leads a write to it out of the repository around `root`. The file need not be there.
pub(super) fn refuse_outside(root: &Path, file: &Path, shown: &str, help: &str) -> Result<(), CliError> {
    let root = Disk.canonical(root)?;
    let top = git_root(&Disk, &root).unwrap_or(&root);
    // a link that leads nowhere is as good as one that leads out
    if real(file).is_ok_and(|file| file.starts_with(top)) {
        return Ok(());
    }
    Err(CliError::new(format!("a link leads `{shown}` out of the repository")).help(help))
}

/// `file` with the links of that part of it resolved that is there.
fn real(file: &Path) -> io::Result<PathBuf> {
    for there in file.ancestors() {
        let there = if there.as_os_str().is_empty() { Path::new(".") } else { there };
        if Disk.link_kind(there).is_some() {
            return Ok(Disk.canonical(there)?.join(file.strip_prefix(there).unwrap_or(file)));
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// Refuses to write to a directory, and to what was read: to one of `inputs`, or to a JSON file below one.
pub(super) fn refuse_inputs<'a>(target: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<(), CliError> {
    match Disk.kind(target) {
        Some(FileKind::Dir) => return Err(CliError::new(format!("`{}` is a directory", target.display())).help("name a file to write to")),
        Some(FileKind::File) => {}
        _ => return Ok(()),
    }
    let target_file = Disk.canonical(target)?;
    let is_json = target_file.extension().is_some_and(|extension| extension == "json");
    for input in inputs {
        let same = |input: PathBuf| target_file == input || (is_json && target_file.starts_with(&input));
        if Disk.canonical(input).is_ok_and(same) {
            return Err(CliError::new(format!("`{}` is read and would be replaced", target.display())).help("write to another file"));
        }
    }
    Ok(())
}

/// Writes a result to a file that a person named.
pub(super) fn put(target: &Path, bytes: &[u8]) -> Result<(), CliError> {
    write::replace(target, bytes).map_err(|error| {
        CliError::new(format!("cannot write `{}`: {error}", target.display())).help("name a file in a place that can be written to")
    })
}
