//! Whether the path that a link or an import names is there, without reading it.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::{Checker, File};
use crate::markdown::link::decoded;
use crate::tree::{Tree, git_root};

/// Where a path leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// To something that is there.
    There,
    /// To nothing, inside the repository.
    Missing,
    /// Out of the repository; whether something is there is not looked at.
    Outside,
    /// Not to be told: a path from the root of a site or of the machine.
    Unknown,
}

/// The links of one file, each path looked for once.
pub struct Reaches<'a> {
    tree: &'a dyn Tree,
    root: &'a Path,
    top: PathBuf,
    /// A link to a file counts from where it stands and from where its target stands.
    bases: Vec<PathBuf>,
    known: BTreeMap<String, Reach>,
}

/// A file with more different targets is no document: those that come later are not looked for.
const MAX_PATHS: usize = 2_000;

impl<'a> Reaches<'a> {
    /// For the links of `file`.
    pub fn of(cx: &Checker<'a>, file: File<'_>) -> Self {
        let real = cx.tree().canonical(&file.entry.file).ok();
        let bases = [Some(&file.entry.file), real.as_ref()].into_iter().flatten().filter_map(|file| Some(file.parent()?.to_path_buf()));
        Self { tree: cx.tree(), root: cx.root(), top: repository(cx), bases: bases.collect(), known: BTreeMap::new() }
    }

    /// Where `path` leads, as a link in the file writes it: relative to the file, or to the repository, in which the
    /// agent works.
    pub fn reach(&mut self, path: &str) -> Reach {
        if let Some(known) = self.known.get(path) {
            return *known;
        }
        if self.known.len() >= MAX_PATHS {
            return Reach::Unknown;
        }
        let reach = self.look(path);
        self.known.insert(path.to_string(), reach);
        reach
    }

    fn look(&self, path: &str) -> Reach {
        let Some(path) = decoded(path) else { return Reach::Unknown };
        let mut letters = path.chars();
        let drive = letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':');
        if path.starts_with("~/") || drive {
            return Reach::Outside;
        }
        let there = |target: &PathBuf| self.tree.kind(target).is_some();
        if let Some(rest) = path.strip_prefix('/') {
            return if there(&self.top.join(rest)) { Reach::There } else { Reach::Unknown };
        }
        let targets = self.bases.iter().filter_map(|base| normal(&base.join(&path))).filter(|target| target.starts_with(&self.top));
        let inside: Vec<PathBuf> = targets.collect();
        if inside.is_empty() {
            return Reach::Outside;
        }
        if inside.iter().chain(&[self.root.join(&path), self.top.join(&path)]).any(there) { Reach::There } else { Reach::Missing }
    }
}

/// The directory that a link may not leave: the git root at or above the one linted, else that one.
fn repository(cx: &Checker<'_>) -> PathBuf {
    let root = cx.root();
    git_root(cx.tree(), root).unwrap_or(root).to_path_buf()
}

/// `path` with `.` and `..` taken out, without asking the disk; `None` when it climbs over its start.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !out.pop() {
                    return None;
                }
            }
            other => out.push(other),
        }
    }
    Some(out)
}
