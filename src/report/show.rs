//! One microagent in full: where each field was read from, the variables of its body, what it wins over or loses to.

use serde::Serialize;

use super::list::MicroagentJson;
use super::table::table;
use crate::catalog::{Catalog, Entry, NotLoaded, Outcome, Reason};
use crate::count::count;
use crate::microagent::{Microagent, Written, variables::variables};
use crate::visible;

/// The answer of `show`.
#[derive(Debug, Serialize)]
pub struct ShowJson<'a> {
    schema_version: u32,
    loader: &'static str,
    loaded: bool,
    reason: Option<Reason>,
    message: Option<&'a str>,
    by: Option<&'a str>,
    path: &'a str,
    microagent: Option<MicroagentJson<'a>>,
    fields: Vec<Field>,
    variables: Vec<VariableJson>,
    shadows: Vec<&'a str>,
    content: Option<&'a str>,
}

/// A value and where it was read.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub struct Field {
    name: String,
    value: String,
    /// `None`: nobody wrote it, the loader made it.
    line: Option<usize>,
    column: Option<usize>,
}

#[derive(Debug, Serialize, PartialEq, Eq)]
struct VariableJson {
    name: String,
    declared: bool,
    count: usize,
}

/// What `entry` is, or would be.
fn subject(entry: &Entry) -> (Option<&Microagent>, Option<&NotLoaded>) {
    match &entry.outcome {
        Outcome::Loaded(microagent) => (Some(microagent), None),
        Outcome::NotLoaded(lost) => (lost.microagent.as_ref(), Some(lost)),
    }
}

/// Everything about `entry` as JSON.
pub fn json<'a>(catalog: &'a Catalog, entry: &'a Entry) -> ShowJson<'a> {
    let (microagent, lost) = subject(entry);
    ShowJson {
        schema_version: 1,
        loader: catalog.loader.name(),
        loaded: lost.is_none(),
        reason: lost.map(|lost| lost.reason),
        message: lost.map(|lost| lost.message.as_str()),
        by: lost.and_then(|lost| lost.by.as_deref()),
        path: &entry.path,
        microagent: microagent.map(|microagent| MicroagentJson::new(entry, microagent)),
        fields: microagent.map(|microagent| fields(entry, microagent)).unwrap_or_default(),
        variables: microagent.map(variable_counts).unwrap_or_default(),
        shadows: losers(catalog, entry).map(|loser| loser.path.as_str()).collect(),
        content: microagent.map(|microagent| microagent.content.as_str()),
    }
}

