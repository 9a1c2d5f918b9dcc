//! The plan: what it says, and the switches that change it.

use super::{files, picture, read, run, sample};
use crate::common::Sandbox;

#[test]
fn the_plan_tells_everything_and_changes_nothing() {
    let sandbox = sample();
    let before = picture(&sandbox);
    insta::assert_snapshot!("plan_text", sandbox.run(&["migrate"]).text());
    insta::assert_snapshot!("plan_diff", sandbox.run(&["migrate", "--diff"]).text());
    insta::assert_snapshot!("plan_json", sandbox.run(&["migrate", "--format", "json"]).text());
    assert_eq!(picture(&sandbox), before);
}

#[test]
fn check_is_for_pipelines() {
    let sandbox = sample();
    assert!(run(&sandbox, 1, &["--check"]).ends_with("`microagent migrate --write` does it\n"));
    run(&sandbox, 0, &["--write"]);
    assert!(run(&sandbox, 0, &["--check"]).starts_with("nothing to do"));
    let empty = Sandbox::new();
    assert_eq!(run(&empty, 0, &["--check"]), "nothing to do\n");
}

#[test]
fn frontmatter_keeps_its_bytes_where_it_stays() {
    for (name, old, new) in [
        ("a.md", "---\ntriggers: [a, 'b']\n---\nDo it.\n", "---\nname: a\ndescription: \"Do it.\"\ntriggers: [a, 'b']\n---\nDo it.\n"),
        (
            "crlf.md",
            "---\r\nname: crlf\r\ntype: knowledge\r\ntriggers:\r\n  - a # why\r\n---\r\nDo it.",
            "---\r\nname: crlf\r\ndescription: \"Do it.\"\r\ntriggers:\r\n  - a # why\r\n---\r\nDo it.",
        ),
        (
            "indented.md",
            "\n\n---\n name: x y\n triggers:\n - a\n agent: CodeActAgent\n version: 1.10 # two\n---\nDo it.\n\n\n",
            "---\n name: x-y\n description: \"Do it.\"\n triggers:\n - a\n metadata:\n   version: \"1.10\" # two\n---\nDo it.\n\n\n",
        ),
        (
            "task.md",
            "---\nname: task\ninputs:\n- name: A\n  description: b\ntriggers: [\"go\",]\n---\nUse {{ A }}, {{ B }} and ${A}.\n",
            "---\nname: task\ndescription: \"Use A, B and A.\"\ninputs:\n- name: A\n  description: b\ntriggers: [\"go\", \"/task\",]\n---\n\
             Use ${A}, {{ B }} and ${A}.\n",
        ),
        (
            "block.md",
            "---\ndescription: >-\n  Folded\n  text\n\nauthor: |\n  me\n  you\n# stays\ntriggers:\n- x\nmetadata:\n  a: b\nnote: [1]\n---\nDo it.\n",
            "---\nname: block\ndescription: >-\n  Folded\n  text\n\n# stays\ntriggers:\n- x\nmetadata:\n  a: b\n  author: \"me\\nyou\\n\"\nnote: [1]\n---\nDo it.\n",
        ),
        (
            "null.md",
            "---\nname: 'null'\ndescription:\nauthor:\ntriggers: [x]\n---\nDo it.\n",
            "---\nname: 'null'\ndescription: \"Do it.\"\ntriggers: [x]\n---\nDo it.\n",
        ),
        (
            "twice.md",
            "---\nname: one\nname: two\ntype: repo\ntype: task\ntriggers: [x]\n---\nDo it.\n",
            "---\nname: one\nname: two\ndescription: \"Do it.\"\ntriggers: [x]\n---\nDo it.\n",
        ),
        (
            "ci.md",
            "---\nname: ci\ninputs:\n- name: PR\n  description: b\ntriggers: [x, # one, two\n  y # three\n  ]\nmetadata:\n  version: \"9\"\nversion: 1.0\nauthor: me\n---\nDo `${{ PR }}`, {{ PR }}.\n",
            "---\nname: ci\ndescription: \"Do `${{ PR }}`, PR.\"\ninputs:\n- name: PR\n  description: b\ntriggers: [x, # one, two\n  y, \"/ci\" # three\n  ]\nmetadata:\n  version: \"9\"\n  author: \"me\"\nversion: 1.0\n---\nDo `${{ PR }}`, ${PR}.\n",
        ),
        (
            "rule.md",
            "---\npaths: ['*.py']\n---\nMind the types.\n",
            "---\nname: rule\ndescription: \"Mind the types.\"\npaths: ['*.py']\n---\nMind the types.\n",
        ),
    ] {
        let sandbox = Sandbox::new();
        sandbox.file(&format!(".openhands/microagents/{name}"), old);
        run(&sandbox, 0, &["--write"]);
        let moved = files(&sandbox).into_iter().find(|path| path.ends_with("SKILL.md")).unwrap();
        assert_eq!(read(&sandbox, &moved), new, "{name}");
        run(&sandbox, 0, &["--undo"]);
        assert_eq!(read(&sandbox, &format!(".openhands/microagents/{name}")), old);
    }
}

