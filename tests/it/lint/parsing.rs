//! Reports about reading a file, each named by its id.

use super::{findings, of_file, of_flat};
use crate::common::Sandbox;

const SKILL: &str = ".agents/skills/x/SKILL.md";

#[test]
fn a1_an_unquoted_colon_is_found_where_it_stands_and_fixed() {
    let text = "---\nname: x\ndescription: Pick a mode. Modes: fast, slow\n---\nB";
    assert_eq!(of_file(SKILL, text), ["error invalid-yaml:3:32"]);
    let sandbox = Sandbox::new();
    let json = sandbox.file(SKILL, text).json(&["lint", "--format", "json"]);
    assert_eq!(json["diagnostics"][0]["fix"]["edits"][0]["text"], "\"Pick a mode. Modes: fast, slow\"");
}

#[test]
fn a3_every_finding_has_its_file_and_counts_lines_from_the_start_of_it() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/a/SKILL.md", "\n\n---\nname: a\ndescription: b: c\n---\n");
    sandbox.file(".agents/skills/b/SKILL.md", "---\nname: b\ndescription: d\n---\nB");
    assert_eq!(findings(&sandbox, &["--select", "invalid-yaml"]), ["error invalid-yaml .agents/skills/a/SKILL.md:5:15"]);
}

#[test]
fn a4_a_byte_order_mark_costs_the_frontmatter() {
    let text = "\u{feff}---\nname: bom\ndescription: d\ntriggers: [zap]\n---\nB";
    let sandbox = Sandbox::new();
    let json = sandbox.file(".agents/skills/bom.md", text).json(&["lint", "--format", "json"]);
    let found = &json["diagnostics"][0];
    assert_eq!((&found["rule"], &found["line"], &found["column"]), (&"byte-order-mark".into(), &1.into(), &1.into()));
    assert_eq!(found["consequence"], "the frontmatter is not read: the file is always on, with its YAML in the prompt");
    assert_eq!((&found["fix"]["edits"][0]["span"], &found["fix"]["edits"][0]["text"]), (&serde_json::json!([0, 3]), &"".into()));
}

#[test]
fn a5_other_line_ends_are_no_finding() {
    assert_eq!(of_flat("---\r\nname: a\r\ntriggers:\r\n- zap gun\r\n---\r\nBody\r\n"), [""; 0]);
}

#[test]
fn a7_a_value_on_its_own_line_is_valid() {
    assert_eq!(of_file(SKILL, "---\nname: x\ndescription:\n  Write or modify\n  bash scripts\n---\nB"), [""; 0]);
}

#[test]
fn a9_dashes_in_a_value_end_the_frontmatter_only_at_the_start_of_a_line() {
    assert_eq!(of_file(SKILL, "---\nname: x\ndescription: |\n  ---\n  x\n---\nB\n\n---\n\nC"), [""; 0]);
    assert_eq!(of_file(SKILL, "---\nname: x\n---not-a-fence\n---\nB"), ["error invalid-yaml:4:1"]);
    let inner = of_file(SKILL, "---\nname: x\ndescription: \"a\n---\nb\"\n---\nB");
    assert_eq!(inner, ["error invalid-yaml:4:1"]);
}

#[test]
fn a10_the_second_of_two_keys_points_at_the_first() {
    let sandbox = Sandbox::new();
    let json = sandbox.file(SKILL, "---\nname: x\ndescription: one\ndescription: two\n---\nB").json(&["lint", "--format", "json"]);
    let found = &json["diagnostics"][0];
    assert_eq!((&found["rule"], &found["line"], &found["related"][0]["line"]), (&"duplicate-key".into(), &4.into(), &3.into()));
}

#[test]
fn a11_frontmatter_that_is_never_closed_is_an_error() {
    assert_eq!(of_flat("---\nname: h\ndescription: d\n# Body"), ["error unclosed-frontmatter:1:1"]);
}

#[test]
fn a12_a_broken_file_says_what_goes_with_it() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/good/SKILL.md", "---\nname: good\ndescription: d\n---\nB");
    sandbox.file(".agents/skills/bad/SKILL.md", "---\nname: bad\ndescription: [beta] helper\n---\nB");
    let output = sandbox.run(&["lint"]);
    assert_eq!(output.code, 1);
    assert!(output.stdout.contains("the runtime does not load this file; the others load"), "{}", output.stdout);
    assert_eq!(findings(&sandbox, &[]), ["error invalid-yaml .agents/skills/bad/SKILL.md:3:21"]);
}

