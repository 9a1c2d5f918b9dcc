//! Folds a V0 log: recalls belong to the message they were made for, delegations pair by stack order
//! (`StateTracker._init_history`).

use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

use super::delegation::{Delegation, Outcome, TEXT_CHARS, cut};
use super::event::{Event, at, excerpt};
use super::known::Skills;
use super::problem::{ProblemKind, Problems};
use super::timeline::{Activation, Fired, MESSAGE_CHARS, Via};

/// Enclosing delegations that are named. The runtime itself does not get beyond two.
const MAX_SCOPE: usize = 64;

/// Messages and recalls that may still be referred to.
const REMEMBERED: usize = 256;

/// What the runtime puts before a delegate's answer.
const RESULT_HEAD: &str = "Delegated agent finished with result:\n\n";

const ACTIONS: &[&str] = &[
    "message",
    "system",
    "read",
    "write",
    "edit",
    "run",
    "run_ipython",
    "browse",
    "browse_interactive",
    "call_tool_mcp",
    "delegate",
    "think",
    "finish",
    "reject",
    "null",
    "change_agent_state",
    "recall",
    "condensation",
    "condensation_request",
    "task_tracking",
    "loop_recovery",
    // older ones
    "start",
    "pause",
    "resume",
    "stop",
    "push",
    "send_pr",
    "add_task",
    "modify_task",
    "summarize_conversation",
    "initialize",
];

const OBSERVATIONS: &[&str] = &[
    "null",
    "run",
    "run_ipython",
    "browse",
    "read",
    "write",
    "edit",
    "delegate",
    "success",
    "error",
    "agent_state_changed",
    "user_rejected",
    "condense",
    "think",
    "recall",
    "mcp",
    "download",
    "task_tracking",
    "loop_detection",
    "message",
    "chat",
];

/// What of a V0 log is kept while it is read.
#[derive(Default)]
pub(super) struct Fold<'a> {
    pub(super) activations: Vec<Activation>,
    pub(super) delegations: Vec<Delegation>,
    pub(super) problems: Problems,
    /// The highest `accumulated_cost` seen.
    pub(super) cost: Option<f64>,
    today: Option<&'a Skills>,
    /// Delegations without an answer yet, outermost first.
    stack: Vec<Frame>,
    events: u64,
    /// Fingerprints of the last messages.
    messages: VecDeque<(u64, Spot)>,
    /// Recall actions without an observation yet.
    recalls: VecDeque<(u64, Spot)>,
    actions: Numbers,
    used: BTreeSet<(Option<usize>, String)>,
}

/// An activation, and the delegation it belongs to; both by their place.
#[derive(Clone, Copy)]
struct Spot {
    activation: usize,
    delegation: Option<usize>,
}

struct Frame {
    /// Its place in `delegations`.
    delegation: usize,
    /// Events before it began.
    events: u64,
    cost: Option<f64>,
    rejected: bool,
}

impl<'a> Fold<'a> {
    pub(super) fn new(today: Option<&'a Skills>) -> Self {
        Self { today, ..Self::default() }
    }

    pub(super) fn event(&mut self, event: &Event) {
        let action = event.text(&["action"]);
        let observation = event.text(&["observation"]);
        self.events += 1;
        if let Some(cost) = event.at(&["llm_metrics", "accumulated_cost"]).and_then(Value::as_f64) {
            self.cost = Some(self.cost.map_or(cost, |highest| highest.max(cost)));
        }
        if observation == "delegate" && action.is_empty() {
            self.delegate_answer(event);
            return;
        }
        if action.is_empty() {
            self.observation(event, observation);
        } else {
            self.actions.insert(event.number);
            self.action(event, action);
        }
    }

