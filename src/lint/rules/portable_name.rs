//! `portable-name`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// Finds names of a SKILL.md that are empty, longer than 64 characters, not in lower case, not made of letters, digits and single
    /// hyphens between them, or not those of their directory.
    ///
    /// ## Why it matters
    /// The AgentSkills reference validator refuses the skill. OpenHands takes fewer letters, only those of ASCII: see `skill-name`.
    ///
    /// ## Example
    /// `name: Deploy_Service`
    ///
    /// ## Fix
    /// None: the name may be used elsewhere.
    PortableName, "portable-name", Error, fix = No, since = "0.1.0", "a name that the AgentSkills specification refuses", on = Portable
}

impl Rule for PortableName {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file<'a>(&self, file: File<'a>, cx: &mut Checker<'a>) {
        let reference = cx.reference(file);
        let Some(Ok(fields)) = &*reference else { return };
        let Some(field) = fields.iter().find(|field| field.name == "name") else { return };
        let directory = file.entry.file.parent().and_then(|dir| dir.file_name()).map(|name| name.to_string_lossy().into_owned());
        for (message, help) in faults(field.text(), directory.as_deref()) {
            let place = if field.value.span.is_empty() { field.key } else { field.value.span };
            cx.report(file.at(place), message, "the AgentSkills reference validator refuses the skill", help);
        }
    }
}

const MAX_CHARS: usize = 64;

/// What is wrong with a name, and what to do.
fn faults(name: Option<&str>, directory: Option<&str>) -> Vec<(String, String)> {
    let Some(name) = name else { return vec![("the name is not a string".into(), "give one word".into())] };
    let name = name.trim();
    if name.is_empty() {
        return vec![("the name is empty".into(), "write the name of the directory".into())];
    }
    let mut found = Vec::new();
    let mut add = |fault: bool, message: &str, help: &str| {
        if fault {
            found.push((message.to_owned(), help.to_owned()));
        }
    };
    let count = name.chars().count();
    add(count > MAX_CHARS, &format!("the name has {count} characters, more than {MAX_CHARS}"), "shorten it");
    add(name != name.to_lowercase(), "the name is not in lower case", "write it in lower case");
    add(name.starts_with('-') || name.ends_with('-'), "the name begins or ends with a hyphen", "take the hyphen away");
    add(name.contains("--"), "the name has two hyphens in a row", "write one hyphen");
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '-');
    add(!plain, "the name has characters other than letters, digits and hyphens", "write a hyphen for each");
    if let Some(directory) = directory {
        let message = format!("the name `{}` is not that of its directory, `{}`", visible::line(name), visible::line(directory));
        add(directory != name, &message, "rename one of the two");
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::Tester;

    const PATH: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn portable_name() {
        let skill = |name: &str| format!("---\nname: {name}\ndescription: d\n---\nB");
        Tester::new(&PortableName)
            .pass(PATH, &skill("x"))
            .pass(".agents/skills/é-1/SKILL.md", &skill("é-1"))
            .fail(PATH, &skill(""), &["2:1 the name is empty"])
            .fail(PATH, &skill("\n- x"), &["3:1 the name is not a string"])
            .fail(PATH, &skill("y"), &["2:7 the name `y` is not that of its directory, `x`"])
            .fail(
                ".agents/skills/X_y-/SKILL.md",
                &skill("X_y-"),
                &[
                    "2:7 the name begins or ends with a hyphen",
                    "2:7 the name has characters other than letters, digits and hyphens",
                    "2:7 the name is not in lower case",
                ],
            )
            .fail(".agents/skills/a--b/SKILL.md", &skill("a--b"), &["2:7 the name has two hyphens in a row"])
            .check();
    }
}
