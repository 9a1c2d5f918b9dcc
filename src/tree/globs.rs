//! Patterns for files, written as in a `.gitignore`.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::lexical;

/// Patterns relative to a directory.
#[derive(Debug, Clone)]
pub struct Globs {
    root: PathBuf,
    patterns: Gitignore,
}

impl Globs {
    /// `patterns` relative to `root`; `Err` is what is wrong with the first bad one, and its index.
    pub fn new<'a>(root: &Path, patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, (usize, String)> {
        let mut builder = GitignoreBuilder::new("");
        for (index, pattern) in patterns.into_iter().enumerate() {
            builder.add_line(None, pattern).map_err(|error| (index, error.to_string()))?;
        }
        let patterns = builder.build().map_err(|error| (0, error.to_string()))?;
        Ok(Self { root: lexical(root), patterns })
    }

    /// Whether a pattern matches the file at `path` or a directory above it.
    pub fn matches(&self, path: &Path) -> bool {
        let path = lexical(path);
        path.strip_prefix(&self.root).is_ok_and(|path| self.patterns.matched_path_or_any_parents(path, false).is_ignore())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_gitignore() {
        let globs = Globs::new(Path::new("/r"), ["docs/", "*.tmp.md", "/top.md", "a/**/z.md"]).unwrap();
        for (path, matches) in [
            ("/r/docs/a.md", true),
            ("/r/x/docs/a.md", true),
            ("/r/x/docs.md", false),
            ("/r/x/y.tmp.md", true),
            ("/r/top.md", true),
            ("/r/x/top.md", false),
            ("/r/a/b/c/z.md", true),
            ("/r/./a/../a/z.md", true),
            ("/other/docs/a.md", false),
        ] {
            assert_eq!(globs.matches(Path::new(path)), matches, "{path}");
        }
        assert!(Globs::new(Path::new("."), ["a*"]).unwrap().matches(Path::new("abc")));
        assert_eq!(Globs::new(Path::new("/r"), ["ok", "{a"]).unwrap_err().0, 1);
    }
}
