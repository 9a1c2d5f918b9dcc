//! Checks a list of steps against what is there and turns it into a journal. Reads; changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::journal::{IndexRecord, Journal, Kept, Progress, Record, VERSION};
use super::place::Place;
use super::state::{State, mode};
use crate::digest::sha256;
use crate::git::index::IndexChange;
use crate::migrate::step::Step;
use crate::path::rebased;

/// Why steps cannot be done, found before anything is touched.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// A path that leads out of the directory, or none at all.
    #[error("`{0}` is not a path below the directory")]
    Outside(String),
    /// A directory on the way to a path is a link.
    #[error("`{path}` lies behind the link `{link}`")]
    BehindLink {
        /// The path.
        path: String,
        /// The link, relative to the base.
        link: String,
    },
    /// Something is not there.
    #[error("`{0}` is not there")]
    Missing(String),
    /// Something is in the way.
    #[error("`{0}` exists already")]
    InTheWay(String),
    /// Not a regular file, or not a directory where one is needed.
    #[error("`{0}` is not a regular file")]
    NotAFile(String),
    /// It cannot be read.
    #[error("`{path}`: {error}")]
    Io {
        /// The path.
        path: String,
        /// Why.
        error: io::Error,
    },
}

/// Contents to keep, by their hash.
type Blobs = BTreeMap<String, Vec<u8>>;

/// A journal and the contents to keep with it.
pub(super) type Prepared = (Journal, Blobs);

/// Checks `steps` and collects what takes them back.
pub(super) fn prepare(place: &Place, id: u32, steps: &[Step], index: Option<&IndexChange>) -> Result<Prepared, Refusal> {
    let mut future = Future { place, moved: BTreeMap::new(), made: BTreeSet::new(), gone: BTreeSet::new() };
    let mut blobs = Blobs::new();
    let mut records = Vec::with_capacity(steps.len());
    for step in steps {
        for path in step.paths() {
            check(place, path)?;
        }
        records.push(future.record(step, &mut blobs)?);
    }
    if let Some(change) = index {
        blobs.insert(sha256(&change.before), change.before.clone());
    }
    let journal = Journal { version: VERSION, id, progress: Progress::Applying, steps: records, index: index.map(IndexRecord::of) };
    Ok((journal, blobs))
}

/// Refuses a path that could lead out of the base.
pub(super) fn check(place: &Place, path: &str) -> Result<(), Refusal> {
    let normal = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let spelled = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    if !normal || !spelled || path.contains(['\0', '\\']) {
        return Err(Refusal::Outside(path.to_string()));
    }
    for (at, _) in path.match_indices('/') {
        let parent = &path[..at];
        if place.path(parent).is_symlink() {
            return Err(Refusal::BehindLink { path: path.to_string(), link: parent.to_string() });
        }
    }
    Ok(())
}

/// The tree as the steps so far would leave it.
struct Future<'a> {
    place: &'a Place,
    /// Moved things: to, from.
    moved: BTreeMap<String, String>,
    made: BTreeSet<String>,
    gone: BTreeSet<String>,
}

impl Future<'_> {
    fn record(&mut self, step: &Step, blobs: &mut Blobs) -> Result<Record, Refusal> {
        match step {
            Step::MakeDir { path } => {
                self.must_be_absent(path)?;
                self.appear(path);
                Ok(Record::MakeDir { path: path.clone() })
            }
            Step::Move { from, to } => {
                self.must_be_absent(to)?;
                let state = self.now(from).map_or(Ok(State::Absent), |path| State::of(&path)).map_err(|error| io_at(from, error))?;
                match state {
                    State::Absent => return Err(Refusal::Missing(from.clone())),
                    State::Other => return Err(Refusal::NotAFile(from.clone())),
                    _ => {}
                }
                self.disappear(from);
                self.moved.insert(to.clone(), from.clone());
                self.gone.remove(to);
                Ok(Record::Move { from: from.clone(), to: to.clone(), state })
            }
            Step::Write { path, bytes } => {
                let before = match self.now(path).filter(|now| now.symlink_metadata().is_ok()) {
                    Some(_) => Some(self.keep(path, blobs)?),
                    None => None,
                };
                self.appear(path);
                Ok(Record::Write { path: path.clone(), before, after: sha256(bytes) })
            }
            Step::Remove { path } => {
                let before = self.keep(path, blobs)?;
                self.disappear(path);
                Ok(Record::Remove { path: path.clone(), before })
            }
            Step::RemoveDir { path } => {
                let data = self.metadata(path)?;
                if !data.is_dir() {
                    return Err(Refusal::NotAFile(path.clone()));
                }
                self.disappear(path);
                Ok(Record::RemoveDir { path: path.clone(), mode: mode(&data) })
            }
        }
    }

    fn appear(&mut self, path: &str) {
        self.gone.remove(path);
        self.made.insert(path.to_string());
    }

    fn disappear(&mut self, path: &str) {
        self.made.remove(path);
        self.gone.insert(path.to_string());
    }

    /// Where the thing that will be at `path` is now; `None` when the steps so far remove or make it.
    fn now(&self, path: &str) -> Option<PathBuf> {
        match self.moved.iter().find_map(|(to, from)| rebased(path, to, from)) {
            Some(source) => Some(self.place.path(&source)),
            None if self.gone.contains(path) || self.made.contains(path) => None,
            None => Some(self.place.path(path)),
        }
    }

    fn metadata(&self, path: &str) -> Result<fs::Metadata, Refusal> {
        let now = self.now(path).ok_or_else(|| Refusal::Missing(path.to_string()))?;
        now.symlink_metadata().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Refusal::Missing(path.to_string()),
            _ => io_at(path, error),
        })
    }

    fn must_be_absent(&self, path: &str) -> Result<(), Refusal> {
        let taken = self.made.contains(path) || self.now(path).is_some_and(|now| now.symlink_metadata().is_ok());
        if taken { Err(Refusal::InTheWay(path.to_string())) } else { Ok(()) }
    }

    /// Reads the file at `path` to keep it in the journal.
    fn keep(&self, path: &str, blobs: &mut Blobs) -> Result<Kept, Refusal> {
        let data = self.metadata(path)?;
        if !data.is_file() {
            return Err(Refusal::NotAFile(path.to_string()));
        }
        let now = self.now(path).ok_or_else(|| Refusal::Missing(path.to_string()))?;
        let bytes = fs::read(now).map_err(|error| io_at(path, error))?;
        let kept = Kept { sha256: sha256(&bytes), mode: mode(&data) };
        blobs.insert(kept.sha256.clone(), bytes);
        Ok(kept)
    }
}

fn io_at(path: &str, error: io::Error) -> Refusal {
    Refusal::Io { path: path.to_string(), error }
}
