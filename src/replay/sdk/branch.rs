//! Which events a conversation went back behind. The SDK can return to an earlier event and go on from there: what
//! follows that event in the log is then no longer what the model sees, though its skills count as given.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::ops::ControlFlow;

use super::super::event::Event;
use super::super::log::Conversation;

/// Events that hang on the chain without being part of it.
const ASIDE: &[&str] = &["ConversationStateUpdateEvent", "HookExecutionEvent", "ConversationErrorEvent", "AgentErrorEvent"];

/// Notices that a log has branches, in a space that does not grow with it.
#[derive(Default)]
pub(super) struct Watch {
    /// The last event, and the last that is part of the chain.
    last: [String; 2],
    pub(super) branched: bool,
}

impl Watch {
    pub(super) fn event(&mut self, event: &Event) {
        let (id, parent) = (event.text(&["id"]), event.text(&["parent_id"]));
        // logs older than branches name no parent; a state update may stand before the root
        let goes_on = parent.is_empty() || parent == "__root__" || self.last.iter().any(|last| last == parent);
        self.branched |= !goes_on;
        id.clone_into(&mut self.last[0]);
        if !ASIDE.contains(&event.text(&["kind"])) {
            id.clone_into(&mut self.last[1]);
        }
    }
}

/// The numbers of the events on the active branch: those from `leaf`, or from the last event when `leaf` is older than
/// it on the same branch, back to the root.
pub(super) fn active(conversation: &Conversation<'_>, leaf: Option<&str>) -> io::Result<BTreeSet<u64>> {
    let mut parents: HashMap<String, (u64, String)> = HashMap::new();
    let mut last = String::new();
    conversation.events(&mut |item| {
        if let Ok(event) = item {
            let id = event.text(&["id"]);
            if !ASIDE.contains(&event.text(&["kind"])) {
                id.clone_into(&mut last);
            }
            parents.insert(id.to_owned(), (event.number, event.text(&["parent_id"]).to_owned()));
        }
        ControlFlow::Continue(())
    })?;
    let chain = |from: &str| {
        let mut numbers = BTreeSet::new();
        let mut at = from;
        while let Some((number, parent)) = parents.get(at) {
            // a circle is walked once
            if !numbers.insert(*number) {
                break;
            }
            at = parent;
        }
        numbers
    };
    let newest = chain(&last);
    Ok(match leaf.and_then(|leaf| parents.get_key_value(leaf)) {
        Some((leaf, (number, _))) if !newest.contains(number) => chain(leaf),
        _ => newest,
    })
}
