//! All formats of one run carry the same findings.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::common::Sandbox;

/// Reads what a format printed.
type Reader = fn(&str) -> Findings;

/// Path from the repository's root, line, rule, severity: how often.
type Findings = BTreeMap<(String, u64, String, &'static str), usize>;

fn count(all: impl IntoIterator<Item = (String, u64, String, &'static str)>) -> Findings {
    let mut findings = Findings::new();
    for one in all {
        *findings.entry(one).or_default() += 1;
    }
    findings
}

/// A repository with findings of every severity, paths that need escaping, a file that is not text, more warnings than a
/// step shows, and a run from a directory below the root.
fn hostile() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.git(&["init", "-q"]);
    let flat = "sub/.agents/skills/";
    sandbox.file(&format!("{flat}a: 50%, é b.md"), "---\ntriggers: ['']\n---\n\u{202e}B\n");
    sandbox.file(&format!("{flat}bytes.md"), b"---\ntriggers: [zap]\n---\n\xff\n");
    sandbox.file(&format!("{flat}bom.md"), "\u{feff}---\ntriggers: [zip]\n---\nB\n");
    sandbox.file(&format!("{flat}many/SKILL.md"), "---\nname: many\ndescription: d\ncolour: blue\n---\nB\n");
    for index in 0..12 {
        sandbox.file(&format!("{flat}w{index:02}.md"), format!("---\ntriggers: [word{index}, word{index}]\n---\n::error::B <&> {index}\n"));
    }
    sandbox
}

fn severity(name: &str) -> &'static str {
    match name {
        "error" | "major" => "error",
        "warning" | "minor" => "warning",
        "info" | "note" | "notice" => "info",
        other => panic!("{other}"),
    }
}

fn json(text: &str) -> Findings {
    let value: Value = serde_json::from_str(text).unwrap();
    let one = |found: &Value| {
        let path = format!("sub/{}", found["path"].as_str().unwrap());
        (path, found["line"].as_u64().unwrap(), found["rule"].as_str().unwrap().into(), severity(found["severity"].as_str().unwrap()))
    };
    count(value["diagnostics"].as_array().unwrap().iter().map(one))
}

