//! What stands at a path, in a form that can be compared later: hashes, modes, link targets.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use crate::digest::{sha256, sha256_of};

/// What stands at a path, links not followed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum State {
    /// Nothing.
    Absent,
    /// A regular file.
    File {
        /// Lower-case hex of its content.
        sha256: String,
        /// Permission bits; 0 where there are none.
        mode: u32,
    },
    /// A symbolic link.
    Link {
        /// Lower-case hex of where it points.
        sha256: String,
    },
    /// A directory with everything below it.
    Dir {
        /// Lower-case hex over the names, kinds, modes and contents below it.
        sha256: String,
        /// Permission bits of the directory itself.
        mode: u32,
    },
    /// A socket, a FIFO, a device: never opened.
    Other,
}

impl State {
    /// What stands at `path`. Reads whole files and directories to hash them.
    pub fn of(path: &Path) -> io::Result<Self> {
        let data = match fs::symlink_metadata(path) {
            Ok(data) => data,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(Self::Absent),
            Err(error) => return Err(error),
        };
        let kind = data.file_type();
        if kind.is_symlink() {
            Ok(Self::Link { sha256: sha256(fs::read_link(path)?.as_os_str().as_encoded_bytes()) })
        } else if kind.is_dir() {
            Ok(Self::Dir { sha256: sha256_of_dir(path)?, mode: mode(&data) })
        } else if kind.is_file() {
            Ok(Self::File { sha256: sha256_of(File::open(path)?)?, mode: mode(&data) })
        } else {
            Ok(Self::Other)
        }
    }

    /// In one line, for the hash of the directory it is in. Journals keep these hashes: it must never change.
    fn line(&self) -> String {
        match self {
            Self::Absent => "absent".to_string(),
            Self::File { sha256, mode } => format!("file {mode:o} {sha256}"),
            Self::Link { sha256 } => format!("link {sha256}"),
            Self::Dir { sha256, mode } => format!("dir {mode:o} {sha256}"),
            Self::Other => "other".to_string(),
        }
    }
}

/// The permission bits; 0 where there are none.
pub(super) fn mode(data: &Metadata) -> u32 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        data.permissions().mode() & 0o7777
    }
    #[cfg(not(unix))]
    {
        let _ = data;
        0
    }
}

/// Sets permission bits; does nothing where there are none.
pub(super) fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
    }
    #[cfg(not(unix))]
    {
        let _ = (path, mode);
        Ok(())
    }
}

fn sha256_of_dir(dir: &Path) -> io::Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        names.push(entry?.file_name());
    }
    names.sort();
    let mut listed = Vec::new();
    for name in names {
        let state = State::of(&dir.join(&name))?;
        for part in [name.as_encoded_bytes(), state.line().as_bytes()] {
            listed.extend_from_slice(part);
            listed.push(0);
        }
    }
    Ok(sha256(listed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_changes_with_whatever_is_below() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("d");
        fs::create_dir_all(root.join("sub")).unwrap();
        fs::write(root.join("sub/a"), "one").unwrap();
        let before = State::of(&root).unwrap();
        assert_eq!(State::of(&root).unwrap(), before);
        fs::write(root.join("sub/a"), "two").unwrap();
        assert_ne!(State::of(&root).unwrap(), before);
        fs::write(root.join("sub/a"), "one").unwrap();
        assert_eq!(State::of(&root).unwrap(), before);
        set_mode(&root.join("sub/a"), 0o755).unwrap();
        #[cfg(unix)]
        assert_ne!(State::of(&root).unwrap(), before);
        assert_eq!(State::of(&root.join("sub/a/b")).unwrap(), State::Absent);
    }

    #[cfg(unix)]
    #[test]
    fn the_hash_of_a_directory_is_the_same_in_every_build() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("d");
        fs::create_dir_all(root.join("sub")).unwrap();
        set_mode(&root.join("sub"), 0o750).unwrap();
        fs::write(root.join("a"), "one").unwrap();
        set_mode(&root.join("a"), 0o644).unwrap();
        std::os::unix::fs::symlink("a", root.join("link")).unwrap();
        let by_hand = format!("a\0file 644 {}\0link\0link {}\0sub\0dir 750 {}\0", sha256("one"), sha256("a"), sha256(""));
        let State::Dir { sha256: hash, .. } = State::of(&root).unwrap() else { panic!("a directory") };
        assert_eq!(hash, sha256(by_hand));
    }
}