#[test]
fn always_on_files_become_sections() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands_instructions", "Old words.\n");
    sandbox.file(".openhands/microagents/repo.md", "---\nname: repo\n---\n# Title\n\nText.\n");
    sandbox.file(".openhands/microagents/style.md", "Two spaces.");
    run(&sandbox, 0, &["--write"]);
    let moved: Vec<String> = files(&sandbox).into_iter().filter(|path| !path.starts_with(".microagent")).collect();
    assert_eq!(moved, ["AGENTS.md"]);
    assert_eq!(read(&sandbox, "AGENTS.md"), "Old words.\n\n# Title\n\nText.\n\n## style\n\nTwo spaces.\n");
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(files(&sandbox), [".openhands/microagents/repo.md", ".openhands/microagents/style.md", ".openhands_instructions"]);
}

#[test]
fn sections_end_their_lines_as_the_file_does() {
    let sandbox = Sandbox::new();
    sandbox.file("AGENTS.md", "One.\r\nTwo.").file(".openhands/microagents/repo.md", "## More\n\nThree.\n");
    run(&sandbox, 0, &["--write"]);
    assert_eq!(read(&sandbox, "AGENTS.md"), "One.\r\nTwo.\r\n\r\n## More\r\n\r\nThree.\r\n");
    run(&sandbox, 0, &["--undo"]);
    assert_eq!(read(&sandbox, "AGENTS.md"), "One.\r\nTwo.");
}

#[test]
fn switches() {
    let sandbox = sample();
    run(
        &sandbox,
        0,
        &["--write", "--always-on", "flat", "--trigger-only", "--describe", "postgres_tips=Finds slow queries", "--rewrite-references"],
    );
    assert_eq!(read(&sandbox, "AGENTS.md").lines().count(), 3);
    assert!(read(&sandbox, ".agents/skills/repo.md").contains("(../../docs/deploy.md)"));
    let skill = read(&sandbox, ".agents/skills/postgres-tips/SKILL.md");
    assert!(skill.contains("description: \"Finds slow queries\"\n") && skill.contains("disable-model-invocation: true\n"), "{skill}");
    assert!(read(&sandbox, "docs/deploy.md").contains("`.agents/skills/postgres-tips/SKILL.md`"));

    let sandbox = sample();
    let text = run(&sandbox, 0, &["--only", "postgres_tips", "--only", ".openhands/skills/*"]);
    assert!(text.contains("2 files and directories to move") && !text.contains("repo.md"), "{text}");
    assert!(run(&sandbox, 1, &["--strict"]).contains("it has no description"));
    assert!(run(&sandbox, 1, &["--strict", "--write"]).contains("nothing was changed"));
    run(&sandbox, 0, &["--strict", "--describe", "postgres-tips=a", "--describe", "fix_flaky_test=b"]);
    assert!(run(&sandbox, 2, &["--describe", "x"]).contains("--describe NAME=TEXT"));

    let sandbox = Sandbox::new();
    sandbox.file(".cursorrules", "Rules.\n");
    assert_eq!(run(&sandbox, 0, &[]), "nothing to do\n");
    run(&sandbox, 0, &["--cursorrules", "agents-md", "--write"]);
    assert_eq!(read(&sandbox, "AGENTS.md"), "Rules.\n");
}

