//! What the paths mean that a person names: a repository, a subproject, an organization's checkout, a registry, a home
//! directory, or a file in one of them.

use std::path::{Component, Path, PathBuf};

use super::{Scope, ScopeKind};
use crate::catalog::{CatalogError, Roots};
use crate::microagent::Loader;
use crate::tree::walk::{Walk, walk};
use crate::tree::{FileKind, Tree, git_root};

/// How to take the paths.
pub struct Request<'a> {
    /// Where the files are.
    pub tree: &'a dyn Tree,
    /// The runtime mirrored.
    pub loader: Loader,
    /// Sources read only for conflicts.
    pub beside: &'a Roots,
    /// The directory that paths are shown relative to, absolute.
    pub working: &'a Path,
    /// The user's home, absolute: linted as such when it is named.
    pub home: Option<&'a Path>,
    /// Whether ignored and vendored directories are walked too.
    pub all: bool,
}

/// What is linted.
#[derive(Debug, Default)]
pub struct Targets {
    /// The directories, each once.
    pub scopes: Vec<Scope>,
    /// How many ignored or vendored directories were left out.
    pub skipped: usize,
}

/// Why a path cannot be linted.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// There is nothing.
    #[error("{}: no such file or directory", .0.display())]
    Missing(PathBuf),
    /// Its root cannot be read.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

/// Directories that the loaders look for in a repository.
const MARKERS: [&str; 2] = [".agents", ".openhands"];

/// Directories that the loaders look for in an organization's checkout, and in either marker.
const HOLDERS: [&str; 2] = ["skills", "microagents"];

/// Manifests that make a checkout a registry.
const MANIFESTS: [&str; 3] = ["marketplaces", ".plugin/marketplace.json", ".claude-plugin/marketplace.json"];

impl Targets {
    /// Loads everything that `paths`, absolute, name.
    pub fn load(request: &Request<'_>, paths: &[PathBuf]) -> Result<Self, TargetError> {
        let mut targets = Self::default();
        for path in paths {
            let link = || request.tree.link_kind(path);
            match request.tree.kind(path) {
                Some(FileKind::Dir) => targets.directory(request, path)?,
                Some(_) => targets.file(request, path)?,
                // a link that leads nowhere is there, and is a finding
                None if link().is_some() => targets.file(request, path)?,
                None => return Err(TargetError::Missing(path.clone())),
            }
        }
        Ok(targets)
    }

    /// How many files are linted.
    pub fn files(&self) -> usize {
        self.scopes.iter().map(|scope| scope.files().count()).sum()
    }

    /// How many files would be linted were they not excluded.
    pub fn excluded(&self) -> usize {
        let own = |scope: &&Scope| {
            scope
                .catalog
                .entries
                .iter()
                .filter(|entry| scope.owns(entry))
                .chain(&scope.named)
                .filter(|entry| scope.excluded(&entry.path))
                .count()
        };
        self.scopes.iter().map(|scope| own(&scope)).sum()
    }

    fn directory(&mut self, request: &Request<'_>, dir: &Path) -> Result<(), TargetError> {
        if request.home == Some(dir) {
            return self.add(request, ScopeKind::Home, dir, None).map(drop);
        }
        if let Some((kind, root)) = inside(request, dir) {
            return self.add(request, kind, &root, Some(dir)).map(drop);
        }
        if let Some(name) = skill_file(request.tree, dir) {
            self.file(request, &dir.join(name))?;
        }
        let found = walk(request.tree, dir, request.all);
        self.skipped += found.skipped.len();
        let at = self.add(request, ScopeKind::Repository, dir, None)?;
        self.scopes[at].listing.clone_from(&found.listing);
        if holds_microagents(&found) {
            let at = self.add(request, shared_kind(request.tree, dir), dir, None)?;
            self.scopes[at].listing.clone_from(&found.listing);
        }
        for below in subprojects(&found) {
            let at = self.add(request, ScopeKind::Subproject, &dir.join(&below), None)?;
            // its instruction files are path rules of the repository, and are linted as such
            self.scopes[at].only = Some(MARKERS.map(ToString::to_string).to_vec());
        }
        Ok(())
    }

    fn file(&mut self, request: &Request<'_>, file: &Path) -> Result<(), TargetError> {
        let parent = file.parent().unwrap_or(Path::new("/"));
        let (kind, root) = inside(request, file)
            .unwrap_or_else(|| (ScopeKind::Repository, git_root(request.tree, parent).unwrap_or(parent).to_path_buf()));
        let at = self.add(request, kind, &root, Some(file))?;
        let path = relative(&root, file);
        self.scopes[at].name_file(request.tree, &path);
        Ok(())
    }

