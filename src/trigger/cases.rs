//! Declared expectations: the tests file, a list of cases in YAML.

use serde::Deserialize;

use super::query::Query;

/// A declared case: one message, one touched path, or a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What it is called.
    pub name: String,
    /// The turns of its conversation; one for a single message or path.
    pub steps: Vec<Step>,
    /// What the whole conversation brings in.
    pub expected: Expected,
}

/// A turn of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The message or the path.
    pub query: Query,
    /// What this turn gives the model; only said in conversations.
    pub expected: Expected,
}

/// What is expected of one turn or of all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expected {
    /// Names that fire.
    pub fires: Vec<String>,
    /// Names that do not.
    pub not: Vec<String>,
    /// Nothing else fires.
    pub only: bool,
}

/// Why a tests file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CasesError {
    /// It is not YAML, or holds what no case holds.
    #[error("{0}")]
    Yaml(String),
    /// A case contradicts itself or expects nothing.
    #[error("case {case}: {reason}")]
    Case {
        /// The case, from 1.
        case: usize,
        /// Why.
        reason: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCase {
    name: Option<String>,
    message: Option<String>,
    touch: Option<String>,
    conversation: Option<Vec<RawStep>>,
    #[serde(default)]
    fires: Vec<String>,
    #[serde(default)]
    not: Vec<String>,
    #[serde(default)]
    only: bool,
}

/// A turn: a bare message, or a case without a name and a conversation.
enum RawStep {
    Message(String),
    Case(Box<RawCase>),
}

impl<'de> Deserialize<'de> for RawStep {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // not `untagged`, whose errors name neither the key nor the line
        let value = serde_yaml::Value::deserialize(deserializer)?;
        match value {
            serde_yaml::Value::String(text) => Ok(Self::Message(text)),
            value => serde_yaml::from_value(value).map(|case| Self::Case(Box::new(case))).map_err(serde::de::Error::custom),
        }
    }
}

/// Reads a tests file.
pub fn read(text: &str) -> Result<Vec<Case>, CasesError> {
    let raw: Option<Vec<RawCase>> = serde_yaml::from_str(text).map_err(|error| CasesError::Yaml(located(&error, text)))?;
    let read = |(index, raw)| case(raw).map_err(|reason| CasesError::Case { case: index + 1, reason });
    raw.unwrap_or_default().into_iter().enumerate().map(read).collect()
}

