//! Replays messages through the catalogs before and after: which fire differently.

use super::Plan;
use crate::trigger::Matcher;

/// A message that brings in something else than before.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// The message.
    pub message: String,
    /// Names that no longer come in, as they were.
    pub lost: Vec<String>,
    /// Names that come in now.
    pub gained: Vec<String>,
}

/// The messages of `messages` that bring in something else after the plan. A renamed microagent counts as the same.
pub fn differences(plan: &Plan, messages: &[String]) -> Vec<Difference> {
    let (before, after) = (Matcher::new(&plan.before), Matcher::new(&plan.after));
    let fired = |matcher: &Matcher<'_>| -> Vec<Vec<String>> {
        matcher.messages(messages).into_iter().map(|all| all.into_iter().map(|one| one.microagent.name.clone()).collect()).collect()
    };
    let (old, new) = (fired(&before), fired(&after));
    let mut out = Vec::new();
    for (message, (old, new)) in messages.iter().zip(old.into_iter().zip(new)) {
        let expected: Vec<&str> = old.iter().map(|name| plan.renamed(name)).collect();
        let lost: Vec<String> = old.iter().filter(|name| !new.iter().any(|new| new == plan.renamed(name))).cloned().collect();
        let gained: Vec<String> = new.iter().filter(|name| !expected.contains(&name.as_str())).cloned().collect();
        if !lost.is_empty() || !gained.is_empty() {
            out.push(Difference { message: message.clone(), lost, gained });
        }
    }
    out
}
