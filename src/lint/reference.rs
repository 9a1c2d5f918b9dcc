//! How the AgentSkills reference validator reads a `SKILL.md`: the file begins with `---`, everything up to the next `---`,
//! wherever it stands, is StrictYAML, which has no flow style, anchors, tags or duplicate keys, and only strings.

use super::File;
use crate::text::Span;
use crate::yaml::node::NodeKind;
use crate::yaml::{Node, parse};

/// Field names that the specification knows.
pub const FIELDS: [&str; 6] = ["allowed-tools", "compatibility", "description", "license", "metadata", "name"];

/// Why the validator reads no fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Whether it is the YAML that is refused, and not what stands around it.
    pub yaml: bool,
    /// Where.
    pub span: Span,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What to do.
    pub help: &'static str,
}

/// A field, as written.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub key: Span,
    /// Its value.
    pub value: Node,
}

impl Field {
    /// The value, when it is a scalar: to the validator every scalar is a string, an absent one the empty string.
    pub fn text(&self) -> Option<&str> {
        self.value.scalar().map(|(text, _)| text)
    }
}

/// The fields that the validator finds in `file`; `None` when it does not look at it: it is no skill.
pub fn fields(file: File<'_>) -> Option<Result<Vec<Field>, Refusal>> {
    (file.is_skill_md() && file.document().is_some()).then(|| read(file.text()))
}

fn read(text: &str) -> Result<Vec<Field>, Refusal> {
    let around = |span, message: &str, help| Refusal { yaml: false, span, message: message.into(), help };
    let Some(rest) = text.strip_prefix("---") else {
        let lead = text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == crate::source::BOM).len();
        let help = "write `---` as the very first characters";
        return Err(around(Span::new(0, lead), "the file does not begin with `---`", help));
    };
    let Some(length) = rest.find("---") else {
        return Err(around(Span::new(0, 3), "the frontmatter is never closed", "write `---` on a line of its own behind it"));
    };
    let inner = &rest[..length];
    let place = Span::new(3, 3 + length);
    let root = match parse::parse(inner, 3) {
        Ok(root) => root,
        Err(problem) => {
            // a dash run inside a value ends the frontmatter there
            let cut = !inner.ends_with(['\n', '\r']);
            let help =
                if cut { "take `---` out of the values: it ends the frontmatter wherever it stands" } else { "quote or indent the value" };
            return Err(Refusal { yaml: true, span: problem.span, message: format!("the YAML is refused: {}", problem.message), help });
        }
    };
    let Some(root) = root.filter(|root| matches!(root.kind, NodeKind::Map { .. })) else {
        return Err(around(place, "the frontmatter is no mapping", "write `name:` and `description:`"));
    };
    match strict(&root) {
        Some((span, message, help)) => Err(Refusal { yaml: true, span, message, help }),
        None => Ok(root.entries().iter().map(field).collect()),
    }
}

fn field((key, value): &(Node, Node)) -> Field {
    Field { name: key.scalar().map_or("", |(name, _)| name).to_owned(), key: key.span, value: value.clone() }
}

/// The first thing below `node` that StrictYAML does not have.
fn strict(node: &Node) -> Option<(Span, String, &'static str)> {
    if node.anchor.is_some() || matches!(node.kind, NodeKind::Alias(_)) {
        return Some((node.span, "anchors and aliases are refused".into(), "write the value out"));
    }
    if node.tag.is_some() {
        return Some((node.span, "tags are refused".into(), "leave the tag out"));
    }
    match &node.kind {
        NodeKind::Seq { flow: true, .. } => {
            Some((node.span, "a list in brackets is refused".into(), "write one item a line, each after `- `"))
        }
        NodeKind::Map { flow: true, .. } => Some((node.span, "a mapping in braces is refused".into(), "write one `key: value` a line")),
        NodeKind::Seq { items, .. } => items.iter().find_map(strict),
        NodeKind::Map { entries, .. } => entries.iter().enumerate().find_map(|(at, (key, value))| {
            let twice = entries[..at].iter().any(|(other, _)| other.scalar().map(|(text, _)| text) == key.scalar().map(|(text, _)| text));
            if twice {
                let name = key.scalar().map_or("", |(text, _)| text);
                return Some((
                    key.span,
                    format!("the key `{}` stands here a second time", crate::visible::line(name)),
                    "remove one of the two",
                ));
            }
            strict(key).or_else(|| strict(value))
        }),
        NodeKind::Scalar { .. } | NodeKind::Alias(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_the_validator_does() {
        let names = |text: &str| read(text).map(|fields| fields.into_iter().map(|field| field.name).collect::<Vec<_>>());
        assert_eq!(names("---\nname: a\ndescription: |\n  b\n---\nB").unwrap(), ["name", "description"]);
        assert_eq!(names("--- \nname: a---\nB").unwrap(), ["name"], "the dashes end it wherever they stand");
        for (text, yaml, message) in [
            ("\n---\nname: a\n---\n", false, "the file does not begin with `---`"),
            ("\u{feff}---\nname: a\n---\n", false, "the file does not begin with `---`"),
            ("---\nname: a\n", false, "the frontmatter is never closed"),
            ("---\n---\n", false, "the frontmatter is no mapping"),
            ("---\n- a\n---\n", false, "the frontmatter is no mapping"),
            ("---\nname: [a]\n---\n", true, "a list in brackets is refused"),
            ("---\nmetadata:\n  a: {}\n---\n", true, "a mapping in braces is refused"),
            ("---\nname: &x a\nb: *x\n---\n", true, "anchors and aliases are refused"),
            ("---\nname: !!str a\n---\n", true, "tags are refused"),
            ("---\nname: a\nname: b\n---\n", true, "the key `name` stands here a second time"),
        ] {
            let refusal = read(text).unwrap_err();
            assert_eq!((refusal.yaml, refusal.message.as_str()), (yaml, message), "{text:?}");
        }
        let refusal = read("---\nname: a\ndescription: x: y\n---\n").unwrap_err();
        assert!(refusal.yaml && refusal.message.starts_with("the YAML is refused: "), "{refusal:?}");
    }
}
