//! The top level of the command line.

use clap::{Parser, Subcommand};

use super::streams::Color;

/// A toolkit for OpenHands microagents and skills that agrees exactly with what the runtime does.
#[derive(Debug, Parser)]
#[command(name = "microagent", version, max_term_width = 100, infer_subcommands = false, disable_help_subcommand = true)]
#[command(after_help = "Exit status: 0 done, nothing to report; 1 findings or a failed expectation; 2 could not do the job.")]
pub struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    #[command(subcommand)]
    pub(super) command: Command,
}

// one value a run: its size does not matter
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List what the runtime loads, in load order, and what it does not, with the reason
    List(super::list::Args),
    /// Show one microagent: every field, the variables of its body, what shadows it
    Show(super::show::Args),
    /// Check microagents, skills and instruction files
    Lint(super::lint::Args),
    /// List the lint rules
    Rules(super::rules::Args),
    /// Explain one lint rule
    Explain(super::explain::Args),
    /// Say which microagents a message or a touched path brings in
    Trigger(super::trigger::Args),
    /// Check declared trigger expectations
    Test(super::test::Args),
    /// Fill a task template
    Render(super::render::Args),
    /// Show what the model is given, and what it costs
    Context(super::context::Args),
    /// Write a new microagent that loads and passes lint
    New(super::new::Args),
    /// Move legacy paths to `.agents/skills`
    Migrate(super::migrate::Args),
    /// Show what fired and who was delegated to in an event log
    Replay(super::replay::Args),
    /// Make the prompt for updating a microagent from the events around one
    Remember(super::remember::Args),
    /// Show the configuration in force and where each value comes from
    Config(super::config::Args),
    /// Print a JSON Schema
    Schema(super::schema::Args),
    /// Print the completion script of a shell
    Completions(super::completions::Args),
    /// Print the man page
    Man(super::man::Args),
}
