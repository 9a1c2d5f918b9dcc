//! Puts the plan into steps: directories made, things moved, texts written, merged files removed, empty directories gone.

use std::collections::BTreeSet;

use super::step::Step;
use super::{Action, Ground, Item, TextChange, is_below};

/// The steps, in an order in which each can be done.
pub(super) fn assemble(ground: &Ground<'_>, items: &[Item], texts: &[TextChange]) -> Vec<Step> {
    let mut made = BTreeSet::new();
    let mut moves = Vec::new();
    let mut writes = Vec::new();
    let mut removes = Vec::new();
    let mut gone = BTreeSet::new();
    for item in items {
        let Some(to) = item.to.clone() else { continue };
        gone.insert(item.from.clone());
        let from = item.from.clone();
        // the first section becomes a new instruction file, so that its history goes along
        let first = texts.iter().any(|text| text.from.as_ref() == Some(&from) && text.to == to);
        if item.action == Action::Section && !first {
            removes.push(Step::Remove { path: from });
            continue;
        }
        parents(ground, &to, &mut made);
        moves.push(Step::Move { from, to });
    }
    let whole: Vec<&str> = items.iter().filter(|item| item.action == Action::Directory).filter_map(|item| item.to.as_deref()).collect();
    for text in texts {
        // a directory that moves brings its own along
        if !whole.iter().any(|dir| is_below(&text.to, dir)) {
            parents(ground, &text.to, &mut made);
        }
        writes.push(Step::Write { path: text.to.clone(), bytes: text.new.clone().into_bytes() });
    }
    let mut steps: Vec<Step> = made.into_iter().map(|path| Step::MakeDir { path }).collect();
    moves.sort_by(|a, b| a.paths().cmp(&b.paths()));
    writes.sort_by(|a, b| a.paths().cmp(&b.paths()));
    steps.extend(moves);
    steps.extend(writes);
    steps.extend(removes);
    let new: Vec<&str> = items.iter().filter_map(|item| item.to.as_deref()).chain(texts.iter().map(|text| text.to.as_str())).collect();
    let emptied = emptied(ground, gone).into_iter().filter(|dir| !new.iter().any(|path| is_below(path, dir)));
    steps.extend(emptied.map(|path| Step::RemoveDir { path }));
    steps
}

/// The directories above `path` that do not exist yet. Sorted, a parent comes before its children.
fn parents(ground: &Ground<'_>, path: &str, made: &mut BTreeSet<String>) {
    for (at, _) in path.match_indices('/') {
        let dir = &path[..at];
        if ground.tree.link_kind(&ground.root.join(dir)).is_none() {
            made.insert(dir.to_string());
        }
    }
}

/// The directories that hold nothing once `gone` is gone, the deepest first.
fn emptied(ground: &Ground<'_>, mut gone: BTreeSet<String>) -> Vec<String> {
    let mut above: Vec<String> = gone.iter().flat_map(|path| path.match_indices('/').map(|(at, _)| path[..at].to_string())).collect();
    above.sort_by_key(|path| (std::cmp::Reverse(path.matches('/').count()), path.clone()));
    above.dedup();
    let mut empty = Vec::new();
    for dir in above {
        let Ok(entries) = ground.tree.entries(&ground.root.join(&dir)) else { continue };
        if entries.iter().all(|entry| gone.contains(&format!("{dir}/{}", entry.name))) {
            gone.insert(dir.clone());
            empty.push(dir);
        }
    }
    empty
}
