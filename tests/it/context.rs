//! `context` from the outside.

use serde_json::json;

use crate::common::Sandbox;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox
        .file("AGENTS.md", "Build with make.\n")
        .file("CLAUDE.md", "For Claude.\n")
        .file(".openhands/microagents/git.md", "---\ntriggers: [git]\n---\n# Git\n\nUse branches.\nMore.\n")
        .file(".agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill forms.\n---\nBody.\n")
        .file(".agents/skills/ts/SKILL.md", "---\nname: ts\ndescription: d\npaths: ['*.ts']\n---\nUse types.\n");
    sandbox
}

#[test]
fn i8_what_is_given_and_what_it_costs() {
    let sandbox = sandbox();
    let args = ["context", "--message", "use git", "--message", "git again", "--touch", "a.ts", "--model", "gpt-5"];
    insta::assert_snapshot!(sandbox.run(&args).text(), @"
    in the prompt from the start: 5 tokens
      TOKENS  NAME    SOURCE  PATH
      5       agents  repo    AGENTS.md
      left out for gpt-5: claude

    offered by name and description: 10 tokens
      TOKENS  NAME  DESCRIPTION
      5       pdf   Fill forms.
      5       git   Use branches. (first line)
      note: without a description the first line of the text is offered

    added by message `use git`: 9 tokens
      TOKENS  NAME  BY     PATH
      9       git   `git`  .openhands/microagents/git.md

    added by message `git again`: 0 tokens
      nothing

    added by touching `a.ts`: 3 tokens
      TOKENS  NAME  BY      PATH
      3       ts    `*.ts`  .agents/skills/ts/SKILL.md

    total: 27 tokens
    estimated by words, numbers and marks, within 8% of real encodings for nine files in ten; the
    runtime's own words around these are not counted
    --- exit 0 ---
    ");
}

#[test]
fn json_names_the_estimator_and_every_part() {
    let sandbox = sandbox();
    let value = sandbox.json(&["context", "--message", "use git", "--format", "json", "--max-tokens", "5"]);
    assert_eq!(value["left_out"], json!([]));
    assert_eq!(value["always_on"][0], json!({ "name": "agents", "source": "repo", "path": "AGENTS.md", "tokens": 5 }));
    assert_eq!(
        value["catalogue"][1],
        json!({ "name": "git", "source": "repo", "path": ".openhands/microagents/git.md", "description": "Use branches.",
                "description_from": "first-line", "omitted_chars": 5, "tokens": 5 })
    );
    assert_eq!(value["injected"][0]["trigger"], "git");
    let sum: u64 = ["always_on", "catalogue", "injected"].iter().map(|part| value["tokens"][part].as_u64().unwrap()).sum();
    assert_eq!(value["tokens"]["total"], sum);
    assert_eq!(value["exceeded"], true);
    assert!(value["estimator"].as_str().unwrap().starts_with("estimated"));
}

#[test]
fn too_much_fails() {
    let sandbox = sandbox();
    assert_eq!(sandbox.run(&["context", "--max-tokens", "1000"]).code, 0);
    let output = sandbox.run(&["context", "--max-tokens", "3"]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.starts_with("failed: ") && output.stderr.ends_with(" tokens in all, more than 3\n"), "{output:?}");
}

#[test]
fn a_long_description_is_cut_as_the_runtime_cuts_it() {
    let sandbox = Sandbox::new();
    let text = "é".repeat(1_030);
    sandbox.file(".agents/skills/long/SKILL.md", format!("---\nname: long\ndescription: {text}\n---\nBody.\n"));
    let value = sandbox.json(&["context", "--format", "json"]);
    assert_eq!(value["catalogue"][0]["omitted_chars"], 6);
    assert_eq!(value["catalogue"][0]["description"].as_str().unwrap().chars().count(), 1_024);
}

#[test]
fn without_a_skill_the_model_has_no_tool_to_ask_with() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/git.md", "---\ntriggers: [git]\n---\nUse branches.\n");
    let output = sandbox.run(&["context"]);
    assert!(output.stdout.contains("the SDK attaches no tool"), "{output:?}");
}

#[test]
fn the_legacy_loader_has_no_catalogue() {
    let sandbox = Sandbox::new();
    sandbox
        .file(".openhands/microagents/repo.md", "Always.\n")
        .file(".openhands/microagents/git.md", "---\ntriggers: [git]\n---\nUse branches.\n");
    insta::assert_snapshot!(sandbox.run(&["context", "--loader", "legacy", "--message", "digits"]).text(), @"
    in the prompt from the start: 2 tokens
      TOKENS  NAME  SOURCE  PATH
      2       repo  repo    .openhands/microagents/repo.md

    added by message `digits`: 3 tokens
      TOKENS  NAME  BY     PATH
      3       git   `git`  .openhands/microagents/git.md

    total: 5 tokens
    estimated by words, numbers and marks, within 8% of real encodings for nine files in ten; the
    runtime's own words around these are not counted
    --- exit 0 ---
    ");
}

#[test]
fn a_description_fills_the_width() {
    let mut sandbox = Sandbox::new();
    let text = "word ".repeat(60);
    sandbox.file(".agents/skills/long/SKILL.md", format!("---\nname: long\ndescription: {text}\n---\nBody.\n"));
    sandbox.file(".openhands/microagents/git.md", format!("---\ntriggers: [git]\n---\n{text}\n"));
    for columns in [60, 80, 140] {
        sandbox.env("COLUMNS", &columns.to_string());
        let output = sandbox.run(&["context"]);
        let row = |name: &str| output.stdout.lines().find(|line| line.contains(name)).unwrap().chars().count();
        assert!((columns - 5..=columns).contains(&row(" long ")), "{columns}: {output:?}");
        assert!((columns - 5..=columns).contains(&row(" git ")), "{columns}: {output:?}");
        assert_eq!(output.stdout.matches('…').count(), 2, "a line each: {output:?}");
    }
}

#[test]
fn what_is_narrowed_away_is_not_called_nothing() {
    let sandbox = sandbox();
    insta::assert_snapshot!(sandbox.run(&["context", "--name", "agents", "--message", "use git"]).text(), @"
    1 of 5 microagents shown (--name, --exclude)

    in the prompt from the start: 9 tokens
      TOKENS  NAME    SOURCE  PATH
      5       agents  repo    AGENTS.md

    offered by name and description: 10 tokens
      none of these is shown (--name, --exclude)

    added by message `use git`: 9 tokens
      none of these is shown (--name, --exclude)

    total: 28 tokens
    estimated by words, numbers and marks, within 8% of real encodings for nine files in ten; the
    runtime's own words around these are not counted
    --- exit 0 ---
    ");
}

#[test]
fn what_a_session_reads_beside_the_loader_is_noted() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands_instructions", "Old.\n");
    let output = sandbox.run(&["context", "--loader", "legacy"]);
    let note = "note: V0 sessions put `.openhands_instructions` in the prompt too, beside the loader; it is not";
    assert!(output.stdout.contains(note), "{output:?}");
    assert!(!sandbox.run(&["context", "--loader", "sdk"]).stdout.contains("V0"));
}