    fn action(&mut self, event: &Event, action: &str) {
        let by_agent = event.text(&["source"]) == "agent";
        if by_agent
            && !matches!(action, "system" | "null" | "change_agent_state" | "recall")
            && let Some(frame) = self.stack.last()
        {
            self.delegations[frame.delegation].iterations += 1;
        }
        match action {
            "message" if event.text(&["source"]) == "user" => self.message(event),
            "recall" => self.recall(event),
            "delegate" => self.delegate(event),
            "finish" | "reject" if by_agent => {
                if let Some(frame) = self.stack.last_mut() {
                    frame.rejected = action == "reject";
                }
            }
            _ if ACTIONS.contains(&action) => {}
            _ => self.problems.unknown(event, action),
        }
    }

    fn observation(&mut self, event: &Event, observation: &str) {
        let cause = event.at(&["cause"]).and_then(Value::as_u64);
        if let Some(cause) = cause
            && !self.actions.contains(cause)
        {
            let message = format!("`{}` observes action {cause}, which is not in the log before it", excerpt(observation, 40));
            self.problems.found(ProblemKind::ObservationWithoutAction, event.number, message);
        }
        match observation {
            "recall" => self.recalled(event, cause),
            "null" => self.recalls.retain(|(recall, _)| Some(*recall) != cause),
            "agent_state_changed" if event.text(&["extras", "agent_state"]) == "rejected" => {
                if let Some(frame) = self.stack.last_mut() {
                    frame.rejected = true;
                }
            }
            _ if OBSERVATIONS.contains(&observation) => {}
            _ => self.problems.unknown(event, observation),
        }
    }

    fn scope(&self) -> Vec<u64> {
        self.stack.iter().take(MAX_SCOPE).map(|frame| self.delegations[frame.delegation].event).collect()
    }

    /// A user message: what a recall may be made for.
    fn message(&mut self, event: &Event) {
        let content = event.text(&["args", "content"]);
        let spot = self.activation(event.number, content);
        remember(&mut self.messages, (fingerprint(content), spot));
    }

    fn activation(&mut self, event: u64, content: &str) -> Spot {
        let spot = Spot { activation: self.activations.len(), delegation: self.stack.last().map(|frame| frame.delegation) };
        self.activations.push(Activation {
            event,
            scope: Some(self.scope()),
            message: excerpt(content, MESSAGE_CHARS),
            today: self.today.map(|skills| skills.hits(content)),
            repeats_known: true,
            ..Activation::default()
        });
        spot
    }

    /// A recall belongs to the nearest message before it whose content is its query.
    fn recall(&mut self, event: &Event) {
        let query = event.text(&["args", "query"]);
        let wanted = fingerprint(query);
        let message = self.messages.iter().rev().find(|(print, _)| *print == wanted).map(|(_, spot)| *spot);
        let spot = message.unwrap_or_else(|| {
            self.problems.found(ProblemKind::RecallWithoutMessage, event.number, format!("no message reads `{}`", excerpt(query, 60)));
            self.activation(event.number, query)
        });
        self.activations[spot.activation].recall = Some(event.number);
        remember(&mut self.recalls, (event.number, spot));
    }

    fn recalled(&mut self, event: &Event, cause: Option<u64>) {
        let position = self.recalls.iter().rposition(|(recall, _)| Some(*recall) == cause);
        let spot = match position.and_then(|position| self.recalls.remove(position)) {
            Some((_, spot)) => spot,
            None => {
                if cause.is_none_or(|cause| self.actions.contains(cause)) {
                    self.problems.found(ProblemKind::RecallWithoutMessage, event.number, "this answers no recall in the log");
                }
                self.activation(event.number, "")
            }
        };
        let knowledge = event.at(&["extras", "microagent_knowledge"]).and_then(Value::as_array);
        for entry in knowledge.into_iter().flatten() {
            let text = |key| at(entry, &[key]).and_then(Value::as_str);
            let Some(name) = text("name") else { continue };
            let first = self.used.insert((spot.delegation, name.to_owned()));
            let trigger = text("trigger").map(|trigger| excerpt(trigger, MESSAGE_CHARS));
            let tokens = text("content").map(crate::tokens::estimate);
            self.activations[spot.activation].skills.push(Fired {
                name: excerpt(name, MESSAGE_CHARS),
                trigger,
                via: Via::Trigger,
                first,
                recorded: true,
                tokens,
            });
        }
        self.activations[spot.activation].observation = Some(event.number);
    }

