//! `trigger` from the outside.

use serde_json::{Value, json};

use crate::common::{Output, Sandbox};

/// A flat microagent with triggers.
fn keyword(sandbox: &Sandbox, name: &str, triggers: &[&str]) {
    let triggers = serde_json::to_string(triggers).unwrap();
    sandbox.file(&format!(".openhands/microagents/{name}.md"), format!("---\ntriggers: {triggers}\n---\nBody of {name}.\n"));
}

/// A SKILL.md with more lines of frontmatter.
fn skill(sandbox: &Sandbox, name: &str, more: &str) {
    sandbox.file(
        &format!(".agents/skills/{name}/SKILL.md"),
        format!("---\nname: {name}\ndescription: About {name}.\n{more}---\nBody of {name}.\n"),
    );
}

fn trigger(sandbox: &Sandbox, args: &[&str]) -> Output {
    sandbox.run(&[&["trigger"], args].concat())
}

fn fired_by(sandbox: &Sandbox, loader: &str, message: &str) -> Vec<(String, String)> {
    let value = sandbox.json(&["trigger", message, "--loader", loader, "--format", "json"]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    value["results"][0]["fired"].as_array().unwrap().iter().map(|fired| (text(&fired["name"]), text(&fired["trigger"]))).collect()
}

fn fires(sandbox: &Sandbox, loader: &str, message: &str) -> Vec<String> {
    fired_by(sandbox, loader, message).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn i1_who_fires_by_which_word_and_who_does_not() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["pull request", "git"]);
    keyword(&sandbox, "docs", &["documentation"]);
    keyword(&sandbox, "npm", &["npm"]);
    keyword(&sandbox, "ts", &["tests"]);
    skill(&sandbox, "pdf", "");
    skill(&sandbox, "rust-style", "paths: ['*.rs']\n");
    sandbox.file(".openhands/microagents/repo.md", "Always.\n").file(".openhands/microagents/bad.md", "---\ntriggers: [1]\n---\nx\n");
    insta::assert_snapshot!(trigger(&sandbox, &["Open a Pull Request with git\nand test it, docs too"]).text(), @"
    1 of 7 microagents fires, about 4 tokens (sdk)

    git  repo, .openhands/microagents/git.md, about 4 tokens
      by `pull request`
        | Open a Pull Request with git
        |        ^^^^^^^^^^^^
      also `git`

    near misses
      ts: `tests` is not `test`: another form of a word counts as another word
    not fired: docs, npm
    in the prompt from the start: repo
    the model decides: pdf
    on touched paths: rust-style
    not loaded: bad
    --- exit 0 ---
    ");
}

#[test]
fn json_holds_bytes_of_the_message_as_written() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "ist", &["istanbul", "x"]);
    let value = sandbox.json(&["trigger", "  İ ISTANBUL, x", "--format", "json"]);
    assert_eq!(
        value,
        json!({ "schema_version": 1, "loader": "sdk", "results": [{
            "message": "  İ ISTANBUL, x",
            "fired": [{ "name": "ist", "trigger": "istanbul", "path": ".openhands/microagents/ist.md", "source": "repo", "spans": [[5, 13]], "tokens": 4, "also": ["x"] }]
        }] })
    );
}

#[test]
fn c1_whole_words_and_everyday_words() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "linear", &["linear"]);
    keyword(&sandbox, "git", &["git"]);
    assert_eq!(fires(&sandbox, "sdk", "a linear model"), ["linear"]);
    assert_eq!(fires(&sandbox, "sdk", "see github"), [""; 0]);
}

#[test]
fn c2_substrings_fire_for_the_legacy_loader_only() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "ui", &["ui"]);
    for (message, sdk) in [("build a guide", false), ("build a ui", true), ("UI!", true)] {
        assert_eq!(!fires(&sandbox, "sdk", message).is_empty(), sdk, "{message}");
        assert_eq!(fires(&sandbox, "legacy", message), ["ui"], "{message}");
    }
    insta::assert_snapshot!(trigger(&sandbox, &["build a guide", "--loader", "both"]).text(), @"
    build a guide
    NAME  SDK  LEGACY
    ui    -    `ui`
    --- exit 0 ---
    ");
}

