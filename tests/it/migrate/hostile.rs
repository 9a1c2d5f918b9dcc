//! Input that means harm, and runs that were interrupted.

use std::fs;

use super::{picture, read, run, sample};
use crate::common::Sandbox;

const SKILL: &str = "---\ntriggers: [a]\n---\nText.\n";

#[test]
#[cfg(unix)]
fn links_stay_and_are_named() {
    let sandbox = Sandbox::new();
    sandbox.file("docs/a.md", SKILL);
    super::link(&sandbox, "../../docs/a.md", ".openhands/microagents/a.md");
    super::link(&sandbox, "nowhere.md", ".openhands/microagents/broken.md");
    super::link(&sandbox, "/", ".openhands/microagents/root");
    super::link(&sandbox, ".", ".openhands/microagents/loop");
    sandbox.file(".openhands/microagents/b.md", SKILL);
    let text = run(&sandbox, 0, &["--write"]);
    for path in ["a.md", "broken.md", "root", "loop"] {
        assert!(text.contains(&format!("  .openhands/microagents/{path}: a link")), "{text}");
    }
    assert!(sandbox.root().join(".agents/skills/b/SKILL.md").exists());

    let sandbox = Sandbox::new();
    sandbox.file("../out/microagents/a.md", SKILL);
    super::link(&sandbox, "../out", ".openhands");
    assert!(run(&sandbox, 0, &["--write"]).contains(".openhands: a link to a place outside"));

    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/repo.md", "Rules.\n").file("CLAUDE.md", "Claude.\n");
    super::link(&sandbox, "CLAUDE.md", "AGENTS.md");
    let before = picture(&sandbox);
    assert!(run(&sandbox, 1, &["--write"]).contains("`AGENTS.md` is a link"));
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn targets_that_differ_in_case_only() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/Deploy/notes.txt", "x\n").file(".openhands/microagents/deploy.md", SKILL);
    assert!(run(&sandbox, 1, &["--write"]).contains("`.agents/skills/Deploy` exists already"));

    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/Deploy.md", SKILL).file(".openhands/microagents/deploy.md", SKILL);
    assert!(run(&sandbox, 1, &["--write"]).contains("becomes `deploy` too"));
}

#[test]
fn files_that_cannot_be_read_stay() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/latin.md", b"---\ntriggers: [a]\n---\n\xff\n");
    sandbox.file(".openhands/microagents/broken.md", "---\ntriggers: [a\n---\nText.\n");
    sandbox.file(".openhands/microagents/bom.md", format!("\u{feff}{SKILL}"));
    sandbox.file(".openhands/microagents/open.md", "---\ntriggers: [a]\nText.\n");
    sandbox.file(".openhands/microagents/json.md", "{\n\"triggers\": [\"a\"]\n}\nText.\n");
    sandbox.file(".openhands/microagents/flow.md", "---\n{triggers: [b]}\n---\nText.\n");
    sandbox.file(".openhands/microagents/merge.md", "---\nx: &x {triggers: [c]}\n<<: *x\n---\nText.\n");
    sandbox.file(".openhands/microagents/huge.md", vec![b'x'; 2 << 20]);
    sandbox.file(".openhands/microagents/AGENTS.md", "Rules.\n");
    fs::create_dir_all(sandbox.root().join(".openhands/microagents/dir.md")).unwrap();
    let before = picture(&sandbox);
    let text = run(&sandbox, 0, &["--write"]);
    assert_eq!(text.matches("\n  .openhands/microagents/").count(), 10, "{text}");
    assert!(text.ends_with("nothing to do\n"), "{text}");
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn what_is_printed_cannot_move_the_cursor() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a.md", "---\ntriggers: [a]\n---\nText \u{1b}[2J \u{202e}here. [x](\u{1b}]0;)\n");
    let text = run(&sandbox, 0, &[]) + &run(&sandbox, 0, &["--diff"]);
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
}

#[test]
fn an_interrupted_run_is_taken_back_by_the_next() {
    let sandbox = sample();
    let before = picture(&sandbox);
    run(&sandbox, 0, &["--write"]);
    // as a kill before the last word leaves it
    let journal = sandbox.root().join(".microagent/1/journal.json");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replace("\"applied\"", "\"applying\"")).unwrap();
    assert!(run(&sandbox, 2, &[]).contains("run 1 was interrupted and is half done"));
    assert!(run(&sandbox, 0, &["--undo"]).contains("run 1 was interrupted; it is taken back"));
    assert_eq!(picture(&sandbox), before);
    run(&sandbox, 0, &["--write"]);
    fs::write(&journal, text.replace("\"applied\"", "\"applying\"")).unwrap();
    assert!(run(&sandbox, 0, &["--write"]).contains("run 1 was interrupted; it is taken back"));
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn undo_says_what_it_leaves() {
    let sandbox = sample();
    assert!(run(&sandbox, 2, &["--undo"]).contains("there is no run to take back"));
    run(&sandbox, 0, &["--write"]);
    sandbox.file("AGENTS.md", "mine now\n");
    let text = run(&sandbox, 1, &["--undo"]);
    assert_eq!(text, "run 1 is taken back, but these were edited since and stay as they are:\n  AGENTS.md\n");
    assert_eq!(read(&sandbox, "AGENTS.md"), "mine now\n");
    assert!(sandbox.root().join(".openhands/skills/release-notes/SKILL.md").exists());
    assert!(run(&sandbox, 2, &["--undo", "7"]).contains("there is no run 7"));
    assert!(run(&sandbox, 2, &["nowhere"]).contains("give a directory that exists"));
}

