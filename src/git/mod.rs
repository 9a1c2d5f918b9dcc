//! The one door to git: work tree root, tracked and ignored files, revisions, index moves.

pub mod changes;
pub mod index;
pub mod revision;

use std::path::Path;

use git2::{ErrorClass, ErrorCode, Repository, Status, StatusOptions, StatusShow};

/// The kind of an index that libgit2 cannot handle, when that is what `error` is about.
fn unsupported_index(error: &git2::Error) -> Option<&'static str> {
    let text = error.message();
    let kinds = [("'link'", "a split index"), ("'sdir'", "a sparse index")];
    kinds.into_iter().find(|(mark, _)| text.contains(mark)).map(|(_, kind)| kind)
}

/// Why git could not do it: in its own words, or in better ones where those mislead.
fn reason(error: &git2::Error) -> String {
    let text = error.message().trim_end_matches('.');
    if let Some(kind) = unsupported_index(error) {
        format!("the index is {kind}, which this build cannot read")
    } else if text.contains("refstorage") {
        "the repository keeps its references in reftables, which this build cannot read".to_string()
    } else if error.class() == ErrorClass::Config && error.code() == ErrorCode::Owner {
        "the repository belongs to someone else; git asks for `safe.directory`".to_string()
    } else if error.class() == ErrorClass::Index && ["invalid data", "no longer exists", "corrupt"].iter().any(|word| text.contains(word)) {
        "the index is corrupt: `git status` says more".to_string()
    } else {
        text.to_string()
    }
}

/// What `git ls-files -z --cached --others --exclude-standard` lists in `dir`: untracked files first, then tracked ones,
/// each sorted by bytes, relative to `dir`; `None` outside a work tree or where git refuses the repository. Mirrors the
/// listing of `find_nested_third_party_files`.
pub fn list_files(dir: &Path) -> Option<Vec<String>> {
    let dir = std::fs::canonicalize(dir).ok()?;
    let repository = Repository::discover(&dir).ok()?;
    let root = std::fs::canonicalize(repository.workdir()?).ok()?;
    let prefix = dir.strip_prefix(&root).ok()?.to_str()?.to_owned();
    let prefix = if prefix.is_empty() { prefix } else { prefix + "/" };
    let below = |path: &[u8]| String::from_utf8_lossy(path).strip_prefix(&prefix).map(str::to_owned);

    let mut options = StatusOptions::new();
    options.show(StatusShow::Workdir);
    options.include_untracked(true).recurse_untracked_dirs(true).include_ignored(false).exclude_submodules(true);
    if !prefix.is_empty() {
        options.pathspec(&prefix).disable_pathspec_match(true);
    }
    let statuses = repository.statuses(Some(&mut options)).ok()?;
    let untracked = statuses.iter().filter(|entry| entry.status().contains(Status::WT_NEW));
    let mut files: Vec<String> = untracked.filter_map(|entry| below(entry.path_bytes())).collect();
    files.sort();
    let index = repository.index().ok()?;
    let mut tracked: Vec<String> = index.iter().filter_map(|entry| below(&entry.path)).collect();
    // a conflicted file has an entry for each side
    tracked.dedup();
    files.append(&mut tracked);
    Some(files)
}
