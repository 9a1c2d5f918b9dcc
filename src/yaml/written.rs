//! What Python's `str` and `repr` make of a value: the loaders stringify names, versions and metadata.

use std::fmt::Write as _;

use super::{Data, Value};
use crate::python::repr_str;

impl Value {
    /// Python's `str(value)`.
    pub fn python_str(&self) -> String {
        match &self.data {
            Data::Str(text) | Data::Date { text, .. } | Data::DateTime { text, .. } => text.clone(),
            _ => self.python_repr(),
        }
    }

    /// Python's `repr(value)`. A set is printed in the order it is written in; Python's order is not defined.
    pub fn python_repr(&self) -> String {
        let mut out = String::new();
        write(&mut out, self);
        out
    }
}

fn write(out: &mut String, value: &Value) {
    match &value.data {
        Data::Null => out.push_str("None"),
        Data::Bool(true) => out.push_str("True"),
        Data::Bool(false) => out.push_str("False"),
        Data::Int(digits) => out.push_str(digits),
        Data::Float(value) => out.push_str(&float(*value)),
        Data::Str(text) => out.push_str(&repr_str(text)),
        Data::Bytes(value) => bytes(out, value),
        Data::Date { repr, .. } | Data::DateTime { repr, .. } => out.push_str(repr),
        Data::List(items) => list(out, "[", items, "]"),
        Data::Tuple(items) if items.len() == 1 => list(out, "(", items, ",)"),
        Data::Tuple(items) => list(out, "(", items, ")"),
        Data::Set(items) if items.is_empty() => out.push_str("set()"),
        Data::Set(items) => list(out, "{", items, "}"),
        Data::Map(entries) => {
            out.push('{');
            for (at, (key, value)) in entries.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                write(out, key);
                out.push_str(": ");
                write(out, value);
            }
            out.push('}');
        }
        Data::Recursive { mapping: false } => out.push_str("[...]"),
        Data::Recursive { mapping: true } => out.push_str("{...}"),
    }
}

fn list(out: &mut String, open: &str, items: &[Value], close: &str) {
    out.push_str(open);
    for (at, item) in items.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { ", " });
        write(out, item);
    }
    out.push_str(close);
}

/// The shortest digits that read back as the same float; an exponent below 1e-4 and from 1e16 on.
fn float(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value != 0.0 && !(-4..16).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.abs());
    }
    let plain = value.to_string();
    if plain.contains('.') { plain } else { format!("{plain}.0") }
}

fn bytes(out: &mut String, bytes: &[u8]) {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { b'"' } else { b'\'' };
    out.push('b');
    out.push(char::from(quote));
    for byte in bytes {
        match byte {
            b'\t' => out.push_str("\\t"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\\' => out.push_str("\\\\"),
            byte if *byte == quote => {
                out.push('\\');
                out.push(char::from(quote));
            }
            b' '..=b'~' => out.push(char::from(*byte)),
            byte => {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
    }
    out.push(char::from(quote));
}
