//! What the model is given: for people and as JSON.

use serde::Serialize;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::table::table;
use super::trigger::wrapped;
use crate::context::{Context, Injected, Origin, Part, Totals};
use crate::count::count;
use crate::microagent::Loader;
use crate::tokens::ESTIMATOR;
use crate::trigger::Query;
use crate::visible;

/// Columns of a description or a message shown at least, however narrow the terminal.
const MIN_EXCERPT: usize = 20;

/// What was asked, and what it may cost.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The runtime mirrored.
    pub loader: Loader,
    /// The directory as given.
    pub root: &'a str,
    /// The model asked about.
    pub model: Option<&'a str>,
    /// The turns of the conversation.
    pub queries: &'a [Query],
    /// Tokens that each turn adds, also what is not shown.
    pub added: &'a [usize],
    /// What everything costs, also what is not shown.
    pub totals: Totals,
    /// The limit in tokens.
    pub max_tokens: Option<usize>,
}

/// For people.
pub fn text(context: &Context<'_>, asked: &Asked<'_>, width: usize) -> String {
    let totals = asked.totals;
    let mut out = format!("in the prompt from the start: {}\n", count(totals.always_on, "token"));
    let row = |part: &Part<'_>| {
        vec![part.tokens.to_string(), part.microagent.name.clone(), part.entry.source.name().to_owned(), part.entry.path.clone()]
    };
    out += &rows(&["TOKENS", "NAME", "SOURCE", "PATH"], context.always_on.iter().map(row), totals.always_on, width);
    if let Some(entry) = context.beside {
        out += &note(
            &format!("V0 sessions put `{}` in the prompt too, beside the loader; it is not counted", visible::line(&entry.path)),
            width,
        );
    }
    if !context.gated.is_empty() {
        let names: Vec<&str> = context.gated.iter().map(|(_, one)| one.name.as_str()).collect();
        out += &wrapped(&format!("  left out for {}", visible::line(asked.model.unwrap_or_default())), &names, width);
    }
    if asked.loader == Loader::Sdk {
        out += &format!("\noffered by name and description: {}\n", count(totals.catalogue, "token"));
        let names = context.catalogue.iter().map(|listed| visible::line(&listed.microagent.name).width()).max().unwrap_or(0).max(4);
        // what the indent and the two columns before it leave
        let room = width.saturating_sub(2 + 8 + names + 2);
        let offers = context.catalogue.iter().map(|listed| {
            let note = match (listed.origin, listed.omitted) {
                (Origin::Description, 0) => String::new(),
                (Origin::Description, omitted) => format!(" (cut, {})", count(omitted, "more character")),
                (Origin::FirstLine, _) => " (first line)".to_owned(),
                (Origin::Nothing, _) => "(no description)".to_owned(),
            };
            let described = short(&listed.description, room.saturating_sub(note.len()));
            vec![listed.tokens.to_string(), listed.microagent.name.clone(), described + &note]
        });
        out += &rows(&["TOKENS", "NAME", "DESCRIPTION"], offers, totals.catalogue, width);
        if context.catalogue.iter().any(|listed| listed.origin == Origin::FirstLine) {
            out += &note("without a description the first line of the text is offered", width);
        }
        if context.no_tool {
            out += &note("none of these is a SKILL.md that the model may ask for, so the SDK attaches no tool to ask with", width);
        }
    }
    for (index, query) in asked.queries.iter().enumerate() {
        let added: Vec<&Injected<'_>> = context.injected.iter().filter(|injected| injected.query == index).collect();
        let tokens = asked.added.get(index).copied().unwrap_or_default();
        let what = match query {
            Query::Message(text) => format!("message `{}`", short(text, width.saturating_sub(36))),
            Query::Touch(path) => format!("touching `{}`", visible::line(path)),
        };
        out += &format!("\nadded by {what}: {}\n", count(tokens, "token"));
        let by = |one: &&Injected<'_>| {
            vec![one.part.tokens.to_string(), one.part.microagent.name.clone(), format!("`{}`", one.trigger), one.part.entry.path.clone()]
        };
        out += &rows(&["TOKENS", "NAME", "BY", "PATH"], added.iter().map(by), tokens, width);
    }
    let counted = format!("{ESTIMATOR}; the runtime's own words around these are not counted");
    out += &format!("\ntotal: {}\n{}\n", count(totals.total, "token"), textwrap::fill(&counted, width));
    out
}

