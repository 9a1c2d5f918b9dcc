//! What the model is given: always-on text, the catalogue, what messages and touched paths add; with token estimates.

use crate::catalog::layout::V0_INSTRUCTIONS;
use crate::catalog::{Catalog, Entry};
use crate::microagent::{Activation, Format, Loader, MAX_DESCRIPTION_CHARS, Microagent};
use crate::python;
use crate::tokens;
use crate::trigger::{Matcher, Query, conversation};

/// What the model is given, in the order it is given.
#[derive(Debug, Clone)]
pub struct Context<'c> {
    /// Whole contents that stand in the prompt from the start of the conversation, once.
    pub always_on: Vec<Part<'c>>,
    /// Always-on ones that the runtime leaves out for the model asked about.
    pub gated: Vec<(&'c Entry, &'c Microagent)>,
    /// What is offered by name and description.
    pub catalogue: Vec<Listed<'c>>,
    /// What the messages and touched paths add, each once.
    pub injected: Vec<Injected<'c>>,
    /// The catalogue tells the model to ask for content, but the tool it would need is not there: the SDK attaches it only
    /// when there is a SKILL.md that the model may ask for.
    pub no_tool: bool,
    /// For the legacy loader: a file that V0 sessions put in the prompt beside the loader; not among the parts.
    pub beside: Option<&'c Entry>,
}

/// A whole content.
#[derive(Debug, Clone, Copy)]
pub struct Part<'c> {
    /// Its file.
    pub entry: &'c Entry,
    /// The microagent.
    pub microagent: &'c Microagent,
    /// Estimated tokens.
    pub tokens: usize,
}

/// An offer: a name and what the model reads about it.
#[derive(Debug, Clone)]
pub struct Listed<'c> {
    /// Its file.
    pub entry: &'c Entry,
    /// The microagent.
    pub microagent: &'c Microagent,
    /// The description as far as the model reads it.
    pub description: String,
    /// Where that comes from.
    pub origin: Origin,
    /// Characters the model is told it does not see.
    pub omitted: usize,
    /// Estimated tokens of name and description.
    pub tokens: usize,
}

/// Where the description of an offer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The frontmatter.
    Description,
    /// The first line of the body that is not blank and no heading, for want of a description.
    FirstLine,
    /// There is neither: a bare name.
    Nothing,
}

/// A content that a message or a touched path adds.
#[derive(Debug, Clone, Copy)]
pub struct Injected<'c> {
    /// What is added.
    pub part: Part<'c>,
    /// The trigger or glob named.
    pub trigger: &'c str,
    /// The question, from 0, that added it.
    pub query: usize,
}

/// The tokens of a context, estimated; the runtime's own words around the parts are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Totals {
    /// Of what is always on.
    pub always_on: usize,
    /// Of the catalogue.
    pub catalogue: usize,
    /// Of what messages and paths add.
    pub injected: usize,
    /// Of all.
    pub total: usize,
}

impl Context<'_> {
    /// Keeps only the parts whose names `shown` wants.
    pub fn narrow(&mut self, shown: impl Fn(&str) -> bool) {
        self.always_on.retain(|part| shown(&part.microagent.name));
        self.gated.retain(|(_, microagent)| shown(&microagent.name));
        self.catalogue.retain(|listed| shown(&listed.microagent.name));
        self.injected.retain(|injected| shown(&injected.part.microagent.name));
    }

    /// The tokens that the question at `query` adds.
    pub fn added(&self, query: usize) -> usize {
        self.injected.iter().filter(|injected| injected.query == query).map(|injected| injected.part.tokens).sum()
    }

    /// The sums.
    pub fn totals(&self) -> Totals {
        let always_on = self.always_on.iter().map(|part| part.tokens).sum();
        let catalogue = self.catalogue.iter().map(|listed| listed.tokens).sum();
        let injected = self.injected.iter().map(|injected| injected.part.tokens).sum();
        Totals { always_on, catalogue, injected, total: always_on + catalogue + injected }
    }
}

