//! `lint` in a workflow: fixes, baselines, revisions, standard input, configuration, and what people reported of linters in
//! CI, by the id of the report.

use crate::common::Sandbox;

const BOM: &str = "\u{feff}---\ntriggers: [zap]\n---\nB\n";
const CLEAN: &str = "---\ntriggers: [zap]\n---\nB\n";
const A: &str = ".agents/skills/a.md";
const SKILL: &str = ".agents/skills/x/SKILL.md";

fn broken() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.file(A, BOM);
    sandbox
}

fn text(sandbox: &Sandbox, path: &str) -> String {
    std::fs::read_to_string(sandbox.root().join(path)).unwrap()
}

fn rules(sandbox: &Sandbox, args: &[&str]) -> Vec<String> {
    let args = [&["lint", "--format", "json"], args].concat();
    let found = sandbox.json(&args)["diagnostics"].as_array().unwrap().clone();
    found.iter().map(|found| format!("{} {}", found["path"].as_str().unwrap(), found["rule"].as_str().unwrap())).collect()
}

#[test]
fn f1_fail_on_decides_whatever_the_format() {
    let sandbox = broken();
    for (fail_on, code) in [("error", 1), ("warning", 1), ("info", 1), ("never", 0)] {
        for format in ["text", "concise", "json", "sarif", "github", "gitlab", "junit"] {
            for output in [&[][..], &["--output", "../out"]] {
                let args = [&["lint", "--fail-on", fail_on, "--format", format], output].concat();
                assert_eq!(sandbox.run(&args).code, code, "{args:?}");
            }
        }
    }
}

