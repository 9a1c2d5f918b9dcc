//! `portable-compatibility`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds a `compatibility` of a SKILL.md that is no string or longer than 500 characters.
    ///
    /// ## Why it matters
    /// The AgentSkills reference validator refuses the skill. OpenHands takes any length.
    ///
    /// ## Example
    /// ```yaml
    /// compatibility:
    /// - macos
    /// ```
    ///
    /// ## Fix
    /// None.
    PortableCompatibility, "portable-compatibility", Error, fix = No, since = "0.1.0", "a compatibility note that the AgentSkills specification refuses", on = Portable
}

impl Rule for PortableCompatibility {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        let reference = cx.reference(file);
        let Some(Ok(fields)) = &*reference else { return };
        let Some(field) = fields.iter().find(|field| field.name == "compatibility") else { return };
        let (message, help) = match field.text().map(|text| text.chars().count()) {
            None => ("`compatibility` is not a string".to_owned(), "write one text"),
            Some(count) if count > MAX_CHARS => (format!("`compatibility` has {count} characters, more than {MAX_CHARS}"), "shorten it"),
            Some(_) => return,
        };
        cx.report(file.at(field.key), message, "the AgentSkills reference validator refuses the skill", help);
    }
}

const MAX_CHARS: usize = 500;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const PATH: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn portable_compatibility() {
        let skill = |text: &str| format!("---\nname: x\ndescription: d\ncompatibility: {text}\n---\nB");
        Tester::new(&PortableCompatibility)
            .pass(PATH, &skill(""))
            .pass(PATH, &skill(&"x".repeat(500)))
            .fail(PATH, &skill(&"x".repeat(501)), &["4:1 `compatibility` has 501 characters, more than 500"])
            .fail(PATH, &skill("\n  a: b"), &["4:1 `compatibility` is not a string"])
            .check();
    }
}
