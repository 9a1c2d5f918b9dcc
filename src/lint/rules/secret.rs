//! `secret`

use crate::declare_rule;
use crate::diagnostic::Place;
use crate::lint::beside::texts_beside;
use crate::lint::secrets::secrets;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds live credentials: tokens and keys in formats that their issuers made recognizable (GitHub, GitLab, AWS,
    /// Slack, Anthropic, OpenAI, Google, Stripe, Hugging Face, npm, PyPI) and private keys. Examples and placeholders
    /// are left alone. The references of a skill are searched too. What is found is printed masked.
    ///
    /// ## Why it matters
    /// The text is given to a model and its provider, and stands in the history of the repository.
    ///
    /// ## Example
    /// `export GITHUB_TOKEN=ghp_…`
    ///
    /// ## Fix
    /// None: revoke it first, then name the variable that holds it.
    Secret, "secret", Error, fix = No, since = "0.1.0", "a credential stands in the text"
}

impl Rule for Secret {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        report_in(cx, &file.path(), file.text());
        for path in texts_beside(file) {
            if let Some(text) = cx.read_aside(&path) {
                report_in(cx, text.path(), text.text());
            }
        }
    }
}

fn report_in(cx: &mut Checker<'_>, path: &str, text: &str) {
    for secret in secrets(text) {
        cx.report(
            Place { path: path.to_string(), span: secret.span },
            format!("{} stands in the text: {}", secret.what, secret.masked(text)),
            "everybody who reads the repository has it, and the model is given it",
            "revoke it, then write the name of the variable that holds the new one",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn secret() {
        let token = ["ghp_", "9QzW4rT7yU1pL3kJ", "8hG5fD2sA6mN0bVcXeRi"].concat();
        Tester::new(&Secret)
            .pass(FLAT, "curl -H \"Authorization: Bearer ${GITHUB_TOKEN}\" ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
            .fail(FLAT, &format!("a {token}"), &["1:3 a GitHub token stands in the text: ghp_… (40 characters)"])
            .check();
    }
}
