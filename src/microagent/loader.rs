//! Which runtime is mirrored.

use crate::document::Readers;

/// One of the two runtimes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loader {
    /// openhands-sdk 1.58.2.
    #[default]
    Sdk,
    /// openhands-ai 0.62.0.
    Legacy,
}

impl Loader {
    /// `sdk` or `legacy`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sdk => "sdk",
            Self::Legacy => "legacy",
        }
    }

    /// Which frontmatter readers it has at hand.
    pub const fn readers(self) -> Readers {
        Readers { toml: matches!(self, Self::Legacy) }
    }
}
