//! `invalid-yaml`

use crate::declare_rule;
use crate::frontmatter::Fence;
use crate::lint::yaml_repair::{Cause, repairs};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::text::Span;

declare_rule! {
    /// ## What it does
    /// Finds frontmatter that YAML cannot read, with the words of libyaml, the parser that the runtimes use, at its place.
    /// Frontmatter in JSON (a file whose first line is exactly `{`) and, for the legacy loader, in TOML is checked too.
    ///
    /// ## Why it matters
    /// The loader refuses the file. The legacy loader drops every other file of the directory with it.
    ///
    /// ## Example
    /// ```yaml
    /// description: Use when: the build fails
    /// ```
    /// The second colon starts a mapping where none may stand.
    ///
    /// ## Fix
    /// Quotes a value that holds `: `, that starts with `*`, `@`, a backtick, `%`, `&` or `!`, or that goes on after a
    /// closing quote or bracket; turns tabs that indent into spaces. Only when the result parses.
    InvalidYaml, "invalid-yaml", Error, fix = Safe, since = "0.1.0", "the frontmatter is not valid YAML"
}

impl Rule for InvalidYaml {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(document) = file.document() else { return };
        for problem in file.problems(Self::META.id) {
            let yaml = document.parts.is_some_and(|parts| parts.fence == Fence::Yaml);
            let (found, edits) = if yaml { repairs(document, cx.loader().readers()) } else { Default::default() };
            let (why, help) = found.first().map_or_else(
                || if yaml { unrepaired(file.text(), problem.span) } else { (None, NOT_YAML.to_string()) },
                |repair| {
                    let value = shortened(repair.span.of(file.text()));
                    match repair.cause {
                        Cause::Colon => (Some(format!("the value `{value}` holds `: ` and is not quoted")), "quote the value".to_string()),
                        Cause::Indicator(c) => {
                            (Some(format!("`{c}` at the start of a value means something else to YAML")), "quote the value".to_string())
                        }
                        Cause::AfterQuote => {
                            (Some(format!("the value `{value}` goes on after what closes it")), "quote the whole value".to_string())
                        }
                        Cause::Tab => (Some("a tab indents the line".to_string()), "indent with spaces".to_string()),
                    }
                },
            );
            let message = why.map_or_else(|| problem.message.clone(), |why| format!("{}: {why}", problem.message));
            let consequence = cx.refused(file);
            let report = cx.report(file.at(problem.span), message, consequence, help);
            if let Some(first) = found.first().filter(|_| !edits.is_empty()) {
                let title = if first.cause == Cause::Tab { "indent with spaces" } else { "quote the value" };
                report.fix(title, edits);
            }
        }
    }
}

/// What to do about frontmatter in another language.
const NOT_YAML: &str = "write the frontmatter in YAML between two lines of `---`; a body must not start with a line `{` or `+++`";

/// What can be said of a fault that cannot be mended here.
fn unrepaired(text: &str, span: Span) -> (Option<String>, String) {
    let start = text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    if line.starts_with("---") && line.trim_matches('-').is_empty() {
        return (
            None,
            "the first line of three dashes ends the frontmatter, wherever it stands: close every quote and bracket before it".into(),
        );
    }
    if line.contains('"') || line.contains('\'') {
        return (None, "close every quote on this line and those before, and double a quote inside a quoted value".into());
    }
    (None, "correct the YAML here or on the line before".into())
}

fn shortened(value: &str) -> String {
    const MAX: usize = 40;
    if value.chars().count() <= MAX { value.to_string() } else { value.chars().take(MAX).chain(std::iter::once('…')).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};
    use crate::microagent::Loader;

    const SKILL: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn invalid_yaml() {
        Tester::new(&InvalidYaml)
            .pass(FLAT, "---\ndescription: >-\n  a: b\n---\nB")
            .pass(FLAT, "a: b: c")
            .fail(
                SKILL,
                "---\nname: x\ndescription: Pick a mode. Modes: fast, slow\n---\nB",
                &["3:32 mapping values are not allowed in this context: the value `Pick a mode. Modes: fast, slow` holds `: ` and is not quoted"],
            )
            .fail(FLAT, "---\ntriggers:\n- @bot\n---\nB", &[
                "3:3 found character that cannot start any token while scanning for the next token: `@` at the start of a value means something else to YAML",
            ])
            .fail(FLAT, "---\ntriggers: [a\n---\nB", &["3:1 did not find expected ',' or ']' while parsing a flow sequence"])
            .pass(FLAT, "{\n\"name\": \"x\"\n}\nB")
            .fail(FLAT, "{\n\"name\": \"x\",\n}\nB", &["2:12 invalid JSON: illegal trailing comma before end of object"])
            .fix(SKILL, "---\r\nname: x\r\ndescription: a: b\r\n---\r\nB", "---\r\nname: x\r\ndescription: \"a: b\"\r\n---\r\nB")
            .fix(FLAT, "---\ntriggers:\n- @bot\n- *x # c\n---\nB", "---\ntriggers:\n- \"@bot\"\n- \"*x\" # c\n---\nB")
            .fix(FLAT, "---\ntriggers:\n\t- a\n---\nB", "---\ntriggers:\n  - a\n---\nB")
            .check();
    }

    #[test]
    fn says_what_goes_with_it() {
        let tree = files(&[(".openhands/microagents/a.md", "---\na: b: c\n---\n"), (".openhands/microagents/b.md", "x")]);
        let consequence = |loader| Tester::new(&InvalidYaml).loader(loader).lint(&tree).diagnostics[0].consequence.clone();
        assert_eq!(consequence(Loader::Sdk), "the runtime does not load this file; the others load");
        let broken = "---\na: b: c\n---\n";
        for tree in [files(&[(FLAT, broken)]), files(&[(FLAT, broken), (".agents/skills/b.md", broken), (".agents/skills/c.md", "x")])] {
            let found = Tester::new(&InvalidYaml).lint(&tree).diagnostics;
            assert!(found.iter().all(|found| found.consequence == "the runtime does not load this file"));
        }
        assert_eq!(consequence(Loader::Legacy), "the runtime does not load this file, and drops another one with it");
    }
}
