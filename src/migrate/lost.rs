//! Links to directories that are gone once everything in them has moved: there is no new place to lead to.

use super::links::resolve;
use super::step::Step;
use super::{Change, ChangeKind, Item, TextChange, dir_of, is_below};
use crate::markdown::link::{Target, decoded};
use crate::markdown::{Code, links};

/// Tells of them with the item whose text has them.
pub(super) fn tell(texts: &[TextChange], steps: &[Step], items: &mut [Item]) {
    let gone = |path: &str| steps.iter().any(|step| matches!(step, Step::RemoveDir { path: removed } if removed == path));
    for text in texts {
        let has = |item: &Item| item.to.as_deref().is_some_and(|to| is_below(&text.to, to));
        let Some(item) = items.iter_mut().find(|item| has(item)) else { continue };
        for link in links(&text.new, &Code::of(&text.new)) {
            let Target::Path(path) = link.leads() else { continue };
            let target = decoded(path).and_then(|path| resolve(dir_of(&text.to), &path));
            if let Some(target) = target.filter(|target| gone(target)) {
                let message = format!("its link `{path}` leads nowhere afterwards: `{target}` is empty and goes");
                item.changes.push(Change::new(ChangeKind::Link, message));
            }
        }
    }
}