#[test]
fn c4_commands_without_inputs() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/design.md", "---\ntype: task\ntriggers: [/design]\n---\nDesign.\n");
    for (message, expected) in [("/design a page", true), ("open docs/design", false), ("see /design-tokens", true), ("/Design x", true)] {
        assert_eq!(!fires(&sandbox, "sdk", message).is_empty(), expected, "{message}");
    }
    let output = trigger(&sandbox, &["see /design-tokens"]);
    assert!(output.stdout.contains("by `/design`, a part of `/design-tokens`"), "{output:?}");
}

#[test]
fn c5_without_triggers_a_flat_file_is_always_on_and_a_skill_is_for_the_model() {
    let sandbox = Sandbox::new();
    skill(&sandbox, "quiet", "");
    sandbox.file(".agents/skills/loud.md", "Loud.\n");
    let output = trigger(&sandbox, &["anything"]);
    assert_eq!(output.code, 0);
    assert!(output.stdout.contains("in the prompt from the start: loud"), "{output:?}");
    assert!(output.stdout.contains("the model decides: quiet"), "{output:?}");
}

#[test]
fn c7_a_tag_is_a_trigger_as_any() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "regression", &["#regressiontest"]);
    assert_eq!(fires(&sandbox, "sdk", "please #RegressionTest this"), ["regression"]);
    assert_eq!(fires(&sandbox, "sdk", "please regressiontest this"), [""; 0]);
}

#[test]
fn c8_the_help_says_whose_message_counts() {
    let output = trigger(&Sandbox::new(), &["--help"]);
    let help = output.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("neither runtime matches what the agent writes"), "{help}");
}

#[test]
fn c10_a_conversation_gives_each_once() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["git"]);
    sandbox.file("talk.jsonl", "\"use git\"\n\"git again\"\n{\"message\": \"and git\"}\n");
    let output = trigger(&sandbox, &["--messages", "talk.jsonl", "--conversation"]);
    insta::assert_snapshot!(output.text(), @"
       MESSAGE    FIRES
    1  use git    git
    2  git again  (git again, given at 1)
    3  and git    (git again, given at 1)
    --- exit 0 ---
    ");
    let value = sandbox.json(&["trigger", "--messages", "talk.jsonl", "--conversation", "--format", "json"]);
    assert_eq!(value["results"][2]["fired"], json!([]));
    assert_eq!(value["results"][2]["repeated"], json!([{ "name": "git", "trigger": "git", "first": 1 }]));
    let apart = sandbox.json(&["trigger", "--messages", "talk.jsonl", "--format", "json"]);
    assert_eq!(apart["results"][2]["fired"][0]["name"], "git");
}

#[test]
fn c11_a_keyword_inside_a_word_stays_silent() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "snapshots", &["insta"]);
    assert_eq!(fires(&sandbox, "sdk", "install deps"), [""; 0]);
    assert_eq!(fires(&sandbox, "legacy", "install deps"), ["snapshots"]);
}

#[test]
fn c12_what_the_model_decides_is_not_foretold() {
    let sandbox = Sandbox::new();
    skill(&sandbox, "frontend-design", "");
    let output = trigger(&sandbox, &["make a pretty frontend", "--why", "frontend-design"]);
    assert_eq!(output.stdout, "`frontend-design` has no trigger: the model reads its description and decides, which cannot be foretold\n");
}

#[test]
fn c13_a_path_fires_an_implied_command() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/tmp.md", "---\nname: tmp\ninputs:\n  - name: A\n    description: b\n---\n${A}\n");
    let output = trigger(&sandbox, &["rm -rf /tmp/x"]);
    assert!(output.stdout.contains("by `/tmp`, a part of `/tmp/x`"), "{output:?}");
}

#[test]
fn i3_a_summary_counts_hits_and_tells_who_never_fires() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["git", "pull request"]);
    keyword(&sandbox, "the", &["the"]);
    keyword(&sandbox, "never", &["xyzzy"]);
    sandbox.file("all.jsonl", "\"the git\"\n\"a pull request for the docs\"\n\"the end\"\n");
    insta::assert_snapshot!(trigger(&sandbox, &["--messages", "all.jsonl", "--summary"]).text(), @"
    3 messages (sdk)

    NAME  HITS  SHARE  BY
    the   3     100%   the (3)
    git   2     67%    git (1), pull request (1)

    never fires: never
    --- exit 0 ---
    ");
    let value = sandbox.json(&["trigger", "--messages", "all.jsonl", "--summary", "--format", "json"]);
    assert_eq!(
        value["summary"][0]["microagents"][1],
        json!({ "name": "git", "hits": 2, "share": 0.667, "triggers": [{ "trigger": "git", "hits": 1 }, { "trigger": "pull request", "hits": 1 }] })
    );
    assert_eq!(value["summary"][0]["never"], json!(["never"]));
}

