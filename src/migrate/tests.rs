//! Whatever stands in an old file: planning ends, and the plan loses nothing.

use std::path::Path;

use proptest::prelude::*;

use super::{AlwaysOn, Options, plan};
use crate::catalog::{Catalog, Outcome};
use crate::microagent::Activation;
use crate::tree::memory::Memory;

/// Lines of frontmatter, right and wrong.
const LINES: &[&str] = &[
    "name: a b",
    "name:",
    "name: ../x",
    "name: \"a\\tb\"",
    "name: |\n  x",
    "description: d # why",
    "description:",
    "description: >-\n  folded\n\n  text\n",
    "triggers: [x, y,]",
    "triggers: []",
    "triggers:\n- x\n# between\n-   'y' # after",
    "triggers: [x, # one, two\n  'y, z' # three]\n  ]",
    "triggers: [ # none\n  ]",
    "triggers: *t",
    "triggers: &t [x]",
    "inputs: []",
    "inputs:\n- name: A\n  description: b",
    "paths: '*.py'",
    "metadata: {a: b}",
    "metadata:\n    a: b\n",
    "metadata: {}",
    "metadata: {version: '9'}",
    "version: 1.10",
    "author: |\n  me\n\n  you\n",
    "author: {a: [b]}",
    "type: task",
    "mcp_tools: {stdio_servers: [{name: a, command: b}]}",
    "? key\n: value",
    "'quoted': x",
    "disable-model-invocation: no",
    "<<: {a: b}",
    "# comment",
    "",
    "---",
    "\u{85}",
    "é: \u{202e}",
];

fn file() -> impl Strategy<Value = String> {
    let lines = proptest::collection::vec(proptest::sample::select(LINES), 0..7);
    let body = "[ \nA-Ca-c#`\\[\\]\\(\\)./{}$é-]{0,40}";
    (lines, body, proptest::sample::select(&["\n", "\r\n", "\r"][..]), proptest::sample::select(&["", "\n\n", "\u{feff}", " "][..]))
        .prop_map(|(lines, body, newline, lead)| format!("{lead}---\n{}\n---\n{body}", lines.join("\n")).replace('\n', newline))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn a_plan_without_conflicts_loses_nothing(a in file(), b in file(), c in "\\PC{0,60}", flat: bool, only_on_trigger: bool) {
        let old = Memory::new()
            .file("/r/.openhands/microagents/a.md", a)
            .file("/r/.openhands/microagents/knowledge/b.md", b)
            .file("/r/.openhands_instructions", c);
        let always_on = if flat { AlwaysOn::Flat } else { AlwaysOn::Section };
        let options = Options { always_on, only_on_trigger, ..Options::default() };
        let plan = plan(&old, Path::new("/r"), &options).unwrap();
        if !plan.conflicts.is_empty() {
            return Ok(());
        }
        // the catalogs again, counted without the planner
        let triggered = |catalog: &Catalog| catalog.loaded().filter(|(_, m)| m.activation != Activation::Always).count();
        prop_assert!(triggered(&plan.before) <= triggered(&plan.after));
        let all = |catalog: &Catalog| catalog.loaded().map(|(_, m)| m.content.clone()).collect::<Vec<_>>().concat();
        for (entry, microagent) in plan.before.loaded().filter(|(_, m)| m.activation == Activation::Always) {
            let moved = plan.items.iter().find(|item| item.from == entry.path);
            if moved.is_none_or(|item| item.links.iter().all(|link| link.new.is_none())) {
                prop_assert!(all(&plan.after).contains(&microagent.content), "{}", entry.path);
            }
        }
        // every key has a fate
        for item in plan.moving() {
            let entry = plan.before.entries.iter().find(|entry| entry.path == item.from);
            if let Some(document) = entry.and_then(|entry| entry.document.as_ref()) && let Ok(metadata) = &document.metadata {
                for (key, _) in metadata {
                    prop_assert!(item.keys.iter().any(|(known, _)| *known == key.python_str()), "{:?}", key);
                }
            }
        }
        // what is left of a second plan stays where it is
        let invalid = |entry: &crate::catalog::Entry| matches!(entry.outcome, Outcome::NotLoaded(_));
        prop_assert!(plan.after.entries.iter().filter(|entry| entry.path.ends_with("SKILL.md")).all(|entry| !invalid(entry)));
    }
}
