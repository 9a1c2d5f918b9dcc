//! Takes steps back: after an error, after a crash, or because a person asks. What was edited since stays as it is.

use std::fs;
use std::io;

use super::apply::{ApplyError, Watch, changed, install, lock, make_dir, rename, take_index_lock};
use super::journal::{IndexRecord, Journal, Kept, Progress, Record};
use super::place::{Place, remove};
use super::state::State;
use super::sync_dir;
use crate::digest::sha256;
use crate::git;
use crate::path::is_below;

/// What an undo did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    /// The run taken back.
    pub id: u32,
    /// Paths that were changed since and stay as they are; the journal of their steps is kept.
    pub left: Vec<String>,
}

/// Takes back a run that was interrupted, if there is one. Gives its number.
pub fn recover(place: &Place, watch: &mut dyn Watch) -> Result<Option<u32>, ApplyError> {
    let _lock = lock(place)?;
    let found = place.interrupted()?;
    let Some(mut journal) = found else {
        place.sweep().map_err(ApplyError::Io)?;
        return Ok(None);
    };
    let left = revert(place, &mut journal, watch).map_err(ApplyError::Io)?;
    finish(place, &mut journal, &left).map_err(ApplyError::Io)?;
    if left.is_empty() { Ok(Some(journal.id)) } else { Err(ApplyError::Io(changed(&left))) }
}

/// Takes back run `id`, or the last one. `None`: there is none.
pub fn undo(place: &Place, id: Option<u32>, watch: &mut dyn Watch) -> Result<Option<Undone>, ApplyError> {
    let _lock = lock(place)?;
    let mut journals = place.journals()?;
    let wanted = match id {
        Some(id) => journals.iter().position(|journal| journal.id == id),
        None => journals.len().checked_sub(1),
    };
    let Some(mut journal) = wanted.map(|at| journals.swap_remove(at)) else { return Ok(None) };
    let run = |journal: &mut Journal, watch: &mut dyn Watch| {
        watch.reach("undo")?;
        journal.progress = Progress::Undoing;
        journal.save(place)?;
        let left = revert(place, journal, watch)?;
        watch.reach("forget")?;
        finish(place, journal, &left)?;
        Ok(left)
    };
    let left = run(&mut journal, watch).map_err(ApplyError::Io)?;
    Ok(Some(Undone { id: journal.id, left }))
}

/// Forgets the journal, or keeps what could not be taken back.
fn finish(place: &Place, journal: &mut Journal, left: &[String]) -> io::Result<()> {
    if left.is_empty() {
        return place.forget(journal.id);
    }
    journal.progress = Progress::Applied;
    journal.index = None;
    journal.save(place)
}

/// Takes every step back that was done, last first; can be interrupted and called again. Gives the paths that someone
/// else changed, and keeps only their steps in the journal.
pub(super) fn revert(place: &Place, journal: &mut Journal, watch: &mut dyn Watch) -> io::Result<Vec<String>> {
    remove(&place.dir(journal.id).join("index.tmp"))?;
    let mut left = Vec::new();
    if let Some(index) = &journal.index {
        left.extend(revert_index(place, journal.id, index, watch)?);
    }
    let moved: Vec<String> = journal.steps.iter().filter_map(moved_to).collect();
    let mut kept = Vec::new();
    for (number, record) in journal.steps.iter().enumerate().rev() {
        match revert_step(place, journal.id, &journal.temporary(number), record, &moved, watch)? {
            Back::Yes => {}
            Back::No => kept.push(record.clone()),
            Back::Changed(path) => {
                left.push(path);
                kept.push(record.clone());
            }
        }
    }
    if !left.is_empty() {
        drop_empty(place, &journal.steps);
        kept.reverse();
        journal.steps = kept;
    }
    left.sort();
    left.dedup();
    Ok(left)
}

fn moved_to(record: &Record) -> Option<String> {
    match record {
        Record::Move { to, .. } => Some(to.clone()),
        _ => None,
    }
}

/// Directories that came back for files that did not.
fn drop_empty(place: &Place, steps: &[Record]) {
    for record in steps {
        if let Record::RemoveDir { path, .. } = record {
            // one that is not empty stays
            let _ = fs::remove_dir(place.path(path));
        }
    }
}

enum Back {
    /// It is as before.
    Yes,
    /// It stays, and that is no loss: a directory that holds something.
    No,
    /// Someone else changed it.
    Changed(String),
}

