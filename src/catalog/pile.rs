//! Entries gathered in load order, one for each name: who wins, who loses, and to whom.

use std::collections::HashMap;
use std::mem;

use super::{Behind, Entry, NotLoaded, Outcome, Reason};
use crate::microagent::{Kind, Microagent};

/// Loaded entries in load order, and the ones lost on the way.
#[derive(Default)]
pub(super) struct Pile {
    loaded: Vec<Entry>,
    index: HashMap<Key, usize>,
    lost: Vec<Entry>,
}

/// What may stand once: a name; for the legacy loader one always-on and one other of each name.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    name: String,
    apart: bool,
}

impl Key {
    fn of(microagent: &Microagent) -> Self {
        Self { name: microagent.name.clone(), apart: microagent.legacy.is_some() && microagent.kind == Kind::Repo }
    }
}

impl Entry {
    /// What it is loaded as.
    pub fn microagent(&self) -> Option<&Microagent> {
        match &self.outcome {
            Outcome::Loaded(microagent) => Some(microagent),
            Outcome::NotLoaded(_) => None,
        }
    }

    /// The same entry, taken along by the broken file `by`.
    pub(super) fn rejected(self, by: &Behind) -> Self {
        self.demoted(|microagent| NotLoaded::rejected(microagent, by))
    }

    /// The same entry with what it was loaded as turned into a reason against it.
    fn demoted(self, reason: impl FnOnce(Microagent) -> NotLoaded) -> Self {
        let outcome = match self.outcome {
            Outcome::Loaded(microagent) => Outcome::NotLoaded(Box::new(reason(*microagent))),
            lost @ Outcome::NotLoaded(_) => lost,
        };
        Self { outcome, ..self }
    }
}

impl Pile {
    /// Adds `entry` unless its name is taken (`if name not in seen`).
    pub(super) fn first_wins(&mut self, entry: Entry) {
        self.add(entry, false);
    }

    /// Adds `entry`, in the place of the one of its name if there is one (a dict update).
    pub(super) fn last_wins(&mut self, entry: Entry) {
        self.add(entry, true);
    }

    fn add(&mut self, entry: Entry, replace: bool) {
        let Some(microagent) = entry.microagent() else {
            self.lost.push(entry);
            return;
        };
        match self.index.get(&Key::of(microagent)) {
            None => {
                self.index.insert(Key::of(microagent), self.loaded.len());
                self.loaded.push(entry);
            }
            Some(&at) => {
                let loser = if replace { mem::replace(&mut self.loaded[at], entry) } else { entry };
                let (winner, source) = (&self.loaded[at], loser.source);
                self.lost.push(loser.demoted(|microagent| NotLoaded::shadowed(microagent, source, winner)));
            }
        }
    }

    /// Adds all of `other`, whose names win.
    pub(super) fn update(&mut self, other: Self) {
        self.absorb(other, true);
    }

    /// Adds what `other` has under names that are not taken.
    pub(super) fn fill(&mut self, other: Self) {
        self.absorb(other, false);
    }

    fn absorb(&mut self, other: Self, replace: bool) {
        self.lost.extend(other.lost);
        for entry in other.loaded {
            self.add(entry, replace);
        }
    }

    /// Turns everything loaded into rejected entries: the broken file `by` takes all with it.
    pub(super) fn reject(&mut self, by: &Behind) {
        self.index.clear();
        self.lost.extend(mem::take(&mut self.loaded).into_iter().map(|entry| entry.rejected(by)));
    }

    /// The first entry that the loader refuses, if one is.
    pub(super) fn first_invalid(&self) -> Option<&Entry> {
        self.lost.iter().find(|entry| matches!(&entry.outcome, Outcome::NotLoaded(lost) if lost.reason == Reason::Invalid))
    }

    /// Puts the loaded ones for which `first` holds before the others, each in their order.
    pub(super) fn partition(&mut self, first: impl Fn(&Microagent) -> bool) {
        self.loaded.sort_by_key(|entry| !entry.microagent().is_some_and(&first));
        self.index = self.loaded.iter().enumerate().filter_map(|(at, entry)| Some((Key::of(entry.microagent()?), at))).collect();
    }

    /// The loaded ones in order, then the lost ones by source and path.
    pub(super) fn into_entries(self) -> Vec<Entry> {
        let mut lost = self.lost;
        lost.sort_by(|a, b| (a.source, &a.path).cmp(&(b.source, &b.path)));
        let mut entries = self.loaded;
        entries.append(&mut lost);
        entries
    }
}
