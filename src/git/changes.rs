//! What changed since a revision.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use git2::{DiffFindOptions, DiffOptions, Repository};

/// Why git could not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GitError {
    /// There is no work tree around the directory.
    #[error("{} is in no git work tree", .0.display())]
    NoWorkTree(PathBuf),
    /// The repository does not have the revision.
    #[error("git knows no revision `{0}` here")]
    NoRevision(String),
    /// Anything else, in git's words.
    #[error("git: {0}")]
    Other(String),
}

impl From<git2::Error> for GitError {
    fn from(error: git2::Error) -> Self {
        Self::Other(super::reason(&error))
    }
}

/// The changes of a work tree since a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The work tree's root, links resolved.
    pub root: PathBuf,
    /// The id of the commit compared with.
    pub commit: String,
    /// Paths relative to `root`, `/`-separated: files that were added, changed, renamed to, or are not tracked yet.
    pub changed: BTreeSet<String>,
    /// Paths of files that are gone, renamed ones under their old name.
    pub gone: BTreeSet<String>,
}

/// What changed in the work tree around `dir` since it left `rev`: since the merge base of `rev` and `HEAD`, or `rev` itself
/// where the two have none. Committed or not, staged or not; ignored files are no change.
pub fn since(dir: &Path, rev: &str) -> Result<Changes, GitError> {
    let repo = open(dir)?;
    let root = repo.workdir().ok_or_else(|| GitError::NoWorkTree(dir.to_path_buf()))?.canonicalize();
    let root = root.map_err(|error| GitError::Other(error.to_string()))?;
    let commit = base_commit(&repo, rev)?;
    let mut options = DiffOptions::new();
    options.include_untracked(true).recurse_untracked_dirs(true).include_typechange(true).ignore_submodules(true);
    let mut diff = repo.diff_tree_to_workdir_with_index(Some(&repo.find_commit(commit)?.tree()?), Some(&mut options))?;
    diff.find_similar(Some(DiffFindOptions::new().renames(true)))?;
    let (mut changed, mut gone) = (BTreeSet::new(), BTreeSet::new());
    for delta in diff.deltas() {
        let path = |file: git2::DiffFile<'_>| file.path_bytes().map(|path| String::from_utf8_lossy(path).into_owned());
        let (old, new) = (path(delta.old_file()), path(delta.new_file()));
        match delta.status() {
            git2::Delta::Deleted => gone.extend(old),
            git2::Delta::Renamed => {
                gone.extend(old);
                changed.extend(new);
            }
            git2::Delta::Unmodified | git2::Delta::Ignored => {}
            _ => changed.extend(new),
        }
    }
    Ok(Changes { root, commit: commit.to_string(), changed, gone })
}

/// The repository whose work tree holds `dir`.
pub(super) fn open(dir: &Path) -> Result<Repository, GitError> {
    Repository::discover(dir).map_err(|error| match error.code() {
        git2::ErrorCode::NotFound => GitError::NoWorkTree(dir.to_path_buf()),
        _ => error.into(),
    })
}

fn base_commit(repo: &Repository, rev: &str) -> Result<git2::Oid, GitError> {
    let object = repo.revparse_single(rev).map_err(|_| GitError::NoRevision(rev.to_string()))?;
    let commit = object.peel_to_commit().map_err(|_| GitError::NoRevision(rev.to_string()))?.id();
    let head = repo.head().ok().and_then(|head| head.peel_to_commit().ok());
    Ok(head.and_then(|head| repo.merge_base(commit, head.id()).ok()).unwrap_or(commit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_without_git_and_a_revision_without_commit_are_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(since(dir.path(), "HEAD").unwrap_err(), GitError::NoWorkTree(dir.path().to_path_buf()));
        Repository::init(dir.path()).unwrap();
        assert_eq!(since(dir.path(), "HEAD").unwrap_err(), GitError::NoRevision("HEAD".into()));
    }
}
