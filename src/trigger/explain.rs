//! Why a microagent came in or stayed out: for each of its triggers the place in the message that comes nearest.

use super::fold::{self, Folded};
use super::glob::{self, Glob};
use super::keyword;
use super::loose;
use super::matcher::{Fired, Matcher, live_triggers};
use crate::microagent::{Activation, Loader, Microagent};
use crate::near;
use crate::text::Span;

/// Bytes of a message searched for near forms; a message can be a whole log.
const MAX_NEAR_BYTES: usize = 16 << 10;

/// Why a microagent came in or stayed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why<'c> {
    /// It came in.
    Fired(Fired<'c>),
    /// It stands in the prompt from the start; no message is needed.
    Always,
    /// It has no trigger: the model reads its description and decides, which no tool can foresee.
    ModelDecides,
    /// It has no trigger and the model may not ask for it: nothing ever brings it in.
    Unreachable,
    /// It is a rule and listens to touched paths only.
    OnTouch,
    /// It listens to messages only.
    OnMessage,
    /// None of its triggers, or of its globs, matched.
    Missed(Vec<Miss<'c>>),
}

impl<'c> Why<'c> {
    /// Whether it listened and missed.
    pub const fn is_missed(&self) -> bool {
        matches!(self, Self::Missed(_))
    }

    /// The trigger that came nearest, if any came near.
    pub fn nearest(&self) -> Option<&Miss<'c>> {
        let Self::Missed(misses) = self else { return None };
        misses.iter().filter(|miss| miss.near != Near::Nothing).min_by_key(|miss| miss.near)
    }
}

/// A trigger or a glob that did not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miss<'c> {
    /// As written.
    pub trigger: &'c str,
    /// What comes nearest.
    pub near: Near,
    /// Whether the other runtime would have taken it.
    pub other_loader: bool,
}

/// What comes nearest to a trigger or a glob. Spans are bytes of the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Near {
    /// It stands inside a longer word.
    Inside {
        /// The trigger in it.
        span: Span,
        /// The word.
        word: Span,
    },
    /// Other blanks, a hyphen, a line break, or nothing between its words.
    Spaced(Span),
    /// Other accents, or the same ones encoded otherwise: nothing is normalised.
    Accented(Span),
    /// Another form of the same words: a plural, a tense.
    Inflected(Span),
    /// A few letters apart.
    Mistyped(Span),
    /// An empty trigger stands before it in the list, which ends the search of the legacy loader.
    BehindEmpty,
    /// It is empty and never fires.
    Empty,
    /// The glob can never match a path: it begins with `/` or `./`, or ends with `/`.
    DeadGlob,
    /// The glob would match in another letter case.
    LetterCase,
    /// The glob would match with `**/` in front: it is anchored at the top.
    Anchored,
    /// Nothing comes near.
    Nothing,
}

impl Near {
    /// Where in the message, for those that have a place.
    pub const fn span(self) -> Option<Span> {
        match self {
            Self::Inside { span, .. } | Self::Spaced(span) | Self::Accented(span) | Self::Inflected(span) | Self::Mistyped(span) => {
                Some(span)
            }
            _ => None,
        }
    }
}

/// Why `message` did or did not bring in `microagent`, which `matcher` knows.
pub fn message<'c>(matcher: &Matcher<'c>, microagent: &'c Microagent, message: &str) -> Why<'c> {
    let fired = matcher.message(message).into_iter().find(|fired| std::ptr::eq(fired.microagent, microagent));
    fired.map_or_else(|| silent(matcher.loader(), microagent, message), Why::Fired)
}

/// Why touching `path` did or did not bring in `microagent`, which `matcher` knows.
pub fn path<'c>(matcher: &Matcher<'c>, microagent: &'c Microagent, path: &str) -> Why<'c> {
    let fired = matcher.path(path).into_iter().find(|fired| std::ptr::eq(fired.microagent, microagent));
    fired.map_or_else(|| untouched(microagent, path), Why::Fired)
}

/// Why `message`, which did not bring in `microagent`, did not.
pub fn silent<'c>(loader: Loader, microagent: &'c Microagent, message: &str) -> Why<'c> {
    match microagent.activation {
        Activation::Always => Why::Always,
        Activation::OnDemand if microagent.disable_model_invocation => Why::Unreachable,
        Activation::OnDemand => Why::ModelDecides,
        Activation::Paths => Why::OnTouch,
        Activation::Keywords | Activation::Task => Why::Missed(misses(loader, microagent, message)),
    }
}

