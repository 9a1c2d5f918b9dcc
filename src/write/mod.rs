//! The one door to changing files. Everything here leaves a file whole: the old one or the new one, never between.
//!
//! `replace` and `create` change one file. Many files at once change through `apply`, which keeps a journal first, so that
//! an error, a crash or second thoughts all lead back to the tree as it was: `recover` and `undo`.

pub mod apply;
pub mod journal;
pub mod place;
mod prepare;
#[cfg(test)]
mod rehearsal;
pub mod state;
pub mod undo;

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Replaces the file at `path`, or creates it, in one atomic step: a temporary file beside it is written, synced and
/// renamed. A link at `path` is followed, not replaced; the permissions of an existing file are kept. Missing
/// directories are created. A pipe or a device, such as `/dev/null`, is written to, never replaced.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(data) if !data.is_file() => return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes),
        _ => {}
    }
    let target = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_path_buf() };
    let access = fs::metadata(&target).map_or(Access::Usual, |data| Access::As(data.permissions()));
    staged(&target, bytes, access)?.persist(&target).map_err(|error| error.error)?;
    sync_dir(&target)
}

/// Creates the file at `path` in one atomic step; an error of kind `AlreadyExists` when something is there.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    staged(path, bytes, Access::Usual)?.persist_noclobber(path).map_err(|error| error.error)?;
    sync_dir(path)
}

/// Like [`create`], for a file that only its owner may read.
fn create_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    staged(path, bytes, Access::Private)?.persist_noclobber(path).map_err(|error| error.error)?;
    sync_dir(path)
}

/// Lets only the owner read a file that is created with `options`.
fn private(options: &mut fs::OpenOptions) -> &mut fs::OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options
}

/// Appends to the file at `path`, which is created when it is missing: for logs that others write to too.
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    File::options().append(true).create(true).open(path)?.write_all(bytes)
}

fn parent(path: &Path) -> PathBuf {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_path_buf()
}

/// Who may read a file.
enum Access {
    /// Whoever may read any new file.
    Usual,
    /// Its owner alone.
    Private,
    /// As the file that it replaces.
    As(fs::Permissions),
}

/// A temporary file beside `target` with `bytes` in it; nobody may read it who may not read it in the end.
fn staged(target: &Path, bytes: &[u8], access: Access) -> io::Result<tempfile::NamedTempFile> {
    let dir = parent(target);
    fs::create_dir_all(&dir)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".microagent-").suffix(".tmp");
    #[cfg(unix)]
    if matches!(access, Access::Usual) {
        use std::os::unix::fs::PermissionsExt as _;
        // less the umask, instead of the private one of a temporary file
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut temporary = builder.tempfile_in(dir)?;
    if let Access::As(permissions) = access {
        temporary.as_file().set_permissions(permissions)?;
    }
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// Makes a rename in the directory of `path` last. Where directories cannot be opened there is nothing to sync.
fn sync_dir(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(parent(path))?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacing_keeps_mode_and_link() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("sub/a.sh");
        replace(&file, b"one").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
            let link = dir.path().join("link.sh");
            std::os::unix::fs::symlink("sub/a.sh", &link).unwrap();
            replace(&link, b"two").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o755);
            assert_eq!(fs::read(&file).unwrap(), b"two");
        }
        assert_eq!(create(&file, b"three").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_dir(dir.path().join("sub")).unwrap().count(), 1, "no temporary file stays");
    }

    #[cfg(unix)]
    #[test]
    fn a_private_copy_is_read_by_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("old/a");
        create_private(&file, b"secret").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).unwrap();
        replace(&file, b"changed").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o440);
        assert_eq!(fs::read(&file).unwrap(), b"changed");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_to_and_stays() {
        use std::os::unix::fs::FileTypeExt as _;
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        replace(&pipe, b"text").unwrap();
        assert_eq!(reader.join().unwrap(), b"text");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(replace(dir.path(), b"text").unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }
}
