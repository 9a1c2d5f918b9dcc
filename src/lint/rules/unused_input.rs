//! `unused-input`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::variables::{malformed, older_placeholders, variables};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds inputs that the body never uses, neither as `${NAME}` nor as `{{ NAME }}`. One that it names in another form,
    /// such as `{NAME}` or `<NAME>`, is found too.
    ///
    /// ## Why it matters
    /// The model asks the user for a value that the task has no place for.
    ///
    /// ## Example
    /// An input called `BRANCH`, and a body without `${BRANCH}`.
    ///
    /// ## Fix
    /// None: use it in the body, or remove it.
    UnusedInput, "unused-input", Warning, fix = No, since = "0.1.0", "an input is never used in the body"
}

impl Rule for UnusedInput {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(task) = file.microagent().filter(|microagent| !microagent.inputs.is_empty()) else { return };
        let found = [variables(&task.content), older_placeholders(&task.content), malformed(&task.content)].concat();
        let used: std::collections::BTreeSet<&str> = found.iter().map(|variable| variable.name).collect();
        for input in &task.inputs {
            let name = input.name.text.as_str();
            if used.contains(name) || in_template(&task.content, name) {
                continue;
            }
            let place = input.name.span.map_or_else(|| file.whole(), |span| file.at(span));
            let shown = visible::line(name);
            let (message, consequence, help) = if mentions(&task.content, name) {
                let message = format!("the input `{shown}` stands in the body, but not as `${{{shown}}}`");
                (message, "the runtime does not take it for the input's place", format!("write `${{{shown}}}`"))
            } else {
                let help = format!("write `${{{shown}}}` where the body needs it, or remove the input");
                (format!("the input `{shown}` is never used in the body"), "the model asks the user for a value that has no place", help)
            };
            cx.report(place, message, consequence, help);
        }
    }
}

/// Whether `name` stands in a block or an expression of an older template: `{% if NAME %}`, `{{ NAME | upper }}`.
fn in_template(body: &str, name: &str) -> bool {
    ["{{", "{%"].iter().any(|sign| body.split(sign).skip(1).any(|part| mentions(part.split('}').next().unwrap_or_default(), name)))
}

/// Whether `name` stands in `text` as a word.
fn mentions(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    !name.is_empty() && text.match_indices(name).any(|(at, _)| !text[..at].ends_with(part) && !text[at + name.len()..].starts_with(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    fn task(body: &str) -> String {
        format!("---\ninputs:\n- name: A\n  description: d\n- name: B\n  description: d\n---\n{body}")
    }

    #[test]
    fn unused_input() {
        Tester::new(&UnusedInput)
            .pass(FLAT, &task("${A} {{ B }}"))
            .pass(FLAT, &task("{% if A %}x{% endif %} {{ B | upper }}"))
            .pass(FLAT, &task("```\n${A} ${B}\n```"))
            .fail(FLAT, &task("AB"), &["3:9 the input `A` is never used in the body", "5:9 the input `B` is never used in the body"])
            .check();
    }

    #[test]
    fn d10_declared_and_never_used() {
        Tester::new(&UnusedInput)
            .pass(FLAT, "---\ninputs: []\n---\nB")
            .fail(FLAT, &task("${A} and no more"), &["5:9 the input `B` is never used in the body"])
            .fail(FLAT, &task("${A} and <B>"), &["5:9 the input `B` stands in the body, but not as `${B}`"])
            .check();
    }
}