#[test]
fn f3_a_fix_exits_by_what_remains_and_a_diff_by_what_is_there() {
    let sandbox = broken();
    let diff = sandbox.run(&["lint", "--diff"]);
    let patch = "@@ -1,4 +1,4 @@\n-\u{feff}---\n+---\n triggers: [zap]\n ---\n B\n";
    assert_eq!(diff.stdout, format!("--- a/{A}\n+++ b/{A}\n{patch}"), "bytes, as a patch has them");
    assert_eq!((diff.code, diff.stderr.as_str()), (1, "would fix 1 finding in 1 file (1 byte-order-mark)\n"));
    assert_eq!(text(&sandbox, A), BOM);
    let fixed = sandbox.run(&["lint", "--fix"]);
    insta::assert_snapshot!(fixed.text(), @r"
    no problems in 1 file
    --- stderr ---
    fixed 1 finding in 1 file (1 byte-order-mark)
    --- exit 0 ---
    ");
    assert_eq!(text(&sandbox, A), CLEAN);
}

#[test]
fn f4_no_fix_touches_code() {
    let sandbox = Sandbox::new();
    let body = "---\ntriggers: [zap]\n---\n'I'\\''m' `\\` `C:\\x` C:\\x `\\n` \\n\n```\n{{ X }} \u{200b} ${x}\n```\n";
    sandbox.file(A, body);
    assert!(!rules(&sandbox, &[]).iter().any(|found| found.contains("path")), "{:?}", rules(&sandbox, &[]));
    sandbox.run(&["lint", "--fix"]);
    assert_eq!(text(&sandbox, A), body);
}

#[test]
fn f6_tools_are_a_string_with_blanks_or_a_list() {
    let sandbox = Sandbox::new();
    let found = |tools: &str| {
        sandbox.file(SKILL, format!("---\nname: x\ndescription: d\nallowed-tools: {tools}\n---\nB\n"));
        rules(&sandbox, &["--fail-on", "info"])
    };
    assert_eq!(found("Bash(git *) Read"), Vec::<String>::new());
    assert_eq!(found("[Read, Write]"), Vec::<String>::new());
    assert_eq!(found("Read, Write"), [format!("{SKILL} ignored-key")], "the runtime keeps the comma: the tool is called `Read,`");
}

#[test]
fn f7_known_keys_pass_near_misses_are_errors_and_the_rest_is_advice() {
    let sandbox = Sandbox::new();
    let keys = "version: 1\ntriggers: [zap]\nauthor: a\nx-foo: b\ndescripton: c\n";
    sandbox.file(SKILL, format!("---\nname: x\n{keys}---\nB\n"));
    let report = sandbox.json(&["lint", "--format", "json"]);
    let found: Vec<(&str, &str, u64)> = report["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| (found["rule"].as_str().unwrap(), found["severity"].as_str().unwrap(), found["line"].as_u64().unwrap()))
        .collect();
    assert!(found.contains(&("misspelled-key", "warning", 7)), "{found:?}");
    assert!(found.contains(&("unknown-key", "info", 6)), "{found:?}");
    assert!(!found.iter().any(|(_, severity, _)| *severity == "error"), "{found:?}");
    sandbox.file(A, "---\ntrigger: [zap]\n---\nB\n");
    let alone = sandbox.run(&["lint", "--select", "misspelled-key", "--format", "concise", A]);
    assert!(alone.code == 1 && alone.stdout.contains("`triggers`"), "where it decides when the file fires it is an error: {alone:?}");
}

#[test]
fn f16_what_is_skipped_is_listed_with_the_reason() {
    let sandbox = Sandbox::new();
    sandbox.file(SKILL, "---\nname: x\ndescription: d\n---\nB\n").file(A, "---\ntriggers: text\n---\nB\n");
    let list = sandbox.json(&["list", "--format", "json", "--no-user", "--no-public"]);
    let skipped = &list["not_loaded"][0];
    assert_eq!((&skipped["path"], &skipped["reason"]), (&serde_json::json!(A), &serde_json::json!("invalid")));
    let rule = skipped["rule"].as_str().unwrap();
    assert!(rules(&sandbox, &[]).contains(&format!("{A} {rule}")), "lint and list agree on {rule}");
    assert!(sandbox.run(&["list", "--no-user", "--no-public"]).stdout.contains("not loaded"));
}

#[test]
fn f8_an_arrow_in_a_description_is_no_finding() {
    let sandbox = Sandbox::new();
    sandbox.file(SKILL, "---\nname: x\ndescription: one file -> one tarball, for files >200MB\n---\nB\n");
    assert_eq!(sandbox.run(&["lint", "--fail-on", "info"]).code, 0);
    assert_eq!(rules(&sandbox, &["--profile", "portable"]), Vec::<String>::new());
}

#[test]
fn f9_words_under_a_negation_are_no_accusation() {
    let sandbox = Sandbox::new();
    let body = "Never delete a branch without warning the user.\nDo not run `rm -rf /`.\n";
    sandbox.file(SKILL, format!("---\nname: x\ndescription: d\n---\n{body}"));
    assert_eq!(sandbox.run(&["lint", "--fail-on", "info"]).code, 0);
    assert_eq!(rules(&sandbox, &["--select", "suspicious-instruction"]), Vec::<String>::new());
}

#[test]
fn f11_people_get_groups_and_machines_get_everything() {
    let sandbox = Sandbox::new();
    for index in 0..40 {
        sandbox.file(&format!(".agents/skills/f{index:02}.md"), BOM.replace("zap", &format!("zap{index}")));
    }
    assert_eq!(rules(&sandbox, &[]).len(), 40);
    let text = sandbox.run(&["lint"]).stdout;
    assert!(text.matches("error[byte-order-mark]").count() < 40, "{text}");
    assert!(text.contains("40 errors"), "{text}");
    let statistics = sandbox.run(&["lint", "--statistics"]).stdout;
    insta::assert_snapshot!(statistics, @r"
    COUNT  ERRORS  WARNINGS  NOTES  FIX  UNSAFE FIX  RULE
    40     40                       40               byte-order-mark
    ");
}

#[test]
fn f12_a_mistyped_path_is_no_verdict() {
    let sandbox = Sandbox::new();
    let missing = sandbox.run(&["lint", "./no-such"]);
    assert_eq!((missing.code, missing.stdout.as_str()), (2, ""));
    assert!(missing.stderr.contains("no-such"), "{missing:?}");
    assert_eq!(sandbox.run(&["lint", "*.nothing"]).code, 2);
    assert_eq!(sandbox.run(&["lint", "*.nothing", "--allow-empty"]).code, 0);
    let empty = sandbox.run(&["lint"]);
    assert_eq!(empty.code, 0);
    assert!(empty.stdout.contains("0 files"), "{empty:?}");
}

#[test]
fn f14_sarif_paths_are_those_of_the_repository() {
    let sandbox = Sandbox::new();
    sandbox.git(&["init", "-q"]);
    sandbox.file("été sub/.agents/skills/a b.md", BOM);
    let log: serde_json::Value = serde_json::from_str(&sandbox.run_in("été sub", &["lint", "--format", "sarif"]).stdout).unwrap();
    let run = &log["runs"][0];
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(run["results"][0]["ruleIndex"], 0);
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "byte-order-mark");
    let place = &run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(place["uri"], "%C3%A9t%C3%A9%20sub/.agents/skills/a%20b.md");
    assert_eq!(place["uriBaseId"], "%SRCROOT%");
}

#[test]
fn f15_text_is_utf8_whatever_the_locale() {
    let mut sandbox = Sandbox::new();
    sandbox.file(SKILL, "---\nname: x\ndescription: naïve → ok\n---\nB\n");
    sandbox.file(A, b"---\ntriggers: [zap]\n---\nna\xefve\n");
    sandbox.env("LC_ALL", "C");
    let found = sandbox.json(&["lint", "--format", "json"]);
    let messages: Vec<&str> = found["diagnostics"].as_array().unwrap().iter().filter_map(|found| found["message"].as_str()).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].contains("0xef") && messages[0].contains("26"), "{messages:?}");
    assert!(sandbox.run(&["list", "--no-user", "--no-public"]).stdout.contains("x/SKILL.md"), "the other file is listed");
}

