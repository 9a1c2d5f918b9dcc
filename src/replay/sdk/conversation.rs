//! Folds the events of one conversation of the SDK.

mod delegating;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::ops::Range;

use serde_json::Value;

use super::super::delegation::{Delegation, Outcome};
use super::super::event::{Event, content, excerpt};
use super::super::known::{Hit, Known, Skills};
use super::super::log::Item;
use super::super::problem::{Problem, ProblemKind, Problems};
use super::super::timeline::{Activation, Fired, MESSAGE_CHARS, Via};
use super::super::v0::fingerprint;
use super::state::State;
use super::{branch, injected};
use crate::python;

/// Actions answered lately: a second answer is no stray one.
const REMEMBERED: usize = 256;

/// How the server words the answer it makes up after a restart.
const RESTARTED: &str = "A restart occurred while this tool was in progress.";

/// Kinds that say nothing to a replay.
const QUIET: &[&str] = &[
    "SystemPromptEvent",
    "PauseEvent",
    "InterruptEvent",
    "Condensation",
    "CondensationRequest",
    "CondensationSummaryEvent",
    "ACPToolCallEvent",
    "LLMCompletionLogEvent",
    "TokenEvent",
    "SecurityAnalysisEvent",
    "StreamingDeltaEvent",
    "ConversationErrorEvent",
];

/// What of a conversation is kept while it is read.
pub(in super::super) struct Fold<'a> {
    done: Done,
    problems: Problems,
    state: State,
    today: Option<&'a Skills>,
    /// Names that came in, by whatever way.
    used: BTreeSet<String>,
    /// Names of today's rules that a touched file would have brought in: once a conversation.
    ruled: BTreeSet<String>,
    /// Names whose trigger fired: the SDK does not record those again.
    triggered: BTreeSet<String>,
    /// Actions without an answer, by event id.
    pending: HashMap<String, Pending>,
    answered: VecDeque<String>,
    /// The delegate tool's agents by the name each was spawned under.
    spawned: BTreeMap<String, String>,
    response: String,
    branches: branch::Watch,
}

/// A conversation read to its end.
#[derive(Default)]
pub(in super::super) struct Done {
    pub(in super::super) name: String,
    depth: usize,
    pub(in super::super) id: Option<String>,
    pub(in super::super) status: Option<String>,
    pub(in super::super) cost: Option<f64>,
    pub(super) costs: BTreeMap<String, f64>,
    pub(in super::super) events: u64,
    pub(super) iterations: u64,
    /// When its first event was written.
    pub(super) began: String,
    /// Whether it went back to an earlier event, and the event it stood at.
    pub(super) branched: bool,
    pub(super) leaf: Option<String>,
    /// Fingerprint and time of its first user message.
    pub(super) asked: Option<(u64, String)>,
    pub(in super::super) activations: Vec<Activation>,
    pub(in super::super) delegations: Vec<Delegation>,
    /// What linking needs of each delegation.
    pub(super) hints: Vec<Hint>,
    pub(in super::super) problems: Vec<Problem>,
    pub(super) skills: Vec<Known>,
    pub(in super::super) unlinked: Vec<String>,
}

/// When a delegation ran, what exactly it asked, and what its answer says about where.
#[derive(Default)]
pub(super) struct Hint {
    pub(super) asked: u64,
    pub(super) from: String,
    pub(super) to: Option<String>,
    pub(super) answer: String,
}

#[derive(Default)]
struct Pending {
    number: u64,
    call: String,
    path: Option<String>,
    delegations: Range<usize>,
    /// Names and types of a `spawn`.
    spawns: Vec<(String, String)>,
}

impl<'a> Fold<'a> {
    /// `depth` is 0 for the log's own conversation.
    pub(in super::super) fn new(name: String, depth: usize, state: State, today: Option<&'a Skills>) -> Self {
        Self {
            done: Done { name, depth, ..Done::default() },
            problems: Problems::default(),
            state,
            today,
            used: BTreeSet::new(),
            ruled: BTreeSet::new(),
            triggered: BTreeSet::new(),
            pending: HashMap::new(),
            answered: VecDeque::new(),
            spawned: BTreeMap::new(),
            response: String::new(),
            branches: branch::Watch::default(),
        }
    }

