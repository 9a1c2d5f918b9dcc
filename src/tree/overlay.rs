//! A tree with planned changes laid over another, to load what a change would leave.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use super::{Content, DirEntry, FileKind, Tree};

/// `base` with files written and removed. Paths must be spelled as they are asked for.
pub struct Overlay<'a> {
    base: &'a dyn Tree,
    changes: BTreeMap<PathBuf, Option<Vec<u8>>>,
}

impl<'a> Overlay<'a> {
    /// `base`, unchanged.
    pub fn new(base: &'a dyn Tree) -> Self {
        Self { base, changes: BTreeMap::new() }
    }

    /// Writes `bytes` to `path`, creating it and its directories.
    pub fn write(&mut self, path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) {
        self.changes.insert(path.into(), Some(bytes.into()));
    }

    /// Removes the file or link at `path`.
    pub fn remove(&mut self, path: impl Into<PathBuf>) {
        self.changes.insert(path.into(), None);
    }

    fn written_below(&self, dir: &Path) -> bool {
        self.changes.range(dir.to_path_buf()..).take_while(|(path, _)| path.starts_with(dir)).any(|(_, change)| change.is_some())
    }
}

impl Tree for Overlay<'_> {
    fn entries(&self, dir: &Path) -> io::Result<Vec<DirEntry>> {
        let base = self.base.entries(dir);
        if base.is_err() && !self.written_below(dir) {
            return base;
        }
        let mut entries = base.unwrap_or_default();
        entries.retain(|entry| !matches!(self.changes.get(&dir.join(&entry.name)), Some(None)));
        let known: BTreeSet<String> = entries.iter().map(|entry| entry.name.clone()).collect();
        let mut added = BTreeMap::new();
        for (path, _) in self.changes.iter().filter(|(_, change)| change.is_some()) {
            let Ok(below) = path.strip_prefix(dir) else { continue };
            let mut parts = below.components();
            if let Some(first) = parts.next() {
                let kind = if parts.next().is_some() { FileKind::Dir } else { FileKind::File };
                added.insert(first.as_os_str().to_string_lossy().into_owned(), kind);
            }
        }
        entries.extend(added.into_iter().filter(|(name, _)| !known.contains(name)).map(|(name, kind)| DirEntry { name, kind }));
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn kind(&self, path: &Path) -> Option<FileKind> {
        match self.changes.get(path) {
            Some(change) => change.as_ref().map(|_| FileKind::File),
            None => self.base.kind(path).or_else(|| self.written_below(path).then_some(FileKind::Dir)),
        }
    }

    fn link_kind(&self, path: &Path) -> Option<FileKind> {
        match self.changes.get(path) {
            Some(change) => change.as_ref().map(|_| FileKind::File),
            None => self.base.link_kind(path).or_else(|| self.written_below(path).then_some(FileKind::Dir)),
        }
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Content> {
        match self.changes.get(path) {
            Some(Some(bytes)) if bytes.len() as u64 > limit => Ok(Content::TooLarge(bytes.len() as u64)),
            Some(Some(bytes)) => Ok(Content::Bytes(bytes.clone())),
            Some(None) => Err(io::Error::new(io::ErrorKind::NotFound, "removed by the plan")),
            None => self.base.read(path, limit),
        }
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        match self.changes.get(path) {
            Some(Some(_)) => Ok(path.to_path_buf()),
            Some(None) => Err(io::Error::new(io::ErrorKind::NotFound, "removed by the plan")),
            None => self.base.canonical(path).or_else(|error| if self.written_below(path) { Ok(path.to_path_buf()) } else { Err(error) }),
        }
    }

    fn git_files(&self, dir: &Path) -> Option<Vec<String>> {
        let mut files = self.base.git_files(dir)?;
        files.retain(|file| !matches!(self.changes.get(&dir.join(file)), Some(None)));
        let known: BTreeSet<String> = files.iter().cloned().collect();
        let written = self.changes.iter().filter(|(_, change)| change.is_some());
        let added = written.filter_map(|(path, _)| Some(path.strip_prefix(dir).ok()?.to_string_lossy().into_owned()));
        // git lists what it does not track yet first
        let mut listed: Vec<String> = added.filter(|file| !known.contains(file)).collect();
        listed.append(&mut files);
        Some(listed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::memory::Memory;
    use super::*;

    #[test]
    fn changes_show_and_the_rest_stays() {
        let base = Memory::new().file("/r/a.md", "a").file("/r/d/b.md", "b");
        let mut tree = Overlay::new(&base);
        tree.remove("/r/a.md");
        tree.write("/r/new/c.md", "c");
        let names = |dir: &str| tree.entries(Path::new(dir)).map(|all| all.into_iter().map(|e| e.name).collect::<Vec<_>>()).ok();
        assert_eq!(names("/r"), Some(vec!["d".into(), "new".into()]));
        assert_eq!(names("/r/new"), Some(vec!["c.md".into()]));
        assert_eq!(names("/r/none"), None);
        assert_eq!(tree.kind(Path::new("/r/new")), Some(FileKind::Dir));
        assert_eq!(tree.kind(Path::new("/r/a.md")), None);
        assert_eq!(tree.read(Path::new("/r/new/c.md"), 9).ok(), Some(Content::Bytes(b"c".to_vec())));
        assert_eq!(tree.read(Path::new("/r/d/b.md"), 9).ok(), Some(Content::Bytes(b"b".to_vec())));
    }
}
