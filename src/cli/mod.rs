//! The command line: the only layer that prints and knows exit codes. One file a command.

mod args;
mod ask;
mod completions;
mod config;
mod context;
mod destination;
mod error;
mod exit;
mod explain;
mod input;
mod known;
mod lint;
mod list;
mod man;
mod migrate;
mod names;
mod new;
mod queries;
mod remember;
mod render;
mod replay;
mod rules;
mod schema;
mod shell;
mod show;
#[allow(dead_code, clippy::unnecessary_wraps)]
mod sources;
mod streams;
mod test;
mod trigger;

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::{CommandFactory as _, FromArgMatches as _};

pub use args::Cli;
use args::Command;
pub use error::CliError;
pub use exit::Exit;
pub use streams::Streams;

use crate::visible;

/// Parses `args` (the first is the program's name), runs the command, prints, and gives the exit status.
pub fn main(args: impl IntoIterator<Item = OsString>) -> Exit {
    // `help COMMAND` is no command of its own: not in completions, without a page
    let matches = Cli::command().disable_help_subcommand(false).try_get_matches_from(args);
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            // help and version go to stdout and are no failure
            if !error.use_stderr() {
                return match error.print().and_then(|()| io::stdout().flush()) {
                    Err(problem) if problem.kind() != io::ErrorKind::BrokenPipe => {
                        let _ = writeln!(io::stderr(), "error: {problem}");
                        Exit::Failed
                    }
                    _ => Exit::Ok,
                };
            }
            // what was typed may hide something, so it is shown without colours, which would be escaped too
            let _ = write!(io::stderr(), "{}", visible::block(&error.render().to_string()));
            return Exit::Failed;
        }
    };
    let mut streams = Streams::new(cli.color);
    let result = run(cli.command, &mut streams).and_then(|exit| streams.finish().map(|()| exit));
    match result {
        Ok(exit) => exit,
        Err(error) => error.report(&mut streams),
    }
}

fn run(command: Command, streams: &mut Streams) -> Result<Exit, CliError> {
    match command {
        Command::List(args) => list::run(&args, streams),
        Command::Show(args) => show::run(&args, streams),
        Command::Lint(args) => lint::run(&args, streams),
        Command::Rules(args) => rules::run(&args, streams),
        Command::Explain(args) => explain::run(&args, streams),
        Command::Trigger(args) => trigger::run(&args, streams),
        Command::Test(args) => test::run(&args, streams),
        Command::Render(args) => render::run(&args, streams),
        Command::Context(args) => context::run(&args, streams),
        Command::New(args) => new::run(&args, streams),
        Command::Migrate(args) => migrate::run(&args, streams),
        Command::Replay(args) => replay::run(&args, streams),
        Command::Remember(args) => remember::run(&args, streams),
        Command::Config(args) => config::run(&args, streams),
        Command::Schema(args) => schema::run(&args, streams),
        Command::Completions(args) => completions::run(&args, &mut Cli::command(), streams),
        Command::Man(args) => man::run(&args, Cli::command(), streams),
    }
}
