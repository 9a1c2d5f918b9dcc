//! The legacy loader: `BaseMicroagent.load` of openhands-ai 0.62.0.

use super::fields::{key_problems, string, wrong_type};
use super::sdk::{input_items, strings};
use super::{Activation, Format, Kind, LegacyFields, Microagent, Written, mcp, name, third_party};
use crate::document::{Document, Problem};
use crate::microagent::Loader;
use crate::yaml::{Data, Value};

/// The values of `type` that pass.
pub const TYPES: [&str; 3] = ["knowledge", "repo", "task"];

/// What the file `file_name` at `relative` (to the microagents directory, `/`-separated) means to the legacy loader. The
/// error holds every problem that makes the loader refuse the file, and with it the whole directory.
pub fn load(document: &Document, file_name: &str, relative: &str) -> Result<Microagent, Vec<Problem>> {
    if let Some(name) = third_party::name(Loader::Legacy, file_name) {
        return Ok(third_party::always_on(Loader::Legacy, name, document.source.text()));
    }
    if let Err(problem) = &document.metadata {
        return Err(vec![problem.clone()]);
    }
    let mut problems = Vec::new();
    key_problems(document, &mut problems);
    let mut text_field = |field: &str, default: &str| match document.get(field) {
        None => default.to_owned(),
        Some(value) => string(value).unwrap_or_else(|| {
            problems.push(wrong_type(field, "a string", value));
            String::new()
        }),
    };
    let declared_name = text_field("name", "default");
    let agent = text_field("agent", "CodeActAgent");
    let declared_type = declared_type(document, &mut problems);
    // of any type: the loader stringifies it first
    let version = document.get("version").map_or_else(|| "1.0.0".into(), Value::python_str);

    let name = name::without_suffix(relative);
    let mut microagent = Microagent::bare(name, Format::Legacy, document.content_text().into_owned());
    let triggers = document.get("triggers").map(|value| strings("triggers", list("triggers", value, &mut problems), &mut problems));
    microagent.triggers = triggers.unwrap_or_default();
    if let Some(value) = document.get("inputs") {
        list("inputs", value, &mut problems);
        microagent.inputs = input_items("inputs", value, &mut problems);
    }
    microagent.mcp_servers = mcp::legacy::servers(document.get("mcp_tools"), &mut problems);
    if !microagent.inputs.is_empty() {
        microagent.activation = Activation::Task;
        microagent.kind = Kind::Task;
        microagent.asks_for_inputs = true;
        let command = format!("/{declared_name}");
        if !microagent.triggers.iter().any(|trigger| trigger.text == command) {
            microagent.triggers.push(Written { text: command, span: None });
        }
    } else if !microagent.triggers.is_empty() {
        microagent.activation = Activation::Keywords;
        microagent.kind = Kind::Knowledge;
    }
    microagent.legacy = Some(LegacyFields { version, agent, declared_name, declared_type });
    if problems.is_empty() { Ok(microagent) } else { Err(problems) }
}

fn list<'a>(field: &str, value: &'a Value, problems: &mut Vec<Problem>) -> &'a [Value] {
    match &value.data {
        Data::List(items) | Data::Set(items) => items,
        _ => {
            problems.push(wrong_type(field, "a list", value));
            &[]
        }
    }
}

