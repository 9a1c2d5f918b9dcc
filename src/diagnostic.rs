//! A finding: what is wrong, where, what the runtime makes of it, what to do. Cannot be built without a place and a
//! help line.

use crate::text::{Edit, Span};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Advice.
    Info,
    /// It works but will surprise.
    Warning,
    /// The runtime drops the file, changes its meaning, or never reaches it.
    Error,
}

/// A span of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file, as shown: relative to the directory linted, `/`-separated.
    pub path: String,
    /// Bytes of the file; `0..0` for the file as a whole.
    pub span: Span,
}

/// A place with a word about it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// What is there.
    pub message: String,
}

/// Whether a fix may be applied without a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applicability {
    /// Changes the runtime's result only as the rule says.
    Safe,
    /// May not be what the author meant.
    Unsafe,
}

/// A change that removes the finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, imperative.
    pub title: String,
    /// Whether it may be applied without a look.
    pub applicability: Applicability,
    /// The changes to the finding's own file.
    pub edits: Vec<Edit>,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule.
    pub rule: &'static str,
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What the runtime makes of it.
    pub consequence: String,
    /// What to do.
    pub help: String,
    /// Related places.
    pub related: Vec<Label>,
    /// A change that removes it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding without related places and without a fix.
    pub fn new(
        rule: &'static str,
        severity: Severity,
        place: Place,
        message: impl Into<String>,
        consequence: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let (message, consequence, help) = (message.into(), consequence.into(), help.into());
        Self { rule, severity, place, message, consequence, help, related: Vec::new(), fix: None }
    }

    /// Adds a related place.
    pub fn and_at(&mut self, place: Place, message: impl Into<String>) -> &mut Self {
        self.related.push(Label { place, message: message.into() });
        self
    }

    /// Adds a change that may be applied without a look.
    pub fn fix(&mut self, title: impl Into<String>, edits: Vec<Edit>) -> &mut Self {
        self.fix = Some(Fix { title: title.into(), applicability: Applicability::Safe, edits });
        self
    }

    /// Adds a change that may not be what the author meant.
    pub fn unsafe_fix(&mut self, title: impl Into<String>, edits: Vec<Edit>) -> &mut Self {
        self.fix = Some(Fix { title: title.into(), applicability: Applicability::Unsafe, edits });
        self
    }

    /// Makes this finding better or worse than the rule's others.
    pub fn severity(&mut self, severity: Severity) -> &mut Self {
        self.severity = severity;
        self
    }
}

impl Severity {
    /// As written in JSON and text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Why frontmatter cannot be read. What the loaders raise, with the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The lint rule that explains it.
    pub rule: &'static str,
    /// What is wrong, lower case, no full stop.
    pub message: String,
    /// Where, in bytes of the file.
    pub span: Span,
}

impl Problem {
    /// A problem of `rule` at `span`.
    pub fn new(rule: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { rule, message: message.into(), span }
    }
}
