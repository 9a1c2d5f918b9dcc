//! `lint` from the outside.

mod parsing;
mod paths;
mod places;

use crate::common::Sandbox;

/// What lint finds, each as `SEVERITY RULE PATH:LINE:COLUMN`, in the order reported.
pub(super) fn findings(sandbox: &Sandbox, args: &[&str]) -> Vec<String> {
    let args: Vec<&str> = ["lint", "--format", "json", "--allow-empty"].iter().chain(args).copied().collect();
    let json = sandbox.json(&args);
    let line = |found: &serde_json::Value| {
        let text = |key: &str| found[key].as_str().unwrap_or_default().to_string();
        format!("{} {} {}:{}:{}", text("severity"), text("rule"), text("path"), found["line"], found["column"])
    };
    json["diagnostics"].as_array().unwrap().iter().map(line).collect()
}

/// Findings of one flat file with this text, without their path.
pub(super) fn of_flat(text: &str) -> Vec<String> {
    of_file(".agents/skills/a.md", text)
}

/// Findings of one file with this text, without their path.
pub(super) fn of_file(path: &str, text: &str) -> Vec<String> {
    let sandbox = Sandbox::new();
    sandbox.file(path, text);
    findings(&sandbox, &[]).into_iter().map(|line| line.replace(&format!(" {path}"), "")).collect()
}

const BROKEN: &str = "---\nname: modes\ndescription: Pick a mode. Modes: fast, slow\n---\nB";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/modes/SKILL.md", BROKEN);
    sandbox.file(".agents/skills/fine.md", "---\ntriggers: [deployment]\n---\nBody");
    sandbox.file(".agents/skills/odd.md", "---\ntype: task\ntriggers: [deployment plan]\n---\nBody");
    sandbox
}

#[test]
fn the_text_shows_the_line_the_consequence_and_the_help() {
    let sandbox = sandbox();
    insta::assert_snapshot!(sandbox.run(&["lint"]).text(), @r"
    error[invalid-yaml]
      × mapping values are not allowed in this context: the value `Pick a mode. Modes: fast, slow`
      │ holds `: ` and is not quoted
      ╰─▶ the runtime does not load this file; the others load
       ╭─[.agents/skills/modes/SKILL.md:3:32]
     2 │ name: modes
     3 │ description: Pick a mode. Modes: fast, slow
       ·                                ─
     4 │ ---
       ╰────
      help: quote the value

    warning[type-mismatch]
      ⚠ `type: task` is not what the file is
      ╰─▶ it has no inputs, so it is brought in by its triggers alone
       ╭─[.agents/skills/odd.md:2:7]
     1 │ ---
     2 │ type: task
       ·       ────
     3 │ triggers: [deployment plan]
       ╰────
      help: add `inputs`, or write `type: knowledge`

    1 error, 1 warning in 3 files (1 fixable with --fix)
    --- exit 1 ---
    ");
}

#[test]
fn the_json_is_the_documented_one() {
    let json = sandbox().json(&["lint", "--format", "json", "--select", "invalid-yaml"]);
    insta::assert_json_snapshot!(json);
}

#[test]
fn the_exit_status_is_the_same_for_every_format() {
    let sandbox = sandbox();
    let code = |args: &[&str]| {
        let codes: Vec<i32> =
            ["text", "concise", "json"].iter().map(|format| sandbox.run(&[&["lint", "--format", format], args].concat()).code).collect();
        assert!(codes.windows(2).all(|pair| pair[0] == pair[1]), "{args:?}: {codes:?}");
        codes[0]
    };
    let cases: &[(&[&str], i32)] = &[
        (&[], 1),
        (&["--fail-on", "never"], 0),
        (&["--ignore", "invalid-yaml"], 0),
        (&["--ignore", "invalid-yaml", "--fail-on", "warning"], 1),
        (&["--ignore", "invalid-yaml", "--max-warnings", "0"], 1),
        (&["--ignore", "invalid-yaml", "--max-warnings", "1"], 0),
        (&["--select", "byte-order-mark,not-utf8", "--fail-on", "info"], 0),
        (&["--select", "invalid-yml"], 2),
        (&["nowhere"], 2),
    ];
    for (args, expected) in cases {
        assert_eq!(code(args), *expected, "{args:?}");
    }
}

#[test]
fn a_rule_that_does_not_exist_is_named_with_its_neighbour() {
    let output = sandbox().run(&["lint", "--select", "invalid-yml"]);
    assert_eq!(
        output.text(),
        "--- stderr ---\nerror: there is no rule `invalid-yml`\n  help: did you mean `invalid-yaml`? `microagent rules` lists them all\n--- exit 2 ---"
    );
}

#[test]
fn concise_is_one_line_a_finding_and_the_summary_goes_aside() {
    let output = sandbox().run(&["lint", "--format", "concise", "--select", "type-mismatch"]);
    assert_eq!(
        output.text(),
        ".agents/skills/odd.md:2:7: warning[type-mismatch] `type: task` is not what the file is\n--- stderr ---\n1 warning in 3 files\n--- exit 0 ---"
    );
}

#[test]
fn output_goes_to_a_file() {
    let sandbox = sandbox();
    let output = sandbox.run(&["lint", "--format", "json", "--output", "out/report.json"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    let report = std::fs::read_to_string(sandbox.root().join("out/report.json")).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&report).unwrap()["summary"]["errors"], 1);
}

#[test]
fn every_rule_explains_itself() {
    let sandbox = Sandbox::new();
    let rules = sandbox.json(&["rules", "--format", "json"]);
    let rules = rules["rules"].as_array().unwrap();
    assert!(rules.len() > 50);
    let text = sandbox.run(&["rules"]).stdout;
    let markdown = sandbox.run(&["rules", "--format", "markdown"]).stdout;
    for rule in rules {
        let id = rule["id"].as_str().unwrap();
        assert!(text.contains(id) && markdown.contains(&format!("\n## {id}\n")), "{id}");
    }
    insta::assert_snapshot!(sandbox.run(&["explain", "unreachable-skill"]).text());
    assert_eq!(sandbox.json(&["explain", "unreachable-skill", "--format", "json"])["severity"], "error");
    assert_eq!(sandbox.run(&["explain", "unreachable-skil"]).code, 2);
}

#[test]
fn known_keys_are_never_called_unknown() {
    for key in ["triggers", "inputs", "paths"] {
        for value in ["[]", "", "x", "{a: b}", "[{name: A, description: b}]"] {
            for path in [".agents/skills/a.md", ".agents/skills/x/SKILL.md", "AGENTS.md"] {
                for loader in ["sdk", "legacy"] {
                    let sandbox = Sandbox::new();
                    sandbox.file(path, format!("---\n{key}: {value}\n---\n${{A}}"));
                    let found = findings(&sandbox, &["--loader", loader, "--select", "unknown-key,misspelled-key"]);
                    assert_eq!(found, Vec::<String>::new(), "{path} {key}: {value}");
                }
            }
        }
    }
}