/// What a conversation with the turns `queries` gives `model` (any model when `None`).
///
/// Mirrors `AgentContext._partition_skills` and what follows it; for the legacy loader, which has no catalogue and no
/// gating, the recall of the first and of later messages.
pub fn context<'c>(catalog: &'c Catalog, matcher: &Matcher<'c>, queries: &[Query], model: Option<&str>) -> Context<'c> {
    let loaded: Vec<(&Entry, &Microagent)> = catalog.loaded().collect();
    let part = |(entry, microagent): (&'c Entry, &'c Microagent)| Part { entry, microagent, tokens: microagent.tokens() };
    let family = model.filter(|_| catalog.loader == Loader::Sdk).and_then(Family::of);
    let always = loaded.iter().copied().filter(|(_, one)| one.activation == Activation::Always);
    let (gated, kept): (Vec<_>, Vec<_>) = always.partition(|(_, one)| family.is_some_and(|family| family.leaves_out(&one.name)));
    let catalogue: Vec<Listed<'_>> = loaded.iter().filter(|(_, one)| one.in_catalogue()).map(|(entry, one)| listed(entry, one)).collect();
    let turns = conversation::once(queries.iter().map(|query| query.fired(matcher)).collect());
    let fired = turns.into_iter().enumerate().flat_map(|(query, turn)| turn.fired.into_iter().map(move |fired| (query, fired)));
    let injected = fired.map(|(query, fired)| Injected { part: part(loaded[fired.index]), trigger: fired.trigger(), query }).collect();
    let tool = catalogue.iter().any(|listed| listed.microagent.format == Format::Skill);
    let no_tool = !catalogue.is_empty() && !tool;
    let beside = catalog.entries.iter().find(|entry| catalog.loader == Loader::Legacy && entry.path == V0_INSTRUCTIONS);
    Context { always_on: kept.into_iter().map(part).collect(), gated, catalogue, injected, no_tool, beside }
}

fn listed<'c>(entry: &'c Entry, microagent: &'c Microagent) -> Listed<'c> {
    let (text, origin, beyond) = match microagent.description.as_deref().filter(|text| !text.is_empty()) {
        Some(description) => (description, Origin::Description, 0),
        None => first_line(&microagent.content).map_or(("", Origin::Nothing, 0), |(line, rest)| (line, Origin::FirstLine, rest)),
    };
    let description: String = text.chars().take(MAX_DESCRIPTION_CHARS).collect();
    let omitted = text.chars().count().saturating_sub(MAX_DESCRIPTION_CHARS) + beyond;
    let tokens = tokens::estimate(&format!("{}: {description}", microagent.name));
    Listed { entry, microagent, description, origin, omitted, tokens }
}

/// The first line that is neither blank nor a heading, stripped, and the characters of the content after it.
fn first_line(content: &str) -> Option<(&str, usize)> {
    let mut rest = content;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let text = python::strip(line);
        if !text.is_empty() && !text.starts_with('#') {
            return Some((text, python::strip(after).chars().count()));
        }
        rest = after;
    }
    None
}

/// The maker of a model, as far as the SDK tells them apart (`model_prompt_spec.py`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Family(&'static str);

/// Parts of a model's name and the family they tell, the first that occurs.
const FAMILIES: &[(&str, &str)] = &[
    ("gpt-", "openai_gpt"),
    ("o1", "openai_gpt"),
    ("o3", "openai_gpt"),
    ("o4", "openai_gpt"),
    ("claude", "anthropic_claude"),
    ("gemini", "google_gemini"),
    ("llama", "meta_llama"),
    ("mistral", "mistral"),
    ("deepseek", "deepseek"),
    ("qwen", "alibaba_qwen"),
];

impl Family {
    /// The family of `model`; `None` when it cannot be told, which filters nothing.
    fn of(model: &str) -> Option<Self> {
        let model = python::strip(model).to_lowercase();
        FAMILIES.iter().find(|(part, _)| model.contains(part)).map(|(_, family)| Self(family))
    }

    /// Whether an always-on microagent called `name` is left out: one called `claude` for others' models, one called `gemini`
    /// for others' models, whatever file they come from (`_resolve_dynamic_data`).
    fn leaves_out(self, name: &str) -> bool {
        match name.to_lowercase().as_str() {
            "claude" => self.0 != "anthropic_claude",
            "gemini" => self.0 != "google_gemini",
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_of_a_model_decides_what_is_left_out() {
        // model, whether `claude` and `gemini` are left out
        let cases = [
            ("anthropic/claude-sonnet-4", (false, true)),
            (" Gemini-2.5-pro ", (true, false)),
            ("openai/gpt-5", (true, true)),
            ("o3-mini", (true, true)),
            ("my-own-model", (false, false)),
        ];
        for (model, expected) in cases {
            let out = |name| Family::of(model).is_some_and(|family| family.leaves_out(name));
            assert_eq!((out("Claude"), out("gemini")), expected, "{model}");
            assert!(!out("agents"));
        }
    }

    #[test]
    fn without_a_description_the_first_plain_line_is_offered() {
        assert_eq!(first_line("\n# Title\n\n  Do this. \nThen that.\n"), Some(("Do this.", 10)));
        assert_eq!(first_line("# Title\n\n## More"), None);
        assert_eq!(first_line("only"), Some(("only", 0)));
    }
}
