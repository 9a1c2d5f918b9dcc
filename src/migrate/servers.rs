//! The MCP servers that old files declare, in the form that plugins and agents are configured with.

use serde_json::{Map, Value as Json, json};

use crate::yaml::{Data, Value};

/// The servers of the `mcp_tools` values as `{"mcpServers": …}`; the error names what cannot be told apart.
pub(super) fn json(declared: &[Value]) -> Result<String, String> {
    let mut servers = Map::new();
    for value in declared {
        for (name, server) in servers_of(value) {
            match servers.get(&name) {
                Some(known) if *known != server => return Err(format!("two servers are called `{name}`")),
                _ => drop(servers.insert(name, server)),
            }
        }
    }
    let text = serde_json::to_string_pretty(&json!({ "mcpServers": servers })).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

/// V0 has a list for each kind of connection, the SDK a mapping by name, with or without a wrapper.
fn servers_of(value: &Value) -> Vec<(String, Json)> {
    let lists = ["stdio_servers", "sse_servers", "shttp_servers"];
    if lists.iter().any(|list| value.get(list).is_some()) {
        let items = |list: &str| value.get(list).and_then(Value::as_list).unwrap_or_default().to_vec();
        let stdio = items("stdio_servers").into_iter().map(|item| stdio(&item));
        let sse = items("sse_servers").into_iter().map(|item| remote(&item, "sse"));
        let http = items("shttp_servers").into_iter().map(|item| remote(&item, "http"));
        return stdio.chain(sse).chain(http).collect();
    }
    let named = value.get("mcpServers").unwrap_or(value);
    named.as_map().unwrap_or_default().iter().map(|(name, server)| (name.python_str(), plain(server))).collect()
}

fn stdio(item: &Value) -> (String, Json) {
    let mut server = Map::new();
    for (key, value) in item.as_map().unwrap_or_default() {
        let value = match (key.as_str(), value.as_str()) {
            (Some("name"), _) => continue,
            // V0 took a command line and a list of assignments for these
            (Some("args"), Some(text)) => json!(words(text)),
            (Some("env"), Some(text)) => Json::Object(assignments(text)),
            _ => plain(value),
        };
        server.insert(key.python_str(), value);
    }
    (item.get("name").map_or_else(|| "server".to_string(), Value::python_str), Json::Object(server))
}

fn remote(item: &Value, transport: &str) -> (String, Json) {
    let url = item.as_str().map(str::to_string).or_else(|| item.get("url").map(Value::python_str)).unwrap_or_default();
    let host = url.split("://").nth(1).unwrap_or(&url).split(['/', ':', '?']).next().unwrap_or_default();
    let name = super::slug::slug(host).unwrap_or_else(|| "server".to_string());
    let mut server = Map::from_iter([("url".to_string(), json!(url)), ("transport".to_string(), json!(transport))]);
    if let Some(key) = item.get("api_key").filter(|key| !key.is_null()) {
        server.insert("headers".to_string(), json!({ "Authorization": format!("Bearer {}", key.python_str()) }));
    }
    (name, Json::Object(server))
}

fn assignments(text: &str) -> Map<String, Json> {
    text.split(',').filter_map(|pair| pair.split_once('=')).map(|(key, value)| (key.trim().to_string(), json!(value.trim()))).collect()
}

/// A command line split as a shell splits it: quotes and backslashes, no expansion.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn plain(value: &Value) -> Json {
    match &value.data {
        Data::Null => Json::Null,
        Data::Bool(flag) => json!(flag),
        Data::Int(text) => text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number)),
        Data::Float(number) => json!(number),
        Data::List(items) | Data::Tuple(items) | Data::Set(items) => Json::Array(items.iter().map(plain).collect()),
        Data::Map(entries) => Json::Object(entries.iter().map(|(key, value)| (key.python_str(), plain(value))).collect()),
        _ => json!(value.python_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, Readers};
    use crate::source::SourceFile;

    fn servers(yaml: &str) -> Result<String, String> {
        let text = format!("---\nmcp_tools:\n{yaml}---\n");
        let document = Document::read(SourceFile::new("a.md", text), Readers { toml: false });
        json(&[document.get("mcp_tools").unwrap().clone()])
    }

    #[test]
    fn both_forms_become_one() {
        insta::assert_snapshot!(servers(
            "  stdio_servers:\n  - name: fetch\n    command: uvx\n    args: mcp-server-fetch --dir 'a b'\n    env: A=1, B=x=y\n  \
             - {name: n, command: c, args: [1, a]}\n  sse_servers:\n  - https://tools.example.com/sse\n  shttp_servers:\n  \
             - {url: 'https://h.example.com:8/mcp', api_key: k}\n"
        ).unwrap(), @r#"
        {
          "mcpServers": {
            "fetch": {
              "command": "uvx",
              "args": [
                "mcp-server-fetch",
                "--dir",
                "a b"
              ],
              "env": {
                "A": "1",
                "B": "x=y"
              }
            },
            "n": {
              "command": "c",
              "args": [
                1,
                "a"
              ]
            },
            "tools-example-com": {
              "url": "https://tools.example.com/sse",
              "transport": "sse"
            },
            "h-example-com": {
              "url": "https://h.example.com:8/mcp",
              "transport": "http",
              "headers": {
                "Authorization": "Bearer k"
              }
            }
          }
        }
        "#);
        let wrapped = servers("  mcpServers: {a: {command: c}}\n").unwrap();
        assert_eq!(servers("  a: {command: c}\n").unwrap(), wrapped);
        assert_eq!(servers("  stdio_servers: [{name: a, command: c}, {name: a, command: d}]\n"), Err("two servers are called `a`".into()));
    }

    #[test]
    fn command_lines_split_as_in_a_shell() {
        for (text, expected) in [
            ("a  b", vec!["a", "b"]),
            ("'a b' \"c \\\" d\" e\\ f ''", vec!["a b", "c \" d", "e f", ""]),
            ("open 'quote", vec!["open", "quote"]),
            ("", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }
}
