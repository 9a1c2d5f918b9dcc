//! A conversation: each microagent is given to the model once.

use std::collections::BTreeMap;

use super::matcher::Fired;

/// What a turn of a conversation brings in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Turn<'c> {
    /// What is given to the model now.
    pub fired: Vec<Fired<'c>>,
    /// What matched again, with the turn (from 0) that gave it.
    pub repeated: Vec<(Fired<'c>, usize)>,
}

/// The turns of one conversation, from what each matches by itself. Both runtimes go by the name: the SDK keeps
/// `activated_knowledge_skills`, the legacy loader looks for the name in earlier recalls.
pub fn once(matched: Vec<Vec<Fired<'_>>>) -> Vec<Turn<'_>> {
    let mut given: BTreeMap<&str, usize> = BTreeMap::new();
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for (now, matched) in matched.into_iter().enumerate() {
        let mut turn = Turn::default();
        for fired in matched {
            let name = fired.microagent.name.as_str();
            match given.get(name) {
                Some(first) => turn.repeated.push((fired, *first)),
                None => {
                    given.insert(name, now);
                    turn.fired.push(fired);
                }
            }
        }
        turns.push(turn);
    }
    turns
}

/// Turns that are conversations of their own: nothing repeats.
pub fn apart(matched: Vec<Vec<Fired<'_>>>) -> Vec<Turn<'_>> {
    matched.into_iter().map(|fired| Turn { fired, repeated: Vec::new() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::microagent::Loader;
    use crate::trigger::Matcher;
    use crate::trigger::matcher::tests::keywords_of;

    #[test]
    fn a_second_match_gives_nothing() {
        let list = keywords_of(&[&["git"], &["npm"]]);
        let matcher = Matcher::over(Loader::Sdk, &list);
        let turns = once(["git", "npm git", "npm"].map(|text| matcher.message(text)).into());
        let told: Vec<_> = turns
            .iter()
            .map(|turn| {
                (turn.fired.iter().map(|fired| fired.index).collect::<Vec<_>>(), turn.repeated.iter().map(|(_, first)| *first).collect())
            })
            .collect();
        assert_eq!(told, [(vec![0], vec![]), (vec![1], vec![0]), (vec![], vec![1])]);
    }
}
