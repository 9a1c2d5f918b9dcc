//! What a task declares of its inputs, with the two keys that only this program honours: `required` and `default`.

use crate::document::Document;
use crate::microagent::Microagent;
use crate::yaml::{Data, Value};

/// What is declared of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// What to give for it.
    pub description: String,
    /// Whether it needs a value: not when `required: false` stands there.
    pub required: bool,
    /// The value when none is given, as written for numbers and the like.
    pub default: Option<String>,
    /// What `default` is when it cannot be a value: `a list`.
    pub unusable_default: Option<&'static str>,
}

impl Declared {
    /// A required input without a default.
    pub fn required(description: impl Into<String>) -> Self {
        Self { description: description.into(), required: true, default: None, unusable_default: None }
    }
}

/// The inputs of `microagent` in order, with what `document`, its file, says about each.
pub fn inputs(microagent: &Microagent, document: Option<&Document>) -> Vec<(String, Declared)> {
    let items = document.and_then(|document| document.get("inputs")?.as_list()).unwrap_or_default();
    let declare = |(index, input): (usize, &crate::microagent::Input)| {
        let mut declared = Declared::required(input.description.text.clone());
        if let (Some(item), Some(document)) = (items.get(index), document) {
            declared.required = item.get("required").is_none_or(|value| value.data != Data::Bool(false));
            if let Some(value) = item.get("default").filter(|value| !value.is_null()) {
                match scalar(value, document) {
                    Some(text) => declared.default = Some(text),
                    None => declared.unusable_default = Some(value.type_name()),
                }
            }
        }
        (input.name.text.clone(), declared)
    };
    microagent.inputs.iter().enumerate().map(declare).collect()
}

/// A scalar as text: a string's value, anything else as its author wrote it, so that `1.10` does not become `1.1`.
fn scalar(value: &Value, document: &Document) -> Option<String> {
    match &value.data {
        Data::Str(text) => Some(text.clone()),
        Data::Bool(_) | Data::Int(_) | Data::Float(_) | Data::Date { .. } | Data::DateTime { .. } => {
            Some(document.source.slice(value.span).to_owned())
        }
        _ => None,
    }
}
