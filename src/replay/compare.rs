//! What today's microagents would do at each message of a log, beside what was done.

use std::collections::{BTreeMap, BTreeSet};

use super::known::Hit;
use super::timeline::{Activation, Via};

/// A message or a touched file at which today's microagents would come in, or no longer.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Today {
    /// SDK: the conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// Its event.
    pub event: u64,
    /// V0: the enclosing delegate actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Vec<u64>>,
    /// Whether it is a message or a file touched.
    pub via: Via,
    /// The start of the message, or the file.
    pub message: String,
    /// What matches today.
    pub fires: Vec<Hit>,
    /// Names that match today and did not then.
    pub gained: Vec<String>,
    /// Names that matched then and do not today.
    pub lost: Vec<String>,
    /// Names that came in then, by whatever, and that no microagent of today has.
    pub gone: Vec<String>,
}

/// Compares every message that was matched against today's microagents; those without a hit then and now are left out.
/// What the model asked for is told only when `exists` says that it is no longer there.
pub fn today(activations: &[Activation], exists: impl Fn(&str) -> bool) -> Vec<Today> {
    // without the skills of the time, a name that fired before may have matched again unseen
    let mut before: BTreeMap<Option<&str>, BTreeSet<&str>> = BTreeMap::new();
    let mut compared = Vec::new();
    for activation in activations {
        let then = || activation.skills.iter().map(|fired| fired.name.as_str());
        let fires = match (&activation.today, activation.via) {
            (Some(fires), _) => fires.as_slice(),
            (None, Via::Invoke) => &[],
            (None, _) => continue,
        };
        let asked = activation.today.is_none();
        let gone: Vec<String> = then().filter(|name| !exists(name)).map(str::to_owned).collect();
        let seen = before.entry(activation.conversation.as_deref()).or_default();
        let unseen = |name: &str| !activation.repeats_known && seen.contains(name);
        let gained: Vec<String> = fires
            .iter()
            .map(|hit| hit.name.as_str())
            .filter(|name| !then().any(|other| other == *name) && !unseen(name))
            .map(str::to_owned)
            .collect();
        let missed = |name: &&str| !asked && !fires.iter().any(|hit| hit.name == *name);
        let lost: Vec<String> = then().filter(missed).map(str::to_owned).collect();
        seen.extend(then());
        if !fires.is_empty() || !lost.is_empty() || !gone.is_empty() {
            let via = activation.via;
            let (conversation, scope) = (activation.conversation.clone(), activation.scope.clone());
            compared.push(Today {
                conversation,
                event: activation.event,
                scope,
                via,
                message: activation.message.clone(),
                fires: fires.to_vec(),
                gained,
                lost,
                gone,
            });
        }
    }
    compared
}

#[cfg(test)]
mod tests {
    use super::super::timeline::Fired;
    use super::*;

    fn activation(event: u64, then: &[&str], now: Option<&[&str]>, repeats_known: bool) -> Activation {
        let fired =
            |name: &&str| Fired { name: (*name).to_owned(), trigger: None, via: Via::Trigger, first: true, recorded: true, tokens: None };
        let hit = |name: &&str| Hit { name: (*name).to_owned(), trigger: "t".into() };
        Activation {
            event,
            skills: then.iter().map(fired).collect(),
            today: now.map(|now| now.iter().map(hit).collect()),
            repeats_known,
            ..Activation::default()
        }
    }

    #[test]
    fn what_changed_is_told_and_what_the_log_leaves_out_is_not_taken_for_news() {
        let activations = [
            activation(1, &["a", "b"], Some(&["b", "c"]), false),
            activation(2, &[], Some(&["a", "d"]), false),
            activation(3, &[], Some(&["a"]), true),
            activation(4, &[], Some(&[]), true),
            activation(5, &["e"], None, true),
            Activation { via: Via::Invoke, ..activation(6, &["b"], None, true) },
            Activation { via: Via::Invoke, ..activation(7, &["f"], None, true) },
        ];
        let compared = today(&activations, |name| !matches!(name, "a" | "f"));
        let told = compared.iter().map(|today| (today.event, today.gained.join(" "), today.lost.join(" "), today.gone.join(" ")));
        let line = |event, gained: &str, lost: &str, gone: &str| (event, gained.to_owned(), lost.to_owned(), gone.to_owned());
        let expected = [line(1, "c", "a", "a"), line(2, "d", "", ""), line(3, "a", "", ""), line(7, "", "", "f")];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}
