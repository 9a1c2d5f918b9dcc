//! A message that starts with the command of a task: which one, and which values it brings along.

/// What follows the command `trigger` in `message` when the message starts with it, as the runtime compares: letter case
/// makes no difference, and no ASCII letter or digit may follow.
pub fn after_command<'a>(message: &'a str, trigger: &str) -> Option<&'a str> {
    let message = crate::python::strip(message);
    if !trigger.starts_with('/') {
        return None;
    }
    let end = message.char_indices().nth(trigger.chars().count()).map_or(message.len(), |(at, _)| at);
    let (start, rest) = message.split_at(end);
    let same = start.to_lowercase() == trigger.to_lowercase();
    (same && !rest.starts_with(|c: char| c.is_ascii_alphanumeric())).then_some(rest)
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
            ("", "/x", None),
        ];
        for (message, trigger, expected) in cases {
            assert_eq!(after_command(message, trigger), expected, "{message:?}");
        }
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
            let _ = after_command(&text, "/A");
        }
    }
}
