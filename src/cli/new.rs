//! `microagent new`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{CliError, Exit, Streams, ask};
use crate::scaffold::{Draft, Fault, Kind, instructions};
use crate::tree::{Tree as _, disk::Disk};

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
    after_help = "Skills, knowledge, tasks and rules are written to .agents/skills/NAME/SKILL.md. What the runtime would not load as\n\
    asked for is refused, and nothing is ever overwritten. On a terminal, what is missing is asked for."
)]
pub(super) struct Args {
    /// What to write
    kind: KindArg,
    /// Its name, the name of its directory; for `repo` the heading
    name: String,
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

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let (path, text) = match args.kind {
        KindArg::Repo => repo(args)?,
        KindArg::Skill => skill(args, Kind::Skill)?,
        KindArg::Knowledge => skill(args, Kind::Knowledge)?,
        KindArg::Task => skill(args, Kind::Task)?,
        KindArg::Rule => skill(args, Kind::Rule)?,
    };
    crate::write::create(&path, text.as_bytes()).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => exists(&path),
        _ => CliError::new(format!("cannot write {}: {error}", path.display())),
    })?;
    streams.print(&format!("wrote {}\n", crate::visible::line(&shown(&path))))?;
    if args.kind != KindArg::Repo {
        streams.note("next: write its body, then run `microagent lint`");
    }
    Ok(Exit::Ok)
}

fn skill(args: &Args, kind: Kind) -> Result<(PathBuf, String), CliError> {
    let mut draft = Draft {
        kind,
        name: args.name.clone(),
        description: args.description.clone().unwrap_or_default(),
        triggers: args.trigger.clone(),
        inputs: args.input.iter().map(|pair| input(pair)).collect::<Result<_, _>>()?,
        paths: args.path.clone(),
    };
    ask_for_missing(&mut draft)?;
    refuse(&draft.faults())?;
    let skills = match (&args.dir, args.user) {
        (Some(dir), _) => dir.clone(),
        (None, true) => home()?.join(".agents/skills"),
        (None, false) => repository(args)?.join(".agents/skills"),
    };
    let path = skills.join(draft.path());
    if Disk.link_kind(&path).is_some() { Err(exists(&path)) } else { Ok((path, draft.text())) }
}

fn ask_for_missing(draft: &mut Draft) -> Result<(), CliError> {
    if !ask::possible() {
        return Ok(());
    }
    if draft.description.is_empty() {
        draft.description = ask::line("Description", "what it does and when to use it: the model chooses by it", None)?;
    }
    match draft.kind {
        Kind::Knowledge if draft.triggers.is_empty() => {
            draft.triggers.push(ask::line("Trigger", "the word or words in a message that bring it in", None)?);
        }
        Kind::Task if draft.inputs.is_empty() => {
            let name = ask::line("Input", "its name, as in PR_URL", None)?;
            let description = ask::line("Input description", "what to give for it", None)?;
            draft.inputs.push((name, description));
        }
        Kind::Rule if draft.paths.is_empty() => {
            draft.paths.push(ask::line("Path", "a glob, as in src/**/*.rs", None)?);
        }
        _ => {}
    }
    Ok(())
}

/// The instruction files that are one to the runtime.
const INSTRUCTIONS: [&str; 2] = ["agents.md", "agent.md"];

fn repo(args: &Args) -> Result<(PathBuf, String), CliError> {
    if args.user {
        return Err(CliError::new("the runtime reads no AGENTS.md of a user").help("write a skill: `microagent new skill NAME --user`"));
    }
    if !args.trigger.is_empty() || !args.input.is_empty() || !args.path.is_empty() {
        return Err(CliError::new("AGENTS.md is always in the prompt and has no triggers, inputs or paths")
            .help("write a `knowledge`, `task` or `rule`"));
    }
    let dir = args.dir.clone().map_or_else(|| repository(args), Ok)?;
    let mut text = args.description.clone().unwrap_or_default();
    if text.is_empty() && ask::possible() {
        text = ask::line("Text", "what the model should know in every conversation", None)?;
    }
    let text = instructions(&args.name, &text).map_err(|faults| refusal(&faults))?;
    let taken = Disk.entries(&dir).unwrap_or_default().into_iter().find(|entry| INSTRUCTIONS.contains(&entry.name.to_lowercase().as_str()));
    match taken {
        Some(entry) => Err(CliError::new(format!("{} is there already", shown(&dir.join(entry.name))))
            .help(format!("add a section to it yourself: `## {}`", args.name))),
        None => Ok((dir.join("AGENTS.md"), text)),
    }
}

fn input(pair: &str) -> Result<(String, String), CliError> {
    let (name, description) = pair.split_once('=').ok_or_else(|| {
        CliError::new(format!("`--input {pair}` has no description")).help(format!("write `--input {pair}=what to give for it`"))
    })?;
    Ok((name.to_owned(), description.to_owned()))
}

fn home() -> Result<PathBuf, CliError> {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    home.ok_or_else(|| CliError::new("there is no home directory").help("set HOME, or give `--dir`"))
}

fn repository(args: &Args) -> Result<PathBuf, CliError> {
    match Disk.kind(&args.root) {
        Some(crate::tree::FileKind::Dir) => Ok(args.root.clone()),
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

fn refuse(faults: &[Fault]) -> Result<(), CliError> {
    if faults.is_empty() { Ok(()) } else { Err(refusal(faults)) }
}

/// All faults in one error, each with what to do.
fn refusal(faults: &[Fault]) -> CliError {
    match faults {
        [one] => CliError::new(one.message.clone()).help(one.help.clone()),
        many => CliError::new(
            many.iter().map(|fault| format!("{}\n  help: {}", fault.message, fault.help)).collect::<Vec<_>>().join("\nerror: "),
        ),
    }
}
