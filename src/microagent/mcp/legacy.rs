//! The legacy loader's `mcp_tools`: `MCPConfig` of `openhands/core/config/mcp_config.py`.

use crate::document::Problem;
use crate::microagent::fields::string;
use crate::yaml::{Data, Value};

const RULE: &str = "mcp-tools";
const FIELDS: [&str; 3] = ["sse_servers", "stdio_servers", "shttp_servers"];

/// The names of the stdio servers, in order. Servers of other kinds are checked too, and a declaration without any stdio
/// server is refused, as `BaseMicroagent.load` does.
pub(in crate::microagent) fn servers(value: Option<&Value>, problems: &mut Vec<Problem>) -> Vec<String> {
    let Some(value) = value.filter(|value| !value.is_null()) else { return Vec::new() };
    let before = problems.len();
    let mut add = |at: &Value, message: String| problems.push(Problem::new(RULE, at.span, message));
    let Some(entries) = value.as_map() else {
        add(value, format!("`mcp_tools` must be a mapping, this is {}", value.type_name()));
        return Vec::new();
    };
    for (key, _) in entries {
        if !key.as_str().is_some_and(|name| FIELDS.contains(&name)) {
            add(key, format!("`mcp_tools` knows only {}, not `{}`", FIELDS.join(", "), key.python_str()));
        }
    }
    let mut names = Vec::new();
    for (field, check) in [("sse_servers", sse as Check), ("stdio_servers", stdio), ("shttp_servers", shttp)] {
        let Some(list) = value.get(field) else { continue };
        let Data::List(items) = &list.data else {
            add(list, format!("`{field}` must be a list, this is {}", list.type_name()));
            continue;
        };
        for item in items {
            match check(item) {
                Ok(Some(name)) => names.push(name),
                Ok(None) => {}
                Err((at, message)) => add(at, format!("a server of `{field}`: {message}")),
            }
        }
    }
    if names.is_empty() && problems.len() == before {
        problems.push(Problem::new(RULE, value.span, "`mcp_tools` without a stdio server is refused"));
    }
    names
}

type Refusal<'a> = (&'a Value, String);
type Check = for<'a> fn(&'a Value) -> Result<Option<String>, Refusal<'a>>;

fn mapping(item: &Value) -> Result<(), Refusal<'_>> {
    if item.as_map().is_some() { Ok(()) } else { Err((item, format!("it must be a mapping, this is {}", item.type_name()))) }
}

/// A required string field, and the string.
fn required<'a>(item: &'a Value, key: &str) -> Result<(&'a Value, String), Refusal<'a>> {
    let value = item.get(key).ok_or_else(|| (item, format!("it has no `{key}`")))?;
    let text = string(value).ok_or_else(|| (value, format!("`{key}` must be a string, this is {}", value.type_name())))?;
    Ok((value, text))
}

fn address(item: &Value) -> Result<(), Refusal<'_>> {
    let (value, text) = match &item.data {
        Data::Str(text) => (item, text.clone()),
        _ => {
            mapping(item)?;
            required(item, "url")?
        }
    };
    check_url(&text).map_err(|message| (value, message.to_owned()))?;
    match item.get("api_key").filter(|key| !key.is_null() && string(key).is_none()) {
        Some(key) => Err((key, format!("`api_key` must be a string, this is {}", key.type_name()))),
        None => Ok(()),
    }
}

fn sse(item: &Value) -> Result<Option<String>, Refusal<'_>> {
    address(item).map(|()| None)
}

fn shttp(item: &Value) -> Result<Option<String>, Refusal<'_>> {
    address(item)?;
    let Some(timeout) = item.get("timeout").filter(|value| !value.is_null()) else { return Ok(None) };
    let seconds = super::super::fields::number(timeout).filter(|number| number.fract() == 0.0);
    match seconds {
        None => Err((timeout, "`timeout` must be a whole number of seconds".into())),
        Some(seconds) if seconds <= 0.0 => Err((timeout, "`timeout` must be positive".into())),
        Some(seconds) if seconds > 3600.0 => Err((timeout, "`timeout` must be 3600 seconds at most".into())),
        Some(_) => Ok(None),
    }
}

fn stdio(item: &Value) -> Result<Option<String>, Refusal<'_>> {
    mapping(item)?;
    let (at, name) = required(item, "name")?;
    let name = name.trim().to_owned();
    if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') {
        return Err((at, "`name` must consist of letters, digits, hyphens and underscores".into()));
    }
    let (at, command) = required(item, "command")?;
    if command.trim().is_empty() || command.trim().contains(' ') {
        return Err((at, "`command` must be one program without spaces; its parameters go to `args`".into()));
    }
    if let Some(args) = item.get("args") {
        check_args(args)?;
    }
    if let Some(env) = item.get("env") {
        check_env(env)?;
    }
    Ok(Some(name))
}

