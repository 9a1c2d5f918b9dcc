//! What a message or a touched path brings in, for people: who fires and where it hit, who does not and why.

use super::marked::marked;
use super::near::phrase;
use crate::catalog::{Catalog, Entry, NotLoaded};
use crate::count::count;
use crate::microagent::{Activation, Loader, Microagent};
use crate::trigger::explain::{Why, compound};
use crate::trigger::{Fired, Matcher, Query, Turn};
use crate::visible;

/// Near misses shown without being asked for, at most.
const MAX_NEAR: usize = 10;

/// With a longer message than this, times the number of triggers, near misses are searched only when asked for: each
/// search costs more than the match itself.
const MAX_EXPLAINED: usize = 4 << 20;

/// How to write for people.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Columns to fill.
    pub width: usize,
    /// Whether escape sequences may be used.
    pub color: bool,
}

/// A catalog, its matcher, and what was asked of them.
#[derive(Debug, Clone, Copy)]
pub struct Answers<'a, 'c> {
    /// The catalog asked.
    pub catalog: &'c Catalog,
    /// Its matcher.
    pub matcher: &'a Matcher<'c>,
    /// A matcher for those that are not loaded and could be read.
    pub lost: &'a Matcher<'c>,
    /// The files behind the loaded microagents, in load order.
    pub entries: &'a [&'c Entry],
    /// What was asked.
    pub queries: &'a [Query],
    /// What each brought in, in the same order.
    pub turns: &'a [Turn<'c>],
    /// Which of the loaded ones to show, in load order.
    pub shown: &'a [bool],
}

impl<'a, 'c> Answers<'a, 'c> {
    /// The questions with their answers.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a Query, &'a Turn<'c>)> {
        self.queries.iter().zip(self.turns)
    }

    /// Those that `names` ask for, by name or by path, in load order.
    pub fn asked(&self, names: &[&str]) -> Vec<&'c Microagent> {
        let all = self.entries.iter().zip(self.matcher.microagents());
        let asked = all.filter(|(entry, _)| !names.is_empty() && entry.names().any(|name| names.contains(&name)));
        asked.map(|(_, microagent)| *microagent).collect()
    }
}

/// Everything about one question and its answer.
pub fn text(answers: &Answers<'_, '_>, query: &Query, turn: &Turn<'_>, style: Style) -> String {
    let tokens = count(turn.fired.iter().map(|fired| fired.microagent.tokens()).sum(), "token");
    let loader = answers.matcher.loader();
    let subject = match query {
        Query::Message(_) => String::new(),
        Query::Touch(path) => format!("touching `{}`: ", visible::line(path)),
    };
    let total = answers.matcher.microagents().len();
    let mut out = match turn.fired.len() {
        0 if total == 1 => format!("{subject}the only microagent does not fire ({})\n", loader.name()),
        0 => format!("{subject}none of {total} microagents fires ({})\n", loader.name()),
        1 if total == 1 => format!("{subject}the only microagent fires, about {tokens} ({})\n", loader.name()),
        1 => format!("{subject}1 of {total} microagents fires, about {tokens} ({})\n", loader.name()),
        many => format!("{subject}{many} of {total} microagents fire, about {tokens} ({})\n", loader.name()),
    };
    for fired in &turn.fired {
        out += &format!("\n{}", hit(fired, answers.entries[fired.index], query, style));
    }
    let rest = silent(answers, query, turn, style);
    if !rest.is_empty() {
        out += &format!("\n{rest}");
    }
    out
}

/// One that fired: who, from where, at what cost, by what, and where that stands.
fn hit(fired: &Fired<'_>, entry: &Entry, query: &Query, style: Style) -> String {
    let name = visible::line(&fired.microagent.name);
    let name = if style.color { format!("\u{1b}[1m{name}\u{1b}[0m") } else { name };
    let tokens = count(fired.microagent.tokens(), "token");
    let mut out = format!("{name}  {}, {}, about {tokens}\n", entry.source.name(), visible::line(&entry.path));
    let part = fired.spans().iter().find_map(|span| compound(query.text(), *span));
    let part = part.map(|span| format!(", a part of `{}`", visible::line(span.of(query.text())))).unwrap_or_default();
    out += &format!("  by `{}`{part}\n", visible::line(fired.trigger()));
    let marked = marked(query.text(), fired.spans(), style.width.saturating_sub(4), style.color);
    out.extend(marked.lines().flat_map(|line| ["    ", line, "\n"]));
    if let Some((_, others)) = fired.hits.split_first().filter(|(_, others)| !others.is_empty()) {
        let others: Vec<String> = others.iter().map(|hit| format!("`{}`", visible::line(hit.trigger))).collect();
        out += &format!("  also {}\n", others.join(", "));
    }
    out
}

