//! What people report, each by its id.

use std::fs;

use super::{files, picture, read, run};
use crate::common::Sandbox;

#[test]
fn e1_always_on_stays_always_on() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/style.md", "Two spaces.\n");
    let text = run(&sandbox, 0, &["--write"]);
    assert!(text.contains(".openhands/microagents/style.md → AGENTS.md (a section)"), "{text}");
    let json = sandbox.json(&["list", "--no-user", "--no-public", "--format", "json"]);
    assert_eq!(json["always_on"], serde_json::json!(["agents"]));
}

#[test]
fn e2_references_are_listed_and_edited_on_demand() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/x.md", "---\ntriggers: [x]\n---\nI am .openhands/microagents/x.md\n");
    sandbox.file(
        "README.md",
        "See .openhands/microagents/x.md.\n\nAll of `.openhands/microagents/` is old, not .openhands/microagents/x.mdx.\n",
    );
    sandbox.file(".github/workflows/ci.yml", "run: cat .openhands/microagents/x.md\n");
    let text = run(&sandbox, 0, &[]);
    assert!(
        text.contains(
            "old paths are named in\n  .github/workflows/ci.yml:1: .openhands/microagents/x.md → .agents/skills/x/SKILL.md\n  \
             .openhands/microagents/x.md:4: .openhands/microagents/x.md → .agents/skills/x/SKILL.md\n  README.md:1: .openhands/microagents/x.md → .agents/skills/x/SKILL.md\n  README.md:3: .openhands/microagents\n"
        ),
        "{text}"
    );
    run(&sandbox, 0, &["--write"]);
    assert!(read(&sandbox, "README.md").starts_with("See .openhands/microagents/x.md.\n"));
    run(&sandbox, 0, &["--undo"]);
    run(&sandbox, 0, &["--write", "--rewrite-references"]);
    assert_eq!(
        read(&sandbox, "README.md"),
        "See .agents/skills/x/SKILL.md.\n\nAll of `.openhands/microagents/` is old, not .openhands/microagents/x.mdx.\n"
    );
    assert_eq!(read(&sandbox, ".github/workflows/ci.yml"), "run: cat .agents/skills/x/SKILL.md\n");
    // the body of what moves is its author's
    assert!(read(&sandbox, ".agents/skills/x/SKILL.md").ends_with("I am .openhands/microagents/x.md\n"));
}

#[test]
fn e2_references_into_a_directory_that_moves_whole() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\nText.\n");
    sandbox.file(".openhands/skills/a/scripts/run.sh", "#!/bin/sh\n").file(".openhands/skills/ab.txt", "x\n");
    sandbox.file("Makefile", "run:\n\tsh .openhands/skills/a/scripts/run.sh\n\tls .openhands/skills/a .openhands/skills/ab.txt\n");
    let text = run(&sandbox, 0, &["--write", "--rewrite-references"]);
    assert!(text.contains("  Makefile:2: .openhands/skills/a → .agents/skills/a\n"), "{text}");
    assert!(text.contains("  Makefile:3: .openhands/skills\n"), "{text}");
    assert_eq!(read(&sandbox, "Makefile"), "run:\n\tsh .agents/skills/a/scripts/run.sh\n\tls .agents/skills/a .openhands/skills/ab.txt\n");
}

#[test]
fn e4_links_to_a_directory_that_goes_are_named() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a.md", "---\ntriggers: [a]\n---\nText. [all](.) [b](b.md)\n");
    sandbox.file(".openhands/microagents/b.md", "---\ntriggers: [b]\n---\nText.\n");
    sandbox.file(".openhands_instructions", "See [them](.openhands/microagents).\n");
    let text = run(&sandbox, 0, &[]);
    let line = |path: &str| format!("  its link `{path}` leads nowhere afterwards: `.openhands/microagents` is empty and goes\n");
    assert!(text.contains(&line("../../../.openhands/microagents")) && text.contains(&line(".openhands/microagents")), "{text}");
    assert_eq!(text.matches("leads nowhere").count(), 2, "{text}");
    // what stays keeps the directory
    sandbox.file(".openhands/microagents/kept.txt", "x\n");
    assert!(!run(&sandbox, 0, &[]).contains("leads nowhere"));
}

#[test]
fn e4_links_go_one_deeper() {
    let sandbox = Sandbox::new();
    sandbox.file("docs/x.md", "x").file(".openhands/microagents/img/i.png", "png");
    sandbox.file(
        ".openhands/microagents/a.md",
        "---\ntriggers: [a]\n---\n[x](../../docs/x.md#top) ![i](img/i.png) [r] [gone](gone.md) [u](https://example.com/x.md)\n\n\
         [r]: ../../docs/x.md\n\n```\n[x](../../docs/x.md)\n```\n",
    );
    let text = run(&sandbox, 0, &["--write"]);
    assert!(text.contains("link, line 4: gone.md leads nowhere, and stays"), "{text}");
    assert_eq!(
        read(&sandbox, ".agents/skills/a/SKILL.md").split_once("---\n[").unwrap().1,
        "x](../../../docs/x.md#top) ![i](../../../.openhands/microagents/img/i.png) [r] [gone](gone.md) [u](https://example.com/x.md)\n\n\
         [r]: ../../../docs/x.md\n\n```\n[x](../../docs/x.md)\n```\n"
    );
}

