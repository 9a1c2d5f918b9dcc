//! Writes a new microagent that is right from the start: what both loaders read back is exactly what was asked for.

use crate::microagent::name::MAX_NAME_CHARS;
use crate::microagent::{MAX_DESCRIPTION_CHARS, variables};
use crate::visible::is_hidden;
use crate::yaml::spell;

/// What to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A skill that the model asks for by its description.
    Skill,
    /// Knowledge that a trigger brings in.
    Knowledge,
    /// A task that needs inputs.
    Task,
    /// A rule for files.
    Rule,
}

/// What a new microagent shall say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// What it is.
    pub kind: Kind,
    /// Its name and the name of its directory.
    pub name: String,
    /// What the model chooses it by.
    pub description: String,
    /// What brings it in.
    pub triggers: Vec<String>,
    /// Inputs of a task, each with its description.
    pub inputs: Vec<(String, String)>,
    /// Globs of a rule.
    pub paths: Vec<String>,
}

/// Why a draft would not be what was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Fault {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }
}

/// The names of instruction files, which win over a skill of that name.
const RESERVED: &[&str] = &["agents", "claude", "gemini", "cursorrules"];

impl Draft {
    /// Where it goes, below the directory of skills.
    pub fn path(&self) -> String {
        format!("{}/SKILL.md", self.name)
    }

    /// Everything that keeps it from loading as asked for. Empty: [`Self::text`] is right.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.name_faults(&mut faults);
        self.description_faults(&mut faults);
        self.shape_faults(&mut faults);
        for (index, trigger) in self.triggers.iter().enumerate() {
            word_faults("trigger", trigger, &mut faults);
            if self.triggers[..index].iter().any(|other| other.to_lowercase() == trigger.to_lowercase()) {
                faults.push(Fault::new(format!("trigger `{trigger}` is given twice"), "letter case makes no difference: give it once"));
            }
        }
        for path in &self.paths {
            word_faults("path", path, &mut faults);
        }
        for (index, (name, description)) in self.inputs.iter().enumerate() {
            if !variables::is_name(name) {
                let help = "use ASCII letters, digits and `_`, not starting with a digit, as in `PR_URL`";
                faults.push(Fault::new(format!("input `{name}` cannot be written as a variable"), help));
            }
            if self.inputs[..index].iter().any(|(other, _)| other == name) {
                faults.push(Fault::new(format!("input `{name}` is given twice"), "give it once"));
            }
            if description.trim().is_empty() || description.contains(is_hidden) {
                faults
                    .push(Fault::new(format!("input `{name}` has no readable description"), format!("write `{name}=what to give for it`")));
            }
        }
        faults
    }

    fn name_faults(&self, faults: &mut Vec<Fault>) {
        let name = &self.name;
        let why = crate::microagent::name::faults(name, name);
        if !why.is_empty() {
            let suggestion = suggested(name);
            let help = if suggestion.is_empty() { "choose another name".into() } else { format!("call it `{suggestion}`") };
            faults.push(Fault::new(format!("the runtime refuses a SKILL.md called `{name}`: {}", why.join("; ")), help));
        } else if RESERVED.contains(&name.as_str()) {
            faults.push(Fault::new(
                format!("`{name}` is what the runtime calls an instruction file, which wins over a skill"),
                "choose another name",
            ));
        }
    }

    fn description_faults(&self, faults: &mut Vec<Fault>) {
        let length = self.description.chars().count();
        if self.description.trim().is_empty() {
            faults.push(Fault::new(
                "there is no description, which the model chooses by",
                "give it with `--description TEXT`: what it does and when to use it",
            ));
        } else if length > MAX_DESCRIPTION_CHARS {
            let message = format!("the description has {length} characters, and the runtime cuts it to {MAX_DESCRIPTION_CHARS}");
            faults.push(Fault::new(message, "shorten it, and say the rest in the body"));
        }
        if self.description.contains(is_hidden) {
            faults.push(Fault::new("the description holds characters that cannot be seen", "remove them"));
        }
    }

    /// What this kind needs and what would turn it into another.
    fn shape_faults(&self, faults: &mut Vec<Fault>) {
        let (triggers, inputs, paths) = (!self.triggers.is_empty(), !self.inputs.is_empty(), !self.paths.is_empty());
        let kind = self.kind;
        let cases = [
            (
                kind == Kind::Knowledge && !triggers,
                "knowledge without a trigger is never brought in",
                "give one with `--trigger TEXT`, or write a `skill`",
            ),
            (
                kind == Kind::Task && !inputs,
                "a task without inputs is none",
                "give one with `--input NAME=DESCRIPTION`, or write a `skill`",
            ),
            (kind == Kind::Rule && !paths, "a rule needs a path to hold for", "give one with `--path GLOB`, such as `src/**/*.rs`"),
            (kind != Kind::Task && inputs, "inputs would make it a task", "leave `--input` out, or write a `task`"),
            (kind != Kind::Rule && paths, "paths would make it a rule", "leave `--path` out, or write a `rule`"),
            (kind == Kind::Rule && triggers, "a rule has no triggers: the runtime ignores them beside paths", "leave `--trigger` out"),
        ];
        let wrong = cases.into_iter().filter(|(wrong, ..)| *wrong);
        faults.extend(wrong.map(|(_, message, help)| Fault::new(message, help)));
    }

    /// The text of its SKILL.md.
    pub fn text(&self) -> String {
        let mut out = String::from("---\n");
        let mut line = |text: String| {
            out += &text;
            out.push('\n');
        };
        line(format!("name: {}", spell::scalar(&self.name)));
        line(format!("description: {}", spell::scalar(&self.description)));
        for (key, items) in [("triggers", &self.triggers), ("paths", &self.paths)] {
            if !items.is_empty() {
                line(format!("{key}:"));
            }
            for item in items {
                line(format!("  - {}", spell::scalar(item)));
            }
        }
        if !self.inputs.is_empty() {
            line("inputs:".into());
        }
        for (name, description) in &self.inputs {
            line(format!("  - name: {}", spell::scalar(name)));
            line(format!("    description: {}", spell::scalar(description)));
        }
        line(format!("---\n\n# {}\n", title(&self.name)));
        line(self.prompt().into());
        if !self.inputs.is_empty() {
            line(String::new());
        }
        for (name, _) in &self.inputs {
            line(format!("- {name}: ${{{name}}}"));
        }
        out
    }

    /// The line of the body that its author replaces.
    const fn prompt(&self) -> &'static str {
        match self.kind {
            Kind::Skill => "Write here, step by step, what the model should do.",
            Kind::Knowledge => "Write here what the model should know when a trigger stands in a message.",
            Kind::Task => "Write here, step by step, what the model should do with these inputs:",
            Kind::Rule => "Write here what holds for the files that match the paths.",
        }
    }
}