    /// The place of the scope of `root`, loaded when it is new, reporting on `only` or on everything.
    fn add(&mut self, request: &Request<'_>, kind: ScopeKind, root: &Path, only: Option<&Path>) -> Result<usize, TargetError> {
        let known = self.scopes.iter().position(|scope| scope.kind == kind && scope.root == root);
        let at = if let Some(at) = known {
            at
        } else {
            let prefix = shown(request.working, root);
            let mut scope = Scope::load(request.tree, kind, root, prefix, request.beside, request.loader)?;
            scope.only = Some(Vec::new());
            self.scopes.push(scope);
            self.scopes.len() - 1
        };
        let scope = &mut self.scopes[at];
        match (only, &mut scope.only) {
            (None, covered) => *covered = None,
            (Some(path), Some(covered)) => covered.push(relative(root, path)),
            (Some(_), None) => {}
        }
        Ok(at)
    }
}

/// The directory that a loader would be started in to read `path`, when `path` lies where a loader looks.
fn inside(request: &Request<'_>, path: &Path) -> Option<(ScopeKind, PathBuf)> {
    let parts: Vec<Component<'_>> = path.components().collect();
    let named = |at: usize, names: &[&str]| parts[at].as_os_str().to_str().is_some_and(|name| names.contains(&name));
    let before = |at: usize| parts[..at].iter().collect::<PathBuf>();
    // what stands above the work tree says nothing about it: it may be checked out anywhere
    let top = git_root(request.tree, path);
    let top = top.map_or(0, |dir| dir.components().count());
    // of `.openhands` a loader reads the holders and files; another directory in it, such as a work area, is none
    let marks = |at: usize| {
        let reads = || named(at + 1, &HOLDERS);
        named(at, &MARKERS)
            && match parts.len() - at {
                1 => true,
                2 => reads() || request.tree.kind(path) != Some(FileKind::Dir),
                _ => reads(),
            }
    };
    if let Some(at) = (top..parts.len()).rev().find(|at| marks(*at)) {
        let root = before(at);
        let kind = if request.home == Some(&root) { ScopeKind::Home } else { ScopeKind::Repository };
        return Some((kind, root));
    }
    // a directory called `skills` somewhere in the sources of a program is none
    let holders = (top..parts.len()).rev().filter(|at| named(*at, &HOLDERS)).map(before);
    let root = holders.into_iter().find(|root| holds_microagents(&shallow(request.tree, root)))?;
    Some((shared_kind(request.tree, &root), root))
}

/// The two levels of `root` that say whether it is an organization's checkout.
fn shallow(tree: &dyn Tree, root: &Path) -> Walk {
    let mut found = Walk::default();
    for holder in HOLDERS {
        for entry in tree.entries(&root.join(holder)).unwrap_or_default() {
            let path = format!("{holder}/{}", entry.name);
            if entry.kind != FileKind::File
                && let Some(name) = skill_file(tree, &root.join(&path))
            {
                found.listing.push(crate::tree::walk::Listed { path: format!("{path}/{name}"), kind: FileKind::File });
            }
            found.listing.push(crate::tree::walk::Listed { path, kind: entry.kind });
        }
    }
    found
}

/// Whether the top of a walk looks like an organization's checkout: `skills/x/SKILL.md`, `skills/x.md`, `microagents/x.md`.
fn holds_microagents(found: &Walk) -> bool {
    found.listing.iter().any(|listed| {
        let parts: Vec<&str> = listed.path.split('/').collect();
        match parts.as_slice() {
            ["skills", _, name] => name.eq_ignore_ascii_case("skill.md"),
            ["skills" | "microagents", name] => is_markdown(name) && !name.eq_ignore_ascii_case("readme.md"),
            _ => false,
        }
    })
}

/// A registry has a marketplace manifest, an organization's checkout has none.
fn shared_kind(tree: &dyn Tree, root: &Path) -> ScopeKind {
    let registry = MANIFESTS.iter().any(|manifest| tree.kind(&root.join(manifest)).is_some());
    if registry { ScopeKind::Registry } else { ScopeKind::Organization }
}

/// Directories below the root with an `.agents` or `.openhands` that holds skills or microagents, each once.
fn subprojects(found: &Walk) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for listed in &found.listing {
        let Some((above, holder)) = listed.path.rsplit_once('/') else { continue };
        let Some((root, marker)) = above.rsplit_once('/') else { continue };
        let nested = root.split('/').any(|part| MARKERS.contains(&part));
        if HOLDERS.contains(&holder) && MARKERS.contains(&marker) && !nested && !out.iter().any(|known| known == root) {
            out.push(root.to_string());
        }
    }
    out
}

/// The name of the SKILL.md of `dir`, whatever the case of its letters.
fn skill_file(tree: &dyn Tree, dir: &Path) -> Option<String> {
    let entries = tree.entries(dir).ok()?;
    entries.into_iter().map(|entry| entry.name).find(|name| name.eq_ignore_ascii_case("skill.md"))
}

