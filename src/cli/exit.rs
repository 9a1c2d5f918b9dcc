//! Exit status, the same for every command and format.

use std::process::ExitCode;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done, nothing to report at or above the threshold.
    Ok = 0,
    /// Findings, a failed expectation, or `--check` found work to do.
    Findings = 1,
    /// Could not do the job.
    Failed = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
