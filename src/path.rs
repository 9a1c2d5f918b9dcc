//! Relative paths as text, `/`-separated, without `.` and `..`.

/// What is left of `path` below `dir`: empty for `dir` itself, else it starts with `/`. `None` elsewhere.
pub fn below<'a>(path: &'a str, dir: &str) -> Option<&'a str> {
    path.strip_prefix(dir).filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether `path` is `dir` or lies below it.
pub fn is_below(path: &str, dir: &str) -> bool {
    below(path, dir).is_some()
}

/// Where `path` is after `from` moved to `to`; `None` when it does not move along.
pub fn rebased(path: &str, from: &str, to: &str) -> Option<String> {
    below(path, from).map(|rest| format!("{to}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_only_starts_like_the_directory_is_not_below_it() {
        assert_eq!(below("a/b/c", "a/b"), Some("/c"));
        assert_eq!(below("a/b", "a/b"), Some(""));
        assert_eq!(below("a/bc", "a/b"), None);
        assert!(!is_below("a", "a/b"));
        assert_eq!(rebased("a/b/c", "a", "x/y").as_deref(), Some("x/y/b/c"));
        assert_eq!(rebased("ab", "a", "x"), None);
    }
}
