//! `render`: what it prints, what it refuses, and that nothing but placeholders changes.

use crate::common::{Output, Sandbox};

/// A sandbox with one flat task called `name`, whose inputs are `inputs` and whose body is `body`.
fn task(name: &str, inputs: &[&str], body: &str) -> Sandbox {
    let mut text = format!("---\nname: {name}\ninputs:\n");
    for input in inputs {
        text += &format!("  - name: {input}\n    description: what {input} is\n");
    }
    let sandbox = Sandbox::new();
    sandbox.file(&format!(".openhands/microagents/{name}.md"), format!("{text}---\n\n{body}\n"));
    sandbox
}

fn render(sandbox: &Sandbox, args: &[&str]) -> Output {
    sandbox.run(&[&["render"], args].concat())
}

#[test]
fn d1_declared_inputs_are_filled_or_named() {
    let sandbox = task("review", &["PR_URL", "BRANCH"], "Look at ${PR_URL} on ${BRANCH}");
    let filled = render(&sandbox, &["review", "--set", "PR_URL=https://x.example/1", "--set", "BRANCH=main"]);
    assert_eq!(filled.text(), "Look at https://x.example/1 on main\n--- exit 0 ---");
    let missing = render(&sandbox, &["review", "--set", "BRANCH=main"]);
    insta::assert_snapshot!(missing.text(), @"
    --- stderr ---
    error: no value for `PR_URL`: what PR_URL is
      help: give it with `--set NAME=…`, or leave its placeholder with `--allow-missing`
    --- exit 2 ---
    ");
    assert_eq!(missing.stdout, "");
}

#[test]
fn d2_what_a_shell_would_expand_stays() {
    let body = "awk '{print $1}' ${FILE}; echo $0 $NF $(cmd) $$ $HOME ${X:-d} $FILE2 `${0}` 100%";
    let sandbox = task("t", &["FILE"], body);
    let output = render(&sandbox, &["t", "--set", "FILE=a.txt"]);
    assert_eq!(output.text(), format!("{}\n--- exit 0 ---", body.replace("${FILE}", "a.txt")));
}

#[test]
fn d4_the_value_is_the_escape() {
    let sandbox = task("t", &["X", "Y"], "\\${X} $${X} ${Y}");
    let output = render(&sandbox, &["t", "--set", "X=${X}", "--set", "Y=y"]);
    insta::assert_snapshot!(output.text(), @r"
    \${X} $${X} y
    --- stderr ---
    note: `\${X}` is a variable all the same: nothing protects it, here or in the runtime
    note: `$${X}` is a variable all the same: nothing protects it, here or in the runtime
    --- exit 0 ---
    ");
}

#[test]
fn d6_the_implied_command_finds_the_task() {
    let sandbox = task("fix_test", &["BRANCH", "TEST"], "On {{ BRANCH }} run ${TEST}");
    let output = render(&sandbox, &["--message", "/fix_test BRANCH=main please"]);
    insta::assert_snapshot!(output.text(), @"
    fix_test (.openhands/microagents/fix_test.md)

    NAME    VALUE      PLACEHOLDER   USES  DESCRIPTION
    BRANCH  main       {{ BRANCH }}  1     what BRANCH is
    TEST    (missing)  ${TEST}       1     what TEST is

    missing: TEST
    --- exit 0 ---
    ");
    let complete = render(&sandbox, &["--message", "/FIX_TEST BRANCH='my branch'", "--set", "TEST=cargo test"]);
    insta::assert_snapshot!(complete.text(), @"
    fix_test (.openhands/microagents/fix_test.md)

    NAME    VALUE       PLACEHOLDER   USES  DESCRIPTION
    BRANCH  my branch   {{ BRANCH }}  1     what BRANCH is
    TEST    cargo test  ${TEST}       1     what TEST is

    nothing is missing
    --- exit 0 ---
    ");
    assert!(render(&sandbox, &["--message", "please /fix_test"]).stderr.contains("the commands are /fix_test"));
}

#[test]
fn d7_a_task_without_inputs_has_none_to_fill() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/t.md", "---\ntype: task\ntriggers: [git]\n---\nUse git.\n");
    assert_eq!(render(&sandbox, &["t"]).text(), "Use git.\n--- exit 0 ---");
    insta::assert_snapshot!(render(&sandbox, &["t", "--inputs"]).text(), @"
    t (.openhands/microagents/t.md)

    no inputs and no variables
    --- exit 0 ---
    ");
}

#[test]
fn d8_a_typo_stays_visible() {
    let sandbox = task("t", &["BRANCH"], "${BRANCH} ${BRANHC}");
    let missing = render(&sandbox, &["t", "--set", "BRANCH=main"]);
    insta::assert_snapshot!(missing.text(), @"
    --- stderr ---
    error: no value for `BRANHC`, which is not declared: did you mean `BRANCH`?
      help: give it with `--set NAME=…`, or leave its placeholder with `--allow-missing`
    --- exit 2 ---
    ");
    let left = render(&sandbox, &["t", "--set", "BRANCH=main", "--allow-missing"]);
    insta::assert_snapshot!(left.text(), @"
    main ${BRANHC}
    --- stderr ---
    note: `${BRANHC}` has no value and stays
    --- exit 0 ---
    ");
    let unknown = render(&sandbox, &["t", "--set", "BRANC=main"]);
    insta::assert_snapshot!(unknown.text(), @"
    --- stderr ---
    error: `BRANC` does not occur: did you mean `BRANCH`?
      help: `--inputs` lists the names that occur
    --- exit 2 ---
    ");
}

#[test]
fn d9_undeclared_variables_in_code_are_left() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/t/SKILL.md", "---\nname: t\ninputs: []\n---\n```sh\nexport P=${HOME}\n```\n");
    assert_eq!(render(&sandbox, &["t"]).text(), "```sh\nexport P=${HOME}\n```\n--- exit 0 ---");
    insta::assert_snapshot!(render(&sandbox, &["t", "--inputs"]).text(), @"
    t (.agents/skills/t/SKILL.md)

    NAME  VALUE                           PLACEHOLDER  USES  DESCRIPTION
    HOME  (undeclared, only inside code)  ${HOME}      1

    nothing is missing
    --- exit 0 ---
    ");
    assert_eq!(render(&sandbox, &["t", "--set", "HOME=/root"]).stdout, "```sh\nexport P=/root\n```\n");
}

#[test]
fn d10_optional_unused_and_default_inputs_are_told_apart() {
    let sandbox = Sandbox::new();
    let text = "---\nname: t\ninputs:\n  - name: UNUSED\n    description: never used\n  - name: USED\n    description: used\n  \
        - name: DEFAULT\n    description: has a default\n    default: 1.10\n  - name: OPTIONAL\n    description: may be left out\n    required: false\n  \
        - name: LIST\n    description: has no usable default\n    default: [a]\n---\n${USED} ${DEFAULT} [${OPTIONAL}] ${LIST}\n";
    sandbox.file(".openhands/microagents/t.md", text);
    insta::assert_snapshot!(render(&sandbox, &["t", "--inputs"]).text(), @"
    t (.openhands/microagents/t.md)

    NAME      VALUE           PLACEHOLDER  USES  DESCRIPTION
    UNUSED    (never used)                 0     never used
    USED      (missing)       ${USED}      1     used
    DEFAULT   1.10 (default)  ${DEFAULT}   1     has a default
    OPTIONAL  (optional)      ${OPTIONAL}  1     may be left out
    LIST      (missing)       ${LIST}      1     has no usable default

    missing: USED, LIST
    --- exit 0 ---
    ");
    insta::assert_snapshot!(render(&sandbox, &["t", "--set", "USED=u", "--set", "UNUSED=x", "--set", "LIST=l"]).text(), @"
    u 1.10 [] l
    --- stderr ---
    note: `UNUSED` is declared and never used: its value stands nowhere
    note: `DEFAULT` is `1.10`, its default; the runtime ignores defaults
    note: `OPTIONAL` is optional and left empty; the runtime knows no optional inputs
    note: the default of `LIST` is a list, which cannot be a value
    --- exit 0 ---
    ");
}

#[test]
fn inputs_as_json_say_everything() {
    let sandbox = Sandbox::new();
    sandbox.copy("fixtures/render");
    let json = sandbox.json(&["render", "fix-test", "--inputs", "--format", "json", "--set", "BRANCH_NAME=main"]);
    insta::assert_json_snapshot!(json);
}

#[test]
fn a_filled_template_goes_to_a_file_or_standard_output() {
    let sandbox = Sandbox::new();
    sandbox.copy("fixtures/render");
    let args = ["update_pr", "--set", "PR_URL=https://x.example/1", "--set", "BRANCH_NAME=main"];
    let printed = render(&sandbox, &args);
    insta::assert_snapshot!(printed.text(), @"
    Read the diff of main and rewrite the description of https://x.example/1.
    --- exit 0 ---
    ");
    let written = render(&sandbox, &[&args[..], &["--output", "out/prompt.md"]].concat());
    assert_eq!((written.code, written.stdout.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(sandbox.root().join("out/prompt.md")).unwrap(), printed.stdout);
}

#[test]
fn values_come_from_files_and_are_kept_to_the_last_byte() {
    let sandbox = task("t", &["A", "B", "C"], "<${A}>|<${B}>|<${C}>");
    let a = "line\r\n$1 \\1 ${B} {{ C }} \u{1b}[31m é 日本 🙂\n\n";
    sandbox.file("a.txt", a).file("values.yaml", "A: from values\nB: 1.10\nC: yes\nc: near\nOTHER: x\n");
    let output = render(&sandbox, &["t", "--values", "values.yaml", "--set-file", "A=a.txt"]);
    assert_eq!(output.stdout, format!("<{a}>|<1.10>|<yes>\n"));
    insta::assert_snapshot!(output.stderr, @"
    note: `c` of values.yaml does not occur: did you mean `C`?
    note: `OTHER` of values.yaml does not occur
    ");
    sandbox.file("values.json", "{\"A\": \"\\ud83d\\ude00\", \"B\": 2}");
    let output = sandbox.run_with(&["render", "t", "--values", "values.json", "--set-file", "C=-"], b"from standard input");
    assert_eq!(output.stdout, "<😀>|<2>|<from standard input>\n");
}

#[test]
fn what_is_read_is_not_written_over() {
    let sandbox = task("t", &["A"], "${A}!");
    sandbox.file("values.yaml", "A: x\n").file("a.txt", "x");
    let file = ".openhands/microagents/t.md";
    let outputs = [
        render(&sandbox, &["t", "--set", "A=x", "--output", file]),
        render(&sandbox, &["t", "--values", "values.yaml", "--output", "./values.yaml"]),
        render(&sandbox, &["t", "--set-file", "A=a.txt", "--output", "../work/a.txt"]),
    ];
    for output in outputs {
        assert!(output.code == 2 && output.stderr.contains("is read and would be replaced"), "{}", output.stderr);
    }
    assert_eq!(std::fs::read_to_string(sandbox.root().join("a.txt")).unwrap(), "x");
    assert!(std::fs::read_to_string(sandbox.root().join(file)).unwrap().ends_with("${A}!\n"));
}

#[test]
fn a_five_megabyte_value_is_filled_in() {
    let sandbox = task("t", &["A"], "<${A}>");
    let long = "é$\\`\n".repeat(1 << 20);
    sandbox.file("long.txt", &long);
    let output = render(&sandbox, &["t", "--set-file", "A=long.txt"]);
    assert!(output.code == 0 && output.stdout == format!("<{long}>\n"), "{}", output.stderr);
}

#[test]
fn a_crlf_template_is_given_as_the_model_would_get_it() {
    let sandbox = Sandbox::new();
    let text = "---\r\nname: t\r\ninputs:\r\n  - name: A\r\n    description: d\r\n---\r\n\r\none ${A}\r\ntwo {{ A }}\r\n\r\n";
    sandbox.file(".openhands/microagents/t.md", text);
    let output = render(&sandbox, &["t", "--set", "A=x\r\ny"]);
    assert_eq!(output.text(), "one x\r\ny\ntwo x\r\ny\n--- exit 0 ---");
}

#[test]
fn what_cannot_be_done_is_exit_2_with_nothing_on_standard_output() {
    let sandbox = task("t", &["A"], "${A}");
    sandbox.file("latin.txt", b"\xe9").file("list.yaml", "- A\n").file(".openhands/microagents/open.md", "---\nname: open\n${A}\n");
    sandbox.file("broken.md", "---\ndescription: a: b\n---\nx\n");
    let cases: &[(&[&str], &str)] = &[
        (&["none"], "there is no microagent called `none`"),
        (&["T"], "did you mean `t`?"),
        (&["t", "--set", "A"], "`--set A` does not name a value"),
        (&["t", "--set", "=1"], "does not name a value"),
        (&["t", "--set", "A=1", "--set", "A=2"], "`A` is given twice"),
        (&["t", "--set", "A=1", "--set-file", "A=latin.txt"], "not UTF-8 at byte 0"),
        (&["t", "--set-file", "A=nothing.txt"], "cannot read nothing.txt"),
        (&["t", "--values", "list.yaml"], "cannot read values from list.yaml"),
        (&["t", "--values", "."], "cannot read ."),
        (&["t", "--ask"], "`A`: what A is"),
        (&["open", "--allow-missing"], "opened and never closed"),
        (&["broken.md"], "cannot be filled"),
        (&["t", "--message", "/t"], "cannot be used with"),
        (&[], "required"),
        (&["--message", "hello"], "starts with no command"),
        (&["t", "--set", "A=1", "--output", "latin.txt/x"], "cannot write `latin.txt/x`"),
        (&["t", "--set", "A=1", "--output", "."], "`.` is a directory"),
        (&["t", "--set", "A=1", "--root", "nowhere"], "nowhere"),
    ];
    for (args, words) in cases {
        let output = render(&sandbox, args);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{args:?}\n{}", output.stderr);
        assert!(output.stderr.contains(words), "{args:?}\n{}", output.stderr);
    }
}

#[test]
fn any_file_can_be_filled_by_its_path() {
    let sandbox = task("t", &["A"], "${A}!");
    sandbox.file("elsewhere/draft.md", "---\ninputs:\n  - {name: B, description: d}\n---\n{{ B }}?\n");
    for (path, name, expected) in [
        (".openhands/microagents/t.md", "A", "x!\n"),
        ("./.openhands/microagents/../microagents/t.md", "A", "x!\n"),
        ("elsewhere/draft.md", "B", "x?\n"),
    ] {
        for loader in ["sdk", "legacy"] {
            let output = render(&sandbox, &[path, "--set", &format!("{name}=x"), "--loader", loader]);
            assert_eq!(output.text(), format!("{expected}--- exit 0 ---"), "{path} {loader}");
        }
    }
}

#[test]
fn near_misses_and_commands_are_noted() {
    let sandbox = task("t", &["PR_URL"], "${PR_URL} {{ pr_url }} ${ PR_URL } $PR_URL !`git log` `code`");
    insta::assert_snapshot!(render(&sandbox, &["t", "--set", "PR_URL=u"]).text(), @"
    u {{ pr_url }} ${ PR_URL } $PR_URL !`git log` `code`
    --- stderr ---
    note: `{{ pr_url }}` is no placeholder and stays: did you mean `${PR_URL}`?
    note: `${ PR_URL }` is no placeholder and stays: did you mean `${PR_URL}`?
    note: `$PR_URL` is no placeholder and stays: did you mean `${PR_URL}`?
    note: !`git log` stays text; the runtime runs it when the model invokes a skill
    --- exit 0 ---
    ");
}

#[test]
fn a_shadowed_file_can_be_filled_by_its_path_with_a_word_about_it() {
    let sandbox = task("t", &["A"], "first ${A}");
    sandbox.file(".agents/skills/t.md", "---\ninputs:\n  - {name: A, description: d}\n---\nwinner ${A}\n");
    assert_eq!(render(&sandbox, &["t", "--set", "A=x"]).text(), "winner x\n--- exit 0 ---");
    let shadowed = render(&sandbox, &[".openhands/microagents/t.md", "--set", "A=x"]);
    assert_eq!((shadowed.code, shadowed.stdout.as_str()), (0, "first x\n"));
    assert!(shadowed.stderr.starts_with("note: the runtime does not load `.openhands/microagents/t.md`: "), "{}", shadowed.stderr);
}

#[test]
fn a_hostile_template_is_answered_at_once() {
    let inputs: Vec<String> = (0..5_000).map(|n| format!("I{n}")).collect();
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let variables: Vec<String> = (0..20_000).map(|n| format!("${{V{n}}} {{{{ W{n} }}}} ${{ X{n} }} \\${{Y}}")).collect();
    let sandbox = task("t", &inputs, &variables.join("\n"));
    let missing = render(&sandbox, &["t"]);
    assert!(missing.code == 2 && missing.stderr.lines().count() < 30, "{}", missing.stderr);
    let left = render(&sandbox, &["t", "--allow-missing"]);
    assert!(left.code == 0 && left.stderr.lines().count() < 30, "{}", left.stderr);
    assert_eq!(render(&sandbox, &["t", "--inputs"]).code, 0);
}

#[cfg(unix)]
#[test]
fn values_come_through_pipes() {
    let sandbox = task("t", &["A"], "<${A}>");
    let pipe = sandbox.root().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || std::fs::write(pipe, "through a pipe").unwrap());
    assert_eq!(render(&sandbox, &["t", "--set-file", "A=pipe"]).text(), "<through a pipe>\n--- exit 0 ---");
    writer.join().unwrap();
}

#[test]
fn a_mistyped_command_is_recognized() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/bake.md", "---\nname: bake\ndescription: d\ntriggers: [/bake_bread]\n---\nBake ${BREAD}.\n");
    let output = sandbox.run(&["render", "--message", "/bake_braed rye"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.ends_with("help: did you mean `/bake_bread`?\n"), "{}", output.stderr);
    let output = sandbox.run(&["render", "--message", "/entirely_else"]);
    assert!(output.stderr.contains("help: the commands are "), "{}", output.stderr);
}

#[test]
fn a_format_without_a_list_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.file("task.md", "Bake bread.\n");
    let output = sandbox.run(&["render", "task.md", "--format", "json"]);
    assert_eq!((output.code, output.stdout.as_str()), (2, ""));
    assert!(output.stderr.contains("<--inputs|--message <TEXT>>"), "{}", output.stderr);
    assert_eq!(sandbox.run(&["render", "task.md", "--inputs", "--format", "json"]).code, 0);
    assert_eq!(sandbox.run(&["render", "task.md"]).stdout, "Bake bread.\n");
}
