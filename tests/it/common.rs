//! A hermetic place to run the binary in: a directory of its own, its own home, a cleared environment.
#![allow(dead_code)]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A temporary directory with a `home` beside the `work` directory that commands run in.
pub(crate) struct Sandbox {
    dir: TempDir,
    env: Vec<(String, String)>,
}

/// What a run left.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        let dir = tempfile::Builder::new().prefix("microagent-").tempdir().unwrap();
        fs::create_dir_all(dir.path().join("work")).unwrap();
        fs::create_dir_all(dir.path().join("home")).unwrap();
        Self { dir, env: Vec::new() }
    }

    /// The directory commands run in.
    pub(crate) fn root(&self) -> PathBuf {
        self.dir.path().join("work")
    }

    /// The home directory of the runs.
    pub(crate) fn home(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    /// Writes a file below the work directory (`../home/x` for one in the home).
    pub(crate) fn file(&self, path: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Copies a directory of the project, such as `fixtures/demo`, into the work directory.
    pub(crate) fn copy(&self, from: &str) -> &Self {
        copy_tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join(from), &self.root());
        self
    }

    /// Sets an environment variable for the runs.
    pub(crate) fn env(&mut self, name: &str, value: &str) -> &mut Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Runs git, hermetically.
    pub(crate) fn git(&self, args: &[&str]) -> String {
        let output = self
            .command("git")
            .args([
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@example.invalid",
                "-c",
                "commit.gpgsign=false",
                "-c",
                "init.defaultBranch=main",
            ])
            .args(args)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .output()
            .unwrap();
        assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Runs the binary.
    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.run_with(args, b"")
    }

    /// Runs the binary in a directory below the work directory.
    pub(crate) fn run_in(&self, dir: &str, args: &[&str]) -> Output {
        self.spawn(self.command(env!("CARGO_BIN_EXE_microagent")).current_dir(self.root().join(dir)).args(args), b"")
    }

    /// Runs the binary with `input` on standard input.
    pub(crate) fn run_with(&self, args: &[&str], input: &[u8]) -> Output {
        self.spawn(self.command(env!("CARGO_BIN_EXE_microagent")).args(args), input)
    }

    /// Runs the binary with its standard output going to the file at `path`.
    pub(crate) fn run_into(&self, args: &[&str], path: &str) -> Output {
        let file = fs::OpenOptions::new().write(true).open(path).unwrap();
        let output = self.command(env!("CARGO_BIN_EXE_microagent")).args(args).stdin(Stdio::null()).stdout(file).output().unwrap();
        let stderr = self.redact(&String::from_utf8(output.stderr).unwrap());
        Output { code: output.status.code().unwrap_or(-1), stdout: String::new(), stderr }
    }

    fn spawn(&self, command: &mut Command, input: &[u8]) -> Output {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // a command that reads no input may be gone already
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        Output {
            code: output.status.code().unwrap_or(-1),
            stdout: self.redact(&String::from_utf8(output.stdout).unwrap()),
            stderr: self.redact(&String::from_utf8(output.stderr).unwrap()),
        }
    }

    /// Runs the binary and parses its standard output as JSON.
    pub(crate) fn json(&self, args: &[&str]) -> serde_json::Value {
        let output = self.run(args);
        serde_json::from_str(&output.stdout).unwrap_or_else(|error| panic!("{error}\n{output:?}"))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.root())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.home())
            .env("COLUMNS", "100")
            .env("NO_COLOR", "1")
            .envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    fn redact(&self, text: &str) -> String {
        text.replace(&*self.dir.path().to_string_lossy(), "[SANDBOX]")
    }
}

impl Output {
    /// Everything of a run as one text, for snapshots.
    pub(crate) fn text(&self) -> String {
        let stderr = if self.stderr.is_empty() { String::new() } else { format!("--- stderr ---\n{}", self.stderr) };
        format!("{}{stderr}--- exit {} ---", self.stdout, self.code)
    }
}

fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_tree(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}