fn decoded(uri: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = uri.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first == b'%' {
            bytes.push(u8::from_str_radix(std::str::from_utf8(&tail[..2]).unwrap(), 16).unwrap());
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn sarif(text: &str) -> Findings {
    let value: Value = serde_json::from_str(text).unwrap();
    let rules = value["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let one = |found: &Value| {
        let index = usize::try_from(found["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], found["ruleId"]);
        let place = &found["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.is_ascii() && !uri.contains([' ', '\\', ':']), "{uri}");
        let line = place["region"]["startLine"].as_u64().unwrap();
        (decoded(uri), line, found["ruleId"].as_str().unwrap().into(), severity(found["level"].as_str().unwrap()))
    };
    count(value["runs"][0]["results"].as_array().unwrap().iter().map(one))
}

fn gitlab(text: &str) -> Findings {
    let value: Value = serde_json::from_str(text).unwrap();
    let found = value.as_array().unwrap();
    let mut prints: Vec<&str> = found.iter().map(|found| found["fingerprint"].as_str().unwrap()).collect();
    prints.sort_unstable();
    prints.dedup();
    assert_eq!(prints.len(), found.len(), "no two findings share a fingerprint");
    let one = |found: &Value| {
        let location = &found["location"];
        let line = location["positions"]["begin"]["line"].as_u64().unwrap();
        let rule = found["check_name"].as_str().unwrap();
        (location["path"].as_str().unwrap().into(), line, rule.into(), severity(found["severity"].as_str().unwrap()))
    };
    count(found.iter().map(one))
}

fn unescaped(text: &str) -> String {
    text.replace("%3A", ":").replace("%2C", ",").replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")
}

/// Annotations, and the lines below for what no annotation shows.
fn github(text: &str) -> Findings {
    let annotation = |line: &str| {
        let (command, rest) = line.strip_prefix("::")?.split_once(' ')?;
        let (properties, _) = rest.split_once("::")?;
        let properties: BTreeMap<&str, String> =
            properties.split(',').filter_map(|pair| pair.split_once('=')).map(|(key, value)| (key, unescaped(value))).collect();
        Some((properties["file"].clone(), properties["line"].parse().ok()?, properties["title"].clone(), severity(command)))
    };
    count(text.lines().filter_map(|line| annotation(line).or_else(|| plain(line.trim_start()))))
}

/// `PATH:LINE:COLUMN: SEVERITY: MESSAGE [RULE]` or `PATH:LINE:COLUMN: SEVERITY[RULE] MESSAGE`.
fn plain(line: &str) -> Option<(String, u64, String, &'static str)> {
    for name in ["error", "warning", "info"] {
        let (place, rule) = if let Some((place, rest)) = line.split_once(&format!(": {name}: ")) {
            (place, rest.rsplit_once('[')?.1.trim_end_matches(']'))
        } else if let Some((place, rest)) = line.split_once(&format!(": {name}[")) {
            (place, rest.split_once(']')?.0)
        } else {
            continue;
        };
        let (place, _column) = place.rsplit_once(':')?;
        let (path, line) = place.rsplit_once(':')?;
        return Some((path.into(), line.parse().ok()?, rule.into(), severity(name)));
    }
    None
}

fn concise(text: &str) -> Findings {
    count(text.lines().filter_map(plain).map(|(path, line, rule, severity)| (format!("sub/{path}"), line, rule, severity)))
}

fn attribute(line: &str, name: &str) -> String {
    let value = line.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap().0;
    value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn junit(text: &str) -> Findings {
    let cases = text.lines().zip(text.lines().skip(1)).filter(|(line, next)| line.contains("<testcase") && next.contains("<failure"));
    count(cases.map(|(case, failure)| {
        let name = attribute(case, "name");
        let (rule, place) = name.split_once(" at ").unwrap();
        let line = place.split_once(':').unwrap().0.parse().unwrap();
        (attribute(case, "classname"), line, rule.into(), severity(&attribute(failure, "type")))
    }))
}

#[test]
fn all_formats_carry_the_same_findings() {
    let sandbox = hostile();
    let run = |format: &str| sandbox.run_in("sub", &["lint", "--format", format]).stdout;
    let expected = json(&run("json"));
    assert!(expected.values().sum::<usize>() > 13, "{expected:#?}");
    for name in ["error", "warning", "info"] {
        assert!(expected.keys().any(|(_, _, _, severity)| *severity == name), "{expected:#?}");
    }
    let readers: [(&str, Reader); 5] = [("sarif", sarif), ("gitlab", gitlab), ("github", github), ("junit", junit), ("concise", concise)];
    for (format, read) in readers {
        assert_eq!(read(&run(format)), expected, "{format}");
    }
}

#[test]
fn fixes_and_related_places_are_in_json_and_in_sarif() {
    let sandbox = hostile();
    let value = |format: &str| sandbox.json(&["lint", "--format", format]);
    let (json, sarif) = (value("json"), value("sarif"));
    let number = |list: &Value, has: &dyn Fn(&Value) -> bool| list.as_array().unwrap().iter().filter(|found| has(found)).count();
    let (found, results) = (&json["diagnostics"], &sarif["runs"][0]["results"]);
    let fixes = number(found, &|found| !found["fix"].is_null());
    assert!(fixes > 0);
    assert_eq!(number(results, &|found| found["fixes"].is_array()), fixes);
    let related = number(found, &|found| !found["related"].as_array().unwrap().is_empty());
    assert!(related > 0);
    assert_eq!(number(results, &|found| found["relatedLocations"].is_array()), related);
}

#[test]
fn a_step_of_github_shows_ten_of_a_kind_and_its_summary_everything() {
    let mut sandbox = hostile();
    let page = sandbox.root().join("summary.md");
    std::fs::write(&page, "before\n").unwrap();
    sandbox.env("GITHUB_STEP_SUMMARY", page.to_str().unwrap());
    let output = sandbox.run_in("sub", &["lint", "--format", "github"]);
    let warnings = output.stdout.lines().filter(|line| line.starts_with("::warning ")).count();
    assert_eq!(warnings, 10, "{}", output.stdout);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("before\n## microagent lint\n"), "{page}");
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| error |") || line.starts_with("| warning |") || line.starts_with("| info |"))
        .count();
    assert_eq!(rows, json(&sandbox.run_in("sub", &["lint", "--format", "json"]).stdout).values().sum::<usize>());
}
