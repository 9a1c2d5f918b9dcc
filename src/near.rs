//! Which known word a person may have meant: "did you mean".

use std::collections::VecDeque;

/// Longer words are not compared: nobody mistypes them by a letter, and comparing takes time.
const MAX_CHARS: usize = 64;

/// No more known words are compared.
const MAX_KNOWN: usize = 500;

/// The one of `known` that is nearest to `word`, when it is near enough to be meant; the first of equally near ones.
/// Letter case, `-`, `_`, `.` and spaces make no difference, so `pr-url` finds `PR_URL`. A word does not find itself.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = plain(word);
    if wanted.is_empty() || wanted.len() > MAX_CHARS {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in known.into_iter().take(MAX_KNOWN).filter(|candidate| *candidate != word) {
        let other = plain(candidate);
        let allowed = (wanted.len().max(other.len()) / 3).min(3);
        if other.is_empty() || other.len() > MAX_CHARS || wanted.len().abs_diff(other.len()) > allowed {
            continue;
        }
        let distance = distance(&wanted, &other);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The characters that count.
fn plain(word: &str) -> Vec<char> {
    word.chars().filter(|c| !matches!(c, '-' | '_' | '.' | ' ')).flat_map(char::to_lowercase).collect()
}

/// How many characters to insert, delete, replace or swap with their neighbour (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let first: Vec<usize> = (0..=b.len()).collect();
    let mut rows = VecDeque::from([Vec::new(), first]);
    for (i, x) in a.iter().enumerate() {
        let (before, above) = (&rows[0], &rows[1]);
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut cost = (above[j + 1] + 1).min(row[j] + 1).min(above[j] + usize::from(x != y));
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        rows.pop_front();
        rows.push_back(row);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let known = ["PR_URL", "BRANCH_NAME", "FILE", "triggers", "description"];
        let cases = [
            ("PR_ULR", Some("PR_URL")),
            ("PR_UL", Some("PR_URL")),
            ("pr-url", Some("PR_URL")),
            ("branchName", Some("BRANCH_NAME")),
            ("BRANCH", None),
            ("Triggers", Some("triggers")),
            ("trigger", Some("triggers")),
            ("descripton", Some("description")),
            ("FILES", Some("FILE")),
            ("FILE", None),
            ("HOME", None),
            ("", None),
            ("__", None),
        ];
        for (word, meant) in cases {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(nearest(&"a".repeat(1_000_000), known), None);
        assert_eq!(nearest("ab", ["aa", "bb"]), None, "short words differ too much");
    }

    #[test]
    fn counts_the_least_changes() {
        let count = |a: &str, b: &str| distance(&plain(a), &plain(b));
        for (a, b, expected) in
            [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("kitten", "sitting", 3), ("", "ab", 2)]
        {
            assert_eq!(count(a, b), expected, "{a} {b}");
            assert_eq!(count(b, a), expected, "{b} {a}");
        }
    }
}