#[test]
#[cfg(unix)]
fn e5_directories_move_whole() {
    use std::os::unix::fs::PermissionsExt as _;
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\nText.\n");
    sandbox.file(".openhands/skills/a/scripts/run.sh", "#!/bin/sh\n").file(".openhands/skills/a/.env.example", "A=1\n");
    fs::set_permissions(sandbox.root().join(".openhands/skills/a/scripts/run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    super::link(&sandbox, "scripts/run.sh", ".openhands/skills/a/run");
    let before = picture(&sandbox);
    let text = run(&sandbox, 0, &["--write"]);
    for file in [".env.example", "SKILL.md", "run", "scripts/run.sh"] {
        assert!(text.contains(&format!("\n  {file}\n")), "{text}");
    }
    let after = picture(&sandbox);
    for (path, what) in &before {
        if let Some(rest) = path.strip_prefix(".openhands/skills/a/") {
            assert_eq!(after.get(&format!(".agents/skills/a/{rest}")), Some(what));
        }
    }
    assert!(!sandbox.root().join(".openhands").exists());
}

#[test]
fn e5_links_out_of_a_directory_follow() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/hooks.json", "{}").file("docs/d.md", "d");
    sandbox.file(".openhands/skills/b/SKILL.md", "---\nname: b\n---\nB.\n");
    let skill = "---\nname: a\n---\n[h](../../hooks.json) [d](../../../docs/d.md) [b](../b/SKILL.md) [r](references/r.md)\n";
    sandbox.file(".openhands/skills/a/SKILL.md", skill).file(".openhands/skills/a/references/r.md", "[h](../../../hooks.json)\n");
    let before = picture(&sandbox);
    run(&sandbox, 0, &["--write"]);
    assert_eq!(read(&sandbox, ".agents/skills/a/SKILL.md"), skill.replace("../../hooks.json", "../../../.openhands/hooks.json"));
    assert_eq!(read(&sandbox, ".agents/skills/a/references/r.md"), "[h](../../../../.openhands/hooks.json)\n");
    assert_eq!(run(&sandbox, 0, &["--write"]), "nothing to do\n");
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn e6_what_stands_in_the_new_place_is_left_alone() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/mine/SKILL.md", "---\nname: mine\ndescription: d\n---\nMine.\n");
    sandbox.file(".agents/skills/a/notes.txt", "mine too\n");
    sandbox.file(".openhands/microagents/a.md", "---\ntriggers: [a]\n---\nText.\n");
    sandbox.file(".openhands/microagents/b.md", "---\ntriggers: [b]\n---\nText.\n");
    let before = picture(&sandbox);
    let text = run(&sandbox, 1, &["--write"]);
    assert!(text.contains("`.agents/skills/a` exists already and is left alone"), "{text}");
    assert_eq!(picture(&sandbox), before);
    run(&sandbox, 0, &["--write", "--only", "b"]);
    let after = picture(&sandbox);
    for path in [".agents/skills/mine/SKILL.md", ".agents/skills/a/notes.txt", ".openhands/microagents/a.md"] {
        assert_eq!(after.get(path), before.get(path));
    }
}

#[test]
fn e8_a_missing_description_is_never_silent() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a.md", "---\ntriggers: [a]\n---\n# Heading\n\nFirst **bold** sentence. Second.\n");
    let text = run(&sandbox, 0, &[]);
    assert!(text.contains("has a description taken from its text: \"First bold sentence.\""), "{text}");
    assert!(run(&sandbox, 1, &["--strict"]).contains("help: add one, or give it with `--describe a=TEXT`"));
}

#[test]
fn e9_a_second_run_changes_nothing() {
    let sandbox = super::sample();
    run(&sandbox, 0, &["--write"]);
    let once = picture(&sandbox);
    assert_eq!(run(&sandbox, 0, &["--write"]), "nothing to do\n");
    assert_eq!(picture(&sandbox), once);
}

#[test]
fn e6_a_repository_below_the_old_place_is_left_alone() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/own/.git/HEAD", "ref: refs/heads/main\n");
    sandbox.file(".openhands/microagents/own/a.md", "---\ntriggers: [a]\n---\nText.\n");
    sandbox
        .file(".openhands/skills/s/.git", "gitdir: ../../../nowhere\n")
        .file(".openhands/skills/s/SKILL.md", "---\nname: s\n---\nText.\n");
    let before = picture(&sandbox);
    let text = run(&sandbox, 0, &["--write"]);
    assert!(text.contains("own/a.md: it belongs to a repository of its own: move it there"), "{text}");
    assert!(text.contains("skills/s: a repository of its own: move it there"), "{text}");
    assert_eq!(picture(&sandbox), before);
}

