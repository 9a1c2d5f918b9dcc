//! One server as the SDK's `MCPServer` model, and FastMCP's model before it, accept it.

use crate::microagent::fields::{boolean, number, string};
use crate::yaml::{Data, Value};

const TRANSPORTS: [&str; 4] = ["stdio", "http", "streamable-http", "sse"];
const STRATEGIES: [&str; 6] = ["none", "api_key", "bearer", "basic", "header", "oauth2"];

/// Whether `MCPServer` accepts `server`; else why not. Keys it does not know are dropped before.
pub(super) fn check_server(name: &str, server: &Value) -> Result<(), String> {
    let refuse = |what: &str| Err(format!("the server `{name}` {what}"));
    if server.as_map().is_none() {
        return refuse(&format!("must be a mapping, this is {}", server.type_name()));
    }
    let field = |key: &str| server.get(key).filter(|value| !value.is_null());
    for key in ["url", "command"] {
        if field(key).is_some_and(|value| string(value).is_none_or(|text| text.is_empty())) {
            return refuse(&format!("has `{key}` that is not a non-empty string"));
        }
    }
    for key in ["cwd", "description", "icon"] {
        if field(key).is_some_and(|value| string(value).is_none()) {
            return refuse(&format!("has `{key}` that is not a string"));
        }
    }
    let strings = |value: &Value| value.as_list().is_some_and(|items| items.iter().all(|item| string(item).is_some()));
    if field("args").is_some_and(|value| !strings(value)) {
        return refuse("has `args` that are not a list of strings");
    }
    for key in ["env", "headers"] {
        if field(key).is_some_and(|value| !string_map(value)) {
            return refuse(&format!("has `{key}` that is not a mapping of strings to strings"));
        }
    }
    for key in ["timeout", "sse_read_timeout"] {
        if field(key).is_some_and(|value| number(value).is_none()) {
            return refuse(&format!("has `{key}` that is not a number"));
        }
    }
    for key in ["keep_alive", "enabled"] {
        if field(key).is_some_and(|value| boolean(value).is_none()) {
            return refuse(&format!("has `{key}` that is not true or false"));
        }
    }
    if let Some(auth) = field("auth") {
        let strategy = auth.get("strategy").and_then(Value::as_str);
        if !strategy.is_some_and(|strategy| STRATEGIES.contains(&strategy)) {
            return refuse(&format!("has `auth` without a known `strategy` ({})", STRATEGIES.join(", ")));
        }
        let header = field("headers").and_then(Value::as_map).unwrap_or_default().iter();
        if header.filter_map(|(key, _)| key.as_str()).any(|key| key.eq_ignore_ascii_case("authorization")) {
            return refuse("has both `auth` and an `Authorization` header");
        }
    }
    let transport = field("transport").or_else(|| field("type"));
    match transport.map(|value| value.as_str().map(|text| if text == "shttp" { "http" } else { text })) {
        None => Ok(()),
        Some(Some("stdio")) if field("command").is_none() => refuse("has the transport `stdio` and no `command`"),
        Some(Some(known)) if TRANSPORTS.contains(&known) => {
            if known != "stdio" && field("url").is_none() {
                return refuse(&format!("has the transport `{known}` and no `url`"));
            }
            Ok(())
        }
        Some(_) => refuse(&format!("has a `transport` that is none of {}", TRANSPORTS.join(", "))),
    }
}

/// Whether FastMCP's `MCPConfig` accepts `server`: a command or an address, each a string.
pub(super) fn check_fastmcp(name: &str, server: &Value) -> Result<(), String> {
    let text = |key: &str| server.get(key).is_some_and(|value| matches!(value.data, Data::Str(_)));
    if text("command") || text("url") { Ok(()) } else { Err(format!("the server `{name}` has neither a `command` nor a `url`")) }
}

fn string_map(value: &Value) -> bool {
    value.as_map().is_some_and(|entries| entries.iter().all(|(key, value)| string(key).is_some() && string(value).is_some()))
}
