//! Finds the conversation of each delegation. A log has no id for it: what tells is an id in an error text, the task
//! taken up again, and the first message together with the time.

use super::super::delegation::Delegation;
use super::Read;
use super::conversation::{Done, Hint};

/// Links the delegations of `parent` to `children`, which are in the order in which they began. Children without a
/// delegation are `unlinked`: a workflow starts its agents itself.
pub(super) fn link(parent: &mut Done, children: &[Read]) {
    let mut claimed: Vec<Option<usize>> = vec![None; children.len()];
    for index in 0..parent.delegations.len() {
        let found = find(&parent.delegations[..index], &parent.delegations[index], &parent.hints[index], children, &claimed);
        let delegation = &mut parent.delegations[index];
        if let Some(child) = found {
            claimed[child].get_or_insert(index);
            let read = &children[child].fold;
            delegation.sub_conversation = Some(read.name.clone());
            delegation.events = read.events;
            delegation.iterations = read.iterations;
        }
        let usage = match (&delegation.task_id, &delegation.id) {
            (Some(task), _) => Some(format!("task:{task}")),
            (None, Some(id)) => Some(format!("delegate:{id}")),
            (None, None) => None,
        };
        delegation.cost = usage.and_then(|usage| parent.costs.get(&usage).copied());
    }
    parent.unlinked =
        children.iter().zip(&claimed).filter(|(_, claimed)| claimed.is_none()).map(|(child, _)| child.fold.name.clone()).collect();
}

fn find(earlier: &[Delegation], delegation: &Delegation, hint: &Hint, children: &[Read], claimed: &[Option<usize>]) -> Option<usize> {
    if !matches!(delegation.tool.as_deref(), Some("task" | "delegate")) {
        return None;
    }
    named(&hint.answer, children)
        .or_else(|| delegation.resume.as_ref().and_then(|_| before(earlier, delegation, children)))
        .or_else(|| asked(hint, children, claimed))
        .or_else(|| before(earlier, delegation, children))
}

/// The child whose id stands in the answer: `… for id=UUID: …`.
fn named(answer: &str, children: &[Read]) -> Option<usize> {
    let (_, rest) = answer.split_once("id=")?;
    let id: String = rest.chars().take_while(|c| c.is_ascii_hexdigit() || *c == '-').filter(|c| *c != '-').collect();
    children.iter().position(|child| id.len() == 32 && child.fold.name.ends_with(&id))
}

/// The child of an earlier delegation of the same task, or to the same spawned agent.
fn before(earlier: &[Delegation], delegation: &Delegation, children: &[Read]) -> Option<usize> {
    let task = delegation.resume.as_ref().or(delegation.task_id.as_ref());
    let same =
        |other: &&Delegation| (task.is_some() && other.task_id.as_ref() == task) || (delegation.id.is_some() && other.id == delegation.id);
    let name = earlier.iter().rev().filter(same).find_map(|other| other.sub_conversation.as_ref())?;
    children.iter().position(|child| child.fold.name == *name)
}

/// The first child that nobody has yet, was asked just that, and began meanwhile.
fn asked(hint: &Hint, children: &[Read], claimed: &[Option<usize>]) -> Option<usize> {
    children.iter().zip(claimed).position(|(child, claimed)| {
        let meanwhile = |time: &String| *time >= hint.from && hint.to.as_ref().is_none_or(|to| time <= to);
        claimed.is_none() && child.fold.asked.as_ref().is_some_and(|(asked, time)| *asked == hint.asked && meanwhile(time))
    })
}
