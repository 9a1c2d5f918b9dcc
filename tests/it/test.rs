//! `test` from the outside.

use serde_json::json;

use crate::common::Sandbox;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox
        .file(".openhands/microagents/git.md", "---\ntriggers: [git, pull request]\n---\nGit.\n")
        .file(".openhands/microagents/npm.md", "---\ntriggers: [npm]\n---\nNpm.\n")
        .file(".openhands/microagents/bad.md", "---\ntriggers: [1]\n---\nx\n")
        .file(".agents/skills/ts/SKILL.md", "---\nname: ts\ndescription: d\npaths: ['src/*.ts']\n---\nTs.\n");
    sandbox
}

#[test]
fn i2_declared_expectations_hold_or_fail_with_the_reason() {
    let sandbox = sandbox();
    sandbox.file(
        ".agents/microagent-tests.yaml",
        "
- message: open a pull request
  fires: [git]
  not: [npm]
  only: true
- name: rules
  touch: web/src/a.ts
  fires: [ts]
- name: misses
  message: npm counts digits
  fires: [git, bad, ngit]
  only: true
- name: forbids
  message: use git
  not: [git, gone]
- name: talks
  conversation:
    - use git
    - message: git and npm
      fires: [git, npm]
  fires: [git, npm]
",
    );
    let output = sandbox.run(&["test"]);
    assert_eq!(output.code, 1);
    insta::assert_snapshot!(output.text(), @"
    ok    open a pull request
    FAIL  rules
          expected `ts` to fire
            `src/*.ts` is anchored at the top: `**/src/*.ts` would match
    FAIL  misses
          expected `git` to fire
            `git` stands only inside the longer word `digits`; the legacy loader takes that
              | npm counts digits
              |              ^^^
            `pull request` has nothing near it
          expected `bad` to fire, but it is not loaded
            .openhands/microagents/bad.md: invalid: `triggers` item `1` must be a string, this is an integer
          there is no microagent `ngit`: did you mean `git`?
          nothing else was to fire, but `npm` does by `npm`
    FAIL  forbids
          `git` must not fire, but does by `git`
          there is no microagent `gone`
    FAIL  talks
          expected `git` to fire at turn 2, but it was given at turn 1 and is given once
    5 cases: 1 passed, 4 failed (sdk)
    --- exit 1 ---
    ");
    insta::assert_snapshot!(sandbox.run(&["test", "--format", "junit"]).text(), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="microagent test" tests="5" failures="4">
      <testsuite name="microagent test" tests="5" failures="4">
        <testcase classname="./.agents/microagent-tests.yaml" name="open a pull request"/>
        <testcase classname="./.agents/microagent-tests.yaml" name="rules">
          <failure message="expected `ts` to fire" type="expectation">expected `ts` to fire
      `src/*.ts` is anchored at the top: `**/src/*.ts` would match
    </failure>
        </testcase>
        <testcase classname="./.agents/microagent-tests.yaml" name="misses">
          <failure message="expected `git` to fire" type="expectation">expected `git` to fire
      `git` stands only inside the longer word `digits`; the legacy loader takes that
        | npm counts digits
        |              ^^^
      `pull request` has nothing near it
    expected `bad` to fire, but it is not loaded
      .openhands/microagents/bad.md: invalid: `triggers` item `1` must be a string, this is an integer
    there is no microagent `ngit`: did you mean `git`?
    nothing else was to fire, but `npm` does by `npm`
    </failure>
        </testcase>
        <testcase classname="./.agents/microagent-tests.yaml" name="forbids">
          <failure message="`git` must not fire, but does by `git`" type="expectation">`git` must not fire, but does by `git`
    there is no microagent `gone`
    </failure>
        </testcase>
        <testcase classname="./.agents/microagent-tests.yaml" name="talks">
          <failure message="expected `git` to fire at turn 2, but it was given at turn 1 and is given once" type="expectation">expected `git` to fire at turn 2, but it was given at turn 1 and is given once
    </failure>
        </testcase>
      </testsuite>
    </testsuites>
    --- exit 1 ---
    "#);
    let value = sandbox.json(&["test", "--format", "json"]);
    assert_eq!(value["summary"], json!({ "cases": 5, "passed": 1, "failed": 4 }));
    assert_eq!(
        value["cases"][2]["failures"][0],
        json!({ "name": "git", "kind": "silent", "turn": null, "message": "expected `git` to fire",
                "nearest": "`git` stands only inside the longer word `digits`; the legacy loader takes that" })
    );
}

#[test]
fn a_first_file_passes_and_is_never_overwritten() {
    let sandbox = sandbox();
    let output = sandbox.run(&["test", "--init"]);
    assert_eq!((output.code, output.stderr.as_str()), (0, "wrote ./.agents/microagent-tests.yaml\n"));
    insta::assert_snapshot!(std::fs::read_to_string(sandbox.root().join(".agents/microagent-tests.yaml")).unwrap(), @"
    # What fires on what: `microagent test` checks it. Put real messages in the place of the bare triggers.
    # Each case: `message`, `touch` or `conversation`; `fires`, `not`, `only: true`; and a `name` if you like.
    - touch: src/example.ts
      fires:
      - ts
    - message: git
      fires:
      - git
    - message: npm
      fires:
      - npm
    ");
    assert_eq!(sandbox.run(&["test"]).code, 0);
    let again = sandbox.run(&["test", "--init"]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("exists already"), "{again:?}");
}

#[test]
fn a_file_that_cannot_fail_is_refused() {
    let sandbox = sandbox();
    for (text, message) in [
        ("[]", "tests.yaml: no cases"),
        ("- message: a", "tests.yaml: case 1: it expects nothing"),
        ("- mesage: a\n  fires: [git]", "tests.yaml: line 1: case 1: unknown field `mesage`"),
    ] {
        sandbox.file("tests.yaml", text);
        let output = sandbox.run(&["test", "tests.yaml"]);
        assert_eq!(output.code, 2, "{output:?}");
        assert!(output.stderr.contains(message), "{output:?}");
    }
    let missing = Sandbox::new().run(&["test"]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("`microagent test --init` writes a first one"), "{missing:?}");
}

#[test]
fn the_loader_decides() {
    let sandbox = sandbox();
    let cases = b"- message: digits\n  fires: [git]\n";
    std::fs::remove_file(sandbox.root().join(".openhands/microagents/bad.md")).unwrap();
    assert_eq!(sandbox.run_with(&["test", "-"], cases).code, 1);
    assert_eq!(sandbox.run_with(&["test", "-", "--loader", "legacy"], cases).code, 0);
}

#[test]
fn nothing_to_test_writes_nothing() {
    let sandbox = Sandbox::new();
    sandbox.file("AGENTS.md", "Always.\n");
    let output = sandbox.run(&["test", "--init"]);
    let said = "error: nothing to test: no microagent has a trigger or a path that can fire\n  help: nothing was written\n";
    assert_eq!((output.code, output.stderr.as_str()), (2, said));
    assert!(!sandbox.root().join(".agents").exists());
}

#[test]
fn a_name_that_nothing_has_fails_with_the_one_meant() {
    let sandbox = sandbox();
    let cases = b"- message: a\n  not: [gti]\n- message: git\n  fires: [gti]\n- message: a\n  not: [.openhands/microagents/git.md]\n";
    let output = sandbox.run_with(&["test", "-"], cases);
    assert_eq!(output.code, 1);
    assert_eq!(output.stdout.matches("there is no microagent `gti`: did you mean `git`?").count(), 2, "{output:?}");
    assert!(output.stdout.ends_with("3 cases: 0 passed, 3 failed (sdk)\n"), "{output:?}");
}

#[test]
fn what_cannot_be_read_is_said_with_its_line() {
    let sandbox = sandbox();
    for (text, message) in [
        ("# tests\n\nmessage: a\n", "line 3: expected a list, not a mapping"),
        ("- message: a\n  fires: [git]\n- message: b\n  fires: git\n", "line 4: case 2: fires: expected a list, not string \"git\""),
        ("- just words\n", "line 1: case 1: expected a case, not string \"just words\""),
        ("- conversation: []\n  only: true\n", "case 1: its `conversation` has no turns"),
    ] {
        let output = sandbox.run_with(&["test", "-"], text.as_bytes());
        assert_eq!(output.code, 2, "{output:?}");
        assert!(output.stderr.starts_with(&format!("error: standard input: {message}\n")), "{output:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_first_file_is_not_written_through_a_link_out_of_the_repository() {
    let sandbox = Sandbox::new();
    sandbox.file("f/.openhands/microagents/a.md", "---\ntriggers: [a]\n---\nA\n").file("f/.git/HEAD", "").file("out/keep", "");
    std::os::unix::fs::symlink("../out", sandbox.root().join("f/.agents")).unwrap();
    insta::assert_snapshot!(sandbox.run(&["test", "--init", "--root", "f"]).text(), @r"
    --- stderr ---
    error: a link leads `f/.agents/microagent-tests.yaml` out of the repository
      help: name the file to write: `microagent test --init FILE`
    --- exit 2 ---
    ");
    assert!(!sandbox.root().join("out/microagent-tests.yaml").exists());
    assert_eq!(sandbox.run(&["test", "--init", "--root", "f", "out/tests.yaml"]).code, 0, "a file that is named is written");
}