/// `type` is only validated, exactly and case-sensitively; the kind comes from the fields.
fn declared_type(document: &Document, problems: &mut Vec<Problem>) -> String {
    let Some(value) = document.get("type") else { return "repo".into() };
    match value.as_str() {
        Some(text) if TYPES.contains(&text) => text.into(),
        _ => {
            let message = format!("`type` must be `knowledge`, `repo` or `task`, this is `{}`", value.python_str());
            problems.push(Problem::new("invalid-value", value.span, message));
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceFile;

    fn read(yaml: &str) -> Result<Microagent, Vec<Problem>> {
        let document = Document::read(SourceFile::new("x", format!("---\n{yaml}\n---\n body \n")), Loader::Legacy.readers());
        load(&document, "x.md", "foo/x.md")
    }

    #[test]
    fn kind_and_triggers_come_from_the_fields() {
        for (yaml, kind, triggers) in [
            ("type: knowledge", Kind::Repo, ""),
            ("type: repo\ntriggers: [a]", Kind::Knowledge, "a"),
            ("type: task", Kind::Repo, ""),
            ("inputs: []", Kind::Repo, ""),
            ("inputs: [{name: A, description: d}]", Kind::Task, "/default"),
            ("name: n\ntriggers: [foo]\ninputs: [{name: A, description: d}]", Kind::Task, "foo|/n"),
            ("name: n\ntriggers: [/N]\ninputs: [{name: A, description: d}]", Kind::Task, "/N|/n"),
            ("triggers: ['', a]", Kind::Knowledge, "|a"),
            ("extra: 1\nmcp_tools:", Kind::Repo, ""),
            ("triggers: !!set {a, b}", Kind::Knowledge, "a|b"),
        ] {
            let microagent = read(yaml).unwrap();
            let found: Vec<&str> = microagent.triggers.iter().map(|trigger| trigger.text.as_str()).collect();
            assert_eq!((microagent.kind, found.join("|").as_str()), (kind, triggers), "{yaml}");
            assert_eq!((microagent.name.as_str(), microagent.content.as_str()), ("foo/x", "body"), "{yaml}");
        }
    }

    #[test]
    fn versions_are_what_python_prints() {
        for (yaml, version) in
            [("version: 1.10", "1.1"), ("version:", "None"), ("version: yes", "True"), ("version: 012", "10"), ("a: b", "1.0.0")]
        {
            assert_eq!(read(yaml).unwrap().legacy.unwrap().version, version, "{yaml}");
        }
    }

    #[test]
    fn nothing_is_coerced() {
        for (yaml, rule, count) in [
            ("name: 5", "wrong-type", 1),
            ("agent:", "wrong-type", 1),
            ("type: Knowledge", "invalid-value", 1),
            ("type:", "invalid-value", 1),
            ("triggers:", "wrong-type", 1),
            ("triggers: a", "wrong-type", 1),
            ("triggers: [on, off, no, y, n]", "wrong-type", 3),
            ("inputs: [a, {name: b}]", "invalid-input", 2),
            ("inputs:", "wrong-type", 1),
            ("handler: x", "non-string-key", 1),
            ("mcp_tools: {}", "mcp-tools", 1),
            ("mcp_tools: {mcpServers: {}}", "mcp-tools", 1),
            ("mcp_tools: {stdio_servers: [{name: a b, command: c}]}", "mcp-tools", 1),
            ("mcp_tools: {stdio_servers: [{name: a, command: c d}]}", "mcp-tools", 1),
            ("mcp_tools: {shttp_servers: ['https://x.example']}", "mcp-tools", 1),
            ("mcp_tools: {stdio_servers: [{name: a, command: c}], sse_servers: [nope]}", "mcp-tools", 1),
        ] {
            let problems = read(yaml).unwrap_err();
            assert_eq!((problems[0].rule, problems.len()), (rule, count), "{yaml}: {problems:?}");
        }
        let tools = read("mcp_tools: {stdio_servers: [{name: ' a ', command: uvx, args: '--x \"y z\"', env: 'A=1, B=2'}]}").unwrap();
        assert_eq!(tools.mcp_servers, ["a"]);
    }

    #[test]
    fn instruction_files_stay_raw_at_any_depth() {
        let document = Document::read(SourceFile::new("x", "---\na: 1\n---\n x\n"), Loader::Legacy.readers());
        let microagent = load(&document, "Agents.md", "deep/er/Agents.md").unwrap();
        assert_eq!((microagent.name.as_str(), microagent.content.as_str()), ("agents", "---\na: 1\n---\n x\n"));
    }
}
