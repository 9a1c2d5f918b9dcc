//! What of a body is a placeholder, what only looks like one, and what was meant.

use std::collections::BTreeSet;

use crate::microagent::variables::is_name;
use crate::near::nearest;
use crate::text::Span;

/// How a placeholder is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// `${NAME}`
    Variable,
    /// `{{ NAME }}`
    Braces,
}

impl Form {
    /// `name` written so.
    pub fn write(self, name: &str) -> String {
        match self {
            Self::Variable => format!("${{{name}}}"),
            Self::Braces => format!("{{{{ {name} }}}}"),
        }
    }
}

/// A placeholder of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placeholder<'a> {
    /// The name.
    pub name: &'a str,
    /// How it is written.
    pub form: Form,
    /// Its bytes in the body.
    pub span: Span,
}

/// Something that looks like a placeholder and is none, so that it stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// Its bytes in the body.
    pub span: Span,
    /// The declared input that is meant.
    pub name: String,
}

/// Everything in a body that is or looks like a placeholder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found<'a> {
    /// The placeholders, in order.
    pub placeholders: Vec<Placeholder<'a>>,
    /// What only looks like one, in order.
    pub near_misses: Vec<NearMiss>,
    /// `\${X}` and `$${X}` from the backslash or the first `$` on, in order.
    pub escaped: Vec<Span>,
}

/// A shape in the text that may be a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `${…}`
    Dollar,
    /// `{{…}}`
    Double,
    /// `{…}`
    Single,
    /// `$…`
    Bare,
}

/// After so many guesses at what was meant nobody reads on, and guessing takes time.
const MAX_GUESSES: usize = 50;

/// Finds them in one pass. `declared` are the names of the inputs.
pub fn scan<'a>(body: &'a str, declared: &[&str]) -> Found<'a> {
    let mut found = Found::default();
    let known: BTreeSet<&str> = declared.iter().copied().collect();
    let mut guesses = 0;
    let mut at = 0;
    while let Some(next) = body[at..].find(['$', '{']) {
        at += next;
        let Some((shape, inner, length)) = shape(&body[at..]) else {
            at += 1;
            continue;
        };
        let span = Span::new(at, at + length);
        let before = &body[..at];
        let name = inner.trim();
        let placeholder = match shape {
            Shape::Dollar if is_name(inner) => Some(Form::Variable),
            // `${{ x }}` is the expression of a workflow file, `{{{ x }}}` another template language
            Shape::Double if known.contains(name) && !before.ends_with(['$', '{']) => Some(Form::Braces),
            _ => None,
        };
        if let Some(form) = placeholder {
            if form == Form::Variable && before.ends_with(['\\', '$']) {
                found.escaped.push(Span::new(at - 1, span.end));
            }
            found.placeholders.push(Placeholder { name, form, span });
        } else if !before.ends_with(['$', '{']) {
            // only what can hardly mean anything else: code is full of `$x` and `{x}`
            let meant = match shape {
                _ if known.contains(name) => Some(name),
                Shape::Dollar | Shape::Double if guesses < MAX_GUESSES => {
                    guesses += 1;
                    nearest(name, declared.iter().copied())
                }
                _ => None,
            };
            found.near_misses.extend(meant.map(|name| NearMiss { span, name: name.to_owned() }));
        }
        at = span.end;
    }
    found
}

/// The shape that `text` starts with, what stands inside, and its length. Inside stands no brace.
fn shape(text: &str) -> Option<(Shape, &str, usize)> {
    let bare = |text: &str| text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let (shape, inner, close) = if let Some(inner) = text.strip_prefix("${") {
        (Shape::Dollar, inner, "}")
    } else if let Some(inner) = text.strip_prefix('$') {
        let length = bare(inner);
        return (length > 0).then(|| (Shape::Bare, &inner[..length], length + 1));
    } else if let Some(inner) = text.strip_prefix("{{") {
        (Shape::Double, inner, "}}")
    } else {
        (Shape::Single, text.strip_prefix('{')?, "}")
    };
    let end = inner.find(['{', '}'])?;
    let open = text.len() - inner.len();
    inner[end..].starts_with(close).then(|| (shape, &inner[..end], open + end + close.len()))
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::microagent::variables::variables;

    #[test]
    fn near_misses_name_the_input_that_was_meant() {
        let declared = ["PR_URL", "BRANCH"];
        let cases: &[(&str, &[(&str, &str)])] = &[
            ("${PR_URL} {{ PR_URL }}", &[]),
            ("{{ PR_ULR }} {{ pr_url }} {{ other }}", &[("{{ PR_ULR }}", "PR_URL"), ("{{ pr_url }}", "PR_URL")]),
            ("${ PR_URL } ${pr-url} ${PR_URL:-x}", &[("${ PR_URL }", "PR_URL"), ("${pr-url}", "PR_URL"), ("${PR_URL:-x}", "PR_URL")]),
            ("$PR_URL $PR $PR_URLS {PR_URL} {pr_url}", &[("$PR_URL", "PR_URL"), ("{PR_URL}", "PR_URL")]),
            ("${{ PR_URL }} {{{ PR_URL }}} $$PR_URL", &[]),
        ];
        for (body, expected) in cases {
            let found: Vec<_> = scan(body, &declared).near_misses;
            let found: Vec<(&str, &str)> = found.iter().map(|miss| (miss.span.of(body), miss.name.as_str())).collect();
            assert_eq!(&found, expected, "{body}");
        }
    }

    #[test]
    fn protected_placeholders_are_pointed_out() {
        let body = "\\${A} $${A} ${A} \\{{ A }}";
        let escaped: Vec<&str> = scan(body, &["A"]).escaped.iter().map(|span| span.of(body)).collect();
        assert_eq!(escaped, ["\\${A}", "$${A}"]);
    }

    #[test]
    fn hostile_bodies_take_one_pass() {
        for unit in ["{", "{{", "${", "$", "{{a", "${a ", "{{{{ A }}", "$a{"] {
            let body = unit.repeat(300_000);
            let _ = scan(&body, &["A"]);
        }
    }

    proptest! {
        #[test]
        fn variables_are_what_the_loaders_see(body in "(\\$\\{|\\}|\\{|[A-B_1é$ \\-]){0,40}") {
            let found = scan(&body, &[]);
            let found: Vec<(&str, Span)> = found.placeholders.iter().map(|place| (place.name, place.span)).collect();
            let seen: Vec<(&str, Span)> = variables(&body).iter().map(|variable| (variable.name, variable.span)).collect();
            prop_assert_eq!(found, seen);
        }

        #[test]
        fn nothing_overlaps(body in "(\\$\\{|\\}\\}|\\{\\{|[AB\\\\$ ]){0,40}") {
            let found = scan(&body, &["A", "BB"]);
            let mut spans: Vec<Span> = found.placeholders.iter().map(|place| place.span).collect();
            spans.extend(found.near_misses.iter().map(|miss| miss.span));
            spans.sort();
            prop_assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start));
        }
    }
}