/// Why touching `path`, which did not bring in `microagent`, did not.
pub fn untouched<'c>(microagent: &'c Microagent, path: &str) -> Why<'c> {
    match microagent.activation {
        Activation::Keywords | Activation::Task => Why::OnMessage,
        Activation::Paths => {
            let path = glob::relative(path).unwrap_or_default();
            let miss = |written: &'c str| Miss { trigger: written, near: nearest_glob(written, &path), other_loader: false };
            Why::Missed(microagent.paths.iter().map(|glob| miss(&glob.text)).collect())
        }
        _ => silent(Loader::Sdk, microagent, ""),
    }
}

fn misses<'c>(loader: Loader, microagent: &'c Microagent, message: &str) -> Vec<Miss<'c>> {
    let folded = Folded::new(message);
    let other = match loader {
        Loader::Sdk => Loader::Legacy,
        Loader::Legacy => Loader::Sdk,
    };
    let live = |loader, place| live_triggers(loader, microagent).any(|(live, _)| live == place);
    let miss = |(place, trigger): (usize, &'c str)| {
        let keyword = fold::lower(trigger);
        let taken = keyword::places(folded.text(), &keyword).any(|span| keyword::counts(other, folded.text(), span));
        let near = match () {
            () if trigger.is_empty() => Near::Empty,
            () if !live(loader, place) => Near::BehindEmpty,
            () => nearest(&folded, &keyword),
        };
        Miss { trigger, near, other_loader: taken && live(other, place) }
    };
    microagent.triggers.iter().map(|trigger| trigger.text.as_str()).enumerate().map(miss).collect()
}

/// The first of these that applies, from the surest to the vaguest.
fn nearest(folded: &Folded, keyword: &str) -> Near {
    let text = folded.text();
    let back = |span| folded.original(span);
    if let Some(span) = keyword::places(text, keyword).next() {
        return Near::Inside { span: back(span), word: back(loose::word_around(text, span)) };
    }
    let text = Span::new(0, text.floor_char_boundary(MAX_NEAR_BYTES)).of(text);
    if let Some(span) = loose::find(text, keyword, loose::without_spacing) {
        return Near::Spaced(back(span));
    }
    if let Some(span) = loose::find(text, keyword, loose::without_accents) {
        return Near::Accented(back(span));
    }
    let wanted = loose::words(keyword);
    if wanted.is_empty() {
        return Near::Nothing;
    }
    let words = loose::words(text);
    let form = |words: &[Span], text: &str| words.iter().map(|word| loose::stem(word.of(text)).to_owned()).collect::<Vec<_>>();
    let stems = form(&wanted, keyword);
    let span = |words: &[Span]| words.iter().copied().reduce(Span::to);
    if let Some(same) = words.windows(wanted.len()).find(|words| form(words, text) == stems).and_then(span) {
        return Near::Inflected(back(same));
    }
    let runs: Vec<Span> = words.windows(wanted.len()).filter_map(span).collect();
    let meant = near::nearest(keyword, runs.iter().map(|run| run.of(text)));
    runs.iter().find(|run| Some(run.of(text)) == meant).map_or(Near::Nothing, |run| Near::Mistyped(back(*run)))
}

fn nearest_glob(glob: &str, path: &str) -> Near {
    match () {
        () if glob.is_empty() => Near::Empty,
        () if glob.starts_with('/') || glob.starts_with("./") || glob.ends_with('/') => Near::DeadGlob,
        () if Glob::new(&fold::lower(glob)).matches(&fold::lower(path)) => Near::LetterCase,
        () if Glob::new(&format!("**/{glob}")).matches(path) => Near::Anchored,
        () => Near::Nothing,
    }
}

/// The longer piece of text that a hit at `span` is only a part of, such as `/design-tokens` for `/design` or `/tmp/x` for
/// `/tmp`: a runtime fires there too, and the author may not have meant it. `None` when the hit stands alone.
pub fn compound(message: &str, span: Span) -> Option<Span> {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.' | '@' | '#' | '~' | '\\' | '+');
    let before = Span::new(0, span.start).of(message);
    let after = Span::new(span.end, message.len()).of(message);
    let start = before.trim_end_matches(joins).len();
    let tail = after.len() - after.trim_start_matches(joins).len();
    // a full stop at the end of a sentence joins nothing
    let tail = Span::new(0, tail).of(after).trim_end_matches(['.', '-', '/']).len();
    let whole = Span::new(start, span.end + tail);
    (whole != span && whole.of(message).chars().any(char::is_alphanumeric)).then_some(whole)
}

#[cfg(test)]
#[path = "explain_tests.rs"]
mod tests;
