//! `portable-description`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds descriptions of a SKILL.md that are empty, no string, or longer than 1,024 characters.
    ///
    /// ## Why it matters
    /// The AgentSkills reference validator refuses the skill. OpenHands loads it without a description, or cuts the description.
    ///
    /// ## Example
    /// `description:` without a value.
    ///
    /// ## Fix
    /// None.
    PortableDescription, "portable-description", Error, fix = No, since = "0.1.0", "a description that the AgentSkills specification refuses", on = Portable
}

impl Rule for PortableDescription {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        let reference = cx.reference(file);
        let Some(Ok(fields)) = &*reference else { return };
        let Some(field) = fields.iter().find(|field| field.name == "description") else { return };
        let (message, help) = match field.text().map(|text| (text.trim().is_empty(), text.chars().count())) {
            None => ("the description is not a string".to_owned(), "write one text"),
            Some((true, _)) => ("the description is empty".to_owned(), "say what the skill does and when to use it"),
            Some((_, count)) if count > MAX_CHARS => {
                (format!("the description has {count} characters, more than {MAX_CHARS}"), "shorten it")
            }
            Some(_) => return,
        };
        cx.report(file.at(field.key), message, "the AgentSkills reference validator refuses the skill", help);
    }
}

const MAX_CHARS: usize = crate::microagent::MAX_DESCRIPTION_CHARS;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const PATH: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn portable_description() {
        let skill = |description: &str| format!("---\nname: x\ndescription: {description}\n---\nB");
        Tester::new(&PortableDescription)
            .pass(PATH, &skill(&"é".repeat(1024)))
            .pass(PATH, &skill("42"))
            .fail(PATH, &skill("' '"), &["3:1 the description is empty"])
            .fail(PATH, &skill("\n- a"), &["3:1 the description is not a string"])
            .fail(PATH, &skill(&"é".repeat(1025)), &["3:1 the description has 1025 characters, more than 1024"])
            .check();
    }
}
