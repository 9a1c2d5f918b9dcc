//! `new skill|knowledge|task|rule`: the draft of a SKILL.md and where it goes.

use super::super::{CliError, ask};
use super::{Args, Planned, exists, home, name, refusal, repository};
use crate::scaffold::{Draft, Kind};
use crate::tree::{Tree as _, disk::Disk};

pub(super) fn plan(args: &Args, kind: Kind) -> Result<Planned, CliError> {
    let mut draft = Draft {
        kind,
        name: name(args)?,
        description: args.description.clone().unwrap_or_default(),
        triggers: args.trigger.clone(),
        inputs: args.input.iter().map(|pair| input(pair)).collect::<Result<_, _>>()?,
        paths: args.path.clone(),
    };
    if ask::possible() {
        ask_for_missing(&mut draft)?;
    }
    let faults = draft.faults();
    if !faults.is_empty() {
        return Err(refusal(&faults));
    }
    let skills = match (&args.dir, args.user) {
        (Some(dir), _) => dir.clone(),
        (None, true) => home()?.join(".agents/skills"),
        (None, false) => repository(args)?.join(".agents/skills"),
    };
    let path = skills.join(draft.path());
    if Disk.link_kind(&path).is_some() { Err(exists(&path)) } else { Ok(Planned { path, text: draft.text() }) }
}

fn input(pair: &str) -> Result<(String, String), CliError> {
    let (name, description) = pair.split_once('=').ok_or_else(|| {
        CliError::new(format!("`--input {pair}` has no description")).help(format!("write `--input {pair}=what to give for it`"))
    })?;
    Ok((name.to_owned(), description.to_owned()))
}

fn ask_for_missing(draft: &mut Draft) -> Result<(), CliError> {
    if draft.description.is_empty() {
        draft.description = ask::line("Description", "what it does and when to use it: the model chooses by it", None)?;
    }
    match draft.kind {
        Kind::Knowledge if draft.triggers.is_empty() => {
            draft.triggers.push(ask::line("Trigger", "the word or words in a message that bring it in", None)?);
        }
        Kind::Task if draft.inputs.is_empty() => {
            let name = ask::line("Input", "its name, as in PR_URL", None)?;
            let description = ask::line("Input description", "what to give for it", None)?;
            draft.inputs.push((name, description));
        }
        Kind::Rule if draft.paths.is_empty() => {
            draft.paths.push(ask::line("Path", "a glob, as in src/**/*.rs", None)?);
        }
        _ => {}
    }
    Ok(())
}