/// The parser's message in the words of a tests file: the line first, cases by their place from 1, and what is expected.
fn located(error: &serde_yaml::Error, text: &str) -> String {
    // a wrong type of the whole file has no place: that is where the file begins
    let says = |line: &str| !line.trim().is_empty() && !line.starts_with(['#', '-']);
    let line = error.location().map_or_else(|| text.lines().position(says).unwrap_or(0) + 1, |at| at.line());
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(before, _)| before);
    let place = message.strip_prefix(".[").or_else(|| message.strip_prefix('[')).and_then(|rest| rest.split_once(']'));
    let place = place.and_then(|(index, rest)| Some((index.parse::<usize>().ok()?.saturating_add(1), rest)));
    let (case, said) = match place {
        Some((case, said)) => (format!("case {case}"), said.trim_start_matches(['.', ':', ' '])),
        None => (String::new(), message),
    };
    [format!("line {line}"), case, plain(said)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

/// What the parser says of a wrong type, in the words of YAML: `fires: expected a list, not a string`.
fn plain(said: &str) -> String {
    const WORDS: &[(&str, &str)] = &[
        ("a sequence", "a list"),
        ("unit", "nothing"),
        ("sequence", "a list"),
        ("struct RawCase", "a case"),
        ("map", "a mapping"),
        ("a boolean", "`true` or `false`"),
    ];
    let word = |text: &str| WORDS.iter().find(|(theirs, _)| *theirs == text).map_or(text, |(_, ours)| ours).to_owned();
    let types = said.split_once("invalid type: ").and_then(|(field, what)| Some((field, what.split_once(", expected ")?)));
    types.map_or(said.to_owned(), |(field, (found, wanted))| format!("{field}expected {}, not {}", word(wanted), word(found)))
}

fn case(raw: RawCase) -> Result<Case, String> {
    let expected = expected(raw.fires, raw.not, raw.only)?;
    let steps = match (raw.message, raw.touch, raw.conversation) {
        (Some(text), None, None) => vec![Step { query: Query::Message(text), expected: Expected::default() }],
        (None, Some(path), None) => vec![Step { query: Query::Touch(path), expected: Expected::default() }],
        (None, None, Some(steps)) if steps.is_empty() => return Err("its `conversation` has no turns".to_owned()),
        (None, None, Some(steps)) => steps.into_iter().map(step).collect::<Result<_, _>>()?,
        (None, None, None) => return Err("it needs `message`, `touch` or `conversation`".to_owned()),
        _ => return Err("it has more than one of `message`, `touch` and `conversation`".to_owned()),
    };
    if steps.iter().map(|step| &step.expected).chain([&expected]).all(Expected::is_nothing) {
        return Err("it expects nothing: give `fires`, `not`, or `only: true`".to_owned());
    }
    let name = raw.name.unwrap_or_else(|| steps.iter().map(|step| step.query.text().trim()).collect::<Vec<_>>().join(" / "));
    Ok(Case { name, steps, expected })
}

fn step(raw: RawStep) -> Result<Step, String> {
    let raw = match raw {
        RawStep::Message(text) => return Ok(Step { query: Query::Message(text), expected: Expected::default() }),
        RawStep::Case(raw) => *raw,
    };
    let query = match (raw.message, raw.touch, raw.conversation, raw.name) {
        (Some(text), None, None, None) => Query::Message(text),
        (None, Some(path), None, None) => Query::Touch(path),
        _ => return Err("a turn is a message, or has either `message` or `touch`, and no `name`".to_owned()),
    };
    Ok(Step { query, expected: expected(raw.fires, raw.not, raw.only)? })
}

fn expected(fires: Vec<String>, not: Vec<String>, only: bool) -> Result<Expected, String> {
    match fires.iter().find(|name| not.contains(name)) {
        Some(name) => Err(format!("`{name}` stands in both `fires` and `not`")),
        None => Ok(Expected { fires, not, only }),
    }
}

impl Expected {
    fn is_nothing(&self) -> bool {
        self.fires.is_empty() && self.not.is_empty() && !self.only
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_of_a_case_is_read() {
        let cases = read(
            "
- message: open a pull request
  fires: [git]
- name: rules
  touch: src/a.ts
  fires: [ts]
  only: true
- conversation:
    - use git
    - message: git again
      not: [git]
    - touch: a.ts
      fires: [ts]
  fires: [git, ts]
",
        )
        .unwrap();
        assert_eq!(
            cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>(),
            ["open a pull request", "rules", "use git / git again / a.ts"]
        );
        assert_eq!(cases[1].steps[0].query, Query::Touch("src/a.ts".to_owned()));
        assert!(cases[1].expected.only);
        assert_eq!(cases[2].steps[1].expected.not, ["git"]);
        assert_eq!(read("").unwrap(), []);
        assert_eq!(read("# nothing yet\n").unwrap(), []);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let cases = [
            ("- fires: [a]", "case 1: it needs `message`, `touch` or `conversation`"),
            ("- {message: a, touch: b, fires: [c]}", "case 1: it has more than one of `message`, `touch` and `conversation`"),
            ("- {message: a}", "case 1: it expects nothing: give `fires`, `not`, or `only: true`"),
            ("- {message: a, only: true}\n- {message: a, fires: [x], not: [x]}", "case 2: `x` stands in both `fires` and `not`"),
            (
                "- conversation: [{name: a, message: b}]\n  only: true",
                "case 1: a turn is a message, or has either `message` or `touch`, and no `name`",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
        for text in
            ["- {message: a, fire: [b]}", "message: a", "- conversation: [{massage: b}]\n  only: true", "- [", "- message: 1\n  fires: x"]
        {
            assert!(matches!(read(text), Err(CasesError::Yaml(_))), "{text}");
        }
    }
}
