//! The smallest changes a plan is made of. Each is one atomic change of the file system and knows what takes it back.

/// One change. Paths are relative to the directory the steps are for, `/`-separated, without `.` and `..`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Makes a directory.
    MakeDir {
        /// The directory; its parent exists.
        path: String,
    },
    /// Moves a file, a link or a whole directory as it is. Nothing stands at `to`.
    Move {
        /// Where it is.
        from: String,
        /// Where it goes.
        to: String,
    },
    /// Replaces the content of a regular file, or creates it.
    Write {
        /// The file.
        path: String,
        /// Its new content.
        bytes: Vec<u8>,
    },
    /// Removes a regular file.
    Remove {
        /// The file.
        path: String,
    },
    /// Removes an empty directory.
    RemoveDir {
        /// The directory.
        path: String,
    },
}

impl Step {
    /// Every path it changes.
    pub fn paths(&self) -> Vec<&str> {
        match self {
            Self::Move { from, to } => vec![from, to],
            Self::MakeDir { path } | Self::Write { path, .. } | Self::Remove { path } | Self::RemoveDir { path } => vec![path],
        }
    }

    /// The same step for a directory above: every path with `prefix/` in front; unchanged for an empty prefix.
    #[must_use]
    pub fn below(self, prefix: &str) -> Self {
        if prefix.is_empty() {
            return self;
        }
        let below = |path: String| format!("{prefix}/{path}");
        match self {
            Self::MakeDir { path } => Self::MakeDir { path: below(path) },
            Self::Move { from, to } => Self::Move { from: below(from), to: below(to) },
            Self::Write { path, bytes } => Self::Write { path: below(path), bytes },
            Self::Remove { path } => Self::Remove { path: below(path) },
            Self::RemoveDir { path } => Self::RemoveDir { path: below(path) },
        }
    }
}
