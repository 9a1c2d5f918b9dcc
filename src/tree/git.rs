//! A work tree as a commit has it, to load what was there before.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::{Content, DirEntry, FileKind, Tree, lexical, normal};
use crate::git::changes::GitError;
use crate::git::revision::{ItemKind, Revision};

/// A link in a commit is followed through at most this many others.
const MAX_LINKS: usize = 40;

/// The files of a commit where the work tree has its own. What lies outside the work tree, and `.git`, is the disk's.
pub struct Past {
    revision: Revision,
    root: PathBuf,
    links: BTreeMap<String, String>,
    dirs: BTreeSet<String>,
}

/// Where a path leads.
enum Way {
    /// To this path of the commit, `""` for its root.
    Inside(String),
    /// Out of the work tree.
    Outside(PathBuf),
    /// Round in a circle.
    Nowhere,
}

impl Past {
    /// The work tree with the root `root` (links resolved) as the commit with the id `commit` has it.
    pub fn at(root: &Path, commit: &str) -> Result<Self, GitError> {
        let revision = Revision::open(root, commit)?;
        let mut dirs = BTreeSet::from([String::new()]);
        let mut links = BTreeMap::new();
        for (path, kind) in revision.paths() {
            dirs.extend(path.match_indices('/').map(|(at, _)| path[..at].to_owned()));
            if kind == ItemKind::Link
                && let Some((_, Some(target))) = revision.read(path, 4096)
            {
                links.insert(path.to_owned(), String::from_utf8_lossy(&target).into_owned());
            }
        }
        Ok(Self { revision, root: root.to_path_buf(), links, dirs })
    }

    /// Where `path` leads, the links before its last part followed, and that of its last part too when `follow`.
    fn way(&self, path: &Path, follow: bool) -> Way {
        let mut path = lexical(path);
        for _ in 0..MAX_LINKS {
            let Some(inside) = self.inside(&path) else { return Way::Outside(path) };
            if inside == ".git" || inside.starts_with(".git/") {
                return Way::Outside(path);
            }
            let ends = inside.match_indices('/').map(|(at, _)| at).chain(follow.then_some(inside.len()));
            let link = ends.map(|end| &inside[..end]).find_map(|part| Some((part, self.links.get(part)?)));
            let Some((part, target)) = link else { return Way::Inside(inside) };
            let rest = inside[part.len()..].trim_start_matches('/');
            let parent = part.rsplit_once('/').map_or("", |(parent, _)| parent);
            path = normal(&self.root.join(parent).join(target).join(rest));
        }
        Way::Nowhere
    }

    /// `path` from the root; `None` outside. A path that reaches the root through links of the disk is looked up there.
    fn inside(&self, path: &Path) -> Option<String> {
        let below = match path.strip_prefix(&self.root) {
            Ok(below) => below.to_path_buf(),
            Err(_) => path.ancestors().find_map(|dir| {
                let real = dir.canonicalize().ok()?;
                let below = real.strip_prefix(&self.root).ok()?.join(path.strip_prefix(dir).ok()?);
                Some(below)
            })?,
        };
        Some(below.to_string_lossy().replace('\\', "/"))
    }

    fn item(&self, path: &str) -> Option<FileKind> {
        if self.dirs.contains(path) {
            return Some(FileKind::Dir);
        }
        if self.links.contains_key(path) {
            return Some(FileKind::Link);
        }
        self.revision.read(path, 0).map(|_| FileKind::File)
    }
}

fn missing() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "not in that revision")
}

