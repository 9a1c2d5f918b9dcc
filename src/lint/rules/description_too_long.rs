//! `description-too-long`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Loader, MAX_DESCRIPTION_CHARS};

declare_rule! {
    /// ## What it does
    /// Finds descriptions of more than 1,024 characters, counted after folding.
    ///
    /// ## Why it matters
    /// The SDK cuts the description when it loads the file: the model sees its start, a notice and its end. Other readers
    /// refuse the skill.
    ///
    /// ## Example
    /// A description that retells the body.
    ///
    /// ## Fix
    /// None: say what the skill does and when to use it, and leave the rest to the body.
    DescriptionTooLong, "description-too-long", Warning, fix = No, since = "0.1.0", "a description is cut when it is loaded"
}

impl Rule for DescriptionTooLong {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let description = file.microagent().filter(|_| cx.loader() == Loader::Sdk).and_then(|microagent| microagent.description.as_ref());
        let (Some(description), Some((_, value))) = (description, file.field("description")) else { return };
        let (length, most) = (description.chars().count(), cx.options().max_description.unwrap_or(MAX_DESCRIPTION_CHARS));
        let (message, consequence) = if length > MAX_DESCRIPTION_CHARS {
            let message = format!("the description has {length} characters, {MAX_DESCRIPTION_CHARS} are kept");
            (message, "the runtime cuts it in the middle, and other readers refuse the skill")
        } else if length > most {
            let message = format!("the description has {length} characters, more than the {most} of the configuration");
            (message, "it stands in the list of skills at the start of every conversation")
        } else {
            return;
        };
        let help = "say what it does and when to use it, and leave the rest to the body";
        cx.report(file.at(value.span), message, consequence, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const SKILL: &str = ".agents/skills/x/SKILL.md";

    fn skill(letter: &str, many: usize) -> String {
        format!("---\nname: x\ndescription: {}\n---\nB", letter.repeat(many))
    }

    #[test]
    fn description_too_long() {
        Tester::new(&DescriptionTooLong)
            .pass(SKILL, &skill("a", 1024))
            .pass(SKILL, &skill("é", 1024))
            .fail(SKILL, &skill("é", 1025), &["3:14 the description has 1025 characters, 1024 are kept"])
            .check();
    }
}
