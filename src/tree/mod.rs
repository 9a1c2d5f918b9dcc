//! Where bytes come from: the disk, memory, or a tree with planned edits laid over another. Reading only.

pub mod disk;
pub mod git;
pub mod globs;
pub mod memory;
pub mod overlay;
pub mod walk;

use std::io;
use std::path::{Component, Path, PathBuf};

/// What a path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Dir,
    /// A symbolic link (only where links are not followed).
    Link,
    /// A socket, a FIFO, a device: never opened.
    Other,
}

/// One entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirEntry {
    /// Its name. Names that are not UTF-8 are given with U+FFFD and cannot be opened.
    pub name: String,
    /// What it is, links not followed.
    pub kind: FileKind,
}

/// The content of a file, or why it was not read in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// All of it.
    Bytes(Vec<u8>),
    /// Longer than the limit: its length in bytes.
    TooLarge(u64),
}

/// A tree of files. Paths are as the caller builds them; a tree never resolves links on its own.
pub trait Tree: Sync {
    /// The entries of `dir`, sorted by name (code points).
    fn entries(&self, dir: &Path) -> io::Result<Vec<DirEntry>>;

    /// What `path` is, links followed; `None` when there is nothing or a broken link.
    fn kind(&self, path: &Path) -> Option<FileKind>;

    /// What `path` is, links not followed; `None` when there is nothing.
    fn link_kind(&self, path: &Path) -> Option<FileKind>;

    /// The content of the regular file at `path`, links followed, unless it is longer than `limit` bytes. Anything but
    /// a regular file is an error, and is not opened.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Content>;

    /// `path` with all links resolved.
    fn canonical(&self, path: &Path) -> io::Result<PathBuf>;

    /// What `git ls-files -z --cached --others --exclude-standard` lists in `dir`, in git's order (untracked first),
    /// relative to `dir`; `None` outside a git work tree.
    fn git_files(&self, dir: &Path) -> Option<Vec<String>>;
}

/// The nearest directory at or above `dir` with a `.git` in it, as the loader of the SDK looks for it: links are followed,
/// git is not asked.
pub fn git_root<'a>(tree: &dyn Tree, dir: &'a Path) -> Option<&'a Path> {
    dir.ancestors().find(|dir| tree.kind(&dir.join(".git")).is_some())
}

/// `path`, absolute, without `.` and with `..` applied to what stands before it, whatever links there may be.
pub fn lexical(path: &Path) -> PathBuf {
    // fails only without a current directory, or for the empty path
    normal(&std::path::absolute(path).unwrap_or_else(|_| Path::new("/").join(path)))
}

/// `path` without `.` and with `..` applied to what stands before it.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::memory::Memory;
    use super::*;

    #[test]
    fn a_git_root_is_the_nearest_and_may_be_a_file_or_a_link() {
        let tree = Memory::new()
            .dir("/r/.git")
            .dir("/r/a")
            .file("/r/sub/.git", "gitdir: x")
            .dir("/r/sub/b")
            .link("/r/linked/.git", "../.git")
            .link("/r/broken/.git", "nowhere");
        for (dir, root) in [
            ("/r/a", Some("/r")),
            ("/r", Some("/r")),
            ("/r/sub/b", Some("/r/sub")),
            ("/r/linked", Some("/r/linked")),
            ("/r/broken", Some("/r")),
            ("/o", None),
        ] {
            assert_eq!(git_root(&tree, Path::new(dir)), root.map(Path::new), "{dir}");
        }
    }
}