#[test]
fn a_journal_that_came_with_the_directory_leads_nowhere() {
    let steps = [
        r#"{"step": "move", "from": "../out.md", "to": "a.md", "state": {"kind": "absent"}}"#,
        r#"{"step": "write", "path": "../out.md", "before": null, "after": ""}"#,
        r#"{"step": "remove", "path": "/tmp/out.md", "before": {"sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "mode": 420}}"#,
        r#"{"step": "remove", "path": "a.md", "before": {"sha256": "../../../out.md", "mode": 420}}"#,
        r#"{"step": "remove-dir", "path": "link/x", "mode": 511}"#,
    ];
    for step in steps {
        for progress in ["applying", "applied"] {
            let sandbox = Sandbox::new();
            sandbox.file("../out.md", "out\n").file(".openhands/microagents/a.md", SKILL);
            #[cfg(unix)]
            super::link(&sandbox, "..", "link");
            let journal = format!(r#"{{"version": 1, "id": 1, "progress": "{progress}", "steps": [{step}], "index": null}}"#);
            sandbox.file(".microagent/1/journal.json", journal);
            let before = picture(&sandbox);
            for args in [["--write"], ["--undo"]] {
                assert!(run(&sandbox, 2, &args).contains("the journal of run 1 does not fit this directory"));
            }
            assert_eq!(picture(&sandbox), before);
        }
    }
    let sandbox = Sandbox::new();
    sandbox.file("../out/x", "x").file(".openhands/microagents/a.md", SKILL);
    #[cfg(unix)]
    {
        super::link(&sandbox, "../out", ".microagent");
        assert!(run(&sandbox, 2, &["--write"]).contains("the journals are behind a link"));
        assert_eq!(fs::read_dir(sandbox.root().join("../out")).unwrap().count(), 1);
    }
}

#[test]
fn what_stands_where_journals_are_kept_is_named_and_never_removed() {
    let huge = format!(".microagent/{}/x", u32::MAX);
    let good = r#"{"version": 2, "id": 1, "progress": "applied", "steps": [], "index": null}"#;
    let cases = [
        (".microagent", "mine", ".microagent`: not a directory", true),
        (".microagent/3", "mine", ".microagent/3`: not a directory", true),
        (".microagent/1/journal.json", "{}", ".microagent/1/journal.json`: not the journal of a run", true),
        (".microagent/1/journal.json", "\0", ".microagent/1/journal.json`: not the journal of a run", true),
        (".microagent/1/journal.json", good, ".microagent/1/journal.json`: a journal of version 2", true),
        (".microagent/1/journal.json/x", "mine", ".microagent/1/journal.json`: not a regular file", true),
        (huge.as_str(), "mine", "4294967295`: there is no number after this one", false),
    ];
    for (path, text, message, stops_planning) in cases {
        let sandbox = Sandbox::new();
        sandbox.file(path, text).file(".openhands/microagents/a.md", SKILL);
        let before = picture(&sandbox);
        let written = run(&sandbox, 2, &["--write"]);
        assert!(written.contains(message) && written.contains("help: nothing was changed"), "{written}");
        let undone = run(&sandbox, 2, &["--undo"]);
        let planned = run(&sandbox, if stops_planning { 2 } else { 0 }, &[]);
        if stops_planning {
            assert!(undone.contains(message) && planned.contains(message), "{undone}{planned}");
        } else {
            assert!(undone.contains("there is no run to take back"), "{undone}");
        }
        assert_eq!(picture(&sandbox), before, "{path}");
    }
}

#[test]
fn directories_with_a_number_for_a_name_are_not_ours_for_that() {
    let sandbox = Sandbox::new();
    sandbox.file(".microagent/7/precious", "x\n").file(".microagent/007/x", "x\n").file(".openhands/microagents/a.md", SKILL);
    fs::create_dir_all(sandbox.root().join(".microagent/5/old")).unwrap();
    let before = picture(&sandbox);
    assert!(run(&sandbox, 2, &["--undo"]).contains("there is no run to take back"));
    assert_eq!(picture(&sandbox), before);
    assert!(run(&sandbox, 0, &["--write"]).contains("`microagent migrate --undo 8` takes it back"));
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(read(&sandbox, ".microagent/7/precious"), "x\n");
    assert_eq!(read(&sandbox, ".microagent/007/x"), "x\n");
}

#[test]
#[cfg(unix)]
fn copies_in_the_journal_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let sandbox = sample();
    let secret = sandbox.root().join(".openhands/microagents/repo.md");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).unwrap();
    let before = picture(&sandbox);
    run(&sandbox, 0, &["--write"]);
    let copies: Vec<_> = fs::read_dir(sandbox.root().join(".microagent/1/old")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!copies.is_empty());
    for copy in copies {
        assert_eq!(super::mode(&copy.metadata().unwrap()) & 0o777, 0o600, "{}", copy.display());
    }
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(picture(&sandbox), before);
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_are_no_text_stay() {
    use std::os::unix::ffi::OsStrExt as _;
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a\\b.md", SKILL).file(".openhands/microagents/c.md", SKILL);
    let raw = std::ffi::OsStr::from_bytes(b"d\xff.md");
    fs::write(sandbox.root().join(".openhands/microagents").join(raw), SKILL).unwrap();
    run(&sandbox, 0, &["--write"]);
    assert!(sandbox.root().join(".agents/skills/c/SKILL.md").exists());
    assert!(sandbox.root().join(".openhands/microagents").join(raw).exists());
    run(&sandbox, 0, &["--undo"]);
    assert!(sandbox.root().join(".openhands/microagents/c.md").exists());
}