#[test]
#[cfg(unix)]
fn e10_source_and_target_never_overlap() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a.md", "---\ntriggers: [a]\n---\nText.\n");
    super::link(&sandbox, ".openhands", ".agents");
    let before = picture(&sandbox);
    assert!(run(&sandbox, 1, &["--write"]).contains("`.agents` is a link, and nothing is moved through links"));
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn e11_a_stale_copy_never_wins() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\nLive.\n");
    sandbox.file(".openhands/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\nStale.\n");
    let before = picture(&sandbox);
    let text = run(&sandbox, 0, &["--write"]);
    assert!(text.contains(".openhands/skills/a: not loaded: the runtime reads `.agents/skills/a/SKILL.md` instead"), "{text}");
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn e12_the_words_say_when_text_is_sent() {
    let text = run(&super::sample(), 0, &[]);
    for said in [
        "stands in `AGENTS.md`, under the name `agents`; its own name `repo` is gone",
        "since V0: fires on `postgres`, `slow query` only as whole words",
        "since V0: name and description are listed to the model, which may ask for it",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    // nothing is sent anew with every turn
    assert!(!text.contains("every turn"), "{text}");
}

#[test]
fn b23_files_without_a_name_keep_theirs() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a.md", "---\ntriggers: [a]\n---\nA.\n");
    sandbox.file(".openhands/microagents/knowledge/b.md", "---\ntriggers: [b]\n---\nB.\n");
    sandbox.file(".openhands/microagents/knowledge/a.md", "---\ntriggers: [c]\n---\nC.\n");
    run(&sandbox, 0, &["--write"]);
    let moved: Vec<String> = files(&sandbox).into_iter().filter(|path| path.ends_with("SKILL.md")).collect();
    assert_eq!(moved, [".agents/skills/a/SKILL.md", ".agents/skills/b/SKILL.md", ".agents/skills/knowledge-a/SKILL.md"]);
}

#[test]
#[cfg(unix)]
fn b3_one_directory_under_two_names() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\nText.\n");
    super::link(&sandbox, "../.agents/skills", ".openhands/skills");
    let before = picture(&sandbox);
    let text = run(&sandbox, 0, &["--write"]);
    assert_eq!(text, "stays where it is\n  .openhands/skills: a link to `.agents/skills`, which stays\n\nnothing to do\n");
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn b12_a_home_is_moved_only_when_asked_for() {
    let sandbox = Sandbox::new();
    sandbox.file("../home/.openhands/microagents/a.md", "---\ntriggers: [a]\n---\nText.\n");
    assert_eq!(run(&sandbox, 0, &["--write"]), "nothing to do\n");
    assert!(run(&sandbox, 2, &["../home", "--write"]).contains("help: use `--layout user`"));
    run(&sandbox, 0, &["../home", "--layout", "user", "--write"]);
    assert!(sandbox.home().join(".agents/skills/a/SKILL.md").exists());
}

#[test]
#[cfg(unix)]
fn h5_a_link_out_of_the_root_is_never_followed() {
    let sandbox = Sandbox::new();
    sandbox.file("../secret.md", "---\ntriggers: [s]\n---\nsecret words\n");
    sandbox.file(".openhands/skills/h/SKILL.md", "---\nname: h\ndescription: d\n---\nText.\n");
    super::link(&sandbox, "../../../../secret.md", ".openhands/skills/h/reference.md");
    super::link(&sandbox, "../../../secret.md", ".openhands/microagents/s.md");
    let before = picture(&sandbox);
    let text = run(&sandbox, 0, &["--write"]) + &run(&sandbox, 0, &["--diff"]) + &run(&sandbox, 0, &["--format", "json"]);
    assert!(!text.contains("secret words"), "{text}");
    assert!(text.contains("its link `reference.md` leads out of it"), "{text}");
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn h6_a_name_never_becomes_a_path_out() {
    for name in ["../../evil", "/tmp/evil", "a/../../b", "CON", "\"a\\0b\""] {
        let sandbox = Sandbox::new();
        sandbox.file(".openhands/microagents/a.md", format!("---\nname: {name}\ntriggers: [a]\n---\nText.\n"));
        let before = picture(&sandbox);
        let text = run(&sandbox, 1, &["--write"]);
        assert!(text.contains("help: give it another `name`"), "{text}");
        assert_eq!(picture(&sandbox), before);
    }
}

#[test]
fn f13_drift_shows_a_diff_and_the_command() {
    let sandbox = super::sample();
    let output = sandbox.run(&["migrate", "--check", "--diff"]);
    assert_eq!(output.code, 1);
    assert!(output.stdout.starts_with("--- a/.openhands/microagents/"), "{output:?}");
    assert!(output.stderr.ends_with("`microagent migrate --write` does it\n"), "{output:?}");
}
