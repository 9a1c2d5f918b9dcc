//! The SDK loader: `Skill.load` of openhands-sdk 1.58.2.

use super::fields::{boolean, key_problems, optional_string, string, wrong_type};
use super::{Activation, Format, Input, Kind, Microagent, Written, mcp, name, third_party};
use crate::document::{Document, Problem};
use crate::microagent::Loader;
use crate::microagent::variables::variables;
use crate::text::Span;
use crate::yaml::{Data, Value};

/// What the loader knows about a file besides its text.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// Its name.
    pub name: &'a str,
    /// The name of its directory: the default, and the only allowed, name of a SKILL.md.
    pub dir_name: &'a str,
    /// Its path relative to the skills directory, `/`-separated: the default name of other files, less the suffix.
    pub relative: &'a str,
    /// The text of the `.mcp.json` beside a SKILL.md.
    pub mcp_json: Option<&'a [u8]>,
}

/// Whether a file is loaded as a SKILL.md: by its name in any letter case.
pub fn is_skill_file(file_name: &str) -> bool {
    file_name.to_lowercase() == "skill.md"
}

/// What `file` means to the SDK. Resources are not filled in: they are other files. The error holds every problem that
/// makes the loader refuse the file, the one it stops at first.
pub fn load(document: &Document, file: &File<'_>) -> Result<Microagent, Vec<Problem>> {
    let skill = is_skill_file(file.name);
    if !skill && let Some(name) = third_party::name(Loader::Sdk, file.name) {
        return Ok(third_party::always_on(Loader::Sdk, name, document.source.text()));
    }
    let mut problems = Vec::new();
    if let Err(problem) = &document.metadata {
        return Err(vec![problem.clone()]);
    }
    key_problems(document, &mut problems);

    let derived = if skill { file.dir_name } else { name::without_suffix(file.relative) };
    let declared = document.get("name");
    let name = declared.map_or_else(|| derived.to_owned(), Value::python_str);
    let mcp_servers = if skill {
        check_skill_name(&name, file.dir_name, declared.map_or(Span::at(0), |value| value.span), &mut problems);
        mcp::sdk::from_json(file.mcp_json, &mut problems)
    } else {
        mcp::sdk::from_field(document.get("mcp_tools"), &mut problems)
    };

    let format = if skill { Format::Skill } else { Format::Legacy };
    let mut microagent = Microagent { mcp_servers, ..Microagent::bare(&name, format, document.content_text().into_owned()) };
    activate(&mut microagent, document, &mut problems);
    microagent.metadata = metadata(document, &mut problems);
    microagent.allowed_tools = allowed_tools(document, &mut problems);
    microagent.description = optional_string(document, "description", &mut problems);
    microagent.license = optional_string(document, "license", &mut problems);
    microagent.compatibility = optional_string(document, "compatibility", &mut problems);
    microagent.disable_model_invocation |= disabled(document, &mut problems);
    if problems.is_empty() { Ok(microagent) } else { Err(problems) }
}

fn check_skill_name(name: &str, dir: &str, span: Span, problems: &mut Vec<Problem>) {
    let faults = name::faults(name, dir);
    if !faults.is_empty() {
        problems.push(Problem::new("skill-name", span, format!("the skill name `{name}` is refused: {}", faults.join("; "))));
    }
}

/// Sets kind, activation, triggers, paths and inputs as `_create_skill_from_metadata` infers them: paths before inputs
/// before triggers.
fn activate(microagent: &mut Microagent, document: &Document, problems: &mut Vec<Problem>) {
    let triggers = trigger_items(document, problems);
    let paths = paths(document, problems);
    // the loader's `inputs` check comes with or without paths, their items' only with the task they make
    let inputs = document.get("inputs");
    if let Some(value) = inputs.filter(|value| value.as_list().is_none()) {
        problems.push(wrong_type("inputs", "a list", value));
    }
    if !paths.is_empty() {
        microagent.activation = Activation::Paths;
        microagent.paths = paths;
        microagent.disable_model_invocation = true;
    } else if let Some(value) = inputs {
        microagent.activation = Activation::Task;
        microagent.inputs = input_items("inputs", value, problems);
        microagent.triggers = strings("triggers", triggers, problems);
        let command = format!("/{}", microagent.name);
        if !microagent.triggers.iter().any(|trigger| trigger.text == command) {
            microagent.triggers.push(Written { text: command, span: None });
        }
        let needs = !microagent.inputs.is_empty() || !variables(&microagent.content).is_empty();
        microagent.asks_for_inputs = needs && !microagent.content.is_empty();
    } else if !triggers.is_empty() {
        microagent.activation = Activation::Keywords;
        microagent.triggers = strings("triggers", triggers, problems);
    }
    microagent.kind = match (microagent.format, microagent.activation) {
        (Format::Skill, _) => Kind::Skill,
        (_, Activation::Keywords) => Kind::Knowledge,
        (_, Activation::Task) => Kind::Task,
        (_, Activation::Paths) => Kind::Path,
        (_, Activation::Always | Activation::OnDemand) => Kind::Repo,
    };
}

