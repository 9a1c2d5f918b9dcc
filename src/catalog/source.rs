//! Where a microagent comes from.

/// One of the four sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The public registry.
    Public,
    /// The user's home.
    User,
    /// An organization's repository.
    Org,
    /// The repository worked in.
    Repo,
}

impl Source {
    /// As written in JSON and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::User => "user",
            Self::Org => "org",
            Self::Repo => "repo",
        }
    }
}