/// What Python takes for false: the loader reads it as an empty list or mapping.
fn falsy(value: &Value) -> bool {
    match &value.data {
        Data::Null | Data::Bool(false) => true,
        Data::Int(digits) => digits == "0",
        Data::Float(number) => *number == 0.0,
        Data::Map(entries) => entries.is_empty(),
        Data::List(items) | Data::Set(items) => items.is_empty(),
        _ => false,
    }
}

fn check_args(value: &Value) -> Result<(), Refusal<'_>> {
    match &value.data {
        Data::Str(text) => split_shell(text).map_err(|message| (value, format!("`args` cannot be split: {message}"))),
        Data::List(items) => match items.iter().find(|item| string(item).is_none()) {
            Some(item) => Err((item, format!("an item of `args` must be a string, this is {}", item.type_name()))),
            None => Ok(()),
        },
        _ if falsy(value) => Ok(()),
        _ => Err((value, format!("`args` must be a list of strings, this is {}", value.type_name()))),
    }
}

/// Whether POSIX `shlex.split` can split `text`: quotes closed, nothing escaped at the end.
fn split_shell(text: &str) -> Result<(), &'static str> {
    let mut chars = text.chars();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') if chars.next().is_none() => return Err("nothing follows the last backslash"),
            _ => {}
        }
    }
    if quote.is_some() { Err("a quotation is not closed") } else { Ok(()) }
}

fn check_env(value: &Value) -> Result<(), Refusal<'_>> {
    match &value.data {
        Data::Str(text) => match text.split(',').map(str::trim).filter(|pair| !pair.is_empty()).find(|pair| !is_pair(pair)) {
            Some(pair) => Err((value, format!("`env` has `{pair}`, which is not `NAME=VALUE`"))),
            None => Ok(()),
        },
        Data::Map(entries) => match entries.iter().find(|(key, value)| string(key).is_none() || string(value).is_none()) {
            Some((key, value)) => {
                let wrong = if string(key).is_none() { key } else { value };
                Err((wrong, format!("names and values of `env` must be strings, this is {}", wrong.type_name())))
            }
            None => Ok(()),
        },
        _ if falsy(value) => Ok(()),
        _ => Err((value, format!("`env` must be a mapping, this is {}", value.type_name()))),
    }
}

fn is_pair(pair: &str) -> bool {
    let Some((name, _)) = pair.split_once('=') else { return false };
    let name = name.trim();
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// `_validate_mcp_url`: a scheme of the four, a host.
fn check_url(url: &str) -> Result<(), &'static str> {
    let url: String = url.trim().chars().filter(|c| !matches!(c, '\t' | '\r' | '\n')).collect();
    if url.is_empty() {
        return Err("the address is empty");
    }
    let scheme = url.split_once(':').map(|(scheme, rest)| (scheme.to_ascii_lowercase(), rest));
    let valid = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+.-".contains(&b))
    };
    let Some((scheme, rest)) = scheme.filter(|(scheme, _)| valid(scheme)) else {
        return Err("the address has no scheme, such as https://");
    };
    let host = rest.strip_prefix("//").map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default()).unwrap_or_default();
    if host.contains('[') != host.contains(']') {
        return Err("the address has an unbalanced bracket");
    }
    if host.is_empty() {
        return Err("the address has no host");
    }
    if matches!(scheme.as_str(), "http" | "https" | "ws" | "wss") { Ok(()) } else { Err("the scheme must be http, https, ws or wss") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for url in ["http://a b", "http://:80", "http://@", " https://x.example/y ", "WSS://x"] {
            assert_eq!(check_url(url), Ok(()), "{url}");
        }
        for url in ["", "http:a", "http:///p", "http://?q", "ftp://x", "x.example", "http://[::1", "1http://x"] {
            assert!(check_url(url).is_err(), "{url}");
        }
    }

    #[test]
    fn arguments_in_one_string() {
        assert!(split_shell(r#"a "b c" 'd' \" # x"#).is_ok());
        assert!(split_shell("a 'b").is_err());
        assert!(split_shell("a \\").is_err());
        assert!(split_shell("'a\\'").is_ok());
    }

    #[test]
    fn environment_in_one_string() {
        assert!(["A=1", "_b = x=y", "A1="].iter().all(|pair| is_pair(pair)));
        assert!(["A", "=x", "1A=x", "a-b=c"].iter().all(|pair| !is_pair(pair)));
    }
}
