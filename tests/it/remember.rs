//! `remember` from the outside.

use std::fs;

use crate::common::Sandbox;

fn logs() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.copy("fixtures/logs");
    sandbox
}

#[test]
fn the_prompt_holds_the_events_around_one() {
    let sandbox = logs();
    insta::assert_snapshot!("remember-v0", sandbox.run(&["remember", "v0-recalls.jsonl", "--event", "8"]).text());
    insta::assert_snapshot!("remember-sdk", sandbox.run(&["remember", "sdk-plain", "--event", "3"]).text());
}

/// The numbers of the events in the prompt.
fn numbers(sandbox: &Sandbox, args: &[&str]) -> Vec<String> {
    let output = sandbox.run(args);
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.stdout.lines().filter_map(|line| Some(line.strip_prefix('[')?.split_once(']')?.0.to_owned())).collect()
}

#[test]
fn the_deployed_window_is_offered_by_name() {
    let sandbox = logs();
    let log = "v0-recalls.jsonl";
    // 3 and 6 change the state, 17 is empty, 19 changes the state
    assert_eq!(numbers(&sandbox, &["remember", log, "--event", "7"]), ["2", "4", "5", "7", "8", "9", "10", "11", "12"]);
    assert_eq!(
        numbers(&sandbox, &["remember", log, "--event", "7", "--as-deployed"]),
        ["14", "15", "16", "18", "8", "9", "10", "11", "12"]
    );
    assert_eq!(sandbox.run(&["remember", log, "--event", "99", "--as-deployed"]).code, 2);
    insta::assert_snapshot!(sandbox.run(&["remember", log, "--event", "99"]).text(), @r"
    --- stderr ---
    error: event 99 is not in the log: its last event is 19
      help: `microagent replay` shows the numbers of the events
    --- exit 2 ---
    ");
}

#[test]
fn a_long_text_is_cut_where_asked() {
    let sandbox = Sandbox::new();
    sandbox.file("log.jsonl", format!(r#"{{"id":0,"source":"user","action":"message","args":{{"content":"{}"}}}}"#, "ab".repeat(50_000)));
    let output = sandbox.run(&["remember", "log.jsonl", "--event", "0"]);
    assert!(output.stdout.contains("ab… (96000 more characters)"), "{}", output.stdout.len());
    let output = sandbox.run(&["remember", "log.jsonl", "--event", "0", "--max-chars", "3"]);
    assert!(output.stdout.contains("  content: aba… (99997 more characters)\n"), "{}", output.stdout);
}

#[test]
fn the_answer_is_extracted() {
    let sandbox = Sandbox::new();
    let run = |answer: &str| sandbox.run_with(&["remember", "--extract"], answer.as_bytes()).text();
    assert_eq!(
        run("Sure.\n<update_prompt>\n Add:\n a line\n</update_prompt>\n<update_prompt>no</update_prompt>"),
        "Add:\n a line\n--- exit 0 ---"
    );
    assert_eq!(
        run("<update_prompt>a\u{1b}\u{202e}é</update_prompt>"),
        "a\u{1b}\u{202e}é\n--- exit 0 ---",
        "to a pipe, every byte as it is"
    );
    insta::assert_snapshot!(run("<update_prompt> \n</update_prompt>"), @r"
    --- stderr ---
    error: the `<update_prompt>` of the answer is empty
      help: ask the model again: nothing was found worth writing down, or the answer was cut off
    --- exit 2 ---
    ");
    insta::assert_snapshot!(sandbox.run_with(&["remember", "--extract"], b"<update_prompt>a\n\xff").text(), @r"
    --- stderr ---
    error: cannot read standard input: not UTF-8 at byte 17, in line 2
      help: save it as UTF-8
    --- exit 2 ---
    ");
    let long = vec![b' '; (16 << 20) + 1];
    insta::assert_snapshot!(sandbox.run_with(&["remember", "--extract"], &long).text(), @r"
    --- stderr ---
    error: cannot read standard input: longer than 16 MiB
      help: give less at once
    --- exit 2 ---
    ");
    insta::assert_snapshot!(run("<UPDATE_PROMPT>x</UPDATE_PROMPT>"), @r"
    --- stderr ---
    error: no `<update_prompt>` in the answer
      help: the model was asked to put the prompt between <update_prompt> and </update_prompt>
    --- exit 2 ---
    ");
}

const ANSWER: &[u8] = b"<update_prompt>Write the price of rye down.\r\nTwice.</update_prompt>";

#[test]
fn the_answer_is_appended_under_its_day() {
    let sandbox = logs();
    let file = sandbox.root().join("today/.openhands/microagents/invoice.md");
    let before = fs::read_to_string(&file).unwrap();
    let args = ["remember", "--extract", "--append", "invoice", "--root", "today", "--date", "2026-03-02"];
    insta::assert_snapshot!(sandbox.run_with(&args, ANSWER).text(), @r"
    added to .openhands/microagents/invoice.md under 2026-03-02
    --- exit 0 ---
    ");
    let once = fs::read_to_string(&file).unwrap();
    assert_eq!(once, format!("{before}\n## 2026-03-02\n\nWrite the price of rye down.\nTwice.\n"));
    assert_eq!(sandbox.run_with(&args, ANSWER).code, 0);
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{once}\nWrite the price of rye down.\nTwice.\n"));
    let shown = sandbox.json(&["list", "today", "--no-user", "--no-public", "--format", "json"]);
    assert_eq!(shown["microagents"][0]["triggers"][0], "invoice", "it still loads as before");
}

#[test]
fn line_ends_of_the_file_are_kept() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a.md", "---\r\ntriggers: [a]\r\n---\r\nA");
    let args = ["remember", "--extract", "--append", "a", "--date", "2026-03-02"];
    assert_eq!(sandbox.run_with(&args, ANSWER).code, 0);
    let text = fs::read_to_string(sandbox.root().join(".openhands/microagents/a.md")).unwrap();
    assert_eq!(text, "---\r\ntriggers: [a]\r\n---\r\nA\r\n\r\n## 2026-03-02\r\n\r\nWrite the price of rye down.\r\nTwice.\r\n");
}

#[test]
fn what_cannot_be_appended_changes_nothing() {
    let sandbox = logs();
    let run =
        |args: &[&str], answer: &[u8]| sandbox.run_with(&[&["remember", "--extract", "--root", "today"], args].concat(), answer).text();
    let texts = [
        run(&["--append", "invoise"], ANSWER),
        run(&["--append", "invoice"], b"<update_prompt> </update_prompt>"),
        run(&["--append", "invoice"], b"no answer"),
        run(&["--append", "invoice", "--date", "2 March"], ANSWER),
    ];
    insta::assert_snapshot!("not-appended", texts.join("\n"));
    assert!(!fs::read_to_string(sandbox.root().join("today/.openhands/microagents/invoice.md")).unwrap().contains("rye"));
}

#[test]
fn a_file_does_not_outgrow_what_is_read() {
    let sandbox = Sandbox::new();
    let text = format!("---\ntriggers: [a]\n---\n{}\n", "x".repeat((1 << 20) - 40));
    sandbox.file(".openhands/microagents/a.md", &text);
    insta::assert_snapshot!(sandbox.run_with(&["remember", "--extract", "--append", "a"], ANSWER).text(), @r"
    --- stderr ---
    error: with the text `.openhands/microagents/a.md` would be longer than 1 MiB, and no command here would read it
      help: split it first
    --- exit 2 ---
    ");
    assert_eq!(fs::read_to_string(sandbox.root().join(".openhands/microagents/a.md")).unwrap(), text);
}

#[test]
fn only_files_of_the_repository_are_appended_to() {
    let sandbox = Sandbox::new();
    let org = "---\nname: o\ntriggers: [o]\n---\nO\n";
    sandbox.file("org/skills/o.md", org).file(".microagent.yaml", "org-dirs: [org]\n");
    assert_eq!(sandbox.json(&["list", "--format", "json"])["microagents"][0]["name"], "o");
    let output = sandbox.run_with(&["remember", "--extract", "--append", "o"], ANSWER);
    assert_eq!((output.code, fs::read_to_string(sandbox.root().join("org/skills/o.md")).unwrap().as_str()), (2, org));
}

#[test]
fn events_that_cannot_be_read_are_named() {
    let sandbox = Sandbox::new();
    sandbox.file("log.jsonl", "{\"id\":1,\"action\":\"message\",\"source\":\"user\"}\n{\"id\":2,\n");
    let output = sandbox.run(&["remember", "log.jsonl", "--event", "1"]);
    insta::assert_snapshot!(output.stderr, @"warning: event 1, line 2: cannot be read, and the prompt lacks it: it ends inside a value (column 8)");
    assert_eq!(output.code, 0);
}

#[test]
fn an_open_frontmatter_is_not_closed_by_a_note() {
    let sandbox = Sandbox::new();
    let text = "---\ntriggers: [a]\nA\n";
    sandbox.file(".openhands/microagents/a.md", text);
    let run = |answer: &[u8]| sandbox.run_with(&["remember", "--extract", "--append", "a", "--date", "2026-03-02"], answer);
    insta::assert_snapshot!(run(b"<update_prompt>one\n---\ntwo</update_prompt>").text(), @r"
    --- stderr ---
    error: the frontmatter of `.openhands/microagents/a.md` is not closed, and the text would close it
      help: close the frontmatter with `---` first
    --- exit 2 ---
    ");
    assert_eq!(fs::read_to_string(sandbox.root().join(".openhands/microagents/a.md")).unwrap(), text);
    assert_eq!(run(ANSWER).code, 0, "a note without a fence changes nothing");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_repository_is_not_written_through() {
    let sandbox = Sandbox::new();
    sandbox.file("../outside.md", "---\ntriggers: [x]\n---\nX\n").file(".openhands/microagents/y.md", "---\ntriggers: [y]\n---\nY\n");
    std::os::unix::fs::symlink("../../../outside.md", sandbox.root().join(".openhands/microagents/x.md")).unwrap();
    let output = sandbox.run_with(&["remember", "--extract", "--append", "x"], ANSWER);
    insta::assert_snapshot!(output.text(), @r"
    --- stderr ---
    error: a link leads `.openhands/microagents/x.md` out of the repository
      help: edit that file yourself
    --- exit 2 ---
    ");
    assert!(!fs::read_to_string(sandbox.root().join("../outside.md")).unwrap().contains("rye"));
}

#[test]
fn a_date_is_a_day_of_the_calendar() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/oven.md", "---\ntriggers: [oven]\n---\nMind the oven.\n");
    for (date, code) in [("2020-13-01", 2), ("2020-02-31", 2), ("2020-02-29", 0)] {
        let args = ["remember", "--extract", "--append", "oven", "--date", date];
        let output = sandbox.run_with(&args, b"<update_prompt>note</update_prompt>");
        assert_eq!(output.code, code, "{date}: {}", output.stderr);
    }
    let text = fs::read_to_string(sandbox.root().join(".agents/skills/oven.md")).unwrap();
    assert!(text.ends_with("Mind the oven.\n\n## 2020-02-29\n\nnote\n"), "{text}");
}

#[test]
fn a_note_that_no_model_will_read_is_kept_and_told() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/oven.md", "---\ntriggers: [oven\n---\nMind the oven.\n");
    let args = ["remember", "--extract", "--append", "oven", "--date", "2020-02-29"];
    let output = sandbox.run_with(&args, b"<update_prompt>note</update_prompt>");
    assert_eq!((output.code, output.stdout.as_str()), (0, "added to .openhands/microagents/oven.md under 2020-02-29\n"));
    let said = "note: the runtime does not load `.openhands/microagents/oven.md`, so no model reads this: ";
    assert!(output.stderr.starts_with(said), "{}", output.stderr);
}
