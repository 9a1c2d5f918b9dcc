//! All keywords and globs of a catalog at once: one pass over a message, however many microagents there are.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::fold::{self, Folded};
use super::glob::{self, Glob};
use super::keyword;
use super::parallel;
use crate::catalog::Catalog;
use crate::microagent::{Activation, Loader, Microagent};
use crate::python;
use crate::text::Span;

/// A hit keeps at most this many places; a message can hold one keyword a million times.
pub const MAX_PLACES: usize = 1_000;

/// Keywords beyond this many bytes in total are searched one by one, so that no repository can make the automaton
/// fill the memory.
const AUTOMATON_BYTES: usize = 8 << 20;

/// A microagent that a message or a path brings in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fired<'c> {
    /// Its place among the loaded ones, in load order.
    pub index: usize,
    /// It.
    pub microagent: &'c Microagent,
    /// What brought it in, in list order; never empty. The runtime names the first.
    pub hits: Vec<Hit<'c>>,
}

/// A trigger or a glob that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit<'c> {
    /// The trigger or the glob as written.
    pub trigger: &'c str,
    /// Where it stands in the message (bytes, on character boundaries), in order, at most [`MAX_PLACES`]; empty for a
    /// glob.
    pub spans: Vec<Span>,
}

impl<'c> Fired<'c> {
    /// The trigger or glob the runtime names: the first of the list that matched.
    pub fn trigger(&self) -> &'c str {
        self.hits.first().map_or("", |hit| hit.trigger)
    }

    /// Where that trigger stands in the message.
    pub fn spans(&self) -> &[Span] {
        self.hits.first().map_or(&[], |hit| &hit.spans)
    }
}

/// The keywords and globs of a catalog, ready to match. Building it costs as much as reading the keywords; matching a
/// message costs as much as reading the message.
#[derive(Debug)]
pub struct Matcher<'c> {
    loader: Loader,
    microagents: Vec<&'c Microagent>,
    /// The distinct lower-cased keywords; those the automaton knows come first.
    keywords: Vec<Keyword<'c>>,
    automaton: Option<AhoCorasick>,
    /// The globs by microagent.
    rules: Vec<(usize, Vec<(&'c str, Glob)>)>,
}

#[derive(Debug)]
struct Keyword<'c> {
    folded: String,
    /// Whose it is: microagent, place in its list, as written.
    owners: Vec<(usize, usize, &'c str)>,
}

impl<'c> Matcher<'c> {
    /// A matcher for everything `catalog` has loaded.
    pub fn new(catalog: &'c Catalog) -> Self {
        Self::over(catalog.loader, catalog.loaded().map(|(_, microagent)| microagent))
    }

    /// A matcher for what `catalog` has not loaded but could be read: what would come in, were it loaded.
    pub fn of_lost(catalog: &'c Catalog) -> Self {
        Self::over(catalog.loader, catalog.not_loaded().filter_map(|(_, lost)| lost.microagent.as_ref()))
    }

    /// A matcher for `microagents`, given in load order.
    pub fn over(loader: Loader, microagents: impl IntoIterator<Item = &'c Microagent>) -> Self {
        let microagents: Vec<_> = microagents.into_iter().collect();
        let keywords = keywords(loader, &microagents);
        let mut bytes = 0;
        let known = keywords.iter().take_while(|keyword| {
            bytes += keyword.folded.len();
            bytes <= AUTOMATON_BYTES
        });
        // every match is wanted, those inside others too: each may belong to another microagent
        // and one kind for every number of keywords: a table of all transitions matches a few of them faster, but takes
        // seconds to build for a keyword as long as a page
        let mut builder = AhoCorasick::builder();
        builder.match_kind(MatchKind::Standard).kind(Some(AhoCorasickKind::ContiguousNFA));
        let automaton = builder.build(known.map(|keyword| &keyword.folded)).ok();
        let globs = |microagent: &'c Microagent| microagent.paths.iter().map(|path| (path.text.as_str(), Glob::new(&path.text))).collect();
        let of_rules = microagents.iter().enumerate().filter(|(_, microagent)| microagent.activation == Activation::Paths);
        let rules = of_rules.map(|(index, microagent)| (index, globs(microagent))).collect();
        Self { loader, microagents, keywords, automaton, rules }
    }

    /// The runtime it mirrors.
    pub fn loader(&self) -> Loader {
        self.loader
    }

    /// The places of those that a message or a touched path can bring in, in load order.
    pub fn listening(&self) -> impl Iterator<Item = usize> {
        let listens = |activation| matches!(activation, Activation::Keywords | Activation::Task | Activation::Paths);
        self.microagents.iter().enumerate().filter(move |(_, one)| listens(one.activation)).map(|(index, _)| index)
    }

    /// The microagents it knows, in load order.
    pub fn microagents(&self) -> &[&'c Microagent] {
        &self.microagents
    }

    /// What `message` brings in, in load order.
    ///
    /// The SDK (`AgentContext.get_user_message_suffix`) strips the message first and looks for whole tokens; the legacy
    /// loader (`Memory._find_microagent_knowledge`) takes it as it is and looks for substrings. An empty message brings
    /// in nothing. Of a message of blanks alone, which a conversation drops, the answer is that of `Skill.match_trigger`:
    /// a trigger of blanks stands in it.
    pub fn message(&self, message: &str) -> Vec<Fired<'c>> {
        let whole = Span::new(0, message.len());
        let query = match self.loader {
            Loader::Sdk => Some(python::strip_span(message, whole)).filter(|span| !span.is_empty()).unwrap_or(whole),
            Loader::Legacy => whole,
        };
        let folded = Folded::new(query.of(message));
        let mut hits = BTreeMap::new();
        for (keyword, places) in self.places(folded.text()) {
            let places: Vec<Span> = places.into_iter().map(|span| folded.original(span).shifted(query.start)).collect();
            for (microagent, place, written) in &self.keywords[keyword].owners {
                hits.insert((*microagent, *place), Hit { trigger: written, spans: places.clone() });
            }
        }
        let mut fired: Vec<Fired<'c>> = Vec::new();
        for ((index, _), hit) in hits {
            match fired.last_mut().filter(|last| last.index == index) {
                Some(last) => last.hits.push(hit),
                None => fired.push(Fired { index, microagent: self.microagents[index], hits: vec![hit] }),
            }
        }
        fired
    }

    /// What touching `path` brings in, in load order: the rules of the SDK (`_touched_rule_path`). The path is relative
    /// to the workspace; an absolute one is outside and touches nothing. The legacy loader has no rules.
    pub fn path(&self, path: &str) -> Vec<Fired<'c>> {
        let Some(path) = glob::relative(path) else { return Vec::new() };
        let of_rule = |(index, globs): &(usize, Vec<(&'c str, Glob)>)| {
            let matching = globs.iter().filter(|(_, glob)| glob.matches(&path));
            let hits: Vec<_> = matching.map(|(written, _)| Hit { trigger: written, spans: Vec::new() }).collect();
            (!hits.is_empty()).then(|| Fired { index: *index, microagent: self.microagents[*index], hits })
        };
        self.rules.iter().filter_map(of_rule).collect()
    }

    /// What each of `messages` brings in, each for itself, in their order. Uses every processor.
    pub fn messages(&self, messages: &[impl AsRef<str> + Sync]) -> Vec<Vec<Fired<'c>>> {
        parallel::map(messages, |message| self.message(message.as_ref()))
    }

    /// The keywords that stand in the lower-cased `text`, with the places that count.
    fn places(&self, text: &str) -> BTreeMap<usize, Vec<Span>> {
        let mut found: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
        let mut add = |keyword: usize, span: Span| {
            if keyword::counts(self.loader, text, span) {
                let places = found.entry(keyword).or_default();
                if places.len() < MAX_PLACES {
                    places.push(span);
                }
            }
        };
        for hit in self.automaton.iter().flat_map(|automaton| automaton.find_overlapping_iter(text)) {
            add(hit.pattern().as_usize(), Span::new(hit.start(), hit.end()));
        }
        let apart = self.automaton.as_ref().map_or(0, AhoCorasick::patterns_len);
        for (index, keyword) in self.keywords.iter().enumerate().skip(apart) {
            keyword::places(text, &keyword.folded).for_each(|span| add(index, span));
        }
        found
    }
}