#[test]
fn servers_go_to_a_file() {
    let tools = "mcp_tools:\n  stdio_servers:\n  - name: fetch\n    command: uvx\n    args: [mcp-server-fetch]\n";
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/fetch.md", format!("---\nname: fetch\ntriggers: [fetch]\n{tools}---\nFetch it.\n"));
    let text = run(&sandbox, 0, &[]);
    assert!(
        text.contains("the runtime refuses it today and will load it") && text.contains("`--mcp FILE` writes them to a file"),
        "{text}"
    );
    run(&sandbox, 0, &["--write", "--mcp", ".agents/plugins/tools/.mcp.json"]);
    let json: serde_json::Value = serde_json::from_str(&read(&sandbox, ".agents/plugins/tools/.mcp.json")).unwrap();
    assert_eq!(json, serde_json::json!({"mcpServers": {"fetch": {"command": "uvx", "args": ["mcp-server-fetch"]}}}));
    assert!(!read(&sandbox, ".agents/skills/fetch/SKILL.md").contains("mcp"));
    run(&sandbox, 0, &["--undo"]);
    assert!(!sandbox.root().join(".agents").exists());
    for path in ["../out.json", "/tmp/out.json", "a/../b.json", ".openhands/microagents/fetch.md"] {
        assert!(run(&sandbox, 1, &["--write", "--mcp", path]).contains("give another file to `--mcp`"), "{path}");
    }
}

#[test]
fn the_file_of_servers_meets_nothing_else() {
    let tools = "mcp_tools: {stdio_servers: [{name: fetch, command: uvx}]}";
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a.md", format!("---\ntriggers: [a]\n{tools}\n---\nText.\n"));
    sandbox.file(".openhands/skills/s/SKILL.md", "---\nname: s\ndescription: d\n---\nText.\n").file("mine.json", "mine\n");
    sandbox.file(".openhands_instructions", "Rules.\n");
    let before = picture(&sandbox);
    for (path, reason) in [
        ("mine.json", "`mine.json` exists already and is left alone"),
        ("mine.json/x", "`mine.json` is not a directory"),
        ("AGENTS.md", "`.openhands_instructions` moves to `AGENTS.md`"),
        (".agents/skills/a/SKILL.md", "`.openhands/microagents/a.md` moves to"),
        (".agents/skills/s/mcp.json", "`.openhands/skills/s` moves to"),
        (".openhands/skills/s/mcp.json", "`.openhands/skills/s` moves to"),
        (".agents", "moves to `.agents/skills/"),
    ] {
        let text = run(&sandbox, 1, &["--write", "--mcp", path]);
        assert!(text.contains(reason), "{path}: {text}");
        assert_eq!(picture(&sandbox), before, "{path}");
    }
    // a directory that gets a new file stays
    for path in [".openhands/mcp.json", ".openhands/microagents/new/mcp.json"] {
        run(&sandbox, 0, &["--write", "--mcp", path]);
        assert!(read(&sandbox, path).contains("fetch"));
        run(&sandbox, 0, &["--undo"]);
        assert_eq!(picture(&sandbox), before, "{path}");
    }
}

#[test]
fn organizations_and_homes_have_their_own_layout() {
    let sandbox = Sandbox::new();
    sandbox.file("microagents/knowledge/npm.md", "---\nname: npm\ntriggers: [npm]\n---\nUse ci.\n");
    sandbox.file("microagents/house.md", "House rules.\n");
    assert_eq!(run(&sandbox, 0, &[]), "nothing to do\n");
    run(&sandbox, 0, &["--layout", "org", "--write"]);
    let moved: Vec<String> = files(&sandbox).into_iter().filter(|path| !path.starts_with(".microagent")).collect();
    assert_eq!(moved, ["skills/house.md", "skills/npm/SKILL.md"]);

    let sandbox = Sandbox::new();
    let skill = "---\nname: x\ndescription: d\n---\nText.\n";
    sandbox.file(".openhands/skills/installed/x/SKILL.md", skill);
    sandbox.file(".openhands/skills/y/SKILL.md", skill.replace("name: x", "name: y"));
    sandbox.file(".openhands/microagents/me.md", "About me.\n");
    run(&sandbox, 0, &["--layout", "user", "--write"]);
    let moved: Vec<String> = files(&sandbox).into_iter().filter(|path| !path.starts_with(".microagent")).collect();
    assert_eq!(moved, [".agents/skills/me.md", ".agents/skills/y/SKILL.md", ".openhands/skills/installed/x/SKILL.md"]);
}

#[test]
fn messages_are_replayed_through_both() {
    let sandbox = sample();
    sandbox.file("messages.jsonl", "\"a slow query\"\n{\"message\": \"run /fix_flaky_test\"}\n\"try /fix-flaky-test\"\n");
    let text = run(&sandbox, 0, &["--messages", "messages.jsonl"]);
    assert!(text.contains("messages that bring in something else\n  try /fix-flaky-test\n    new: fix-flaky-test\n"), "{text}");
    assert!(!text.contains("no longer"), "{text}");
    sandbox.file("messages.jsonl", "oops\n");
    assert!(run(&sandbox, 2, &["--messages", "messages.jsonl"]).contains("error: messages.jsonl: line 1: "));
}

