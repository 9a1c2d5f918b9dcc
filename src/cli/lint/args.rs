//! The flags of `lint`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::sources::{LoaderArg, SourceArgs};
use crate::config::FailOn;

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Source lines with the place marked, the consequence, the help
    Text,
    /// One line a finding
    Concise,
    /// Everything, for programs
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab's code quality report
    Gitlab,
    /// JUnit XML
    Junit,
}

/// `--fail-on`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOnArg {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// Any finding
    Info,
    /// None
    Never,
}

impl From<FailOnArg> for FailOn {
    fn from(arg: FailOnArg) -> Self {
        match arg {
            FailOnArg::Error => Self::Error,
            FailOnArg::Warning => Self::Warning,
            FailOnArg::Info => Self::Info,
            FailOnArg::Never => Self::Never,
        }
    }
}

/// `--profile`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Profile {
    /// What the OpenHands runtimes do
    Openhands,
    /// Also what other readers of skills refuse
    Portable,
}

/// The flags.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Directories or files to check: a repository, an organization's checkout, a registry, a home directory
    #[arg(value_name = "PATH", default_value = ".")]
    pub(super) paths: Vec<PathBuf>,
    /// The runtime to check for [default: sdk]
    #[arg(long, value_name = "LOADER")]
    pub(super) loader: Option<LoaderArg>,
    /// How to show the findings
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: Format,
    /// Write the findings to this file
    #[arg(long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Show how often each rule found something instead of the findings
    #[arg(long)]
    pub(super) statistics: bool,
    /// Run only these rules; repeatable, or separated by commas
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(super) select: Vec<String>,
    /// Leave these rules out; repeatable, or separated by commas
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(super) ignore: Vec<String>,
    /// Exit with 1 on findings at least this bad [default: error]
    #[arg(long, value_name = "SEVERITY")]
    pub(super) fail_on: Option<FailOnArg>,
    /// Exit with 1 on more warnings than this
    #[arg(long, value_name = "N")]
    pub(super) max_warnings: Option<usize>,
    /// Whose readers to check for
    #[arg(long, value_name = "PROFILE", default_value = "openhands")]
    pub(super) profile: Profile,
    /// Obey nothing that silences: comments, ignored directories, `ignore`, `per-path-ignore` and `exclude` of the configuration
    #[arg(long)]
    pub(super) no_ignore: bool,
    /// Paths that do not exist are no failure
    #[arg(long)]
    pub(super) allow_empty: bool,
    #[command(flatten)]
    pub(super) fixes: FixArgs,
    #[command(flatten)]
    pub(super) known: KnownArgs,
    /// Check standard input as if it stood at this path; with --fix the fixed text goes to standard output
    #[arg(long, value_name = "PATH", conflicts_with = "paths")]
    pub(super) stdin_filename: Option<PathBuf>,
    #[command(flatten)]
    pub(super) sources: SourceArgs,
}

/// What to do about what can be fixed.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("fixing").multiple(true))]
pub(super) struct FixArgs {
    /// Apply the safe fixes, then report what remains
    #[arg(long, group = "fixing")]
    pub(super) fix: bool,
    /// Print what the fixes would change, and change nothing
    #[arg(long, group = "fixing")]
    pub(super) diff: bool,
    /// With --fix or --diff: also fixes that may not be what the author meant
    #[arg(long, requires = "fixing")]
    pub(super) unsafe_fixes: bool,
}

/// What is known already.
#[derive(Debug, clap::Args)]
pub(super) struct KnownArgs {
    /// Report only what the changes since this revision brought, and what in them a reviewer should look at
    #[arg(long, value_name = "REV", conflicts_with = "stdin_filename")]
    pub(super) since: Option<String>,
    /// Leave out the findings that this file knows
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// Write all findings to the baseline
    #[arg(long, requires = "baseline", conflicts_with_all = ["since", "fixing", "stdin_filename"])]
    pub(super) write_baseline: bool,
}
