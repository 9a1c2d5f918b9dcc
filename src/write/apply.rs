//! Does steps so that the tree is the old one or the new one: all of them, or, after an error, none of them.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::journal::{IndexRecord, Journal, Progress, Record};
use super::place::{JournalError, Place, remove};
use super::prepare::{Refusal, prepare};
use super::state;
use super::undo::revert;
use super::{private, sync_dir};
use crate::digest::sha256;
use crate::git::index::IndexChange;
use crate::migrate::step::Step;

/// Is told before each change of the disk. Tests fail or die there.
pub trait Watch {
    /// Called before the change `what`; an error stops the work there.
    fn reach(&mut self, what: &str) -> io::Result<()>;
}

/// Lets everything pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn reach(&mut self, _what: &str) -> io::Result<()> {
        Ok(())
    }
}

/// Why nothing was changed, or what is left of a change.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// The steps do not fit what is there. Nothing was touched.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Something stands where the journals are kept. Nothing was touched.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Another run is at work. Nothing was touched.
    #[error("another run is changing this directory")]
    Busy,
    /// An earlier run was interrupted. Nothing was touched.
    #[error("run {0} was interrupted")]
    Interrupted(u32),
    /// A step failed; everything is as it was before.
    #[error("{0}; everything was taken back")]
    TakenBack(io::Error),
    /// A step failed, and so did taking the others back.
    #[error("{cause}; taking it back failed too: {error}")]
    Stuck {
        /// What failed first.
        cause: io::Error,
        /// What failed then.
        error: io::Error,
    },
    /// The journal could not be read or written, or taking back failed: what was done stands in the journal.
    #[error("{0}")]
    Io(io::Error),
}

/// Does `steps` and then moves the index entries; gives the number of the run, for `undo`.
pub fn apply(place: &Place, steps: &[Step], index: Option<&IndexChange>, watch: &mut dyn Watch) -> Result<u32, ApplyError> {
    let _lock = lock(place)?;
    if let Some(journal) = place.interrupted()? {
        return Err(ApplyError::Interrupted(journal.id));
    }
    let id = place.next_id()?;
    let (mut journal, blobs) = prepare(place, id, steps, index)?;
    let stored = watch.reach("journal").and_then(|()| journal.store(place, &blobs));
    if let Err(error) = stored {
        let _ = place.forget(id);
        return Err(ApplyError::Io(error));
    }
    let done = run(place, &journal, steps, index, watch).and_then(|()| {
        watch.reach("done")?;
        journal.progress = Progress::Applied;
        journal.save(place)
    });
    let Err(cause) = done else { return Ok(id) };
    journal.progress = Progress::Applying;
    match revert(place, &mut journal, watch).and_then(|left| if left.is_empty() { place.forget(id) } else { Err(changed(&left)) }) {
        Ok(()) => Err(ApplyError::TakenBack(cause)),
        Err(error) => Err(ApplyError::Stuck { cause, error }),
    }
}

pub(super) fn changed(paths: &[String]) -> io::Error {
    io::Error::other(format!("changed by someone else meanwhile: `{}`", paths.join("`, `")))
}

