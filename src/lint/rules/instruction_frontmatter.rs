//! `instruction-frontmatter`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Format;
use crate::text::Span;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds frontmatter in AGENTS.md, CLAUDE.md, GEMINI.md and .cursorrules.
    ///
    /// ## Why it matters
    /// These files are taken as they are: nothing reads the frontmatter, and its YAML becomes part of the prompt.
    /// Triggers and paths in it do nothing.
    ///
    /// ## Example
    /// An AGENTS.md that starts with `---` and `triggers: [deploy]`.
    ///
    /// ## Fix
    /// None: remove the block, or make the file a skill.
    InstructionFrontmatter, "instruction-frontmatter", Warning, fix = No, since = "0.1.0", "frontmatter in an instruction file is not read"
}

impl Rule for InstructionFrontmatter {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let third_party = file.microagent().is_some_and(|microagent| microagent.format == Format::ThirdParty);
        let Some(root) = file.document().filter(|_| third_party).and_then(|document| document.root.as_ref()) else { return };
        let Some((first, _)) = root.entries().first() else { return };
        let keys: Vec<String> =
            root.entries().iter().filter_map(|(key, _)| Some(format!("`{}`", visible::line(key.scalar()?.0)))).collect();
        cx.report(
            file.at(Span::new(first.span.start, first.span.end)),
            format!("the frontmatter of `{}` is not read", visible::line(file.name())),
            format!("its YAML goes into the prompt as text: {} do nothing", keys.join(", ")),
            "remove the block, or make the file a skill",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn instruction_frontmatter() {
        Tester::new(&InstructionFrontmatter)
            .pass("AGENTS.md", "# Rules\n\n---\n\nmore\n\n---\n")
            .pass("AGENTS.md", "---\n\nA rule between lines\n\n---\n")
            .pass(FLAT, "---\ntriggers: [x]\n---\nB")
            .fail("AGENTS.md", "---\ndescription: d\n---\nB", &["2:1 the frontmatter of `AGENTS.md` is not read"])
            .check();
    }
}
