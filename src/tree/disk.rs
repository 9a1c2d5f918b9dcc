//! The working tree.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{Content, DirEntry, FileKind, Tree};

/// The file system.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Disk {
    /// Opens the regular file at `path`, links followed, for reading piece by piece: for logs that are too long to be
    /// held. Anything but a regular file is an error, and is not opened.
    pub fn open(self, path: &Path) -> io::Result<File> {
        let data = fs::metadata(path)?;
        if data.is_file() { File::open(path) } else { Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file")) }
    }

    /// The content of a file that a person named, unless it is longer than `limit` bytes. It may be a pipe, as a shell
    /// makes for `<(command)`: then this waits for what is written to it.
    pub fn read_named(self, path: &Path, limit: u64) -> io::Result<Content> {
        bounded(File::open(path)?, limit)
    }
}

/// Everything that `file` gives, unless it is more than `limit` bytes.
pub fn bounded(file: impl io::Read, limit: u64) -> io::Result<Content> {
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    let length = bytes.len() as u64;
    Ok(if length > limit { Content::TooLarge(length) } else { Content::Bytes(bytes) })
}

impl From<fs::FileType> for FileKind {
    fn from(kind: fs::FileType) -> Self {
        if kind.is_symlink() {
            Self::Link
        } else if kind.is_dir() {
            Self::Dir
        } else if kind.is_file() {
            Self::File
        } else {
            Self::Other
        }
    }
}

impl Tree for Disk {
    fn entries(&self, dir: &Path) -> io::Result<Vec<DirEntry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(dir)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            entries.push(DirEntry { name, kind: entry.file_type()?.into() });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn kind(&self, path: &Path) -> Option<FileKind> {
        fs::metadata(path).ok().map(|data| data.file_type().into())
    }

    fn link_kind(&self, path: &Path) -> Option<FileKind> {
        fs::symlink_metadata(path).ok().map(|data| data.file_type().into())
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Content> {
        let data = fs::metadata(path)?;
        if data.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
        }
        if !data.is_file() {
            // opening a FIFO would wait for a writer for ever
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file"));
        }
        if data.len() > limit {
            return Ok(Content::TooLarge(data.len()));
        }
        bounded(File::open(path)?, limit)
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn git_files(&self, dir: &Path) -> Option<Vec<String>> {
        crate::git::list_files(dir)
    }
}
