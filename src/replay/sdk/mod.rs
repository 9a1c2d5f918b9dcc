//! Folds a log of the SDK: one conversation, then those of its sub-agents, each with its own skills and its own memory
//! of what has fired.

mod branch;
mod conversation;
mod injected;
mod link;
mod state;

use std::io;
use std::ops::ControlFlow;

pub(super) use conversation::Fold;
pub(super) use state::State;

use super::known::{Known, Skills};
use super::log::Conversation;

/// Sub-agents of sub-agents are followed to this depth.
const MAX_DEPTH: usize = 32;

/// A conversation read to its end, with those of its sub-agents.
pub(super) struct Read {
    pub(super) fold: conversation::Done,
    pub(super) children: Vec<Self>,
}

/// Reads `conversation` and its sub-agents; `depth` is 0 for the log's own.
pub(super) fn read(conversation: &Conversation<'_>, today: Option<&Skills>, depth: usize) -> io::Result<Read> {
    let state = conversation.state().map(|bytes| State::read(&bytes)).unwrap_or_default();
    let mut fold = Fold::new(conversation.name.clone(), depth, state, today);
    conversation.events(&mut |item| {
        fold.item(item);
        ControlFlow::Continue(())
    })?;
    let mut children = Vec::new();
    if depth < MAX_DEPTH {
        for child in conversation.children() {
            children.push(read(&child, today, depth + 1)?);
        }
    }
    // sub-agents are shown in the order in which they began
    children.sort_by(|a, b| (&a.fold.began, &a.fold.name).cmp(&(&b.fold.began, &b.fold.name)));
    let mut fold = fold.finish();
    if fold.branched {
        let active = branch::active(conversation, fold.leaf.as_deref())?;
        fold.activations.iter_mut().for_each(|activation| activation.abandoned = !active.contains(&activation.event));
    }
    link::link(&mut fold, &children);
    Ok(Read { fold, children })
}

impl Read {
    /// The skills of this conversation and its sub-agents, each name once.
    pub(super) fn skills(&self, into: &mut Vec<Known>) {
        for known in &self.fold.skills {
            if !into.iter().any(|other| other.name == known.name) {
                into.push(Known { content: String::new(), ..known.clone() });
            }
        }
        for child in &self.children {
            child.skills(into);
        }
    }
}

#[cfg(test)]
mod tests;
