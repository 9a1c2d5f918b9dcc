//! `invalid-input`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds items of `inputs` that are not a mapping with a `name` and a `description`, both strings.
    ///
    /// ## Why it matters
    /// The loader refuses the whole file.
    ///
    /// ## Example
    /// ```yaml
    /// inputs:
    /// - PR_URL
    /// ```
    ///
    /// ## Fix
    /// None: the description is the author's to write.
    InvalidInput, "invalid-input", Error, fix = No, since = "0.1.0", "an input has no name or no description"
}

impl Rule for InvalidInput {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for problem in file.problems(Self::META.id) {
            let consequence = cx.refused(file);
            cx.report(
                file.at(problem.span),
                problem.message.clone(),
                consequence,
                "write each input as `- name: PR_URL` and, below it, `description: what to give`; quote values that are not text",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn invalid_input() {
        Tester::new(&InvalidInput)
            .pass(FLAT, "---\ninputs:\n- name: A\n  description: b\n  required: true\n---\n${A}")
            .fail(
                FLAT,
                "---\ninputs:\n- PR_URL\n---\nB",
                &["3:3 an item of `inputs` must be a mapping with `name` and `description`, this is a string"],
            )
            .fail(FLAT, "---\ninputs:\n- name: A\n---\nB", &["3:3 an item of `inputs` has no `description`"])
            .check();
    }
}
