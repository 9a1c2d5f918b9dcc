//! With git: renames in the index, refusals before anything is touched.

use std::fs;

use super::{picture, read, run, sample};
use crate::common::Sandbox;

fn committed() -> Sandbox {
    let sandbox = sample();
    sandbox.git(&["init", "-q"]);
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "start"]);
    sandbox
}

fn status(sandbox: &Sandbox) -> String {
    sandbox.git(&["status", "--porcelain"])
}

#[test]
fn status_and_history_show_renames() {
    let sandbox = committed();
    let before = picture(&sandbox);
    let index = fs::read(sandbox.root().join(".git/index")).unwrap();
    run(&sandbox, 0, &["--write"]);
    assert_eq!(
        status(&sandbox).lines().collect::<Vec<_>>(),
        [
            "RM .openhands/microagents/tasks/fix_flaky_test.md -> .agents/skills/fix-flaky-test/SKILL.md",
            "RM .openhands/microagents/knowledge/postgres.md -> .agents/skills/postgres-tips/SKILL.md",
            "R  .openhands/skills/release-notes/SKILL.md -> .agents/skills/release-notes/SKILL.md",
            "R  .openhands/skills/release-notes/scripts/commits.sh -> .agents/skills/release-notes/scripts/commits.sh",
            " D .openhands/microagents/repo.md",
            " M AGENTS.md",
        ]
    );
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "move"]);
    let log = sandbox.git(&["log", "--follow", "--format=%s", "--", ".agents/skills/postgres-tips/SKILL.md"]);
    assert_eq!(log, "move\nstart\n");
    sandbox.git(&["reset", "-q", "--hard", "HEAD~1"]);
    fs::remove_dir_all(sandbox.root().join(".git/microagent")).unwrap();

    fs::write(sandbox.root().join(".git/index"), &index).unwrap();
    run(&sandbox, 0, &["--write"]);
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(picture(&sandbox), before);
    assert_eq!(fs::read(sandbox.root().join(".git/index")).unwrap(), index);
    assert!(!sandbox.root().join(".git/microagent").exists());
    assert_eq!(status(&sandbox), "");
}

#[test]
fn undo_moves_entries_back_in_an_index_that_changed_since() {
    let sandbox = committed();
    run(&sandbox, 0, &["--write"]);
    sandbox.file("new.txt", "new\n");
    sandbox.git(&["add", "new.txt"]);
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(status(&sandbox), "A  new.txt\n");
}

#[test]
fn without_the_index() {
    let sandbox = committed();
    let index = fs::read(sandbox.root().join(".git/index")).unwrap();
    run(&sandbox, 0, &["--write", "--no-index"]);
    assert_eq!(fs::read(sandbox.root().join(".git/index")).unwrap(), index);
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(status(&sandbox), "");
}