    fn delegate(&mut self, event: &Event) {
        let mut delegation = Delegation::open(event.number, self.stack.len() + 1);
        let inputs = event.at(&["args", "inputs"]);
        delegation.parent = self.stack.last().map(|frame| self.delegations[frame.delegation].event);
        delegation.agent = event.at(&["args", "agent"]).and_then(Value::as_str).map(|agent| excerpt(agent, MESSAGE_CHARS));
        delegation.task = inputs.and_then(|inputs| at(inputs, &["task"])?.as_str()).map(|task| excerpt(task, TEXT_CHARS));
        delegation.inputs = inputs.map_or(Value::Null, |inputs| cut(inputs, TEXT_CHARS));
        self.stack.push(Frame { delegation: self.delegations.len(), events: self.events, cost: self.cost, rejected: false });
        self.delegations.push(delegation);
    }

    /// An answer belongs to the delegation last made that has none.
    fn delegate_answer(&mut self, event: &Event) {
        let Some(frame) = self.stack.pop() else {
            self.problems.found(ProblemKind::ResultWithoutDelegation, event.number, "a delegate's answer, but no delegation is open");
            return;
        };
        let delegation = &mut self.delegations[frame.delegation];
        let content = event.text(&["content"]);
        let answer = content.strip_prefix(RESULT_HEAD).unwrap_or(content);
        delegation.outcome = if answer.ends_with(" encountered an error during execution.") {
            Outcome::Error
        } else if frame.rejected {
            Outcome::Rejected
        } else {
            Outcome::Finished
        };
        delegation.events = self.events - frame.events - 1;
        delegation.result_event = Some(event.number);
        delegation.result = Some(excerpt(answer, TEXT_CHARS));
        delegation.cost_inside = self.cost.zip(frame.cost).map(|(now, then)| now - then);
    }

    /// Ends the log: what is open stays open.
    pub(super) fn finish(&mut self) {
        for frame in std::mem::take(&mut self.stack) {
            let delegation = &mut self.delegations[frame.delegation];
            delegation.events = self.events - frame.events;
            delegation.cost_inside = self.cost.zip(frame.cost).map(|(now, then)| now - then);
            let agent = delegation.agent.as_deref().unwrap_or("an agent");
            self.problems.found(ProblemKind::OpenDelegation, delegation.event, format!("`{agent}` gave no answer before the log ends"));
        }
    }
}

fn remember<T>(queue: &mut VecDeque<T>, item: T) {
    if queue.len() == REMEMBERED {
        queue.pop_front();
    }
    queue.push_back(item);
}

/// Stands for a text that is too long to keep.
pub(super) fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// A set of event numbers, one bit each. Numbers beyond what a log can hold are taken to be in it.
#[derive(Default)]
struct Numbers {
    bits: Vec<u64>,
}

/// A V0 log of more events than this is not checked further.
const MAX_NUMBER: u64 = 1 << 27;

impl Numbers {
    fn insert(&mut self, number: u64) {
        if let (true, Ok(word)) = (number < MAX_NUMBER, usize::try_from(number / 64)) {
            if self.bits.len() <= word {
                self.bits.resize(word + 1, 0);
            }
            self.bits[word] |= 1 << (number % 64);
        }
    }

    fn contains(&self, number: u64) -> bool {
        let Ok(word) = usize::try_from(number / 64) else { return true };
        number >= MAX_NUMBER || self.bits.get(word).is_some_and(|bits| bits & (1 << (number % 64)) != 0)
    }
}