/// How often, and how long apart, a lock that another run holds is asked for.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Keeps other runs out until it is dropped; the system drops it when the process dies.
pub(super) fn lock(place: &Place) -> Result<Option<File>, ApplyError> {
    let Ok(dir) = File::open(&place.base) else { return Ok(None) };
    for _ in 0..LOCK_TRIES {
        match dir.try_lock() {
            Ok(()) => return Ok(Some(dir)),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
            // no locks on this file system: the journal still protects the files
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
    Err(ApplyError::Busy)
}

fn run(place: &Place, journal: &Journal, steps: &[Step], index: Option<&IndexChange>, watch: &mut dyn Watch) -> io::Result<()> {
    if let (Some(record), Some(change)) = (&journal.index, index) {
        take_index_lock(place, journal.id, record, &change.after, watch)?;
    }
    for (number, (record, step)) in journal.steps.iter().zip(steps).enumerate() {
        do_step(place, &journal.temporary(number), record, step, watch).map_err(|error| at(step, &error))?;
    }
    if let Some(record) = &journal.index {
        watch.reach("index")?;
        fs::rename(record.lock(), &record.path)?;
        sync_dir(&record.path)?;
    }
    Ok(())
}

/// Puts the new index where git keeps its lock: git and other runs wait, and a rename makes it the index.
pub(super) fn take_index_lock(place: &Place, id: u32, record: &IndexRecord, bytes: &[u8], watch: &mut dyn Watch) -> io::Result<()> {
    watch.reach("index lock")?;
    let temporary = place.dir(id).join("index.tmp");
    let mode = fs::metadata(&record.path).map(|data| state::mode(&data)).ok();
    fill(&temporary, bytes, mode)?;
    watch.reach("index lock")?;
    let linked = fs::hard_link(&temporary, record.lock());
    remove(&temporary)?;
    linked.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::Error::new(error.kind(), "`index.lock` exists: another git process is running, or died"),
        _ => error,
    })?;
    let now = fs::read(&record.path)?;
    if sha256(&now) == record.before { Ok(()) } else { Err(io::Error::other("the git index changed meanwhile")) }
}

/// Says where a step failed.
fn at(step: &Step, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("`{}`: {error}", step.paths().join("` → `")))
}

fn do_step(place: &Place, temporary: &str, record: &Record, step: &Step, watch: &mut dyn Watch) -> io::Result<()> {
    match (record, step) {
        (Record::MakeDir { path }, _) => {
            watch.reach("make directory")?;
            make_dir(&place.path(path), None)
        }
        (Record::Move { from, to, .. }, _) => {
            watch.reach("move")?;
            rename(&place.path(from), &place.path(to))
        }
        (Record::Write { path, before, .. }, Step::Write { bytes, .. }) => {
            let target = place.path(path);
            if before.is_none() && target.symlink_metadata().is_ok() {
                return Err(taken());
            }
            install(&target.with_file_name(temporary), &target, bytes, before.as_ref().map(|kept| kept.mode), watch)
        }
        (Record::Remove { path, .. }, _) => {
            watch.reach("remove")?;
            let target = place.path(path);
            fs::remove_file(&target)?;
            sync_dir(&target)
        }
        (Record::RemoveDir { path, .. }, _) => {
            watch.reach("remove directory")?;
            let target = place.path(path);
            fs::remove_dir(&target)?;
            sync_dir(&target)
        }
        (Record::Write { .. }, _) => Err(io::Error::other("the journal does not fit the steps")),
    }
}

pub(super) fn make_dir(path: &Path, mode: Option<u32>) -> io::Result<()> {
    fs::create_dir(path)?;
    if let Some(mode) = mode {
        state::set_mode(path, mode)?;
    }
    sync_dir(path)
}

/// Renames, never over something.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    if to.symlink_metadata().is_ok() {
        return Err(taken());
    }
    fs::rename(from, to)?;
    sync_dir(to)?;
    sync_dir(from)
}

fn taken() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "something appeared there meanwhile")
}

/// Puts a file in place in one atomic step, by way of `temporary` beside it.
pub(super) fn install(temporary: &Path, target: &Path, bytes: &[u8], mode: Option<u32>, watch: &mut dyn Watch) -> io::Result<()> {
    watch.reach("write")?;
    let put = fill(temporary, bytes, mode).and_then(|()| {
        watch.reach("rename")?;
        fs::rename(temporary, target)
    });
    if let Err(error) = put {
        let _ = remove(temporary);
        return Err(error);
    }
    sync_dir(target)
}

/// Writes a new file; nobody reads in it before it has its mode.
fn fill(temporary: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<()> {
    remove(temporary)?;
    let mut file = match mode {
        Some(mode) => {
            let file = private(File::options().write(true).create_new(true)).open(temporary)?;
            state::set_mode(temporary, mode)?;
            file
        }
        None => File::options().write(true).create_new(true).open(temporary)?,
    };
    file.write_all(bytes)?;
    file.sync_all()
}