/// The text of an `AGENTS.md`, which is in every prompt from the start; the faults when it cannot be one.
pub fn instructions(heading: &str, text: &str) -> Result<String, Vec<Fault>> {
    let mut faults = Vec::new();
    word_faults("heading", heading, &mut faults);
    if text.trim().is_empty() {
        faults.push(Fault::new("there is no text", "give it with `--description TEXT`: what the model should know in every conversation"));
    } else if text.contains(is_hidden) {
        faults.push(Fault::new("the text holds characters that cannot be seen", "remove them"));
    }
    if faults.is_empty() { Ok(format!("# {heading}\n\n{}\n", text.trim())) } else { Err(faults) }
}

/// What keeps `text` from being one line that equals what people type.
fn word_faults(what: &str, text: &str, faults: &mut Vec<Fault>) {
    if text.trim().is_empty() {
        faults.push(Fault::new(format!("a {what} is empty"), "leave it out"));
    } else if text.trim() != text || text.contains(['\n', '\r', '\t']) || text.contains(is_hidden) {
        let help = "remove spaces at the ends, tabs, line breaks and characters that cannot be seen";
        faults.push(Fault::new(format!("{what} `{text}` would never equal what stands there"), help));
    }
}

/// The nearest name that the runtime takes; empty when nothing of `name` is left.
fn suggested(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
    slug.chars().take(MAX_NAME_CHARS).collect::<String>().trim_end_matches('-').to_owned()
}

