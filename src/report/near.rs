//! Near misses in words.

use crate::microagent::Loader;
use crate::text::Span;
use crate::trigger::explain::{Miss, Near};
use crate::visible;

/// The name of a near miss in JSON.
pub const fn name(near: Near) -> &'static str {
    match near {
        Near::Inside { .. } => "inside-word",
        Near::Spaced(_) => "other-spacing",
        Near::Accented(_) => "other-accents",
        Near::Inflected(_) => "other-form",
        Near::Mistyped(_) => "mistyped",
        Near::BehindEmpty => "behind-empty-trigger",
        Near::Empty => "empty",
        Near::DeadGlob { .. } => "dead-glob",
        Near::LetterCase => "letter-case",
        Near::Anchored => "anchored",
        Near::Unsearched => "unsearched",
        Near::Nothing => "nothing",
    }
}

/// What is said after the trigger: `stands only inside …`.
pub fn phrase(miss: &Miss<'_>, message: &str, loader: Loader) -> String {
    let text = |span: Span| visible::line(span.of(message));
    let mut out = match miss.near {
        Near::Inside { word, .. } => format!("stands only inside the longer word `{}`", text(word)),
        Near::Spaced(span) => format!("is written `{}` here", text(span)),
        Near::Accented(span) => format!("is written `{}` here: accents and their encoding count", text(span)),
        Near::Inflected(span) => format!("is not `{}`: another form of a word counts as another word", text(span)),
        Near::Mistyped(span) => format!("is a few letters away from `{}`", text(span)),
        Near::BehindEmpty => "comes after an empty trigger, which ends the search".to_owned(),
        Near::Empty => "is empty and never fires".to_owned(),
        Near::DeadGlob { .. } => "can never match: paths are compared relative to the workspace, without `/` at either end".to_owned(),
        Near::LetterCase => "would match in another letter case".to_owned(),
        Near::Anchored => format!("is anchored at the top: `**/{}` would match", visible::line(miss.trigger)),
        Near::Unsearched => "does not stand in it; the list is too long to search for more".to_owned(),
        Near::Nothing => "has nothing near it".to_owned(),
    };
    if miss.other_loader {
        out += match loader {
            Loader::Sdk => "; the legacy loader takes that",
            Loader::Legacy => "; the SDK takes it",
        };
    }
    out
}
