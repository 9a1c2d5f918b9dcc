//! The tool could not do its job: what a person reads then.

use std::io;

use super::{Exit, Streams};
use crate::visible;

/// Why a command could not do its job. Findings are not errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CliError {
    message: String,
    help: Option<String>,
    closed_pipe: bool,
}

impl CliError {
    /// An error with a message: lower case, no full stop.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, closed_pipe: false }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Prints it and gives the exit status; a reader that closed the pipe has seen enough, which is no failure.
    pub(super) fn report(&self, streams: &mut Streams) -> Exit {
        if self.closed_pipe {
            return Exit::Ok;
        }
        streams.note(&format!("error: {}", visible::block(&self.message)));
        if let Some(help) = &self.help {
            streams.note(&format!("  help: {}", visible::block(help)));
        }
        Exit::Failed
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self { closed_pipe: error.kind() == io::ErrorKind::BrokenPipe, ..Self::new(error.to_string()) }
    }
}

impl From<crate::catalog::CatalogError> for CliError {
    fn from(error: crate::catalog::CatalogError) -> Self {
        Self::new(error.to_string()).help("give a directory that exists and can be read")
    }
}

impl From<crate::lint::TargetError> for CliError {
    fn from(error: crate::lint::TargetError) -> Self {
        match error {
            crate::lint::TargetError::Catalog(error) => error.into(),
            missing @ crate::lint::TargetError::Missing(_) => Self::new(missing.to_string()).help("give paths that exist"),
        }
    }
}

impl From<crate::config::ConfigError> for CliError {
    fn from(error: crate::config::ConfigError) -> Self {
        Self::new(error.to_string()).help(error.help)
    }
}

impl From<crate::git::changes::GitError> for CliError {
    fn from(error: crate::git::changes::GitError) -> Self {
        let help = match &error {
            crate::git::changes::GitError::NoWorkTree(_) => "run it in a clone of the repository",
            crate::git::changes::GitError::NoRevision(_) => "fetch it first: a shallow clone has only its newest commit",
            crate::git::changes::GitError::Other(_) => "`git status` may say more",
        };
        Self::new(error.to_string()).help(help)
    }
}
