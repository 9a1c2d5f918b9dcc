//! A message that starts with the command of a task: which one, and which values it brings along.

use crate::microagent::Loader;
use crate::python::strip;
use crate::text::Span;
use crate::trigger::fold::{Folded, lower};
use crate::trigger::keyword::counts;

/// What follows the command `trigger` in `message` when the message starts with it and `loader` would let it fire.
pub fn after_command<'a>(message: &'a str, trigger: &str, loader: Loader) -> Option<&'a str> {
    let message = strip(message);
    let (folded, command) = (Folded::new(message), lower(trigger));
    let span = Span::new(0, command.len());
    let starts = trigger.starts_with('/') && folded.text().starts_with(&command) && counts(loader, folded.text(), span);
    starts.then(|| message.get(folded.original(span).end..)).flatten()
}

/// The `NAME=VALUE` of a message whose name is one of `names`, in order. A value ends at white space, unless it stands in
/// quotes. Of two values for a name the later counts.
pub fn assignments(text: &str, names: &[&str]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return found;
        }
        let name =
            names.iter().filter(|name| rest.strip_prefix(**name).is_some_and(|rest| rest.starts_with('='))).max_by_key(|name| name.len());
        let Some(name) = name else {
            rest = &rest[rest.find(char::is_whitespace).unwrap_or(rest.len())..];
            continue;
        };
        let (value, length) = value(&rest[name.len() + 1..]);
        found.retain(|(known, _)| known != name);
        found.push(((*name).to_owned(), value.to_owned()));
        rest = &rest[name.len() + 1 + length..];
    }
}

/// The value that `text` starts with and how many bytes it takes, quotes included.
fn value(text: &str) -> (&str, usize) {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
    if let Some(end) = quote.and_then(|quote| text[1..].find(quote)) {
        return (&text[1..=end], end + 2);
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_starts_with_a_command_or_does_not() {
        let cases = [
            ("/fix_test now", "/fix_test", Some(" now")),
            ("  /Fix_Test", "/fix_test", Some("")),
            ("/fix_tests", "/fix_test", None),
            ("/fix_test-x", "/fix_test", Some("-x")),
            ("please /fix_test", "/fix_test", None),
            ("fix it", "fix", None),
            ("/fi", "/fix_test", None),
            ("/日本 x", "/日本", Some(" x")),
            ("/İx y", "/i̇X", Some(" y")),
            ("", "/x", None),
        ];
        for (message, trigger, expected) in cases {
            assert_eq!(after_command(message, trigger, Loader::Sdk), expected, "{message:?}");
        }
        assert_eq!(after_command("/fix_tests", "/fix_test", Loader::Legacy), Some("s"));
    }

    #[test]
    fn values_are_taken_from_the_message() {
        let names = ["A", "AB", "pr-url"];
        let pairs = |text: &str| assignments(text, &names).into_iter().map(|(n, v)| format!("{n}:{v}")).collect::<Vec<_>>();
        let cases: &[(&str, &[&str])] = &[
            (" A=1 AB=2 C=3", &["A:1", "AB:2"]),
            ("A=\"two words\" AB='it is' rest", &["A:two words", "AB:it is"]),
            ("A=\"open AB=x", &["A:\"open", "AB:x"]),
            ("A= AB=", &["A:", "AB:"]),
            ("xA=1 a=1", &[]),
            ("A=1 A=2", &["A:2"]),
            ("pr-url=https://x.example/?a=b&c", &["pr-url:https://x.example/?a=b&c"]),
            ("A='é'\nAB=ü", &["A:é", "AB:ü"]),
        ];
        for (text, expected) in cases {
            assert_eq!(&pairs(text), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "[AB=\"' é\n]{0,30}") {
            let _ = assignments(&text, &["A", "B", "é"]);
            let _ = after_command(&text, "/A", Loader::Sdk);
        }
    }
}
