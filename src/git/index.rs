//! Moves entries of the git index, so that `git status` shows renames: same blob, same mode, no filter runs.
//! Works on the bytes of the index; putting them in place is the business of whoever holds the lock.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use git2::{ErrorCode, Index, Repository, RepositoryState, Status, StatusOptions};

use crate::path::rebased;

/// A work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// Its root, links resolved.
    pub root: PathBuf,
    /// Its own git directory: of a linked work tree or a submodule not the common one.
    pub git_dir: PathBuf,
}

/// An index before and after entries moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexChange {
    /// The index file.
    pub path: PathBuf,
    /// Its bytes before.
    pub before: Vec<u8>,
    /// Its bytes after.
    pub after: Vec<u8>,
    /// The entries moved: from, to; relative to the root of the work tree.
    pub moves: Vec<(String, String)>,
}

/// Why git is in the way.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// A repository without a work tree.
    #[error("a bare repository has no files to move")]
    Bare,
    /// A merge, a rebase or the like is going on.
    #[error("a {0} is going on")]
    Busy(&'static str),
    /// Another git process, or one that died, holds the lock.
    #[error("`{}` exists: another git process is running, or died", .0.display())]
    Locked(PathBuf),
    /// An index that libgit2 cannot write.
    #[error("the index is {0}, which cannot be changed here")]
    Unsupported(&'static str),
    /// A `.git` that is no directory and leads to no repository: git refuses to go on to a work tree above.
    #[error("`{}` leads to no repository", .0.display())]
    Astray(PathBuf),
    /// An entry with merge conflicts.
    #[error("`{0}` has merge conflicts")]
    Conflict(String),
    /// Anything else, in git's words.
    #[error("git: {0}")]
    Git(String),
    /// A file of git could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl From<git2::Error> for IndexError {
    fn from(error: git2::Error) -> Self {
        match super::unsupported_index(&error) {
            Some(kind) => Self::Unsupported(kind),
            None => Self::Git(super::reason(&error)),
        }
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> IndexError + '_ {
    move |error| IndexError::Io { path: path.to_path_buf(), error }
}

/// The work tree that holds `dir`, a directory with all links resolved; `None` outside git.
pub fn find(dir: &Path) -> Result<Option<Work>, IndexError> {
    let found = match Repository::discover(dir) {
        Ok(repository) => {
            let root = repository.workdir().ok_or(IndexError::Bare)?;
            let root = fs::canonicalize(root).map_err(at(root))?;
            let git_dir = fs::canonicalize(repository.path()).map_err(at(repository.path()))?;
            Some(Work { root, git_dir })
        }
        Err(error) if error.code() == ErrorCode::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let inside = dir.ancestors().take_while(|dir| found.as_ref().is_none_or(|work| *dir != work.root));
    match inside.map(|dir| dir.join(".git")).find(|git| git.symlink_metadata().is_ok_and(|data| !data.is_dir())) {
        Some(git) => Err(IndexError::Astray(git)),
        None => Ok(found),
    }
}

impl Work {
    /// The paths among `paths` (files or directories, relative to the root) that differ from what is committed, each with
    /// how: `modified`, `staged`, `in conflict`. Untracked files do not count: git has no other version of them.
    pub fn dirty(&self, paths: &[String]) -> Result<Vec<(String, &'static str)>, IndexError> {
        let repository = Repository::open(&self.root)?;
        let mut options = StatusOptions::new();
        options.include_untracked(false).include_ignored(false).update_index(false).exclude_submodules(true).disable_pathspec_match(true);
        for path in paths {
            options.pathspec(path);
        }
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        let staged = Status::INDEX_NEW | Status::INDEX_MODIFIED | Status::INDEX_DELETED | Status::INDEX_RENAMED | Status::INDEX_TYPECHANGE;
        let modified = Status::WT_MODIFIED | Status::WT_DELETED | Status::WT_TYPECHANGE | Status::WT_RENAMED;
        let mut dirty = Vec::new();
        for entry in repository.statuses(Some(&mut options))?.iter() {
            let status = entry.status();
            let how = if status.contains(Status::CONFLICTED) {
                "in conflict"
            } else if status.intersects(modified) {
                "modified"
            } else if status.intersects(staged) {
                "staged"
            } else {
                continue;
            };
            dirty.push((String::from_utf8_lossy(entry.path_bytes()).into_owned(), how));
        }
        dirty.sort();
        Ok(dirty)
    }

    /// The index with every entry at or below a `from` moved to its `to`; `None` when git tracks none of them. Checks
    /// everything that could go wrong later; changes nothing.
    pub fn prepare(&self, moves: &[(String, String)]) -> Result<Option<IndexChange>, IndexError> {
        let repository = Repository::open(&self.root)?;
        if repository.state() != RepositoryState::Clean {
            return Err(IndexError::Busy(going_on(repository.state())));
        }
        let index = repository.index()?;
        let path = self.git_dir.join("index");
        let lock = self.git_dir.join("index.lock");
        if lock.symlink_metadata().is_ok() {
            return Err(IndexError::Locked(lock));
        }
        let mut entries = Vec::new();
        for entry in index.iter() {
            // names that are not UTF-8 are never planned
            let Ok(old) = String::from_utf8(entry.path) else { continue };
            let Some(new) = moves.iter().find_map(|(from, to)| rebased(&old, from, to)) else { continue };
            if entry.flags & STAGE_MASK != 0 {
                return Err(IndexError::Conflict(old));
            }
            entries.push((old, new));
        }
        if entries.is_empty() {
            return Ok(None);
        }
        let before = fs::read(&path).map_err(at(&path))?;
        let scratch = scratch_dir(&self.git_dir)?;
        let after = moved(&before, &entries, &scratch);
        let removed = fs::remove_dir_all(&scratch).map_err(at(&scratch));
        // one that holds journals stays
        let _ = fs::remove_dir(self.git_dir.join("microagent"));
        let after = after?;
        removed?;
        Ok(Some(IndexChange { path, before, after, moves: entries }))
    }
}

/// `GIT_INDEX_ENTRY_STAGEMASK`: which side of a conflict an entry is.
const STAGE_MASK: u16 = 0x3000;

/// A directory below the journals; what a run that died leaves in it is swept with them, as no run has the number 0.
fn scratch_dir(git_dir: &Path) -> Result<PathBuf, IndexError> {
    let dir = git_dir.join("microagent/0");
    fs::create_dir_all(&dir).map_err(at(&dir))?;
    Ok(dir)
}

fn going_on(state: RepositoryState) -> &'static str {
    match state {
        RepositoryState::Merge => "merge",
        RepositoryState::Revert | RepositoryState::RevertSequence => "revert",
        RepositoryState::CherryPick | RepositoryState::CherryPickSequence => "cherry-pick",
        RepositoryState::Bisect => "bisection",
        RepositoryState::ApplyMailbox | RepositoryState::ApplyMailboxOrRebase => "patch series",
        _ => "rebase",
    }
}

/// The bytes of the index `bytes` with entries moved. `scratch` is an existing directory for a temporary file.
pub fn moved(bytes: &[u8], moves: &[(String, String)], scratch: &Path) -> Result<Vec<u8>, IndexError> {
    let file = scratch.join("index.work");
    fs::write(&file, bytes).map_err(at(&file))?;
    let result = rewrite(&file, moves).and_then(|()| fs::read(&file).map_err(at(&file)));
    let removed = fs::remove_file(&file).map_err(at(&file));
    let after = result?;
    removed?;
    Ok(after)
}

fn rewrite(file: &Path, moves: &[(String, String)]) -> Result<(), IndexError> {
    let mut index = Index::open(file)?;
    for (from, to) in moves {
        let mut entry = index.get_path(Path::new(from), 0).ok_or_else(|| IndexError::Git(format!("`{from}` is not in the index")))?;
        if index.get_path(Path::new(to), 0).is_some() {
            return Err(IndexError::Git(format!("`{to}` is in the index already")));
        }
        entry.path = to.as_bytes().to_vec();
        index.remove_path(Path::new(from))?;
        index.add(&entry)?;
    }
    index.write()?;
    Ok(())
}
