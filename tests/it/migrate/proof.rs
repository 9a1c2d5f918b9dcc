//! The runtime has the same microagents after a migration: compared by what `list` prints before and after, and by
//! nothing the planner knows.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{picture, read, run, sample};
use crate::common::Sandbox;

fn list(sandbox: &Sandbox) -> BTreeMap<String, Value> {
    let json = sandbox.json(&["list", "--no-user", "--no-public", "--format", "json"]);
    let all = json["microagents"].as_array().unwrap().iter();
    all.map(|one| (one["name"].as_str().unwrap().to_string(), one.clone())).collect()
}

#[test]
fn every_microagent_is_still_there() {
    let sandbox = sample();
    let before = list(&sandbox);
    let old = picture(&sandbox);
    run(&sandbox, 0, &["--write"]);
    let after = list(&sandbox);
    assert_eq!(before.keys().collect::<Vec<_>>(), ["agents", "fix_flaky_test", "postgres_tips", "release-notes", "repo"]);
    assert_eq!(after.keys().collect::<Vec<_>>(), ["agents", "fix-flaky-test", "postgres-tips", "release-notes"]);
    for (old, new) in [("postgres_tips", "postgres-tips"), ("release-notes", "release-notes"), ("fix_flaky_test", "fix-flaky-test")] {
        for field in
            ["activation", "inputs", "paths", "asks_for_inputs", "disable_model_invocation", "resources", "license", "allowed_tools"]
        {
            assert_eq!(before[old][field], after[new][field], "{old}: {field}");
        }
    }
    // the body is the same where nothing in it had to change
    for field in ["content_sha256", "content_chars", "triggers"] {
        assert_eq!(before["postgres_tips"][field], after["postgres-tips"][field]);
        assert_eq!(before["release-notes"][field], after["release-notes"][field]);
    }
    assert_eq!(after["fix-flaky-test"]["triggers"], serde_json::json!(["/fix_flaky_test", "/fix-flaky-test"]));
    assert_eq!(before["repo"]["activation"], after["agents"]["activation"]);
    assert!(read(&sandbox, "AGENTS.md").contains("The service lives in `app/`, its migrations in `app/migrations`."));
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(list(&sandbox), before);
    assert_eq!(picture(&sandbox), old);
}

#[test]
fn what_would_be_lost_is_a_conflict() {
    // the other file of that name is hidden today, and would come back
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a.md", "---\nname: Dup Name\ntriggers: [a]\n---\nA.\n");
    sandbox.file(".openhands/microagents/b.md", "---\nname: Dup Name\ntriggers: [b]\n---\nB.\n");
    let before = picture(&sandbox);
    let text = run(&sandbox, 1, &["--write"]);
    assert!(text.contains("`Dup Name` is not loaded now and would be"), "{text}");
    assert_eq!(picture(&sandbox), before);

    // an AGENTS.md here would hide the one of the work tree's root
    let sandbox = Sandbox::new();
    sandbox.git(&["init", "-q"]);
    sandbox.file("AGENTS.md", "Root rules.\n").file("pkg/.openhands/microagents/repo.md", "Package rules.\n");
    let text = run(&sandbox, 1, &["pkg", "--write"]);
    assert!(text.contains("`agents` would be lost"), "{text}");
    run(&sandbox, 0, &["pkg", "--write", "--always-on", "flat"]);
}
