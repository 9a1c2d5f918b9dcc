//! The SDK's two shapes: `mcp_tools` of a flat file and `.mcp.json` beside a SKILL.md.

use super::sdk_server::{check_fastmcp, check_server};
use crate::document::Problem;
use crate::microagent::fields::wrong_type;
use crate::text::Span;
use crate::yaml::{Data, Value};

const RULE: &str = "mcp-tools";

/// The sorted server names of `mcp_tools` (`coerce_mcp_config`).
pub(in crate::microagent) fn from_field(value: Option<&Value>, problems: &mut Vec<Problem>) -> Vec<String> {
    let Some(value) = value.filter(|value| !value.is_null()) else { return Vec::new() };
    if value.as_map().is_none() {
        problems.push(Problem { rule: RULE, ..wrong_type("mcp_tools", "a mapping", value) });
        return Vec::new();
    }
    servers(value.get("mcpServers").unwrap_or(value), problems)
}

fn servers(value: &Value, problems: &mut Vec<Problem>) -> Vec<String> {
    let Some(entries) = value.as_map() else {
        if !value.is_null() {
            problems.push(Problem { rule: RULE, ..wrong_type("mcpServers", "a mapping", value) });
        }
        return Vec::new();
    };
    let mut names = Vec::new();
    for (key, server) in entries {
        let Some(name) = key.as_str() else {
            problems.push(Problem::new(RULE, key.span, format!("a server's name must be a string, this is {}", key.type_name())));
            continue;
        };
        if let Err(message) = check_server(name, server) {
            problems.push(Problem::new(RULE, server.span, message));
        }
        names.push(name.to_owned());
    }
    names.sort();
    names
}

/// The sorted server names of a `.mcp.json` (`load_mcp_config`, FastMCP's `MCPConfig`, then `MCPServer`). Problems point
/// at the start of the SKILL.md: the loader refuses that file.
pub(in crate::microagent) fn from_json(bytes: Option<&[u8]>, problems: &mut Vec<Problem>) -> Vec<String> {
    let Some(bytes) = bytes else { return Vec::new() };
    let mut refuse = |message: String| problems.push(Problem::new(RULE, Span::at(0), format!("`.mcp.json` {message}")));
    let Ok(text) = std::str::from_utf8(bytes) else {
        refuse("is not UTF-8".into());
        return Vec::new();
    };
    let value: serde_json::Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            refuse(format!("is not valid JSON: {error}"));
            return Vec::new();
        }
    };
    let value = expanded(&value);
    if value.as_map().is_none() {
        refuse(format!("must hold an object, this is {}", value.type_name()));
        return Vec::new();
    }
    // without the wrapper the file is accepted and declares nothing
    let Some(declared) = value.get("mcpServers").cloned() else { return Vec::new() };
    let Some(entries) = declared.as_map() else {
        refuse(format!("has `mcpServers` that is {}, not an object", declared.type_name()));
        return Vec::new();
    };
    for (key, server) in entries {
        if let Err(message) = check_fastmcp(&key.python_str(), server) {
            refuse(format!("is refused: {message}"));
            return Vec::new();
        }
    }
    let mut found = Vec::new();
    let names = servers(&declared, &mut found);
    problems
        .extend(found.into_iter().map(|problem| Problem::new(RULE, Span::at(0), format!("`.mcp.json` is refused: {}", problem.message))));
    names
}

/// JSON as a value, `${NAME:-default}` replaced by its default in every string. The runtime also replaces names of its own
/// environment, which is not ours to know.
fn expanded(json: &serde_json::Value) -> Value {
    use serde_json::Value as Json;
    let data = match json {
        Json::Null => Data::Null,
        Json::Bool(value) => Data::Bool(*value),
        Json::Number(number) if number.is_f64() => Data::Float(number.as_f64().unwrap_or_default()),
        Json::Number(number) => Data::Int(number.to_string()),
        Json::String(text) => Data::Str(with_defaults(text)),
        Json::Array(items) => Data::List(items.iter().map(expanded).collect()),
        Json::Object(entries) => {
            let key = |name: &str| Value { data: Data::Str(with_defaults(name)), span: Span::default() };
            Data::Map(entries.iter().map(|(name, value)| (key(name), expanded(value))).collect())
        }
    };
    Value { data, span: Span::default() }
}

/// `text` with each `${NAME:-default}` replaced by `default`.
fn with_defaults(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let name = from[2..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(from.len() - 2);
        let Some(after) = from[2 + name..].strip_prefix(":-").filter(|_| name > 0) else {
            out.push_str("${");
            rest = &from[2..];
            continue;
        };
        rest = from;
        // without a brace after this one there is none after a later one
        let Some((default, left)) = after.split_once('}') else { break };
        out.push_str(default);
        rest = left;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> (Vec<String>, Vec<String>) {
        let mut problems = Vec::new();
        let names = from_json(Some(text.as_bytes()), &mut problems);
        (names, problems.into_iter().map(|problem| problem.message).collect())
    }

    #[test]
    fn json_files() {
        let ok = |text: &str| {
            let (names, problems) = json(text);
            assert_eq!(problems, Vec::<String>::new(), "{text}");
            names
        };
        assert_eq!(ok(r#"{"mcpServers": {"b": {"url": "https://x.example"}, "a": {"command": "uvx", "args": ["y"]}}}"#), ["a", "b"]);
        assert_eq!(ok(r#"{"a": {"command": "x"}}"#), Vec::<String>::new());
        assert_eq!(ok(r#"{"mcpServers": {"a": {"command": "${BIN:-uvx}"}}}"#), ["a"]);
        for bad in ["[]", "{", "{\"mcpServers\": {\"a\": {}}}", "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A\": 1}}}}"] {
            assert_eq!(json(bad).1.len(), 1, "{bad}");
        }
    }

    #[test]
    fn defaults_stand_in() {
        assert_eq!(with_defaults("a ${X:-b} ${Y} ${ $Z ${W:-}."), "a b ${Y} ${ $Z .");
        assert_eq!(with_defaults("${:-a} ${X:-${Y:-b}} ${é:-c} ${X:-open ${"), "${:-a} ${Y:-b} ${é:-c} ${X:-open ${");
        let long = "${X:-".repeat(200_000);
        assert_eq!(with_defaults(&long), long, "at once");
    }
}
