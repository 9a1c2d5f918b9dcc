//! Which files lose to another of the same name, and why. The catalog has decided who wins; here it is told apart what
//! kind of a meeting it was.

use std::collections::HashMap;

use super::placement::Placement;
use super::{File, Scope};
use crate::catalog::{Entry, Reason};
use crate::microagent::{Format, Loader, third_party};
use crate::tree::Tree;

/// A file that loses, the one it loses to, and how they met.
pub struct Clash<'a> {
    /// The file that the runtime does not have.
    pub loser: File<'a>,
    /// The file it has instead.
    pub winner: File<'a>,
    /// How they met.
    pub kind: ClashKind,
}

/// How two files of one name met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClashKind {
    /// Links make them one file.
    SameFile,
    /// Both are instruction files of other tools.
    Instructions,
    /// One is an instruction file, the other is not.
    Reserved,
    /// A flat file and a SKILL.md in one scanned directory.
    FlatAndSkill,
    /// In one scanned directory.
    SameDirectory,
    /// In two scanned directories of one source.
    Directories {
        /// Whether they say the same.
        same_text: bool,
    },
    /// In two sources.
    Sources,
}

/// All clashes, in catalog order of the losers.
pub fn clashes<'a>(tree: &dyn Tree, scope: &'a Scope) -> Vec<Clash<'a>> {
    let catalog = &scope.catalog;
    if catalog.not_loaded().all(|(_, lost)| lost.reason != Reason::Shadowed) {
        return Vec::new();
    }
    let entries = &catalog.entries;
    let mut by_path: HashMap<&str, Vec<&Entry>> = HashMap::new();
    for entry in entries {
        by_path.entry(&entry.path).or_default().push(entry);
    }
    let mut found = Vec::new();
    for (entry, lost) in catalog.not_loaded().filter(|(_, lost)| lost.reason == Reason::Shadowed) {
        let candidates = lost.by.as_deref().and_then(|by| by_path.get(by));
        // two sources can have a file at the same path; the one that is loaded is meant
        let loaded = |candidate: &&&Entry| candidate.microagent().is_some();
        let winner = candidates.and_then(|all| all.iter().find(loaded).or(all.first())).filter(|winner| winner.file != entry.file);
        let Some(winner) = winner else { continue };
        let (loser, winner) = (File::new(entry, scope), File::new(winner, scope));
        found.push(Clash { loser, winner, kind: kind(tree, catalog.loader, loser, winner) });
    }
    found
}

fn kind(tree: &dyn Tree, loader: Loader, loser: File<'_>, winner: File<'_>) -> ClashKind {
    // a file of that name in a skills directory is a microagent like others
    let instructions =
        |file: File<'_>| !file.entry.path.trim_start_matches("../").contains('/') && third_party::name(loader, file.name()).is_some();
    let same_file = || tree.canonical(&loser.entry.file).ok().zip(tree.canonical(&winner.entry.file).ok()).is_some_and(|(a, b)| a == b);
    if same_file() {
        return ClashKind::SameFile;
    }
    match (instructions(loser), instructions(winner)) {
        (true, true) => return ClashKind::Instructions,
        (false, false) => {}
        _ => return ClashKind::Reserved,
    }
    if loser.source() != winner.source() {
        return ClashKind::Sources;
    }
    let places = Placement::of(loser.source(), &loser.entry.path).zip(Placement::of(winner.source(), &winner.entry.path));
    if places.is_some_and(|(a, b)| a.beside(&b)) && roots_match(loser, winner) {
        let format = |file: File<'_>| file.microagent().map(|microagent| microagent.format);
        let mixed = [format(loser), format(winner)].contains(&Some(Format::Skill)) && format(loser) != format(winner);
        return if mixed { ClashKind::FlatAndSkill } else { ClashKind::SameDirectory };
    }
    ClashKind::Directories { same_text: loser.text() == winner.text() }
}

/// Whether both lie below the same root: two organizations can have the same path.
fn roots_match(a: File<'_>, b: File<'_>) -> bool {
    let root =
        |file: File<'_>| file.entry.file.to_string_lossy().strip_suffix(file.entry.path.trim_start_matches("../")).map(str::to_owned);
    root(a) == root(b)
}
