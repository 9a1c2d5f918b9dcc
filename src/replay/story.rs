//! A replay in the order in which it is told: what a delegate did stands right behind its delegation, one level deeper.

use std::collections::BTreeMap;

use super::Replay;
use super::delegation::Delegation;
use super::event::Generation;
use super::timeline::Activation;

/// One line of the story.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step<'a> {
    /// How deep: 0 for the conversation's own agent.
    pub level: usize,
    /// What happened.
    pub what: What<'a>,
}

/// What can happen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum What<'a> {
    /// A message, an invoked skill, a file that a rule is for.
    Activation(&'a Activation),
    /// Work handed on.
    Delegation(&'a Delegation),
    /// The conversation of a sub-agent that no delegation started.
    Unlinked(&'a str),
}

impl What<'_> {
    fn event(&self) -> u64 {
        match self {
            Self::Activation(activation) => activation.event,
            Self::Delegation(delegation) => delegation.event,
            Self::Unlinked(_) => u64::MAX,
        }
    }
}

/// Levels of delegation that a report draws; deeper ones are drawn at this one.
pub const MAX_LEVELS: usize = 8;

/// The delegations of `replay` in the order of the story, with the level to draw each at.
pub fn delegations(replay: &Replay) -> Vec<(usize, &Delegation)> {
    let mut all = Vec::new();
    for step in story(replay) {
        if let What::Delegation(delegation) = step.what {
            all.push((step.level.min(MAX_LEVELS), delegation));
        }
    }
    all
}

/// The story of `replay`.
pub fn story(replay: &Replay) -> Vec<Step<'_>> {
    match replay.generation {
        Generation::V0 => v0(replay),
        Generation::Sdk => {
            let mut left = Left::default();
            let messages = replay.activations.iter().map(|activation| (activation.conversation.as_deref(), What::Activation(activation)));
            let handed_on = replay.delegations.iter().map(|delegation| (delegation.conversation.as_deref(), What::Delegation(delegation)));
            for (conversation, what) in messages.chain(handed_on) {
                left.own.entry(conversation.unwrap_or(".")).or_default().push(what);
            }
            for child in &replay.unlinked_sub_conversations {
                left.unlinked.entry(parent(child)).or_default().push(child);
            }
            let mut steps = Vec::new();
            left.tell(".", 0, &mut steps);
            steps
        }
    }
}

/// What is not told yet, by conversation.
#[derive(Default)]
struct Left<'a> {
    own: BTreeMap<&'a str, Vec<What<'a>>>,
    unlinked: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Left<'a> {
    /// Tells `conversation` and what began in it. A task taken up again is told once, where it began.
    fn tell(&mut self, conversation: &str, level: usize, steps: &mut Vec<Step<'a>>) {
        let mut own = self.own.remove(conversation).unwrap_or_default();
        own.sort_by_key(What::event);
        for what in own {
            steps.push(Step { level, what });
            if let What::Delegation(Delegation { sub_conversation: Some(child), .. }) = what {
                self.tell(child, level + 1, steps);
            }
        }
        for child in self.unlinked.remove(conversation).unwrap_or_default() {
            steps.push(Step { level, what: What::Unlinked(child) });
            self.tell(child, level + 1, steps);
        }
    }
}

/// A V0 log is one stream: its order is the story.
fn v0(replay: &Replay) -> Vec<Step<'_>> {
    let level = |activation: &Activation| activation.scope.as_ref().map_or(0, Vec::len);
    let messages = replay.activations.iter().map(|activation| Step { level: level(activation), what: What::Activation(activation) });
    let handed_on = replay.delegations.iter().map(|delegation| Step { level: delegation.depth - 1, what: What::Delegation(delegation) });
    let mut steps: Vec<_> = messages.chain(handed_on).collect();
    steps.sort_by_key(|step| step.what.event());
    steps
}

/// The conversation whose sub-agent's directory `name` is.
fn parent(name: &str) -> &str {
    name.rfind("/subagents/").map_or(".", |at| &name[..at])
}
