//! Relative links of a text that moves: the same targets, spelled from the new place.

use crate::markdown::link::Target;
use crate::markdown::{Code, links};
use crate::text::{Edit, Span};

/// A relative link of a moved text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The bytes of the path in the text.
    pub span: Span,
    /// As written.
    pub old: String,
    /// As it must be written; `None`: it led nowhere before, and stays as it is.
    pub new: Option<String>,
}

/// The relative links of `text` that must be spelled anew when it moves from the directory `from` to the directory `to`,
/// and those that led nowhere already. `at` says where a path of the tree is after the move; `None` when there is nothing.
/// Directories are relative to the root, `/`-separated, empty for the root itself. Code is left alone.
pub fn moved(text: &str, from: &str, to: &str, at: &dyn Fn(&str) -> Option<String>) -> Vec<Moved> {
    let code = Code::of(text);
    let mut out = Vec::new();
    for link in links(text, &code) {
        let Target::Path(path) = link.leads() else { continue };
        if path.starts_with(['/', '\\']) || path.get(1..2) == Some(":") {
            continue;
        }
        let span = Span::new(link.span.start, link.span.start + path.len());
        let Some(decoded) = crate::markdown::link::decoded(path) else { continue };
        // a path that leaves the root is not ours to judge
        let Some(target) = resolve(from, &decoded) else { continue };
        let Some(now) = at(&target) else {
            out.push(Moved { span, old: path.to_string(), new: None });
            continue;
        };
        let slash = if decoded.ends_with('/') { "/" } else { "" };
        if resolve(to, &decoded).as_deref() != Some(now.as_str()) {
            let new = encoded(&relative(to, &now)) + slash;
            out.push(Moved { span, old: path.to_string(), new: Some(new) });
        }
    }
    out
}

/// The edits for links that are spelled anew, in a text that starts at byte `start` of its file.
pub fn edits(moved: &[Moved], start: usize) -> Vec<Edit> {
    moved.iter().filter_map(|link| Some(Edit::replace(link.span.shifted(start), link.new.clone()?))).collect()
}

/// The path `path`, seen from the directory `dir`, from the root; `None` when it leaves the root.
pub fn resolve(dir: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = dir.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The path `target`, seen from the directory `dir`; both from the root.
pub fn relative(dir: &str, target: &str) -> String {
    let split = |path: &str| path.split('/').filter(|part| !part.is_empty()).map(str::to_string).collect::<Vec<_>>();
    let (dir, target) = (split(dir), split(target));
    let common = dir.iter().zip(&target).take_while(|(a, b)| a == b).count();
    let mut parts = vec!["..".to_string(); dir.len() - common];
    parts.extend_from_slice(&target[common..]);
    if parts.is_empty() { ".".to_string() } else { parts.join("/") }
}

/// A path as a link target: what would end it or be taken for an escape is escaped.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        match c {
            ' ' => out.push_str("%20"),
            '%' => out.push_str("%25"),
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '#' => out.push_str("%23"),
            '?' => out.push_str("%3F"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply_edits;

    fn rewritten(text: &str, from: &str, to: &str) -> (String, Vec<String>) {
        let tree = ["docs/x.md", "docs/a b.md", ".openhands/microagents/img/i.png", ".openhands/microagents/b.md", "docs"];
        let at = |path: &str| match path {
            ".openhands/microagents/b.md" => Some(".agents/skills/b/SKILL.md".to_string()),
            path => tree.contains(&path).then(|| path.to_string()),
        };
        let links = moved(text, from, to, &at);
        let dead = links.iter().filter(|link| link.new.is_none()).map(|link| link.old.clone()).collect();
        (apply_edits(text, &edits(&links, 0)).unwrap(), dead)
    }

    #[test]
    fn links_are_spelled_from_the_new_place() {
        for (old, new) in [
            ("[x](../../docs/x.md)", "[x](../../../docs/x.md)"),
            ("![i](img/i.png)", "![i](../../../.openhands/microagents/img/i.png)"),
            ("[x](../../docs/x.md#part \"title\")", "[x](../../../docs/x.md#part \"title\")"),
            ("[b](b.md)", "[b](../b/SKILL.md)"),
            ("[b](./b.md?x)", "[b](../b/SKILL.md?x)"),
            ("[s](../../docs/a%20b.md)", "[s](../../../docs/a%20b.md)"),
            ("[s](<../../docs/a b.md>)", "[s](<../../../docs/a%20b.md>)"),
            ("[d](../../docs/)", "[d](../../../docs/)"),
            ("[r]\n\n[r]: ../../docs/x.md", "[r]\n\n[r]: ../../../docs/x.md"),
            ("`[x](../../docs/x.md)`", "`[x](../../docs/x.md)`"),
            ("```\n[x](../../docs/x.md)\n```", "```\n[x](../../docs/x.md)\n```"),
            ("[u](https://example.com/docs/x.md)", "[u](https://example.com/docs/x.md)"),
            ("[a](#docs/x.md)", "[a](#docs/x.md)"),
            ("[o](../../../out.md)", "[o](../../../out.md)"),
            ("[abs](/docs/x.md)", "[abs](/docs/x.md)"),
        ] {
            assert_eq!(rewritten(old, ".openhands/microagents", ".agents/skills/a"), (new.to_string(), vec![]));
        }
        assert_eq!(rewritten("[x](../../docs/x.md)", ".openhands/microagents", "").0, "[x](docs/x.md)");
        assert_eq!(rewritten("[x](../../docs/x.md)", ".openhands/microagents", ".agents/skills").0, "[x](../../docs/x.md)");
    }

    #[test]
    fn what_led_nowhere_stays_and_is_named() {
        let (text, dead) = rewritten("[x](gone.md)", ".openhands/microagents", ".agents/skills/a");
        assert_eq!((text.as_str(), dead), ("[x](gone.md)", vec!["gone.md".to_string()]));
    }
}
