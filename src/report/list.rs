//! A catalog as a table, as JSON and as YAML.

use serde::Serialize;

use super::table::table;
use crate::catalog::{Catalog, Entry, NotLoaded, Reason};
use crate::digest::sha256;
use crate::microagent::{Activation, Format, Kind, Microagent, Resources};
use crate::visible;

/// The whole answer of `list`.
#[derive(Debug, Serialize)]
pub struct ListJson<'a> {
    schema_version: u32,
    loader: &'static str,
    root: &'a str,
    microagents: Vec<MicroagentJson<'a>>,
    always_on: Vec<&'a str>,
    catalogue: Vec<&'a str>,
    not_loaded: Vec<NotLoadedJson<'a>>,
}

/// One microagent.
#[derive(Debug, Serialize)]
pub struct MicroagentJson<'a> {
    name: &'a str,
    kind: Kind,
    activation: Activation,
    triggers: Vec<&'a str>,
    paths: Vec<&'a str>,
    inputs: Vec<InputJson<'a>>,
    asks_for_inputs: bool,
    description: Option<&'a str>,
    description_cut: bool,
    source: &'static str,
    path: &'a str,
    format: Format,
    content_chars: usize,
    content_sha256: String,
    tokens: usize,
    license: Option<&'a str>,
    compatibility: Option<&'a str>,
    metadata: Option<serde_json::Map<String, serde_json::Value>>,
    allowed_tools: Option<&'a [String]>,
    disable_model_invocation: bool,
    mcp_servers: &'a [String],
    resources: Option<&'a Resources>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    declared_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    declared_type: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct InputJson<'a> {
    name: &'a str,
    description: &'a str,
}

#[derive(Debug, Serialize)]
struct NotLoadedJson<'a> {
    path: &'a str,
    source: &'static str,
    name: Option<&'a str>,
    reason: Reason,
    by: Option<&'a str>,
    message: &'a str,
    rule: Option<&'static str>,
    line: Option<usize>,
    column: Option<usize>,
    microagent: Option<MicroagentJson<'a>>,
}

impl<'a> MicroagentJson<'a> {
    /// The microagent of `entry`.
    pub fn new(entry: &'a Entry, microagent: &'a Microagent) -> Self {
        let legacy = microagent.legacy.as_ref();
        Self {
            name: &microagent.name,
            kind: microagent.kind,
            activation: microagent.activation,
            triggers: microagent.triggers.iter().map(|trigger| trigger.text.as_str()).collect(),
            paths: microagent.paths.iter().map(|path| path.text.as_str()).collect(),
            inputs: microagent
                .inputs
                .iter()
                .map(|input| InputJson { name: &input.name.text, description: &input.description.text })
                .collect(),
            asks_for_inputs: microagent.asks_for_inputs,
            description: microagent.description.as_deref(),
            description_cut: microagent.description_cut(),
            source: entry.source.name(),
            path: &entry.path,
            format: microagent.format,
            content_chars: microagent.content.chars().count(),
            content_sha256: sha256(&microagent.content),
            tokens: microagent.tokens(),
            license: microagent.license.as_deref(),
            compatibility: microagent.compatibility.as_deref(),
            metadata: microagent.metadata.as_ref().map(|entries| entries.iter().map(|(k, v)| (k.clone(), v.clone().into())).collect()),
            allowed_tools: microagent.allowed_tools.as_deref(),
            disable_model_invocation: microagent.disable_model_invocation,
            mcp_servers: &microagent.mcp_servers,
            resources: microagent.resources.as_ref(),
            version: legacy.map(|fields| fields.version.as_str()),
            agent: legacy.map(|fields| fields.agent.as_str()),
            declared_name: legacy.map(|fields| fields.declared_name.as_str()),
            declared_type: legacy.map(|fields| fields.declared_type.as_str()),
        }
    }
}

impl<'a> NotLoadedJson<'a> {
    fn new(entry: &'a Entry, lost: &'a NotLoaded) -> Self {
        let place = lost.place(entry);
        Self {
            path: &entry.path,
            source: entry.source.name(),
            name: lost.microagent.as_ref().map(|microagent| microagent.name.as_str()),
            reason: lost.reason,
            by: lost.by.as_deref(),
            message: &lost.message,
            rule: lost.problems.first().map(|problem| problem.rule),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            microagent: lost.microagent.as_ref().map(|microagent| MicroagentJson::new(entry, microagent)),
        }
    }
}