/// `fix-test` as `Fix test`.
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(kind: Kind) -> Draft {
        let text = |items: &[&str]| items.iter().map(ToString::to_string).collect::<Vec<_>>();
        Draft {
            kind,
            name: "fix-test".into(),
            description: "Fixes a failing test: finds the cause first".into(),
            triggers: if kind == Kind::Knowledge { text(&["yes", "fix test"]) } else { Vec::new() },
            inputs: if kind == Kind::Task { vec![("TEST".into(), "Which test, `a::b`".into())] } else { Vec::new() },
            paths: if kind == Kind::Rule { text(&["**/*.rs"]) } else { Vec::new() },
        }
    }

    #[test]
    fn a_task_reads_well() {
        insta::assert_snapshot!(draft(Kind::Task).text(), @r#"
        ---
        name: fix-test
        description: "Fixes a failing test: finds the cause first"
        inputs:
          - name: TEST
            description: "Which test, `a::b`"
        ---

        # Fix test

        Write here, step by step, what the model should do with these inputs:

        - TEST: ${TEST}
        "#);
        for kind in [Kind::Skill, Kind::Knowledge, Kind::Task, Kind::Rule] {
            assert_eq!(draft(kind).faults(), []);
        }
        assert_eq!(draft(Kind::Skill).path(), "fix-test/SKILL.md");
    }

    fn messages(change: impl Fn(&mut Draft), kind: Kind) -> Vec<String> {
        let mut draft = draft(kind);
        change(&mut draft);
        draft.faults().into_iter().map(|fault| fault.message).collect()
    }

    #[test]
    fn what_would_not_load_as_asked_for_is_refused() {
        type Change = fn(&mut Draft);
        let cases: &[(Kind, Change, &str)] = &[
            (Kind::Skill, |d| d.name = "Fix_Test".into(), "refuses a SKILL.md called `Fix_Test`"),
            (Kind::Skill, |d| d.name = String::new(), "refuses a SKILL.md called ``"),
            (Kind::Skill, |d| d.name = "../x".into(), "refuses"),
            (Kind::Skill, |d| d.name = "a--b".into(), "refuses"),
            (Kind::Skill, |d| d.name = "a".repeat(65), "refuses"),
            (Kind::Skill, |d| d.name = "agents".into(), "instruction file"),
            (Kind::Skill, |d| d.description = " ".into(), "no description"),
            (Kind::Skill, |d| d.description = "é".repeat(1025), "1025 characters"),
            (Kind::Skill, |d| d.description = "a\u{202e}b".into(), "cannot be seen"),
            (Kind::Skill, |d| d.inputs = vec![("A".into(), "b".into())], "make it a task"),
            (Kind::Skill, |d| d.paths = vec!["a".into()], "make it a rule"),
            (Kind::Knowledge, |d| d.triggers.clear(), "never brought in"),
            (Kind::Knowledge, |d| d.triggers.push("YES".into()), "twice"),
            (Kind::Knowledge, |d| d.triggers.push(" a".into()), "never equal"),
            (Kind::Knowledge, |d| d.triggers.push("a\u{200b}".into()), "never equal"),
            (Kind::Knowledge, |d| d.triggers.push(String::new()), "a trigger is empty"),
            (Kind::Task, |d| d.inputs.clear(), "without inputs"),
            (Kind::Task, |d| d.inputs.push(("TEST".into(), "x".into())), "twice"),
            (Kind::Task, |d| d.inputs.push(("pr-url".into(), "x".into())), "cannot be written as a variable"),
            (Kind::Task, |d| d.inputs.push(("A".into(), String::new())), "no readable description"),
            (Kind::Rule, |d| d.paths.clear(), "needs a path"),
            (Kind::Rule, |d| d.triggers.push("a".into()), "no triggers"),
        ];
        for (kind, change, expected) in cases {
            let found = messages(change, *kind);
            assert!(matches!(&found[..], [one] if one.contains(expected)), "{expected}: {found:?}");
        }
        assert_eq!(messages(|d| d.description = "é".repeat(1024), Kind::Skill), Vec::<String>::new());
    }

    #[test]
    fn a_name_near_the_wish_is_suggested() {
        let cases = [("Fix_Test", "fix-test"), ("a--b", "a-b"), ("../x", "x"), ("技能", ""), ("café au lait", "caf-au-lait")];
        for (name, suggestion) in cases {
            assert_eq!(suggested(name), suggestion);
        }
        assert_eq!(suggested(&"ab-".repeat(40)).len(), 62 + 2);
    }

    #[test]
    fn instructions_are_plain_markdown() {
        assert_eq!(instructions("Demo", " Use make.\n").as_deref(), Ok("# Demo\n\nUse make.\n"));
        assert_eq!(instructions("a\nb", "").unwrap_err().len(), 2);
    }

    mod loading {
        use proptest::prelude::*;

        use super::*;
        use crate::document::Document;
        use crate::microagent::{Activation, Loader, Microagent, legacy, sdk};
        use crate::source::SourceFile;

        /// Texts that YAML reads as something else when they stand there bare, or not at all.
        const TRAPS: &[&str] = &[
            "yes",
            "No",
            "ON",
            "off",
            "true",
            "~",
            "null",
            "403",
            "007",
            "0x1f",
            "0b1",
            "1e3",
            "1_000",
            "12:30",
            "2024-01-01",
            ".5",
            ".inf",
            ".nan",
            "=",
            "<<",
            "#deploy",
            "a #b",
            "fix: bug",
            "key:",
            "@bot",
            "`x`",
            "%d",
            "*x",
            "&x",
            "!x",
            "|",
            ">",
            "- a",
            "---",
            "...",
            "? a",
            "[a]",
            "{a: b}",
            "a, b",
            "'",
            "\"",
            "it's",
            "say \"hi\"",
            "back\\slash",
            "\\n",
            "${A}",
            "{{ A }}",
            "naïve",
            "日本語",
            "🙂",
            "a\u{a0}b",
            "e\u{301}",
            "<!-- x -->",
            "c++",
        ];

        fn word() -> impl Strategy<Value = String> {
            let trap = proptest::sample::select(TRAPS).prop_map(str::to_owned);
            prop_oneof![2 => trap.clone(), 1 => "[ -~]{1,20}", 1 => "\\PC{1,12}", 1 => (trap.clone(), trap).prop_map(|(a, b)| format!("{a} {b}"))]
        }

        fn draft() -> impl Strategy<Value = Draft> {
            let name = prop_oneof!["[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}", "(yes|no|on|null|true|1e3|0x1f|007|2024-01-01|12|0b1)"];
            let kind = proptest::sample::select(&[Kind::Skill, Kind::Knowledge, Kind::Task, Kind::Rule][..]);
            let description = prop_oneof![word(), (word(), word()).prop_map(|(a, b)| format!("{a}\n---\n{b}\t."))];
            let inputs = proptest::collection::vec(("[A-Za-z_][A-Za-z0-9_]{0,8}|yes|null|no", word()), 1..4);
            let words = || proptest::collection::vec(word(), 1..4);
            (kind, name, description, words(), inputs, words()).prop_map(|(kind, name, description, triggers, inputs, paths)| Draft {
                triggers: if kind == Kind::Rule { Vec::new() } else { triggers },
                inputs: if kind == Kind::Task { inputs } else { Vec::new() },
                paths: if kind == Kind::Rule { paths } else { Vec::new() },
                kind,
                name,
                description,
            })
        }

        fn load(draft: &Draft, loader: Loader) -> Microagent {
            let document = Document::read(SourceFile::new("SKILL.md", draft.text()), loader.readers());
            let file = sdk::File { name: "SKILL.md", dir_name: &draft.name, relative: "SKILL.md", mcp_json: None };
            match loader {
                Loader::Sdk => sdk::load(&document, &file).unwrap(),
                Loader::Legacy => legacy::load(&document, "SKILL.md", &draft.path()).unwrap(),
            }
        }

        proptest! {
            #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

            #[test]
            fn both_loaders_read_back_what_was_asked_for(draft in draft()) {
                prop_assume!(draft.faults().is_empty());
                for loader in [Loader::Sdk, Loader::Legacy] {
                    let read = load(&draft, loader);
                    let mut triggers = draft.triggers.clone();
                    let command = format!("/{}", draft.name);
                    if draft.kind == Kind::Task && !triggers.contains(&command) {
                        triggers.push(command);
                    }
                    prop_assert_eq!(read.triggers.iter().map(|trigger| trigger.text.clone()).collect::<Vec<_>>(), triggers);
                    let inputs: Vec<_> = read.inputs.iter().map(|input| (input.name.text.clone(), input.description.text.clone())).collect();
                    prop_assert_eq!(inputs, draft.inputs.clone());
                    let body = draft.text();
                    prop_assert_eq!(&read.content, body.split_once("\n---\n").unwrap().1.trim());
                    let declared = read.legacy.as_ref().map_or(&read.name, |fields| &fields.declared_name);
                    prop_assert_eq!(declared, &draft.name);
                    if loader == Loader::Sdk {
                        prop_assert_eq!(read.description.as_ref(), Some(&draft.description));
                        prop_assert_eq!(read.paths.iter().map(|path| path.text.clone()).collect::<Vec<_>>(), draft.paths.clone());
                        let activation = match draft.kind {
                            Kind::Skill if draft.triggers.is_empty() => Activation::OnDemand,
                            Kind::Skill | Kind::Knowledge => Activation::Keywords,
                            Kind::Task => Activation::Task,
                            Kind::Rule => Activation::Paths,
                        };
                        prop_assert_eq!(read.activation, activation);
                    }
                }
            }
        }
    }
}
