//! `review-new-trigger`

use crate::declare_rule;
use crate::diagnostic::Diagnostic;
use crate::lint::review::{Review, Side};
use crate::lint::{Rule, RuleMeta};
use crate::microagent::{Activation, Written};
use crate::visible;

declare_rule! {
    /// ## What it does
    /// With `--since`, lists each trigger and path glob that the changes added, and each file that they made always-on.
    ///
    /// ## Why it matters
    /// It decides on which messages a text is put before the model, for everybody who works here. No comment silences this:
    /// the change itself could bring the comment.
    ///
    /// ## Example
    /// ```diff
    ///  triggers:
    ///  - deploy
    /// +- help
    /// ```
    ///
    /// ## Fix
    /// None.
    ReviewNewTrigger, "review-new-trigger", Info, fix = No, since = "0.1.0", "a change makes something fire more often", on = Since
}

impl Rule for ReviewNewTrigger {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }
}

impl Review for ReviewNewTrigger {
    fn review(&self, before: Option<Side<'_>>, now: Side<'_>) -> Vec<Diagnostic> {
        let Some(microagent) = now.file.microagent() else { return Vec::new() };
        let old = before.and_then(|side| side.file.microagent());
        let report = |at: Option<&Written>, message: String, consequence: &str| {
            let place = at.and_then(|written| written.span).map_or_else(|| now.file.whole(), |span| now.file.at(span));
            now.found(&Self::META, place, message, consequence, "make sure that this is wanted")
        };
        let mut found = Vec::new();
        if microagent.activation == Activation::Always && old.is_none_or(|old| old.activation != Activation::Always) {
            let message = format!("the change makes `{}` always-on", visible::line(&microagent.name));
            found.push(report(None, message, "its whole text stands in the prompt from the start of every conversation"));
        }
        for trigger in added(&microagent.triggers, old.map(|old| &old.triggers[..])) {
            let message = format!("the change adds the trigger `{}`", visible::line(&trigger.text));
            found.push(report(Some(trigger), message, "its text is put before the model on every message that has the trigger"));
        }
        for glob in added(&microagent.paths, old.map(|old| &old.paths[..])) {
            let message = format!("the change adds the path glob `{}`", visible::line(&glob.text));
            found.push(report(Some(glob), message, "its text is put before the model when it touches a file that matches"));
        }
        found
    }
}

/// What `now` has and `old` has not; the automatic trigger of a task is left out, nobody wrote it.
fn added<'a>(now: &'a [Written], old: Option<&[Written]>) -> impl Iterator<Item = &'a Written> {
    let known: Vec<String> = old.unwrap_or_default().iter().map(|written| written.text.clone()).collect();
    now.iter().filter(move |written| written.span.is_some() && !known.contains(&written.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, reviewed};

    #[test]
    fn what_fires_more_often_is_listed() {
        let review = |before: Option<&str>, now: &str| reviewed(&ReviewNewTrigger, before.map(|text| (FLAT, text)), (FLAT, now));
        let file = |fields: &str| format!("---\n{fields}---\nB\n");
        let (one, two) = (file("triggers: [zap]\n"), file("triggers: [zip, zap]\n"));
        assert_eq!(review(Some(&two), &one), Vec::<String>::new());
        assert_eq!(review(Some(&one), &two), ["2:12 the change adds the trigger `zip`"]);
        assert_eq!(review(None, &one), ["2:12 the change adds the trigger `zap`"]);
        assert_eq!(review(Some(&one), &file("paths: ['*.c']\n")), ["2:9 the change adds the path glob `*.c`"]);
        assert_eq!(review(Some(&one), "B\n"), ["1:1 the change makes `a` always-on"]);
        assert_eq!(review(Some("B\n"), "C\n"), Vec::<String>::new());
    }
}