/// Everything about `entry` for people.
pub fn text(catalog: &Catalog, entry: &Entry, width: usize) -> String {
    let (microagent, lost) = subject(entry);
    let mut out = format!("{} ({})\n", visible::line(&entry.path), entry.source.name());
    if let Some(lost) = lost {
        let place = lost.place(entry).map(|place| format!(" at {}:{}", place.line, place.column)).unwrap_or_default();
        out += &format!("not loaded: {}{place}: {}\n", lost.reason.name(), visible::line(&lost.message));
    }
    for loser in losers(catalog, entry) {
        let source = if loser.source == entry.source { String::new() } else { format!(" ({})", loser.source.name()) };
        out += &format!("wins over {}{source}\n", visible::line(&loser.path));
    }
    let Some(microagent) = microagent else { return out };
    let rows: Vec<Vec<String>> = fields(entry, microagent)
        .into_iter()
        .map(|field| {
            let place =
                field.line.zip(field.column).map_or_else(|| "from the loader".to_owned(), |(line, column)| format!("{line}:{column}"));
            vec![field.name, visible::line(&field.value), place]
        })
        .collect();
    out += &format!("\n{}", table(&["FIELD", "VALUE", "WHERE"], &rows, width));
    let used = variable_counts(microagent);
    if !used.is_empty() {
        let rows: Vec<Vec<String>> = used
            .into_iter()
            .map(|variable| {
                let declared = if variable.declared { "an input" } else { "not declared" };
                vec![format!("${{{}}}", variable.name), declared.into(), variable.count.to_string()]
            })
            .collect();
        out += &format!("\n{}", table(&["VARIABLE", "DECLARED", "TIMES"], &rows, width));
    }
    let content = &microagent.content;
    out += &format!("\ncontent: {}, about {}", count(content.chars().count(), "character"), count(microagent.tokens(), "token"));
    if microagent.asks_for_inputs {
        out += "; the runtime adds a request to ask for missing variables";
    }
    out += "\n\n";
    out += &visible::block(content);
    if !content.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// The entries that lost to `entry`.
fn losers<'a>(catalog: &'a Catalog, entry: &'a Entry) -> impl Iterator<Item = &'a Entry> {
    let beaten = |lost: &NotLoaded| lost.reason == Reason::Shadowed && lost.is_by(entry);
    catalog.not_loaded().filter(move |(_, lost)| beaten(lost)).map(|(other, _)| other)
}

fn variable_counts(microagent: &Microagent) -> Vec<VariableJson> {
    let mut counts: Vec<VariableJson> = Vec::new();
    for variable in variables(&microagent.content) {
        match counts.iter_mut().find(|known| known.name == variable.name) {
            Some(known) => known.count += 1,
            None => {
                let declared = microagent.inputs.iter().any(|input| input.name.text == variable.name);
                counts.push(VariableJson { name: variable.name.to_owned(), declared, count: 1 });
            }
        }
    }
    counts
}

/// The fields in the order of importance, each with the place of its value in the file.
fn fields(entry: &Entry, microagent: &Microagent) -> Vec<Field> {
    let mut out = Vec::new();
    let key_place = |key: &str| {
        let document = entry.document.as_ref()?;
        document.get(key).or_else(|| document.get(&key.replace('-', "_"))).map(|value| document.source.line_col(value.span.start))
    };
    let mut add = |name: &str, key: &str, value: String| {
        let place = key_place(key);
        out.push(Field { name: name.into(), value, line: place.map(|p| p.line), column: place.map(|p| p.column) });
    };
    // the legacy loader names a file by its path, whatever its frontmatter says
    add("name", if microagent.legacy.is_some() { "" } else { "name" }, microagent.name.clone());
    add("activation", "", microagent.activation.name().into());
    let optional =
        [("description", &microagent.description), ("license", &microagent.license), ("compatibility", &microagent.compatibility)];
    for (name, value) in optional {
        if let Some(value) = value {
            add(name, name, value.clone());
        }
    }
    for (key, value) in microagent.metadata.iter().flatten() {
        add(&format!("metadata.{key}"), "metadata", value.clone());
    }
    if let Some(tools) = &microagent.allowed_tools {
        add("allowed-tools", "allowed-tools", tools.join(" "));
    }
    if microagent.disable_model_invocation {
        add("disable-model-invocation", "disable-model-invocation", "true".into());
    }
    if !microagent.mcp_servers.is_empty() {
        add("mcp servers", "mcp_tools", microagent.mcp_servers.join(", "));
    }
    if let Some(legacy) = &microagent.legacy {
        add("declared name", "name", legacy.declared_name.clone());
        add("type", "type", legacy.declared_type.clone());
        add("version", "version", legacy.version.clone());
        add("agent", "agent", legacy.agent.clone());
    }
    if let Some(resources) = &microagent.resources {
        for (name, files) in [("scripts", &resources.scripts), ("references", &resources.references), ("assets", &resources.assets)] {
            if !files.is_empty() {
                add(name, "", files.join(", "));
            }
        }
    }
    let mut written = |name: &str, item: &Written, value: String| {
        let place = item.span.and_then(|span| entry.document.as_ref().map(|document| document.source.line_col(span.start)));
        out.push(Field { name: name.into(), value, line: place.map(|p| p.line), column: place.map(|p| p.column) });
    };
    for trigger in &microagent.triggers {
        written("trigger", trigger, trigger.text.clone());
    }
    for path in &microagent.paths {
        written("path", path, path.text.clone());
    }
    for input in &microagent.inputs {
        written("input", &input.name, format!("{}: {}", input.name.text, input.description.text));
    }
    out
}
