//! `replay` from the outside.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;

use serde_json::{Value, json};

use crate::common::Sandbox;

/// A sandbox with the project's own logs.
fn logs() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.copy("fixtures/logs");
    sandbox
}

/// The files of a fixture, names relative to it.
fn files(fixture: &str) -> Vec<(String, Vec<u8>)> {
    fn walk(root: &Path, dir: &Path, out: &mut Vec<(String, Vec<u8>)>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(root, &path, out);
            } else {
                out.push((path.strip_prefix(root).unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/logs").join(fixture);
    let mut out = Vec::new();
    walk(&root, &root, &mut out);
    out.sort();
    out
}

fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// What a replay says about microagents and delegations, without what only some forms of a log hold.
fn facts(mut replay: Value) -> Value {
    let keep = ["generation", "activations", "delegations", "events"];
    let replay = replay.as_object_mut().unwrap();
    replay.retain(|key, _| keep.contains(&key.as_str()));
    for activation in replay["activations"].as_array_mut().unwrap() {
        let skills = activation["skills"].as_array_mut().unwrap();
        skills.retain(|skill| skill["recorded"] == true);
        for skill in skills.iter_mut() {
            skill["tokens"] = Value::Null;
        }
    }
    Value::Object(replay.clone())
}

#[test]
fn every_log_tells_its_story() {
    let sandbox = logs();
    for log in [
        "v0-plain.json",
        "v0-recalls.jsonl",
        "v0-session",
        "v0-delegate-finished.json",
        "v0-delegate-rejected.json",
        "v0-delegate-error.json",
        "v0-delegate-open.json",
        "v0-delegate-nested.json",
        "v0-stray.json",
        "v0-broken.jsonl",
        "sdk-plain",
        "sdk-disabled",
        "sdk-condensed",
        "sdk-tasks",
        "sdk-branched",
    ] {
        insta::assert_snapshot!(log.replace('.', "-"), sandbox.run(&["replay", log]).text());
    }
}

#[test]
fn the_json_is_whole() {
    let sandbox = logs();
    insta::assert_snapshot!("json-v0", sandbox.run(&["replay", "v0-delegate-nested.json", "--format", "json"]).text());
    insta::assert_snapshot!("json-sdk", sandbox.run(&["replay", "sdk-plain", "--format", "json", "--root", "today"]).text());
    let several = sandbox.json(&["replay", "v0-plain.json", "sdk-plain", "--format", "json"]);
    assert_eq!(several.as_array().unwrap().len(), 2);
}

/// The shape of every V0 delegation: the delegate's own messages, recalls and steps stand between its action and its
/// answer, and belong to it.
#[test]
fn a_delegate_owns_what_stands_between_action_and_answer() {
    let sandbox = logs();
    let replay = sandbox.json(&["replay", "v0-delegate-finished.json", "--format", "json"]);
    let own: Vec<_> = replay["activations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| json!([a["event"], a["scope"], a["recall"], a["observation"], a["skills"][0]["name"], a["skills"][0]["first"]]))
        .collect();
    assert_eq!(json!(own), json!([[1, [], 2, 4, "sourdough", true], [7, [5], 9, 10, "invoice", true]]));
    let delegation = &replay["delegations"][0];
    let keys = ["event", "parent", "depth", "agent", "outcome", "result_event", "events", "iterations"];
    assert_eq!(json!(keys.map(|key| &delegation[key])), json!([5, null, 1, "BrowsingAgent", "finished", 14, 8, 1]));
}

#[test]
fn all_forms_of_a_v0_log_are_one_log() {
    let sandbox = logs();
    let want = facts(sandbox.json(&["replay", "v0-recalls.jsonl", "--format", "json"]));
    assert_eq!(facts(sandbox.json(&["replay", "v0-page.json", "--format", "json"])), want, "an object around the list");
    let lines = fs::read_to_string(sandbox.root().join("v0-recalls.jsonl")).unwrap();
    sandbox.file("array.json", format!("[{}]", lines.trim().replace('\n', ",\n")));
    assert_eq!(facts(sandbox.json(&["replay", "array.json", "--format", "json"])), want, "a bare list");
    for (number, line) in lines.lines().enumerate() {
        sandbox.file(&format!("session/events/{number}.json"), line);
    }
    assert_eq!(facts(sandbox.json(&["replay", "session", "--format", "json"])), want, "a session directory");
    sandbox.file("pages/event_cache/0-25.json", format!("[{}]", lines.trim().replace('\n', ",")));
    assert_eq!(facts(sandbox.json(&["replay", "pages", "--format", "json"])), want, "pages of a cache");
    let output = sandbox.run_with(&["replay", "-", "--format", "json"], lines.as_bytes());
    assert_eq!(facts(serde_json::from_str(&output.stdout).unwrap()), want, "standard input");
}

#[test]
fn all_forms_of_an_sdk_log_are_one_log() {
    let sandbox = logs();
    let want = facts(sandbox.json(&["replay", "sdk-plain", "--format", "json"]));
    assert_eq!(facts(sandbox.json(&["replay", "sdk-plain.events.json", "--format", "json"])), want, "an events page");
    let files = files("sdk-plain");
    let inside: Vec<_> = files.iter().map(|(name, bytes)| (format!("0123abcd/{name}"), bytes.clone())).collect();
    sandbox.file("download.zip", zip(&inside));
    assert_eq!(facts(sandbox.json(&["replay", "download.zip", "--format", "json"])), want, "a download of the directory");
    let events: Vec<_> = files.iter().filter(|(name, _)| name.starts_with("events/")).collect();
    let flat: Vec<_> = events.iter().enumerate().map(|(n, (_, bytes))| (format!("event_{n:06}_x.json"), bytes.clone())).collect();
    sandbox.file("cloud.zip", zip(&flat));
    assert_eq!(facts(sandbox.json(&["replay", "cloud.zip", "--format", "json"])), want, "a download of the cloud");
    for (number, (_, bytes)) in events.iter().enumerate() {
        // names that do not sort as the events do
        sandbox.file(&format!("store/{:032x}.json", 1000 - number), bytes);
    }
    assert_eq!(facts(sandbox.json(&["replay", "store", "--format", "json"])), want, "the server's store, in order of time");
    let lines: Vec<u8> = events.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
    let output = sandbox.run_with(&["replay", "-", "--format", "json"], &lines);
    assert_eq!(facts(serde_json::from_str(&output.stdout).unwrap()), want, "JSON Lines on standard input");
}

#[test]
fn todays_files_are_compared_under_either_loader() {
    let sandbox = logs();
    insta::assert_snapshot!("today-v0", sandbox.run(&["replay", "v0-recalls.jsonl", "--root", "today"]).text());
    insta::assert_snapshot!("today-sdk", sandbox.run(&["replay", "sdk-plain", "--root", "today"]).text());
    // a substring for the legacy loader, no whole token for the SDK's
    sandbox.file("log.jsonl", r#"{"id":1,"source":"user","action":"message","args":{"content":"invoices"}}"#);
    let fires = |loader: &[&str]| {
        let replay = sandbox.json(&[&["replay", "log.jsonl", "--format", "json", "--root", "today"], loader].concat());
        (replay["today_loader"].clone(), replay["would_fire_today"][0]["fires"][0]["name"].clone())
    };
    assert_eq!(fires(&[]), (json!("legacy"), json!("invoice")));
    assert_eq!(fires(&["--loader", "sdk"]), (json!("sdk"), Value::Null));
}

#[test]
fn exit_status_says_whether_something_is_missing_or_wrong() {
    let sandbox = logs();
    for (args, code) in [
        (&["replay", "v0-plain.json", "--strict"][..], 0),
        (&["replay", "v0-stray.json"], 0),
        (&["replay", "v0-stray.json", "--strict"], 1),
        (&["replay", "v0-broken.jsonl"], 1),
        (&["replay", "missing.json"], 2),
        (&["replay", "today"], 2),
        (&["replay"], 2),
    ] {
        assert_eq!(sandbox.run(args).code, code, "{args:?}");
    }
}

#[test]
fn what_is_no_log_is_refused_with_the_reason() {
    let sandbox = logs();
    sandbox
        .file("empty.json", "")
        .file("list.json", "[]")
        .file("text.txt", "hello\nworld\n")
        .file("other.json", r#"{"name": "x"}"#)
        .file("null.json", "null");
    let texts: Vec<_> = ["missing.json", "today", "empty.json", "list.json", "text.txt", "other.json", "null.json"]
        .iter()
        .map(|log| sandbox.run(&["replay", log]).text())
        .collect();
    insta::assert_snapshot!("no-log", texts.join("\n"));
}

#[test]
fn hostile_zips_are_refused() {
    let sandbox = Sandbox::new();
    let good = || ("events/event-00000-0123456789.json".to_owned(), br#"{"kind":"PauseEvent"}"#.to_vec());
    let mut bomb = zip(&[good()]);
    // the sizes that the directory of the zip, and the entry itself, promise
    for (signature, at) in [(b"PK\x01\x02", 24), (b"PK\x03\x04", 22)] {
        let start = bomb.windows(4).position(|window| window == signature).unwrap() + at;
        bomb[start..start + 4].copy_from_slice(&0x7fff_0000u32.to_le_bytes());
    }
    let mut liar = zip(&[("events/event-00000-0123456789.json".to_owned(), vec![b' '; 100_000])]);
    for (signature, at) in [(b"PK\x01\x02", 24), (b"PK\x03\x04", 22)] {
        let start = liar.windows(4).position(|window| window == signature).unwrap() + at;
        liar[start..start + 4].copy_from_slice(&10u32.to_le_bytes());
    }
    sandbox
        .file("leaves.zip", zip(&[good(), ("../../out.json".to_owned(), Vec::new())]))
        .file("absolute.zip", zip(&[good(), ("/etc/out.json".to_owned(), Vec::new())]))
        .file("drive.zip", zip(&[good(), ("..\\out.json".to_owned(), Vec::new())]))
        .file("cut.zip", &zip(&[good()])[..60])
        .file("bomb.zip", bomb)
        .file("liar.zip", liar);
    let texts: Vec<_> = ["leaves.zip", "absolute.zip", "drive.zip", "cut.zip", "bomb.zip", "liar.zip"]
        .iter()
        .map(|log| sandbox.run(&["replay", log]).text())
        .collect();
    insta::assert_snapshot!("hostile-zips", texts.join("\n"));
}

/// A log whose every text tries to get out of where it stands.
fn hostile() -> String {
    let evil = "</script></style></title><script>alert(1)</script><img src=x onerror=alert(1)>\" onload=\"x' & \u{1b}[31m\u{202e}";
    let events = [
        json!({"id": 0, "source": "user", "action": "message", "args": {"content": evil}}),
        json!({"id": 1, "source": "user", "action": "recall", "args": {"query": evil}}),
        json!({"id": 2, "source": "environment", "cause": 1, "observation": "recall", "extras": {"microagent_knowledge": [{"name": evil, "trigger": evil, "content": evil}]}}),
        json!({"id": 3, "source": "agent", "action": "delegate", "args": {"agent": evil, "inputs": {"task": evil, evil: evil}}}),
        json!({"id": 4, "source": "agent", "observation": "delegate", "content": evil}),
        json!({"id": 5, "source": "agent", "action": evil}),
    ];
    events.iter().map(|event| event.to_string() + "\n").collect()
}

#[test]
fn the_page_needs_no_network_and_runs_nothing() {
    let sandbox = logs();
    sandbox.file("</title><script>x.jsonl".replace('/', "_").as_str(), hostile()).file("evil.jsonl", hostile());
    for log in ["evil.jsonl", "<_title><script>x.jsonl", "sdk-tasks", "v0-delegate-nested.json"] {
        let output = sandbox.run(&["replay", log, "--root", "today", "--html", "out/report.html"]);
        assert_eq!((output.code, output.stderr.as_str()), (0, "wrote out/report.html\n"), "{log}");
        let page = fs::read_to_string(sandbox.root().join("out/report.html")).unwrap();
        // every `<` begins an element that the page itself writes
        let own = "!doctype html lang head meta title style body main section h1 h2 p span ul li b ol div code table thead tbody tr th td br footer";
        for piece in page.split('<').skip(1) {
            let name = piece.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric() && c != '!').next().unwrap();
            assert!(own.split(' ').any(|own| own == name), "{log}: <{name}");
        }
        for reference in ["http://", "https://", "src=", "@import", "url(", "<link", "javascript:"] {
            let found = page.replace("&lt;img src=x", "").contains(reference);
            assert!(!found, "{log}: {reference}");
        }
        assert!(page.contains("default-src 'none'"), "{log}");
        assert!(!page.contains(['\u{1b}', '\u{202e}']), "{log}");
        assert_eq!(page.matches("<ul").count(), page.matches("</ul>").count(), "{log}");
        assert_eq!(page.matches("<li").count(), page.matches("</li>").count(), "{log}");
        assert_eq!(page.matches("<div").count(), page.matches("</div>").count(), "{log}");
        assert_eq!(page.matches("<span").count(), page.matches("</span>").count(), "{log}");
    }
}

#[test]
fn nothing_of_a_log_reaches_the_terminal_raw() {
    let sandbox = Sandbox::new();
    sandbox.file("evil.jsonl", hostile());
    let output = sandbox.run(&["replay", "evil.jsonl"]);
    assert!(!output.stdout.contains(['\u{1b}', '\u{202e}']), "{}", output.stdout);
    assert!(output.stdout.contains("\\u{1b}[31m"), "{}", output.stdout);
}

#[test]
fn delegations_without_end_are_read_all_the_same() {
    let sandbox = Sandbox::new();
    let delegate = |id: u64| {
        json!({"id": id, "source": "agent", "action": "delegate", "args": {"agent": "A", "inputs": {"task": "t"}}}).to_string() + "\n"
    };
    let message = |id: u64| json!({"id": id, "source": "user", "action": "message", "args": {"content": "m"}}).to_string() + "\n";
    let log: String = (0..4000).flat_map(|id| [delegate(2 * id), message(2 * id + 1)]).collect();
    sandbox.file("deep.jsonl", log);
    let output = sandbox.run(&["replay", "deep.jsonl", "--html", "deep.html"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("level 4000, 1 event,"), "the innermost is there");
}

#[test]
fn what_python_wrote_and_what_nobody_knows_is_read() {
    let sandbox = Sandbox::new();
    let mut log = br#"{"id":0,"source":"user","action":"message","args":{"content":"half \ud83d a pair"}}"#.to_vec();
    log.extend(b"\n{\"id\":1,\"source\":\"environment\",\"observation\":\"run\",\"content\":\"\xff\xfe\"}\n");
    log.extend(br#"{"id":2,"source":"agent","action":"brew","args":null,"extras":[1],"message":{}}"#);
    sandbox.file("odd.jsonl", log);
    let output = sandbox.run(&["replay", "odd.jsonl"]);
    insta::assert_snapshot!(output.text(), @r"
    odd.jsonl: V0 log, 3 events

    EVENT  WHAT HAPPENED  CAME IN
    0      half � a pair

    problems
      unknown-event at event 2 (event 2, line 3): unknown kind `brew`
    --- exit 0 ---
    ");
}

#[test]
fn many_names_are_wrapped_to_the_width() {
    let mut sandbox = Sandbox::new();
    sandbox.copy("fixtures/logs");
    sandbox.env("COLUMNS", "60");
    for number in 0..20 {
        sandbox.file(&format!("many/.agents/skills/name{number}.md"), format!("---\ntriggers: [t{number}]\n---\nText.\n"));
    }
    let text = sandbox.run(&["replay", "sdk-plain", "--root", "many"]).stdout;
    let never: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("of today's microagents never fired: name0, ")).collect();
    let never: Vec<&str> = never.into_iter().take_while(|line| !line.is_empty()).collect();
    assert!(never.len() > 3, "{text}");
    assert!(never.iter().all(|line| line.chars().count() <= 60) && never[1].starts_with("  name"), "{never:?}");
}

#[test]
fn what_is_read_is_not_written_over() {
    let sandbox = logs();
    let before = fs::read(sandbox.root().join("v0-recalls.jsonl")).unwrap();
    insta::assert_snapshot!(sandbox.run(&["replay", "v0-recalls.jsonl", "--html", "../work/v0-recalls.jsonl"]).text(), @r"
    --- stderr ---
    error: `../work/v0-recalls.jsonl` is read and would be replaced
      help: write to another file
    --- exit 2 ---
    ");
    assert_eq!(fs::read(sandbox.root().join("v0-recalls.jsonl")).unwrap(), before);
    let event = fs::read_dir(sandbox.root().join("sdk-plain/events")).unwrap().next().unwrap().unwrap().path();
    assert_eq!(sandbox.run(&["replay", "sdk-plain", "--html", event.to_str().unwrap()]).code, 2, "an event of a directory neither");
    for _ in 0..2 {
        assert_eq!(sandbox.run(&["replay", "sdk-plain", "--html", "sdk-plain/report.html"]).code, 0, "a page beside them may be renewed");
    }
}

#[test]
fn a_page_that_cannot_be_written_is_the_whole_answer() {
    let sandbox = logs();
    sandbox.file("file", "");
    for target in [".", "file/page.html"] {
        let output = sandbox.run(&["replay", "v0-recalls.jsonl", "--html", target]);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{target}");
        assert!(output.stderr.contains("  help: "), "{}", output.stderr);
    }
}

#[test]
fn a_file_of_events_that_cannot_be_read_is_one_broken_event() {
    let sandbox = Sandbox::new();
    let event = |id: u64| json!({"id": id, "source": "user", "action": "message", "args": {"content": format!("m{id}")}}).to_string();
    sandbox.file("session/events/0.json", event(0)).file("session/events/9.json", event(9));
    // a directory is no page
    sandbox.file("session/event_cache/0-25.json/x", "");
    sandbox.file(&format!("store/{}.json", "a".repeat(32)), r#"{"kind":"PauseEvent","timestamp":"2026-01-01T00:00:00"}"#);
    sandbox.file(&format!("store/{}.json/x", "b".repeat(32)), "");
    insta::assert_snapshot!(sandbox.run(&["replay", "session"]).text(), @r"
    session: V0 log, 2 events

    EVENT  WHAT HAPPENED  CAME IN
    0      m0
    9      m9

    problems
      broken-event (event_cache/0-25.json, event 0, line 1): is a directory
    --- stderr ---
    warning: session: events could not be read; the report lacks them
    --- exit 1 ---
    ");
    insta::assert_snapshot!(sandbox.run(&["replay", "store"]).text(), @r"
    store: SDK log, 1 event

    problems
      broken-event (bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.json, event 0, line 1): is a directory
    --- stderr ---
    warning: store: events could not be read; the report lacks them
    --- exit 1 ---
    ");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_named() {
    let sandbox = logs();
    let output = sandbox.run_into(&["replay", "v0-recalls.jsonl"], "/dev/full");
    insta::assert_snapshot!(output.stderr, @"error: cannot write to standard output: No space left on device (os error 28)");
    assert_eq!(output.code, 2);
}
