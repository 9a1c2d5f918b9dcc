//! A replay for people: the story as a table, the delegations as a tree, what it adds up to.

use std::fmt::Write as _;

use super::table::table;
use crate::microagent::Loader;
use crate::replay::Replay;
use crate::replay::compare::Today;
use crate::replay::delegation::{Delegation, Outcome};
use crate::replay::event::{Generation, excerpt};
use crate::replay::problem::Problem;
use crate::replay::story::{MAX_LEVELS, Step, What, delegations, story};
use crate::replay::timeline::{Activation, Fired, Via};
use crate::visible;

/// Characters of a message, a task or a result that are shown.
const SHOWN_CHARS: usize = 100;

/// The whole report, at most `width` columns wide where the words allow it.
pub fn text(replay: &Replay, width: usize) -> String {
    let mut out = head(replay);
    let steps = story(replay);
    if !steps.is_empty() {
        let rows: Vec<_> = steps.iter().map(row).collect();
        out += &format!("\n{}", table(&["EVENT", "WHAT HAPPENED", "CAME IN"], &rows, width));
    }
    if !replay.delegations.is_empty() {
        out += &format!("\ndelegations\n{}", tree(replay));
    }
    if !replay.totals.is_empty() {
        let number = |number: usize| number.to_string();
        let rows: Vec<_> = replay
            .totals
            .iter()
            .map(|total| vec![total.name.clone(), number(total.fired), number(total.repeated), number(total.tokens)])
            .collect();
        out += &format!("\n{}", table(&["MICROAGENT", "FIRST TIME", "AGAIN", "TOKENS"], &rows, width));
    }
    out += &never(replay, width);
    if !replay.would_fire_today.is_empty() {
        let loader = replay.today_loader.map(Loader::name).unwrap_or_default();
        let _ = writeln!(out, "\nwhat today's microagents would do ({loader} loader)");
        out += &today(&replay.would_fire_today, width);
    }
    if !replay.problems.is_empty() {
        out += "\nproblems\n";
        for problem in &replay.problems {
            let _ = writeln!(out, "  {}", visible::line(&problem_line(problem)));
        }
    }
    out
}

fn head(replay: &Replay) -> String {
    let runtime = match replay.generation {
        Generation::V0 => "V0",
        Generation::Sdk => "SDK",
    };
    let cost = replay.cost.map(|cost| format!(", {}", dollars(cost))).unwrap_or_default();
    let status = replay.status.as_ref().map(|status| format!(", {status}")).unwrap_or_default();
    let events = if replay.events == 1 { "event" } else { "events" };
    format!("{}\n", visible::line(&format!("{}: {runtime} log, {} {events}{cost}{status}", replay.log, replay.events)))
}

/// An amount of US dollars, to a hundredth of a cent.
pub(super) fn dollars(amount: f64) -> String {
    let text = format!("{amount:.4}");
    format!("${}", text.strip_suffix("00").unwrap_or(&text))
}

fn row(step: &Step<'_>) -> Vec<String> {
    let indent = "· ".repeat(step.level.min(MAX_LEVELS));
    let (event, what, came_in) = match step.what {
        What::Activation(activation) => (activation.event.to_string(), happened(activation), came_in(activation)),
        What::Delegation(delegation) => (delegation.event.to_string(), format!("→ {}", handed_on(delegation)), end(delegation)),
        What::Unlinked(name) => (String::new(), format!("sub-agent of its own: {name}"), String::new()),
    };
    vec![event, format!("{indent}{}", visible::line(&what)), came_in]
}

fn happened(activation: &Activation) -> String {
    let message = start(&activation.message);
    match activation.via {
        Via::Path => format!("touched {message}"),
        _ if activation.abandoned => format!("{message} (on a branch that was left)"),
        _ if activation.blocked => format!("{message} (kept from the model by a hook)"),
        _ => message,
    }
}

fn came_in(activation: &Activation) -> String {
    if activation.error {
        return "nothing: no such skill".into();
    }
    activation.skills.iter().map(|fired| visible::line(&fired_line(fired))).collect::<Vec<_>>().join("\n")
}

/// `git by "git", first time`.
pub(super) fn fired_line(fired: &Fired) -> String {
    let by = match (&fired.trigger, fired.via) {
        (_, Via::Invoke) => " asked for".to_owned(),
        (Some(trigger), _) => format!(" by \"{trigger}\""),
        (None, _) => String::new(),
    };
    let when = match (fired.first, fired.recorded) {
        (true, _) => "first time",
        (false, true) => "again",
        (false, false) => "again, not recorded",
    };
    format!("{}{by}, {when}", fired.name)
}

