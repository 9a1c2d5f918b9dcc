//! What is written down before anything is touched: every step with what stood there, so that it can be taken back.
//!
//! A journal is a directory: `journal.json`, and under `old/` the content of everything that is replaced or removed. It
//! stays after the work is done, for `undo`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::prepare::check;
use super::state::{State, sha256};
use crate::git::index::IndexChange;

/// Where the steps happen and where their journal is kept.
#[derive(Debug, Clone)]
pub struct Place {
    /// The directory the steps are relative to; all links resolved.
    pub base: PathBuf,
    /// The directory that holds the journals.
    pub home: PathBuf,
}

/// How far a journal got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// The steps are being done: found by a later run, they were interrupted.
    Applying,
    /// All steps are done.
    Applied,
    /// The steps are being taken back: found by a later run, that was interrupted.
    Undoing,
}

/// A step with what takes it back.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Record {
    /// A directory made.
    MakeDir {
        /// The directory.
        path: String,
    },
    /// Something moved as it is.
    Move {
        /// Where it was.
        from: String,
        /// Where it is.
        to: String,
        /// What it is.
        state: State,
    },
    /// A file replaced or created.
    Write {
        /// The file.
        path: String,
        /// What stood there; `None` for a file created.
        before: Option<Kept>,
        /// Hash of what stands there now.
        after: String,
    },
    /// A file removed.
    Remove {
        /// The file.
        path: String,
        /// What stood there.
        before: Kept,
    },
    /// An empty directory removed.
    RemoveDir {
        /// The directory.
        path: String,
        /// Its permission bits.
        mode: u32,
    },
}

/// The content of a file, kept in the journal.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Kept {
    /// The name under `old/`.
    pub blob: String,
    /// Its hash.
    pub sha256: String,
    /// Its permission bits.
    pub mode: u32,
}

/// The change of the git index.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct IndexRecord {
    /// The index file.
    pub path: PathBuf,
    /// Hash of the index before.
    pub before: String,
    /// Hash of the index after.
    pub after: String,
    /// Entries moved: from, to; relative to the work tree.
    pub moves: Vec<(String, String)>,
}

/// Everything one run changes.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Journal {
    /// Version of this format.
    pub version: u32,
    /// Which run; counted from 1.
    pub id: u32,
    /// How far it got.
    pub progress: Progress,
    /// The steps, in the order they are done.
    pub steps: Vec<Record>,
    /// The git index, changed last.
    pub index: Option<IndexRecord>,
}

/// The journal in `old/index`.
pub(super) const INDEX_BLOB: &str = "index";

impl Place {
    /// The absolute path of a step's path.
    pub(super) fn path(&self, relative: &str) -> PathBuf {
        self.base.join(relative)
    }

    pub(super) fn dir(&self, id: u32) -> PathBuf {
        self.home.join(id.to_string())
    }

    pub(super) fn blob(&self, id: u32, name: &str) -> PathBuf {
        self.dir(id).join("old").join(name)
    }

    /// The journals kept, oldest first. One that cannot be read is an error: it may be all that is left of a file.
    pub fn journals(&self) -> io::Result<Vec<Journal>> {
        let mut found = Vec::new();
        let ids = self.ids()?;
        if self.home.is_symlink() || ids.iter().any(|id| self.dir(*id).is_symlink()) {
            return Err(io::Error::other("the journals are behind a link"));
        }
        for id in ids {
            match fs::read(self.dir(id).join("journal.json")) {
                Ok(bytes) => {
                    let journal: Journal = serde_json::from_slice(&bytes)?;
                    journal.check(self, id)?;
                    found.push(journal);
                }
                // a run that died before it touched anything
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// The journal of a run that was interrupted.
    pub fn interrupted(&self) -> io::Result<Option<Journal>> {
        Ok(self.journals()?.into_iter().find(|journal| journal.progress != Progress::Applied))
    }

    fn ids(&self) -> io::Result<Vec<u32>> {
        let mut ids = Vec::new();
        match fs::read_dir(&self.home) {
            Ok(entries) => {
                for entry in entries {
                    ids.extend(entry?.file_name().to_str().and_then(|name| name.parse::<u32>().ok()));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        ids.sort_unstable();
        Ok(ids)
    }

    pub(super) fn next_id(&self) -> io::Result<u32> {
        Ok(self.ids()?.last().map_or(1, |last| last + 1))
    }

    /// Forgets a journal, and the directory of journals with the last one.
    pub(super) fn forget(&self, id: u32) -> io::Result<()> {
        // without its journal.json a directory is only rubbish, whenever this is interrupted
        remove(&self.dir(id).join("journal.json"))?;
        self.sweep()
    }

    /// Removes what a run left that died before it wrote its journal, and the directory of journals when it is empty.
    pub(super) fn sweep(&self) -> io::Result<()> {
        for id in self.ids()? {
            if !self.dir(id).join("journal.json").exists() {
                fs::remove_dir_all(self.dir(id))?;
            }
        }
        match fs::remove_dir(&self.home) {
            Err(error) if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty) => Err(error),
            _ => Ok(()),
        }
    }
}

/// Removes a file that may not be there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

impl Record {
    fn paths(&self) -> Vec<&str> {
        match self {
            Self::Move { from, to, .. } => vec![from, to],
            Self::MakeDir { path } | Self::Write { path, .. } | Self::Remove { path, .. } | Self::RemoveDir { path, .. } => vec![path],
        }
    }

    fn kept(&self) -> Option<&Kept> {
        match self {
            Self::Write { before, .. } => before.as_ref(),
            Self::Remove { before, .. } => Some(before),
            _ => None,
        }
    }
}

impl Journal {
    /// Refuses a journal that no run of ours wrote: it may have come with the directory, and must not lead out of it.
    fn check(&self, place: &Place, id: u32) -> io::Result<()> {
        let honest = |record: &Record| {
            let blob = record.kept().is_none_or(|kept| kept.blob.parse::<u32>().is_ok());
            blob && record.paths().into_iter().all(|path| check(place, path).is_ok())
        };
        let index = self.index.as_ref().is_none_or(|index| place.home.parent().is_some_and(|git| index.path == git.join("index")));
        if self.id == id && index && self.steps.iter().all(honest) {
            return Ok(());
        }
        let dir = place.dir(id);
        Err(io::Error::other(format!("the journal of run {id} does not fit this directory: remove `{}` to go on", dir.display())))
    }

    /// Writes the blobs, then the journal; everything is on the disk when this returns.
    pub(super) fn store(&self, place: &Place, blobs: &[(String, Vec<u8>)]) -> io::Result<()> {
        for (name, bytes) in blobs {
            super::create(&place.blob(self.id, name), bytes)?;
        }
        self.save(place)
    }

    /// Writes the journal again, in one step.
    pub(super) fn save(&self, place: &Place) -> io::Result<()> {
        super::replace(&place.dir(self.id).join("journal.json"), &serde_json::to_vec_pretty(self)?)?;
        super::sync_dir(&place.dir(self.id))?;
        super::sync_dir(&place.home)
    }

    /// The name of the temporary file for step `number`, beside its target: known, so that a later run can remove it.
    pub(super) fn temporary(&self, number: usize) -> String {
        format!(".microagent-{}-{number}.tmp", self.id)
    }
}

impl IndexRecord {
    pub(super) fn of(change: &IndexChange) -> Self {
        Self { path: change.path.clone(), before: sha256(&change.before), after: sha256(&change.after), moves: change.moves.clone() }
    }

    /// The lock that git and we take before we change the index.
    pub(super) fn lock(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".lock");
        name.into()
    }
}
