//! What a path means.

use super::findings;
use crate::common::Sandbox;

const BAD: &str = "---\ntriggers: text\n---\nB";

#[test]
fn a_file_that_is_named_is_always_checked() {
    let sandbox = Sandbox::new();
    sandbox.file("docs/notes.md", BAD).file(".gitignore", "docs/\n").file(".agents/skills/a.md", BAD);
    assert_eq!(findings(&sandbox, &[]), ["error wrong-type .agents/skills/a.md:2:11"]);
    assert_eq!(findings(&sandbox, &["docs/notes.md"]), ["error wrong-type docs/notes.md:2:11"]);
    assert_eq!(findings(&sandbox, &[".agents/skills/a.md"]), ["error wrong-type .agents/skills/a.md:2:11"]);
}

#[test]
fn ignored_and_vendored_directories_are_counted_and_can_be_asked_for() {
    let sandbox = Sandbox::new();
    sandbox.file("AGENTS.md", "Root.\n").file(".gitignore", "build/\n");
    sandbox.file("node_modules/p/.agents/skills/a.md", BAD).file("build/.agents/skills/b.md", BAD);
    let output = sandbox.run(&["lint"]);
    assert_eq!(output.text(), "no problems in 1 file; 2 ignored or vendored directories skipped\n--- exit 0 ---");
    assert_eq!(findings(&sandbox, &["--no-ignore", "--select", "wrong-type"]).len(), 2);
}

#[test]
fn an_organization_and_a_registry_are_read_as_such() {
    for manifest in [None, Some("marketplaces/default.json")] {
        let sandbox = Sandbox::new();
        sandbox.file("shared/skills/x/SKILL.md", "---\nname: y\ndescription: d\n---\nB");
        if let Some(manifest) = manifest {
            let json = r#"{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "x", "source": "./skills/x"}]}"#;
            sandbox.file(&format!("shared/{manifest}"), json);
        }
        let json = sandbox.json(&["lint", "shared", "--format", "json", "--select", "skill-name"]);
        let found = &json["diagnostics"][0];
        assert_eq!(found["path"], "shared/skills/x/SKILL.md");
        assert_eq!(found["source"], if manifest.is_some() { "public" } else { "org" });
    }
}

#[test]
fn a_home_directory_is_read_as_such() {
    let sandbox = Sandbox::new();
    sandbox.file("../home/.agents/skills/a.md", BAD).file("../home/AGENTS.md", "\u{feff}never read");
    let home = sandbox.home().display().to_string();
    let json = sandbox.json(&["lint", &home, "--format", "json"]);
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!((&json["diagnostics"][0]["source"], &json["summary"]["files"]), (&"user".into(), &1.into()));
}

#[test]
fn a_path_that_is_not_there_and_nothing_to_check_are_said() {
    let sandbox = Sandbox::new();
    sandbox.file("src/main.rs", "");
    let missing = sandbox.run(&["lint", "nowhere"]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("nowhere: no such file or directory"), "{missing:?}");
    let empty = sandbox.run(&["lint"]);
    assert!(empty.code == 0 && empty.stderr.starts_with("note: nothing was checked: the sdk loader looks for"), "{empty:?}");
    let legacy = sandbox.run(&["lint", "--loader", "legacy"]);
    assert!(legacy.stderr.starts_with("note: nothing was checked: the legacy loader looks for"), "{legacy:?}");
    sandbox.file(".agents/skills/a.md", BAD).file(".microagent.yaml", "exclude: ['*.md']\n");
    let excluded = sandbox.run(&["lint"]);
    assert!(excluded.stderr.contains("`exclude` of the configuration leaves out the one file"), "{excluded:?}");
}

#[test]
fn other_sources_are_read_for_conflicts_and_never_reported_on() {
    let sandbox = Sandbox::new();
    sandbox.file("repo/AGENTS.md", "Root.\n").file("org/skills/a.md", BAD);
    assert_eq!(findings(&sandbox, &["repo", "--org-dir", "org"]), [""; 0]);
}

#[test]
fn the_same_path_twice_is_checked_once() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/a.md", BAD);
    assert_eq!(findings(&sandbox, &[".", ".agents/skills", ".agents/skills/a.md"]).len(), 1);
}

#[test]
fn an_organization_named_as_one_is_one() {
    let sandbox = Sandbox::new();
    sandbox.file("ours/microagents/a.md", "---\ntriggers: [bakery]\n---\nBread.\n");
    let found = |args: &[&str]| sandbox.json(&[&["lint", "ours", "--format", "json"], args].concat());
    let named = found(&["--org-dir", "ours"]);
    assert_eq!(named["summary"]["files"], 1, "read once: {named}");
    let rules = |report: &serde_json::Value| {
        report["diagnostics"].as_array().unwrap().iter().map(|found| found["rule"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(rules(&named), ["deprecated-location"], "an organization's `microagents` is read, and on its way out");
    assert_eq!(rules(&found(&[])), ["unread-location"], "of a repository it is not");
}
