//! The flags of `microagent migrate`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;

use crate::cli::{CliError, shell};
use crate::migrate::{AlwaysOn, Layout, Options};

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatArg {
    /// For people
    Text,
    /// The whole plan as JSON
    Json,
}

/// `--layout`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LayoutArg {
    /// A repository: `.openhands/` to `.agents/skills` and `AGENTS.md`
    Repo,
    /// A checkout of an organization's repository: `microagents/` to `skills/`
    Org,
    /// A home directory: `.openhands/` to `.agents/skills`
    User,
}

/// `--always-on`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum AlwaysOnArg {
    /// A section of the root `AGENTS.md`
    AgentsMd,
    /// The same flat file in the new directory
    Flat,
}

/// `--cursorrules`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CursorrulesArg {
    /// It stays: the runtime reads it
    Keep,
    /// A section of the root `AGENTS.md`
    AgentsMd,
}

/// `--undo`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunArg {
    /// The last one.
    Last,
    /// This one.
    Number(u32),
}

impl FromStr for RunArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "last" => Ok(Self::Last),
            text => text.parse().map(Self::Number).map_err(|_| "give the number of a run; the directory goes before `--undo`"),
        }
    }
}

/// Prints the plan and changes nothing, unless `--write` or `--undo` is given.
#[derive(Debug, clap::Args)]
// each is a switch of its own
#[allow(clippy::struct_excessive_bools)]
pub(in crate::cli) struct MigrateArgs {
    /// The directory to move
    #[arg(default_value = ".")]
    pub(super) root: PathBuf,
    /// Do it
    #[arg(long, conflicts_with_all = ["check", "undo"])]
    pub(super) write: bool,
    /// Exit 1 when there is something to do
    #[arg(long)]
    pub(super) check: bool,
    /// Take a run back, the last one without a number
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = "last", conflicts_with_all = ["check", "diff", "format", "only", "describe", "messages"])]
    pub(super) undo: Option<RunArg>,
    /// Show how texts change, as a unified diff
    #[arg(long, conflicts_with = "format")]
    pub(super) diff: bool,
    /// How to print the plan
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: FormatArg,
    /// What kind of directory it is
    #[arg(long, value_name = "LAYOUT", default_value = "repo")]
    layout: LayoutArg,
    /// Move only paths or names that match this glob; repeatable
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// What becomes of always-on files
    #[arg(long, value_name = "HOW", default_value = "agents-md")]
    always_on: AlwaysOnArg,
    /// What becomes of `.cursorrules`
    #[arg(long, value_name = "HOW", default_value = "keep")]
    cursorrules: CursorrulesArg,
    /// Let only their triggers bring skills in: the model may not ask for them
    #[arg(long)]
    trigger_only: bool,
    /// The description of a microagent that has none; repeatable
    #[arg(long, value_name = "NAME=TEXT")]
    describe: Vec<String>,
    /// Refuse to take a missing description from the text
    #[arg(long)]
    strict: bool,
    /// Edit what names moved files elsewhere in the directory
    #[arg(long)]
    rewrite_references: bool,
    /// Write the MCP servers that old files declare to this new file, relative to the directory
    #[arg(long, value_name = "FILE")]
    mcp: Option<String>,
    /// Compare what these messages bring in before and after: one JSON string or `{"message": …}` a line
    #[arg(long, value_name = "FILE")]
    pub(super) messages: Option<PathBuf>,
    /// Write although files differ from what is committed
    #[arg(long, requires = "write")]
    pub(super) allow_dirty: bool,
    /// Leave the git index as it is
    #[arg(long, requires = "write")]
    pub(super) no_index: bool,
}

impl MigrateArgs {
    pub(super) fn options(&self) -> Result<Options, CliError> {
        let describe = |text: &String| {
            let pair = text.split_once('=').filter(|(name, text)| !name.is_empty() && !text.trim().is_empty());
            let pair = pair.map(|(name, text)| (name.to_string(), text.to_string()));
            pair.ok_or_else(|| CliError::new(format!("`--describe {text}` gives no text")).help("write `--describe NAME=TEXT`"))
        };
        Ok(Options {
            layout: match self.layout {
                LayoutArg::Repo => Layout::Repo,
                LayoutArg::Org => Layout::Org,
                LayoutArg::User => Layout::User,
            },
            always_on: match self.always_on {
                AlwaysOnArg::AgentsMd => AlwaysOn::Section,
                AlwaysOnArg::Flat => AlwaysOn::Flat,
            },
            only_on_trigger: self.trigger_only,
            cursorrules: self.cursorrules == CursorrulesArg::AgentsMd,
            strict: self.strict,
            describe: self.describe.iter().map(describe).collect::<Result<_, _>>()?,
            only: self.only.clone(),
            rewrite_references: self.rewrite_references,
            mcp: self.mcp.clone(),
        })
    }

    /// The options that make the plan what it is, as they must be given again.
    pub(super) fn choices(&self) -> String {
        let mut out = String::new();
        let mut add = |option: &str, value: Option<&str>| match value {
            // clap takes a word that starts so for an option
            Some(value) if value.starts_with('-') => out += &format!(" {option}={}", shell::word(value)),
            Some(value) => out += &format!(" {option} {}", shell::word(value)),
            None => out += &format!(" {option}"),
        };
        match self.layout {
            LayoutArg::Repo => {}
            LayoutArg::Org => add("--layout", Some("org")),
            LayoutArg::User => add("--layout", Some("user")),
        }
        self.only.iter().for_each(|glob| add("--only", Some(glob)));
        match self.always_on {
            AlwaysOnArg::AgentsMd => {}
            AlwaysOnArg::Flat => add("--always-on", Some("flat")),
        }
        match self.cursorrules {
            CursorrulesArg::Keep => {}
            CursorrulesArg::AgentsMd => add("--cursorrules", Some("agents-md")),
        }
        for (given, option) in
            [(self.trigger_only, "--trigger-only"), (self.strict, "--strict"), (self.rewrite_references, "--rewrite-references")]
        {
            if given {
                add(option, None);
            }
        }
        self.describe.iter().for_each(|pair| add("--describe", Some(pair)));
        self.mcp.iter().for_each(|file| add("--mcp", Some(file)));
        out
    }

    /// The directory as it must be given again.
    pub(super) fn directory(&self) -> String {
        let root = self.root.to_string_lossy();
        match &*root {
            "." => String::new(),
            root if root.starts_with('-') => format!(" {}", shell::word(&format!("./{root}"))),
            root => format!(" {}", shell::word(root)),
        }
    }
}
