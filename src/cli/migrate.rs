//! `microagent migrate`.

use super::{CliError, Exit, Streams};

#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args, _streams: &mut Streams) -> Result<Exit, CliError> {
    Err(CliError::new("not built yet"))
}
