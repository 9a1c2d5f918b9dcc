//! Where the links and images of a Markdown text lead. Code and comments hold none.

use super::Code;
use crate::text::Span;

/// How a link is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkKind {
    /// `[text](target)`
    Inline,
    /// `![text](target)`
    Image,
    /// `[label]: target`
    Definition,
}

/// A link and its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link<'a> {
    /// How it is written.
    pub kind: LinkKind,
    /// The target as written, without `<` and `>` around it.
    pub target: &'a str,
    /// The bytes of the target.
    pub span: Span,
}

/// Where a target leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    /// To a place in the same file: `#heading`.
    Anchor,
    /// Out to the world: `https://…`, `mailto:…`, `//host/x`.
    Url,
    /// To a path, still percent-encoded, without query and fragment.
    Path(&'a str),
    /// Nowhere yet: empty, or a blank to fill in such as `<path>`, `{{ file }}`, `path/to/x`, `...`.
    Blank,
}

impl<'a> Link<'a> {
    /// Where it leads.
    pub fn leads(&self) -> Target<'a> {
        let target = self.target;
        if target.starts_with('#') {
            return Target::Anchor;
        }
        if target.starts_with("//") || scheme(target) {
            return Target::Url;
        }
        let path = target.split(['#', '?']).next().unwrap_or_default();
        if is_blank(path) { Target::Blank } else { Target::Path(path) }
    }
}

/// Whether `target` starts with a URL scheme. One letter is a Windows drive, not a scheme.
fn scheme(target: &str) -> bool {
    target.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

fn is_blank(path: &str) -> bool {
    path.is_empty()
        || path.contains(['<', '>', '{', '}', '$', '*', '|', '`', '"', '…'])
        || path.contains("...")
        || path.starts_with("path/to/")
        || path.contains("/path/to/")
        || matches!(path, "url" | "URL" | "link" | "path" | "file")
}

/// The path that a target means: percent-escapes decoded. `None` when they do not give text.
pub fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut at = 0;
    while let Some(byte) = path.as_bytes().get(at) {
        let pair = path.get(at + 1..at + 3).filter(|pair| *byte == b'%' && pair.bytes().all(|b| b.is_ascii_hexdigit()));
        let value = pair.and_then(|pair| u8::from_str_radix(pair, 16).ok());
        bytes.push(value.unwrap_or(*byte));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8(bytes).ok()
}

/// How many links of one text are read: no document has more.
const MAX_LINKS: usize = 20_000;

/// The links, images and link definitions of `text`, in order of their targets.
pub fn links<'a>(text: &'a str, code: &Code) -> Vec<Link<'a>> {
    let mut found = Vec::new();
    for (open, close) in brackets(text, code).into_iter().take(MAX_LINKS) {
        let Some(target) = destination(text, close + 2).filter(|target| closed(text, target.after)) else { continue };
        let image = text[..open].ends_with('!');
        let kind = if image { LinkKind::Image } else { LinkKind::Inline };
        found.push(Link { kind, target: target.span.of(text), span: target.span });
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(span) = definition(text, start, line).filter(|_| !hidden(code, start)) {
            found.push(Link { kind: LinkKind::Definition, target: span.of(text), span });
        }
        start += line.len();
    }
    found.sort_by_key(|link| link.span);
    found
}

fn hidden(code: &Code, at: usize) -> bool {
    code.covers(at) || code.in_comment(at)
}

/// The pairs of brackets before a `(`, in order of their ends: `[`, `]`. A backslash takes the meaning from a bracket,
/// and no link reaches over a blank line.
fn brackets(text: &str, code: &Code) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if !hidden(code, at) => at += 1,
            b'\n' if bytes.get(at + 1) == Some(&b'\n') => open.clear(),
            b'[' if !hidden(code, at) => open.push(at),
            b']' if !hidden(code, at) => {
                let start = open.pop();
                pairs.extend(start.filter(|_| bytes.get(at + 1) == Some(&b'(')).map(|start| (start, at)));
            }
            _ => {}
        }
        at += 1;
    }
    pairs
}

/// How long the target and the title of a link may be, in bytes: keeps hostile text linear.
const MAX_LENGTH: usize = 500;

/// At most [`MAX_LENGTH`] bytes of `text`, whole characters.
fn near(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_LENGTH)]
}

struct Destination {
    span: Span,
    after: usize,
}

/// The target that starts at byte `start`, white space before it allowed.
fn destination(text: &str, start: usize) -> Option<Destination> {
    let rest = &text[start..];
    let start = start + (rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len());
    let rest = near(&text[start..]);
    if let Some(inner) = rest.strip_prefix('<') {
        let end = inner.find(['>', '\n'])?;
        return inner[end..].starts_with('>').then(|| Destination { span: Span::new(start + 1, start + 1 + end), after: start + end + 2 });
    }
    let mut depth = 0_usize;
    let mut end = rest.len();
    for (at, c) in rest.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => {
                end = at;
                break;
            }
            ')' => depth -= 1,
            c if c.is_whitespace() || c.is_control() => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    Some(Destination { span: Span::new(start, start + end), after: start + end })
}

