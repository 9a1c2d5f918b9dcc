//! Whether the path that a link or an import names is there, without reading it.

use std::path::{Component, Path, PathBuf};

use super::{Checker, File};
use crate::markdown::link::decoded;

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

/// Where `path`, as a link in `file` writes it, leads: relative to the file, or to the repository, in which the agent
/// works.
pub fn reach(cx: &Checker<'_>, file: File<'_>, path: &str) -> Reach {
    let Some(path) = decoded(path) else { return Reach::Unknown };
    let mut letters = path.chars();
    let drive = letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':');
    if path.starts_with("~/") || drive {
        return Reach::Outside;
    }
    let top = repository(cx);
    if let Some(rest) = path.strip_prefix('/') {
        return if cx.tree().kind(&top.join(rest)).is_some() { Reach::There } else { Reach::Unknown };
    }
    // a link to a file counts from where it stands and from where its target stands
    let real = cx.tree().canonical(&file.entry.file).ok();
    let bases = [Some(&file.entry.file), real.as_ref()].into_iter().flatten().filter_map(|file| file.parent());
    let inside: Vec<PathBuf> = bases.filter_map(|base| normal(&base.join(&path))).filter(|target| target.starts_with(&top)).collect();
    if inside.is_empty() {
        return Reach::Outside;
    }
    let there = |target: &PathBuf| cx.tree().kind(target).is_some();
    if inside.iter().chain(&[cx.root().join(&path), top.join(&path)]).any(there) { Reach::There } else { Reach::Missing }
}

/// The directory that a link may not leave: the git root at or above the one linted, else that one.
fn repository(cx: &Checker<'_>) -> PathBuf {
    let root = cx.root();
    root.ancestors().find(|dir| cx.tree().kind(&dir.join(".git")).is_some()).unwrap_or(root).to_path_buf()
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
