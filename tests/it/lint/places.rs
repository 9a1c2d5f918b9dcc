//! Reports about where files are, each named by its id.

use super::findings;
use crate::common::Sandbox;

const FINE: &str = "---\nname: x\ndescription: d\n---\nBody";

fn of(files: &[(&str, &str)]) -> Vec<String> {
    let sandbox = Sandbox::new();
    for (path, text) in files {
        sandbox.file(path, text);
    }
    findings(&sandbox, &[])
}

#[test]
fn b1_a_skill_file_in_lower_case_is_read_here_and_not_elsewhere() {
    let found = of(&[(".agents/skills/x/skill.md", FINE)]);
    assert_eq!(found, ["warning skill-file-case .agents/skills/x/skill.md:1:1"]);
}

#[cfg(unix)]
#[test]
fn b3_two_ways_to_one_directory_are_no_conflict() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/x/SKILL.md", FINE).file(".openhands/.keep", "");
    std::os::unix::fs::symlink("../.agents/skills", sandbox.root().join(".openhands/skills")).unwrap();
    let found = findings(&sandbox, &["--ignore", "deprecated-location"]);
    assert_eq!(found, [""; 0]);
}

#[test]
fn b4_a_copy_of_an_instruction_file_costs_its_tokens_twice() {
    let found = of(&[("AGENTS.md", "Use tabs.\n"), ("CLAUDE.md", "Use tabs.\n")]);
    assert_eq!(found, ["warning duplicate-instructions CLAUDE.md:1:1"]);
}

#[test]
fn b6_two_skills_of_one_name_are_both_named() {
    let skill = "---\nname: dup\ndescription: d\n---\nB";
    let found = of(&[(".agents/skills/one/SKILL.md", skill), (".agents/skills/two/SKILL.md", skill)]);
    assert_eq!(found.iter().filter(|line| line.contains("skill-name")).count(), 2, "{found:?}");
}

#[test]
fn b8_a_skill_too_deep_is_never_loaded_and_its_references_always_are() {
    let found = of(&[(".agents/skills/cat/h/SKILL.md", FINE), (".agents/skills/cat/h/references/y.md", "text")]);
    assert!(found.contains(&"error skill-too-deep .agents/skills/cat/h/SKILL.md:1:1".into()), "{found:?}");
    assert!(found.contains(&"error leaked-reference .agents/skills/cat/h/references/y.md:1:1".into()), "{found:?}");
}

#[test]
fn b13_microagents_of_subprojects_are_checked_and_marked() {
    let sandbox = Sandbox::new();
    sandbox.file("AGENTS.md", "Root.\n");
    for part in ["b", "c"] {
        sandbox.file(&format!("{part}/.openhands/microagents/x.md"), "---\nkeywords: [zap gun]\n---\nB");
    }
    let found = findings(&sandbox, &["--select", "misspelled-key"]);
    assert_eq!(found, ["error misspelled-key b/.openhands/microagents/x.md:2:1", "error misspelled-key c/.openhands/microagents/x.md:2:1"]);
    let text = sandbox.run(&["lint", "--select", "misspelled-key"]).stdout;
    assert!(text.contains("b/.openhands/microagents/x.md (not loaded from here):2:1"), "{text}");
}

#[test]
fn b14_instructions_above_the_git_root_are_not_read() {
    let sandbox = Sandbox::new();
    sandbox.file("AGENTS.md", "\u{feff}outside").file("a/b/AGENTS.md", "inside");
    sandbox.git(&["init", "-q", "a/b"]);
    assert_eq!(findings(&sandbox, &["a/b"]), [""; 0]);
}

#[test]
fn b17_a_decorator_is_no_import() {
    assert_eq!(of(&[("AGENTS.md", "Routes:\n\n```python\n@app.get(\"/x\")\n```\n\nSee `@x.md`.\n")]), [""; 0]);
}

#[test]
fn b20_an_import_is_not_expanded() {
    let found = of(&[("AGENTS.md", "Use tabs.\n"), ("CLAUDE.md", "@AGENTS.md\n")]);
    assert_eq!(found, ["info unexpanded-import CLAUDE.md:1:1"]);
}

#[test]
fn b23_files_without_a_name_are_called_as_their_path() {
    let found = of(&[(".openhands/microagents/a.md", "one"), (".openhands/microagents/knowledge/b.md", "two")]);
    assert!(found.iter().all(|line| line.starts_with("info deprecated-location")), "{found:?}");
}
