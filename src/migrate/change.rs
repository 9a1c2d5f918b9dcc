//! What the runtime does differently after a move, and what forbids one.

/// The kinds of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// It stands in the prompt as part of `agents`.
    Section,
    /// Another name.
    Renamed,
    /// One more trigger: the automatic one of the new name.
    Command,
    /// A description taken from the body, or given.
    Description,
    /// `{{ NAME }}` is `${NAME}` now.
    Placeholders,
    /// Only its triggers bring it in.
    OnlyOnTrigger,
    /// The runtime did not have it before.
    NowLoaded,
    /// Server declarations left out.
    Mcp,
    /// Keys of the frontmatter that looked like activation and never were.
    UnreadKey,
    /// A link to a directory that is gone.
    Link,
    /// Path rule of an instruction file for the new directory.
    Paths,
    /// Since V0: fires on whole words only.
    WholeWord,
    /// Since V0: name and description are listed to the model.
    Listed,
    /// Since V0: brought in otherwise.
    Activation,
}

impl ChangeKind {
    /// As written in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Section => "section",
            Self::Renamed => "renamed",
            Self::Command => "command",
            Self::Description => "description",
            Self::Placeholders => "placeholders",
            Self::OnlyOnTrigger => "only-on-trigger",
            Self::NowLoaded => "now-loaded",
            Self::Mcp => "mcp",
            Self::UnreadKey => "unread-key",
            Self::Link => "link",
            Self::Paths => "paths",
            Self::WholeWord => "whole-word",
            Self::Listed => "listed",
            Self::Activation => "activation",
        }
    }

    /// Whether it comes with the SDK, moved or not, and not with the move.
    pub const fn since_v0(self) -> bool {
        matches!(self, Self::WholeWord | Self::Listed | Self::Activation)
    }
}

/// Something the runtime does differently afterwards.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// Which kind.
    pub kind: ChangeKind,
    /// In a sentence: lower case, no full stop.
    pub message: String,
}

impl Change {
    /// A change of `kind`.
    pub fn new(kind: ChangeKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// Why a plan must not be done.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Conflict {
    /// The file it is about.
    pub path: String,
    /// What is in the way: lower case, no full stop.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Conflict {
    /// A conflict about `path`.
    pub fn new(path: impl Into<String>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), help: help.into() }
    }
}
