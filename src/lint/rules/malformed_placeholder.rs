//! `malformed-placeholder`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::markdown::Code;
use crate::microagent::Activation;
use crate::microagent::variables::malformed;
use crate::near::nearest;

declare_rule! {
    /// ## What it does
    /// Finds `${pr-url}`, `${ NAME }` and `${1}` in the text of a task, outside code.
    ///
    /// ## Why it matters
    /// The runtime's variables are letters, digits and `_`, not starting with a digit, without blanks. Anything else is
    /// text to it, and nothing asks for a value.
    ///
    /// ## Example
    /// ```markdown
    /// Look at ${pr-url}.
    /// ```
    ///
    /// ## Fix
    /// None: rename the input and the place together.
    MalformedPlaceholder, "malformed-placeholder", Info, fix = No, since = "0.1.0", "`${…}` that is no variable"
}

impl Rule for MalformedPlaceholder {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(task) = file.microagent().filter(|microagent| microagent.activation == Activation::Task) else { return };
        let (body, base) = (file.body().of(file.text()), file.body().start);
        let found = malformed(body);
        let code = if found.is_empty() { Code::default() } else { Code::of(body) };
        for placeholder in found.into_iter().filter(|placeholder| !code.covers(placeholder.span.start)) {
            let declared = task.inputs.iter().map(|input| input.name.text.as_str());
            let meant = task.inputs.iter().map(|input| input.name.text.as_str()).find(|name| *name == placeholder.name);
            let help = match meant.filter(|name| is_name(name)).or_else(|| nearest(placeholder.name, declared).filter(|name| is_name(name)))
            {
                Some(name) => format!("write `${{{name}}}`"),
                None => "use letters, digits and `_` only, without blanks".to_string(),
            };
            cx.report(
                file.at(placeholder.span.shifted(base)),
                format!("`{}` is not a variable", placeholder.span.of(body)),
                "the runtime takes it as text and asks for no value",
                help,
            );
        }
    }
}

fn is_name(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    const HEAD: &str = "---\ninputs:\n- name: PR_URL\n  description: d\n---\n";

    #[test]
    fn malformed_placeholder() {
        let text = format!("{HEAD}${{pr-url}} ${{ x }} ${{1}}");
        let tester = Tester::new(&MalformedPlaceholder)
            .pass(FLAT, &format!("{HEAD}${{PR_URL}} ${{A:-x}} `${{1}}`\n```\n${{a-b}}\n```"))
            .pass(FLAT, "---\ntriggers: [x]\n---\n${pr-url}")
            .fail(FLAT, &text, &["6:1 `${pr-url}` is not a variable", "6:11 `${ x }` is not a variable", "6:18 `${1}` is not a variable"]);
        assert_eq!(tester.lint(&files(&[(FLAT, &text)])).diagnostics[0].help, "write `${PR_URL}`");
        tester.check();
    }
}
