//! `migrate` from the outside.

mod git;
mod hostile;
mod plan;
mod proof;
mod reports;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::Sandbox;

/// Everything below the work directory but git's own files: kind, mode and content by path.
pub(super) fn picture(sandbox: &Sandbox) -> BTreeMap<String, String> {
    fn walk(base: &Path, dir: &Path, out: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(base).unwrap().to_string_lossy().into_owned();
            let data = path.symlink_metadata().unwrap();
            let mode = mode(&data);
            if data.is_symlink() {
                out.insert(name, format!("link {}", fs::read_link(&path).unwrap().display()));
            } else if data.is_dir() && name == ".git" {
            } else if data.is_dir() {
                out.insert(name, format!("dir {mode:o}"));
                walk(base, &path, out);
            } else {
                out.insert(name, format!("file {mode:o} {:?}", String::from_utf8_lossy(&fs::read(&path).unwrap())));
            }
        }
    }
    let mut out = BTreeMap::new();
    walk(&sandbox.root(), &sandbox.root(), &mut out);
    out
}

#[cfg(unix)]
fn mode(data: &fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    data.permissions().mode() & 0o7777
}

#[cfg(not(unix))]
fn mode(_data: &fs::Metadata) -> u32 {
    0
}

/// A repository with a microagent of every kind.
pub(super) fn sample() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.copy("fixtures/migrate");
    sandbox
}

/// The text of a file of the work directory.
pub(super) fn read(sandbox: &Sandbox, path: &str) -> String {
    fs::read_to_string(sandbox.root().join(path)).unwrap()
}

/// The paths that exist, of files only.
pub(super) fn files(sandbox: &Sandbox) -> Vec<String> {
    picture(sandbox).into_iter().filter(|(_, what)| !what.starts_with("dir")).map(|(path, _)| path).collect()
}

/// Runs, expects the exit status, gives all it printed.
pub(super) fn run(sandbox: &Sandbox, code: i32, args: &[&str]) -> String {
    let output = sandbox.run(&[&["migrate"], args].concat());
    assert_eq!(output.code, code, "{args:?}: {output:?}");
    output.stdout + &output.stderr
}

#[cfg(unix)]
pub(super) fn link(sandbox: &Sandbox, target: &str, path: &str) {
    let path = sandbox.root().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(target, path).unwrap();
}
