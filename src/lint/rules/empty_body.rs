//! `empty-body`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Activation, Format};

declare_rule! {
    /// ## What it does
    /// Finds microagents without a text. One that is there for its `mcp_tools` alone is fine.
    ///
    /// ## Why it matters
    /// It fires, or stands in the list of skills, and the model gets nothing.
    ///
    /// ## Example
    /// ```markdown
    /// ---
    /// triggers: [deploy]
    /// ---
    /// ```
    ///
    /// ## Fix
    /// None.
    EmptyBody, "empty-body", Warning, fix = No, since = "0.1.0", "a microagent has no text"
}

impl Rule for EmptyBody {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        let has_tools = !microagent.mcp_servers.is_empty() || file.field("mcp_tools").is_some();
        if !microagent.content.trim().is_empty() || microagent.format == Format::ThirdParty || has_tools {
            return;
        }
        let consequence = match microagent.activation {
            Activation::Always => "it adds an empty section to the prompt",
            Activation::OnDemand => "it is listed to the model, which gets nothing when it asks for it",
            Activation::Keywords | Activation::Task => "it fires and adds nothing",
            Activation::Paths => "it is given when a file matches and adds nothing",
        };
        cx.report(file.at(file.body()), "the file has no text", consequence, "write what the model should know, or remove the file");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn empty_body() {
        Tester::new(&EmptyBody)
            .pass(FLAT, "---\ntriggers: [x]\n---\nB")
            .pass(FLAT, "---\nmcp_tools:\n  fetch:\n    command: uvx\n---\n")
            .pass("AGENTS.md", "")
            .fail(FLAT, "---\ntriggers: [x]\n---\n \n", &["3:4 the file has no text"])
            .check();
    }
}
