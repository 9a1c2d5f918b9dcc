//! `new repo`: an AGENTS.md, where no instruction file stands in its way.

use super::super::{CliError, ask};
use super::{Args, Planned, name, refusal, repository, shown};
use crate::scaffold::instructions;
use crate::tree::{Tree as _, disk::Disk};

/// Names, in any letter case, that are one instruction file to the runtime.
const ONE: [&str; 2] = ["agents.md", "agent.md"];

pub(super) fn plan(args: &Args) -> Result<Planned, CliError> {
    if args.user {
        let help = "write a skill: `microagent new skill NAME --user`";
        return Err(CliError::new("the runtime reads no AGENTS.md of a user").help(help));
    }
    if !args.trigger.is_empty() || !args.input.is_empty() || !args.path.is_empty() {
        let message = "AGENTS.md is always in the prompt and has no triggers, inputs or paths";
        return Err(CliError::new(message).help("write a `knowledge`, `task` or `rule`"));
    }
    let dir = args.dir.clone().map_or_else(|| repository(args), Ok)?;
    let heading = name(args)?;
    let mut text = args.description.clone().unwrap_or_default();
    if text.is_empty() && ask::possible() {
        text = ask::line("Text", "what the model should know in every conversation", None)?;
    }
    let text = instructions(&heading, &text).map_err(|faults| refusal(&faults))?;
    let mut there = Disk.entries(&dir).unwrap_or_default().into_iter();
    match there.find(|entry| ONE.contains(&entry.name.to_lowercase().as_str())) {
        Some(entry) => Err(CliError::new(format!("{} is there already", shown(&dir.join(entry.name))))
            .help(format!("add a section to it yourself: `## {heading}`"))),
        None => Ok(Planned { path: dir.join("AGENTS.md"), text }),
    }
}
