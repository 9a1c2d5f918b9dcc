//! What is wrong with a log: events that cannot be read, and events that do not fit together.

use std::collections::BTreeMap;

use super::event::{Broken, Event, Place};

/// Problems that are listed one by one; the rest is counted.
const MAX_LISTED: usize = 200;

/// Kinds of unknown events that are told apart.
const MAX_UNKNOWN: usize = 50;

/// The kinds of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// An event cannot be read: the report lacks it.
    BrokenEvent,
    /// An event of a kind that no runtime known here writes.
    UnknownEvent,
    /// An observation of an action that is not in the log.
    ObservationWithoutAction,
    /// A delegate's answer to nothing.
    ResultWithoutDelegation,
    /// A delegation without an answer.
    OpenDelegation,
    /// A recall of no message.
    RecallWithoutMessage,
}

impl ProblemKind {
    /// As written in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BrokenEvent => "broken-event",
            Self::UnknownEvent => "unknown-event",
            Self::ObservationWithoutAction => "observation-without-action",
            Self::ResultWithoutDelegation => "result-without-delegation",
            Self::OpenDelegation => "open-delegation",
            Self::RecallWithoutMessage => "recall-without-message",
        }
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Problem {
    /// Its kind.
    pub kind: ProblemKind,
    /// SDK: the conversation it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// The event, when it could be read.
    pub event: Option<u64>,
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What is wrong: lower case, no full stop.
    pub message: String,
}

/// The problems of one conversation, collected in bounded space.
#[derive(Debug, Default)]
pub(super) struct Problems {
    listed: Vec<Problem>,
    more: BTreeMap<ProblemKind, u64>,
    unknown: BTreeMap<String, (u64, Problem)>,
}

impl Problems {
    pub(super) fn broken(&mut self, broken: Broken) {
        self.add(Problem {
            kind: ProblemKind::BrokenEvent,
            conversation: None,
            event: None,
            message: broken.message,
            place: Some(broken.place),
        });
    }

    pub(super) fn found(&mut self, kind: ProblemKind, event: u64, message: impl Into<String>) {
        self.add(Problem { kind, conversation: None, event: Some(event), place: None, message: message.into() });
    }

    /// Counts an event of the unknown kind `name`.
    pub(super) fn unknown(&mut self, event: &Event, name: &str) {
        let name = super::event::excerpt(name, 80);
        if let Some((count, _)) = self.unknown.get_mut(&name) {
            *count += 1;
        } else if self.unknown.len() < MAX_UNKNOWN {
            let kind = ProblemKind::UnknownEvent;
            let problem =
                Problem { kind, conversation: None, event: Some(event.number), place: Some(event.place.clone()), message: String::new() };
            self.unknown.insert(name, (1, problem));
        } else {
            *self.more.entry(ProblemKind::UnknownEvent).or_default() += 1;
        }
    }

    fn add(&mut self, problem: Problem) {
        if self.listed.len() < MAX_LISTED {
            self.listed.push(problem);
        } else {
            *self.more.entry(problem.kind).or_default() += 1;
        }
    }

    /// All of them, those of `conversation`.
    pub(super) fn finish(self, conversation: Option<&str>) -> Vec<Problem> {
        let mut all = self.listed;
        for (name, (count, problem)) in self.unknown {
            let what =
                if name.is_empty() { "neither `kind` nor `action` nor `observation`".to_owned() } else { format!("unknown kind `{name}`") };
            let more = if count > 1 { format!(", {count} events") } else { String::new() };
            all.push(Problem { message: format!("{what}{more}"), ..problem });
        }
        for (kind, count) in self.more {
            all.push(Problem { kind, conversation: None, event: None, place: None, message: format!("{count} more of this kind") });
        }
        for problem in &mut all {
            problem.conversation = conversation.map(str::to_owned);
        }
        all
    }
}
