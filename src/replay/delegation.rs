//! How work was handed on: one record a delegation, and the tree they form.

use serde_json::Value;

/// Characters of a task, an input or a result that are kept.
pub const TEXT_CHARS: usize = 2000;

/// How a delegation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The delegate answered.
    Finished,
    /// It refused, or a person or a hook refused to start it.
    Rejected,
    /// It failed.
    Error,
    /// The log ends before an answer.
    Open,
    /// The process was restarted meanwhile.
    Interrupted,
}

impl Outcome {
    /// As written in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Rejected => "rejected",
            Self::Error => "error",
            Self::Open => "open",
            Self::Interrupted => "interrupted",
        }
    }
}

/// One piece of work handed on.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Delegation {
    /// SDK: the conversation that handed it on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// The event that did.
    pub event: u64,
    /// V0: the delegation it was handed on in.
    pub parent: Option<u64>,
    /// How deep: 1 for work handed on by the conversation's own agent.
    pub depth: usize,
    /// SDK: the tool used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// SDK, delegate tool: the sub-agent's own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The agent it went to.
    pub agent: Option<String>,
    /// What it was asked to do.
    pub task: Option<String>,
    /// V0: all that it was given; long texts are cut.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub inputs: Value,
    /// SDK, task tool: the number of the task in its conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    /// SDK, task tool: the task taken up again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resume: Option<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// The event that says so.
    pub result_event: Option<u64>,
    /// What came back; long texts are cut.
    pub result: Option<String>,
    /// SDK: the conversation of the delegate, relative to the log.
    pub sub_conversation: Option<String>,
    /// SDK: what the delegate cost, its own delegates included, in US dollars.
    pub cost: Option<f64>,
    /// V0: what the cost counter rose by from hand-over to answer, in US dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_inside: Option<f64>,
    /// Events that belong to it.
    pub events: u64,
    /// Steps of its agent.
    pub iterations: u64,
}

impl Delegation {
    /// One just handed on, nothing known of its end.
    pub(super) fn open(event: u64, depth: usize) -> Self {
        Self {
            conversation: None,
            event,
            parent: None,
            depth,
            tool: None,
            id: None,
            agent: None,
            task: None,
            inputs: Value::Null,
            task_id: None,
            resume: None,
            outcome: Outcome::Open,
            result_event: None,
            result: None,
            sub_conversation: None,
            cost: None,
            cost_inside: None,
            events: 0,
            iterations: 0,
        }
    }
}

/// `value` with every text in it cut to `max` characters.
pub(super) fn cut(value: &Value, max: usize) -> Value {
    match value {
        Value::String(text) => Value::String(super::event::excerpt(text, max)),
        Value::Array(items) => items.iter().take(100).map(|item| cut(item, max)).collect(),
        Value::Object(map) => map.iter().take(100).map(|(key, value)| (super::event::excerpt(key, max), cut(value, max))).collect(),
        other => other.clone(),
    }
}
