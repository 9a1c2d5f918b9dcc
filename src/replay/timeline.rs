//! What fired at which message, and what that adds up to.

use std::collections::BTreeSet;

use super::known::{Hit, Known};

/// Characters of a message that are kept.
pub const MESSAGE_CHARS: usize = 160;

/// How a microagent came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Via {
    /// A trigger stood in the message.
    #[default]
    Trigger,
    /// A file that a rule is for was touched.
    Path,
    /// The model asked for it.
    Invoke,
}

/// A microagent that came in.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Fired {
    /// Its name.
    pub name: String,
    /// The trigger or glob that matched; `None` when the model asked or the log does not say.
    pub trigger: Option<String>,
    /// How.
    pub via: Via,
    /// Whether for the first time in its conversation (SDK) or under its controller (V0).
    pub first: bool,
    /// Whether the log holds it. The SDK leaves repeats out: they are matched again here.
    pub recorded: bool,
    /// Estimated tokens of what was given; `None` when the log does not hold the content.
    pub tokens: Option<usize>,
}

/// A user message, a skill the model asked for, or a file that a rule is for; with what came in.
#[expect(clippy::struct_excessive_bools, reason = "independent facts of one activation, each a field of the JSON")]
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Activation {
    /// SDK: the conversation it belongs to, `.` for the log's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// Its event.
    pub event: u64,
    /// V0: the enclosing delegate actions, outermost first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Vec<u64>>,
    /// By what way something could come in here: a message, a file touched, a skill asked for.
    pub via: Via,
    /// The start of the message; for a rule the file touched.
    pub message: String,
    /// What came in, in the runtime's order.
    pub skills: Vec<Fired>,
    /// V0: the recall action that the message caused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recall: Option<u64>,
    /// V0: the recall observation that answered it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observation: Option<u64>,
    /// Whether the model asked for what it could not get.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub error: bool,
    /// Whether a hook kept the message from the model. Its skills count as given all the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
    /// SDK: whether the conversation went back behind it, so that the model no longer sees it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub abandoned: bool,
    /// What today's microagents would do here; `None` when nobody asked, or the model did.
    #[serde(skip)]
    pub today: Option<Vec<Hit>>,
    /// Whether triggers of it are matched again: for the SDK only when the log holds the skills.
    #[serde(skip)]
    pub repeats_known: bool,
}

/// What one microagent adds up to.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Total {
    /// Its name.
    pub name: String,
    /// How often it came in for the first time in a conversation or under a controller.
    pub fired: usize,
    /// How often it matched, or was asked for, again.
    pub repeated: usize,
    /// Estimated tokens the model was given of it.
    pub tokens: usize,
}

/// A trigger that never brought its microagent in, though another of its triggers did.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct UnusedTrigger {
    /// The microagent.
    pub name: String,
    /// The trigger.
    pub trigger: String,
}

/// The totals, by name.
pub fn totals(activations: &[Activation], given: fn(&Fired) -> bool) -> Vec<Total> {
    let mut totals: std::collections::BTreeMap<&str, Total> = std::collections::BTreeMap::new();
    for fired in activations.iter().flat_map(|activation| &activation.skills) {
        let total = totals.entry(&fired.name).or_insert_with(|| Total { name: fired.name.clone(), fired: 0, repeated: 0, tokens: 0 });
        if fired.first {
            total.fired += 1;
        } else {
            total.repeated += 1;
        }
        if given(fired) {
            total.tokens += fired.tokens.unwrap_or(0);
        }
    }
    totals.into_values().collect()
}

/// Of `known`, in order: who never came in though something could have brought it, and which triggers of the others
/// never did.
pub fn unused(activations: &[Activation], known: &[Known]) -> (Vec<String>, Vec<UnusedTrigger>) {
    let fired = || activations.iter().flat_map(|activation| &activation.skills);
    let names: BTreeSet<&str> = fired().map(|fired| fired.name.as_str()).collect();
    let used: BTreeSet<(&str, &str)> = fired().filter_map(|fired| Some((fired.name.as_str(), fired.trigger.as_deref()?))).collect();
    let (mut never, mut triggers) = (Vec::new(), Vec::new());
    for skill in known {
        let own = || skill.triggers.iter().chain(&skill.paths);
        if own().next().is_none() {
            continue;
        }
        if !names.contains(skill.name.as_str()) {
            never.push(skill.name.clone());
            continue;
        }
        let unused = own().filter(|trigger| !used.contains(&(skill.name.as_str(), trigger.as_str())));
        triggers.extend(unused.map(|trigger| UnusedTrigger { name: skill.name.clone(), trigger: trigger.clone() }));
    }
    (never, triggers)
}