/// `ChildAgent: read the page`.
pub(super) fn handed_on(delegation: &Delegation) -> String {
    let agent = delegation.agent.as_deref().or(delegation.tool.as_deref()).unwrap_or("unknown agent");
    let id = delegation.id.as_ref().map(|id| format!(" ({id})")).unwrap_or_default();
    let task = delegation.task.as_ref().map(|task| format!(": {}", start(task))).unwrap_or_default();
    format!("{agent}{id}{task}")
}

/// The start of `text` on one line: line ends and runs of white space become one space.
fn start(text: &str) -> String {
    // a text kept is short, so that all of it may be looked at
    excerpt(&text.split_whitespace().collect::<Vec<_>>().join(" "), SHOWN_CHARS)
}

fn end(delegation: &Delegation) -> String {
    match delegation.result_event {
        Some(event) if delegation.outcome != Outcome::Open => format!("{} at {event}", delegation.outcome.name()),
        _ => delegation.outcome.name().into(),
    }
}

/// `level 1, 8 events, 2 steps, $0.01`.
pub(super) fn measures(delegation: &Delegation) -> String {
    let count = |number: u64, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let mut parts = vec![format!("level {}", delegation.depth), count(delegation.events, "event"), count(delegation.iterations, "step")];
    parts.extend(delegation.cost.or(delegation.cost_inside).map(dollars));
    parts.join(", ")
}

/// The delegations in the order of the story, as a tree.
fn tree(replay: &Replay) -> String {
    let all = delegations(replay);
    // written from the last to the first: then it is known at which levels the branch goes on
    let mut goes_on = [false; MAX_LEVELS + 1];
    let mut blocks = Vec::new();
    for (level, delegation) in all.into_iter().rev() {
        let stem: String = goes_on[..level].iter().map(|more| if *more { "│  " } else { "   " }).collect();
        let (branch, below) = if goes_on[level] { ("├─ ", "│  ") } else { ("└─ ", "   ") };
        let result = delegation.result.as_ref().map(|result| format!(": {}", start(result))).unwrap_or_default();
        let mut block = format!("{stem}{branch}{} {}\n", delegation.event, visible::line(&handed_on(delegation)));
        let _ = writeln!(block, "{stem}{below}{}{}", end(delegation), visible::line(&result));
        let _ = writeln!(block, "{stem}{below}{}", measures(delegation));
        blocks.push(block);
        goes_on[level] = true;
        goes_on[level + 1..].fill(false);
    }
    blocks.into_iter().rev().collect()
}

fn never(replay: &Replay, width: usize) -> String {
    let mut out = String::new();
    let mut list = |title: &str, items: Vec<String>| {
        if !items.is_empty() {
            let line = visible::line(&format!("{title}: {}", items.join(", ")));
            let _ = writeln!(out, "\n{}", textwrap::fill(&line, textwrap::Options::new(width).subsequent_indent("  ").break_words(false)));
        }
    };
    let today = replay.today_loader.is_some();
    list(if today { "of today's microagents never fired" } else { "never fired" }, replay.never_fired.clone());
    list(
        if today { "of today's triggers never did it" } else { "triggers that never did it" },
        replay.unused_triggers.iter().map(|unused| format!("\"{}\" ({})", unused.trigger, unused.name)).collect(),
    );
    out
}

fn today(compared: &[Today], width: usize) -> String {
    let names = |sign: char, names: &[String]| names.iter().map(|name| format!("{sign} {}", visible::line(name))).collect::<Vec<_>>();
    let rows: Vec<_> = compared
        .iter()
        .map(|today| {
            let fires: Vec<_> = today.fires.iter().map(|hit| visible::line(&format!("{} by \"{}\"", hit.name, hit.trigger))).collect();
            let mut changes = names('+', &today.gained);
            let still: Vec<String> = today.lost.iter().filter(|name| !today.gone.contains(name)).cloned().collect();
            changes.extend(names('-', &still));
            changes.extend(names('-', &today.gone).into_iter().map(|line| line + " (not there today)"));
            vec![today.event.to_string(), visible::line(&start(&today.message)), fires.join("\n"), changes.join("\n")]
        })
        .collect();
    table(&["EVENT", "MESSAGE", "TODAY", "CHANGE"], &rows, width)
}

/// `open-delegation at event 5: …`.
pub(super) fn problem_line(problem: &Problem) -> String {
    let event = problem.event.map(|event| format!(" at event {event}")).unwrap_or_default();
    let place = problem.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
    let conversation = problem.conversation.as_deref().filter(|name| *name != ".").map(|name| format!(" of {name}")).unwrap_or_default();
    format!("{}{event}{conversation}{place}: {}", problem.kind.name(), problem.message)
}