fn trigger_items<'a>(document: &'a Document, problems: &mut Vec<Problem>) -> &'a [Value] {
    let Some(value) = document.get("triggers") else { return &[] };
    value.as_list().unwrap_or_else(|| {
        problems.push(wrong_type("triggers", "a list of strings", value));
        &[]
    })
}

/// The items of a list as strings; a problem for each that is something else.
pub(super) fn strings(field: &str, items: &[Value], problems: &mut Vec<Problem>) -> Vec<Written> {
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        match string(item) {
            Some(text) => out.push(Written { text, span: Some(item.span) }),
            None => problems.push(wrong_type(&format!("{field}` item `{}", item.python_str()), "a string", item)),
        }
    }
    out
}

/// The inputs; a problem for each item without a string name and a string description.
pub(super) fn input_items(field: &str, value: &Value, problems: &mut Vec<Problem>) -> Vec<Input> {
    let mut inputs = Vec::new();
    for item in value.as_list().unwrap_or_default() {
        if item.as_map().is_none() {
            let message = format!("an item of `{field}` must be a mapping with `name` and `description`, this is {}", item.type_name());
            problems.push(Problem::new("invalid-input", item.span, message));
            continue;
        }
        let mut part = |key: &str| match item.get(key) {
            None => {
                problems.push(Problem::new("invalid-input", item.span, format!("an item of `{field}` has no `{key}`")));
                None
            }
            Some(value) => match string(value) {
                Some(text) => Some(Written { text, span: Some(value.span) }),
                None => {
                    let message = format!("`{key}` of an item of `{field}` must be a string, this is {}", value.type_name());
                    problems.push(Problem::new("invalid-input", value.span, message));
                    None
                }
            },
        };
        if let (Some(name), Some(description)) = (part("name"), part("description")) {
            inputs.push(Input { name, description });
        }
    }
    inputs
}

/// `paths`: a list, or a string split at commas; items stripped, empty ones dropped.
fn paths(document: &Document, problems: &mut Vec<Problem>) -> Vec<Written> {
    let Some(value) = document.get("paths") else { return Vec::new() };
    let pieces: Vec<(String, Span)> = match &value.data {
        Data::Null => Vec::new(),
        Data::Str(text) => comma_pieces(text, value.span, document.source.text()),
        Data::List(items) => items.iter().map(|item| (item.python_str(), item.span)).collect(),
        _ => {
            problems.push(wrong_type("paths", "a string or a list", value));
            Vec::new()
        }
    };
    let stripped = pieces.into_iter().map(|(text, span)| (crate::python::strip(&text).to_owned(), span));
    stripped.filter(|(text, _)| !text.is_empty()).map(|(text, span)| Written { text, span: Some(span) }).collect()
}

/// The pieces of a comma list, each with its own place where the file holds the text as is, else the whole value's.
fn comma_pieces(text: &str, span: Span, source: &str) -> Vec<(String, Span)> {
    let base = span.of(source).find(text).map(|at| span.start + at);
    let mut at = 0;
    text.split(',')
        .map(|piece| {
            let place = base.map_or(span, |base| crate::python::strip_span(source, Span::new(base + at, base + at + piece.len())));
            at += piece.len() + 1;
            (piece.to_owned(), place)
        })
        .collect()
}

fn metadata(document: &Document, problems: &mut Vec<Problem>) -> Option<Vec<(String, String)>> {
    let value = document.get("metadata").filter(|value| !value.is_null())?;
    let Some(entries) = value.as_map() else {
        problems.push(wrong_type("metadata", "a mapping", value));
        return None;
    };
    let mut out: Vec<(String, String)> = Vec::new();
    for (key, value) in entries {
        let (key, value) = (key.python_str(), value.python_str());
        match out.iter_mut().find(|(known, _)| *known == key) {
            Some(entry) => entry.1 = value,
            None => out.push((key, value)),
        }
    }
    Some(out)
}