impl<'a> ListJson<'a> {
    /// The answer for `root` as given, with the entries for which `shown` holds.
    pub fn new(catalog: &'a Catalog, root: &'a str, shown: &dyn Fn(&str) -> bool) -> Self {
        let name = |lost: &'a NotLoaded| lost.microagent.as_ref().map_or("", |microagent| microagent.name.as_str());
        Self {
            schema_version: 1,
            loader: catalog.loader.name(),
            root,
            microagents: catalog.loaded().filter(|(_, m)| shown(&m.name)).map(|(entry, m)| MicroagentJson::new(entry, m)).collect(),
            always_on: catalog.always_on().into_iter().filter(|name| shown(name)).collect(),
            catalogue: catalog.catalogue().into_iter().filter(|name| shown(name)).collect(),
            not_loaded: catalog
                .not_loaded()
                .filter(|(_, lost)| lost.microagent.is_none() || shown(name(lost)))
                .map(|(entry, lost)| NotLoadedJson::new(entry, lost))
                .collect(),
        }
    }
}

/// The catalog for people: a table of what is loaded, then what is not, with the reason.
pub fn text(catalog: &Catalog, shown: &dyn Fn(&str) -> bool, width: usize) -> String {
    let rows: Vec<Vec<String>> = catalog.loaded().filter(|(_, m)| shown(&m.name)).map(|(entry, m)| row(entry, m)).collect();
    let mut out = if rows.is_empty() {
        let none =
            if catalog.loaded().next().is_none() { "no microagents are loaded" } else { "none of the loaded microagents is called so" };
        format!("{none}\n")
    } else {
        table(&["NAME", "ACTIVATION", "TRIGGERS", "SOURCE", "TOKENS", "PATH"], &rows, width)
    };
    let hidden = |lost: &NotLoaded| lost.microagent.as_ref().is_some_and(|m| !shown(&m.name));
    let mut lost: Vec<_> = catalog.not_loaded().filter(|(_, lost)| !hidden(lost)).collect();
    if !lost.is_empty() {
        out += &format!("\nnot loaded ({}):\n", lost.len());
        // what a broken file takes with it stands below that file
        lost.retain(|(_, lost)| lost.reason != Reason::DirectoryRejected);
        lost.sort_by_key(|(_, lost)| lost.reason);
        for (entry, lost) in lost {
            out += &not_loaded(catalog, entry, lost);
        }
    }
    out
}

fn row(entry: &Entry, microagent: &Microagent) -> Vec<String> {
    let written = if microagent.activation == Activation::Paths { &microagent.paths } else { &microagent.triggers };
    let listed: Vec<String> = written.iter().map(|item| visible::line(&item.text)).collect();
    vec![
        visible::line(&microagent.name),
        microagent.activation.name().into(),
        brief(&listed),
        entry.source.name().into(),
        microagent.tokens().to_string(),
        visible::line(&entry.path),
    ]
}

/// The first few items, and how many more there are.
fn brief(items: &[String]) -> String {
    const SHOWN: usize = 4;
    let more = items.len().saturating_sub(SHOWN);
    let first = items.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    if more == 0 { first } else { format!("{first}, +{more}") }
}

fn not_loaded(catalog: &Catalog, entry: &Entry, lost: &NotLoaded) -> String {
    let place = lost.place(entry).map(|place| format!(":{}:{}", place.line, place.column)).unwrap_or_default();
    let rule = lost.problems.first().map(|problem| format!(" [{}]", problem.rule)).unwrap_or_default();
    let source = if entry.source == crate::catalog::Source::Repo { String::new() } else { format!(" ({})", entry.source.name()) };
    let mut out =
        format!("  {}{place}{source}\n    {}: {}{rule}\n", visible::line(&entry.path), lost.reason.name(), visible::line(&lost.message));
    for problem in lost.problems.iter().skip(1) {
        out += &format!("    also: {} [{}]\n", visible::line(&problem.message), problem.rule);
    }
    let taken = catalog.taken_by(entry);
    if !taken.is_empty() {
        out += "    and takes with it:\n";
    }
    for path in taken {
        out += &format!("      {}\n", visible::line(&path));
    }
    out
}