fn revert_step(place: &Place, id: u32, temporary: &str, record: &Record, moved: &[String], watch: &mut dyn Watch) -> io::Result<Back> {
    match record {
        Record::MakeDir { path } => {
            watch.reach("remove directory")?;
            match fs::remove_dir(place.path(path)) {
                Ok(()) => sync_dir(&place.path(path)).map(|()| Back::Yes),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Back::Yes),
                Err(error) if matches!(error.kind(), io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotADirectory) => Ok(Back::No),
                Err(error) => Err(error),
            }
        }
        Record::Move { from, to, state } => {
            let (old, new) = (place.path(from), place.path(to));
            let (at_old, at_new) = (State::of(&old)?, State::of(&new)?);
            if at_new == State::Absent && at_old == *state {
                return Ok(Back::Yes);
            }
            if at_new != *state || at_old != State::Absent {
                return Ok(Back::Changed(to.clone()));
            }
            watch.reach("move")?;
            rename(&new, &old)?;
            Ok(Back::Yes)
        }
        Record::Write { path, before, after } => {
            let target = place.path(path);
            remove(&target.with_file_name(temporary))?;
            let now = State::of(&target)?;
            match (before, &now) {
                (Some(kept), now) if kept.is(now) => Ok(Back::Yes),
                (None, State::Absent) => Ok(Back::Yes),
                // not moved here yet, or moved back already: the step of the move looks after it
                (Some(_), State::Absent) if moved.iter().any(|to| is_below(path, to)) => Ok(Back::Yes),
                (Some(kept), State::File { sha256, .. }) if sha256 == after => restore(place, id, temporary, path, kept, watch),
                (None, State::File { sha256, .. }) if sha256 == after => {
                    watch.reach("remove")?;
                    fs::remove_file(&target)?;
                    sync_dir(&target)?;
                    Ok(Back::Yes)
                }
                _ => Ok(Back::Changed(path.clone())),
            }
        }
        Record::Remove { path, before } => {
            let target = place.path(path);
            match State::of(&target)? {
                now if before.is(&now) => Ok(Back::Yes),
                State::Absent => restore(place, id, temporary, path, before, watch),
                _ => Ok(Back::Changed(path.clone())),
            }
        }
        Record::RemoveDir { path, mode } => {
            let target = place.path(path);
            if target.is_dir() {
                return Ok(Back::Yes);
            }
            watch.reach("make directory")?;
            make_dir(&target, Some(*mode))?;
            Ok(Back::Yes)
        }
    }
}

impl Kept {
    fn is(&self, state: &State) -> bool {
        *state == State::File { sha256: self.sha256.clone(), mode: self.mode }
    }
}

fn restore(place: &Place, id: u32, temporary: &str, path: &str, kept: &Kept, watch: &mut dyn Watch) -> io::Result<Back> {
    let bytes = fs::read(place.blob(id, &kept.sha256))?;
    if sha256(&bytes) != kept.sha256 {
        return Err(io::Error::other(format!("the journal's copy of `{path}` is damaged")));
    }
    let target = place.path(path);
    install(&target.with_file_name(temporary), &target, &bytes, Some(kept.mode), watch)?;
    Ok(Back::Yes)
}

/// Gives the index its old entries back: byte for byte when nobody wrote it since, entry by entry otherwise.
fn revert_index(place: &Place, id: u32, record: &IndexRecord, watch: &mut dyn Watch) -> io::Result<Option<String>> {
    let lock = record.lock();
    match fs::read(&lock) {
        // ours: the run died while it held the lock
        Ok(bytes) if sha256(&bytes) == record.after || sha256(&bytes) == record.before => {
            watch.reach("index unlock")?;
            remove(&lock)?;
        }
        Ok(_) => return Err(io::Error::other("`index.lock` exists: another git process is running, or died")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let now = match fs::read(&record.path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let hash = sha256(&now);
    let bytes = if hash == record.before {
        return Ok(None);
    } else if hash == record.after {
        fs::read(place.blob(id, &record.before))?
    } else {
        let back: Vec<(String, String)> = record.moves.iter().map(|(from, to)| (to.clone(), from.clone())).collect();
        match git::index::moved(&now, &back, &place.dir(id)) {
            Ok(bytes) => bytes,
            Err(_) => return Ok(Some("the git index".to_string())),
        }
    };
    let record = IndexRecord { before: hash, ..record.clone() };
    take_index_lock(place, id, &record, &bytes, watch)?;
    watch.reach("index")?;
    fs::rename(lock, &record.path)?;
    sync_dir(&record.path)?;
    Ok(None)
}