/// The distinct keywords of `microagents`, shortest first.
fn keywords<'c>(loader: Loader, microagents: &[&'c Microagent]) -> Vec<Keyword<'c>> {
    let mut owners: BTreeMap<String, Vec<(usize, usize, &'c str)>> = BTreeMap::new();
    for (index, microagent) in microagents.iter().enumerate() {
        for (place, written) in live_triggers(loader, microagent) {
            let owners = owners.entry(fold::lower(written)).or_default();
            // a second spelling of one keyword in one list never gets its turn
            if owners.last().is_none_or(|(owner, ..)| *owner != index) {
                owners.push((index, place, written));
            }
        }
    }
    let mut keywords: Vec<_> = owners.into_iter().map(|(folded, owners)| Keyword { folded, owners }).collect();
    keywords.sort_by_key(|keyword| keyword.folded.len());
    keywords
}

/// The triggers that can fire, with their places in the list. An empty one never fires; for the legacy loader it
/// stands in every message, and reached first it ends the search with nothing to show, so what follows it is dead.
pub fn live_triggers(loader: Loader, microagent: &Microagent) -> impl Iterator<Item = (usize, &str)> {
    let listens = matches!(microagent.activation, Activation::Keywords | Activation::Task);
    live(loader, microagent.triggers.iter().map(|trigger| trigger.text.as_str()).filter(move |_| listens))
}

/// The same of a list of triggers, whoever's they are.
pub fn live<'t>(loader: Loader, triggers: impl Iterator<Item = &'t str>) -> impl Iterator<Item = (usize, &'t str)> {
    triggers
        .enumerate()
        .take_while(move |(_, trigger)| loader == Loader::Sdk || !trigger.is_empty())
        .filter(|(_, trigger)| !trigger.is_empty())
}

#[cfg(test)]
#[path = "matcher_tests.rs"]
pub(crate) mod tests;
