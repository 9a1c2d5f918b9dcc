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

/// Every place where `needle` stands in `text`, overlapping ones included. None for an empty needle. Takes time in proportion
/// to the text plus the needle, whatever they hold (Knuth, Morris and Pratt).
pub fn places<'t>(text: &'t str, needle: &'t str) -> impl Iterator<Item = Span> + 't {
    let first = text.find(needle).filter(|_| !needle.is_empty());
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    let borders = if first.is_some() { borders(needle) } else { Vec::new() };
    let mut matched = 0;
    (first.unwrap_or(text.len())..text.len()).filter_map(move |at| {
        matched = extended(needle, &borders, matched, text[at]);
        (matched == needle.len()).then(|| Span::new(at + 1 - needle.len(), at + 1))
    })
}

/// For each beginning of `needle` the length of its longest proper part that it both begins and ends with.
fn borders(needle: &[u8]) -> Vec<usize> {
    let mut borders = vec![0; needle.len()];
    for at in 1..needle.len() {
        borders[at] = extended(needle, &borders, borders[at - 1], needle[at]);
    }
    borders
}

/// How much of `needle` is matched after one more byte, when `matched` bytes were before it.
fn extended(needle: &[u8], borders: &[usize], mut matched: usize, byte: u8) -> usize {
    while matched > 0 && needle.get(matched) != Some(&byte) {
        matched = borders[matched - 1];
    }
    matched + usize::from(needle.get(matched) == Some(&byte))
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
        assert_eq!(starts("aabaabaaab", "aabaa"), [0, 3]);
        assert_eq!(starts("", "a"), Vec::<usize>::new());
    }

    #[test]
    fn a_needle_that_repeats_itself_takes_no_longer() {
        assert_eq!(places(&"a".repeat(700_000), &"a".repeat(300_000)).count(), 400_001);
    }
}
