//! Whether declared expectations hold, and if not, why.

use super::cases::{Case, Expected};
use super::conversation::{self, Turn};
use super::explain::{Near, Why};
use super::matcher::{Fired, Matcher};
use crate::catalog::{Catalog, Entry, NotLoaded};
use crate::near;

/// What became of a case.
#[derive(Debug, Clone)]
pub struct Verdict<'a, 'c> {
    /// The case.
    pub case: &'a Case,
    /// What did not hold; empty when all did.
    pub failures: Vec<Failure<'a, 'c>>,
}

/// An expectation that did not hold.
#[derive(Debug, Clone)]
pub struct Failure<'a, 'c> {
    /// The turn it is about; `None`: the whole conversation.
    pub turn: Option<usize>,
    /// The name it is about.
    pub name: &'a str,
    /// What happened instead.
    pub kind: FailureKind<'c>,
}

/// What happened instead.
#[derive(Debug, Clone)]
pub enum FailureKind<'c> {
    /// It did not fire, and why not at the turn that came nearest (from 0).
    Silent(usize, Why<'c>),
    /// It had been given at this earlier turn (from 0), and is given once.
    Repeated(usize),
    /// It is not loaded.
    NotLoaded(&'c Entry, &'c NotLoaded),
    /// There is no such microagent; the one probably meant.
    Unknown(Option<&'c str>),
    /// It fired and must not, at this turn (from 0).
    Forbidden(usize, Fired<'c>),
    /// It fired beside what was expected, at this turn (from 0).
    Unexpected(usize, Fired<'c>),
}

/// Holds `cases` against `catalog`, whose matcher is `matcher`.
pub fn check<'a, 'c: 'a>(cases: &'a [Case], catalog: &'c Catalog, matcher: &Matcher<'c>) -> Vec<Verdict<'a, 'c>> {
    cases.iter().map(|case| Verdict { case, failures: Checker { catalog, matcher, case }.failures() }).collect()
}

struct Checker<'m, 'a, 'c> {
    catalog: &'c Catalog,
    matcher: &'m Matcher<'c>,
    case: &'a Case,
}

impl<'a, 'c: 'a> Checker<'_, 'a, 'c> {
    fn failures(&self) -> Vec<Failure<'a, 'c>> {
        let turns = conversation::once(self.case.steps.iter().map(|step| step.query.fired(self.matcher)).collect());
        let mut failures = Vec::new();
        for (index, step) in self.case.steps.iter().enumerate() {
            self.hold(&step.expected, Some(index), index..index + 1, &turns, &mut failures);
        }
        self.hold(&self.case.expected, None, 0..turns.len(), &turns, &mut failures);
        failures
    }

    /// Holds `expected` against the turns of `range`.
    fn hold(
        &self,
        expected: &'a Expected,
        turn: Option<usize>,
        range: std::ops::Range<usize>,
        turns: &[Turn<'c>],
        failures: &mut Vec<Failure<'a, 'c>>,
    ) {
        let fired: Vec<(usize, &Fired<'c>)> = range.clone().flat_map(|at| turns[at].fired.iter().map(move |fired| (at, fired))).collect();
        let mut fail = |name: &'a str, kind| failures.push(Failure { turn, name, kind });
        for name in &expected.fires {
            if !fired.iter().any(|(_, fired)| fired.microagent.name == *name) {
                fail(name, self.absent(name, range.clone(), turns));
            }
        }
        for (at, fired) in fired {
            let name = &fired.microagent.name;
            if let Some(name) = expected.not.iter().find(|unwanted| *unwanted == name) {
                fail(name, FailureKind::Forbidden(at, fired.clone()));
            } else if expected.only && !expected.fires.contains(name) {
                fail(&fired.microagent.name, FailureKind::Unexpected(at, fired.clone()));
            }
        }
        // a forbidden name that nobody has can never fire: the case could not fail
        for name in expected.not.iter().filter(|name| !self.exists(name)) {
            fail(name, self.unknown(name));
        }
    }

    /// Why `name` did not fire at the turns of `range`.
    fn absent(&self, name: &str, range: std::ops::Range<usize>, turns: &[Turn<'c>]) -> FailureKind<'c> {
        let again = range.clone().flat_map(|at| &turns[at].repeated).find(|(fired, _)| fired.microagent.name == name);
        if let Some((_, first)) = again {
            return FailureKind::Repeated(*first);
        }
        let Some((_, microagent)) = self.catalog.loaded().find(|(_, one)| one.name == name) else {
            let lost = self.catalog.not_loaded().find(|(entry, _)| entry.names().any(|known| known == name));
            return lost.map_or_else(|| self.unknown(name), |(entry, lost)| FailureKind::NotLoaded(entry, lost));
        };
        let whys = range.map(|at| (at, self.case.steps[at].query.why_not(self.matcher.loader(), microagent)));
        let nearest = whys.min_by_key(|(_, why)| why.nearest().map_or(Near::Nothing, |miss| miss.near));
        nearest.map_or(FailureKind::Unknown(None), |(at, why)| FailureKind::Silent(at, why))
    }

    fn exists(&self, name: &str) -> bool {
        // a path is no name: nothing fires under it
        self.catalog.entries.iter().any(|entry| entry.names().any(|known| known == name && known != entry.path))
    }

    fn unknown(&self, name: &str) -> FailureKind<'c> {
        FailureKind::Unknown(near::nearest(name, self.catalog.loaded().map(|(_, one)| one.name.as_str())))
    }
}