#[test]
fn f17_no_word_is_reserved_that_no_specification_reserves() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/mcp-proxy/SKILL.md", "---\nname: mcp-proxy\ndescription: ai tool\n---\nB\n");
    assert_eq!(sandbox.run(&["lint", "--fail-on", "info"]).code, 0);
}

#[test]
fn f19_a_manifest_and_the_disk_are_compared_both_ways() {
    let sandbox = Sandbox::new();
    let skill = |name: &str| format!("---\nname: {name}\ndescription: d\n---\nB\n");
    sandbox.file("skills/a/SKILL.md", skill("a")).file("skills/b/SKILL.md", skill("b"));
    assert_eq!(rules(&sandbox, &["--select", "registry"]), Vec::<String>::new(), "no manifest, no finding");
    let manifest = r#"{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "b", "source": "./skills/b"}, {"name": "c", "source": "./skills/c"}]}"#;
    sandbox.file("marketplaces/openhands-extensions.json", manifest);
    let found = rules(&sandbox, &["--select", "registry"]);
    assert!(found.iter().any(|found| found.starts_with("skills/a")), "{found:?}");
    assert!(found.iter().any(|found| found.starts_with("marketplaces/")), "{found:?}");
}

#[test]
fn unsafe_fixes_are_asked_for() {
    let sandbox = Sandbox::new();
    let before = "---\npaths:\n- ./src/**\n---\nB\n";
    sandbox.file(A, before);
    sandbox.run(&["lint", "--fix"]);
    assert_eq!(text(&sandbox, A), before);
    let alone = sandbox.run(&["lint", "--unsafe-fixes"]);
    assert_eq!(alone.code, 2, "{alone:?}");
    sandbox.run(&["lint", "--fix", "--unsafe-fixes"]);
    assert_eq!(text(&sandbox, A), before.replace("./src", "src"));
}

