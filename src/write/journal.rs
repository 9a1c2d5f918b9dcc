//! What is written down before anything is touched: every step with what stood there, so that it can be taken back.
//!
//! A journal is a directory: `journal.json`, and under `old/` the content of everything that is replaced or removed, each
//! named by its hash and readable by its owner alone. It stays after the work is done, for `undo`.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use super::place::Place;
use super::prepare::check;
use super::state::State;
use crate::digest::{is_sha256, sha256};
use crate::git::index::IndexChange;

/// The version of the format that is written and read.
pub(super) const VERSION: u32 = 1;

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
    /// Its hash, and its name under `old/`.
    pub sha256: String,
    /// Its permission bits.
    pub mode: u32,
}

/// The change of the git index.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct IndexRecord {
    /// The index file.
    pub path: PathBuf,
    /// Hash of the index before, and its name under `old/`.
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
    /// Reads the journal of run `id`; the error says what is wrong with it. Refuses one that no run of ours wrote: it may
    /// have come with the directory, and must not lead out of it.
    pub(super) fn parse(bytes: &[u8], place: &Place, id: u32) -> Result<Self, String> {
        #[derive(serde::Deserialize)]
        struct Head {
            version: u32,
        }
        let broken = |error: serde_json::Error| format!("not the journal of a run: {error}");
        let Head { version } = serde_json::from_slice(bytes).map_err(broken)?;
        if version != VERSION {
            return Err(format!("a journal of version {version}, and only version {VERSION} can be read"));
        }
        let journal: Self = serde_json::from_slice(bytes).map_err(broken)?;
        let honest = |record: &Record| {
            let blob = record.kept().is_none_or(|kept| is_sha256(&kept.sha256));
            blob && record.paths().into_iter().all(|path| check(place, path).is_ok())
        };
        let index = journal
            .index
            .as_ref()
            .is_none_or(|index| is_sha256(&index.before) && place.home.parent().is_some_and(|git| index.path == git.join("index")));
        if journal.id == id && index && journal.steps.iter().all(honest) {
            Ok(journal)
        } else {
            Err(format!("the journal of run {id} does not fit this directory"))
        }
    }

    /// Writes the blobs, then the journal; everything is on the disk when this returns.
    pub(super) fn store(&self, place: &Place, blobs: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
        for (sha256, bytes) in blobs {
            super::create_private(&place.blob(self.id, sha256), bytes)?;
        }
        self.save(place)
    }

    /// Writes the journal again, in one step.
    pub(super) fn save(&self, place: &Place) -> io::Result<()> {
        super::replace(&place.journal(self.id), &serde_json::to_vec_pretty(self)?)?;
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
