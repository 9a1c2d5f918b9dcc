//! The inline commands of a body: `` !`command` ``, which the SDK runs when the model invokes the skill
//! (`skills/execute.py: render_content_with_commands`), and nowhere else.

use crate::text::Span;

/// An inline command of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InlineCommand<'a> {
    /// What would be handed to the shell.
    pub command: &'a str,
    /// The bytes of `` !`command` `` in the text searched.
    pub span: Span,
}

const FENCE: &str = "```";

/// The inline commands of `text`, in order. As in the runtime, what protects is three backticks up to the next three
/// or to the end, a backslash before the `!`, and inline code of single backticks; `~~~` fences, indented code and
/// comments do not.
pub fn inline_commands(text: &str) -> Vec<InlineCommand<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['`', '\\', '!']) {
        at += next;
        let rest = &text[at..];
        if let Some(inner) = rest.strip_prefix(FENCE) {
            at = inner.find(FENCE).map_or(text.len(), |end| at + end + 2 * FENCE.len());
        } else if let Some(code) = rest.strip_prefix("\\!").and_then(quoted) {
            at += 2 + code.len() + 2;
        } else if let Some(code) = quoted(rest) {
            at += code.len() + 2;
        } else if let Some(command) = rest.strip_prefix('!').and_then(quoted) {
            let end = at + command.len() + 3;
            found.push(InlineCommand { command, span: Span::new(at, end) });
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

/// What stands between the backtick that `text` starts with and the next one, when it is not empty.
fn quoted(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('`')?;
    let end = inner.find('`').filter(|end| *end > 0)?;
    Some(&inner[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_the_runtime_would_run() {
        let cases: &[(&str, &[&str])] = &[
            ("now !`date` and !`git log\n-1`", &["date", "git log\n-1"]),
            ("`code` then !`a`", &["a"]),
            ("\\!`a`", &[]),
            ("\\\\!`a`", &[]),
            ("! `a`", &[]),
            ("!`` `a`", &[]),
            ("```\n!`a`\n``` !`b`", &["b"]),
            ("``` !`a`", &[]),
            ("~~~\n!`a`\n~~~", &["a"]),
            ("    !`a`", &["a"]),
            ("<!-- !`a` -->", &["a"]),
            ("stray ` then !`a` b", &[]),
            ("!!`a`", &["a"]),
            ("!`é` !`", &["é"]),
            ("!```", &[]),
        ];
        for (text, expected) in cases {
            let found = inline_commands(text);
            assert_eq!(&found.iter().map(|command| command.command).collect::<Vec<_>>(), expected, "{text:?}");
            assert!(found.iter().all(|command| command.span.of(text) == format!("!`{}`", command.command)));
        }
    }

    proptest::proptest! {
        #[test]
        fn never_panics_and_agrees_with_the_pattern(text in "[`!\\\\ a\né]{0,40}") {
            // its look-behind, `(?<!!)` before inline code, never decides: a command is tried first
            let pattern = regex::Regex::new(r"(?s)```.*?(?:```|\z)|\\!`[^`]+`|(?P<cmd>!`[^`]+`)|`[^`]+`").unwrap();
            let expected: Vec<&str> = pattern.captures_iter(&text).filter_map(|c| c.name("cmd")).map(|m| m.as_str()).collect();
            let found: Vec<&str> = inline_commands(&text).iter().map(|command| command.span.of(&text)).collect();
            proptest::prop_assert_eq!(found, expected);
        }
    }
}
