//! `new`: what it writes, where, what it refuses, and that it loads as asked for.

use std::fs;

use crate::common::Sandbox;

#[test]
fn each_kind_loads_as_asked_for() {
    let sandbox = Sandbox::new();
    let run = |args: &[&str]| {
        let output = sandbox.run(&[&["new"], args].concat());
        assert_eq!(output.code, 0, "{args:?}\n{}", output.stderr);
        output.stdout
    };
    assert_eq!(
        run(&["skill", "write-docs", "--description", "Writes docs: use it for prose"]),
        "wrote .agents/skills/write-docs/SKILL.md\n"
    );
    run(&["knowledge", "no", "--description", "About no", "--trigger", "0x1F", "--trigger", "12:30"]);
    run(&["task", "2024-01-01", "--description", "A task # not a date", "--input", "PR_URL=URL: the whole", "--trigger", "/old_name"]);
    run(&["rule", "rust", "--description", "Rules for Rust", "--path", "**/*.rs", "--path", "Cargo.toml"]);
    assert_eq!(run(&["repo", "The project", "--description", "Run `make test`."]), "wrote AGENTS.md\n");
    let json = sandbox.json(&["list", "--format", "json", "--no-user", "--no-public"]);
    let brief: Vec<String> = json["microagents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| format!("{} {} {} {} {} {}", m["name"], m["activation"], m["triggers"], m["paths"], m["inputs"], m["description"]))
        .collect();
    insta::assert_snapshot!(brief.join("\n"), @r#"
    "agents" "always" [] [] [] null
    "2024-01-01" "task" ["/old_name","/2024-01-01"] [] [{"name":"PR_URL","description":"URL: the whole"}] "A task # not a date"
    "no" "keywords" ["0x1F","12:30"] [] [] "About no"
    "rust" "paths" [] ["**/*.rs","Cargo.toml"] [] "Rules for Rust"
    "write-docs" "on-demand" [] [] [] "Writes docs: use it for prose"
    "#);
    assert_eq!(json["not_loaded"], serde_json::json!([]));
    let findings = sandbox.json(&["lint", "--format", "json"]);
    assert_eq!(findings["diagnostics"], serde_json::json!([]));
}

#[test]
fn a_task_is_ready_to_render() {
    let sandbox = Sandbox::new();
    let output =
        sandbox.run(&["new", "task", "fix-test", "--description", "Fixes a test", "--input", "TEST=Which test", "--input", "BRANCH=Where"]);
    insta::assert_snapshot!(output.text(), @"
    wrote .agents/skills/fix-test/SKILL.md
    --- stderr ---
    next: write its body, then run `microagent lint`
    --- exit 0 ---
    ");
    let text = fs::read_to_string(sandbox.root().join(".agents/skills/fix-test/SKILL.md")).unwrap();
    insta::assert_snapshot!(text, @"
    ---
    name: fix-test
    description: Fixes a test
    inputs:
      - name: TEST
        description: Which test
      - name: BRANCH
        description: Where
    ---

    # Fix test

    Write here, step by step, what the model should do with these inputs:

    - TEST: ${TEST}
    - BRANCH: ${BRANCH}
    ");
    let output = sandbox.run(&["render", "fix-test", "--set", "TEST=a::b", "--set", "BRANCH=main"]);
    assert!(output.code == 0 && output.stdout.ends_with("- TEST: a::b\n- BRANCH: main\n"), "{}", output.text());
}

#[test]
fn it_goes_where_it_is_told() {
    let sandbox = Sandbox::new();
    fs::create_dir_all(sandbox.root().join("sub")).unwrap();
    let skill = ["new", "skill", "a", "--description", "About a"];
    for (more, path) in [
        (&["--user"][..], "../home/.agents/skills/a/SKILL.md"),
        (&["--dir", "skills"], "skills/a/SKILL.md"),
        (&["--root", "sub"], "sub/.agents/skills/a/SKILL.md"),
    ] {
        let output = sandbox.run(&[&skill[..], more].concat());
        assert_eq!(output.code, 0, "{}", output.stderr);
        assert!(sandbox.root().join(path).is_file(), "{path}\n{}", output.stdout);
    }
    assert!(!sandbox.root().join(".agents").exists());
    assert_eq!(sandbox.run(&[&skill[..], &["--root", "none"]].concat()).code, 2);
}

#[test]
fn nothing_is_overwritten() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/a/SKILL.md", "mine").file("agents.md", "mine too");
    let output = sandbox.run(&["new", "skill", "a", "--description", "About a"]);
    insta::assert_snapshot!(output.text(), @"
    --- stderr ---
    error: .agents/skills/a/SKILL.md is there already
      help: edit it, or choose another name: nothing is overwritten
    --- exit 2 ---
    ");
    let output = sandbox.run(&["new", "repo", "Project", "--description", "Text"]);
    insta::assert_snapshot!(output.text(), @"
    --- stderr ---
    error: agents.md is there already
      help: add a section to it yourself: `## Project`
    --- exit 2 ---
    ");
    assert_eq!(fs::read_to_string(sandbox.root().join(".agents/skills/a/SKILL.md")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(sandbox.root().join("agents.md")).unwrap(), "mine too");
    assert!(!sandbox.root().join("AGENTS.md").exists());
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_over_a_file() {
    let sandbox = Sandbox::new();
    sandbox.file("victim.md", "mine");
    fs::create_dir_all(sandbox.root().join(".agents/skills/a")).unwrap();
    std::os::unix::fs::symlink("nowhere", sandbox.root().join(".agents/skills/a/SKILL.md")).unwrap();
    std::os::unix::fs::symlink("victim.md", sandbox.root().join("AGENTS.md")).unwrap();
    assert_eq!(sandbox.run(&["new", "skill", "a", "--description", "About a"]).code, 2);
    assert_eq!(sandbox.run(&["new", "repo", "P", "--description", "T"]).code, 2);
    assert_eq!(fs::read_to_string(sandbox.root().join("victim.md")).unwrap(), "mine");
}

#[test]
fn what_would_not_load_is_refused() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["new", "task", "Fix_Test", "--trigger", " x", "--input", "pr-url="]);
    insta::assert_snapshot!(output.text(), @"
    --- stderr ---
    error: the runtime refuses a SKILL.md called `Fix_Test`: only lower-case letters, digits and single hyphens between them are allowed
      help: call it `fix-test`
    error: there is no description, which the model chooses by
      help: give it with `--description TEXT`: what it does and when to use it
    error: trigger ` x` would never equal what stands there
      help: remove spaces at the ends, tabs, line breaks and characters that cannot be seen
    error: input `pr-url` cannot be written as a variable
      help: use ASCII letters, digits and `_`, not starting with a digit, as in `PR_URL`
    error: input `pr-url` has no readable description
      help: write `pr-url=what to give for it`
    --- exit 2 ---
    ");
    for (args, words) in [
        (&["task", "a", "--description", "d", "--input", "A"][..], "write `--input A=what to give for it`"),
        (&["repo", "P", "--description", "d", "--user"], "reads no AGENTS.md of a user"),
        (&["repo", "P", "--description", "d", "--trigger", "x"], "always in the prompt"),
        (&["repo", "P"], "there is no text"),
        (&["skill", "../a", "--description", "d"], "call it `a`"),
        (&["nonsense", "a"], "invalid value"),
        (&["skill"], "there is no name"),
    ] {
        let output = sandbox.run(&[&["new"], args].concat());
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{args:?}");
        assert!(output.stderr.contains(words), "{args:?}\n{}", output.stderr);
    }
    assert_eq!(fs::read_dir(sandbox.root()).unwrap().count(), 0, "nothing was written");
}

#[test]
fn what_stands_in_its_way_refuses_it() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/a.md", "A flat file of the same name.\n").file(".agents/skills/x/b.md", "");
    let output = sandbox.run(&["new", "skill", "a", "--description", "About a"]);
    assert_eq!((output.code, output.stdout.as_str()), (2, ""));
    assert!(output.stderr.starts_with("error: the runtime would not load .agents/skills/a/SKILL.md: "), "{}", output.stderr);
    assert!(!sandbox.root().join(".agents/skills/a").exists(), "nothing was written");
}

#[test]
fn what_lint_finds_is_refused_or_noted() {
    let sandbox = Sandbox::new();
    let refused = sandbox.run(&["new", "rule", "r", "--description", "About r", "--path", "./src/*.rs"]);
    insta::assert_snapshot!(refused.text(), @"
    --- stderr ---
    error: .agents/skills/r/SKILL.md: the glob `./src/*.rs` can never match (dead-glob)
      help: write `src/*.rs`
    --- exit 2 ---
    ");
    let noted = sandbox.run(&["new", "knowledge", "k", "--description", "About k", "--trigger", "ci"]);
    insta::assert_snapshot!(noted.text(), @"
    wrote .agents/skills/k/SKILL.md
    --- stderr ---
    note: the trigger `ci` is very short (short-trigger): write the longer form, or a command that starts with `/`
    next: write its body, then run `microagent lint`
    --- exit 0 ---
    ");
}

#[test]
fn a_place_that_nothing_is_loaded_from_is_noted() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["new", "skill", "a", "--description", "About a", "--dir", "drafts"]);
    insta::assert_snapshot!(output.text(), @"
    wrote drafts/a/SKILL.md
    --- stderr ---
    note: the runtime does not look for it there; it reads `.agents/skills` of the directory worked in (drafts/a/SKILL.md)
    next: write its body, then run `microagent lint`
    --- exit 0 ---
    ");
}

#[test]
fn yaml_traps_are_written_without_a_finding() {
    let traps = [
        "yes",
        "null",
        "403",
        "1e3",
        "12:30",
        "2024-01-01",
        "#deploy",
        "fix: bug",
        "- a",
        "[a, b]",
        "{a: b}",
        "say \"hi\"",
        "back\\slash",
        "*x",
        "=",
        "日本語 🙂",
    ];
    for (index, trap) in traps.iter().enumerate() {
        let sandbox = Sandbox::new();
        let name = format!("n{index}");
        let run = |kind: &str, more: &[&str]| {
            let name = format!("{kind}-{name}");
            let output = sandbox.run(&[&["new", kind, &name, &format!("--description={trap}")], more].concat());
            assert_eq!(output.code, 0, "{trap}: {}", output.stderr);
        };
        run("skill", &[]);
        run("knowledge", &["--trigger", &format!("deploy it {trap}")]);
        run("task", &["--input", &format!("FILE={trap}")]);
        run("rule", &["--path", "src/**/*.rs"]);
        let findings = sandbox.json(&["lint", "--format", "json"]);
        assert_eq!(findings["diagnostics"], serde_json::json!([]), "{trap}");
        assert_eq!(findings["summary"]["files"], 4, "{trap}");
        let list = sandbox.json(&["list", "--format", "json", "--no-user", "--no-public"]);
        for microagent in list["microagents"].as_array().unwrap() {
            assert_eq!(microagent["description"], *trap);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_repository_is_not_written_through() {
    let link = |to: &str| {
        let sandbox = Sandbox::new();
        sandbox.file("f/.git/HEAD", "").file("f/inside/keep", "").file("out/keep", "");
        std::os::unix::fs::symlink(to, sandbox.root().join("f/.agents")).unwrap();
        sandbox
    };
    let args = ["new", "skill", "zz", "--description", "Reads rye prices.", "--root", "f"];
    let sandbox = link("../out");
    insta::assert_snapshot!(sandbox.run(&args).text(), @r"
    --- stderr ---
    error: a link leads `f/.agents/skills/zz/SKILL.md` out of the repository
      help: name the directory to write to with `--dir`
    --- exit 2 ---
    ");
    assert_eq!(fs::read_dir(sandbox.root().join("out")).unwrap().count(), 1);
    assert_eq!(link("../gone").run(&args).code, 2, "nor through one that leads nowhere");
    assert_eq!(link("inside").run(&args).code, 0, "a link that stays inside is no harm");
    let named = ["new", "skill", "zz", "--description", "Reads rye prices.", "--dir", "f/.agents/skills"];
    assert_eq!(sandbox.run(&named).code, 0, "nor is a directory that is named");
}

#[test]
fn a_relative_home_is_refused() {
    let mut sandbox = Sandbox::new();
    sandbox.env("HOME", "rel");
    insta::assert_snapshot!(sandbox.run(&["new", "skill", "zz", "--description", "Reads rye prices.", "--user"]).text(), @r"
    --- stderr ---
    error: HOME is `rel`, no absolute path
      help: set HOME to the home directory, or give `--dir`
    --- exit 2 ---
    ");
    assert!(!sandbox.root().join("rel").exists());
}
