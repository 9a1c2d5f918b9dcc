//! What pydantic's lax mode accepts for a field: the acceptance rules that both loaders share.

use crate::document::{Document, Problem};
use crate::yaml::{Data, Value};

/// A string: YAML strings, and `!!binary` that is UTF-8. Nothing else is coerced.
pub(super) fn string(value: &Value) -> Option<String> {
    match &value.data {
        Data::Str(text) => Some(text.clone()),
        Data::Bytes(bytes) => String::from_utf8(bytes.clone()).ok(),
        _ => None,
    }
}

/// A boolean: itself, 0 and 1, and the usual words in any letter case.
pub(super) fn boolean(value: &Value) -> Option<bool> {
    let word = match &value.data {
        Data::Bool(value) => return Some(*value),
        Data::Int(digits) => digits.clone(),
        #[expect(clippy::float_cmp, reason = "only the exact values are accepted")]
        Data::Float(number) if *number == 0.0 || *number == 1.0 => return Some(*number == 1.0),
        _ => string(value)?.to_lowercase(),
    };
    match word.as_str() {
        "1" | "true" | "t" | "yes" | "y" | "on" => Some(true),
        "0" | "false" | "f" | "no" | "n" | "off" => Some(false),
        _ => None,
    }
}

/// A number: integers, floats, booleans, and strings that read as one.
pub(super) fn number(value: &Value) -> Option<f64> {
    match &value.data {
        Data::Bool(value) => Some(f64::from(u8::from(*value))),
        Data::Int(digits) => digits.parse().ok(),
        Data::Float(number) => Some(*number),
        _ => string(value)?.trim().replace('_', "").parse().ok(),
    }
}

/// The problem of a value of another type than `wanted` (`a string`) under the name `field`.
pub(super) fn wrong_type(field: &str, wanted: &str, value: &Value) -> Problem {
    Problem::new("wrong-type", value.span, format!("`{field}` must be {wanted}, this is {}", value.type_name()))
}

/// An optional string field; a problem when it is of another type.
pub(super) fn optional_string(document: &Document, name: &str, problems: &mut Vec<Problem>) -> Option<String> {
    let value = document.get(name).filter(|value| !value.is_null())?;
    let text = string(value);
    if text.is_none() {
        problems.push(wrong_type(name, "a string", value));
    }
    text
}

/// Problems of top-level keys: python-frontmatter passes them as keyword arguments, so keys that are not strings, and
/// those that collide with its own parameters, raise a `TypeError` (`Post(content, handler, **metadata)`).
pub(super) fn key_problems(document: &Document, problems: &mut Vec<Problem>) {
    for (key, _) in document.metadata.iter().flatten() {
        match key.as_str() {
            None => problems.push(Problem::new("non-string-key", key.span, format!("a key must be a string, this is {}", key.type_name()))),
            Some(name @ ("content" | "handler" | "self")) => {
                problems.push(Problem::new("non-string-key", key.span, format!("the key `{name}` is reserved by the loader")));
            }
            Some(_) => {}
        }
    }
}
