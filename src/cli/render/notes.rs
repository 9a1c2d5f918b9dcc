//! What a person should know about a filled template that its text does not show.

use std::collections::BTreeSet;

use crate::microagent::command::inline_commands;
use crate::render::{Filling, Form, Template, Values};

/// More notes are counted, not shown.
const MAX_NOTES: usize = 20;

/// The notes, each once, in a fixed order.
pub(super) fn about(template: &Template, values: &Values) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut notes = all(template, values);
    notes.retain(|note| seen.insert(note.clone()));
    let more = notes.len().saturating_sub(MAX_NOTES);
    notes.truncate(MAX_NOTES);
    notes.extend((more > 0).then(|| format!("and {more} more of these")));
    notes
}

fn all(template: &Template, values: &Values) -> Vec<String> {
    let mut notes = Vec::new();
    let body = template.body();
    for name in template.names().iter().filter(|name| name.uses > 0) {
        let written = name.form.unwrap_or(Form::Variable).write(&name.name);
        match name.filling(values) {
            Filling::Default(text) => notes.push(format!("`{}` is `{text}`, its default; the runtime ignores defaults", name.name)),
            Filling::Nothing => notes.push(format!("`{}` is optional and left empty; the runtime knows no optional inputs", name.name)),
            Filling::Missing => notes.push(format!("`{written}` has no value and stays")),
            Filling::Given(_) | Filling::Left => {}
        }
    }
    for name in template.names() {
        if let Some(kind) = name.declared.as_ref().and_then(|input| input.unusable_default) {
            notes.push(format!("the default of `{}` is {kind}, which cannot be a value", name.name));
        }
    }
    for miss in template.near_misses() {
        let meant = Form::Variable.write(&miss.name);
        notes.push(format!("`{}` is no placeholder and stays: did you mean `{meant}`?", miss.span.of(body)));
    }
    for span in template.escaped() {
        notes.push(format!("`{}` is a variable all the same: nothing protects it, here or in the runtime", span.of(body)));
    }
    for command in inline_commands(body) {
        notes.push(format!("{} stays text; the runtime runs it when the model invokes a skill", command.span.of(body)));
    }
    notes
}