#[test]
fn i4_every_trigger_is_told_why_it_did_not_fire() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["git", "pull request", "commits", "café", "kubernetes"]);
    let message = "digits in a pull  request, one commit at the cafe of kuberentes";
    insta::assert_snapshot!(trigger(&sandbox, &[message, "--why", "git"]).text(), @"
    `git` does not fire
      `git` stands only inside the longer word `digits`; the legacy loader takes that
        | digits in a pull  request, one commit at the cafe of kuberentes
        |   ^^^
      `pull request` is written `pull  request` here
        | digits in a pull  request, one commit at the cafe of kuberentes
        |             ^^^^^^^^^^^^^
      `commits` is not `commit`: another form of a word counts as another word
        | digits in a pull  request, one commit at the cafe of kuberentes
        |                                ^^^^^^
      `café` is written `cafe` here: accents and their encoding count
        | digits in a pull  request, one commit at the cafe of kuberentes
        |                                              ^^^^
      `kubernetes` is a few letters away from `kuberentes`
        | digits in a pull  request, one commit at the cafe of kuberentes
        |                                                      ^^^^^^^^^^
    --- exit 0 ---
    ");
    let value = sandbox.json(&["trigger", message, "--why", "git", "--format", "json"]);
    assert_eq!(value["results"][0]["why"][0]["verdict"], "missed");
    assert_eq!(
        value["results"][0]["why"][0]["misses"][0],
        json!({ "trigger": "git", "near": "inside-word", "span": [2, 5], "text": "git", "other_loader_fires": true })
    );
}

#[test]
fn why_tells_what_is_not_loaded_and_refuses_what_does_not_exist() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["git"]);
    skill(&sandbox, "git", "triggers: [git]\n");
    sandbox.file(".openhands/microagents/bad.md", "---\ntriggers: [1]\n---\nx\n");
    let output = trigger(&sandbox, &["git", "--why", "bad"]);
    assert!(output.stdout.starts_with("`bad` is not loaded: invalid: .openhands/microagents/bad.md"), "{output:?}");
    let output = trigger(&sandbox, &["git", "--why", "gti"]);
    assert_eq!((output.code, output.stderr.as_str()), (2, "error: there is no microagent `gti`\n  help: did you mean `git`?\n"));
}

#[test]
fn rules_fire_on_touched_paths() {
    let sandbox = Sandbox::new();
    skill(&sandbox, "ts", "paths: ['src/**/*.ts', '*.tsx']\n");
    keyword(&sandbox, "git", &["git"]);
    let value = sandbox.json(&["trigger", "--touch", "./src//a.ts", "--touch", "lib/a.ts", "--format", "json"]);
    assert_eq!(value["results"][0]["touched"], "./src//a.ts");
    assert_eq!(value["results"][0]["fired"][0]["trigger"], "src/**/*.ts");
    assert_eq!(value["results"][1]["fired"], json!([]));
    insta::assert_snapshot!(trigger(&sandbox, &["--touch", "lib/src/a.ts", "--why", "ts"]).text(), @"
    `ts` does not fire
      `src/**/*.ts` is anchored at the top: `**/src/**/*.ts` would match
      `*.tsx` has nothing near it
    --- exit 0 ---
    ");
    sandbox.file("paths.jsonl", "\"a.tsx\"\n{\"path\": \"README.md\"}\n");
    insta::assert_snapshot!(trigger(&sandbox, &["--paths", "paths.jsonl"]).text(), @"
       PATH       FIRES
    1  a.tsx      ts by `*.tsx`
    2  README.md  -
    --- exit 0 ---
    ");
}

#[test]
fn expectations_decide_the_exit_status() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["git"]);
    keyword(&sandbox, "npm", &["npm"]);
    assert_eq!(trigger(&sandbox, &["use git", "--expect", "git", "--forbid", "npm"]).code, 0);
    let output = trigger(&sandbox, &["use git", "--forbid", "git", "--expect", "npm"]);
    assert_eq!(output.code, 1);
    assert_eq!(output.stderr, "failed: expected `npm` to fire (sdk)\nfailed: `git` must not fire (sdk)\n");
    let output = trigger(&sandbox, &["use git", "--expect", "gti"]);
    let said = "failed: expected `gti` to fire (sdk), but there is none: did you mean `git`?\n";
    assert_eq!((output.code, output.stderr.as_str()), (1, said));
    assert_eq!(trigger(&sandbox, &["digit", "--expect", "git", "--loader", "both"]).code, 1);
}

