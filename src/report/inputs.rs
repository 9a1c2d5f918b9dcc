//! The inputs and variables of a template, with what fills them.

use serde::Serialize;

use super::table::table;
use crate::near::nearest;
use crate::render::{Filling, Name, Template, Values};
use crate::visible;

/// The microagent that the template belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// Its name.
    pub name: &'a str,
    /// The path of its file, as shown.
    pub path: &'a str,
}

#[derive(Serialize)]
struct Report<'a> {
    schema_version: u32,
    name: &'a str,
    path: &'a str,
    inputs: Vec<Row<'a>>,
    missing: Vec<&'a str>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    description: Option<&'a str>,
    declared: bool,
    required: bool,
    default: Option<&'a str>,
    placeholder: Option<String>,
    uses: usize,
    only_in_code: bool,
    value: Option<&'a str>,
}

/// Everything as JSON: declared inputs in order, then undeclared variables in order of their first use. `value` is what
/// the placeholder becomes, null when it stays.
pub fn json<'a>(subject: &Subject<'a>, template: &'a Template, values: &'a Values) -> impl Serialize + use<'a> {
    let row = |name: &'a Name| {
        let (filling, declared) = (name.filling(values), name.declared.as_ref());
        Row {
            name: &name.name,
            description: declared.map(|input| input.description.as_str()),
            declared: declared.is_some(),
            required: declared.is_some_and(|input| input.required && input.default.is_none()),
            default: declared.and_then(|input| input.default.as_deref()),
            placeholder: name.form.map(|form| form.write(&name.name)),
            uses: name.uses,
            only_in_code: name.only_in_code,
            value: filling.text(),
        }
    };
    Report {
        schema_version: 1,
        name: subject.name,
        path: subject.path,
        inputs: template.names().iter().map(row).collect(),
        missing: template.missing(values).map(|name| name.name.as_str()).collect(),
    }
}

/// The same as a table, and a line that says what is missing.
pub fn text(subject: &Subject<'_>, template: &Template, values: &Values, width: usize) -> String {
    let head = format!("{} ({})\n", visible::line(subject.name), visible::line(subject.path));
    if template.names().is_empty() {
        return format!("{head}\nno inputs and no variables\n");
    }
    let declared: Vec<&str> = template.names().iter().filter(|name| name.declared.is_some()).map(|name| name.name.as_str()).collect();
    let row = |(index, name): (usize, &Name)| {
        let guess = index < declared.len() + MAX_GUESSES;
        let meant = || guess.then(|| nearest(&name.name, declared.iter().copied())).flatten();
        let description = match &name.declared {
            Some(input) => input.description.clone(),
            None => meant().map(|meant| format!("did you mean `{meant}`?")).unwrap_or_default(),
        };
        let written = name.form.map(|form| form.write(&name.name)).unwrap_or_default();
        vec![name.name.clone(), status(name, values), written, name.uses.to_string(), description]
    };
    let rows: Vec<Vec<String>> = template.names().iter().enumerate().map(row).collect();
    let missing: Vec<&str> = template.missing(values).map(|name| name.name.as_str()).collect();
    let last = match &missing[..] {
        [] => "nothing is missing".to_owned(),
        names => format!("missing: {}", names.join(", ")),
    };
    format!("{head}\n{}\n{}\n", table(&["NAME", "VALUE", "PLACEHOLDER", "USES", "DESCRIPTION"], &rows, width), visible::line(&last))
}

/// For so many undeclared names it is guessed what was meant.
const MAX_GUESSES: usize = 50;

/// A value in a cell is cut after this many characters.
const MAX_CELL: usize = 40;

fn status(name: &Name, values: &Values) -> String {
    let short = |text: &str| {
        let line = visible::line(text);
        if line.chars().count() > MAX_CELL { line.chars().take(MAX_CELL).chain(['…']).collect() } else { line }
    };
    let unused = name.uses == 0;
    match name.filling(values) {
        Filling::Given(text) if unused => format!("{} (never used)", short(text)),
        Filling::Given(text) => short(text),
        _ if unused => "(never used)".into(),
        Filling::Default(text) => format!("{} (default)", short(text)),
        Filling::Nothing => "(optional)".into(),
        Filling::Left => "(undeclared, only inside code)".into(),
        Filling::Missing if name.declared.is_none() => "(undeclared, missing)".into(),
        Filling::Missing => "(missing)".into(),
    }
}