/// Whether only white space or a title stands between byte `at` and a `)`.
fn closed(text: &str, at: usize) -> bool {
    let rest = near(&text[at..]).trim_start();
    if rest.starts_with(')') {
        return true;
    }
    let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '(')) else { return false };
    let end = if quote == '(' { ')' } else { quote };
    rest[1..].find(end).is_some_and(|close| rest[close + 2..].trim_start().starts_with(')'))
}

/// The target of `[label]: target` on a line of its own; a footnote is none.
fn definition(text: &str, start: usize, line: &str) -> Option<Span> {
    let inner = line.trim_start_matches(' ');
    let indent = line.len() - inner.len();
    let label = inner.strip_prefix('[').filter(|label| indent < 4 && !label.starts_with('^'))?;
    let close = label.find(']').filter(|close| *close > 0)?;
    let rest = label[close..].strip_prefix("]:")?.trim_end();
    let target = destination(text, start + indent + 1 + close + 2)?;
    let end = start + line.len();
    let title = Span::new(target.after, end).of(text).trim();
    let valid = !rest.trim().is_empty() && target.span.end <= end && (title.is_empty() || title.starts_with(['"', '\'', '(']));
    valid.then_some(target.span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(text: &str) -> Vec<&str> {
        links(text, &Code::of(text)).iter().map(|link| link.target).collect()
    }

    #[test]
    fn finds_what_markdown_links() {
        let cases: &[(&str, &[&str])] = &[
            ("[a](x.md) and ![b](img/i.png)", &["x.md", "img/i.png"]),
            ("[a](<with blank.md> \"t\")", &["with blank.md"]),
            ("[a]( x.md 'title' )", &["x.md"]),
            ("[a](f(1).md)", &["f(1).md"]),
            ("[![b](in.png)](out.md)", &["in.png", "out.md"]),
            ("[a][r]\n\n[r]: docs/x.md \"T\"\n", &["docs/x.md"]),
            ("[^1]: not a link\n[a]: prose that goes on\n", &[]),
            ("`[a](x.md)`", &[]),
            ("```\n[a](x.md)\n[r]: y.md\n```", &[]),
            ("<!-- [a](x.md) -->", &[]),
            ("\\[a](x.md) [a\\](x.md)", &[]),
            ("f](x.md) [a](never closed", &[]),
            ("[a](x.md and more)", &[]),
            ("[a\n\nb](x.md)", &[]),
            ("[a [b] c](x.md)", &["x.md"]),
            ("é [ü](ö.md)", &["ö.md"]),
        ];
        for (text, expected) in cases {
            assert_eq!(&targets(text), expected, "{text:?}");
        }
    }

    #[test]
    fn kinds_and_spans_point_at_the_target() {
        let text = "![a](b.png) [c](d)\n[e]: f";
        let found = links(text, &Code::of(text));
        assert_eq!(found.iter().map(|link| link.kind).collect::<Vec<_>>(), [LinkKind::Image, LinkKind::Inline, LinkKind::Definition]);
        assert!(found.iter().all(|link| link.span.of(text) == link.target));
    }

    #[test]
    fn tells_paths_from_the_rest() {
        let leads = |target| Link { kind: LinkKind::Inline, target, span: Span::default() }.leads();
        for anchor in ["#top", "#"] {
            assert_eq!(leads(anchor), Target::Anchor);
        }
        for url in ["https://x.example/a", "mailto:a@b.example", "//cdn/x.js", "vscode://x", "data:image/png;base64,AA", "tel:1"] {
            assert_eq!(leads(url), Target::Url, "{url}");
        }
        for blank in ["", "<path>", "{{ file }}", "${FILE}", "...", "path/to/x.md", "url", "a/*.md"] {
            assert_eq!(leads(blank), Target::Blank, "{blank}");
        }
        assert_eq!(leads("a/b%20c.md?raw=1#x"), Target::Path("a/b%20c.md"));
        assert_eq!(leads("C:/x.md"), Target::Path("C:/x.md"));
        assert_eq!(decoded("b%20c%zz%e2%82%ac%").as_deref(), Some("b c%zz€%"));
        assert_eq!(decoded("%ff"), None);
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "[\\[\\]()<>!:` \\\\\n\"ax.é]{0,60}") {
            for link in links(&text, &Code::of(&text)) {
                assert_eq!(link.span.of(&text), link.target);
            }
        }
    }
}
