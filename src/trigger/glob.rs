//! Path globs as the SDK reads them (`_compile_path_glob`): `**/`, `**`, `*`, `?`, and everything else literal, braces
//! and brackets too. No crate's globs agree with these, so they are matched here.

/// A compiled glob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    tokens: Vec<Token>,
    never: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    /// `**/`: nothing, or anything that ends in `/`.
    Directories,
    /// Inside of what `**/` stands for: waits for a `/`.
    UntilSlash,
    /// `**`: anything.
    Anything,
    /// `*`: anything without `/`.
    Segment,
    /// `?`: one character that is not `/`.
    One,
    /// This very character.
    Literal(char),
}

impl Glob {
    /// Compiles `pattern`. A pattern without `/` matches at any depth; an empty one never matches.
    pub fn new(pattern: &str) -> Self {
        let mut tokens = Vec::new();
        if !pattern.contains('/') {
            tokens.extend([Token::Directories, Token::UntilSlash]);
        }
        let mut rest = pattern;
        while let Some(c) = rest.chars().next() {
            if let Some(after) = rest.strip_prefix("**/") {
                tokens.extend([Token::Directories, Token::UntilSlash]);
                rest = after;
            } else if let Some(after) = rest.strip_prefix("**") {
                tokens.push(Token::Anything);
                rest = after;
            } else {
                tokens.push(match c {
                    '*' => Token::Segment,
                    '?' => Token::One,
                    c => Token::Literal(c),
                });
                rest = rest.get(c.len_utf8()..).unwrap_or("");
            }
        }
        Self { tokens, never: pattern.is_empty() }
    }

    /// Whether all of `path`, relative to the workspace and `/`-separated, matches; letter case counts
    /// (`path_matches_glob`). Takes time in proportion to the path times the pattern, whatever they hold.
    pub fn matches(&self, path: &str) -> bool {
        if self.never {
            return false;
        }
        let mut now = States::new(self.tokens.len());
        let mut next = States::new(self.tokens.len());
        self.enter(0, &mut now);
        for c in path.chars() {
            for &at in &now.list {
                match self.tokens.get(at) {
                    Some(Token::UntilSlash) => {
                        next.add(at);
                        if c == '/' {
                            self.enter(at + 1, &mut next);
                        }
                    }
                    Some(Token::Anything) => self.enter(at, &mut next),
                    Some(Token::Segment) if c != '/' => self.enter(at, &mut next),
                    Some(Token::One) if c != '/' => self.enter(at + 1, &mut next),
                    Some(Token::Literal(wanted)) if *wanted == c => self.enter(at + 1, &mut next),
                    _ => {}
                }
            }
            now.clear();
            std::mem::swap(&mut now, &mut next);
        }
        now.has(self.tokens.len())
    }

    /// Adds `at` and every token that can be reached from it without reading a character.
    fn enter(&self, mut at: usize, states: &mut States) {
        while states.add(at) {
            match self.tokens.get(at) {
                Some(Token::Directories) => {
                    states.add(at + 1);
                    at += 2;
                }
                Some(Token::Anything | Token::Segment) => at += 1,
                _ => return,
            }
        }
    }
}

/// The tokens reached, each once.
struct States {
    list: Vec<usize>,
    present: Vec<bool>,
}

impl States {
    fn new(tokens: usize) -> Self {
        Self { list: Vec::new(), present: vec![false; tokens + 1] }
    }

    /// Whether it was not there yet.
    fn add(&mut self, at: usize) -> bool {
        let new = self.present.get_mut(at).is_some_and(|present| !std::mem::replace(present, true));
        if new {
            self.list.push(at);
        }
        new
    }

    fn has(&self, at: usize) -> bool {
        self.present.get(at).copied().unwrap_or(false)
    }

    fn clear(&mut self) {
        for at in self.list.drain(..) {
            self.present[at] = false;
        }
    }
}

/// A touched path as the SDK compares it: `.` and empty segments dropped. `None` for a path outside the workspace,
/// which touches no rule (`_touched_rule_path`).
pub fn relative(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    (!path.starts_with('/') && !parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    #[test]
    fn globs_match_as_in_the_runtime() {
        let cases = [
            ("src/**", "src/a", true),
            ("src/**", "src", false),
            ("src/**", "x/src/y", false),
            ("a/**", "a/b/c", true),
            ("Makefile", "x/y/Makefile", true),
            ("Makefile", "makefile", false),
            ("**", "a/b", true),
            ("a**c", "a/x/c", true),
            ("x/a**c", "x/a/x/c", true),
            ("*", ".hidden", true),
            ("*.ts", "../x.ts", true),
            ("**/*.py", "a.py", true),
            ("**/*.py", "b/c/a.py", true),
            ("src/**/x", "src/x", true),
            ("src/**/x", "src/ax", false),
            ("src/?.rs", "src/é.rs", true),
            ("src/?.rs", "src//.rs", false),
            ("a/*", "a/b/c", false),
            ("*.{ts,js}", "a.ts", false),
            ("*.{ts,js}", "a.{ts,js}", true),
            ("[ab].c", "a.c", false),
            ("src/", "src/a", false),
            ("./src/*", "src/a", false),
            ("", "", false),
            ("a/*\n", "a/b\n", true),
        ];
        for (pattern, path, expected) in cases {
            assert_eq!(Glob::new(pattern).matches(path), expected, "{pattern:?} on {path:?}");
        }
    }

    #[test]
    fn many_stars_do_not_take_exponential_time() {
        let glob = Glob::new(&format!("x/{}b", "*a".repeat(2_000)));
        assert!(!glob.matches(&format!("x/{}", "a".repeat(2_000))));
        assert!(Glob::new(&"**/".repeat(500)).matches(&"a/".repeat(500)));
    }

    #[test]
    fn touched_paths_lose_what_says_nothing() {
        assert_eq!(relative("./src//a.py").as_deref(), Some("src/a.py"));
        assert_eq!(relative("/etc/passwd"), None);
        assert_eq!(relative("."), None);
    }

    /// The regular expression the runtime makes of a glob.
    fn reference(pattern: &str) -> Regex {
        let mut rest = if pattern.contains('/') { pattern.to_owned() } else { format!("**/{pattern}") };
        let mut out = String::from("(?s)\\A(?:");
        while !rest.is_empty() {
            let (token, length) = match rest.as_str() {
                text if text.starts_with("**/") => ("(?:.*/)?".to_owned(), 3),
                text if text.starts_with("**") => (".*".to_owned(), 2),
                text if text.starts_with('*') => ("[^/]*".to_owned(), 1),
                text if text.starts_with('?') => ("[^/]".to_owned(), 1),
                text => (regex::escape(&text[..1]), 1),
            };
            out += &token;
            rest.drain(..length);
        }
        Regex::new(&(out + ")\\z")).unwrap()
    }

    proptest! {
        #[test]
        fn globs_agree_with_the_regular_expression(pattern in "[ab/*?.]{1,9}", path in "[ab/.]{0,9}") {
            prop_assert_eq!(Glob::new(&pattern).matches(&path), reference(&pattern).is_match(&path));
        }
    }
}
