//! A downloaded conversation: a zip seen as a tree of files. Nothing is ever unpacked to disk.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use zip::ZipArchive;

use crate::tree::{Content, DirEntry, FileKind, Tree};

/// More entries than any conversation has.
const MAX_ENTRIES: usize = 4_000_000;

/// An archive may unpack to this many times its own size, plus [`FREE_BYTES`].
const MAX_RATIO: u64 = 200;

/// What an archive may unpack to whatever its size.
const FREE_BYTES: u64 = 256 << 20;

/// A zip file, open.
pub(super) struct Archive {
    zip: Mutex<ZipArchive<BufReader<File>>>,
    /// Files by path: their index in the archive and their size.
    files: BTreeMap<PathBuf, (usize, u64)>,
}

impl Archive {
    /// Opens the zip in `file`. Refuses one whose paths leave it, that holds one path twice, or that unpacks to far
    /// more than it is long.
    pub(super) fn open(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|error| refused(format!("not a readable zip: {error}")))?;
        if zip.len() > MAX_ENTRIES {
            return Err(refused(format!("the zip has {} entries", zip.len())));
        }
        let mut files = BTreeMap::new();
        let mut total = 0u64;
        for index in 0..zip.len() {
            let entry = zip.by_index_raw(index).map_err(|error| refused(format!("not a readable zip: {error}")))?;
            let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
            // a name that another program would write elsewhere is refused, though nothing is written here
            let leaves = name.starts_with('/') || name.contains('\\') || name.as_bytes().get(1) == Some(&b':') || entry.is_symlink();
            let inside = entry.enclosed_name().filter(|_| !leaves);
            let Some(path) = inside else {
                return Err(refused(format!("the path `{name}` in the zip leaves it")));
            };
            if entry.is_dir() {
                continue;
            }
            total = total.saturating_add(entry.size());
            if files.insert(path, (index, entry.size())).is_some() {
                return Err(refused(format!("the zip holds `{name}` twice")));
            }
        }
        if total > length.saturating_mul(MAX_RATIO).saturating_add(FREE_BYTES) {
            return Err(refused(format!("the zip of {length} bytes unpacks to {total} bytes")));
        }
        Ok(Self { zip: Mutex::new(zip), files })
    }

    fn is_dir(&self, path: &Path) -> bool {
        path.as_os_str().is_empty()
            || self.files.range(path.to_path_buf()..).take_while(|(file, _)| file.starts_with(path)).any(|(file, _)| file != path)
    }
}

fn refused(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn missing() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "no such file in the zip")
}

impl Tree for Archive {
    fn entries(&self, dir: &Path) -> io::Result<Vec<DirEntry>> {
        if !self.is_dir(dir) {
            return Err(missing());
        }
        let below = self.files.range(dir.to_path_buf()..).take_while(|(file, _)| file.starts_with(dir));
        let mut entries: Vec<DirEntry> = Vec::new();
        for (file, _) in below {
            let rest = file.strip_prefix(dir).unwrap_or(file);
            let Some(name) = rest.iter().next() else { continue };
            let name = name.to_string_lossy().into_owned();
            let kind = if rest.iter().nth(1).is_some() { FileKind::Dir } else { FileKind::File };
            if entries.last().is_none_or(|last| last.name != name) {
                entries.push(DirEntry { name, kind });
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn kind(&self, path: &Path) -> Option<FileKind> {
        if self.files.contains_key(path) { Some(FileKind::File) } else { self.is_dir(path).then_some(FileKind::Dir) }
    }

    fn link_kind(&self, path: &Path) -> Option<FileKind> {
        self.kind(path)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Content> {
        let (index, size) = *self.files.get(path).ok_or_else(missing)?;
        if size > limit {
            return Ok(Content::TooLarge(size));
        }
        let mut zip = self.zip.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = zip.by_index(index).map_err(|error| refused(error.to_string()))?;
        let mut bytes = Vec::new();
        // one byte more than promised: an entry that lies about its length is found out
        entry.take(size + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > size {
            return Err(refused("the file is longer than the zip says".into()));
        }
        Ok(Content::Bytes(bytes))
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_path_buf())
    }

    fn git_files(&self, _dir: &Path) -> Option<Vec<String>> {
        None
    }
}