#[cfg(unix)]
#[test]
fn a_fix_keeps_modes_and_links_and_leaves_what_lies_outside() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let sandbox = broken();
    let file = sandbox.root().join(A);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    sandbox.file("../home/outside.md", BOM);
    symlink(sandbox.home().join("outside.md"), sandbox.root().join(".agents/skills/out.md")).unwrap();
    sandbox.file("kept.md", BOM);
    symlink("../../kept.md", sandbox.root().join(".agents/skills/in.md")).unwrap();
    sandbox.run(&["lint", "--fix", "--unsafe-fixes"]);
    assert_eq!(text(&sandbox, A), CLEAN);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o755);
    assert_eq!(text(&sandbox, "../home/outside.md"), BOM, "a link led out of the directory");
    assert_eq!(text(&sandbox, "kept.md"), CLEAN);
    assert!(sandbox.root().join(".agents/skills/in.md").is_symlink());
}

#[test]
fn a_baseline_knows_what_was_there_and_lists_what_is_gone() {
    let sandbox = broken();
    sandbox.file(".agents/skills/hidden.md", "---\ntriggers: [zip]\n---\none \u{202e}evil\u{202c}\n");
    let base = ["lint", "--baseline", "known.json"];
    let missing = sandbox.run(&base);
    assert_eq!(missing.code, 2, "{missing:?}");
    assert_eq!(sandbox.run(&[&base[..], &["--write-baseline"]].concat()).code, 0);
    let clean = sandbox.run(&base);
    assert_eq!(clean.code, 0, "{clean:?}");
    assert!(clean.stdout.contains("suppressed"), "{clean:?}");

    sandbox.file(".agents/skills/hidden.md", "---\ntriggers: [zip]\n---\nmore\n\none \u{202e}evil\u{202c}\n");
    assert_eq!(sandbox.run(&base).code, 0, "the line moved");
    sandbox.file(".agents/skills/hidden.md", "---\ntriggers: [zip]\n---\none \u{202d}other\u{202c}\n");
    assert_eq!(sandbox.run(&base).code, 1, "another payload");

    sandbox.file(A, CLEAN);
    let stale = sandbox.run(&base);
    assert!(stale.stderr.contains("match nothing any more") && stale.stderr.contains(A), "{stale:?}");
    let narrow = sandbox.run(&[&base[..], &["--select", "hidden-text"]].concat());
    assert!(!narrow.stderr.contains(A), "what was not looked for is not stale: {narrow:?}");
}