#[test]
fn a14_a_description_is_measured_in_characters_after_folding() {
    let skill = |description: String| of_file(SKILL, &format!("---\nname: x\ndescription: {description}\n---\nB"));
    assert_eq!(skill("a".repeat(1024)), [""; 0]);
    assert_eq!(skill("é".repeat(1024)), [""; 0]);
    assert_eq!(skill("a".repeat(1025)), ["warning description-too-long:3:14"]);
    assert_eq!(skill(format!(">-\n  {}\n  {}", "a".repeat(512), "b".repeat(511))), [""; 0]);
}

#[test]
fn a16_an_unknown_type_costs_the_directory_under_the_legacy_loader() {
    let sandbox = Sandbox::new();
    sandbox.file(".openhands/microagents/a.md", "---\ntype: AIOpsAgent\n---\nB").file(".openhands/microagents/b.md", "B");
    let select = ["--select", "invalid-value"];
    assert_eq!(findings(&sandbox, &select), ["warning invalid-value .openhands/microagents/a.md:2:7"]);
    let output = sandbox.run(&["lint", "--loader", "legacy", "--select", "invalid-value"]);
    assert_eq!(output.code, 1);
    assert!(output.stdout.contains("drops another one with it"), "{}", output.stdout);
}

#[test]
fn a17_plain_text_is_always_on_and_a_skill_of_plain_text_lacks_its_description() {
    assert_eq!(of_file(".agents/skills/repo.md", "plain text"), [""; 0]);
    assert_eq!(of_file(SKILL, "plain text"), ["warning missing-description:1:1"]);
}

#[test]
fn a18_a_skill_is_called_as_its_directory() {
    let text = "---\nname: vendor-x\ndescription: d\n---\nB";
    assert_eq!(of_file(SKILL, text), ["error skill-name:2:7"]);
    assert_eq!(of_flat("---\nname: vendor-x\ntriggers: [zap gun]\n---\nB"), [""; 0]);
}

#[test]
fn a19_names_are_plain_and_the_reason_is_exact() {
    for (name, reason) in [
        ("技能", "only lower-case letters"),
        ("café", "only lower-case letters"),
        ("Café", "only lower-case letters"),
        ("a--b", "only lower-case letters"),
        ("-a", "only lower-case letters"),
        (&"a".repeat(65), "65 characters, 64 are allowed"),
    ] {
        let sandbox = Sandbox::new();
        let path = format!(".agents/skills/{name}/SKILL.md");
        let output = sandbox.file(&path, format!("---\nname: {name}\ndescription: d\n---\nB")).run(&["lint", "--format", "concise"]);
        assert!(output.code == 1 && output.stdout.contains(reason) && output.stdout.contains("skill-name"), "{name}: {output:?}");
    }
}

#[test]
fn a20_an_underscore_in_a_skill_name_is_refused() {
    let text = "---\nname: code_explorer\ndescription: d\n---\nB";
    assert_eq!(of_file(".agents/skills/code_explorer/SKILL.md", text), ["error skill-name:2:7"]);
}

#[test]
fn a21_a_glob_that_starts_with_a_star_wants_quotes_and_other_tools_rules_are_left_alone() {
    let sandbox = Sandbox::new();
    sandbox.file(".agents/skills/x.md", "---\npaths: **/*.py\n---\nB");
    sandbox.file(".cursor/rules/a.mdc", "---\nglobs: *.ts\n---\nB");
    let json = sandbox.json(&["lint", "--format", "json", "--select", "invalid-yaml"]);
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(json["diagnostics"][0]["fix"]["edits"][0]["text"], "\"**/*.py\"");
}

#[test]
fn a22_each_fault_has_its_own_id() {
    assert_eq!(of_file(SKILL, "---\nname: x\ndescription: a: b\n---\nB"), ["error invalid-yaml:3:15"]);
    assert_eq!(of_file(SKILL, "# no frontmatter"), ["warning missing-description:1:1"]);
}
