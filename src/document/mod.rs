//! A file with its frontmatter split off and read: everything a loader needs to decide what the file means, and
//! everything a rule needs to point at it.

mod json;
mod toml;

use self::{json as json_reader, toml as toml_reader};
pub use crate::diagnostic::Problem;
use crate::frontmatter::{self, Fence, Parts};
use crate::python::strip_span;
use crate::source::SourceFile;
use crate::text::Span;
use crate::yaml::{self, Data, Node, Value};

/// The readers that python-frontmatter has at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readers {
    /// Whether the `toml` package is there: yes for the legacy loader, no for the SDK.
    pub toml: bool,
}

/// A file, split and read.
#[derive(Debug, Clone)]
pub struct Document {
    /// The file.
    pub source: SourceFile,
    /// Where its parts stand; `None` when it has no frontmatter.
    pub parts: Option<Parts>,
    /// The YAML tree as written; `None` without YAML frontmatter or when it does not parse or is empty.
    pub root: Option<Node>,
    /// The metadata: top-level keys and values in the loader's order; empty without frontmatter or when that is not a
    /// mapping. `Err`: the loaders raise, and the file is refused. Keys can be of any type here; the loaders refuse
    /// those that are not strings (`keywords must be strings`), which is their business, not this struct's.
    pub metadata: Result<Vec<(Value, Value)>, Problem>,
    /// The span of the content: the text after the closing fence (all of it without frontmatter), stripped.
    pub content: Span,
}

impl Document {
    /// Splits and reads `source`. Never fails: what is wrong stands in `metadata`.
    pub fn read(source: SourceFile, readers: Readers) -> Self {
        let text = source.text();
        let Some(parts) = frontmatter::split(text, readers.toml) else {
            let content = strip_span(text, Span::new(0, text.len()));
            return Self { source, parts: None, root: None, metadata: Ok(Vec::new()), content };
        };
        let content = strip_span(text, parts.rest);
        let inner = parts.inner.of(text);
        let (root, value) = match parts.fence {
            Fence::Yaml => yaml::read(inner, parts.inner.start),
            Fence::Json => (None, json_reader::read(text, parts).map(Some)),
            Fence::Toml => (None, toml_reader::read(inner, parts.inner).map(Some)),
        };
        let metadata = value.map(|value| match value.map(|value| value.data) {
            Some(Data::Map(entries)) => entries,
            _ => Vec::new(),
        });
        Self { source, parts: Some(parts), root, metadata, content }
    }

    /// The value of the top-level key `name`.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.field(name).map(|(_, value)| value)
    }

    /// Key and value of the top-level key `name`.
    pub fn field(&self, name: &str) -> Option<&(Value, Value)> {
        self.metadata.as_ref().ok()?.iter().find(|(key, _)| key.as_str() == Some(name))
    }

    /// The content as the model is given it: stripped, line ends as `\n`.
    pub fn content_text(&self) -> std::borrow::Cow<'_, str> {
        crate::python::universal_newlines(self.source.slice(self.content))
    }
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Document {
        Document::read(SourceFile::new("a.md", text), Readers { toml: true })
    }

    #[test]
    fn values_know_where_they_stand() {
        let text = "\r\n---\r\nname: demo\r\ntriggers:\r\n- 'a b'\r\n- &x c\r\n- *x\r\n---\r\nbody\r\n";
        let document = read(text);
        let (key, name) = document.field("name").unwrap();
        assert_eq!((key.span.of(text), name.span.of(text)), ("name", "demo"));
        let triggers = document.get("triggers").and_then(Value::as_list).unwrap();
        let spans: Vec<_> = triggers.iter().map(|trigger| trigger.span.of(text)).collect();
        assert_eq!(spans, ["'a b'", "c", "*x"]);
        assert_eq!(triggers[2].as_str(), Some("c"));
        assert_eq!(document.content_text(), "body");
    }

    #[test]
    fn what_is_not_a_mapping_is_no_metadata_but_leaves_the_content() {
        for block in ["- a\n", "prose\n", "", "# comment\n", "[]\n"] {
            let document = read(&format!("---\n{block}---\nbody"));
            assert_eq!((document.metadata, document.content.len()), (Ok(Vec::new()), 4), "{block:?}");
        }
    }

    #[test]
    fn a_refusal_points_at_its_place_in_the_file() {
        let document = read("---\nname: modes\ndescription: Pick a mode. Modes: fast, slow\n---\n");
        let problem = document.metadata.as_ref().unwrap_err();
        assert_eq!((problem.rule, problem.message.as_str()), ("invalid-yaml", "mapping values are not allowed in this context"));
        let place = document.source.line_col(problem.span.start);
        assert_eq!((place.line, place.column), (3, 32));
    }

    #[test]
    fn inputs_that_make_the_yaml_parser_panic_are_read() {
        let cases = [
            ("k: [!!str, x]", "['', 'x']"),
            ("k: [!, !!str , \"a, b\", !!null, {a: !!str, b: c}]", "['', '', 'a, b', None, {'a': '', 'b': 'c'}]"),
            ("k: |\n  x", "x\n"),
            ("k: [!!str, é, *x]", "found undefined alias `x`"),
            ("k: [!x, 1]", "could not determine a constructor for the tag `!x`"),
        ];
        for (inner, expected) in cases {
            let text = format!("---\n{inner}\n---\n");
            let document = read(&text);
            let read = match &document.metadata {
                Ok(_) => document.get("k").map(Value::python_str),
                Err(problem) => Some(problem.message.clone()),
            };
            assert_eq!(read.as_deref(), Some(expected), "{inner}");
        }
        let document = read("---\nk: [!!str, é, *x]\n---\n");
        assert_eq!(document.metadata.unwrap_err().span.of(document.source.text()), "*x");
    }

    #[test]
    fn a_parser_that_gives_up_is_a_problem() {
        let document = read(&format!("---\nk: [{}]\n---\n", "!!str,".repeat(1000)));
        assert_eq!(document.metadata.unwrap_err().message, "the YAML parser gave up");
    }

    #[test]
    fn files_are_read_side_by_side() {
        let read_all = || (0..50).map(|_| read("---\nk: [!!str, x]\n---\n").get("k").map(Value::python_str)).collect::<Vec<_>>();
        let expected = read_all();
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(read_all)).collect();
            for thread in threads {
                assert_eq!(thread.join().unwrap(), expected);
            }
        });
        assert_eq!(expected[0].as_deref(), Some("['', 'x']"));
    }
}
