//! The legacy loader's sources and their precedence: `load_microagents_from_dir` and what calls it.

use std::path::{Path, PathBuf};

use super::layout::{LEGACY_CHECKOUT_DIRS, LEGACY_DIR, LEGACY_INSTRUCTIONS, V0_INSTRUCTIONS};
use super::pile::Pile;
use super::read::Reader;
use super::walk::{Found, walk};
use super::{Entry, Roots, Source};
use crate::microagent::{Kind, Loader, legacy, third_party};
use crate::tree::{FileKind, Tree};

/// Loads every source: public, user, organizations, repository; always-on microagents and the others are two maps, and in
/// each later ones win by name.
pub(super) fn load(tree: &dyn Tree, roots: &Roots) -> Pile {
    let reader = |source, base: &Path| Reader { tree, loader: Loader::Legacy, source, base: base.to_path_buf() };
    let checkout_dir = |root: &Path| LEGACY_CHECKOUT_DIRS.iter().map(|dir| root.join(dir)).find(|dir| tree.kind(dir).is_some());
    let mut pile = Pile::default();
    let checkouts = |root: &PathBuf, source| checkout_dir(root).map(|dir| source_dir(&reader(source, root), &dir, None));
    if let Some(found) = roots.public.as_ref().and_then(|root| checkouts(root, Source::Public)) {
        pile.update(found);
    }
    if let Some(home) = &roots.user {
        pile.update(source_dir(&reader(Source::User, home), &home.join(LEGACY_DIR), Some(home)));
    }
    for found in roots.orgs.iter().filter_map(|root| checkouts(root, Source::Org)) {
        pile.update(found);
    }
    if let Some(root) = &roots.repo {
        pile.update(source_dir(&reader(Source::Repo, root), &root.join(LEGACY_DIR), Some(root)));
    }
    pile.partition(|microagent| microagent.kind == Kind::Repo);
    pile
}

/// One source: the instruction files of `root`, then the Markdown files below `dir`, sorted by path (the loader's own order
/// is the file system's). One file that fails loses all.
fn source_dir(reader: &Reader<'_>, dir: &Path, root: Option<&Path>) -> Pile {
    let mut pile = Pile::default();
    if let Some(root) = root {
        root_files(reader, root, &mut pile);
    }
    for found in walk(reader.tree, dir, &|_| false) {
        let file = dir.join(&found.relative);
        if found.name().ends_with(".md") && found.name() != "README.md" {
            let load = |document: &_| legacy::load(document, found.name(), &found.relative);
            pile.last_wins(reader.entry(file, load));
        } else if found.kind != FileKind::Dir {
            unread(reader, file, &found, &mut pile);
        }
    }
    if let Some(broken) = pile.first_invalid().map(Entry::behind) {
        pile.reject(&broken);
    }
    pile
}

fn unread(reader: &Reader<'_>, file: PathBuf, found: &Found, pile: &mut Pile) {
    if found.name() == "README.md" {
        let entry = reader.out_of_reach(file, "a file called README.md is never loaded");
        if entry.document.as_ref().is_some_and(|document| document.parts.is_some()) {
            pile.last_wins(entry);
        }
    } else if found.looks_like_one() {
        pile.last_wins(reader.out_of_reach(file, "only names that end in `.md`, in lower case, are read"));
    }
}

/// `.cursorrules`, and the first of the four spellings of agent instructions. The probes are for existence: a directory of
/// such a name passes them, and then cannot be read.
fn root_files(reader: &Reader<'_>, root: &Path, pile: &mut Pile) {
    let exists = |name: &str| reader.tree.kind(&root.join(name)).is_some();
    let instructions = LEGACY_INSTRUCTIONS.iter().copied().find(|name| exists(name));
    let taken: Vec<&str> = Some(".cursorrules").filter(|name| exists(name)).into_iter().chain(instructions).collect();
    for name in &taken {
        let known = third_party::name(Loader::Legacy, name).unwrap_or_default();
        pile.last_wins(reader.entry(root.join(name), |document| Ok(third_party::always_on(Loader::Legacy, known, document.source.text()))));
    }
    for entry in reader.tree.entries(root).unwrap_or_default() {
        let file = root.join(&entry.name);
        if taken.contains(&entry.name.as_str()) {
            continue;
        }
        if entry.name == V0_INSTRUCTIONS {
            pile.last_wins(reader.out_of_reach(file, "V0 sessions read it beside the loader, as `repo_legacy`"));
        } else if let Some(name) = third_party::name(Loader::Legacy, &entry.name) {
            let message = match instructions {
                Some(winner) if name == "agents" => format!("the loader takes {winner} and looks no further"),
                _ => "the loader looks for other spellings of this name".into(),
            };
            pile.last_wins(reader.out_of_reach(file, message));
        } else if third_party::name(Loader::Sdk, &entry.name).is_some() {
            pile.last_wins(reader.out_of_reach(file, "the legacy loader does not know this file"));
        }
    }
}
