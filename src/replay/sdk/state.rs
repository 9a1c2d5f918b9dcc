//! What `base_state.json`, and the state updates of the agent server, say about a conversation.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::event::{at, parse};
use super::super::known::{Known, Skills};
use crate::microagent::Loader;

/// What is known of a conversation beside its events.
#[derive(Debug, Default)]
pub(in super::super) struct State {
    pub(super) id: Option<String>,
    pub(super) status: Option<String>,
    /// The skills it was given, when the log says; those that were disabled left out.
    pub(super) skills: Option<Skills>,
    /// Accumulated cost by usage id.
    pub(super) costs: Option<BTreeMap<String, f64>>,
    /// The event that the conversation stood at.
    pub(super) leaf: Option<String>,
    /// The directory worked in.
    pub(super) workspace: Option<String>,
    /// Ids of messages that a hook kept from the model.
    pub(super) blocked: BTreeSet<String>,
}

impl State {
    /// Reads a `base_state.json`; what cannot be read is absent.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let Ok(value) = parse(bytes) else { return Self::default() };
        let mut state = Self::default();
        state.whole(&value);
        state
    }

    /// Takes a whole state.
    pub(super) fn whole(&mut self, value: &Value) {
        let text = |key| at(value, &[key]).and_then(Value::as_str).map(str::to_owned);
        self.id = text("id").or(self.id.take());
        self.status = text("execution_status").or(self.status.take());
        self.leaf = text("leaf_event_id").or(self.leaf.take());
        if let Some(dir) = at(value, &["workspace", "working_dir"]).and_then(Value::as_str) {
            self.workspace = Some(dir.to_owned());
        }
        if let Some(agent) = at(value, &["agent"]) {
            self.agent(agent);
        }
        if let Some(stats) = at(value, &["stats"]) {
            self.stats(stats);
        }
        let blocked = at(value, &["blocked_messages"]).and_then(Value::as_object);
        self.blocked.extend(blocked.into_iter().flat_map(|map| map.keys().cloned()));
    }

    /// Takes the agent's own description: its skills.
    pub(super) fn agent(&mut self, agent: &Value) {
        let Some(skills) = at(agent, &["agent_context", "skills"]).and_then(Value::as_array) else { return };
        let disabled = texts(at(agent, &["agent_context", "disabled_skills"]));
        let known = skills.iter().filter_map(known).filter(|known| !disabled.contains(&known.name));
        self.skills = Some(Skills::new(known.collect(), Loader::Sdk));
    }

    /// Takes `stats`.
    pub(super) fn stats(&mut self, stats: &Value) {
        let Some(map) = at(stats, &["usage_to_metrics"]).and_then(Value::as_object) else { return };
        let cost = |metrics: &Value| at(metrics, &["accumulated_cost"]).and_then(Value::as_f64);
        self.costs = Some(map.iter().filter_map(|(id, metrics)| Some((id.clone(), cost(metrics)?))).collect());
    }

    /// What the conversation cost. Sub-agents are in its own map already, so their own totals are not added.
    pub(super) fn cost(&self) -> Option<f64> {
        self.costs.as_ref().map(|costs| costs.values().sum())
    }
}

fn known(skill: &Value) -> Option<Known> {
    let text = |key| at(skill, &[key]).and_then(Value::as_str).map(str::to_owned);
    let kind = at(skill, &["trigger", "type"]).and_then(Value::as_str);
    let list = |key| texts(at(skill, &["trigger", key]));
    Some(Known {
        name: text("name")?,
        triggers: match kind {
            Some("keyword") => list("keywords"),
            Some("task") => list("triggers"),
            _ => Vec::new(),
        },
        paths: if kind == Some("path") { list("paths") } else { Vec::new() },
        source: text("source"),
        content: text("content").unwrap_or_default(),
    })
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
}
