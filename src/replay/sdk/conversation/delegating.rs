//! How a conversation hands work on, and what comes back: the task, delegate, workflow and child tools.

use serde_json::Value;

use super::super::super::delegation::{Delegation, Outcome, TEXT_CHARS};
use super::super::super::event::{Event, excerpt};
use super::super::super::timeline::MESSAGE_CHARS;
use super::super::super::v0::fingerprint;
use super::{Fold, Hint, Pending};

impl Fold<'_> {
    /// Takes down what `event` hands on; gives the names and types of agents that it spawns.
    pub(super) fn hand_on(&mut self, event: &Event) -> Vec<(String, String)> {
        let text = |key| event.at(&["action", key]).and_then(Value::as_str);
        // without `action` the call was not valid and nothing was started
        match (event.at(&["action"]).map_or("", |_| event.text(&["tool_name"])), text("command")) {
            ("task", _) => {
                let agent = text("subagent_type").unwrap_or("general-purpose");
                let resume = text("resume").map(str::to_owned);
                self.handed_on(event, Some(agent), text("prompt"), |delegation| delegation.resume = resume);
            }
            ("delegate", Some("spawn")) => return spawns(event),
            ("delegate", Some("delegate")) => {
                let tasks = event.at(&["action", "tasks"]).and_then(Value::as_object);
                for (id, task) in tasks.into_iter().flatten() {
                    let agent = self.spawned.get(id).cloned();
                    let id = excerpt(id, MESSAGE_CHARS);
                    self.handed_on(event, agent.as_deref(), task.as_str(), |delegation| delegation.id = Some(id));
                }
            }
            ("workflow", _) => self.handed_on(event, None, text("name"), |_| {}),
            ("start_child_conversation", _) => self.handed_on(event, None, text("task"), |_| {}),
            _ => {}
        }
        Vec::new()
    }

    fn handed_on(&mut self, event: &Event, agent: Option<&str>, task: Option<&str>, more: impl FnOnce(&mut Delegation)) {
        let mut delegation = Delegation::open(event.number, self.done.depth + 1);
        delegation.conversation = Some(self.done.name.clone());
        delegation.tool = Some(excerpt(event.text(&["tool_name"]), MESSAGE_CHARS));
        delegation.agent = agent.map(|agent| excerpt(agent, MESSAGE_CHARS));
        delegation.task = task.map(|task| excerpt(task, TEXT_CHARS));
        more(&mut delegation);
        self.done.delegations.push(delegation);
        self.done.hints.push(Hint {
            asked: fingerprint(task.unwrap_or_default()),
            from: event.text(&["timestamp"]).to_owned(),
            ..Hint::default()
        });
    }

    /// Takes down what an observation says of the work that `pending` handed on.
    pub(super) fn handed_back(&mut self, event: &Event, pending: &Pending, failed: bool, text: &str) {
        if !failed {
            self.spawned.extend(pending.spawns.iter().cloned());
        }
        match event.text(&["tool_name"]) {
            "delegate" if !failed => self.delegates_ended(pending, event, text),
            "start_child_conversation" if !failed => self.started(pending, event),
            _ => {
                let status = event.text(&["observation", "status"]);
                let outcome = if failed || status == "error" { Outcome::Error } else { Outcome::Finished };
                self.ended(pending, event, outcome, text);
            }
        }
    }

    /// One observation answers all the tasks of a `delegate`, in their order.
    fn delegates_ended(&mut self, pending: &Pending, event: &Event, text: &str) {
        let mut rest = text;
        let range = pending.delegations.clone();
        for (number, index) in range.clone().enumerate() {
            let head = |index: usize, number: usize| {
                format!("{}. Agent {}", number + 1, self.done.delegations[index].id.as_deref().unwrap_or_default())
            };
            let own = head(index, number);
            let Some(start) = rest.find(&own) else { break };
            let body = &rest[start + own.len()..];
            let end = if index + 1 < range.end { body.find(&format!("\n{}", head(index + 1, number + 1))) } else { None };
            let result = &body[..end.unwrap_or(body.len())];
            let (outcome, result) = match result.strip_prefix(" ERROR: ") {
                Some(result) => (Outcome::Error, result),
                None => (Outcome::Finished, result.strip_prefix(": ").unwrap_or(result)),
            };
            let one = Pending { delegations: index..index + 1, ..Pending::default() };
            rest = &body[end.unwrap_or(body.len())..];
            self.ended(&one, event, outcome, result);
        }
    }

    /// A child conversation is started and left alone: its end is not in this log.
    fn started(&mut self, pending: &Pending, event: &Event) {
        for delegation in &mut self.done.delegations[pending.delegations.clone()] {
            delegation.result_event = Some(event.number);
            delegation.result =
                Some(format!("started as conversation {}", excerpt(event.text(&["observation", "conversation_id"]), MESSAGE_CHARS)));
        }
    }

    pub(super) fn ended(&mut self, pending: &Pending, event: &Event, outcome: Outcome, result: &str) {
        for index in pending.delegations.clone() {
            let delegation = &mut self.done.delegations[index];
            delegation.outcome = outcome;
            delegation.result_event = Some(event.number);
            delegation.result = Some(excerpt(result, TEXT_CHARS));
            let task_id = event.text(&["observation", "task_id"]);
            delegation.task_id = (!task_id.is_empty()).then(|| excerpt(task_id, MESSAGE_CHARS));
            self.done.hints[index].to = Some(event.text(&["timestamp"]).to_owned());
            self.done.hints[index].answer = excerpt(result, TEXT_CHARS);
        }
    }
}

/// The names and agent types of a `spawn`.
fn spawns(event: &Event) -> Vec<(String, String)> {
    let list = |key| event.at(&["action", key]).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let types = list("agent_types");
    let kind = |index: usize| types.get(index).and_then(Value::as_str).unwrap_or("default").to_owned();
    list("ids").iter().enumerate().filter_map(|(index, id)| Some((id.as_str()?.to_owned(), kind(index)))).collect()
}
