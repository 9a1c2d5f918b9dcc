//! `microagent man [COMMAND]`.

use super::{CliError, Exit, Streams};
use crate::near::nearest;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The page of one command instead of the whole program's
    command: Option<String>,
}

pub(super) fn run(args: &Args, mut command: clap::Command, streams: &mut Streams) -> Result<Exit, CliError> {
    // names the pages of commands `microagent-COMMAND`
    command.build();
    let page = match &args.command {
        Some(name) => command.find_subcommand(name).cloned().ok_or_else(|| unknown(name, &command))?,
        None => command,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    streams.print_bytes(&text)?;
    Ok(Exit::Ok)
}

fn unknown(name: &str, command: &clap::Command) -> CliError {
    let error = CliError::new(format!("there is no command `{name}`"));
    match nearest(name, command.get_subcommands().map(clap::Command::get_name)) {
        Some(meant) => error.help(format!("did you mean `{meant}`?")),
        None => error.help("`microagent --help` lists the commands"),
    }
}
