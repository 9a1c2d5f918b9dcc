//! Questions to a person at a terminal.

use std::io::{self, IsTerminal as _};

use inquire::{InquireError, Text};

use super::CliError;
use crate::visible;

/// Whether there is a person to ask: the answers come from a terminal, and the questions, on standard error, go to one.
pub(super) fn possible() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks for one line. `help` stands below the question; an empty answer is `default`, when there is one.
pub(super) fn line(question: &str, help: &str, default: Option<&str>) -> Result<String, CliError> {
    let (question, help) = (visible::line(question), visible::line(help));
    let mut prompt = Text::new(&question);
    if !help.is_empty() {
        prompt = prompt.with_help_message(&help);
    }
    if let Some(default) = default {
        prompt = prompt.with_default(default);
    }
    prompt.prompt().map_err(|error| match error {
        InquireError::OperationCanceled | InquireError::OperationInterrupted => CliError::new("cancelled: nothing was written"),
        other => CliError::new(format!("cannot ask: {other}")),
    })
}