fn is_markdown(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// What stands before the paths below `root` when shown from `working`.
fn shown(working: &Path, root: &Path) -> String {
    let path = relative(working, root);
    if path.is_empty() || path.ends_with('/') { path } else { format!("{path}/") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::memory::Memory;

    fn targets(tree: &Memory, paths: &[&str]) -> Vec<String> {
        let request = Request {
            tree,
            loader: Loader::Sdk,
            beside: &Roots::default(),
            working: Path::new("/w"),
            home: Some(Path::new("/home")),
            all: false,
        };
        let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
        let targets = Targets::load(&request, &paths).unwrap();
        let line =
            |scope: &Scope| format!("{:?} {:?} {:?}", scope.kind, scope.prefix, scope.only.clone().unwrap_or_else(|| vec!["*".into()]));
        targets.scopes.iter().map(line).collect()
    }

    #[test]
    fn a_path_means_what_a_loader_makes_of_it() {
        let tree = Memory::new()
            .file("/w/r/.git/HEAD", "")
            .file("/w/r/.agents/skills/a/SKILL.md", "")
            .file("/w/r/pkg/.openhands/microagents/b.md", "")
            .file("/w/r/node_modules/p/.agents/skills/c.md", "")
            .file("/w/r/docs/d.md", "")
            .file("/w/org/skills/e/SKILL.md", "")
            .file("/w/reg/skills/f/SKILL.md", "")
            .file("/w/reg/marketplaces/default.json", "{}")
            .file("/w/code/src/skills/notes.txt", "")
            .file("/home/.agents/skills/g.md", "")
            .file("/home/.openhands/work/q/.git/HEAD", "")
            .file("/home/.openhands/work/q/.agents/skills/a.md", "")
            .file("/home/.openhands/plain/.agents/skills/a.md", "")
            .file("/w/skills/org/.git/HEAD", "")
            .file("/w/skills/org/skills/a/SKILL.md", "")
            .file("/w/.openhands/.git/HEAD", "")
            .file("/w/.openhands/skills/a/SKILL.md", "")
            .file("/w/one/SKILL.md", "");
        let cases: &[(&[&str], &[&str])] = &[
            (&["/w/r"], &[r#"Repository "r/" ["*"]"#, r#"Subproject "r/pkg/" [".agents", ".openhands"]"#]),
            (&["/w/org"], &[r#"Repository "org/" ["*"]"#, r#"Organization "org/" ["*"]"#]),
            (&["/w/reg"], &[r#"Repository "reg/" ["*"]"#, r#"Registry "reg/" ["*"]"#]),
            (&["/w/code"], &[r#"Repository "code/" ["*"]"#]),
            (&["/home"], &[r#"Home "/home/" ["*"]"#]),
            (&["/home/.agents"], &[r#"Home "/home/" [".agents"]"#]),
            (&["/w/r/.agents/skills/a"], &[r#"Repository "r/" [".agents/skills/a"]"#]),
            (&["/w/r/docs/d.md", "/w/r/.agents/skills/a/SKILL.md"], &[r#"Repository "r/" ["docs/d.md", ".agents/skills/a/SKILL.md"]"#]),
            (&["/w/r/docs/d.md", "/w/r"], &[r#"Repository "r/" ["*"]"#, r#"Subproject "r/pkg/" [".agents", ".openhands"]"#]),
            (&["/w/reg/skills/f"], &[r#"Registry "reg/" ["skills/f"]"#]),
            (&["/w/code/src/skills/notes.txt"], &[r#"Repository "code/src/skills/" ["notes.txt"]"#]),
            (&["/w/one"], &[r#"Repository "one/" ["*"]"#]),
            // what stands above a checkout does not count
            (&["/home/.openhands/work/q"], &[r#"Repository "/home/.openhands/work/q/" ["*"]"#]),
            (&["/home/.openhands/work/q/.agents/skills/a.md"], &[r#"Repository "/home/.openhands/work/q/" [".agents/skills/a.md"]"#]),
            (&["/home/.openhands/plain"], &[r#"Repository "/home/.openhands/plain/" ["*"]"#]),
            (&["/home/.openhands/plain/.agents/skills/a.md"], &[r#"Repository "/home/.openhands/plain/" [".agents/skills/a.md"]"#]),
            (&["/w/skills/org"], &[r#"Repository "skills/org/" ["*"]"#, r#"Organization "skills/org/" ["*"]"#]),
            (&["/w/skills/org/skills/a"], &[r#"Organization "skills/org/" ["skills/a"]"#]),
            (&["/w/.openhands"], &[r#"Repository ".openhands/" ["*"]"#, r#"Organization ".openhands/" ["*"]"#]),
        ];
        for (paths, expected) in cases {
            assert_eq!(targets(&tree, paths), *expected, "{paths:?}");
        }
    }

    #[test]
    fn a_path_that_is_not_there_is_an_error_and_a_broken_link_is_not() {
        let tree = Memory::new().link("/w/broken.md", "nowhere");
        let (beside, working) = (Roots::default(), Path::new("/w"));
        let request = Request { tree: &tree, loader: Loader::Sdk, beside: &beside, working, home: None, all: false };
        let error = Targets::load(&request, &["/w/none".into()]).unwrap_err();
        assert_eq!(error.to_string(), "/w/none: no such file or directory");
        assert_eq!(Targets::load(&request, &["/w/broken.md".into()]).unwrap().files(), 1);
    }
}