/// The value under the first of two spellings that is present, null or not.
fn either<'a>(document: &'a Document, hyphen: &str, underscore: &str) -> Option<&'a Value> {
    document.get(hyphen).or_else(|| document.get(underscore)).filter(|value| !value.is_null())
}

fn allowed_tools(document: &Document, problems: &mut Vec<Problem>) -> Option<Vec<String>> {
    let value = either(document, "allowed-tools", "allowed_tools")?;
    match &value.data {
        Data::Str(text) => Some(text.split(crate::python::is_space).filter(|part| !part.is_empty()).map(str::to_owned).collect()),
        Data::List(items) => Some(items.iter().map(Value::python_str).collect()),
        _ => {
            problems.push(wrong_type("allowed-tools", "a string or a list", value));
            None
        }
    }
}

fn disabled(document: &Document, problems: &mut Vec<Problem>) -> bool {
    let Some(value) = either(document, "disable-model-invocation", "disable_model_invocation") else { return false };
    boolean(value).unwrap_or_else(|| {
        let message = format!("`disable-model-invocation` must be true or false, this is `{}`", value.python_str());
        problems.push(Problem::new("invalid-value", value.span, message));
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceFile;

    fn read(text: &str, file: &str) -> Result<Microagent, Vec<Problem>> {
        let document = Document::read(SourceFile::new("x", text), Loader::Sdk.readers());
        load(&document, &File { name: file, dir_name: "x", relative: "sub/x.md", mcp_json: None })
    }

    fn flat(yaml: &str) -> Result<Microagent, Vec<Problem>> {
        read(&format!("---\n{yaml}\n---\nBody.\n"), "x.md")
    }

    /// Rule and text of every problem.
    fn refused(yaml: &str) -> Vec<(&'static str, String)> {
        let text = format!("---\n{yaml}\n---\nBody.\n");
        let problems = read(&text, "x.md").unwrap_err();
        problems.into_iter().map(|problem| (problem.rule, problem.span.of(&text).to_owned())).collect()
    }

    #[test]
    fn names_are_what_python_prints() {
        for (yaml, name) in [
            ("name: a", "a"),
            ("name: 123", "123"),
            ("name: 1.10", "1.1"),
            ("name: yes", "True"),
            ("name:", "None"),
            ("name: [a, b]", "['a', 'b']"),
            ("name: ''", ""),
            ("x: y", "sub/x"),
        ] {
            assert_eq!(flat(yaml).unwrap().name, name, "{yaml}");
        }
    }

    #[test]
    fn fields_decide_what_a_file_is() {
        for (yaml, activation, kind, triggers) in [
            ("x: y", Activation::Always, Kind::Repo, ""),
            ("triggers: []", Activation::Always, Kind::Repo, ""),
            ("triggers: [a, B]", Activation::Keywords, Kind::Knowledge, "a|B"),
            ("trigger: a", Activation::Always, Kind::Repo, ""),
            ("type: knowledge", Activation::Always, Kind::Repo, ""),
            ("inputs: []", Activation::Task, Kind::Task, "/sub/x"),
            ("name: t\ntriggers: [a, /t]\ninputs: [{name: N, description: d, required: 1}]", Activation::Task, Kind::Task, "a|/t"),
            ("name: t\ntriggers: [/T]\ninputs: [{name: N, description: d}]", Activation::Task, Kind::Task, "/T|/t"),
            ("paths: a/**, ' b ', ,", Activation::Paths, Kind::Path, ""),
            ("paths: [a]\ntriggers: [1]\ninputs: [x]", Activation::Paths, Kind::Path, ""),
            ("paths: ' , '\ntriggers: [a]", Activation::Keywords, Kind::Knowledge, "a"),
            ("paths:", Activation::Always, Kind::Repo, ""),
        ] {
            let microagent = flat(yaml).unwrap();
            let found: Vec<&str> = microagent.triggers.iter().map(|trigger| trigger.text.as_str()).collect();
            assert_eq!((microagent.activation, microagent.kind, found.join("|").as_str()), (activation, kind, triggers), "{yaml}");
        }
    }

    #[test]
    fn paths_are_split_at_commas_with_their_places() {
        let text = "---\npaths: src/*.{ts,tsx}, docs/**\n---\n";
        let microagent = read(text, "x.md").unwrap();
        let pieces: Vec<(&str, &str)> = microagent.paths.iter().map(|path| (path.text.as_str(), path.span.unwrap().of(text))).collect();
        assert_eq!(pieces, [("src/*.{ts", "src/*.{ts"), ("tsx}", "tsx}"), ("docs/**", "docs/**")]);
        assert!(microagent.disable_model_invocation);
    }

    #[test]
    fn refusals_point_at_the_culprit() {
        for (yaml, rule, at) in [
            ("triggers:", "wrong-type", ""),
            ("triggers: a, b", "wrong-type", "a, b"),
            ("triggers: [a, 403]", "wrong-type", "403"),
            ("triggers:\n- fix: tests", "wrong-type", "fix: tests"),
            ("inputs: A", "wrong-type", "A"),
            ("inputs: [A]", "invalid-input", "A"),
            ("inputs: [{name: A}]", "invalid-input", "{name: A}"),
            ("inputs: [{name: A, description: 5}]", "invalid-input", "5"),
            ("paths: 5", "wrong-type", "5"),
            ("description: [a]", "wrong-type", "[a]"),
            ("license: 2.0", "wrong-type", "2.0"),
            ("compatibility: yes", "wrong-type", "yes"),
            ("metadata: text", "wrong-type", "text"),
            ("allowed-tools: 5", "wrong-type", "5"),
            ("disable-model-invocation: maybe", "invalid-value", "maybe"),
            ("on: push", "non-string-key", "on"),
            ("content: x", "non-string-key", "content"),
            ("mcp_tools: x", "mcp-tools", "x"),
            ("mcp_tools: {stdio_servers: [{name: a}]}", "mcp-tools", "[{name: a}]"),
            ("description: a: b", "invalid-yaml", ":"),
        ] {
            let problems = refused(yaml);
            assert_eq!(problems.len(), 1, "{yaml}: {problems:?}");
            assert_eq!(problems[0].0, rule, "{yaml}");
            assert!(at.is_empty() || problems[0].1.starts_with(at), "{yaml}: {problems:?}");
        }
        assert_eq!(refused("triggers: [1, 2]\nlicense: 3\nname: x").len(), 3, "every reason is told at once");
    }

    #[test]
    fn a_skill_has_its_directory_s_name() {
        let skill = |yaml: &str| read(&format!("---\n{yaml}\n---\n"), "SKILL.md");
        assert_eq!(skill("description: d").unwrap().name, "x");
        assert_eq!(skill("name: x\nmcp_tools: 5").unwrap().activation, Activation::OnDemand);
        for yaml in ["name: y", "name: X", "name:", "name: ''"] {
            assert_eq!(skill(yaml).unwrap_err()[0].rule, "skill-name", "{yaml}");
        }
        assert_eq!(read("no frontmatter", "skill.MD").unwrap().kind, Kind::Skill);
        let rule = read("---\nname: x\npaths: [a]\n---\n", "SKILL.md").unwrap();
        assert_eq!((rule.activation, rule.kind), (Activation::Paths, Kind::Skill));
    }

    #[test]
    fn smaller_fields_are_coerced_as_the_loader_does() {
        let yaml = "metadata: {a: yes, 1: [x, null], d: 1.50}\nallowed-tools: Read, Write\ndisable-model-invocation: 'On'";
        let microagent = flat(yaml).unwrap();
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(microagent.metadata.unwrap(), [pair("a", "True"), pair("1", "['x', None]"), pair("d", "1.5")]);
        assert_eq!(microagent.allowed_tools.unwrap(), ["Read,", "Write"]);
        assert!(microagent.disable_model_invocation);
        let hidden = flat("allowed-tools:\nallowed_tools: [a]").unwrap();
        assert_eq!(hidden.allowed_tools, None, "a null under the first spelling hides the second");
    }

    #[test]
    fn a_task_asks_for_what_is_missing() {
        let task = |yaml: &str, body: &str| read(&format!("---\n{yaml}\n---\n{body}"), "x.md").unwrap().asks_for_inputs;
        assert!(task("inputs: [{name: A, description: d}]", "x"));
        assert!(task("inputs: []", "${A}"));
        assert!(!task("inputs: []", "x"));
        assert!(!task("inputs: [{name: A, description: d}]", ""));
        assert!(!task("triggers: [a]", "${A}"));
    }
}
