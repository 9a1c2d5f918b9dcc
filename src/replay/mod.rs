//! What happened in a conversation: which microagents came in at which message, how work was delegated, and what
//! today's files would do instead. Reads logs of both runtimes, event by event: only what the report shows is kept.

mod archive;
pub mod compare;
pub mod delegation;
mod elements;
pub mod event;
pub mod known;
pub mod log;
pub mod problem;
pub mod remember;
mod sdk;
pub mod story;
pub mod timeline;
mod v0;

use std::ops::ControlFlow;

use crate::microagent::Loader;
use compare::Today;
use delegation::Delegation;
use event::Generation;
use known::Current;
use log::{Log, LogError};
use problem::{Problem, ProblemKind, Problems};
use timeline::{Activation, Fired, Total, UnusedTrigger, Via};

/// What a log says.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Replay {
    /// The version of this form.
    pub schema_version: u32,
    /// The path it was read from, as given.
    pub log: String,
    /// Which runtime wrote it.
    pub generation: Generation,
    /// SDK: the conversation's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<String>,
    /// SDK: the conversation's last known status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Events read, those of sub-agents included.
    pub events: u64,
    /// What it cost, in US dollars, as far as the log says.
    pub cost: Option<f64>,
    /// Messages, invoked skills and rules, in order; those of sub-agents behind those of their conversation.
    pub activations: Vec<Activation>,
    /// Work handed on, in order; that of sub-agents behind that of their conversation.
    pub delegations: Vec<Delegation>,
    /// SDK: conversations of sub-agents that no delegation of the log started.
    pub unlinked_sub_conversations: Vec<String>,
    /// What each microagent adds up to, by name.
    pub totals: Vec<Total>,
    /// Names that never came in though they have triggers: of today's microagents when asked for, else of those the log holds.
    pub never_fired: Vec<String>,
    /// Triggers that never brought their microagent in, of those that did come in.
    pub unused_triggers: Vec<UnusedTrigger>,
    /// The loader that today's microagents were read with, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub today_loader: Option<Loader>,
    /// What today's microagents would do, message by message.
    pub would_fire_today: Vec<Today>,
    /// What is wrong with the log.
    pub problems: Vec<Problem>,
}

impl Replay {
    /// Reads `log` to its end. With `today`, every message is matched against those microagents too.
    pub fn read(log: &mut Log, today: Option<&Current>) -> Result<Self, LogError> {
        let mut replay = if let Some(conversation) = log.conversation() {
            let read = sdk::read(&conversation, today.map(|today| &today.sdk), 0)
                .map_err(|error| LogError::Unreadable { name: log.name.clone(), reason: error.to_string() })?;
            Self::of_sdk(log, read, today.is_some())
        } else {
            Self::of_stream(log, today)?
        };
        if replay.events == 0 && !replay.problems.iter().any(|problem| problem.kind == ProblemKind::BrokenEvent) {
            return Err(LogError::NoLog(log.name.clone()));
        }
        let given: fn(&Fired) -> bool = match replay.generation {
            // repeats are in the log but are kept from the model, as long as the first one is in its view
            Generation::V0 => |fired| fired.first,
            Generation::Sdk => |fired| fired.recorded || fired.via == Via::Invoke,
        };
        replay.totals = timeline::totals(&replay.activations, given);
        if let Some(today) = today {
            let skills = today.of(replay.generation);
            replay.today_loader = Some(skills.loader());
            replay.would_fire_today = compare::today(&replay.activations, |name| skills.get(name).is_some());
            replay.never_and_unused(&skills.list);
        }
        Ok(replay)
    }

    /// Whether an event could not be read, so that something may be missing here.
    pub fn is_incomplete(&self) -> bool {
        self.problems.iter().any(|problem| problem.kind == ProblemKind::BrokenEvent)
    }

    fn empty(log: &Log, generation: Generation) -> Self {
        Self {
            schema_version: 1,
            log: log.name.clone(),
            generation,
            conversation_id: None,
            status: None,
            events: 0,
            cost: None,
            activations: Vec::new(),
            delegations: Vec::new(),
            unlinked_sub_conversations: Vec::new(),
            totals: Vec::new(),
            never_fired: Vec::new(),
            unused_triggers: Vec::new(),
            today_loader: None,
            would_fire_today: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn never_and_unused(&mut self, known: &[known::Known]) {
        (self.never_fired, self.unused_triggers) = timeline::unused(&self.activations, known);
    }

    fn of_sdk(log: &Log, read: sdk::Read, today: bool) -> Self {
        let mut replay = Self::empty(log, Generation::Sdk);
        replay.conversation_id.clone_from(&read.fold.id);
        replay.status.clone_from(&read.fold.status);
        replay.cost = read.fold.cost;
        let mut skills = Vec::new();
        read.skills(&mut skills);
        replay.take(read);
        if !today {
            replay.never_and_unused(&skills);
        }
        replay
    }

    fn take(&mut self, read: sdk::Read) {
        self.events += read.fold.events;
        self.activations.extend(read.fold.activations);
        self.delegations.extend(read.fold.delegations);
        self.unlinked_sub_conversations.extend(read.fold.unlinked);
        self.problems.extend(read.fold.problems);
        for child in read.children {
            self.take(child);
        }
    }

    /// A stream, or a V0 session: the first event that is one says which runtime wrote it.
    fn of_stream(log: &mut Log, today: Option<&Current>) -> Result<Self, LogError> {
        let mut generation = log.generation();
        let mut v0 = v0::Fold::new(today.map(|today| &today.legacy));
        let mut sdk = sdk::Fold::new(".".into(), 0, sdk::State::default(), today.map(|today| &today.sdk));
        let mut problems = Problems::default();
        let mut events = 0;
        log.events(&mut |item| {
            match item {
                Err(broken) => problems.broken(broken),
                Ok(event) => {
                    events += 1;
                    let own = event.generation();
                    generation = generation.or(own);
                    match (generation, own) {
                        (Some(Generation::V0), Some(Generation::V0)) => v0.event(&event),
                        (Some(Generation::Sdk), Some(Generation::Sdk)) => sdk.event(&event),
                        (_, None) => problems.unknown(&event, ""),
                        (_, Some(_)) => problems.unknown(&event, "event of the other runtime"),
                    }
                }
            }
            ControlFlow::Continue(())
        })?;
        let problems = problems.finish(None);
        let Some(generation) = generation else {
            return match problems.into_iter().find(|problem| problem.kind == ProblemKind::BrokenEvent) {
                Some(Problem { place: Some(place), message, .. }) => {
                    Err(LogError::Unreadable { name: log.name.clone(), reason: format!("{place}: {message}") })
                }
                _ => Err(LogError::NoLog(log.name.clone())),
            };
        };
        let mut replay = if generation == Generation::Sdk {
            Self::of_sdk(log, sdk::Read { fold: sdk.finish(), children: Vec::new() }, today.is_some())
        } else {
            v0.finish();
            let mut replay = Self::empty(log, Generation::V0);
            replay.cost = v0.cost;
            replay.activations = v0.activations;
            replay.delegations = v0.delegations;
            replay.problems = v0.problems.finish(None);
            replay
        };
        replay.events = events;
        replay.problems.extend(problems);
        Ok(replay)
    }
}