#[test]
fn the_hint_repeats_what_was_asked() {
    let sandbox = Sandbox::new();
    sandbox.file("it's here/microagents/a b.md", "---\nname: a b\ntriggers: [x]\n---\nMind the x.\n");
    let given = [
        ("--layout org", &["--layout", "org"][..]),
        ("--layout org --only 'a *' --trigger-only", &["--only", "a *", "--layout", "org", "--trigger-only"]),
        ("--layout org --always-on flat --cursorrules agents-md", &["--layout=org", "--always-on=flat", "--cursorrules=agents-md"]),
        ("--layout org --strict --describe 'a b=It'\\''s x'", &["--layout=org", "--strict", "--describe", "a b=It's x"]),
        ("--layout org --rewrite-references --mcp servers.json", &["--layout=org", "--rewrite-references", "--mcp", "servers.json"]),
    ];
    for (shown, args) in given {
        let args = [&["migrate", "it's here"], args].concat();
        let output = sandbox.run(&args);
        assert_eq!(output.stderr, format!("`microagent migrate --write {shown} 'it'\\''s here'` does it\n"), "{}", output.stdout);
    }
}

#[test]
fn options_that_name_nothing_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/oven.md", "---\ntriggers: [oven]\n---\nMind the oven.\n");
    sandbox.file(".openhands/microagents/stove.md", "---\ntriggers: [stove]\ndescription: d\n---\nMind the stove.\n");
    let before = picture(&sandbox);
    let cases: &[(&[&str], &str)] = &[
        (&["--describe", "nosuch=x"], "`--describe nosuch=…` names nothing that moves\n  help: a description is lacking in `oven`"),
        (&["--describe", "ovne=x", "--write"], "`--describe ovne=…` names nothing that moves\n  help: did you mean `oven`?"),
        (
            &["--describe", "stove=x"],
            "`--describe stove=…` describes what has a description or needs none\n  help: a description is lacking in `oven`",
        ),
        (&["--only", "zzz*"], "`--only zzz*` matches nothing\n  help: what could move is called `oven`, `stove`"),
        (&["--only", "oven", "--only", "stvoe"], "`--only stvoe` matches nothing\n  help: did you mean `stove`?"),
    ];
    for (args, expected) in cases {
        let output = sandbox.run(&[&["migrate"], *args].concat());
        assert_eq!(output.text(), format!("--- stderr ---\nerror: {expected}\n--- exit 2 ---"), "{args:?}");
    }
    assert_eq!(picture(&sandbox), before);
    // what has moved may be named again: a script can be run twice
    run(&sandbox, 0, &["--write", "--only", "oven"]);
    assert!(run(&sandbox, 0, &["--write", "--only", "oven"]).starts_with("nothing to do"));
    assert_eq!(run(&Sandbox::new(), 0, &["--only", "zzz*"]), "nothing to do\n");
}

#[test]
fn cursorrules_are_read_before_and_after() {
    let sandbox = Sandbox::new();
    sandbox.file(".cursorrules", "Mind the oven.\n").file(".openhands_instructions", "Mind the stove.\n");
    let plan = sandbox.json(&["migrate", "--cursorrules", "agents-md", "--format", "json"]);
    let kinds =
        |index: usize| plan["files"][index]["changes"].as_array().unwrap().iter().map(|change| change["kind"].clone()).collect::<Vec<_>>();
    assert_eq!((&plan["files"][0]["from"], &plan["files"][0]["old_name"]), (&".cursorrules".into(), &"cursorrules".into()));
    assert_eq!(kinds(0), ["section"]);
    assert_eq!(kinds(1), ["now-loaded"]);
}

#[test]
fn a_text_without_a_sentence_is_described_by_what_brings_it_in() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/oven.md", "---\ntriggers: [oven, 'bread rolls']\n---\n# Ovens\n\nIMPORTANT!\n");
    let text = run(&sandbox, 0, &["--write"]);
    let said = "its text has no sentence to describe it; it is described as \"Instructions for requests that mention oven, bread rolls.\": \
                `--describe oven=TEXT` is better";
    assert!(text.contains(said), "{text}");
    let skill = read(&sandbox, ".agents/skills/oven/SKILL.md");
    assert!(skill.contains("description: \"Instructions for requests that mention oven, bread rolls.\"\n"), "{skill}");
}
