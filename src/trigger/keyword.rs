//! What it means that a keyword stands in a message: a whole token for the SDK, any substring for the legacy loader.

use crate::microagent::Loader;
use crate::text::Span;

/// Whether a hit at `span` of the lower-cased `text` counts for `loader`. The SDK wants no ASCII letter or digit on
/// either side (`_keyword_matches`); any other character is a boundary, a letter with an accent too. The legacy
/// loader wants nothing (`match_trigger`).
pub fn counts(loader: Loader, text: &str, span: Span) -> bool {
    let bytes = text.as_bytes();
    let is_word =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    loader == Loader::Legacy || !(is_word(span.start.checked_sub(1)) || is_word(Some(span.end)))
}

/// Every place where `needle` stands in `text`, overlapping ones included. None for an empty needle.
pub fn places<'t>(text: &'t str, needle: &'t str) -> impl Iterator<Item = Span> + 't {
    let step = needle.chars().next().map(char::len_utf8);
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + text.get(from..)?.find(needle)?;
        from = at + step?;
        Some(Span::new(at, at + needle.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_are_ascii_letters_and_digits() {
        // keyword, lower-cased text, whether the SDK takes it
        let cases = [
            ("git", "git", true),
            ("git", "use git!", true),
            ("git", "my_git-repo", true),
            ("git", "digit", false),
            ("git", "gitlab", false),
            ("git", "git2", false),
            ("git", "égit", true),
            ("git", "gité", true),
            ("git", "digit git", true),
            ("日本", "日本語", true),
            ("/linear", "src/linear.py", false),
            ("/linear", "//linear", true),
            ("c++", "c++today", false),
            ("c++", "c++ today", true),
            ("git ", "git status", false),
            ("git ", "git  x", true),
            (" ", "a b", false),
            ("", "a", false),
        ];
        for (keyword, text, expected) in cases {
            let fires = places(text, keyword).any(|span| counts(Loader::Sdk, text, span));
            assert_eq!(fires, expected, "{keyword:?} in {text:?}");
        }
    }

    #[test]
    fn the_legacy_loader_takes_any_substring() {
        for (keyword, text) in [("git", "digit"), ("pull request", "pull requests"), ("ui", "build")] {
            assert!(places(text, keyword).any(|span| counts(Loader::Legacy, text, span)), "{keyword}");
        }
    }

    #[test]
    fn places_overlap() {
        let starts = |text, needle| places(text, needle).map(|span| span.start).collect::<Vec<_>>();
        assert_eq!(starts("aaa", "aa"), [0, 1]);
        assert_eq!(starts("日日", "日"), [0, 3]);
        assert_eq!(starts("abc", ""), Vec::<usize>::new());
    }
}
