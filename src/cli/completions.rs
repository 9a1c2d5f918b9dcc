//! `microagent completions SHELL`.

use super::{CliError, Exit, Streams};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Which shell
    shell: clap_complete::Shell,
}

pub(super) fn run(args: &Args, command: &mut clap::Command, streams: &mut Streams) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "microagent", &mut script);
    streams.print_bytes(&script)?;
    Ok(Exit::Ok)
}
