//! Which directories are old, where their files belong, and what the runtime reads there.

use std::path::Path;

use crate::catalog::Roots;

/// What kind of directory is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// A repository.
    #[default]
    Repo,
    /// A checkout of an organization's repository.
    Org,
    /// A person's home.
    User,
}

impl Layout {
    /// `repo`, `org` or `user`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repo => "repo",
            Self::Org => "org",
            Self::User => "user",
        }
    }

    /// The sources that show what the runtime reads from `root`.
    pub fn roots(self, root: &Path) -> Roots {
        let root = root.to_path_buf();
        match self {
            Self::Repo => Roots { repo: Some(root), ..Roots::default() },
            Self::Org => Roots { orgs: vec![root], ..Roots::default() },
            Self::User => Roots { user: Some(root), ..Roots::default() },
        }
    }

    /// The old directories, the one that wins first.
    pub const fn old_dirs(self) -> &'static [&'static str] {
        match self {
            Self::Repo | Self::User => &[".openhands/skills", ".openhands/microagents"],
            Self::Org => &["microagents"],
        }
    }

    /// Where skills belong.
    pub const fn new_dir(self) -> &'static str {
        match self {
            Self::Repo | Self::User => ".agents/skills",
            Self::Org => "skills",
        }
    }

    /// Whether the runtime reads a root `AGENTS.md` there.
    pub const fn has_instructions(self) -> bool {
        matches!(self, Self::Repo)
    }

    /// Directories inside the old ones that belong to someone else: the runtime's own store.
    pub const fn foreign(self) -> &'static [&'static str] {
        match self {
            Self::User => &[".openhands/skills/installed"],
            Self::Repo | Self::Org => &[],
        }
    }
}
