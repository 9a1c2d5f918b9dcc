//! `deprecated-location`

use std::collections::BTreeMap;

use crate::catalog::layout::V0_INSTRUCTIONS;
use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::placement::Placement;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Loader;

declare_rule! {
    /// ## What it does
    /// Finds microagents in directories that are on their way out: `.openhands/microagents`, `.openhands/skills`, and
    /// `microagents/` of an organization. `.openhands_instructions` is an error for the SDK.
    ///
    /// ## Why it matters
    /// The SDK still reads the directories, after `.agents/skills`, whose files win. It does not read
    /// `.openhands_instructions` at all: that one is an error, the others are advice.
    ///
    /// ## Example
    /// `.openhands/microagents/git.md`
    ///
    /// ## Fix
    /// None here: `microagent migrate` plans the move and shows what changes.
    DeprecatedLocation, "deprecated-location", Info, fix = No, since = "0.1.0", "microagents stand in a directory that is on its way out"
}

impl Rule for DeprecatedLocation {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn scope(&self, cx: &mut Checker<'_>) {
        // what is not loaded from here is another matter
        if cx.loader() == Loader::Legacy || cx.presumed() {
            return;
        }
        let mut old: BTreeMap<(&str, &str), Vec<File<'_>>> = BTreeMap::new();
        for file in cx.files() {
            if file.entry.path == V0_INSTRUCTIONS {
                cx.report(
                    file.whole(),
                    format!("`{V0_INSTRUCTIONS}` is not read"),
                    "only V0 sessions read it: its text is lost on the SDK",
                    "move the text to `AGENTS.md`; `microagent migrate` plans it",
                )
                .severity(Severity::Error);
            }
            if let Some(place) = Placement::of(file.source(), &file.entry.path)
                && let Some(instead) = place.instead
                && file.microagent().is_some()
            {
                old.entry((place.dir, instead)).or_default().push(file);
            }
        }
        for ((dir, instead), files) in old {
            let count = if files.len() == 1 { "1 microagent stands".to_string() } else { format!("{} microagents stand", files.len()) };
            cx.report(
                files[0].whole(),
                format!("{count} in `{dir}`"),
                format!("the SDK still reads it; of two with one name, the one in `{instead}` wins"),
                format!("`microagent migrate` plans the move to `{instead}`"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{Tester, files};

    #[test]
    fn deprecated_location() {
        let old = files(&[(".openhands/microagents/a.md", "A"), (".openhands/microagents/b.md", "B"), (".openhands/skills/c.md", "C")]);
        let instructions = files(&[(".openhands_instructions", "A")]);
        let tester = Tester::new(&DeprecatedLocation)
            .pass(".agents/skills/a.md", "A")
            .fail_tree(
                &old,
                &[
                    ".openhands/microagents/a.md:1:1 2 microagents stand in `.openhands/microagents`",
                    ".openhands/skills/c.md:1:1 1 microagent stands in `.openhands/skills`",
                ],
            )
            .fail_tree(&instructions, &[".openhands_instructions:1:1 `.openhands_instructions` is not read"]);
        assert_eq!(tester.lint(&instructions).diagnostics[0].severity, Severity::Error);
        tester.loader(Loader::Legacy).pass(".openhands/microagents/a.md", "A").check();
    }
}
