//! `--write` and `--undo`.

use super::Args;
use super::args::RunArg;
use super::place::Ground;
use crate::cli::{CliError, Exit, Streams};
use crate::migrate::Plan;
use crate::migrate::step::Step;
use crate::visible;
use crate::write::apply::{Unwatched, apply};

/// Does the plan; gives the number of the run.
pub(super) fn write(ground: &Ground, plan: &Plan, args: &Args) -> Result<u32, CliError> {
    let steps: Vec<Step> = plan.steps.iter().cloned().map(|step| step.below(&ground.prefix)).collect();
    let mut index = None;
    if let Some(work) = &ground.work {
        if !args.allow_dirty {
            let mut paths: Vec<String> = plan.moving().map(|item| ground.based(&item.from)).collect();
            paths.extend(plan.texts.iter().map(|text| ground.based(&text.to)));
            refuse_dirty(&work.dirty(&paths)?)?;
        }
        if !args.no_index {
            let moves = |step: &Step| match step {
                Step::Move { from, to } => Some((from.clone(), to.clone())),
                _ => None,
            };
            index = work.prepare(&steps.iter().filter_map(moves).collect::<Vec<_>>())?;
        }
    }
    Ok(apply(&ground.place, &steps, index.as_ref(), &mut Unwatched)?)
}

fn refuse_dirty(dirty: &[(String, &'static str)]) -> Result<(), CliError> {
    if dirty.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = dirty.iter().map(|(path, how)| format!("`{}` ({how})", visible::line(path))).collect();
    let error = CliError::new(format!("files differ from what is committed: {}", list.join(", ")));
    Err(error.help("commit or stash them, or use `--allow-dirty`"))
}

/// Takes a run back.
pub(super) fn undo(ground: &Ground, run: RunArg, streams: &mut Streams) -> Result<Exit, CliError> {
    let id = match run {
        RunArg::Last => None,
        RunArg::Number(id) => Some(id),
    };
    // a refusal must find everything as it was: only a run that needs it is taken back first
    let interrupted = ground.place.interrupted()?.is_some();
    if interrupted && ground.recover(streams)? && id.is_none() {
        return Ok(Exit::Ok);
    }
    let Some(undone) = crate::write::undo::undo(&ground.place, id, &mut Unwatched)? else {
        let what = id.map_or_else(|| "no run".to_string(), |id| format!("no run {id}"));
        return Err(CliError::new(format!("there is {what} to take back")).help("`--undo` without a number takes back the last one"));
    };
    if undone.left.is_empty() {
        streams.print(&format!("run {} is taken back\n", undone.id))?;
        return Ok(Exit::Ok);
    }
    streams.print(&format!("run {} is taken back, but these were edited since and stay as they are:\n", undone.id))?;
    for path in &undone.left {
        streams.print(&format!("  {}\n", visible::line(path)))?;
    }
    Ok(Exit::Findings)
}
