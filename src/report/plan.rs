//! A migration plan, for people and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use crate::migrate::messages::Difference;
use crate::migrate::{Action, Conflict, Fate, Item, LinkChange, Plan, Reference, TextChange};
use crate::report::diff::between;
use crate::visible::line;

/// The plan for people. Ends with a newline.
pub fn text(plan: &Plan, differences: Option<&[Difference]>) -> String {
    let mut out = String::new();
    for item in plan.moving() {
        moving(&mut out, item);
    }
    let staying: Vec<&Item> = plan.staying().collect();
    if !staying.is_empty() {
        out += "stays where it is\n";
        for item in staying {
            let _ = writeln!(out, "  {}: {}", line(&item.from), line(item.reason.as_deref().unwrap_or_default()));
        }
        out.push('\n');
    }
    if !plan.references.is_empty() {
        out += "old paths are named in\n";
        for reference in &plan.references {
            let new = reference.new.as_deref().map_or_else(String::new, |new| format!(" → {}", line(new)));
            let _ = writeln!(out, "  {}:{}: {}{new}", line(&reference.path), reference.line, line(&reference.old));
        }
        out.push('\n');
    }
    if let Some(differences) = differences {
        messages(&mut out, differences);
    }
    if !plan.conflicts.is_empty() {
        out += "in the way\n";
        for conflict in &plan.conflicts {
            let _ = writeln!(out, "  {}: {}\n    help: {}", line(&conflict.path), line(&conflict.message), line(&conflict.help));
        }
        out.push('\n');
    }
    out + &summary(plan)
}

fn moving(out: &mut String, item: &Item) {
    let to = item.to.as_deref().unwrap_or_default();
    let how = match item.action {
        Action::Section => " (a section)",
        Action::Flat => " (as it is)",
        Action::Directory => " (the whole directory)",
        Action::Skill | Action::Stay => "",
    };
    let _ = writeln!(out, "{} → {}{how}", line(&item.from), line(to));
    for file in &item.files {
        let _ = writeln!(out, "  {}", line(file));
    }
    for change in item.changes.iter().filter(|change| !change.kind.since_v0()) {
        let _ = writeln!(out, "  {}", line(&change.message));
    }
    for change in item.changes.iter().filter(|change| change.kind.since_v0()) {
        let _ = writeln!(out, "  since V0: {}", line(&change.message));
    }
    let keys = keys(item);
    if !keys.is_empty() {
        let _ = writeln!(out, "  keys: {}", keys.join("; "));
    }
    for link in &item.links {
        let new = match &link.new {
            Some(new) => format!("→ {}", line(new)),
            None => "leads nowhere, and stays".to_string(),
        };
        let _ = writeln!(out, "  link, line {}: {} {new}", link.line, line(&link.old));
    }
    out.push('\n');
}

fn keys(item: &Item) -> Vec<String> {
    let named = |fate: Fate| item.keys.iter().filter(|(_, other)| *other == fate).map(|(key, _)| line(key)).collect::<Vec<_>>().join(", ");
    let groups = [
        (Fate::Kept, "kept"),
        (Fate::Changed, "changed"),
        (Fate::Metadata, "now under metadata"),
        (Fate::Dropped, "left out"),
        (Fate::Unread, "kept, though nothing reads it"),
    ];
    let told = groups.into_iter().map(|(fate, word)| (named(fate), word)).filter(|(keys, _)| !keys.is_empty());
    told.map(|(keys, word)| format!("{keys} {word}")).collect()
}

fn messages(out: &mut String, differences: &[Difference]) {
    if differences.is_empty() {
        *out += "every message brings in the same as before\n\n";
        return;
    }
    *out += "messages that bring in something else\n";
    for difference in differences {
        let _ = writeln!(out, "  {}", line(&difference.message));
        if !difference.lost.is_empty() {
            let _ = writeln!(out, "    no longer: {}", line(&difference.lost.join(", ")));
        }
        if !difference.gained.is_empty() {
            let _ = writeln!(out, "    new: {}", line(&difference.gained.join(", ")));
        }
    }
    out.push('\n');
}

/// The last line: how much is to be done.
pub fn summary(plan: &Plan) -> String {
    let moving = plan.moving().count();
    let many = |count: usize, one: &str, more: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {more}") };
    match (plan.steps.is_empty(), plan.conflicts.len()) {
        (true, 0) => "nothing to do\n".to_string(),
        (_, 0) => format!("{} to move\n", many(moving, "file or directory", "files and directories")),
        (_, conflicts) => format!(
            "{} to move, {}: nothing can be written\n",
            many(moving, "file or directory", "files and directories"),
            many(conflicts, "conflict", "conflicts")
        ),
    }
}

/// Unified diffs of every file whose text changes.
pub fn diff(plan: &Plan) -> String {
    let of = |text: &TextChange| between(text.from.as_deref().unwrap_or(&text.to), &text.to, &text.old, &text.new);
    plan.texts.iter().map(of).collect()
}

/// The plan as JSON.
#[derive(Debug, Serialize)]
pub struct PlanJson<'a> {
    schema_version: u32,
    root: &'a str,
    layout: &'static str,
    /// `nothing`, `ready` or `conflict`.
    status: &'static str,
    /// Which run did it; null when nothing was written.
    run: Option<u32>,
    files: Vec<ItemJson<'a>>,
    conflicts: &'a [Conflict],
    references: &'a [Reference],
    messages: Option<&'a [Difference]>,
}

#[derive(Debug, Serialize)]
struct ItemJson<'a> {
    from: &'a str,
    to: Option<&'a str>,
    action: &'static str,
    old_name: Option<&'a str>,
    name: Option<&'a str>,
    reason: Option<&'a str>,
    keys: Vec<KeyJson<'a>>,
    changes: Vec<ChangeJson<'a>>,
    links: &'a [LinkChange],
    files: &'a [String],
}

#[derive(Debug, Serialize)]
struct KeyJson<'a> {
    key: &'a str,
    fate: Fate,
}

#[derive(Debug, Serialize)]
struct ChangeJson<'a> {
    kind: &'static str,
    since_v0: bool,
    message: &'a str,
}

impl<'a> PlanJson<'a> {
    /// The plan for `root` as given; `run` is the number of the run that did it.
    pub fn new(plan: &'a Plan, root: &'a str, run: Option<u32>, messages: Option<&'a [Difference]>) -> Self {
        let status = match (plan.conflicts.is_empty(), plan.steps.is_empty()) {
            (false, _) => "conflict",
            (true, true) => "nothing",
            (true, false) => "ready",
        };
        let files = plan.items.iter().map(ItemJson::new).collect();
        let (conflicts, references) = (&plan.conflicts, &plan.references);
        Self { schema_version: 1, root, layout: plan.layout.name(), status, run, files, conflicts, references, messages }
    }
}

impl<'a> ItemJson<'a> {
    fn new(item: &'a Item) -> Self {
        let changes = item.changes.iter();
        Self {
            from: &item.from,
            to: item.to.as_deref(),
            action: item.action.name(),
            old_name: item.old_name.as_deref(),
            name: item.name.as_deref(),
            reason: item.reason.as_deref(),
            keys: item.keys.iter().map(|(key, fate)| KeyJson { key, fate: *fate }).collect(),
            changes: changes
                .map(|change| ChangeJson { kind: change.kind.name(), since_v0: change.kind.since_v0(), message: &change.message })
                .collect(),
            links: &item.links,
            files: &item.files,
        }
    }
}