/// The rows of a part that costs `tokens`; some or all of them may be left out of what is shown.
fn rows(headers: &[&str], rows: impl Iterator<Item = Vec<String>>, tokens: usize, width: usize) -> String {
    let rows: Vec<Vec<String>> = rows.map(|row| row.iter().map(|cell| visible::line(cell)).collect()).collect();
    if rows.is_empty() {
        return if tokens == 0 { "  nothing\n" } else { "  none of these is shown (--name, --exclude)\n" }.to_owned();
    }
    table(headers, &rows, width - 2).lines().flat_map(|line| ["  ", line, "\n"]).collect()
}

/// An indented note, wrapped.
fn note(text: &str, width: usize) -> String {
    let options = textwrap::Options::new(width).initial_indent("  note: ").subsequent_indent("    ");
    textwrap::fill(text, options) + "\n"
}

/// As much of a text as fits in `columns`, in one line.
fn short(text: &str, columns: usize) -> String {
    let columns = columns.max(MIN_EXCERPT);
    let line = visible::line(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    if line.width() <= columns {
        return line;
    }
    let mut used = 1;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    line.chars().take_while(fits).collect::<String>().trim_end().to_owned() + "…"
}

/// The whole answer of `context`.
#[derive(Debug, Serialize)]
pub struct ContextJson<'a> {
    schema_version: u32,
    loader: &'static str,
    root: &'a str,
    model: Option<&'a str>,
    estimator: &'static str,
    always_on: Vec<PartJson<'a>>,
    left_out: Vec<&'a str>,
    catalogue: Vec<ListedJson<'a>>,
    injected: Vec<InjectedJson<'a>>,
    tokens: Totals,
    max_tokens: Option<usize>,
    exceeded: bool,
}

#[derive(Debug, Serialize)]
struct PartJson<'a> {
    name: &'a str,
    source: &'static str,
    path: &'a str,
    tokens: usize,
}

#[derive(Debug, Serialize)]
struct ListedJson<'a> {
    name: &'a str,
    source: &'static str,
    path: &'a str,
    description: &'a str,
    description_from: Origin,
    omitted_chars: usize,
    tokens: usize,
}

#[derive(Debug, Serialize)]
struct InjectedJson<'a> {
    name: &'a str,
    trigger: &'a str,
    turn: usize,
    via: &'static str,
    source: &'static str,
    path: &'a str,
    tokens: usize,
}

/// Everything as JSON; turns count from 1.
pub fn json<'a>(context: &'a Context<'a>, asked: &Asked<'a>) -> ContextJson<'a> {
    let part = |part: &Part<'a>| PartJson {
        name: &part.microagent.name,
        source: part.entry.source.name(),
        path: &part.entry.path,
        tokens: part.tokens,
    };
    let totals = asked.totals;
    ContextJson {
        schema_version: 1,
        loader: asked.loader.name(),
        root: asked.root,
        model: asked.model,
        estimator: ESTIMATOR,
        always_on: context.always_on.iter().map(part).collect(),
        left_out: context.gated.iter().map(|(_, one)| one.name.as_str()).collect(),
        catalogue: context
            .catalogue
            .iter()
            .map(|listed| ListedJson {
                name: &listed.microagent.name,
                source: listed.entry.source.name(),
                path: &listed.entry.path,
                description: &listed.description,
                description_from: listed.origin,
                omitted_chars: listed.omitted,
                tokens: listed.tokens,
            })
            .collect(),
        injected: context
            .injected
            .iter()
            .map(|injected| InjectedJson {
                name: &injected.part.microagent.name,
                trigger: injected.trigger,
                turn: injected.query + 1,
                via: match asked.queries[injected.query] {
                    Query::Message(_) => "message",
                    Query::Touch(_) => "touch",
                },
                source: injected.part.entry.source.name(),
                path: &injected.part.entry.path,
                tokens: injected.part.tokens,
            })
            .collect(),
        tokens: totals,
        max_tokens: asked.max_tokens,
        exceeded: asked.max_tokens.is_some_and(|max| totals.total > max),
    }
}
