//! A replay as one HTML page that needs nothing else: no script, no network, light or dark as the browser is set.

use std::fmt::Write as _;

use super::replay_text::{dollars, handed_on, measures, problem_line};
use crate::count::count;
use crate::replay::Replay;
use crate::replay::compare::Today;
use crate::replay::delegation::{Delegation, Outcome};
use crate::replay::event::Generation;
use crate::replay::story::{MAX_LEVELS, Step, What, delegations, story};
use crate::replay::timeline::{Activation, Fired, Total, Via};
use crate::visible;

const STYLE: &str = include_str!("replay_html.css");

/// The page for `replays`. Texts of the logs are escaped; the policy in its head forbids whatever would load or run.
pub fn page(replays: &[Replay]) -> String {
    let title = match replays {
        [replay] => format!("Replay of {}", replay.log),
        _ => format!("Replay of {}", count(replays.len(), "log")),
    };
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        escape(&title)
    );
    for replay in replays {
        log(replay, &mut out);
    }
    out += "<footer>Written by microagent. Tokens are estimates: one for every four characters.</footer>\n</main>\n</body>\n</html>\n";
    out
}

/// One line of text for HTML: what could hide or reorder is made visible, what could end an element is escaped.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible::line(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// The same with line ends kept.
fn escape_block(text: &str) -> String {
    text.split('\n').map(|line| escape(line.trim_end_matches('\r'))).collect::<Vec<_>>().join("\n")
}

fn log(replay: &Replay, out: &mut String) {
    let _ = write!(out, "<section class=\"log\">\n<h1>{}</h1>\n", escape(&replay.log));
    let runtime = match replay.generation {
        Generation::V0 => "V0 log",
        Generation::Sdk => "SDK log",
    };
    let extra = [replay.status.as_deref(), replay.conversation_id.as_deref()].into_iter().flatten();
    let line = std::iter::once(runtime).chain(extra).map(escape).collect::<Vec<_>>().join(" · ");
    let _ = writeln!(out, "<p class=\"soft\">{line}</p>");
    facts(replay, out);
    timeline(replay, out);
    if !replay.delegations.is_empty() {
        *out += "<h2>Delegations</h2>\n";
        tree(replay, out);
    }
    totals(replay, out);
    if !replay.would_fire_today.is_empty() {
        today(&replay.would_fire_today, out);
    }
    if !replay.problems.is_empty() {
        *out += "<h2>Problems</h2>\n<ul class=\"plain\">\n";
        for problem in &replay.problems {
            let _ = writeln!(out, "<li>{}</li>", escape(&problem_line(problem)));
        }
        *out += "</ul>\n";
    }
    *out += "</section>\n";
}

fn facts(replay: &Replay, out: &mut String) {
    let fired: usize = replay.totals.iter().map(|total| total.fired).sum();
    let repeated: usize = replay.totals.iter().map(|total| total.repeated).sum();
    let tokens: usize = replay.totals.iter().map(|total| total.tokens).sum();
    let fact = |number: usize, one: &'static str, many: &'static str| (number.to_string(), if number == 1 { one } else { many });
    let mut facts = vec![
        (replay.events.to_string(), if replay.events == 1 { "event" } else { "events" }),
        fact(fired, "came in", "came in"),
        fact(repeated, "came again", "came again"),
        fact(tokens, "token given", "tokens given"),
        fact(replay.delegations.len(), "delegation", "delegations"),
    ];
    facts.extend(replay.cost.map(|cost| (dollars(cost), "cost")));
    facts.push(fact(replay.problems.len(), "problem", "problems"));
    *out += "<ul class=\"facts\">\n";
    for (number, what) in facts {
        let _ = writeln!(out, "<li><b>{}</b>{what}</li>", escape(&number));
    }
    *out += "</ul>\n";
}

fn timeline(replay: &Replay, out: &mut String) {
    *out += "<h2>Timeline</h2>\n<ol class=\"story\">\n";
    for step in story(replay) {
        item(&step, out);
    }
    *out += "</ol>\n";
}

fn item(step: &Step<'_>, out: &mut String) {
    let rails = "<span class=\"rail\"></span>".repeat(step.level.min(MAX_LEVELS));
    let (event, class, inner) = match step.what {
        What::Activation(activation) => {
            (activation.event.to_string(), if activation.skills.is_empty() { "what nothing" } else { "what" }, came_in(activation))
        }
        What::Delegation(delegation) => (delegation.event.to_string(), "what handed", handed(delegation)),
        What::Unlinked(name) => (
            String::new(),
            "what handed",
            format!("<span class=\"soft\">sub-agent that no delegation started:</span> <code>{}</code>", escape(name)),
        ),
    };
    let _ =
        writeln!(out, "<li><div class=\"number\">{event}</div><div class=\"lane\">{rails}<div class=\"{class}\">{inner}</div></div></li>");
}

fn came_in(activation: &Activation) -> String {
    let label = match activation.via {
        Via::Path => "<span class=\"soft\">touched</span> ",
        Via::Invoke if activation.error => "<span class=\"soft\">the model asked for what is not there:</span> ",
        Via::Invoke => "<span class=\"soft\">the model asked:</span> ",
        Via::Trigger => "",
    };
    let abandoned = if activation.abandoned { " <span class=\"badge interrupted\">on a branch that was left</span>" } else { "" };
    let blocked = if activation.blocked { " <span class=\"badge rejected\">kept from the model by a hook</span>" } else { "" };
    let chips: String = activation.skills.iter().map(chip).collect();
    let chips = if chips.is_empty() { String::new() } else { format!("<div class=\"chips\">{chips}</div>") };
    format!("<div class=\"message\">{label}{}{blocked}{abandoned}</div>{chips}", escape_block(&activation.message))
}

