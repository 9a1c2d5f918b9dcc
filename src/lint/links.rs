//! Symbolic links at places that a loader reads, and where they lead. Links are followed for looking, never for reading.

use std::path::PathBuf;

use super::placement::{Placement, leads_to_scanned};
use super::{Checker, Scope, ScopeKind};
use crate::microagent::third_party;
use crate::tree::{FileKind, Tree, git_root};

/// A symbolic link below the directory linted.
pub struct Link<'a> {
    /// Its path relative to the directory linted.
    pub path: &'a str,
    /// What it leads to, all links resolved; `None` when that is not there.
    pub target: Option<PathBuf>,
}

/// The directory that nothing is to lead out of, all links resolved: the git root at or above the one linted, else that
/// one. `None` for a home directory, whose owner links whatever they like.
pub fn top(tree: &dyn Tree, scope: &Scope) -> Option<PathBuf> {
    let root = &scope.root;
    tree.canonical(git_root(tree, root).unwrap_or(root)).ok().filter(|_| scope.kind != ScopeKind::Home)
}

/// The links that a loader meets: in skills directories, on the way to them, and those called as instruction files are.
pub fn links<'a>(cx: &Checker<'a>) -> Vec<Link<'a>> {
    let source = cx.kind().source();
    let met = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        Placement::of(source, path).is_some() || leads_to_scanned(source, path) || third_party::name(cx.loader(), name).is_some()
    };
    cx.listing()
        .iter()
        .filter(|listed| listed.kind == FileKind::Link && met(&listed.path))
        .map(|listed| Link { path: &listed.path, target: cx.tree().canonical(&cx.root().join(&listed.path)).ok() })
        .collect()
}
