//! Where journals are kept: a directory for each run, named by its number. Anything else that stands there is somebody
//! else's and is never removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::journal::{Journal, Progress};
use crate::digest::is_sha256;

/// Where the steps happen and where their journal is kept.
#[derive(Debug, Clone)]
pub struct Place {
    /// The directory the steps are relative to; all links resolved.
    pub base: PathBuf,
    /// The directory that holds the journals.
    pub home: PathBuf,
}

/// Something where journals are kept that no run of ours can have left so. Nothing was touched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}`: {why}", path.display())]
pub struct JournalError {
    /// What is wrong.
    pub path: PathBuf,
    /// In what way: lower case, no full stop.
    pub why: String,
}

impl JournalError {
    fn new(path: PathBuf, why: impl Into<String>) -> Self {
        Self { path, why: why.into() }
    }
}

impl Place {
    /// The absolute path of a step's path.
    pub(super) fn path(&self, relative: &str) -> PathBuf {
        self.base.join(relative)
    }

    pub(super) fn dir(&self, id: u32) -> PathBuf {
        self.home.join(id.to_string())
    }

    /// The copy of a content with this hash.
    pub(super) fn blob(&self, id: u32, sha256: &str) -> PathBuf {
        self.dir(id).join("old").join(sha256)
    }

    pub(super) fn journal(&self, id: u32) -> PathBuf {
        self.dir(id).join("journal.json")
    }

    /// The journals kept, oldest first. One that cannot be read is an error: it may be all that is left of a file.
    pub fn journals(&self) -> Result<Vec<Journal>, JournalError> {
        let mut found = Vec::new();
        for id in self.ids()? {
            let path = self.journal(id);
            match fs::symlink_metadata(&path) {
                Ok(data) if data.is_file() => found.push(self.read(id, path)?),
                Ok(_) => return Err(JournalError::new(path, "not a regular file")),
                // a run that died before it touched anything, or nothing of ours
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(JournalError::new(path, error.to_string())),
            }
        }
        Ok(found)
    }

    fn read(&self, id: u32, path: PathBuf) -> Result<Journal, JournalError> {
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => return Err(JournalError::new(path, error.to_string())),
        };
        match Journal::parse(&bytes, self, id) {
            Ok(journal) => Ok(journal),
            Err(why) => Err(JournalError::new(path, why)),
        }
    }

    /// The journal of a run that was interrupted.
    pub fn interrupted(&self) -> Result<Option<Journal>, JournalError> {
        Ok(self.journals()?.into_iter().find(|journal| journal.progress != Progress::Applied))
    }

    /// The numbers that have a directory, in order. `7` is a number, `07` and `+7` are names.
    fn ids(&self) -> Result<Vec<u32>, JournalError> {
        let failed = |path: &Path, error: io::Error| JournalError::new(path.to_path_buf(), error.to_string());
        match fs::symlink_metadata(&self.home) {
            Ok(data) if data.is_symlink() => return Err(JournalError::new(self.home.clone(), "the journals are behind a link")),
            Ok(data) if !data.is_dir() => return Err(JournalError::new(self.home.clone(), "not a directory, so it can hold no journals")),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(&self.home, error)),
        }
        let mut ids = Vec::new();
        for entry in fs::read_dir(&self.home).map_err(|error| failed(&self.home, error))? {
            let entry = entry.map_err(|error| failed(&self.home, error))?;
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.parse::<u32>().ok().filter(|id| id.to_string() == name));
            let Some(id) = number else { continue };
            let kind = entry.file_type().map_err(|error| failed(&entry.path(), error))?;
            if kind.is_symlink() {
                return Err(JournalError::new(entry.path(), "the journals are behind a link"));
            }
            if !kind.is_dir() {
                return Err(JournalError::new(entry.path(), "not a directory, so it can hold no journal"));
            }
            ids.push(id);
        }
        ids.sort_unstable();
        Ok(ids)
    }

    pub(super) fn next_id(&self) -> Result<u32, JournalError> {
        let last = self.ids()?.last().copied().unwrap_or_default();
        last.checked_add(1).ok_or_else(|| JournalError::new(self.dir(last), "there is no number after this one for another run"))
    }

    /// Forgets a journal, and the directory of journals with the last one.
    pub(super) fn forget(&self, id: u32) -> io::Result<()> {
        // without its journal.json a directory is only rubbish, whenever this is interrupted
        remove(&self.journal(id))?;
        self.sweep()
    }

    /// Removes what a run left that died before it wrote its journal, and the directory of journals when it is empty.
    pub(super) fn sweep(&self) -> io::Result<()> {
        for id in self.ids().map_err(io::Error::other)? {
            let dir = self.dir(id);
            if self.journal(id).symlink_metadata().is_ok() {
                continue;
            }
            let old = dir.join("old");
            if old.symlink_metadata().is_ok_and(|data| data.is_dir()) {
                clear(&old, |name| is_sha256(name) || is_temporary(name))?;
            }
            clear(&dir, is_temporary)?;
        }
        remove_empty(&self.home)
    }
}

/// Files that are ours for a moment, before they get their name.
fn is_temporary(name: &str) -> bool {
    let staged = name.starts_with(".microagent-") && name.ends_with(".tmp");
    staged || matches!(name, "index.tmp" | "index.work" | "index.work.lock")
}

/// Removes the files of `dir` whose name is ours, and `dir` when nothing else is in it.
fn clear(dir: &Path, ours: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_type()?.is_file() && entry.file_name().to_str().is_some_and(&ours) {
            remove(&entry.path())?;
        }
    }
    remove_empty(dir)
}

/// Removes a directory that may not be there, unless it holds something.
fn remove_empty(dir: &Path) -> io::Result<()> {
    match fs::remove_dir(dir) {
        Err(error) if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty) => Err(error),
        _ => Ok(()),
    }
}

/// Removes a file that may not be there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> (tempfile::TempDir, Place) {
        let dir = tempfile::tempdir().unwrap();
        let base = fs::canonicalize(dir.path()).unwrap();
        (dir, Place { home: base.join(".microagent"), base })
    }

    fn put(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn only_what_is_ours_is_swept() {
        let (_dir, place) = place();
        let blob = crate::digest::sha256("x");
        let kept = ["7/precious", "8/old/notes.txt", "8/sub/a", "007/x", "+9/x", "x/y", "0/index"];
        let ours = [format!("3/old/{blob}"), "3/old/.microagent-x.tmp".into(), "8/.microagent-1.tmp".into(), "0/index.work".into()];
        for name in kept.iter().copied().chain(ours.iter().map(String::as_str)) {
            put(&place.home.join(name), "x");
        }
        place.sweep().unwrap();
        for name in kept {
            assert!(place.home.join(name).exists(), "{name}");
        }
        for name in &ours {
            assert!(!place.home.join(name).exists(), "{name}");
        }
        assert!(!place.dir(3).exists());
        assert_eq!(place.ids().unwrap(), [0, 7, 8]);
        assert_eq!(place.next_id().unwrap(), 9);
    }

    #[test]
    fn numbers_end() {
        let (_dir, place) = place();
        assert_eq!(place.next_id().unwrap(), 1);
        fs::create_dir_all(place.dir(u32::MAX)).unwrap();
        fs::create_dir_all(place.home.join("99999999999")).unwrap();
        let error = place.next_id().unwrap_err();
        assert_eq!(error, JournalError::new(place.dir(u32::MAX), "there is no number after this one for another run"));
    }
}
