//! The schemas that `schema` prints describe what there is.

use serde_json::{Value, json};

use crate::common::Sandbox;

/// What of `value` does not follow `schema`, a part of `root`. Knows the keywords that the schemas use, and panics over
/// any other, so that none is skipped unseen.
fn faults(root: &Value, schema: &Value, value: &Value, at: &str, out: &mut Vec<String>) {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let mut fault = |is: bool, what: &str| {
            if is {
                out.push(format!("{at}: {what} {wanted}, is {value}"));
            }
        };
        match keyword.as_str() {
            "$schema" | "title" | "description" | "$defs" => {}
            "$ref" => {
                let name = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                faults(root, root.pointer(name).unwrap(), value, at, out);
            }
            "anyOf" => {
                let fits = |schema: &Value| {
                    let mut inner = Vec::new();
                    faults(root, schema, value, at, &mut inner);
                    inner.is_empty()
                };
                fault(!wanted.as_array().unwrap().iter().any(fits), "none of");
            }
            "const" => fault(value != wanted, "not"),
            "enum" => fault(!wanted.as_array().unwrap().contains(value), "not one of"),
            "type" => {
                let types = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                fault(!types.iter().any(|name| is(value, name.as_str().unwrap())), "not of type");
            }
            "minimum" => fault(value.as_f64().is_some_and(|number| number < wanted.as_f64().unwrap()), "below"),
            "maximum" => fault(value.as_f64().is_some_and(|number| number > wanted.as_f64().unwrap()), "above"),
            "minLength" => fault(value.as_str().is_some_and(|text| (text.len() as u64) < wanted.as_u64().unwrap()), "shorter than"),
            "maxLength" => fault(value.as_str().is_some_and(|text| text.len() as u64 > wanted.as_u64().unwrap()), "longer than"),
            "minItems" => fault(value.as_array().is_some_and(|items| (items.len() as u64) < wanted.as_u64().unwrap()), "fewer than"),
            "maxItems" => fault(value.as_array().is_some_and(|items| items.len() as u64 > wanted.as_u64().unwrap()), "more than"),
            "required" => {
                for key in wanted.as_array().unwrap() {
                    fault(value.is_object() && value.get(key.as_str().unwrap()).is_none(), &format!("without {key} of"));
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    faults(root, wanted, item, &format!("{at}/{index}"), out);
                }
            }
            "properties" | "additionalProperties" => {
                let known = schema.get("properties").cloned().unwrap_or_else(|| json!({}));
                for (key, item) in value.as_object().into_iter().flatten() {
                    let at = format!("{at}/{key}");
                    match (keyword.as_str(), known.get(key)) {
                        ("properties", Some(schema)) => faults(root, schema, item, &at, out),
                        ("additionalProperties", None) if wanted == &json!(false) => out.push(format!("{at}: not known")),
                        ("additionalProperties", None) if wanted.is_object() => faults(root, wanted, item, &at, out),
                        _ => {}
                    }
                }
            }
            other => panic!("the keyword {other} is not checked"),
        }
    }
}

fn is(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other}"),
    }
}

fn schema(subject: &str) -> Value {
    Sandbox::new().json(&["schema", subject])
}

fn check(schema: &Value, part: &str, value: &Value) -> Vec<String> {
    let mut out = Vec::new();
    faults(schema, schema.pointer(part).unwrap(), value, "", &mut out);
    out
}

#[test]
fn real_outputs_follow_the_schema() {
    let output = schema("output");
    let sandbox = Sandbox::new();
    sandbox.copy("fixtures/demo");
    sandbox.file(".agents/skills/bom.md", "\u{feff}---\ntriggers: [zap, zap]\n---\nB\n");
    sandbox.file(".agents/skills/broken.md", "---\na: b: c\n---\nB\n");
    sandbox.file(".microagent.yaml", "fail-on: never\nper-path-ignore:\n  docs/: [secret]\n");
    let sources = ["--no-user", "--no-public"];
    for (part, args) in [
        ("list", &["list", "--format", "json", "--no-user", "--no-public"][..]),
        ("list", &["list", "--format", "json", "--loader", "legacy", "--no-user", "--no-public"]),
        ("lint", &["lint", "--format", "json"]),
        ("lint", &["lint", "--format", "json", "--profile", "portable", "--no-ignore"]),
        ("statistics", &["lint", "--statistics", "--format", "json"]),
        ("rules", &["rules", "--format", "json"]),
        ("config", &["config", "--format", "json"]),
        ("trigger", &["trigger", "please zap", "--format", "json", "--no-user", "--no-public"]),
    ] {
        let value = sandbox.json(args);
        assert_eq!(check(&output, &format!("/$defs/{part}"), &value), Vec::<String>::new(), "{args:?}");
        assert_eq!(check(&output, "", &value), Vec::<String>::new(), "{args:?}");
    }
    assert!(!sandbox.json(&["lint", "--format", "json"])["diagnostics"].as_array().unwrap().is_empty());
    assert!(!sandbox.json(&[&["list", "--format", "json"], &sources[..]].concat())["not_loaded"].as_array().unwrap().is_empty());
}

#[test]
fn a_wrong_output_does_not_follow_the_schema() {
    let output = schema("output");
    let sandbox = Sandbox::new();
    sandbox.file("AGENTS.md", "A\n");
    let good = sandbox.json(&["lint", "--format", "json"]);
    for (pointer, value) in [("/schema_version", json!(2)), ("/summary/files", json!("1")), ("/diagnostics", json!([{}]))] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value;
        assert_ne!(check(&output, "/$defs/lint", &bad), Vec::<String>::new(), "{pointer}");
    }
}

#[test]
fn a_configuration_that_is_read_follows_the_schema_and_every_key_is_described() {
    let config = schema("config");
    let sandbox = Sandbox::new();
    let settings = sandbox.json(&["config", "--format", "json"])["settings"].clone();
    let mut keys: Vec<&str> = settings.as_array().unwrap().iter().filter_map(|setting| setting["name"].as_str()).collect();
    let mut described: Vec<&str> = config["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    described.sort_unstable();
    assert_eq!(keys, described);
    assert_eq!(
        check(&config, "", &json!({ "fail-on": "never", "per-path-ignore": { "a/": ["secret"] }, "max-description": 9 })),
        Vec::<String>::new()
    );
    assert_eq!(check(&config, "", &json!({ "fail-on": "no", "max-description": 2000, "x": 1 })).len(), 3);
}

#[test]
fn frontmatter_and_test_cases_are_described() {
    let frontmatter = schema("frontmatter");
    let good = json!({ "name": "x", "triggers": ["a"], "inputs": [{ "name": "A", "description": "b" }], "own": 1, "version": 1.0 });
    assert_eq!(check(&frontmatter, "", &good), Vec::<String>::new());
    assert_eq!(check(&frontmatter, "", &json!({ "triggers": "a", "inputs": ["x"], "disable-model-invocation": "no" })).len(), 3);
    let tests = schema("tests");
    assert_eq!(check(&tests, "", &json!([{ "message": "m", "fires": ["x"], "not": [], "only": true }])), Vec::<String>::new());
    assert_eq!(check(&tests, "", &json!([{ "mesage": "m" }])).len(), 1);
}