#[test]
fn a_dirty_tree_is_refused() {
    let sandbox = committed();
    sandbox.file("docs/deploy.md", "changed\n").file("other.txt", "untracked\n");
    run(&sandbox, 0, &["--write", "--only", "release-notes"]);
    run(&sandbox, 0, &["--undo"]);
    sandbox.file(".openhands/skills/release-notes/scripts/commits.sh", "changed\n");
    assert!(run(&sandbox, 2, &["--write"]).contains("`.openhands/skills/release-notes/scripts/commits.sh` (modified)"));
    sandbox.git(&["checkout", "-q", ".openhands/skills"]);
    sandbox.file(".openhands/microagents/repo.md", "changed\n");
    let before = picture(&sandbox);
    let text = run(&sandbox, 2, &["--write"]);
    assert!(text.contains("`.openhands/microagents/repo.md` (modified)") && text.contains("--allow-dirty"), "{text}");
    assert_eq!(picture(&sandbox), before);
    run(&sandbox, 0, &["--write", "--allow-dirty"]);
    assert!(read(&sandbox, "AGENTS.md").ends_with("changed\n"));
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn what_git_cannot_do_is_said_before_anything_is_touched() {
    type Spoil = fn(&Sandbox);
    let cases: [(Spoil, &str); 7] = [
        (|sandbox| fs::write(sandbox.root().join(".git/index.lock"), "").unwrap(), "index.lock` exists"),
        (
            |sandbox| {
                sandbox.git(&["update-index", "--split-index"]);
            },
            "the index is a split index",
        ),
        (
            |sandbox| {
                sandbox.git(&["sparse-checkout", "set", "--cone", "--sparse-index", ".openhands", "docs"]);
                sandbox.git(&["ls-files"]);
            },
            "the index is a sparse index",
        ),
        (|sandbox| fs::write(sandbox.root().join(".git/MERGE_HEAD"), sandbox.git(&["rev-parse", "HEAD"])).unwrap(), "a merge is going on"),
        (|sandbox| fs::write(sandbox.root().join(".git/index"), "no index").unwrap(), "git: the index is corrupt"),
        (
            |sandbox| {
                let index = sandbox.root().join(".git/index");
                let bytes = fs::read(&index).unwrap();
                fs::write(index, &bytes[..bytes.len() / 2]).unwrap();
            },
            "git: the index is corrupt",
        ),
        (
            |sandbox| {
                let head = sandbox.root().join(".git/HEAD");
                fs::write(head, "ref: refs/heads/../../Upper\n").unwrap();
            },
            "Upper",
        ),
    ];
    for (spoil, message) in cases {
        let sandbox = committed();
        sandbox.file("far/away/x.txt", "x\n");
        sandbox.git(&["add", "-A"]);
        sandbox.git(&["commit", "-qm", "far"]);
        spoil(&sandbox);
        let before = picture(&sandbox);
        let text = run(&sandbox, 2, &["--write"]);
        assert!(text.contains(message), "{text}");
        assert_eq!(picture(&sandbox), before);
        assert!(!sandbox.root().join(".git/microagent").exists());
    }
}

#[test]
fn work_trees_submodules_and_directories_below_the_root() {
    let sandbox = committed();
    sandbox.git(&["worktree", "add", "-q", "../tree"]);
    run(&sandbox, 0, &["../tree", "--write"]);
    assert!(sandbox.root().join(".git/worktrees/tree/microagent/1/journal.json").exists());
    assert!(sandbox.git(&["-C", "../tree", "status", "--porcelain"]).contains("R  .openhands/skills/release-notes/SKILL.md"));
    run(&sandbox, 0, &["../tree", "--undo"]);
    assert_eq!(sandbox.git(&["-C", "../tree", "status", "--porcelain"]), "");

    let outer = Sandbox::new();
    outer.git(&["init", "-q"]);
    let source = sandbox.root().to_string_lossy().into_owned();
    outer.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &source, "sub"]);
    outer.git(&["commit", "-qm", "sub"]);
    assert_eq!(run(&outer, 0, &[]), "nothing to do\n");
    run(&outer, 0, &["sub", "--write"]);
    assert!(outer.root().join(".git/modules/sub/microagent/1/journal.json").exists());
    run(&outer, 0, &["sub", "--undo"]);
    assert_eq!(outer.git(&["-C", "sub", "status", "--porcelain"]), "");

    let sandbox = Sandbox::new();
    sandbox.git(&["init", "-q"]);
    sandbox.file("pkg/.openhands/microagents/a.md", "---\ntriggers: [a]\n---\nText.\n");
    sandbox.git(&["add", "-A"]);
    run(&sandbox, 0, &["pkg", "--write", "--allow-dirty"]);
    assert!(sandbox.root().join("pkg/.agents/skills/a/SKILL.md").exists());
    // taken back from where the work tree starts
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(status(&sandbox), "A  pkg/.openhands/microagents/a.md\n");
}

#[test]
fn a_repository_that_git_cannot_read_is_planned_and_not_written() {
    let sandbox = committed();
    sandbox.git(&["config", "core.repositoryformatversion", "1"]);
    sandbox.git(&["config", "extensions.refstorage", "reftable"]);
    let before = picture(&sandbox);
    assert!(run(&sandbox, 0, &[]).contains("4 files and directories to move"));
    assert!(run(&sandbox, 2, &["--write"]).contains("reftable"));
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn a_work_tree_that_lost_its_repository_is_not_outside_git() {
    let sandbox = committed();
    for (text, message) in
        [("gitdir: ../nowhere\n", "/pkg/.git` leads to no repository"), ("nonsense\n", "/pkg/.git' is malformed"), ("", "malformed")]
    {
        sandbox.file("pkg/.git", text).file("pkg/deep/.openhands/microagents/a.md", "---\ntriggers: [a]\n---\nText.\n");
        let before = picture(&sandbox);
        let refused = run(&sandbox, 2, &["pkg/deep", "--write"]);
        assert!(refused.contains(message), "{text:?}: {refused}");
        assert_eq!(picture(&sandbox), before);
    }
    fs::remove_file(sandbox.root().join("pkg/.git")).unwrap();
    // git takes no notice of an empty directory
    fs::create_dir(sandbox.root().join("pkg/.git")).unwrap();
    run(&sandbox, 0, &["pkg/deep", "--write"]);
}

#[test]
fn a_bare_repository_has_nothing_to_move() {
    let sandbox = Sandbox::new();
    sandbox.git(&["init", "-q", "--bare"]);
    assert!(run(&sandbox, 2, &[]).contains("a bare repository has no files to move"));
}
