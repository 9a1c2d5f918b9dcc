//! `microagent schema`.

use clap::ValueEnum;

use super::{CliError, Exit, Streams};

/// Which schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Subject {
    /// Frontmatter of microagents and skills
    Frontmatter,
    /// Trigger expectations, `.agents/microagent-tests.yaml`
    Tests,
    /// The configuration, `.microagent.yaml`
    Config,
    /// What commands print as JSON
    Output,
}

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What the schema describes
    #[arg(value_name = "SUBJECT")]
    subject: Subject,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    streams.print(match args.subject {
        Subject::Frontmatter => include_str!("../../schemas/frontmatter.json"),
        Subject::Tests => include_str!("../../schemas/tests.json"),
        Subject::Config => include_str!("../../schemas/config.json"),
        Subject::Output => include_str!("../../schemas/output.json"),
    })?;
    Ok(Exit::Ok)
}
