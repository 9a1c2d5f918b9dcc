//! Why a microagent came in or stayed out: for each of its triggers the place in the message that comes nearest.

use super::fold::{self, Folded};
use super::glob::{self, Glob};
use super::keyword;
use super::loose::{self, View};
use super::matcher::{Fired, Matcher};
use crate::microagent::{Activation, Loader, Microagent};
use crate::near;
use crate::text::Span;

/// Bytes of a message searched for near forms; a message can be a whole log.
const MAX_NEAR_BYTES: usize = 16 << 10;

/// Triggers of one microagent searched for near forms; nobody writes more, and each search costs more than a match.
const MAX_NEAR_TRIGGERS: usize = 256;

/// A trigger of fewer letters and digits says nothing without its marks: `/c` is not near `C`.
const MIN_LETTERS: usize = 3;

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
        misses.iter().filter(|miss| miss.is_near()).min_by_key(|miss| miss.near)
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

impl Miss<'_> {
    /// Whether what was asked comes near it. What is wrong with a trigger by itself is near no message more than another.
    fn is_near(&self) -> bool {
        match self.near {
            Near::Empty | Near::Unsearched | Near::Nothing => false,
            Near::BehindEmpty => self.other_loader,
            Near::DeadGlob { otherwise } => otherwise,
            _ => true,
        }
    }
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
    /// Other blanks or marks, a line break, or nothing around and between its words.
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
    DeadGlob {
        /// Whether it would match this path without that.
        otherwise: bool,
    },
    /// The glob would match in another letter case.
    LetterCase,
    /// The glob would match with `**/` in front: it is anchored at the top.
    Anchored,
    /// It does not stand in the message; the list is too long to search for more than that.
    Unsearched,
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
    let seen = Seen::new(&folded);
    let first_empty = microagent.triggers.iter().position(|trigger| trigger.text.is_empty());
    let live = |loader, place| loader == Loader::Sdk || first_empty.is_none_or(|empty| place < empty);
    let miss = |(place, trigger): (usize, &'c str)| {
        let keyword = fold::lower(trigger);
        let taken = keyword::places(folded.text(), &keyword).any(|span| keyword::counts(other, folded.text(), span));
        let near = match () {
            () if trigger.is_empty() => Near::Empty,
            () if !live(loader, place) => Near::BehindEmpty,
            () => seen.nearest(&keyword, place < MAX_NEAR_TRIGGERS),
        };
        Miss { trigger, near, other_loader: taken && live(other, place) }
    };
    microagent.triggers.iter().map(|trigger| trigger.text.as_str()).enumerate().map(miss).collect()
}

/// A message and the looser ways to read it, made once for all triggers.
struct Seen<'m> {
    folded: &'m Folded,
    /// As much of it as is searched for near forms.
    head: &'m str,
    spaced: View<'m>,
    accented: View<'m>,
    words: Vec<Span>,
}

impl<'m> Seen<'m> {
    fn new(folded: &'m Folded) -> Self {
        let text = folded.text();
        let head = Span::new(0, text.floor_char_boundary(MAX_NEAR_BYTES)).of(text);
        let view = |read| View::new(head, read);
        Self { folded, head, spaced: view(loose::without_spacing), accented: view(loose::without_accents), words: loose::words(head) }
    }

    /// The first of these that applies, from the surest to the vaguest; only the surest unless `loosely`.
    fn nearest(&self, keyword: &str, loosely: bool) -> Near {
        let text = self.folded.text();
        let back = |span| self.folded.original(span);
        if let Some(span) = keyword::places(text, keyword).next() {
            return Near::Inside { span: back(span), word: back(loose::word_around(text, span)) };
        }
        if !loosely {
            return Near::Unsearched;
        }
        if let Some(span) = self.spaced.find(keyword) {
            return Near::Spaced(back(span));
        }
        if let Some(span) = self.accented.find(keyword) {
            return Near::Accented(back(span));
        }
        let wanted: Vec<&str> = loose::words(keyword).into_iter().map(|word| word.of(keyword)).collect();
        if wanted.is_empty() {
            return Near::Nothing;
        }
        if let Some(span) = self.run(&wanted, |word| word) {
            let letters: usize = wanted.iter().map(|word| word.chars().count()).sum();
            return if letters < MIN_LETTERS { Near::Nothing } else { Near::Spaced(back(span)) };
        }
        if let Some(span) = self.run(&wanted, loose::stem) {
            return Near::Inflected(back(span));
        }
        let runs: Vec<Span> = self.words.windows(wanted.len()).filter_map(whole).collect();
        let meant = near::nearest(keyword, runs.iter().map(|run| run.of(self.head)));
        runs.iter().find(|run| Some(run.of(self.head)) == meant).map_or(Near::Nothing, |run| Near::Mistyped(back(*run)))
    }

    /// The first run of words that are `wanted`, both read through `form`.
    fn run(&self, wanted: &[&str], form: fn(&str) -> &str) -> Option<Span> {
        let wanted: Vec<&str> = wanted.iter().map(|word| form(word)).collect();
        let is_wanted = |words: &&[Span]| words.iter().map(|word| form(word.of(self.head))).eq(wanted.iter().copied());
        self.words.windows(wanted.len()).find(is_wanted).and_then(whole)
    }
}

/// From the first of `words` to the last.
fn whole(words: &[Span]) -> Option<Span> {
    words.iter().copied().reduce(Span::to)
}

fn nearest_glob(glob: &str, path: &str) -> Near {
    match () {
        () if glob.is_empty() => Near::Empty,
        () if glob.starts_with('/') || glob.starts_with("./") || glob.ends_with('/') => {
            let inner = glob.trim_start_matches("./").trim_matches('/');
            Near::DeadGlob { otherwise: [inner, &format!("{inner}/**")].iter().any(|glob| Glob::new(glob).matches(path)) }
        }
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
