//! `microagent migrate`.

mod args;
mod place;
mod write;

use std::path::Path;

use args::FormatArg;
pub(in crate::cli) use args::MigrateArgs as Args;
use place::Ground;

use super::{CliError, Exit, Streams};
use crate::migrate::messages::{Difference, differences};
use crate::migrate::{Plan, plan};
use crate::report::plan::{PlanJson, diff, summary, text};
use crate::tree::disk::Disk;
use crate::trigger::Query;

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let ground = Ground::find(&args.root, !args.write && args.undo.is_none())?;
    if let Some(run) = args.undo {
        return write::undo(&ground, run, streams);
    }
    if args.write {
        ground.recover(streams)?;
    } else {
        ground.refuse_interrupted(&args.directory())?;
    }
    let options = args.options()?;
    ground.refuse_home(options.layout)?;
    let messages = args.messages.as_deref().map(read_messages).transpose()?;
    let plan = plan(&Disk, &ground.root, &options)?;
    if let Some(unused) = plan.unused.first() {
        return Err(CliError::new(unused.message.clone()).help(unused.help.clone()));
    }
    let differing = messages.as_ref().map(|messages| differences(&plan, messages));
    let written =
        if args.write && plan.conflicts.is_empty() && !plan.steps.is_empty() { Some(write::write(&ground, &plan, args)?) } else { None };
    print(args, &plan, written, differing.as_deref(), streams)?;
    let open = !plan.steps.is_empty() && written.is_none();
    Ok(if !plan.conflicts.is_empty() || (args.check && open) { Exit::Findings } else { Exit::Ok })
}

fn print(args: &Args, plan: &Plan, written: Option<u32>, differing: Option<&[Difference]>, streams: &mut Streams) -> Result<(), CliError> {
    let root = args.root.to_string_lossy();
    if args.format == FormatArg::Json {
        streams.print_json(&PlanJson::new(plan, &root, written, differing))?;
        return Ok(());
    }
    if args.diff {
        streams.print(&diff(plan))?;
        streams.note(summary(plan).trim_end());
    } else {
        streams.print(&text(plan, differing))?;
    }
    match written {
        Some(id) => streams.note(&format!("done; `microagent migrate --undo {id}{}` takes it back", args.directory())),
        None if !plan.conflicts.is_empty() => streams.note("nothing was changed: solve the conflicts, or leave files out with `--only`"),
        None if !plan.steps.is_empty() => {
            streams.note(&format!("`microagent migrate --write{}{}` does it", args.choices(), args.directory()));
        }
        None => {}
    }
    Ok(())
}

/// Messages, one a line: a JSON string or `{"message": …}`.
fn read_messages(path: &Path) -> Result<Vec<String>, CliError> {
    let messages = super::queries::batch(path, "message", Query::Message)?;
    Ok(messages.iter().map(|query| query.text().to_string()).collect())
}