#[test]
fn since_reports_the_change_what_it_breaks_elsewhere_and_what_to_review() {
    let sandbox = Sandbox::new();
    let skill = |trigger: &str, body: &str| format!("---\nname: x\ndescription: d\ntriggers: [{trigger}]\n---\n{body}\n");
    sandbox.git(&["init", "-q"]);
    sandbox
        .file(SKILL, skill("zap", "B"))
        .file(A, BOM)
        .file(".agents/skills/ref.md", "---\ntriggers: [zip]\n---\nSee [it](../../doc.md).\n");
    sandbox.file("doc.md", "D\n");
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-qm", "one"]);
    assert_eq!(rules(&sandbox, &["--since", "HEAD"]), Vec::<String>::new());
    assert_eq!(rules(&sandbox, &[]), [format!("{A} byte-order-mark")]);

    sandbox.file(SKILL, skill("zap, shout", "B !`date`"));
    std::fs::remove_file(sandbox.root().join("doc.md")).unwrap();
    let expected = [
        ".agents/skills/ref.md broken-link".to_string(),
        format!("{SKILL} review-new-trigger"),
        format!("{SKILL} live-command"),
        format!("{SKILL} review-live-command"),
    ];
    assert_eq!(rules(&sandbox, &["--since", "HEAD"]), expected);
    assert_eq!(rules(&sandbox, &["--since", "HEAD", ".agents/skills/x"])[..], expected[1..]);
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-qm", "two"]);
    assert_eq!(rules(&sandbox, &["--since", "HEAD~1"]), expected, "committed or not");
    assert_eq!(rules(&sandbox, &["--since", "HEAD"]), Vec::<String>::new());

    sandbox.git(&["checkout", "-q", "-b", "side", "HEAD~1"]);
    assert_eq!(rules(&sandbox, &["--since", "main"]), Vec::<String>::new(), "what the other branch did is no change of this one");

    let unknown = sandbox.run(&["lint", "--since", "nope"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("`nope`"), "{unknown:?}");
    let outside = Sandbox::new();
    outside.file(A, CLEAN);
    assert_eq!(outside.run(&["lint", "--since", "HEAD"]).code, 2);
}

#[test]
fn since_reports_nothing_old_of_a_changed_file() {
    let sandbox = Sandbox::new();
    sandbox.git(&["init", "-q"]);
    sandbox.file(A, "---\ntrigger: [zap]\n---\nB\n");
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-qm", "one"]);
    assert!(!rules(&sandbox, &[]).is_empty());
    sandbox.file(A, "---\ntrigger: [zap]\n---\nB\nmore\n");
    assert_eq!(rules(&sandbox, &["--since", "HEAD"]), Vec::<String>::new());
    assert_eq!(sandbox.run(&["lint", "--since", "HEAD"]).code, 0);
    sandbox.file(A, "---\ntrigger: [zap]\nkeyword: [a]\n---\nB\nmore !`date`\n");
    let found = rules(&sandbox, &["--since", "HEAD"]);
    assert!(!found.is_empty(), "{found:?}");
    let silent = "---\nname: x\ndescription: d\ntriggers: [shout] # microagent: ignore[review-new-trigger]\n---\nB\n";
    sandbox.file(SKILL, silent);
    let review = ["--since", "HEAD", "--select", "review-new-trigger"];
    assert_eq!(rules(&sandbox, &review), Vec::<String>::new(), "a comment silences what a reviewer is shown too");
    sandbox.file(SKILL, silent.replace(" # microagent: ignore[review-new-trigger]", ""));
    assert_eq!(rules(&sandbox, &review), [format!("{SKILL} review-new-trigger")]);
}

#[test]
fn nothing_that_is_checked_is_written_over() {
    let sandbox = broken();
    for args in [&["lint", "--output", A][..], &["lint", "--baseline", A, "--write-baseline"]] {
        let output = sandbox.run(args);
        assert!(output.code == 2 && output.stderr.contains("one of the files that are checked"), "{output:?}");
    }
    sandbox.file("notes.json", "{}");
    let output = sandbox.run(&["lint", "--baseline", "notes.json", "--write-baseline"]);
    assert!(output.code == 2 && output.stderr.contains("is not a baseline"), "{output:?}");
    assert_eq!((text(&sandbox, A).as_str(), text(&sandbox, "notes.json").as_str()), (BOM, "{}"));
}

#[test]
fn a_baseline_keeps_what_was_not_looked_for_and_is_the_same_from_below() {
    let sandbox = broken();
    sandbox.git(&["init", "-q"]);
    let write = ["lint", "--baseline", "known.json", "--write-baseline"];
    assert_eq!(sandbox.run(&write).code, 0);
    let before = text(&sandbox, "known.json");
    assert!(before.contains("byte-order-mark"));
    assert_eq!(sandbox.run(&[&write[..], &["--select", "hidden-text"]].concat()).code, 0);
    assert_eq!(text(&sandbox, "known.json"), before);
    let below = sandbox.run_in(".agents", &["lint", "--baseline", "../known.json", "skills"]);
    assert_eq!(below.code, 0, "{below:?}");
}

#[test]
fn a_diff_is_a_diff_and_says_what_it_leaves() {
    let sandbox = broken();
    for more in [&["--format", "json"][..], &["--output", "x"], &["--statistics"]] {
        let output = sandbox.run(&[&["lint", "--diff"], more].concat());
        assert!(output.code == 2 && output.stderr.contains("`--diff` prints the changes"), "{output:?}");
    }
    sandbox.file(A, "---\ntriggers: text\n---\nB\n");
    let output = sandbox.run(&["lint", "--diff"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    assert!(output.stderr.starts_with("there is nothing to fix: 1 error in 1 file"), "{output:?}");
}

#[test]
fn no_flag_about_other_sources_is_passed_over() {
    let sandbox = broken();
    sandbox.file("org/skills/x.md", CLEAN);
    for (args, message) in [
        (&["--only", "org"][..], "`--only` does not choose"),
        (&["--user-dir", "nope"], "nope: no such directory"),
        (&["--org-dir", "nope"], "nope: no such directory"),
        (&["--marketplace", "nope"], "`--marketplace` names a file"),
        (&["--public-dir", "org", "--marketplace", "nope"], "nope: no such file"),
    ] {
        let output = sandbox.run(&[&["lint"], args].concat());
        assert!(output.code == 2 && output.stderr.contains(message), "{output:?}");
    }
}

#[test]
fn what_was_typed_is_printed_safely() {
    let output = Sandbox::new().run(&["schema", "\u{202e}X"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("\\u{202e}X") && !output.stderr.contains('\u{202e}'), "{output:?}");
}

#[test]
fn since_sees_a_server_behind_the_same_name() {
    let sandbox = Sandbox::new();
    sandbox.git(&["init", "-q"]);
    sandbox.file(SKILL, "---\nname: x\ndescription: d\n---\nB\n");
    let servers = |command: &str| format!("{{\"mcpServers\": {{\"a\": {{\"command\": \"{command}\"}}}}}}");
    sandbox.file(".agents/skills/x/.mcp.json", servers("one"));
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-qm", "one"]);
    let review = ["--since", "HEAD", "--select", "review-mcp-server"];
    assert_eq!(rules(&sandbox, &review), Vec::<String>::new());
    sandbox.file(".agents/skills/x/.mcp.json", servers("two"));
    assert_eq!(rules(&sandbox, &review), [format!("{SKILL} review-mcp-server")]);
}

#[test]
fn standard_input_stands_in_for_a_file() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/other.md", CLEAN);
    let lint = |args: &[&str], input: &str| sandbox.run_with(&[&["lint", "--stdin-filename", A], args].concat(), input.as_bytes());
    let output = lint(&["--format", "concise"], BOM);
    assert_eq!(output.code, 1);
    assert_eq!(output.stdout, format!("{A}:1:1: error[byte-order-mark] the file starts with a byte-order mark\n"));
    let fixed = lint(&["--fix"], BOM);
    assert_eq!((fixed.code, fixed.stdout.as_str()), (0, CLEAN));
    assert_eq!(lint(&["--fix"], "---\nplain\n").stdout, "---\nplain\n", "what is not fixed is given back");
    assert!(lint(&["--diff"], BOM).stdout.starts_with(&format!("--- a/{A}\n")));
    assert!(!sandbox.root().join(A).exists());
}

#[test]
fn comments_paths_and_patterns_silence_until_they_are_not_obeyed() {
    let sandbox = Sandbox::new();
    sandbox.file(A, "---\n# microagent: ignore[duplicate-trigger] -- both are wanted\ntriggers: [zap, zap]\n---\nB\n");
    sandbox.file(".agents/skills/b.md", "---\ntriggers: [zip, zip]\n---\nB\n");
    sandbox.file(".agents/skills/gen/SKILL.md", "\u{feff}---\nname: gen\ndescription: d\n---\nB\n");
    sandbox.file(".microagent.yaml", "per-path-ignore:\n  '.agents/skills/b.md': [duplicate-trigger]\nexclude: [gen/]\nfail-on: warning\n");
    let output = sandbox.run(&["lint"]);
    assert_eq!(output.code, 0, "{output:?}");
    assert!(output.stdout.contains("in 2 files, 2 suppressed"), "{output:?}");
    assert_eq!(sandbox.run(&["lint", ".agents/skills/gen/SKILL.md"]).code, 0, "named files are excluded too");
    let all = rules(&sandbox, &["--no-ignore"]);
    assert!(all.contains(&".agents/skills/gen/SKILL.md byte-order-mark".to_string()), "{all:?}");
    assert_eq!(all.iter().filter(|found| found.ends_with("duplicate-trigger")).count(), 2, "{all:?}");
}

#[test]
fn configuration_shows_where_each_value_comes_from() {
    let sandbox = Sandbox::new();
    sandbox.file(".microagent.yaml", "# ours\nfail-on: never\nignore:\n- secret\n");
    insta::assert_snapshot!(sandbox.run(&["config", "--show"]).text(), @r"
    SETTING          VALUE   FROM
    loader           sdk     default
    select           -       default
    ignore           secret  .microagent.yaml:3
    per-path-ignore  -       default
    fail-on          never   .microagent.yaml:2
    exclude          -       default
    org-dirs         -       default
    public-dir       -       default
    max-description  1024    default
    max-body-tokens  5000    default
    --- stderr ---
    read from .microagent.yaml
    --- exit 0 ---
    ");
    let json = sandbox.json(&["config", "--show", "--format", "json"]);
    assert_eq!(json["settings"][4], serde_json::json!({ "name": "fail-on", "value": "never", "from": "file", "line": 2 }));
    sandbox.file(A, BOM);
    assert_eq!(sandbox.run(&["lint"]).code, 0);
    assert_eq!(sandbox.run(&["lint", "--fail-on", "error"]).code, 1, "a flag wins");
    sandbox.file(".microagent.yaml", "fail-on: error\nrun: rm\n");
    let bad = sandbox.run(&["lint"]);
    assert_eq!(bad.code, 2);
    assert!(bad.stderr.contains(".microagent.yaml:2: unknown key `run`"), "{bad:?}");
}

#[test]
fn nothing_is_written_without_fix() {
    let sandbox = broken();
    for args in [&["lint"][..], &["lint", "--diff"], &["lint", "--format", "sarif"], &["lint", "--diff", "--unsafe-fixes"], &["config"]] {
        sandbox.run(args);
        assert_eq!(text(&sandbox, A), BOM, "{args:?}");
    }
    let names: Vec<_> = std::fs::read_dir(sandbox.root()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, [".agents"]);
}

#[test]
fn a_smaller_bound_and_another_source_come_from_the_configuration() {
    let sandbox = Sandbox::new();
    sandbox.file(SKILL, "---\nname: x\ndescription: ddd\n---\none two three four five six\n");
    assert_eq!(rules(&sandbox, &[]), Vec::<String>::new());
    sandbox.file(".microagent.yaml", "max-body-tokens: 3\nmax-description: 2\norg-dirs: [org]\n");
    sandbox.file("org/skills/ours.md", "---\ntriggers: [ours]\n---\nB\n");
    assert_eq!(rules(&sandbox, &[".agents"]), [format!("{SKILL} description-too-long"), format!("{SKILL} large-body")]);
    let listed = sandbox.run(&["list", "--no-user", "--no-public", "--format", "names"]).stdout;
    assert_eq!(listed, "ours\nx\n");
}

#[cfg(unix)]
#[test]
fn the_action_runs_as_it_is_written() {
    let action = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/action.yml")).unwrap();
    let action: serde_yaml::Value = serde_yaml::from_str(&action).unwrap();
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    for step in steps {
        let run = step["run"].as_str().unwrap();
        assert!(!run.contains("${{"), "an input in a script is code: {run}");
    }
    let step = &steps[1];
    let sandbox = broken();
    sandbox.git(&["init", "-q"]);
    sandbox.file("b c/AGENTS.md", "A\n");
    let script = |paths: &str, fail_on: &str| {
        let mut command = std::process::Command::new("bash");
        command.args(["-e", "-o", "pipefail", "-c", step["run"].as_str().unwrap()]).current_dir(sandbox.root()).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", sandbox.home());
        for name in step["env"].as_mapping().unwrap().keys() {
            command.env(name.as_str().unwrap(), "");
        }
        command.env("BINARY", env!("CARGO_BIN_EXE_microagent")).env("PATHS", paths).env("FAIL_ON", fail_on);
        command.env("PROFILE", "openhands").env("SARIF_FILE", "out.sarif");
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, log) = script(".\n", "");
    assert_eq!(code, Some(1), "{log}");
    assert!(log.starts_with("::error file=.agents/skills/a.md,line=1"), "{log}");
    assert!(text(&sandbox, "out.sarif").contains("byte-order-mark"));
    assert_eq!(script(".", "never").0, Some(0));
    assert_eq!(script("b c\n--fix\n", "").0, Some(2), "a path that looks like a flag is a path");
    assert_eq!(text(&sandbox, A), BOM);
}
