//! `skill-name`

use crate::declare_rule;
use crate::frontmatter::Fence;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::name;
use crate::text::{Edit, Span};
use crate::yaml::spell;

declare_rule! {
    /// ## What it does
    /// Finds a SKILL.md whose name the loader refuses: not lower-case letters, digits and single hyphens, longer than 64
    /// characters, or not the name of its directory. Without `name` the directory's name counts.
    ///
    /// ## Why it matters
    /// The loader refuses the skill. An empty `name:` is the word "None" to it.
    ///
    /// ## Example
    /// `react/SKILL.md` with `name: React`.
    ///
    /// ## Fix
    /// Writes the name of the directory, when that is a valid name. Not safe: the directory may be the one to rename.
    SkillName, "skill-name", Error, fix = Unsafe, since = "0.1.0", "the name of a skill is refused"
}

impl Rule for SkillName {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for problem in file.problems(Self::META.id) {
            let dir = file.entry.path.rsplit('/').nth(1).unwrap_or_default();
            let declared = file.field("name");
            let null = declared.is_some_and(|(_, value)| value.is_null());
            let message = if null { format!("an empty `name:` is the word `None`: {}", problem.message) } else { problem.message.clone() };
            let place = declared.map_or(problem.span, |(key, value)| if value.span.is_empty() { key.span } else { value.span });
            let valid = name::is_strict(dir) && dir.chars().count() <= name::MAX_NAME_CHARS;
            let yaml = file.document().and_then(|document| document.parts).is_none_or(|parts| parts.fence == Fence::Yaml);
            let written = if yaml { spell::scalar(dir) } else { format!("\"{dir}\"") };
            let help = match (valid, declared) {
                (true, Some(_)) => format!("write `{written}` as the name, or rename the directory"),
                (false, Some(_)) => "give the directory and the field one valid name, such as `my-skill`".to_string(),
                (_, None) => "rename the directory to a valid name, such as `my-skill`".to_string(),
            };
            let consequence = cx.refused(file);
            let found = cx.report(file.at(place), message, consequence, help);
            if let (true, Some((key, value))) = (valid, declared) {
                let edit = if value.span.is_empty() {
                    Edit::replace(Span::new(key.span.end, value.span.end.max(key.span.end + 1)), format!(": {written}"))
                } else {
                    Edit::replace(value.span, written)
                };
                found.unsafe_fix(format!("name the skill `{dir}`"), vec![edit]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    const SKILL: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn a_name_under_a_tag_is_left_to_its_author() {
        let report = Tester::new(&SkillName).lint(&files(&[(".agents/skills/007/SKILL.md", "---\nname: !!int 5\n---\nB")]));
        assert_eq!(report.diagnostics.len(), 1);
        assert!(report.diagnostics[0].fix.is_none());
    }

    #[test]
    fn skill_name() {
        Tester::new(&SkillName)
            .pass(SKILL, "---\nname: x\n---\nB")
            .pass(SKILL, "no frontmatter")
            .pass(FLAT, "---\nname: Any Name\n---\nB")
            .fail(SKILL, "---\nname: y\n---\nB", &["2:7 the skill name `y` is refused: it differs from its directory `x`"])
            .fail(
                SKILL,
                "---\nname:\n---\nB",
                &["2:1 an empty `name:` is the word `None`: the skill name `None` is refused: only lower-case letters, digits and single \
                 hyphens between them are allowed; it differs from its directory `x`"],
            )
            .fail(
                ".agents/skills/A_b/SKILL.md",
                "---\ndescription: d\n---\nB",
                &["1:1 the skill name `A_b` is refused: only lower-case letters, digits and single hyphens between them are allowed"],
            )
            .unsafe_fix(SKILL, "---\nname: y # c\n---\nB", "---\nname: x # c\n---\nB")
            .unsafe_fix(SKILL, "---\r\nname:\r\n---\r\nB", "---\r\nname: x\r\n---\r\nB")
            .unsafe_fix(".agents/skills/on/SKILL.md", "---\nname: y\n---\nB", "---\nname: \"on\"\n---\nB")
            .unsafe_fix(".agents/skills/007/SKILL.md", "---\nname:\n---\nB", "---\nname: \"007\"\n---\nB")
            .unsafe_fix(SKILL, "{\n\"name\": \"y\"\n}\nB", "{\n\"name\": \"x\"\n}\nB")
            .check();
    }
}
