//! `microagent man`.

use super::{CliError, Exit, Streams};

#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args, command: clap::Command, streams: &mut Streams) -> Result<Exit, CliError> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    streams.print_bytes(&page)?;
    Ok(Exit::Ok)
}
