//! `wrong-type`

use crate::declare_rule;
use crate::document::{Document, Problem};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::text::{Edit, Span};
use crate::yaml::spell::quoted;
use crate::yaml::{Data, Value};

declare_rule! {
    /// ## What it does
    /// Finds values of a type that the loader refuses, and shows how YAML 1.1 reads what is written: `- yes` is a boolean,
    /// `- 403` an integer, `- 1:30` a number, `- #deploy` a comment, `- fix: bug` a mapping.
    ///
    /// ## Why it matters
    /// The loader refuses the file. The legacy loader drops every other file of the directory with it.
    ///
    /// ## Example
    /// ```yaml
    /// triggers:
    /// - 403
    /// ```
    ///
    /// ## Fix
    /// Quotes a value that was meant as text: a number, a date, a boolean, a comment or a mapping of one line.
    WrongType, "wrong-type", Error, fix = Safe, since = "0.1.0", "a value has a type that the loader refuses"
}

impl Rule for WrongType {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(document) = file.document() else { return };
        for problem in file.problems(Self::META.id) {
            let value = value_at(document, problem.span);
            let texts = problem.message.contains("must be a string");
            let written = value.filter(|_| texts).and_then(|value| meant(document, value));
            let place = written.as_ref().map_or(problem.span, |meant| meant.span);
            let consequence = cx.refused(file);
            let help = written.as_ref().map_or_else(|| advice(problem, value), |meant| format!("quote it: `{}`", quoted(&meant.text)));
            let message = written.as_ref().map_or_else(|| problem.message.clone(), |meant| message(problem, meant));
            let found = cx.report(file.at(place), message, consequence, help);
            if let Some(meant) = written {
                let edits = vec![Edit::replace(meant.span, quoted(&meant.text))];
                if meant.structured {
                    found.unsafe_fix("quote the value", edits)
                } else {
                    found.fix("quote the value", edits)
                };
            }
        }
    }
}

/// Keys of items that were meant as mappings, which no quotes mend.
const STRUCTURE: [&str; 6] = ["keyword", "name", "pattern", "text", "type", "value"];

/// A text that YAML reads as something else.
struct Meant {
    text: String,
    span: Span,
    /// What YAML makes of it.
    read: &'static str,
    /// Whether it may have been meant as the mapping it is: `type: word`.
    structured: bool,
}

fn message(problem: &Problem, meant: &Meant) -> String {
    let field = problem.message.split('`').nth(1).unwrap_or_default();
    let subject = if problem.message.contains("item") { format!("an item of `{field}`") } else { format!("`{field}`") };
    format!("{subject} must be a string, but YAML reads `{}` as {}", meant.text, meant.read)
}

/// The text that the author wrote for `value`, when quotes make YAML read it as that text.
fn meant(document: &Document, value: &Value) -> Option<Meant> {
    let text = document.source.text();
    let line_end = text.get(value.span.start..)?.find(['\n', '\r']).map_or(text.len(), |at| value.span.start + at);
    let rest = Span::new(value.span.start, line_end);
    match &value.data {
        Data::Bool(_) | Data::Int(_) | Data::Float(_) | Data::Date { .. } | Data::DateTime { .. } => {
            let written = value.span.of(text);
            let plain = !written.is_empty() && !written.contains(['\n', '"', '\'', '!', '*', '&']);
            plain.then(|| Meant { text: written.to_string(), span: value.span, read: value.type_name(), structured: false })
        }
        Data::Null => {
            let written = rest.of(text).trim();
            let start = rest.start + rest.of(text).find(written)?;
            // what follows `# ` is a remark, `#word` may be meant as the text
            let comment = written.starts_with('#') && !written[1..].starts_with([' ', '\t', '#']) && value.span.is_empty();
            let word = matches!(value.span.of(text), "null" | "Null" | "NULL" | "~");
            if comment {
                return Some(Meant {
                    text: written.to_string(),
                    span: Span::new(start, start + written.len()),
                    read: "a comment, so the value is null",
                    structured: false,
                });
            }
            word.then(|| Meant { text: value.span.of(text).to_string(), span: value.span, read: "null", structured: false })
        }
        Data::Map(entries) => {
            let [(key, inner)] = entries.as_slice() else { return None };
            let structured = key.as_str().is_some_and(|key| STRUCTURE.contains(&key));
            let one_line = inner.span.end <= line_end && !matches!(inner.data, Data::Map(_) | Data::List(_));
            // in brackets other items follow on the line, and behind a value may stand a comment
            let end = if inner.span.is_empty() { key.span.end + text.get(key.span.end..)?.find(':')? + 1 } else { inner.span.end };
            let span = Span::new(rest.start, end);
            let written = text.get(span.range())?;
            let plain = one_line && !written.starts_with(['{', '"', '\'', '&', '!', '?']) && key.span.start == value.span.start;
            plain.then(|| Meant { text: written.to_string(), span, read: "a mapping", structured })
        }
        _ => None,
    }
}

