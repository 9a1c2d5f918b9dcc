//! `list` and `show` from the outside.

use std::fs;

use super::common::Sandbox;

fn demo() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.copy("fixtures/demo");
    sandbox
}

#[test]
fn the_demo_as_each_runtime_sees_it() {
    let sandbox = demo();
    insta::assert_snapshot!(sandbox.run(&["list"]).text());
    insta::assert_snapshot!(sandbox.run(&["list", "--loader", "legacy"]).text());
}

#[test]
fn the_whole_answer_as_json_and_yaml() {
    let sandbox = demo();
    let json = sandbox.run(&["list", "--format", "json"]);
    insta::assert_snapshot!(json.text());
    let yaml = sandbox.run(&["list", "--format", "yaml"]);
    let from_yaml: serde_json::Value = serde_yaml::from_str(&yaml.stdout).unwrap();
    assert_eq!(from_yaml, serde_json::from_str::<serde_json::Value>(&json.stdout).unwrap());
}

#[test]
fn names_can_be_narrowed_and_the_header_says_so() {
    let sandbox = demo();
    insta::assert_snapshot!(sandbox.run(&["list", "--format", "names", "--name", "re*", "--exclude", "review"]).stdout, @r"
    release-notes
    repo
    ");
    let table = sandbox.run(&["list", "--name", "re*"]).stdout;
    assert!(table.starts_with("3 of 8 microagents shown (--name, --exclude)\n"), "{table}");
}

#[test]
fn sources_come_together_and_can_be_left_out() {
    let mut sandbox = demo();
    sandbox
        .file("../home/.agents/skills/mine.md", "Mine.\n")
        .file("org/skills/ours.md", "Ours.\n")
        .file("pub/skills/all.md", "Everybody's.\n");
    let names = |args: &[&str]| sandbox.run(&[&["list", "--format", "names", "--name", "*"], args].concat()).stdout;
    assert_eq!(names(&["--only", "user", "--only", "org", "--org-dir", "org"]), "mine\nours\n");
    assert!(!names(&["--no-user"]).contains("mine"));
    assert_eq!(names(&["--only", "public", "--public-dir", "pub"]), "skills/all\n");
    sandbox.env("EXTENSIONS_PATH", "pub");
    assert_eq!(sandbox.run(&["list", "--format", "names", "--only", "public"]).stdout, "skills/all\n");
    assert_eq!(sandbox.run(&["list", "--format", "names", "--only", "public", "--no-public"]).stdout, "");
}

#[test]
fn a_root_that_cannot_be_read_is_an_error() {
    let sandbox = demo();
    for args in [&["list", "nowhere"] as &[&str], &["list", "AGENTS.md"], &["list", "--org-dir", "nowhere"], &["list", "--user-dir", "x"]] {
        let output = sandbox.run(args);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{args:?}");
        assert!(output.stderr.starts_with("error: ") && output.stderr.contains("help: "), "{}", output.stderr);
    }
    insta::assert_snapshot!(sandbox.run(&["list", "nowhere"]).text(), @r"
    --- stderr ---
    error: [SANDBOX]/work/nowhere: No such file or directory (os error 2)
      help: give a directory that exists and can be read
    --- exit 2 ---
    ");
}

#[test]
fn nothing_there_is_said() {
    insta::assert_snapshot!(Sandbox::new().run(&["list"]).text(), @r"
    no microagents are loaded
    --- exit 0 ---
    ");
}

#[test]
#[cfg(unix)]
fn hostile_trees_are_listed_in_peace() {
    use std::os::unix::fs::symlink;
    let sandbox = Sandbox::new();
    let dir = sandbox.root().join(".agents/skills");
    fs::create_dir_all(dir.join("x.md")).unwrap();
    fs::create_dir_all(dir.join("SKILL.md")).unwrap();
    symlink("..", dir.join("up")).unwrap();
    symlink("loop.md", dir.join("loop.md")).unwrap();
    symlink("nowhere.md", dir.join("gone.md")).unwrap();
    symlink("/dev/zero", dir.join("zero.md")).unwrap();
    sandbox.git(&["init", "-q"]);
    let made = std::process::Command::new("mkfifo").arg(dir.join("pipe.md")).status().unwrap();
    assert!(made.success());
    sandbox
        .file(".agents/skills/big.md", vec![b'x'; 50 << 20])
        .file(".agents/skills/bad\u{1b}[31m\u{202e}.md", "control characters in the name")
        .file(".agents/skills/latin.md", b"caf\xe9")
        .file(".agents/skills/nul.md", b"---\nname: \0\n---\n");
    insta::assert_snapshot!(sandbox.run(&["list"]).text());
}

#[test]
fn show_tells_where_each_field_stands() {
    let sandbox = demo();
    insta::assert_snapshot!(sandbox.run(&["show", "fix_flaky"]).text());
    insta::assert_snapshot!(sandbox.run(&["show", "fix_flaky", "--loader", "legacy", "--format", "json"]).text());
    insta::assert_snapshot!(sandbox.run(&["show", ".openhands/microagents/errors.md"]).text());
    insta::assert_snapshot!(sandbox.run(&["show", "tides", "--raw"]).text(), @"Tide tables come from `data/tides.csv`. Times there are local; convert them before comparing.--- exit 0 ---");
    insta::assert_snapshot!(sandbox.run(&["show", "tide"]).text(), @r"
    --- stderr ---
    error: there is no microagent called `tide`, and no such file among those read
      help: did you mean `tides`?
    --- exit 2 ---
    ");
    insta::assert_snapshot!(sandbox.run(&["show", "errors", "--loader", "legacy", "--raw"]).text(), @r"
    --- stderr ---
    error: `.openhands/microagents/errors.md` is not loaded: `triggers` item `403` must be a string, this is an integer
      help: leave --raw out to see why
    --- exit 2 ---
    ");
}

#[test]
fn show_says_who_shadows_whom() {
    let sandbox = demo();
    sandbox.file(".openhands/skills/review.md", "Old review.\n");
    insta::assert_snapshot!(sandbox.run(&["show", ".openhands/skills/review.md"]).text());
    assert!(sandbox.run(&["show", "review"]).stdout.contains("wins over .openhands/skills/review.md\n"));
}

#[test]
fn one_of_a_thing_is_said_in_the_singular() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/oven.md", "---\ntriggers: [oven]\n---\n!\n");
    let shown = sandbox.run(&["show", "oven"]).stdout;
    assert!(shown.contains("\ncontent: 1 character, about "), "{shown}");
    let listed = sandbox.run(&["list", "--name", "o*"]).stdout;
    assert!(listed.starts_with("1 of 1 microagent shown "), "{listed}");
    assert!(sandbox.run(&["trigger", "nothing"]).stdout.starts_with("the only microagent does not fire "));
}

#[test]
fn the_configured_runtime_is_asked_by_every_command() {
    let sandbox = demo();
    sandbox.file(".microagent.yaml", "loader: legacy\n");
    assert_eq!(sandbox.json(&["list", "--format", "json"])["loader"], "legacy");
    assert_eq!(sandbox.json(&["show", "errors", "--format", "json"])["loader"], "legacy");
    assert_eq!(sandbox.json(&["trigger", "tide", "--format", "json"])["loader"], "legacy");
    assert_eq!(sandbox.json(&["context", "--format", "json"])["loader"], "legacy");
    assert_eq!(sandbox.json(&["list", "--format", "json", "--loader", "sdk"])["loader"], "sdk", "the flag wins");
    sandbox.file(".microagent.yaml", "loader: other\n");
    assert_eq!(sandbox.run(&["list"]).code, 2, "a broken configuration is not passed over");
}

#[test]
fn files_of_two_checkouts_are_not_taken_for_one_another() {
    let sandbox = Sandbox::new();
    for org in ["a", "b"] {
        sandbox
            .file(&format!("{org}/microagents/bad.md"), "---\ntriggers: 5\n---\n")
            .file(&format!("{org}/microagents/{org}.md"), "Good.\n");
    }
    let text = sandbox.run(&["list", "--loader", "legacy", "--no-user", "--org-dir", "a", "--org-dir", "b"]).stdout;
    assert_eq!(text.matches("      microagents/a.md").count(), 1, "{text}");
    assert_eq!(text.matches("      microagents/b.md").count(), 1, "{text}");
}

#[test]
fn raw_content_is_given_byte_for_byte() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/a.md", "---\ntriggers: [a]\n---\n\u{1b}[31mred\u{202e}\r\nend\n");
    assert_eq!(sandbox.run(&["show", "a", "--raw"]).stdout, "\u{1b}[31mred\u{202e}\nend");
    assert_eq!(sandbox.run(&["show", "a", "--raw", "--color", "always"]).stdout, "\u{1b}[31mred\u{202e}\nend");
}

#[test]
fn narrow_tables_keep_their_words_whole() {
    let mut sandbox = demo();
    sandbox.env("COLUMNS", "60");
    insta::assert_snapshot!(sandbox.run(&["list", "--name", "t*", "--name", "re*"]).stdout, @r"
    4 of 8 microagents shown (--name, --exclude)

    NAME           ACTIVATION  TRIGGERS   SOURCE  TOKENS  PATH
    release-notes  keywords    release    repo    65      .agents/skills/release-notes/SKILL.md
                               notes,
                               changelog
    review         on-demand              repo    22      .agents/skills/review/SKILL.md
    repo           always                 repo    13      .openhands/microagents/repo.md
    tides          keywords    tide, low  repo    20      .openhands/microagents/tides.md
                               water

    not loaded (2):
      .openhands/microagents/errors.md:5:5
        invalid: `triggers` item `403` must be a string, this is an integer [wrong-type]
      .agents/skills/tools/lint/SKILL.md
        out-of-reach: it stands more than one directory down; the loader looks exactly one directory down
    ");
}

#[test]
fn machine_formats_hold_no_character_that_moves_the_cursor() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/a.md", "---\nname: \"a\\u202eb\\u009bc\"\n---\nx\n");
    for format in ["json", "yaml"] {
        let text = sandbox.run(&["list", "--format", format]).stdout;
        assert!(!text.contains(['\u{202e}', '\u{9b}']), "{text:?}");
        let value: serde_json::Value = serde_yaml::from_str(&text).unwrap();
        assert_eq!(value["microagents"][0]["name"], "a\u{202e}b\u{9b}c");
    }
}
