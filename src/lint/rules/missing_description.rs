//! `missing-description`

use crate::declare_rule;
use crate::lint::opening::opening;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Format;
use crate::source::BOM;

declare_rule! {
    /// ## What it does
    /// Finds a SKILL.md that is listed to the model without a description.
    ///
    /// ## Why it matters
    /// The model is shown name and description and decides by them whether to read the skill. Without a description it is
    /// shown the first line of the body.
    ///
    /// ## Example
    /// ```yaml
    /// name: deploy
    /// ```
    ///
    /// ## Fix
    /// None: say in a sentence what the skill does and when to use it.
    MissingDescription, "missing-description", Warning, fix = No, since = "0.1.0", "a skill has no description"
}

impl Rule for MissingDescription {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let listed = file.microagent().filter(|microagent| microagent.format == Format::Skill && microagent.in_catalogue());
        let Some(microagent) = listed else { return };
        if microagent.description.as_ref().is_some_and(|text| !text.trim().is_empty()) {
            return;
        }
        // frontmatter that is not read is the cause then, and is reported itself
        if file.text().starts_with(BOM) || opening(file).is_some() {
            return;
        }
        let open = file.document().and_then(|document| document.parts).map(|parts| parts.open);
        let empty = file.field("description").map(|(key, _)| key.span);
        let place = empty.or(open).map_or_else(|| file.whole(), |span| file.at(crate::python::strip_span(file.text(), span)));
        cx.report(
            place,
            format!("the skill `{}` has no description", microagent.name),
            "the model chooses skills by their description, and is shown the first line of the body instead",
            "add `description:` with a sentence that says what it does and when to use it",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const SKILL: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn missing_description() {
        Tester::new(&MissingDescription)
            .pass(SKILL, "---\nname: x\ndescription: d\n---\nB")
            .pass(SKILL, "---\nname: x\ndisable-model-invocation: true\ntriggers: [a]\n---\nB")
            .pass(FLAT, "---\nname: x\n---\nB")
            .pass(SKILL, "\u{feff}---\nname: x\ndescription: d\n---\nB")
            .pass(SKILL, "---\nname: x\ndescription: d\n# never closed")
            .fail(SKILL, "---\nname: x\n---\nB", &["1:1 the skill `x` has no description"])
            .fail(SKILL, "---\ndescription: ''\n---\nB", &["2:1 the skill `x` has no description"])
            .fail(SKILL, "only a body", &["1:1 the skill `x` has no description"])
            .check();
    }
}
