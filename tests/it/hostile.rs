//! Files that nobody wrote in good faith: one precise finding each, never a crash, a hang or a raw control character.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::Sandbox;

const FLAT: &str = ".agents/skills/a.md";

/// The findings of one file with these bytes, and that no format prints anything raw.
fn rules(path: &str, bytes: &[u8]) -> Vec<String> {
    let sandbox = Sandbox::new();
    sandbox.file(path, bytes);
    rules_of(&sandbox)
}

fn rules_of(sandbox: &Sandbox) -> Vec<String> {
    for format in ["text", "concise", "json"] {
        let output = sandbox.run(&["lint", "--format", format, "--allow-empty"]);
        assert!(output.code < 2, "{output:?}");
        let raw =
            |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{202e}' | '\u{200b}' | '\u{e0041}' | '\u{feff}');
        let printed = if format == "json" { "" } else { output.stdout.as_str() };
        assert!(!printed.contains(raw), "{format} prints {printed:?}");
    }
    let json = sandbox.json(&["lint", "--format", "json", "--allow-empty"]);
    json["diagnostics"].as_array().unwrap().iter().map(|found| found["rule"].as_str().unwrap().to_string()).collect()
}

#[test]
fn bytes_that_are_no_text() {
    let binary: Vec<u8> = (0..4096_u32).map(|at| at.wrapping_mul(2_654_435_761).to_le_bytes()[2]).collect();
    assert_eq!(rules(FLAT, &binary), ["not-utf8"]);
    assert_eq!(rules(FLAT, b"---\nname: a\ntriggers: [zap gun]\n---\ncaf\xe9\n"), ["not-utf8"]);
    let wide: Vec<u8> = "\u{feff}---\nname: a\n---\nB".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(rules(FLAT, &wide), ["not-utf8"]);
    assert!(rules(FLAT, b"-\0-\0-\0\n\0a\0").contains(&"not-utf8".to_string()));
}

#[test]
fn empty_and_huge_files() {
    assert_eq!(rules(FLAT, b""), ["empty-body"]);
    assert_eq!(rules(FLAT, &vec![b'x'; 5 << 20]), ["oversized-file"]);
}

#[test]
fn aliases_and_nesting_without_bound() {
    let mut bomb = String::from("---\na0: &a0 [x]\n");
    for level in 1..30 {
        bomb += &format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 9].join(", "));
    }
    assert_eq!(rules(FLAT, format!("{bomb}---\nB").as_bytes()), ["yaml-alias-bomb"]);
    let deep = format!("---\na: {}{}\n---\nB", "[".repeat(20_000), "]".repeat(20_000));
    assert_eq!(rules(FLAT, deep.as_bytes()), ["invalid-yaml"]);
    let blocks: String = (0..20_000).map(|_| "- ").collect();
    assert_eq!(rules(FLAT, format!("---\na:\n  {blocks}x\n---\nB").as_bytes()), ["invalid-yaml"]);
}

#[test]
fn characters_that_hide() {
    let text = "---\ntriggers: [\"za\u{202e}p\"]\n---\nBody \u{1b}[31m \u{200b}\u{200b} \u{e0041}\u{e0042}\n";
    let found = rules(FLAT, text.as_bytes());
    assert!(found.contains(&"hidden-text".to_string()), "{found:?}");
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_or_in_circles() {
    use std::os::unix::fs::symlink;
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/fine.md", "---\ntriggers: [zap gun]\n---\nB");
    let skills = sandbox.root().join(".agents/skills");
    symlink("nowhere.md", skills.join("gone.md")).unwrap();
    symlink("self.md", skills.join("self.md")).unwrap();
    symlink(".", skills.join("round")).unwrap();
    symlink("../..", sandbox.root().join(".agents/up")).unwrap();
    let found = rules_of(&sandbox);
    assert_eq!(found.iter().filter(|rule| *rule == "broken-symlink").count(), 2, "{found:?}");
}

#[cfg(unix)]
#[test]
fn directories_and_pipes_with_a_files_name() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/dir.md/x.txt", "").file(".agents/skills/s/SKILL.md/x.txt", "").file(".agents/skills/p/x.txt", "");
    let pipe = |path: &str| {
        let status = Command::new("mkfifo").arg(sandbox.root().join(path)).status().unwrap();
        assert!(status.success());
    };
    pipe(".agents/skills/pipe.md");
    pipe(".agents/skills/p/SKILL.md");
    let found = rules_of(&sandbox);
    assert_eq!(found.iter().filter(|rule| *rule == "unreadable-file").count(), 4, "{found:?}");
    let named = sandbox.run(&["lint", ".agents/skills/p/SKILL.md", "--format", "concise"]);
    assert!(named.code == 1 && named.stdout.contains("not a regular file"), "{named:?}");
}

#[test]
fn a_long_line_is_cut() {
    let text = format!("---\ndescription: {}: x\n---\nB", "word ".repeat(40_000));
    let sandbox = Sandbox::new();
    sandbox.file(FLAT, text);
    let output = sandbox.run(&["lint"]);
    assert!(output.stdout.contains("invalid-yaml") && output.stdout.len() < 4000, "{} bytes", output.stdout.len());
}

#[test]
fn a_closed_pipe_is_quiet() {
    let sandbox = Sandbox::new();
    for at in 0..400 {
        sandbox.file(&format!(".agents/skills/f{at}.md"), "---\ntriggers: text\n---\nB");
    }
    let bin = Path::new(env!("CARGO_BIN_EXE_microagent"));
    let mut child = Command::new(bin)
        .args(["lint", "--format", "json"])
        .current_dir(sandbox.root())
        .env("HOME", sandbox.home())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()), (Some(0), String::new()));
}
