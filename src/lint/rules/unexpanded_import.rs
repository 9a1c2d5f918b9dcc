//! `unexpanded-import`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds files that hold nothing but imports of other files, such as a CLAUDE.md with the one line `@AGENTS.md`.
    ///
    /// ## Why it matters
    /// Other tools put the file named there in its place. OpenHands expands no imports: the model is given the line as
    /// it stands, and no rules. (AGENTS.md itself is read anyway.)
    ///
    /// ## Example
    /// ```markdown
    /// @AGENTS.md
    /// ```
    ///
    /// ## Fix
    /// None needed when the file named is read anyway; else write its content here, or link to it.
    UnexpandedImport, "unexpanded-import", Info, fix = No, since = "0.1.0", "a file is only an import that is not expanded"
}

impl Rule for UnexpandedImport {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        let mut lines = microagent.content.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
        let Some(first) = lines.peek().copied() else { return };
        if !lines.all(is_import) {
            return;
        }
        cx.report(
            file.at(file.body()),
            format!("the file is only `{}`", visible::line(first)),
            "the runtime expands no imports: this adds the line as it stands and no rules",
            "nothing, if the file named is read anyway; else make this a link to it",
        );
    }
}

fn is_import(line: &str) -> bool {
    line.strip_prefix('@').is_some_and(|path| path.contains(['.', '/']) && !path.contains(char::is_whitespace) && !path.contains('('))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    #[test]
    fn unexpanded_import() {
        Tester::new(&UnexpandedImport)
            .pass("CLAUDE.md", "See @AGENTS.md\n")
            .pass("CLAUDE.md", "@AGENTS.md\n\nAlso use tabs.\n")
            .pass("CLAUDE.md", "")
            .fail("CLAUDE.md", "@docs/a.md\n@docs/b.md\n", &["1:1 the file is only `@docs/a.md`"])
            .check();
    }

    #[test]
    fn b17_decorators_are_no_imports() {
        Tester::new(&UnexpandedImport)
            .pass("AGENTS.md", "```python\n@app.get(\"/x\")\n```\nuse `@x.md`")
            .pass("AGENTS.md", "@app.get(\"/x\")")
            .fail("AGENTS.md", "@x.md", &["1:1 the file is only `@x.md`"])
            .check();
    }

    #[test]
    fn b20_a_file_that_only_imports() {
        Tester::new(&UnexpandedImport)
            .pass("AGENTS.md", "Use tabs.")
            .fail("CLAUDE.md", "@AGENTS.md\n", &["1:1 the file is only `@AGENTS.md`"])
            .check();
    }
}
