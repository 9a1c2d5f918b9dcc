//! The files of a commit, read from the object database.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use git2::{ObjectType, Oid, Repository, TreeWalkMode, TreeWalkResult};

use super::changes::{GitError, open};

/// What a commit holds at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    /// A regular file.
    File,
    /// A symbolic link; its content is the target.
    Link,
}

#[derive(Debug, Clone, Copy)]
struct Item {
    kind: ItemKind,
    id: Oid,
}

/// A commit's files by path from the repository's root.
pub struct Revision {
    repo: Mutex<Repository>,
    items: BTreeMap<String, Item>,
}

impl Revision {
    /// The files of the commit with the id `commit` in the repository around `dir`. Submodules are left out.
    pub fn open(dir: &Path, commit: &str) -> Result<Self, GitError> {
        let repo = open(dir)?;
        let tree = repo.find_commit(Oid::from_str(commit)?)?.tree()?;
        let mut items = BTreeMap::new();
        tree.walk(TreeWalkMode::PreOrder, |dir, entry| {
            if entry.kind() == Some(ObjectType::Blob) {
                let name = String::from_utf8_lossy(entry.name_bytes());
                let kind = if entry.filemode() == 0o120_000 { ItemKind::Link } else { ItemKind::File };
                items.insert(format!("{dir}{name}"), Item { kind, id: entry.id() });
            }
            TreeWalkResult::Ok
        })?;
        drop(tree);
        Ok(Self { repo: Mutex::new(repo), items })
    }

    /// Every path, sorted, with what stands there.
    pub fn paths(&self) -> impl Iterator<Item = (&str, ItemKind)> {
        self.items.iter().map(|(path, item)| (path.as_str(), item.kind))
    }

    /// The paths that begin with `prefix`, sorted, without it.
    pub fn below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, ItemKind)> {
        let from = self.items.range(prefix.to_owned()..);
        from.map_while(move |(path, item)| Some((path.strip_prefix(prefix)?, item.kind)))
    }

    /// The length in bytes of what stands at `path`, and its content when that is at most `limit`.
    pub fn read(&self, path: &str, limit: u64) -> Option<(u64, Option<Vec<u8>>)> {
        let item = self.items.get(path)?;
        let repo = self.repo.lock().unwrap_or_else(PoisonError::into_inner);
        let (length, _) = repo.odb().ok()?.read_header(item.id).ok()?;
        let length = length as u64;
        let blob = if length <= limit { Some(repo.find_blob(item.id).ok()?.content().to_vec()) } else { None };
        Some((length, blob))
    }
}
