//! `microagent new`.

mod check;
mod instructions;
mod skill;

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{CliError, Exit, Streams, ask, destination};
use crate::scaffold::{Fault, Kind};
use crate::tree::{FileKind, Tree as _, disk::Disk};
use crate::visible;

/// What to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindArg {
    /// A skill that the model asks for by its description
    Skill,
    /// Knowledge that a trigger brings in
    Knowledge,
    /// A task that needs inputs
    Task,
    /// A rule for files that match a path
    Rule,
    /// Instructions for the whole repository, in AGENTS.md
    Repo,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Skills, knowledge, tasks and rules are written to .agents/skills/NAME/SKILL.md. What the runtime would not load as \
asked for is refused, and nothing is ever overwritten. On a terminal, what is missing is asked for."
)]
pub(super) struct Args {
    /// What to write
    kind: KindArg,
    /// Its name, the name of its directory; for `repo` the heading
    name: Option<String>,
    /// What it is for and when to use it; for `repo` the text
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// A trigger; repeatable
    #[arg(long, value_name = "TEXT")]
    trigger: Vec<String>,
    /// An input of a task; repeatable
    #[arg(long, value_name = "NAME=DESCRIPTION")]
    input: Vec<String>,
    /// A path glob of a rule; repeatable
    #[arg(long, value_name = "GLOB")]
    path: Vec<String>,
    /// Write below the home directory instead
    #[arg(long, conflicts_with_all = ["dir", "root"])]
    user: bool,
    /// Write to DIR/NAME/SKILL.md (for `repo` DIR/AGENTS.md) instead
    #[arg(long, value_name = "DIR", conflicts_with = "root")]
    dir: Option<PathBuf>,
    /// The repository
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

/// A file that is not there yet.
struct Planned {
    path: PathBuf,
    text: String,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let planned = match args.kind {
        KindArg::Repo => instructions::plan(args)?,
        KindArg::Skill => skill::plan(args, Kind::Skill)?,
        KindArg::Knowledge => skill::plan(args, Kind::Knowledge)?,
        KindArg::Task => skill::plan(args, Kind::Task)?,
        KindArg::Rule => skill::plan(args, Kind::Rule)?,
    };
    if args.dir.is_none() && !args.user {
        destination::refuse_outside(&args.root, &planned.path, &shown(&planned.path), "name the directory to write to with `--dir`")?;
    }
    let notes = check::check(&planned, home().ok().as_deref())?;
    crate::write::create(&planned.path, planned.text.as_bytes()).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => exists(&planned.path),
        _ => CliError::new(format!("cannot write {}: {error}", planned.path.display()))
            .help("name a directory that can be written to with `--dir`"),
    })?;
    streams.print(&format!("wrote {}\n", visible::line(&shown(&planned.path))))?;
    for note in notes {
        streams.note(&format!("note: {}", visible::line(&note)));
    }
    if args.kind != KindArg::Repo {
        streams.note("next: write its body, then run `microagent lint`");
    }
    Ok(Exit::Ok)
}

/// The name given, or asked for.
fn name(args: &Args) -> Result<String, CliError> {
    match &args.name {
        Some(name) => Ok(name.clone()),
        None if ask::possible() => ask::line("Name", "for a SKILL.md lower-case letters, digits and hyphens", None),
        None => Err(CliError::new("there is no name").help("write `microagent new KIND NAME`")),
    }
}

fn home() -> Result<PathBuf, CliError> {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let home = home.ok_or_else(|| CliError::new("there is no home directory").help("set HOME, or give `--dir`"))?;
    if home.is_absolute() {
        return Ok(home);
    }
    Err(CliError::new(format!("HOME is `{}`, no absolute path", home.display())).help("set HOME to the home directory, or give `--dir`"))
}

fn repository(args: &Args) -> Result<PathBuf, CliError> {
    match Disk.kind(&args.root) {
        Some(FileKind::Dir) => Ok(args.root.clone()),
        _ => Err(CliError::new(format!("{} is no directory", args.root.display())).help("give the repository with `--root DIR`")),
    }
}

/// A path without the `./` that the default directory brings along.
fn shown(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).to_string_lossy().into_owned()
}

fn exists(path: &Path) -> CliError {
    CliError::new(format!("{} is there already", shown(path))).help("edit it, or choose another name: nothing is overwritten")
}

/// All faults, of which there is at least one, in one error, each with what to do.
fn refusal(faults: &[Fault]) -> CliError {
    match faults {
        [one] => CliError::new(one.message.clone()).help(one.help.clone()),
        many => {
            let all: Vec<String> = many.iter().map(|fault| format!("{}\n  help: {}", fault.message, fault.help)).collect();
            CliError::new(all.join("\nerror: "))
        }
    }
}
