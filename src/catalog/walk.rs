//! The files below a directory as `Path.rglob` finds them: hidden ones included, linked directories not entered.

use std::path::Path;

use crate::tree::{FileKind, Tree};

/// A file, link or directory found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// Relative to the directory walked, `/`-separated.
    pub(super) relative: String,
    /// What it is, links not followed.
    pub(super) kind: FileKind,
}

impl Found {
    /// The last component.
    pub(super) fn name(&self) -> &str {
        self.relative.rsplit('/').next().unwrap_or_default()
    }

    /// Whether it is called as a microagent or skill is, whatever the case and the kind of Markdown.
    pub(super) fn looks_like_one(&self) -> bool {
        let lower = self.name().to_lowercase();
        [".md", ".markdown"].iter().any(|end| lower.ends_with(end)) || lower.starts_with("skill.")
    }

    /// How many directories lie above it, below the one walked.
    pub(super) fn depth(&self) -> usize {
        self.relative.matches('/').count()
    }
}

/// Everything below `dir`, sorted by path components. Directories for which `skip` holds are neither given nor entered;
/// directories that cannot be listed are given as empty.
pub(super) fn walk(tree: &dyn Tree, dir: &Path, skip: &dyn Fn(&str) -> bool) -> Vec<Found> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(prefix) = open.pop() {
        for entry in tree.entries(&dir.join(&prefix)).unwrap_or_default() {
            let relative = if prefix.is_empty() { entry.name } else { format!("{prefix}/{}", entry.name) };
            if entry.kind == FileKind::Dir {
                if skip(&relative) {
                    continue;
                }
                open.push(relative.clone());
            }
            found.push(Found { relative, kind: entry.kind });
        }
    }
    found.sort_by(|a, b| a.relative.split('/').cmp(b.relative.split('/')));
    found
}
