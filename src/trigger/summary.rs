//! What a batch says about each microagent: how often it came in, through which triggers, and who never did.

use std::collections::BTreeMap;

use super::matcher::{Fired, Matcher};

/// How often each microagent that listens came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary<'c> {
    /// Number of messages or paths.
    pub queries: usize,
    /// One row for each that came in: the most frequent first, then in load order.
    pub rows: Vec<Row<'c>>,
    /// Those that listen and never came in: places among the loaded ones.
    pub never: Vec<usize>,
}

/// How often one microagent came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<'c> {
    /// Its place among the loaded ones.
    pub index: usize,
    /// Number of messages or paths that brought it in.
    pub count: usize,
    /// The triggers named, with how often: the most frequent first, then by text.
    pub triggers: Vec<(&'c str, usize)>,
}

/// Counts `results`, what each query brought in by itself.
pub fn summary<'c>(matcher: &Matcher<'c>, results: &[Vec<Fired<'c>>]) -> Summary<'c> {
    let mut counts: BTreeMap<usize, BTreeMap<&str, usize>> = BTreeMap::new();
    for fired in results.iter().flatten() {
        *counts.entry(fired.index).or_default().entry(fired.trigger()).or_default() += 1;
    }
    let never = matcher.listening().filter(|index| !counts.contains_key(index)).collect();
    let row = |(index, triggers): (usize, BTreeMap<&'c str, usize>)| {
        let mut triggers: Vec<_> = triggers.into_iter().collect();
        triggers.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Row { index, count: triggers.iter().map(|(_, count)| count).sum(), triggers }
    };
    let mut rows: Vec<_> = counts.into_iter().map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.count));
    Summary { queries: results.len(), rows, never }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::microagent::Loader;
    use crate::trigger::matcher::tests::keywords_of;

    #[test]
    fn counts_who_came_in_and_who_never_did() {
        let list = keywords_of(&[&["npm"], &["git", "pull request"], &["never"]]);
        let matcher = Matcher::over(Loader::Sdk, &list);
        let summary = summary(&matcher, &matcher.messages(&["a pull request", "git", "git npm", "git", "nothing"]));
        assert_eq!(summary.queries, 5);
        assert_eq!(summary.never, [2]);
        assert_eq!(summary.rows[0], Row { index: 1, count: 4, triggers: vec![("git", 3), ("pull request", 1)] });
        assert_eq!(summary.rows[1].index, 0);
    }
}
