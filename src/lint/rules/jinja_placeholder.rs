//! `jinja-placeholder`

use std::collections::BTreeMap;

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::variables::older_placeholders;
use crate::text::{Edit, Span};

declare_rule! {
    /// ## What it does
    /// Finds `{{ NAME }}` for a declared input: the form of before June 2025, which no runtime knows any more.
    ///
    /// ## Why it matters
    /// The runtime's placeholder is `${NAME}`. The older form reaches the model as it stands; it may guess what is
    /// meant, but nothing ties the place to the input.
    ///
    /// ## Example
    /// ```markdown
    /// Look at {{ PR_URL }}.
    /// ```
    ///
    /// ## Fix
    /// Writes `${PR_URL}`. Unsafe: a template that other tools fill would no longer be filled.
    JinjaPlaceholder, "jinja-placeholder", Warning, fix = Unsafe, since = "0.1.0", "an input is written `{{ NAME }}` in the body"
}

impl Rule for JinjaPlaceholder {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(task) = file.microagent().filter(|microagent| !microagent.inputs.is_empty()) else { return };
        let (body, base) = (file.body().of(file.text()), file.body().start);
        let mut places: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
        for placeholder in older_placeholders(body) {
            if task.inputs.iter().any(|input| input.name.text == placeholder.name) {
                places.entry(placeholder.name).or_default().push(placeholder.span.shifted(base));
            }
        }
        for (name, spans) in places {
            let edits = spans.iter().map(|span| Edit::replace(*span, format!("${{{name}}}"))).collect();
            let times = if spans.len() > 1 { format!(", {} times", spans.len()) } else { String::new() };
            cx.report(
                file.at(spans[0]),
                format!("the input `{name}` is written `{{{{ {name} }}}}`{times}"),
                "no runtime takes it for the input's place",
                format!("write `${{{name}}}`"),
            )
            .unsafe_fix(format!("write `${{{name}}}`"), edits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const HEAD: &str = "---\ninputs:\n- name: A\n  description: d\n---\n";

    #[test]
    fn jinja_placeholder() {
        Tester::new(&JinjaPlaceholder)
            .pass(FLAT, &format!("{HEAD}${{A}} {{{{ OTHER }}}} ${{{{ A }}}}"))
            .pass(FLAT, "---\ntriggers: [x]\n---\n{{ A }}")
            .fail(FLAT, &format!("{HEAD}é {{{{ A }}}} {{{{A}}}}"), &["6:3 the input `A` is written `{{ A }}`, 2 times"])
            .unsafe_fix(FLAT, &format!("{HEAD}{{{{ A }}}}\r\n```\n{{{{A}}}}\n```"), &format!("{HEAD}${{A}}\r\n```\n${{A}}\n```"))
            .check();
    }
}
