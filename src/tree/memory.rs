//! A tree held in memory: for tests and standard input.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use super::{Content, DirEntry, FileKind, Tree, normal};

/// Files and links by path; directories are those that hold one.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    files: BTreeMap<PathBuf, Item>,
    dirs: BTreeSet<PathBuf>,
}

#[derive(Debug, Clone)]
enum Item {
    File(Vec<u8>),
    Link(PathBuf),
}

impl Memory {
    /// An empty tree.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    #[must_use]
    pub fn file(mut self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) -> Self {
        self.put(path.as_ref(), Item::File(bytes.into()));
        self
    }

    /// Adds a symbolic link.
    #[must_use]
    pub fn link(mut self, path: impl AsRef<Path>, target: impl Into<PathBuf>) -> Self {
        self.put(path.as_ref(), Item::Link(target.into()));
        self
    }

    /// Adds an empty directory.
    #[must_use]
    pub fn dir(mut self, path: impl AsRef<Path>) -> Self {
        self.dirs.extend(normal(path.as_ref()).ancestors().map(Path::to_path_buf));
        self
    }

    fn put(&mut self, path: &Path, item: Item) {
        let path = normal(path);
        self.dirs.extend(path.ancestors().skip(1).map(Path::to_path_buf));
        self.files.insert(path, item);
    }

    /// `path` with the links of its parents, and its own, followed.
    fn resolve(&self, path: &Path) -> Option<PathBuf> {
        let mut path = normal(path);
        for _ in 0..40 {
            let link = path.ancestors().collect::<Vec<_>>().into_iter().rev().find_map(|part| match self.files.get(part) {
                Some(Item::Link(target)) => Some((part.to_path_buf(), target.clone())),
                _ => None,
            });
            let Some((part, target)) = link else { return Some(path) };
            let rest = path.strip_prefix(&part).ok()?.to_path_buf();
            path = normal(&part.parent().unwrap_or(Path::new("")).join(target).join(rest));
        }
        None
    }
}

fn missing() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "no such file or directory")
}

impl Tree for Memory {
    fn entries(&self, dir: &Path) -> io::Result<Vec<DirEntry>> {
        let dir = self.resolve(dir).filter(|dir| self.dirs.contains(dir)).ok_or_else(missing)?;
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut entries: Vec<DirEntry> = self
            .files
            .iter()
            .map(|(path, item)| (path, if matches!(item, Item::Link(_)) { FileKind::Link } else { FileKind::File }))
            .chain(self.dirs.iter().map(|path| (path, FileKind::Dir)))
            .filter(|(path, _)| path.parent() == Some(&dir))
            .map(|(path, kind)| DirEntry { name: name(path), kind })
            .collect();
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn kind(&self, path: &Path) -> Option<FileKind> {
        let path = self.resolve(path)?;
        match self.files.get(&path) {
            Some(_) => Some(FileKind::File),
            None => self.dirs.contains(&path).then_some(FileKind::Dir),
        }
    }

    fn link_kind(&self, path: &Path) -> Option<FileKind> {
        let path = normal(path);
        let parent = self.resolve(path.parent()?)?;
        let path = path.file_name().map_or_else(|| parent.clone(), |name| parent.join(name));
        match self.files.get(&path) {
            Some(Item::Link(_)) => Some(FileKind::Link),
            Some(Item::File(_)) => Some(FileKind::File),
            None => self.dirs.contains(&path).then_some(FileKind::Dir),
        }
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Content> {
        let path = self.resolve(path).ok_or_else(missing)?;
        match self.files.get(&path) {
            Some(Item::File(bytes)) if bytes.len() as u64 > limit => Ok(Content::TooLarge(bytes.len() as u64)),
            Some(Item::File(bytes)) => Ok(Content::Bytes(bytes.clone())),
            _ if self.dirs.contains(&path) => Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory")),
            _ => Err(missing()),
        }
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        self.resolve(path).filter(|path| self.files.contains_key(path) || self.dirs.contains(path)).ok_or_else(missing)
    }

    fn git_files(&self, _dir: &Path) -> Option<Vec<String>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_where_they_point() {
        let tree = Memory::new().file("/r/a/x.md", "x").link("/r/b", "a").link("/r/loop", "loop").link("/r/up/y.md", "../a/x.md");
        assert_eq!(tree.kind(Path::new("/r/b/x.md")), Some(FileKind::File));
        assert_eq!(tree.link_kind(Path::new("/r/b")), Some(FileKind::Link));
        assert_eq!(tree.canonical(Path::new("/r/up/y.md")).ok(), Some(PathBuf::from("/r/a/x.md")));
        assert_eq!(tree.kind(Path::new("/r/loop")), None);
        let names: Vec<_> = tree.entries(Path::new("/r")).unwrap().into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["a", "b", "loop", "up"]);
        assert_eq!(tree.read(Path::new("/r/a/x.md"), 0).ok(), Some(Content::TooLarge(1)));
    }
}
