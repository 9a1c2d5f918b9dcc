//! What lies below a directory that a person points at, without what git ignores and what others wrote. The loaders walk
//! for themselves and ignore nothing: this is only for finding what they do not read. The one door to the `ignore` crate.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::{Content, FileKind, Tree, git_root};

/// Directories of tools and of other people's code.
const VENDORED: &[&str] = &[
    ".git",
    ".hg",
    ".svn",
    ".tox",
    ".venv",
    "__pycache__",
    "bower_components",
    "node_modules",
    "site-packages",
    "third_party",
    "vendor",
    "venv",
];

/// Directories deeper than this below the root are left out.
const MAX_DEPTH: usize = 48;

/// `.gitignore` files longer than this many bytes are not read.
const MAX_IGNORE_BYTES: u64 = 1 << 20;

/// Something below the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its path relative to the root, `/`-separated.
    pub path: String,
    /// What it is, links not followed.
    pub kind: FileKind,
}

/// What a walk found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// Files, directories and links, sorted by path; links are not followed.
    pub listing: Vec<Listed>,
    /// Directories left out because git ignores them or because they hold other people's code, `.git` not counted;
    /// sorted by path.
    pub skipped: Vec<String>,
}

/// Walks everything below `root`. With `all`, nothing but git's own directory is left out.
pub fn walk(tree: &dyn Tree, root: &Path, all: bool) -> Walk {
    let mut walk = Walk::default();
    let mut rules = if all { Vec::new() } else { ignores_above(tree, root) };
    descend(tree, root, "", 0, all, &mut rules, &mut walk);
    walk.listing.sort_by(|a, b| a.path.cmp(&b.path));
    walk.skipped.sort();
    walk
}

fn descend(tree: &dyn Tree, dir: &Path, below: &str, depth: usize, all: bool, rules: &mut Vec<Gitignore>, walk: &mut Walk) {
    let Ok(entries) = tree.entries(dir) else { return };
    let own = if all { None } else { ignores_of(tree, dir, ".gitignore") };
    let rules_above = rules.len();
    rules.extend(own);
    for entry in entries {
        let path = if below.is_empty() { entry.name.clone() } else { format!("{below}/{}", entry.name) };
        let full = dir.join(&entry.name);
        let is_dir = entry.kind == FileKind::Dir;
        if is_dir && entry.name == ".git" {
            continue;
        }
        let vendored = is_dir && VENDORED.contains(&entry.name.as_str());
        if !all && (vendored || ignored(rules, &full, is_dir)) {
            if is_dir {
                walk.skipped.push(path);
            }
            continue;
        }
        walk.listing.push(Listed { path: path.clone(), kind: entry.kind });
        if is_dir && depth < MAX_DEPTH {
            descend(tree, &full, &path, depth + 1, all, rules, walk);
        }
    }
    rules.truncate(rules_above);
}

/// Whether the deepest `.gitignore` with an opinion about `path` ignores it.
fn ignored(rules: &[Gitignore], path: &Path, is_dir: bool) -> bool {
    let opinion = rules.iter().rev().map(|rules| rules.matched(path, is_dir)).find(|opinion| !opinion.is_none());
    opinion.is_some_and(|opinion| opinion.is_ignore())
}

/// The ignore files that apply to `root` from the git work tree above it, outermost first.
fn ignores_above(tree: &dyn Tree, root: &Path) -> Vec<Gitignore> {
    let Some(top) = git_root(tree, root) else { return Vec::new() };
    let between: Vec<PathBuf> = root.ancestors().skip(1).take_while(|dir| dir.starts_with(top)).map(Path::to_path_buf).collect();
    let exclude = ignores_of(tree, top, ".git/info/exclude");
    exclude.into_iter().chain(between.iter().rev().filter_map(|dir| ignores_of(tree, dir, ".gitignore"))).collect()
}

fn ignores_of(tree: &dyn Tree, dir: &Path, name: &str) -> Option<Gitignore> {
    let path = dir.join(name);
    tree.kind(&path).filter(|kind| *kind == FileKind::File)?;
    let Ok(Content::Bytes(bytes)) = tree.read(&path, MAX_IGNORE_BYTES) else { return None };
    let mut builder = GitignoreBuilder::new(dir);
    for line in String::from_utf8_lossy(&bytes).lines() {
        // a pattern that does not parse ignores nothing
        let _ = builder.add_line(None, line);
    }
    builder.build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::memory::Memory;

    #[test]
    fn ignored_and_vendored_directories_are_left_out_and_counted() {
        let tree = Memory::new()
            .file("/r/.git/info/exclude", "private\n")
            .file("/r/.gitignore", "build/\n*.log\n")
            .file("/r/a/.gitignore", "!keep.log\n")
            .file("/r/a/keep.log", "")
            .file("/r/a/lose.log", "")
            .file("/r/build/x", "")
            .file("/r/node_modules/x", "")
            .file("/r/private/x", "")
            .link("/r/link", "a");
        let paths = |walk: &Walk| walk.listing.iter().map(|listed| listed.path.clone()).collect::<Vec<_>>();
        let some = walk(&tree, Path::new("/r"), false);
        assert_eq!(paths(&some), [".gitignore", "a", "a/.gitignore", "a/keep.log", "link"]);
        assert_eq!(some.skipped, ["build", "node_modules", "private"]);
        assert_eq!(paths(&walk(&tree, Path::new("/r/a"), false)), [".gitignore", "keep.log"]);
        let all = walk(&tree, Path::new("/r"), true);
        assert_eq!((all.listing.len(), all.skipped.len()), (12, 0));
    }
}