fn advice(problem: &Problem, value: Option<&Value>) -> String {
    let field = problem.message.split('`').nth(1).unwrap_or_default();
    match value.map(|value| &value.data) {
        Some(Data::Null) if problem.message.contains("item") => "remove the item, or write the word that was meant".into(),
        Some(Data::Null) => format!("remove `{field}`, or give it a value"),
        Some(Data::Str(_) | Data::Map(_)) if problem.message.contains("list") => format!("write `{field}` as a list, one `- item` a line"),
        _ => format!("give `{field}` a value of that type"),
    }
}

/// The value that stands at `span`, at most three levels down.
fn value_at(document: &Document, span: Span) -> Option<&Value> {
    let mut open: Vec<(&Value, usize)> = document.metadata.as_ref().ok()?.iter().map(|(_, value)| (value, 0)).collect();
    while let Some((value, depth)) = open.pop() {
        if value.span == span {
            return Some(value);
        }
        if depth < 3 {
            open.extend(value.as_list().unwrap_or_default().iter().map(|item| (item, depth + 1)));
            open.extend(value.as_map().unwrap_or_default().iter().map(|(_, value)| (value, depth + 1)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};
    use crate::microagent::Loader;

    #[test]
    fn wrong_type() {
        Tester::new(&WrongType)
            .pass(FLAT, "---\ntriggers: [a, '403', \"yes\", y, 1e3]\ndescription:\n---\nB")
            .fail(
                FLAT,
                "---\ntriggers:\n- yes\n- 403\n- ok\n- 1:30\n- 2024-01-01\n---\nB",
                &[
                    "3:3 an item of `triggers` must be a string, but YAML reads `yes` as a boolean",
                    "4:3 an item of `triggers` must be a string, but YAML reads `403` as an integer",
                    "6:3 an item of `triggers` must be a string, but YAML reads `1:30` as an integer",
                    "7:3 an item of `triggers` must be a string, but YAML reads `2024-01-01` as a date",
                ],
            )
            .fail(
                FLAT,
                "---\ntriggers:\n- #deploy\n- fix: bug\n---\nB",
                &[
                    "3:3 an item of `triggers` must be a string, but YAML reads `#deploy` as a comment, so the value is null",
                    "4:3 an item of `triggers` must be a string, but YAML reads `fix: bug` as a mapping",
                ],
            )
            .fail(FLAT, "---\ndescription: 42\n---\nB", &["2:14 `description` must be a string, but YAML reads `42` as an integer"])
            .fail(FLAT, "---\ntriggers: deploy\n---\nB", &["2:11 `triggers` must be a list of strings, this is a string"])
            .fail(FLAT, "---\ntriggers:\n---\nB", &["2:10 `triggers` must be a list of strings, this is null"])
            .fix(
                FLAT,
                "---\ntriggers:\n- yes # c\n- #deploy\n- fix: bug\n- a\n---\nB",
                "---\ntriggers:\n- \"yes\" # c\n- \"#deploy\"\n- \"fix: bug\"\n- a\n---\nB",
            )
            .fix(FLAT, "---\ntriggers: [fix: bug, other, 403]\n---\nB", "---\ntriggers: [\"fix: bug\", other, \"403\"]\n---\nB")
            .fix(FLAT, "{\n\"triggers\": [403, \"x\"]\n}\nB", "{\n\"triggers\": [\"403\", \"x\"]\n}\nB")
            .unsafe_fix(FLAT, "---\ntriggers:\n- type: word\n---\nB", "---\ntriggers:\n- \"type: word\"\n---\nB")
            .fix(FLAT, "---\r\nlicense: 2.0\r\n---\r\nB", "---\r\nlicense: \"2.0\"\r\n---\r\nB")
            .fail(FLAT, "---\ntriggers:\n- # TODO: more words\n---\nB", &["3:2 `triggers` item `None` must be a string, this is null"])
            .loader(Loader::Legacy)
            .fix(".openhands/microagents/a.md", "---\nagent: on\n---\nB", "---\nagent: \"on\"\n---\nB")
            .check();
    }
}
