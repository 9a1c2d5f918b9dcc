//! The microagents that could have come in: those a log brings along, or today's.

use crate::catalog::Catalog;
use crate::microagent::Loader;

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
}

impl Skills {
    /// These, matched as `loader` does.
    pub fn new(list: Vec<Known>, loader: Loader) -> Self {
        Self { list, loader }
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
        Vec::new()
    }
}
