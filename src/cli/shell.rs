//! Commands that a person can paste into a shell.

use std::borrow::Cow;

/// `word` as one word of a POSIX shell, quoted only where it must be.
pub(super) fn word(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "-_./:@%+,=".contains(c);
    if !word.is_empty() && word.chars().all(plain) { Cow::Borrowed(word) } else { Cow::Owned(format!("'{}'", word.replace('\'', r"'\''"))) }
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn only_what_the_shell_reads_is_quoted() {
        for (text, quoted) in [
            ("a/b-c.md", "a/b-c.md"),
            ("", "''"),
            ("zzz*", "'zzz*'"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("$(x)", "'$(x)'"),
            ("é", "é"),
        ] {
            assert_eq!(word(text), quoted);
        }
    }
}
