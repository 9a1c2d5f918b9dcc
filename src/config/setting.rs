//! A setting, and where it comes from.

use crate::diagnostic::Severity;

/// Where a setting comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Nobody said otherwise.
    Default,
    /// Line of the file, from 1.
    File(usize),
    /// A flag of the command line.
    Flag(&'static str),
}

/// A value and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub origin: Origin,
}

impl<T> Setting<T> {
    /// The value that holds when nobody says otherwise.
    pub const fn default_of(value: T) -> Self {
        Self { value, origin: Origin::Default }
    }

    /// This, unless `flag` gave a value.
    #[must_use]
    pub fn or_flag(self, flag: &'static str, value: Option<T>) -> Self {
        value.map_or(self, |value| Self { value, origin: Origin::Flag(flag) })
    }
}

/// From which severity on findings fail a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailOn {
    /// Errors.
    Error,
    /// Warnings and errors.
    Warning,
    /// Any finding.
    Info,
    /// None.
    Never,
}

impl FailOn {
    /// The four, as written in files and on the command line.
    pub const NAMES: [(&'static str, Self); 4] =
        [("error", Self::Error), ("warning", Self::Warning), ("info", Self::Info), ("never", Self::Never)];

    /// As written in files and on the command line.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    /// The mildest finding that fails a run.
    pub const fn threshold(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Info => Some(Severity::Info),
            Self::Never => None,
        }
    }
}

/// Rules that do not run on some files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathIgnore {
    /// Which files, as in a `.gitignore`.
    pub pattern: String,
    /// Ids of the rules.
    pub rules: Vec<String>,
}
