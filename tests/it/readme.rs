//! The README is true: every `console` block is run, from the project's own directory, and must print what it shows.
//! `UPDATE=1 cargo test readme` writes what the commands print now.

use std::fs;
use std::path::Path;
use std::process::Command;

fn run(line: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bin = Path::new(env!("CARGO_BIN_EXE_microagent")).parent().unwrap().to_path_buf();
    let home = tempfile::tempdir().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let line = line.replace("cargo run --release --", "microagent");
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}\n}} 2>&1")])
        .current_dir(root)
        .env_clear()
        .env("PATH", path)
        .env("HOME", home.path())
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_command_prints_what_the_readme_shows() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let mut written = String::new();
    let mut lines = readme.lines().peekable();
    let mut commands = 0;
    while let Some(line) = lines.next() {
        written += line;
        written.push('\n');
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            let Some(command) = line.strip_prefix("$ ") else { continue };
            commands += 1;
            let printed = run(command);
            written.extend(["$ ", command, "\n", printed.as_str(), if printed.is_empty() { "" } else { "\n" }]);
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &written).unwrap();
    } else {
        let differs = readme.lines().zip(written.lines()).enumerate().find(|(_, (shown, printed))| shown != printed);
        assert_eq!(differs, None, "README.md shows something else than the commands print: run UPDATE=1 cargo test --test it readme");
        assert_eq!(readme.lines().count(), written.lines().count(), "README.md: run UPDATE=1 cargo test --test it readme");
    }
    assert!(commands > 0, "the README shows no command");
}
