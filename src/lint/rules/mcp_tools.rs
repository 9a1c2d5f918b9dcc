//! `mcp-tools`

use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Kind, Loader};
use crate::text::Span;

declare_rule! {
    /// ## What it does
    /// Finds MCP servers that a loader refuses, in `mcp_tools` or in a `.mcp.json` beside a SKILL.md, and servers that it
    /// accepts and nothing starts.
    ///
    /// ## Why it matters
    /// A server of the wrong shape costs the whole file. The two loaders know different shapes: `stdio_servers` is the
    /// legacy one, `mcpServers` the SDK's. And the SDK starts no server that a microagent or a skill declares; the legacy
    /// runtime starts those of always-on microagents only.
    ///
    /// ## Example
    /// ```yaml
    /// mcp_tools:
    ///   stdio_servers:
    ///   - name: fetch
    ///     command: uvx
    /// ```
    /// The SDK refuses the file.
    ///
    /// ## Fix
    /// None: declare the servers in the agent's configuration.
    McpTools, "mcp-tools", Error, fix = No, since = "0.1.0", "MCP servers are refused, or never started"
}

/// The fields of the legacy shape.
const LEGACY_SHAPE: [&str; 3] = ["sse_servers", "stdio_servers", "shttp_servers"];

impl Rule for McpTools {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let field = file.field("mcp_tools");
        let servers = field.and_then(|(_, value)| value.as_map()).unwrap_or_default();
        let old = servers.iter().find(|(key, _)| key.as_str().is_some_and(|name| LEGACY_SHAPE.contains(&name)));
        for problem in file.problems(Self::META.id) {
            let help = match old {
                Some((key, _)) if cx.loader() == Loader::Sdk => {
                    format!(
                        "`{}` is the legacy shape: declare the servers in the agent's configuration, or below `mcpServers`",
                        key.as_str().unwrap_or_default()
                    )
                }
                _ => "correct the server, or declare it in the agent's configuration".to_string(),
            };
            let consequence = cx.refused(file);
            cx.report(file.at(problem.span), problem.message.clone(), consequence, help);
        }
        let Some(microagent) = file.microagent().filter(|microagent| !microagent.mcp_servers.is_empty()) else { return };
        let consequence = match cx.loader() {
            Loader::Sdk => "the SDK reads and checks them, and starts none",
            Loader::Legacy if microagent.kind != Kind::Repo => "the runtime starts only those of always-on microagents",
            Loader::Legacy => return,
        };
        let names: Vec<String> = microagent.mcp_servers.iter().map(|name| format!("`{name}`")).collect();
        let place = field.map_or_else(|| file.at(Span::at(0)), |(key, _)| file.at(key.span));
        cx.report(
            place,
            format!("nothing starts the servers {}", names.join(", ")),
            consequence,
            "declare them in the agent's configuration",
        )
        .severity(Severity::Warning);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    const OLD: &str = ".openhands/microagents/a.md";
    const STDIO: &str = "---\nmcp_tools:\n  stdio_servers:\n  - name: fetch\n    command: uvx\n---\nB";

    #[test]
    fn mcp_tools() {
        let tester = Tester::new(&McpTools)
            .pass(FLAT, "---\nmcp_tools:\n---\nB")
            .fail(FLAT, "---\nmcp_tools: [a]\n---\nB", &["2:12 `mcp_tools` must be a mapping, this is a list"])
            .fail(
                FLAT,
                "---\nmcp_tools:\n  mcpServers:\n    fetch:\n      command: uvx\n---\nB",
                &["2:1 nothing starts the servers `fetch`"],
            );
        let refused = tester.lint(&files(&[(OLD, STDIO)])).diagnostics;
        assert!(
            refused[0].severity == Severity::Error && refused[0].help.starts_with("`stdio_servers` is the legacy shape"),
            "{refused:?}"
        );
        tester
            .loader(Loader::Legacy)
            .pass(OLD, STDIO)
            .fail(OLD, &STDIO.replace("mcp_tools", "triggers: [a]\nmcp_tools"), &["3:1 nothing starts the servers `fetch`"])
            .fail(OLD, "---\nmcp_tools: {}\n---\nB", &["2:12 `mcp_tools` without a stdio server is refused"])
            .check();
    }
}
