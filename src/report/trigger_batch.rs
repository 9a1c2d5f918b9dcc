//! A batch of messages or paths for people: a line for each, a summary, two runtimes side by side.

use super::table::table;
use super::trigger::{Answers, would_fire, wrapped};
use crate::count::count;
use crate::trigger::summary::Summary;
use crate::trigger::{Fired, Query, Turn};
use crate::visible;

/// Characters of a message shown in a line.
const EXCERPT: usize = 60;

/// A line for each question: what it is, and who fires by which trigger.
pub fn lines(answers: &Answers<'_, '_>, width: usize) -> String {
    let rows: Vec<Vec<String>> = answers.pairs().enumerate().map(|(index, pair)| row(index, pair)).collect();
    let asked = if matches!(answers.queries.first(), Some(Query::Touch(_))) { "PATH" } else { "MESSAGE" };
    table(&["", asked, "FIRES"], &rows, width)
}

fn row(index: usize, (query, turn): (&Query, &Turn<'_>)) -> Vec<String> {
    let repeated = turn.repeated.iter().map(|(fired, first)| format!("({} again, given at {})", fired.microagent.name, first + 1));
    let fires: Vec<String> = turn.fired.iter().map(by).chain(repeated).collect();
    let fires = if fires.is_empty() { "-".to_owned() } else { fires.join(", ") };
    vec![(index + 1).to_string(), short(query.text()), visible::line(&fires)]
}

fn by(fired: &Fired<'_>) -> String {
    if fired.trigger() == fired.microagent.name {
        fired.trigger().to_owned()
    } else {
        format!("{} by `{}`", fired.microagent.name, fired.trigger())
    }
}

/// The first characters of a text in one line.
fn short(text: &str) -> String {
    let line = visible::line(text.trim());
    match line.char_indices().nth(EXCERPT) {
        Some((at, _)) => line.get(..at).unwrap_or("").to_owned() + "…",
        None => line,
    }
}

/// The summary of a batch.
pub fn summary(answers: &Answers<'_, '_>, summary: &Summary<'_>, width: usize) -> String {
    let microagents = answers.matcher.microagents();
    let rows: Vec<Vec<String>> = summary
        .rows
        .iter()
        .map(|row| {
            let triggers: Vec<String> = row.triggers.iter().map(|(trigger, count)| format!("{trigger} ({count})")).collect();
            vec![
                visible::line(&microagents[row.index].name),
                row.count.to_string(),
                share(row.count, summary.queries),
                visible::line(&triggers.join(", ")),
            ]
        })
        .collect();
    let asked = if matches!(answers.queries.first(), Some(Query::Touch(_))) { "path" } else { "message" };
    let mut out = format!("{} ({})\n\n", count(summary.queries, asked), answers.matcher.loader().name());
    if !rows.is_empty() {
        out += &table(&["NAME", "HITS", "SHARE", "BY"], &rows, width);
    }
    if summary.rows.is_empty() && summary.never.is_empty() {
        out += &match microagents.len() {
            0 => "no microagents are loaded\n".to_owned(),
            total => format!("none of {total} microagents has a trigger or a path that can fire\n"),
        };
    }
    let never: Vec<&str> =
        summary.never.iter().filter(|index| answers.shown[**index]).map(|index| microagents[*index].name.as_str()).collect();
    if !never.is_empty() {
        let gap = if rows.is_empty() { "" } else { "\n" };
        out += &format!("{gap}{}", wrapped("never fires", &never, width));
    }
    out
}

/// Part of a whole in whole percents.
pub(super) fn share(part: usize, whole: usize) -> String {
    format!("{}%", (part * 100 + whole / 2).checked_div(whole).unwrap_or(0))
}

/// What two runtimes make of the question at `index`, side by side.
pub fn both(sdk: &Answers<'_, '_>, legacy: &Answers<'_, '_>, index: usize, width: usize) -> String {
    let query = &sdk.queries[index];
    let turns = [&sdk.turns[index], &legacy.turns[index]];
    let mut names: Vec<&str> = Vec::new();
    for fired in turns.iter().flat_map(|turn| &turn.fired) {
        if !names.contains(&fired.microagent.name.as_str()) {
            names.push(&fired.microagent.name);
        }
    }
    let by = |turn: &Turn<'_>, name: &str| {
        let fired = turn.fired.iter().find(|fired| fired.microagent.name == name);
        fired.map_or("-".to_owned(), |fired| format!("`{}`", fired.trigger()))
    };
    let row = |name: &&str| vec![visible::line(name), by(turns[0], name), by(turns[1], name)];
    let rows: Vec<Vec<String>> = names.iter().map(row).collect();
    let mut out = short(query.text()) + "\n";
    out += &if rows.is_empty() { "nothing fires with either loader\n".to_owned() } else { table(&["NAME", "SDK", "LEGACY"], &rows, width) };
    for (answers, turn) in [sdk, legacy].into_iter().zip(turns) {
        let would = would_fire(answers, query, turn);
        if !would.is_empty() {
            out += &wrapped(&format!("{}: would fire, but is not loaded", answers.matcher.loader().name()), &would, width);
        }
    }
    out
}