    pub(in super::super) fn item(&mut self, item: Item) {
        match item {
            Ok(event) => self.event(&event),
            Err(broken) => self.problems.broken(broken),
        }
    }

    pub(in super::super) fn event(&mut self, event: &Event) {
        if self.done.events == 0 {
            event.text(&["timestamp"]).clone_into(&mut self.done.began);
        }
        self.done.events += 1;
        self.branches.event(event);
        let response = event.text(&["llm_response_id"]);
        if event.text(&["source"]) == "agent" && !response.is_empty() && response != self.response {
            self.done.iterations += 1;
            response.clone_into(&mut self.response);
        }
        match event.text(&["kind"]) {
            "MessageEvent" if event.text(&["source"]) == "user" => self.message(event),
            "MessageEvent" => {}
            "ActionEvent" => self.action(event),
            "ObservationEvent" => self.observation(event),
            "UserRejectObservation" => {
                if let Some(pending) = self.answer(event) {
                    self.ended(&pending, event, Outcome::Rejected, event.text(&["rejection_reason"]));
                }
            }
            "AgentErrorEvent" => {
                if let Some(pending) = self.answer_by_call(event.text(&["tool_call_id"])) {
                    let error = event.text(&["error"]);
                    let outcome = if error.starts_with(RESTARTED) { Outcome::Interrupted } else { Outcome::Error };
                    self.ended(&pending, event, outcome, error);
                }
            }
            "HookExecutionEvent" => {
                if event.at(&["blocked"]) == Some(&Value::Bool(true)) && !event.text(&["message_id"]).is_empty() {
                    self.state.blocked.insert(event.text(&["message_id"]).to_owned());
                }
            }
            "ConversationStateUpdateEvent" => self.update(event),
            kind if QUIET.contains(&kind) => {}
            kind => self.problems.unknown(event, kind),
        }
    }

    /// State updates, which only the agent server writes. They never overrule a `base_state.json`, which is younger.
    fn update(&mut self, event: &Event) {
        let Some(value) = event.at(&["value"]) else { return };
        match event.text(&["key"]) {
            "agent" if self.state.skills.is_none() => self.state.agent(value),
            "stats" if self.state.id.is_none() => self.state.stats(value),
            "execution_status" if self.state.id.is_none() => self.state.status = value.as_str().map(str::to_owned),
            "full_state" if self.state.id.is_none() => {
                let id = self.state.id.take();
                self.state.whole(value);
                // updates after this one are younger
                self.state.id = id;
            }
            _ => {}
        }
    }

