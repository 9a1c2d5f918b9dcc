//! `microagent man [COMMAND]`.

use super::{CliError, Exit, Streams};
use crate::near::nearest;

/// Begins the part of a help text that says what the exit statuses mean.
const EXIT_STATUS: &str = "Exit status: ";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The page of one command instead of the whole program's
    command: Option<String>,
}

pub(super) fn run(args: &Args, mut command: clap::Command, streams: &mut Streams) -> Result<Exit, CliError> {
    // names the pages of commands `microagent-COMMAND`
    command.build();
    let page = match &args.command {
        Some(name) => command.find_subcommand(name).cloned().ok_or_else(|| unknown(name, &command))?,
        None => command.clone(),
    };
    streams.print_bytes(&render(&page, &command)?)?;
    Ok(Exit::Ok)
}

/// The page of `page`, a command of `program` or the program itself.
fn render(page: &clap::Command, program: &clap::Command) -> Result<Vec<u8>, CliError> {
    let after = |command: &clap::Command| command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (text, status) = divided(&after(page));
    // a command that says nothing of its own has the statuses of the program
    let status = status.or_else(|| divided(&after(program)).1).unwrap_or_default();
    let name = page.get_display_name().unwrap_or_else(|| page.get_name()).to_owned();
    let version = format!("{} {}", program.get_name(), program.get_version().unwrap_or_default());
    let manual = clap_mangen::Man::new(page.clone().after_help(text.clone())).title(name).source(version);
    let mut out = Vec::new();
    manual.render_title(&mut out)?;
    manual.render_name_section(&mut out)?;
    manual.render_synopsis_section(&mut out)?;
    manual.render_description_section(&mut out)?;
    manual.render_options_section(&mut out)?;
    if page.has_subcommands() {
        manual.render_subcommands_section(&mut out)?;
    }
    if !text.is_empty() {
        manual.render_extra_section(&mut out)?;
    }
    out.extend(exit_status(&status).bytes());
    if page.get_version().is_some() {
        manual.render_version_section(&mut out)?;
    }
    Ok(joined(&out))
}

/// The sections of a page, each of which was written with the definitions that a page needs once.
fn joined(sections: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(sections);
    let definitions: String = text.split_inclusive('\n').take_while(|line| !line.starts_with(".TH")).collect();
    if definitions.is_empty() {
        text.into_owned().into_bytes()
    } else {
        (definitions.clone() + &text.replace(&definitions, "")).into_bytes()
    }
}

/// A help text without what it says of the exit status, and that.
fn divided(text: &str) -> (String, Option<String>) {
    match text.split_once(EXIT_STATUS) {
        Some((before, status)) => (before.trim_end().to_owned(), Some(status.trim_end().to_owned())),
        None => (text.to_owned(), None),
    }
}

/// The section: each status of `0 done; 1 found; 2 failed.` on its own.
fn exit_status(text: &str) -> String {
    let mut out = String::from(".SH \"EXIT STATUS\"\n");
    for one in text.trim_end_matches('.').split("; ") {
        let (number, meaning) = one.split_once(' ').unwrap_or(("", one));
        out += &format!(".TP\n{number}\n{}\n", meaning.replace('\\', "\\e").replace('-', "\\-"));
    }
    out
}

fn unknown(name: &str, command: &clap::Command) -> CliError {
    let error = CliError::new(format!("there is no command `{name}`"));
    match nearest(name, command.get_subcommands().map(clap::Command::get_name)) {
        Some(meant) => error.help(format!("did you mean `{meant}`?")),
        None => error.help("`microagent --help` lists the commands"),
    }
}
