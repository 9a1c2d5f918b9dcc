//! The microagents that could have come in: those a log brings along, or today's.

use super::event::Generation;
use crate::catalog::Catalog;
use crate::microagent::Loader;
use crate::python;
use crate::trigger::glob::{self, Glob};
use crate::trigger::{fold, keyword, matcher};

/// A microagent as far as replaying needs it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Known {
    /// Its name.
    pub name: String,
    /// Its triggers in list order.
    pub triggers: Vec<String>,
    /// The globs of a rule.
    pub paths: Vec<String>,
    /// The file it was read from, as the log says.
    pub source: Option<String>,
    /// Its content.
    pub content: String,
}

/// A trigger that stands in a message.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Hit {
    /// The microagent.
    pub name: String,
    /// The trigger.
    pub trigger: String,
}

/// Some microagents and the rule by which their triggers match.
#[derive(Debug, Clone, Default)]
pub struct Skills {
    /// In the runtime's order.
    pub list: Vec<Known>,
    loader: Loader,
    /// The lower-cased triggers that can fire, with their place in `list` and in its triggers.
    keywords: Vec<(usize, usize, String)>,
    /// The globs, likewise.
    globs: Vec<(usize, usize, Glob)>,
}

/// Today's microagents as each runtime loads them: which one counts is known when the log is read.
#[derive(Debug, Clone, Default)]
pub struct Current {
    /// For logs of the SDK.
    pub sdk: Skills,
    /// For V0 logs.
    pub legacy: Skills,
}

impl Current {
    /// Those for logs of `generation`.
    pub fn of(&self, generation: Generation) -> &Skills {
        match generation {
            Generation::V0 => &self.legacy,
            Generation::Sdk => &self.sdk,
        }
    }
}

impl Skills {
    /// These, matched as `loader` does.
    pub fn new(list: Vec<Known>, loader: Loader) -> Self {
        let (mut keywords, mut globs) = (Vec::new(), Vec::new());
        for (index, known) in list.iter().enumerate() {
            let live = matcher::live(loader, known.triggers.iter().map(String::as_str));
            keywords.extend(live.map(|(place, trigger)| (index, place, fold::lower(trigger))));
            globs.extend(known.paths.iter().enumerate().map(|(place, path)| (index, place, Glob::new(path))));
        }
        Self { list, loader, keywords, globs }
    }

    /// The loaded ones of `catalog`.
    pub fn of(catalog: &Catalog) -> Self {
        let texts = |written: &[crate::microagent::Written]| written.iter().map(|written| written.text.clone()).collect();
        let known = catalog.loaded().map(|(_, microagent)| Known {
            name: microagent.name.clone(),
            triggers: texts(&microagent.triggers),
            paths: texts(&microagent.paths),
            source: None,
            content: String::new(),
        });
        Self::new(known.collect(), catalog.loader)
    }

    /// The runtime whose rule of matching is used.
    pub fn loader(&self) -> Loader {
        self.loader
    }

    /// Its position in the runtime's order.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|known| known.name == name)
    }

    /// The one of that name.
    pub fn get(&self, name: &str) -> Option<&Known> {
        self.list.iter().find(|known| known.name == name)
    }

    /// Whom `message` brings in, in order, with the first trigger in list order that matches.
    pub fn hits(&self, message: &str) -> Vec<Hit> {
        let message = if self.loader == Loader::Sdk { python::strip(message) } else { message };
        let folded = fold::lower(message);
        let stands = |keyword: &String| keyword::places(&folded, keyword).any(|span| keyword::counts(self.loader, &folded, span));
        self.first(&self.keywords, stands, |known| &known.triggers)
    }

    /// Which rules touching `path` brings in, in order. The path is relative to the workspace.
    pub fn touched(&self, path: &str) -> Vec<Hit> {
        let Some(path) = glob::relative(path) else { return Vec::new() };
        self.first(&self.globs, |glob| glob.matches(&path), |known| &known.paths)
    }

    /// For each of the list the first of `what` for which `matches` holds.
    fn first<T>(&self, what: &[(usize, usize, T)], matches: impl Fn(&T) -> bool, written: fn(&Known) -> &Vec<String>) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut last = None;
        for (index, place, one) in what {
            if last != Some(index) && matches(one) {
                last = Some(index);
                let known = &self.list[*index];
                hits.push(Hit { name: known.name.clone(), trigger: written(known)[*place].clone() });
            }
        }
        hits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(loader: Loader, triggers: &[&str], message: &str) -> Vec<String> {
        let known = Known { name: "a".into(), triggers: triggers.iter().map(|&trigger| trigger.to_owned()).collect(), ..Known::default() };
        Skills::new(vec![known], loader).hits(message).into_iter().map(|hit| hit.trigger).collect()
    }

    #[test]
    fn the_first_trigger_of_the_list_is_named() {
        assert_eq!(hits(Loader::Sdk, &["b", "A"], "a and B"), ["b"]);
        assert_eq!(hits(Loader::Sdk, &["git"], "digit"), Vec::<String>::new());
        assert_eq!(hits(Loader::Legacy, &["git"], "DIGIT"), ["git"]);
        assert_eq!(hits(Loader::Sdk, &["", "a"], "a"), ["a"]);
        assert_eq!(hits(Loader::Legacy, &["", "a"], "a"), Vec::<String>::new(), "an empty one ends the search");
    }
}
