//! What stands at a path, in a form that can be compared later: hashes, modes, link targets.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

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
            Ok(Self::File { sha256: sha256_of_file(path)?, mode: mode(&data) })
        } else {
            Ok(Self::Other)
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

/// Lower-case hex of the SHA-256 of `bytes`.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(digest: &[u8]) -> String {
    use std::fmt::Write as _;
    digest.iter().fold(String::with_capacity(64), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn sha256_of_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hash.finalize())),
            count => hash.update(&buffer[..count]),
        }
    }
}

fn sha256_of_dir(dir: &Path) -> io::Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        names.push(entry?.file_name());
    }
    names.sort();
    let mut hash = Sha256::new();
    for name in names {
        hash.update(name.as_encoded_bytes());
        hash.update([0]);
        let state = State::of(&dir.join(&name))?;
        hash.update(format!("{state:?}").as_bytes());
        hash.update([0]);
    }
    Ok(hex(&hash.finalize()))
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
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