    fn message(&mut self, event: &Event) {
        let text = content(event.at(&["llm_message", "content"]), "\n");
        if self.done.asked.is_none() {
            self.done.asked = Some((fingerprint(&text), event.text(&["timestamp"]).to_owned()));
        }
        let stripped = python::strip(&text);
        let hits = self.state.skills.as_ref().map(|skills| skills.hits(stripped));
        let recorded = event.at(&["activated_skills"]).or_else(|| event.at(&["activated_microagents"])).and_then(Value::as_array);
        let names: Vec<&str> = recorded.into_iter().flatten().filter_map(Value::as_str).collect();
        let contents: Vec<Option<&str>> = names.iter().map(|name| self.known(name).map(|known| known.content.as_str())).collect();
        let extra =
            event.at(&["extended_content"]).and_then(|items| items.get(0)).and_then(|item| item.get("text")).and_then(Value::as_str);
        let blocks = injected::blocks(extra.unwrap_or_default(), &contents);
        let mut skills = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let block = blocks.get(index);
            let matched = || hits.iter().flatten().find(|hit| hit.name == *name).map(|hit| hit.trigger.clone());
            let tokens = contents[index].or(block.map(|block| block.text)).map(crate::tokens::estimate);
            let trigger = block.map(|block| excerpt(block.trigger, MESSAGE_CHARS)).or_else(matched);
            skills.push(Fired {
                name: excerpt(name, MESSAGE_CHARS),
                trigger,
                via: Via::Trigger,
                first: !self.used.contains(*name),
                recorded: true,
                tokens,
            });
        }
        for hit in hits.iter().flatten() {
            if self.triggered.contains(&hit.name) && !names.contains(&hit.name.as_str()) {
                let tokens = self.known(&hit.name).map(|known| crate::tokens::estimate(&known.content));
                let trigger = Some(hit.trigger.clone());
                skills.push(Fired { name: hit.name.clone(), trigger, via: Via::Trigger, first: false, recorded: false, tokens });
            }
        }
        if let Some(known) = &self.state.skills {
            skills.sort_by_key(|fired| known.position(&fired.name));
        }
        self.used.extend(names.iter().map(|name| (*name).to_owned()));
        self.triggered.extend(names.iter().map(|name| (*name).to_owned()));
        let activation = Activation {
            blocked: self.state.blocked.contains(event.text(&["id"])),
            today: self.today.map(|today| today.hits(stripped)),
            repeats_known: hits.is_some(),
            ..self.activation(event.number, &text)
        };
        self.done.activations.push(Activation { skills, ..activation });
    }

    fn activation(&self, event: u64, message: &str) -> Activation {
        Activation { conversation: Some(self.done.name.clone()), event, message: excerpt(message, MESSAGE_CHARS), ..Activation::default() }
    }

    fn known(&self, name: &str) -> Option<&Known> {
        self.state.skills.as_ref()?.get(name)
    }

    fn action(&mut self, event: &Event) {
        let start = self.done.delegations.len();
        let mut pending = Pending {
            number: event.number,
            call: event.text(&["tool_call_id"]).to_owned(),
            path: event.at(&["action", "path"]).and_then(Value::as_str).map(|path| excerpt(path, MESSAGE_CHARS)),
            ..Pending::default()
        };
        pending.spawns = self.hand_on(event);
        pending.delegations = start..self.done.delegations.len();
        self.pending.insert(event.text(&["id"]).to_owned(), pending);
    }

    /// The action that `event` answers, by its id, for want of one by its tool call.
    fn answer(&mut self, event: &Event) -> Option<Pending> {
        let id = event.text(&["action_id"]);
        let found = if id.is_empty() { self.answer_by_call(event.text(&["tool_call_id"])) } else { self.answer_by_id(id) };
        if found.is_none() && !self.answered.iter().any(|answered| answered == id) {
            let message = format!("`{}` observes an action that is not in the log before it", excerpt(event.text(&["tool_name"]), 40));
            self.problems.found(ProblemKind::ObservationWithoutAction, event.number, message);
        }
        found
    }

    fn answer_by_id(&mut self, id: &str) -> Option<Pending> {
        let pending = self.pending.remove(id)?;
        if self.answered.len() == REMEMBERED {
            self.answered.pop_front();
        }
        self.answered.push_back(id.to_owned());
        Some(pending)
    }

    /// The youngest action of that tool call: providers may use an id again.
    fn answer_by_call(&mut self, call: &str) -> Option<Pending> {
        let of_call = self.pending.iter().filter(|(_, pending)| pending.call == call);
        let id = of_call.max_by_key(|(_, pending)| pending.number).map(|(id, _)| id.clone())?;
        self.answer_by_id(&id)
    }

    fn observation(&mut self, event: &Event) {
        let pending = self.answer(event).unwrap_or_default();
        let failed = event.at(&["observation", "is_error"]) == Some(&Value::Bool(true));
        let text = content(event.at(&["observation", "content"]), "\n");
        if event.text(&["observation", "kind"]) == "InvokeSkillObservation" {
            self.invoked(event, failed, &text);
        }
        self.rules(event, &pending);
        self.handed_back(event, &pending, failed, &text);
    }

    fn invoked(&mut self, event: &Event, failed: bool, text: &str) {
        let name = event.text(&["observation", "skill_name"]);
        let mut activation = self.activation(event.number, &format!("invoke_skill {name}"));
        activation.error = failed;
        activation.via = Via::Invoke;
        if !failed {
            let first = self.used.insert(name.to_owned());
            let tokens = Some(crate::tokens::estimate(text));
            activation.skills.push(Fired {
                name: excerpt(name, MESSAGE_CHARS),
                trigger: None,
                via: Via::Invoke,
                first,
                recorded: true,
                tokens,
            });
        }
        self.done.activations.push(activation);
    }

    fn rules(&mut self, event: &Event, pending: &Pending) {
        let extra = content(event.at(&["extended_content"]), "\n");
        let list = self.state.skills.as_ref().map(|skills| skills.list.as_slice()).unwrap_or_default();
        let at = |location: &str| list.iter().find(|known| known.source.as_deref() == Some(location));
        let mut skills = Vec::new();
        for rule in injected::rules(&extra, |location| at(location).map(|known| known.content.as_str())) {
            let known = rule
                .location
                .and_then(at)
                .or_else(|| list.iter().find(|known| known.paths.iter().any(|path| path == rule.glob(&known.paths))));
            let name = known.map_or_else(|| file_name(rule.location.unwrap_or("rule")), |known| known.name.clone());
            let trigger = Some(excerpt(rule.glob(known.map(|known| known.paths.as_slice()).unwrap_or_default()), MESSAGE_CHARS));
            let tokens = Some(crate::tokens::estimate(known.map_or(rule.text, |known| known.content.as_str())));
            let first = self.used.insert(name.clone());
            skills.push(Fired { name, trigger, via: Via::Path, first, recorded: true, tokens });
        }
        let touched = pending.path.clone().unwrap_or_else(|| excerpt(event.text(&["observation", "path"]), MESSAGE_CHARS));
        let today = self.ruled_today(&touched);
        if !skills.is_empty() || today.as_ref().is_some_and(|hits| !hits.is_empty()) {
            let activation = Activation { via: Via::Path, skills, today, repeats_known: true, ..self.activation(event.number, &touched) };
            self.done.activations.push(activation);
        }
    }

    /// Which of today's rules touching `path` would bring in, for the first time in this conversation.
    fn ruled_today(&mut self, path: &str) -> Option<Vec<Hit>> {
        let today = self.today?;
        let inside = match &self.state.workspace {
            Some(dir) => path.strip_prefix(dir.trim_end_matches('/')).and_then(|rest| rest.strip_prefix('/')),
            None => Some(path),
        };
        let hits = today.touched(inside.filter(|path| !path.is_empty())?);
        Some(hits.into_iter().filter(|hit| self.ruled.insert(hit.name.clone())).collect())
    }

    /// Ends the conversation: what is open stays open.
    pub(in super::super) fn finish(mut self) -> Done {
        for delegation in self.done.delegations.iter().filter(|delegation| delegation.result_event.is_none()) {
            let what = delegation.agent.as_deref().or(delegation.tool.as_deref()).unwrap_or("an agent");
            self.problems.found(ProblemKind::OpenDelegation, delegation.event, format!("`{what}` gave no answer before the log ends"));
        }
        let mut done = self.done;
        done.cost = self.state.cost();
        done.costs = self.state.costs.unwrap_or_default();
        done.branched = self.branches.branched;
        done.leaf = self.state.leaf;
        done.id = self.state.id;
        done.status = self.state.status;
        done.skills = self.state.skills.unwrap_or_default().list;
        done.problems = self.problems.finish(Some(&done.name));
        done
    }
}

/// What a rule is called after its file, when the log does not say.
fn file_name(location: &str) -> String {
    let path = std::path::Path::new(location);
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().and_then(|parent| parent.file_name()).map(|name| name.to_string_lossy().into_owned());
    if stem == "SKILL" { folder.unwrap_or(stem) } else { stem }
}
