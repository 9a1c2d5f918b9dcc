//! A directory that is linted: what kind it is, everything a runtime makes of it, and which of its files are reported on.

use std::path::{Path, PathBuf};

use super::File;
use crate::catalog::{Catalog, CatalogError, Entry, Roots, Source};
use crate::microagent::Loader;
use crate::tree::Tree;
use crate::tree::globs::Globs;
use crate::tree::walk::Listed;

/// What kind of directory is linted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ScopeKind {
    /// A repository that agents work in.
    Repository,
    /// A directory of a repository with an `.agents` or `.openhands` of its own: loaded only by who works in it.
    Subproject,
    /// A checkout of an organization's repository: `skills/`, `microagents/`.
    Organization,
    /// A checkout of a public registry: `skills/` with a marketplace manifest.
    Registry,
    /// A user's home directory.
    Home,
}

impl ScopeKind {
    /// The source that its own files are loaded from.
    pub const fn source(self) -> Source {
        match self {
            Self::Repository | Self::Subproject => Source::Repo,
            Self::Organization => Source::Org,
            Self::Registry => Source::Public,
            Self::Home => Source::User,
        }
    }

    /// In an author's words, with the article.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repository => "a repository",
            Self::Subproject => "a subproject",
            Self::Organization => "an organization's checkout",
            Self::Registry => "a public registry",
            Self::Home => "a home directory",
        }
    }
}

/// A directory that is linted.
#[derive(Debug, Clone)]
pub struct Scope {
    /// What kind.
    pub kind: ScopeKind,
    /// Whether it only looks like an organization's checkout and nobody named it as one: then nothing in it is loaded.
    pub presumed: bool,
    /// The directory.
    pub root: PathBuf,
    /// What stands before the path of each of its files when shown: empty, or a path with a `/` at its end.
    pub prefix: String,
    /// Everything a runtime makes of it, and of the sources read beside it for conflicts.
    pub catalog: Catalog,
    /// Files named on the command line that the catalog does not know.
    pub named: Vec<Entry>,
    /// Paths relative to the root (files, or directories with all below) that are reported on; `None`: everything.
    pub only: Option<Vec<String>>,
    /// Files that are not reported on, whatever `only` says.
    pub exclude: Option<Globs>,
    /// Everything below the root that is neither ignored nor vendored, sorted by path.
    pub listing: Vec<Listed>,
}

impl Scope {
    /// Loads the catalog of `root`; `beside` holds the sources read only for conflicts.
    pub fn load(
        tree: &dyn Tree,
        kind: ScopeKind,
        root: &Path,
        prefix: impl Into<String>,
        beside: &Roots,
        loader: Loader,
    ) -> Result<Self, CatalogError> {
        let mut roots = Roots { repo: None, ..beside.clone() };
        let real = tree.canonical(root).ok();
        let is_root = |org: &PathBuf| org == root || (real.is_some() && tree.canonical(org).ok() == real);
        let presumed = kind == ScopeKind::Organization && !beside.orgs.iter().any(is_root);
        if kind == ScopeKind::Organization {
            // named as an organization and linted: one checkout, not two
            roots.orgs.retain(|org| !is_root(org));
        }
        match kind {
            ScopeKind::Repository | ScopeKind::Subproject => roots.repo = Some(root.to_path_buf()),
            ScopeKind::Organization => roots.orgs.push(root.to_path_buf()),
            ScopeKind::Registry => roots.public = Some(root.to_path_buf()),
            ScopeKind::Home => roots.user = Some(root.to_path_buf()),
        }
        let catalog = Catalog::load(tree, &roots, loader)?;
        let (named, listing) = (Vec::new(), Vec::new());
        Ok(Self { kind, presumed, root: root.to_path_buf(), prefix: prefix.into(), catalog, named, only: None, exclude: None, listing })
    }

    /// Takes in the file at `path`, relative to the root, that a person named although no loader reads it there.
    pub fn name_file(&mut self, tree: &dyn Tree, path: &str) {
        let file = self.root.join(path);
        let known = self.catalog.entries.iter().chain(&self.named).any(|entry| entry.file == file);
        if !known {
            self.named.push(Entry::alone(tree, self.catalog.loader, self.kind.source(), &self.root, file));
        }
    }

    /// The files that are linted, in catalog order, the ones named beside it last.
    pub fn files(&self) -> impl Iterator<Item = File<'_>> {
        let own = self.catalog.entries.iter().filter(|entry| self.owns(entry) && self.covers(&entry.path));
        let named = self.named.iter().filter(|entry| !self.excluded(&entry.path));
        own.chain(named).map(|entry| File::new(entry, self))
    }

    /// Whether `entry` is a file of this directory, not of another source and not of the git root above.
    pub fn owns(&self, entry: &Entry) -> bool {
        entry.source == self.kind.source() && !entry.path.starts_with("../") && entry.file.starts_with(&self.root)
    }

    /// Whether the file at `path`, relative to the root, is left out whatever else is said.
    pub fn excluded(&self, path: &str) -> bool {
        self.exclude.as_ref().is_some_and(|globs| globs.matches(&self.root.join(path)))
    }

    /// Whether `path`, relative to the root, is reported on.
    pub fn covers(&self, path: &str) -> bool {
        let below = |dir: &String| path.strip_prefix(dir.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        !self.excluded(path) && self.only.as_ref().is_none_or(|only| only.iter().any(|dir| dir.is_empty() || below(dir)))
    }

    /// How `entry` is shown: files of other sources by the path they were read from.
    pub fn shown(&self, entry: &Entry) -> String {
        if self.owns(entry) { self.shown_path(&entry.path) } else { entry.file.to_string_lossy().replace('\\', "/") }
    }

    /// How `path`, relative to the root, is shown.
    pub fn shown_path(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }
}
