//! Instruction files of other tools as the SDK finds them: `find_third_party_files`, `find_nested_third_party_files`.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::layout::V0_INSTRUCTIONS;
use super::pile::Pile;
use super::read::Reader;
use super::{Behind, Entry, NotLoaded, Outcome, Reason};
use crate::microagent::{Loader, third_party};
use crate::tree::{FileKind, Tree};

/// Adds the instruction files of `root`. Of two whose names differ in letter case only, and of two that are one file
/// through a link, the first in sorted order counts.
pub(super) fn root_files(reader: &Reader<'_>, root: &Path, pile: &mut Pile) {
    let mut by_name: HashMap<String, Behind> = HashMap::new();
    let mut by_file: HashMap<PathBuf, Behind> = HashMap::new();
    for entry in reader.tree.entries(root).unwrap_or_default() {
        let file = root.join(&entry.name);
        if entry.name == V0_INSTRUCTIONS {
            pile.first_wins(reader.out_of_reach(file, "only V0 sessions read it; the SDK never does"));
            continue;
        }
        let Some(name) = third_party::name(Loader::Sdk, &entry.name) else { continue };
        if reader.tree.kind(&file) != Some(FileKind::File) {
            let what = if reader.tree.kind(&file) == Some(FileKind::Dir) { "a directory" } else { "not a regular file" };
            pile.first_wins(reader.out_of_reach(file, format!("it is {what}; the loader passes over it")));
            continue;
        }
        let real = reader.tree.canonical(&file).unwrap_or_else(|_| file.clone());
        let loaded = reader.entry(file, |document| Ok(third_party::always_on(Loader::Sdk, name, document.source.text())));
        let lower = entry.name.to_lowercase();
        if let Some(winner) = by_name.get(&lower) {
            pile.first_wins(hidden(loaded, winner, &format!("{} differs in letter case only and comes first", winner.path)));
        } else if let Some(winner) = by_file.get(&real) {
            pile.first_wins(hidden(loaded, winner, &format!("it is the same file as {}, which comes first", winner.path)));
        } else {
            by_name.insert(lower, loaded.behind());
            by_file.insert(real, loaded.behind());
            pile.first_wins(loaded);
        }
    }
}

/// `entry` as the loser to `winner`. What is wrong with it no longer matters: the loader does not open it.
fn hidden(entry: Entry, winner: &Behind, message: &str) -> Entry {
    let microagent = match entry.outcome {
        Outcome::Loaded(microagent) => Some(*microagent),
        Outcome::NotLoaded(_) => None,
    };
    let reason = NotLoaded { reason: Reason::Shadowed, microagent, ..NotLoaded::because(message) };
    Entry { outcome: Outcome::NotLoaded(Box::new(reason.through(winner))), ..entry }
}

/// Adds the path rules of instruction files below `work_dir`: tracked and untracked files as git lists them, else a plain
/// walk that enters neither hidden directories nor `node_modules`.
pub(super) fn nested_files(reader: &Reader<'_>, work_dir: &Path, pile: &mut Pile) {
    let listed = reader.tree.git_files(work_dir).unwrap_or_else(|| plain_walk(reader.tree, work_dir));
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for path in &listed {
        let Some((dir, file_name)) = path.rsplit_once('/') else { continue };
        let Some(name) = third_party::name(Loader::Sdk, file_name) else { continue };
        let file = work_dir.join(path);
        if reader.tree.kind(&file) == Some(FileKind::File) && seen.insert(reader.tree.canonical(&file).unwrap_or(file.clone())) {
            found.push((dir, name, file));
        }
    }
    found.sort_by(|a, b| a.0.cmp(b.0));
    for (dir, name, file) in found {
        pile.first_wins(reader.entry(file, |document| Ok(third_party::rule(name, dir, document.source.text()))));
    }
}

fn plain_walk(tree: &dyn Tree, work_dir: &Path) -> Vec<String> {
    let skip = |relative: &str| {
        let name = relative.rsplit('/').next().unwrap_or_default();
        name.starts_with('.') || name == "node_modules"
    };
    super::walk::walk(tree, work_dir, &skip).into_iter().filter(|found| found.kind != FileKind::Dir).map(|found| found.relative).collect()
}
