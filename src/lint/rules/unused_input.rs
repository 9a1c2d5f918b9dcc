//! `unused-input`

use std::collections::BTreeSet;

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
        let mut used: BTreeSet<&str> = found.iter().map(|variable| variable.name).collect();
        used.extend(in_templates(&task.content));
        let mentioned: BTreeSet<&str> = words(&task.content).collect();
        for input in &task.inputs {
            let name = input.name.text.as_str();
            if used.contains(name) {
                continue;
            }
            let place = input.name.span.map_or_else(|| file.whole(), |span| file.at(span));
            let shown = visible::line(name);
            let (message, consequence, help) = if mentioned.contains(name) {
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

/// The words in blocks and expressions of an older template: `{% if NAME %}`, `{{ NAME | upper }}`.
fn in_templates(body: &str) -> impl Iterator<Item = &str> {
    let opened = |at: usize| body[at..].starts_with("{%") || body[at..].starts_with("{{") && !body[..at].ends_with(['$', '{']);
    let inside = body.match_indices('{').map(|(at, _)| at).filter(move |at| opened(*at));
    // what stands inside reaches to the next brace, so that no text is looked at twice
    inside.flat_map(|at| words(body[at + 2..].split(['{', '}']).next().unwrap_or_default()))
}

/// The words of `text`, taken with hyphens and without.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let whole = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-'));
    whole.flat_map(|word| std::iter::once(word).chain(word.split('-')))
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
            .pass(FLAT, &task("{{{% if A and B|upper %}"))
            .fail(FLAT, &task("AB"), &["3:9 the input `A` is never used in the body", "5:9 the input `B` is never used in the body"])
            .check();
    }

    #[test]
    fn d10_declared_and_never_used() {
        let hyphen = "---\ninputs:\n- name: pr-url\n  description: d\n---\n<pr-url>";
        Tester::new(&UnusedInput)
            .fail(FLAT, hyphen, &["3:9 the input `pr-url` stands in the body, but not as `${pr-url}`"])
            .pass(FLAT, "---\ninputs: []\n---\nB")
            .fail(FLAT, &task("${A} and no more"), &["5:9 the input `B` is never used in the body"])
            .fail(FLAT, &task("${A} and ${{ B }}"), &["5:9 the input `B` stands in the body, but not as `${B}`"])
            .fail(FLAT, &task("${A} and <B>"), &["5:9 the input `B` stands in the body, but not as `${B}`"])
            .check();
    }
}
