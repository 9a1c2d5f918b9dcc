//! Keeps panics of the YAML parser inside, and works around the one that well-formed input can reach.
//!
//! libyaml takes a tag directly before a comma of a flow collection (`[!!str, x]`) for an empty scalar; its port panics
//! there. A blank between the two reads the same and does not panic, so after a panic one is put in, and the places
//! are reckoned back to the text as it was.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// No more blanks than this are put in; each costs some parses.
const MAX_REPAIRS: usize = 32;

/// Longer texts are not repaired, so that hostile ones cost little.
const MAX_REPAIRED_BYTES: usize = 64 << 10;

/// Where blanks were put into a text, as offsets in the changed text, ascending.
#[derive(Debug, Default)]
pub(super) struct Places(Vec<usize>);

impl Places {
    /// The offset in the original text of byte `index` of the changed one.
    pub(super) fn original(&self, index: usize) -> usize {
        index - self.0.partition_point(|inserted| *inserted < index)
    }

    fn insert(&mut self, at: usize) {
        let rank = self.0.partition_point(|inserted| *inserted < at);
        self.0.iter_mut().skip(rank).for_each(|inserted| *inserted += 1);
        self.0.insert(rank, at);
    }
}

/// Runs `parse` on `text`, or on a repaired form of it when that panics; `None` when it panics still.
pub(super) fn guarded<T>(text: &str, parse: impl Fn(&str, &Places) -> T) -> Option<T> {
    let mut places = Places::default();
    let first = quietly(|| parse(text, &places));
    if first.is_some() || text.len() > MAX_REPAIRED_BYTES {
        return first;
    }
    let mut text = text.to_owned();
    for _ in 0..MAX_REPAIRS {
        let comma = first_panic(&text, |prefix| quietly(|| parse(prefix, &Places::default())).is_none())?;
        text.insert(comma, ' ');
        places.insert(comma);
        if let Some(parsed) = quietly(|| parse(&text, &places)) {
            return Some(parsed);
        }
    }
    None
}

/// The comma at which the parser panics: the first whose prefix panics. It reads from left to right, so that every
/// longer prefix panics too and halving finds it.
fn first_panic(text: &str, panics: impl Fn(&str) -> bool) -> Option<usize> {
    let commas: Vec<usize> = text.match_indices(',').map(|(at, _)| at).collect();
    let first = commas.partition_point(|comma| !panics(&format!("{}\n", &text[..=*comma])));
    commas.get(first).copied()
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// The result of `run`, `None` when it panics. Nothing is printed about that panic; other panics, and those of other
/// threads, are reported as before.
fn quietly<T>(run: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                report(panic);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run)).ok();
    QUIET.set(before);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_reckoned_back() {
        let mut places = Places::default();
        places.insert(5);
        places.insert(2);
        assert_eq!([0, 2, 3, 6, 7, 9].map(|index| places.original(index)), [0, 2, 2, 5, 5, 7]);
    }

    #[test]
    fn a_panic_that_cannot_be_repaired_is_none() {
        assert_eq!(guarded("a, b", |text, _| assert!(text.is_empty())), None);
        assert_eq!(guarded("a", |text, _| text.len()), Some(1));
    }
}