#[test]
fn a_message_comes_as_argument_from_files_or_from_standard_input() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["git"]);
    sandbox.file("a.txt", "say\n").file("b.txt", "git\n").file("bad.txt", b"\xff").file("bad.jsonl", "\"a\"\nplain\n");
    let both = sandbox.json(&["trigger", "--file", "a.txt", "--file", "b.txt", "--format", "json"]);
    assert_eq!(both["results"][0]["message"], "say\n\ngit\n");
    assert_eq!(both["results"][0]["fired"][0]["spans"], json!([[5, 8]]));
    assert!(sandbox.run_with(&["trigger", "-"], b"use git").stdout.starts_with("the only microagent fires, about "));
    for (args, message) in [
        (&["--file", "bad.txt"][..], "error: cannot read bad.txt: not UTF-8 at byte 0, in line 1\n  help: save it as UTF-8\n"),
        (&["--file", "none.txt"], "error: cannot read none.txt: No such file or directory (os error 2)\n  help: "),
        (&["--messages", "bad.jsonl"], "error: bad.jsonl: line 2: not JSON at column 1\n"),
    ] {
        let output = trigger(&sandbox, args);
        assert_eq!(output.code, 2, "{output:?}");
        assert!(output.stderr.starts_with(message), "{output:?}");
    }
    assert_eq!(trigger(&sandbox, &[]).code, 2);
}

#[test]
fn nothing_of_a_message_reaches_the_terminal_raw() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["git", "\u{202e}x"]);
    let output = trigger(&sandbox, &["\u{1b}[2J use git \u{202e}X"]);
    assert!(output.stdout.contains("\\u{1b}[2J use git \\u{202e}X"), "{output:?}");
    assert!(!output.stdout.contains(['\u{1b}', '\u{202e}']), "{output:?}");
}

#[test]
fn what_is_not_loaded_but_would_fire_is_told() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "sea", &["dive"]);
    sandbox.file(".agents/skills/sea.md", "---\ntriggers: [swim]\n---\nSwim.\n");
    let output = trigger(&sandbox, &["dive"]);
    assert!(output.stdout.contains("would fire, but is not loaded: sea"), "{output:?}");
    let output = trigger(&sandbox, &["swim, then dive"]);
    assert!(output.stdout.contains("\nnot loaded: sea"), "{output:?}");
}

#[test]
fn i6_only_some_are_shown_and_the_header_says_so() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["git"]);
    keyword(&sandbox, "git-lfs", &["lfs", "git"]);
    keyword(&sandbox, "npm", &["npm"]);
    let output = trigger(&sandbox, &["use git", "--name", "git*", "--exclude", "*lfs", "--expect", "git-lfs"]);
    assert_eq!(output.code, 0, "what is hidden still counts: {output:?}");
    insta::assert_snapshot!(output.text(), @"
    1 of 3 microagents shown (--name, --exclude)

    1 of 3 microagents fires, about 4 tokens (sdk)

    git  repo, .openhands/microagents/git.md, about 4 tokens
      by `git`
        | use git
        |     ^^^
    --- exit 0 ---
    ");
    let value = sandbox.json(&["trigger", "use git", "--exclude", "git", "--format", "json"]);
    assert_eq!(value["results"][0]["fired"].as_array().unwrap().len(), 1);
    let output = sandbox.run(&["context", "--name", "npm", "--message", "use git"]);
    assert!(output.stdout.starts_with("1 of 3 microagents shown (--name, --exclude)\n"), "{output:?}");
    assert!(!output.stdout.contains("lfs"), "{output:?}");
}

