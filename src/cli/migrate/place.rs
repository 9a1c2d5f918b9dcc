//! Where a migration happens: the directory, its work tree, its journals.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{CliError, Streams};
use crate::git::index::{IndexError, Work, find};
use crate::migrate::Layout;
use crate::write::apply::{ApplyError, Unwatched};
use crate::write::place::{JournalError, Place};
use crate::write::undo::recover;

pub(super) struct Ground {
    /// The directory to move, links resolved.
    pub(super) root: PathBuf,
    /// Its work tree; `None` outside git.
    pub(super) work: Option<Work>,
    pub(super) place: Place,
    /// The directory relative to the base of the steps; empty when they are one.
    pub(super) prefix: String,
}

impl Ground {
    /// `plans`: nothing will be changed, so a repository that git cannot change does no harm.
    pub(super) fn find(given: &Path, plans: bool) -> Result<Self, CliError> {
        let failed =
            |reason: String| CliError::new(format!("{}: {reason}", given.display())).help("give a directory that exists and can be read");
        let root = fs::canonicalize(given).map_err(|error| failed(error.to_string()))?;
        if !root.is_dir() {
            return Err(failed("not a directory".to_string()));
        }
        let work = match find(&root) {
            Err(error) if !plans || matches!(error, IndexError::Bare) => return Err(error.into()),
            found => found.unwrap_or_default(),
        };
        let place = match &work {
            Some(work) => Place { base: work.root.clone(), home: work.git_dir.join("microagent") },
            None => Place { base: root.clone(), home: root.join(".microagent") },
        };
        let below = root.strip_prefix(&place.base).map_err(|_| failed("it lies outside its own work tree".to_string()))?;
        let prefix = below.to_str().ok_or_else(|| failed("its path is not UTF-8".to_string()))?.to_string();
        Ok(Self { root, work, place, prefix })
    }

    /// A path of the plan, relative to the base of the steps.
    pub(super) fn based(&self, path: &str) -> String {
        if self.prefix.is_empty() { path.to_string() } else { format!("{}/{path}", self.prefix) }
    }

    /// Takes an interrupted run back, and says so.
    pub(super) fn recover(&self, streams: &mut Streams) -> Result<bool, CliError> {
        let id = recover(&self.place, &mut Unwatched)?;
        if let Some(id) = id {
            streams.note(&format!("run {id} was interrupted; it is taken back, everything is as before it"));
        }
        Ok(id.is_some())
    }

    /// A home is no repository: the runtime reads no `AGENTS.md` there.
    pub(super) fn refuse_home(&self, layout: Layout) -> Result<(), CliError> {
        let home = std::env::var_os("HOME").and_then(|home| fs::canonicalize(home).ok());
        if layout == Layout::Repo && home.as_deref() == Some(&*self.root) {
            return Err(CliError::new("this is your home directory, not a repository").help("use `--layout user`"));
        }
        Ok(())
    }

    /// Planning changes nothing, so it cannot clean up.
    /// `directory` is what goes behind the command that helps.
    pub(super) fn refuse_interrupted(&self, directory: &str) -> Result<(), CliError> {
        match self.place.interrupted()? {
            None => Ok(()),
            Some(journal) => {
                let error = CliError::new(format!("run {} was interrupted and is half done", journal.id));
                Err(error.help(format!("`microagent migrate{directory} --undo` takes it back; `--write` does so too and starts again")))
            }
        }
    }
}

impl From<IndexError> for CliError {
    fn from(error: IndexError) -> Self {
        let help = match &error {
            IndexError::Bare => "give a work tree",
            IndexError::Astray(_) => "mend it with `git worktree repair` or `git submodule update --init`, or remove it",
            IndexError::Busy(_) | IndexError::Conflict(_) => "finish it or abort it first",
            IndexError::Locked(_) => "wait for it; if no git is running, remove the file",
            IndexError::Unsupported(_) => "`--no-index` leaves the index alone; `git add -A` records the moves afterwards",
            IndexError::Git(_) | IndexError::Io { .. } => "nothing was changed",
        };
        Self::new(error.to_string()).help(help)
    }
}

impl From<JournalError> for CliError {
    fn from(error: JournalError) -> Self {
        Self::new(error.to_string()).help("nothing was changed; look at what it holds, then move it away")
    }
}

impl From<ApplyError> for CliError {
    fn from(error: ApplyError) -> Self {
        let help = match &error {
            ApplyError::Refused(_) => "nothing was changed",
            ApplyError::Journal(error) => return error.clone().into(),
            ApplyError::Busy => "wait until it is done",
            ApplyError::Interrupted(_) => "`microagent migrate --undo` takes it back",
            ApplyError::TakenBack(_) => "everything is as before",
            ApplyError::Stuck { .. } | ApplyError::Io(_) => "nothing is lost: `microagent migrate --undo` goes on taking it back",
        };
        Self::new(error.to_string()).help(help)
    }
}