fn chip(fired: &Fired) -> String {
    let by = fired.trigger.as_ref().map(|trigger| format!(" by “{}”", escape(trigger))).unwrap_or_default();
    let (class, when) = match (fired.first, fired.recorded) {
        (true, _) => ("first", ""),
        (false, true) => ("again", " again"),
        (false, false) => ("again", " again, not recorded"),
    };
    let tokens = fired.tokens.filter(|_| fired.first).map(|tokens| format!(" · {}", count(tokens, "token"))).unwrap_or_default();
    format!("<span class=\"chip {class}\"><b>{}</b>{by}{when}{tokens}</span>", escape(&fired.name))
}

fn badge(outcome: Outcome) -> String {
    format!("<span class=\"badge {0}\">{0}</span>", outcome.name())
}

fn handed(delegation: &Delegation) -> String {
    let at = delegation.result_event.map(|event| format!(" <span class=\"soft\">at {event}</span>")).unwrap_or_default();
    format!("<span class=\"soft\">handed on to</span> {} {}{at}", escape(&handed_on(delegation)), badge(delegation.outcome))
}

/// The delegations as nested lists.
fn tree(replay: &Replay, out: &mut String) {
    let all = delegations(replay);
    *out += "<ul class=\"tree\">\n";
    branches(&all, out);
    *out += "</ul>\n";
}

/// The items of one list, each with the list of those below it; no deeper than [`MAX_LEVELS`].
fn branches(mut rest: &[(usize, &Delegation)], out: &mut String) {
    while let [(level, first), behind @ ..] = rest {
        let below = behind.iter().take_while(|(other, _)| other > level).count();
        node(first, out);
        if below > 0 {
            *out += "\n<ul>\n";
            branches(&behind[..below], out);
            *out += "</ul>\n";
        }
        *out += "</li>\n";
        rest = &behind[below..];
    }
}

fn node(delegation: &Delegation, out: &mut String) {
    let event = delegation.event;
    let _ = write!(
        out,
        "<li><div class=\"what\">{} <span class=\"soft\">event {event}, {}</span>",
        badge(delegation.outcome),
        escape(&measures(delegation))
    );
    let _ = write!(out, "<div class=\"message\">{}</div>", escape(&handed_on(delegation)));
    if let Some(inputs) = delegation.inputs.as_object().filter(|inputs| inputs.keys().any(|key| key != "task")) {
        let inputs: Vec<_> = inputs
            .iter()
            .filter(|(key, _)| *key != "task")
            .map(|(key, value)| format!("<code>{}</code>", escape(&format!("{key}: {value}"))))
            .collect();
        let _ = write!(out, "<p>{}</p>", inputs.join(" "));
    }
    if let Some(result) = &delegation.result {
        let _ = write!(out, "<div class=\"result\">{}</div>", escape_block(result));
    }
    *out += "</div>";
}

fn totals(replay: &Replay, out: &mut String) {
    if !replay.totals.is_empty() {
        *out += "<h2>Microagents</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>Name</th><th class=\"n\">First time</th><th class=\"n\">Again</th><th class=\"n\">Tokens given</th></tr></thead>\n<tbody>\n";
        for total in &replay.totals {
            let Total { name, fired, repeated, tokens } = total;
            let numbers = format!("<td class=\"n\">{fired}</td><td class=\"n\">{repeated}</td><td class=\"n\">{tokens}</td>");
            let _ = writeln!(out, "<tr><td>{}</td>{numbers}</tr>", escape(name));
        }
        *out += "</tbody></table></div>\n";
    }
    let code = |text: &str| format!("<code>{}</code>", escape(text));
    if !replay.never_fired.is_empty() {
        let names: Vec<_> = replay.never_fired.iter().map(|name| code(name)).collect();
        let title = if replay.today_loader.is_some() { "Of today’s microagents never fired:" } else { "Never fired:" };
        let _ = writeln!(out, "<p><span class=\"soft\">{title}</span> {}</p>", names.join(" "));
    }
    if !replay.unused_triggers.is_empty() {
        let triggers: Vec<_> =
            replay.unused_triggers.iter().map(|unused| format!("{} of {}", code(&unused.trigger), escape(&unused.name))).collect();
        let title = if replay.today_loader.is_some() { "Of today’s triggers never did it:" } else { "Triggers that never did it:" };
        let _ = writeln!(out, "<p><span class=\"soft\">{title}</span> {}</p>", triggers.join(", "));
    }
}

fn today(compared: &[Today], out: &mut String) {
    *out += "<h2>What today’s microagents would do</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th class=\"n\">Event</th><th>Message</th><th>Today</th><th>Change</th></tr></thead>\n<tbody>\n";
    for today in compared {
        let fires: Vec<_> = today.fires.iter().map(|hit| format!("{} by “{}”", escape(&hit.name), escape(&hit.trigger))).collect();
        let change = |class: &str, sign: &str, names: &[String], why: &str| {
            names.iter().map(|name| format!("<div class=\"{class}\">{sign} {}{why}</div>", escape(name))).collect::<Vec<_>>().concat()
        };
        let still: Vec<String> = today.lost.iter().filter(|name| !today.gone.contains(name)).cloned().collect();
        let gone = change("lost", "−", &today.gone, " <span class=\"soft\">not there today</span>");
        let changes = change("gained", "+", &today.gained, "") + &change("lost", "−", &still, "") + &gone;
        let _ = writeln!(
            out,
            "<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            today.event,
            escape(&today.message),
            fires.join("<br>"),
            if changes.is_empty() { "<span class=\"soft\">none</span>" } else { &changes }
        );
    }
    *out += "</tbody></table></div>\n";
}
