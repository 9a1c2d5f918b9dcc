//! `review-mcp-server`

use std::path::Path;

use crate::declare_rule;
use crate::diagnostic::Diagnostic;
use crate::lint::review::{Review, Side};
use crate::lint::{Rule, RuleMeta};
use crate::source::MAX_FILE_BYTES;
use crate::tree::Content;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// With `--since`, lists each MCP server that the changes declared, in `mcp_tools` or in the `.mcp.json` beside a
    /// SKILL.md, and files whose declarations changed.
    ///
    /// ## Why it matters
    /// A server is a program that is started, or an address that is given what the model sends. A reviewer should have read
    /// what is started. No comment silences this: the change itself could bring the comment.
    ///
    /// ## Example
    /// ```yaml
    /// mcp_tools:
    ///   mcpServers:
    ///     fetch: {command: uvx, args: [mcp-server-fetch]}
    /// ```
    ///
    /// ## Fix
    /// None.
    ReviewMcpServer, "review-mcp-server", Info, fix = No, since = "0.1.0", "a change declares an MCP server", on = Since
}

impl Rule for ReviewMcpServer {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }
}

impl Review for ReviewMcpServer {
    fn review(&self, before: Option<Side<'_>>, now: Side<'_>) -> Vec<Diagnostic> {
        let servers = |side: Side<'_>| side.file.microagent().map(|microagent| microagent.mcp_servers.clone()).unwrap_or_default();
        let old = before.map(servers).unwrap_or_default();
        let place = || now.file.field("mcp_tools").map_or_else(|| now.file.whole(), |(key, _)| now.file.at(key.span));
        let report = |message: String| {
            let consequence = "a client that honours it starts the program, or sends to the address, when it loads this";
            now.found(&Self::META, place(), message, consequence, "read what is started before you approve the change")
        };
        let new: Vec<String> = servers(now).into_iter().filter(|name| !old.contains(name)).collect();
        let mut found: Vec<Diagnostic> =
            new.iter().map(|name| report(format!("the change declares the MCP server `{}`", visible::line(name)))).collect();
        if found.is_empty() && !servers(now).is_empty() && before.map(declarations) != Some(declarations(now)) {
            found.push(report("the change alters how MCP servers are declared".into()));
        }
        found
    }
}

/// Everything that declares servers, as written.
fn declarations(side: Side<'_>) -> (String, Vec<u8>) {
    let own = side.file.field("mcp_tools").map_or(String::new(), |(_, value)| value.span.of(side.file.text()).to_owned());
    let beside = side.file.entry.file.parent().unwrap_or(Path::new("")).join(".mcp.json");
    match side.tree.read(&beside, MAX_FILE_BYTES) {
        Ok(Content::Bytes(bytes)) => (own, bytes),
        _ => (own, Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, reviewed};

    #[test]
    fn new_and_altered_servers_are_listed() {
        let flat = |tools: &str| format!("---\ntriggers: [zap]\nmcp_tools:\n  mcpServers:\n{tools}---\nB\n");
        let one = flat("    a: {command: x}\n");
        let review = |before: Option<&str>, now: &str| reviewed(&ReviewMcpServer, before.map(|text| (FLAT, text)), (FLAT, now));
        assert_eq!(review(Some(&one), &one.replace("B\n", "C\n")), Vec::<String>::new());
        assert_eq!(review(None, &one), ["3:1 the change declares the MCP server `a`"]);
        let two = flat("    a: {command: x}\n    b: {command: y}\n");
        assert_eq!(review(Some(&one), &two), ["3:1 the change declares the MCP server `b`"]);
        let other = flat("    a: {command: rm}\n");
        assert_eq!(review(Some(&one), &other), ["3:1 the change alters how MCP servers are declared"]);
        assert_eq!(review(Some(&two), &one), ["3:1 the change alters how MCP servers are declared"]);
    }
}
