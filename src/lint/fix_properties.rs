//! What holds of fixes whatever the file: they end, leave nothing of theirs, change nothing the second time, and a safe one
//! changes what the model reads only where its rule says so.

use std::convert::Infallible;
use std::path::Path;

use proptest::prelude::*;

use super::fix::{Fixed, fix};
use super::tester::scope;
use super::{Options, run};
use crate::diagnostic::Applicability;
use crate::microagent::Loader;
use crate::tree::memory::Memory;

/// The rule whose safe fix changes the text that is given to the model, as its documentation says: what stood before it
/// was not read as frontmatter.
const CHANGES_CONTENT: &str = "byte-order-mark";

fn fixed(path: &str, text: &str, allowed: Applicability) -> Fixed {
    let tree = Memory::new().file(Path::new("/repo").join(path), text);
    let lint = |tree: &dyn crate::tree::Tree| {
        let scopes = [scope(tree, Loader::Sdk)];
        (run(tree, &scopes, &Options { portable: true, ..Options::default() }), Vec::new())
    };
    let Ok(fixed) = fix::<Infallible>(&tree, allowed, lint(&tree), |tree| Ok(lint(tree)), |_| true);
    fixed
}

fn after(fixed: &Fixed, text: &str) -> String {
    fixed.changes.values().next().map_or(text.to_owned(), |change| change.after.clone())
}

fn content(path: &str, text: &str) -> Option<String> {
    let tree = Memory::new().file(Path::new("/repo").join(path), text);
    let scope = scope(&tree, Loader::Sdk);
    scope.catalog.loaded().next().map(|(_, microagent)| microagent.content.clone())
}

fn errors(path: &str, text: &str) -> usize {
    let tree = Memory::new().file(Path::new("/repo").join(path), text);
    run(&tree, &[scope(&tree, Loader::Sdk)], &Options::default()).summary.errors
}

/// Lines of frontmatter with and without faults.
const FIELDS: [&str; 32] = [
    "name: x",
    "name: Wrong Name",
    "description: one: two",
    "description: 'fine'",
    "description: \"fine\" # note",
    "triggers: [zap, zap]",
    "triggers:\n- zap\n- yes\n- 403\n- ''",
    "triggers:\n- ' out '\n- a b",
    "triggers: *star",
    "triggers: word",
    "triggers: [fix: bug, other, 403]",
    "triggers:\n- # todo\n- #word\n- type: word",
    "name: !!int 5",
    "trigger: [zap]",
    "inputs: [name: A]",
    "description: 5",
    "keywords: [zap]",
    "Triggers:\n- zip",
    "paths:\n- ./src/**\n- /top\n- 'a{b,c}'",
    "paths: src/",
    "inputs:\n- name: A\n  description: b",
    "inputs: [A]",
    "type: knowledge",
    "version: 1.0",
    "agent: `x`",
    "disable-model-invocation: true",
    "allowed-tools: Read, Write",
    "\tindented: by a tab",
    "# microagent: ignore[secret]",
    "yes: on",
    "unknown: {a: [b}",
    "key: 'never closed",
];

const BODIES: [&str; 9] = [
    "Plain.",
    "Use ${A} and {{ A }}.",
    "```\n{{ A }} ${A}\n```",
    "See [it](gone.md). <!-- microagent: ignore[nothing] -->",
    "hidden \u{200b}\u{200b}\u{202e}text",
    "Run !`date`.",
    "---",
    "",
    "é 🙂 \u{feff}",
];

fn file() -> impl Strategy<Value = String> {
    let lines = |all: &'static [&'static str], most| proptest::collection::vec(proptest::sample::select(all), 0..most);
    let lead = proptest::sample::select(vec!["", "\u{feff}", "\n", " "]);
    let fences =
        proptest::sample::select(vec![("---", "---"), ("----", "---"), ("---", ""), ("", "---"), ("", ""), ("```\n---", "---\n```")]);
    let newline = proptest::sample::select(vec!["\n", "\r\n", "\r"]);
    (lead, fences, lines(&FIELDS, 6), lines(&BODIES, 4), newline).prop_map(|(lead, (open, close), fields, bodies, newline)| {
        let parts = [&[open][..], &fields, &[close], &bodies].concat();
        // frontmatter in JSON now and then
        let parts = if open == "```\n---" && fields.is_empty() { vec!["{\n\"keywords\": [\"a\"],\n\"name\": \"y\"\n}\nB"] } else { parts };
        (lead.to_owned() + &parts.join("\n") + "\n").replace('\n', newline)
    })
}

fn path() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec![
        ".agents/skills/x.md",
        ".agents/skills/x/SKILL.md",
        ".agents/skills/on/SKILL.md",
        ".openhands/microagents/repo.md",
        "AGENTS.md",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn fixes_end_and_leave_nothing(path in path(), text in file(), is_unsafe in any::<bool>()) {
        let allowed = if is_unsafe { Applicability::Unsafe } else { Applicability::Safe };
        let first = fixed(path, &text, allowed);
        prop_assert!(first.settled, "{:?}", first.applied);
        let left = first.report.diagnostics.iter().find(|found| found.fix.as_ref().is_some_and(|fix| fix.applicability <= allowed));
        prop_assert!(left.is_none(), "{left:?}");
        let once = after(&first, &text);
        let second = fixed(path, &once, allowed);
        prop_assert!(second.changes.is_empty(), "{:?}", second.applied);
    }

    #[test]
    fn safe_fixes_change_what_the_model_reads_only_where_they_say_so(path in path(), text in file()) {
        let first = fixed(path, &text, Applicability::Safe);
        let (before, now) = (content(path, &text), content(path, &after(&first, &text)));
        let says_so = first.applied.contains_key(CHANGES_CONTENT);
        if before.is_some() && !says_so {
            prop_assert_eq!(before, now, "{:?}", first.applied);
        }
    }

    #[test]
    fn a_file_that_loads_loads_after_its_fixes(path in path(), text in file(), is_unsafe in any::<bool>()) {
        let allowed = if is_unsafe { Applicability::Unsafe } else { Applicability::Safe };
        let first = fixed(path, &text, allowed);
        let now = after(&first, &text);
        if content(path, &text).is_some() {
            prop_assert!(content(path, &now).is_some(), "{:?}\n{now}", first.applied);
        }
    }

    #[test]
    fn safe_fixes_add_no_error(path in path(), text in file()) {
        let first = fixed(path, &text, Applicability::Safe);
        let (before, now) = (errors(path, &text), errors(path, &after(&first, &text)));
        // what was not read before can hold faults of its own
        let read = content(path, &text).is_some() && !first.applied.contains_key(CHANGES_CONTENT);
        if read {
            prop_assert!(now <= before, "{:?}", first.applied);
        }
    }

    #[test]
    fn edits_stay_on_what_they_name(path in path(), text in file()) {
        let tree = Memory::new().file(Path::new("/repo").join(path), text.as_str());
        let report = run(&tree, &[scope(&tree, Loader::Sdk)], &Options { portable: true, ..Options::default() });
        for found in report.diagnostics.iter().filter(|found| found.place.path == path) {
            for edit in found.fix.iter().flat_map(|fix| &fix.edits) {
                prop_assert!(text.get(edit.span.range()).is_some(), "{found:?}");
            }
        }
    }
}