/// Those that did not fire, in short.
fn silent(answers: &Answers<'_, '_>, query: &Query, turn: &Turn<'_>, style: Style) -> String {
    let mut near: Vec<(&str, String)> = Vec::new();
    let mut groups: [(&str, Vec<&str>); 6] = [
        ("not fired", Vec::new()),
        ("in the prompt from the start", Vec::new()),
        ("the model decides", Vec::new()),
        ("on touched paths", Vec::new()),
        ("on messages", Vec::new()),
        ("never brought in", Vec::new()),
    ];
    let triggers: usize = answers.matcher.microagents().iter().map(|one| one.triggers.len()).sum();
    let too_many = triggers.saturating_mul(query.text().len()) > MAX_EXPLAINED;
    for (microagent, shown) in answers.matcher.microagents().iter().zip(answers.shown) {
        if !shown || matched(turn, microagent) {
            continue;
        }
        let listens = matches!(microagent.activation, Activation::Keywords | Activation::Task);
        if too_many && listens && matches!(query, Query::Message(_)) {
            groups[0].1.push(&microagent.name);
            continue;
        }
        let group = match query.why_not(answers.matcher.loader(), microagent) {
            Why::Fired(_) => continue,
            ref why @ Why::Missed(_) => match why.nearest() {
                Some(miss) => {
                    let told = phrase(miss, query.text(), answers.matcher.loader());
                    near.push((&microagent.name, format!("`{}` {told}", visible::line(miss.trigger))));
                    continue;
                }
                None => 0,
            },
            Why::Always => 1,
            Why::ModelDecides => 2,
            Why::OnTouch => 3,
            Why::OnMessage => 4,
            Why::Unreachable => 5,
        };
        groups[group].1.push(&microagent.name);
    }
    let mut out = String::new();
    for (fired, first) in &turn.repeated {
        out += &format!("{}: matches again, given at turn {}\n", visible::line(&fired.microagent.name), first + 1);
    }
    if !near.is_empty() {
        out += "near misses\n";
    }
    for (name, told) in near.iter().take(MAX_NEAR) {
        out += &format!("  {}: {told}\n", visible::line(name));
    }
    if near.len() > MAX_NEAR {
        out += &format!("  … and {} more; `--why NAME` tells each\n", near.len() - MAX_NEAR);
    }
    for (title, names) in groups.iter().filter(|(_, names)| !names.is_empty()) {
        out += &wrapped(title, names, style.width);
    }
    out += &lost(answers, query, turn, style.width);
    out
}

/// The names of those that the question would have brought in, were they loaded.
pub fn would_fire<'c>(answers: &Answers<'_, 'c>, query: &Query, turn: &Turn<'_>) -> Vec<&'c str> {
    let comes_in = |name: &str| turn.fired.iter().any(|fired| fired.microagent.name == name);
    let would = query.fired(answers.lost);
    would.iter().map(|fired| fired.microagent.name.as_str()).filter(|name| !comes_in(name)).collect()
}

/// Those that are not loaded; first the ones that the question would have brought in.
fn lost(answers: &Answers<'_, '_>, query: &Query, turn: &Turn<'_>, width: usize) -> String {
    let would = would_fire(answers, query, turn);
    let name = |entry: &'_ Entry| entry.names().find(|name| *name != entry.path).unwrap_or(&entry.path).to_owned();
    let rest: Vec<String> =
        answers.catalog.not_loaded().map(|(entry, _)| name(entry)).filter(|name| !would.contains(&name.as_str())).collect();
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let groups = [("would fire, but is not loaded", &would), ("not loaded", &rest)];
    groups.into_iter().filter(|(_, names)| !names.is_empty()).map(|(title, names)| wrapped(title, names, width)).collect()
}

fn matched(turn: &Turn<'_>, microagent: &Microagent) -> bool {
    let all = turn.fired.iter().chain(turn.repeated.iter().map(|(fired, _)| fired));
    all.into_iter().any(|fired| std::ptr::eq(fired.microagent, microagent))
}

/// `title: a, b, c`, wrapped.
pub(super) fn wrapped(title: &str, names: &[&str], width: usize) -> String {
    let text = format!("{title}: {}", names.iter().map(|name| visible::line(name)).collect::<Vec<_>>().join(", "));
    format!("{}\n", textwrap::fill(&text, textwrap::Options::new(width).subsequent_indent("  ")))
}

/// Why one microagent came in or stayed out, trigger by trigger.
pub fn why(name: &str, why: &Why<'_>, query: &Query, loader: Loader, style: Style) -> String {
    let name = visible::line(name);
    let said = match why {
        Why::Fired(fired) => format!("`{name}` fires by `{}`", visible::line(fired.trigger())),
        Why::Always => format!("`{name}` needs no trigger: it stands in the prompt from the start"),
        Why::ModelDecides => format!("`{name}` has no trigger: the model reads its description and decides, which cannot be foretold"),
        Why::Unreachable => format!("`{name}` has no trigger and the model may not ask for it: nothing brings it in"),
        Why::OnTouch => format!("`{name}` is a rule: it comes in when a path is touched, never by a message (`--touch PATH`)"),
        Why::OnMessage => format!("`{name}` listens to messages, not to touched paths"),
        Why::Missed(_) => format!("`{name}` does not fire"),
    };
    let mut out = said + "\n";
    let Why::Missed(misses) = why else { return out };
    for miss in misses {
        out += &format!("  `{}` {}\n", visible::line(miss.trigger), phrase(miss, query.text(), loader));
        let spans = miss.near.span().into_iter().collect::<Vec<_>>();
        let marked = marked(query.text(), &spans, style.width.saturating_sub(4), style.color);
        out.extend(marked.lines().flat_map(|line| ["    ", line, "\n"]));
    }
    if misses.is_empty() {
        out += "  its list is empty\n";
    }
    out
}

/// Why a file that is not loaded brings in nothing.
pub fn why_not_loaded(name: &str, entry: &Entry, lost: &NotLoaded) -> String {
    let by = lost.by.as_ref().map(|by| format!(" (by {})", visible::line(by))).unwrap_or_default();
    format!(
        "`{}` is not loaded: {}{by}: {}\n",
        visible::line(name),
        lost.reason.name(),
        visible::line(&format!("{}: {}", entry.path, lost.message))
    )
}