impl Tree for Past {
    fn entries(&self, dir: &Path) -> io::Result<Vec<DirEntry>> {
        let dir = match self.way(dir, true) {
            Way::Inside(dir) if self.dirs.contains(&dir) => dir,
            Way::Outside(dir) => return Disk.entries(&dir),
            _ => return Err(missing()),
        };
        let prefix = if dir.is_empty() { dir } else { format!("{dir}/") };
        let mut entries: Vec<DirEntry> = Vec::new();
        for (path, kind) in self.revision.below(&prefix) {
            let (name, kind) = match path.split_once('/') {
                Some((dir, _)) => (dir, FileKind::Dir),
                None => (path, if kind == ItemKind::Link { FileKind::Link } else { FileKind::File }),
            };
            if entries.last().is_none_or(|last| last.name != name) {
                entries.push(DirEntry { name: name.to_owned(), kind });
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn kind(&self, path: &Path) -> Option<FileKind> {
        match self.way(path, true) {
            Way::Inside(path) => self.item(&path),
            Way::Outside(path) => Disk.kind(&path),
            Way::Nowhere => None,
        }
    }

    fn link_kind(&self, path: &Path) -> Option<FileKind> {
        match self.way(path, false) {
            Way::Inside(path) => self.item(&path),
            Way::Outside(path) => Disk.link_kind(&path),
            Way::Nowhere => None,
        }
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Content> {
        let path = match self.way(path, true) {
            Way::Inside(path) => path,
            Way::Outside(path) => return Disk.read(&path, limit),
            Way::Nowhere => return Err(missing()),
        };
        if self.dirs.contains(&path) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
        }
        match self.revision.read(&path, limit).ok_or_else(missing)? {
            (_, Some(bytes)) => Ok(Content::Bytes(bytes)),
            (length, None) => Ok(Content::TooLarge(length)),
        }
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        match self.way(path, true) {
            Way::Inside(path) if self.item(&path).is_some() => Ok(if path.is_empty() { self.root.clone() } else { self.root.join(path) }),
            Way::Outside(path) => Disk.canonical(&path),
            _ => Err(missing()),
        }
    }

    fn git_files(&self, dir: &Path) -> Option<Vec<String>> {
        let dir = match self.way(dir, true) {
            Way::Inside(dir) => dir,
            Way::Outside(dir) => return Disk.git_files(&dir),
            Way::Nowhere => return None,
        };
        let prefix = if dir.is_empty() { dir } else { format!("{dir}/") };
        Some(self.revision.below(&prefix).map(|(path, _)| path.to_owned()).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;

    fn git(dir: &Path, args: &[&str]) -> String {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"];
        let output = Command::new("git").current_dir(dir).args(identity).args(args).output().unwrap();
        assert!(output.status.success(), "git {args:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    #[cfg(unix)]
    #[test]
    fn a_commit_is_read_as_it_was_whatever_stands_there_now() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap().join("r");
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/b/x.md"), "old").unwrap();
        fs::write(dir.path().join("outside.md"), "out").unwrap();
        symlink("a/b", root.join("link")).unwrap();
        symlink("../outside.md", root.join("out.md")).unwrap();
        symlink("round", root.join("round")).unwrap();
        git(&root, &["init", "-q"]);
        git(&root, &["add", "."]);
        git(&root, &["commit", "-qm", "one"]);
        let commit = git(&root, &["rev-parse", "HEAD"]);
        fs::write(root.join("a/b/x.md"), "new").unwrap();
        fs::write(root.join("later.md"), "later").unwrap();
        fs::remove_file(root.join("link")).unwrap();

        let past = Past::at(&root, &commit).unwrap();
        let names = |dir: &str| past.entries(&root.join(dir)).unwrap().into_iter().map(|entry| entry.name).collect::<Vec<_>>();
        assert_eq!(names(""), ["a", "link", "out.md", "round"]);
        assert_eq!(names("link"), ["x.md"]);
        let read = |path: &str, limit| past.read(&root.join(path), limit).ok();
        assert_eq!(read("link/x.md", 9), Some(Content::Bytes(b"old".to_vec())));
        assert_eq!(read("a/b/x.md", 2), Some(Content::TooLarge(3)));
        assert_eq!(read("out.md", 9), Some(Content::Bytes(b"out".to_vec())), "what a link leads out to is the disk's");
        assert_eq!((read("later.md", 9), read("round", 9), read("a", 9)), (None, None, None));
        assert_eq!(past.kind(&root.join("link")), Some(FileKind::Dir));
        assert_eq!(past.link_kind(&root.join("link")), Some(FileKind::Link));
        assert_eq!(past.canonical(&root.join("link/x.md")).ok(), Some(root.join("a/b/x.md")));
        assert_eq!(past.git_files(&root.join("a")), Some(vec!["b/x.md".into()]));
        assert!(past.kind(&root.join(".git")).is_some(), "git's own directory is that of now");
    }
}