#[test]
fn a_whole_log_as_message_is_answered_at_once() {
    let sandbox = Sandbox::new();
    for index in 0..40 {
        keyword(&sandbox, &format!("m{index}"), &[&format!("deploying {index}"), "needle in hay"]);
    }
    sandbox.file("log.txt", "deploy the needles and pull requests ".repeat(20_000) + "needle in hay");
    let output = trigger(&sandbox, &["--file", "log.txt"]);
    assert!(output.stdout.starts_with("40 of 40 microagents fire"), "{}", output.stdout);
    sandbox.file("log.txt", "deploy the needles and pull requests ".repeat(20_000));
    let output = trigger(&sandbox, &["--file", "log.txt", "--why", "m7"]);
    assert!(output.stdout.contains("`needle in hay` has nothing near it"), "{}", output.stdout);
}

#[test]
fn what_can_never_fire_is_not_forbidden_in_vain() {
    let sandbox = Sandbox::new();
    keyword(&sandbox, "git", &["git"]);
    sandbox.file(".openhands/microagents/bad.md", "---\ntriggers: [1]\n---\nx\n");
    for (name, help) in [
        ("gti", "did you mean `git`?"),
        (".openhands/microagents/git.md", "did you mean `git`?"),
        ("x", "`microagent list` shows them all"),
    ] {
        let output = trigger(&sandbox, &["use it", "--forbid", name]);
        assert_eq!((output.code, output.stderr), (2, format!("error: there is no microagent `{name}`\n  help: {help}\n")));
    }
    assert_eq!(trigger(&sandbox, &["use it", "--forbid", "bad"]).code, 0, "it is there, though it cannot be read");
    let output = trigger(&sandbox, &["digit", "--why", ".openhands/microagents/git.md"]);
    assert!(output.stdout.starts_with("`git` does not fire\n"), "a path names it too: {output:?}");
}

#[test]
fn an_absolute_path_is_taken_relative_to_the_root() {
    let sandbox = Sandbox::new();
    skill(&sandbox, "py", "paths: ['src/*.py']\n");
    let root = sandbox.root();
    for path in [root.join("src/x.py"), root.join("lib/../src/./x.py")] {
        let path = path.to_str().unwrap();
        for args in
            [&["trigger", "--touch", path, "--root", ".", "--format", "json"][..], &["context", "--touch", path, "--format", "json"]]
        {
            let output = sandbox.run(args);
            assert!(output.stdout.contains("\"src/*.py\"") && output.stderr.is_empty(), "{output:?}");
        }
    }
    let output = trigger(&sandbox, &["--touch", "/etc/x.py", "--touch", "/x.py"]);
    assert_eq!((output.code, output.stderr.as_str()), (0, "note: `/etc/x.py` and 1 more: outside of the root, where no rule listens\n"));
}

#[test]
fn a_summary_of_nothing_is_a_sentence() {
    let sandbox = Sandbox::new();
    sandbox.file("all.jsonl", "\"a\"\n");
    insta::assert_snapshot!(trigger(&sandbox, &["--messages", "all.jsonl", "--summary", "--loader", "both"]).text(), @"
    1 message (sdk)

    no microagents are loaded

    1 message (legacy)

    no microagents are loaded
    --- exit 0 ---
    ");
    skill(&sandbox, "pdf", "");
    let output = trigger(&sandbox, &["--messages", "all.jsonl", "--summary"]);
    assert!(output.stdout.ends_with("\n\nnone of 1 microagents has a trigger or a path that can fire\n"), "{output:?}");
}

#[test]
fn a_file_full_of_triggers_is_answered_at_once() {
    let sandbox = Sandbox::new();
    let many = (0..60_000).map(|number| format!("- k{number}x")).collect::<Vec<_>>().join("\n");
    sandbox.file(".openhands/microagents/many.md", format!("---\ntriggers:\n{many}\n---\nx\n"));
    let long = format!("{}end", "page ".repeat(5_000));
    keyword(&sandbox, "long", &[&long]);
    let output = trigger(&sandbox, &["a page"]);
    assert!(output.stdout.contains("not fired: "), "{output:?}");
    assert!(trigger(&sandbox, &["see k59999x"]).stdout.contains("by `k59999x`"));
    sandbox.file("long.txt", &long);
    assert!(trigger(&sandbox, &["--file", "long.txt"]).stdout.starts_with("1 of 2 microagents fires"));
}

#[test]
fn standard_input_is_called_so() {
    let output = Sandbox::new().run_with(&["trigger", "-"], b"\xff");
    assert_eq!(output.code, 2);
    assert!(output.stderr.starts_with("error: cannot read standard input: not UTF-8 at byte 0"), "{output:?}");
}
