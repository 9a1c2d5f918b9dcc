//! `review-live-command`

use crate::declare_rule;
use crate::diagnostic::Diagnostic;
use crate::lint::review::{Review, Side};
use crate::lint::{File, Rule, RuleMeta};
use crate::microagent::command::inline_commands;
use crate::visible;

declare_rule! {
    /// ## What it does
    /// With `--since`, lists each `` !`command` `` that the changes added to a file.
    ///
    /// ## Why it matters
    /// The runtime executes it when the model invokes the skill, on the machine of everybody who works with it. A reviewer
    /// should have read it. No comment silences this: the change itself could bring the comment.
    ///
    /// ## Example
    /// A pull request that adds this line to a SKILL.md:
    /// ```markdown
    /// Owner: !`git config user.email`
    /// ```
    ///
    /// ## Fix
    /// None.
    ReviewLiveCommand, "review-live-command", Info, fix = No, since = "0.1.0", "a change adds a command that the runtime executes", on = Since
}

impl Rule for ReviewLiveCommand {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }
}

impl Review for ReviewLiveCommand {
    fn review(&self, before: Option<Side<'_>>, now: Side<'_>) -> Vec<Diagnostic> {
        let body = |file: File<'_>| file.body().of(file.text()).to_owned();
        let old = before.map_or(String::new(), |side| body(side.file));
        let mut old: Vec<&str> = inline_commands(&old).iter().map(|command| command.command).collect();
        let (text, base) = (body(now.file), now.file.body().start);
        let mut found = Vec::new();
        for command in inline_commands(&text) {
            if let Some(at) = old.iter().position(|old| *old == command.command) {
                old.swap_remove(at);
                continue;
            }
            let message = format!("the change adds the command `{}`", visible::line(command.command));
            let consequence = "once the model can invoke this, it runs in a shell, in the workspace, without a question";
            let place = now.file.at(command.span.shifted(base));
            found.push(now.found(&Self::META, place, message, consequence, "read the command before you approve the change"));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::reviewed;

    #[test]
    fn only_what_is_new_is_listed() {
        let path = ".agents/skills/x/SKILL.md";
        let skill = |body: &str| format!("---\nname: x\ndescription: d\n---\n{body}\n");
        let review = |before: Option<&str>, now: &str| {
            let old = before.map(skill);
            reviewed(&ReviewLiveCommand, old.as_deref().map(|text| (path, text)), (path, &skill(now)))
        };
        assert_eq!(review(Some("A !`a` B"), "B !`a` A"), Vec::<String>::new());
        assert_eq!(
            review(Some("A !`a`"), "!`a` !`a` !`b`"),
            ["5:6 the change adds the command `a`", "5:11 the change adds the command `b`"]
        );
        assert_eq!(review(None, "`!a` !`a`"), ["5:6 the change adds the command `a`"]);
    }
}
