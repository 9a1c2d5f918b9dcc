//! Reads `.microagent.yaml`. Whatever is wrong with it is an error with the line: a configuration that is not understood
//! must not quietly be another one.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use super::{Config, FailOn, Origin, PathIgnore, Setting};
use crate::lint::rules;
use crate::microagent::{Loader, MAX_DESCRIPTION_CHARS};
use crate::near;
use crate::source::{MAX_FILE_BYTES, SourceFile};
use crate::text::Span;
use crate::tree::globs::Globs;
use crate::tree::{Content, FileKind, Tree, git_root};
use crate::yaml::{self, Data, Value};

/// The name of the file.
pub const FILE: &str = ".microagent.yaml";

/// How many patterns a list of them may have: each is compiled, and all of them together.
const MAX_PATTERNS: usize = 1_000;

/// How long a pattern may be.
const MAX_PATTERN_BYTES: usize = 1_000;

const KEYS: [&str; 10] =
    ["loader", "select", "ignore", "per-path-ignore", "fail-on", "exclude", "org-dirs", "public-dir", "max-description", "max-body-tokens"];

/// What is wrong with a configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {message}", path.display())]
pub struct ConfigError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What to do.
    pub help: String,
}

pub(super) fn load(tree: &dyn Tree, dir: &Path, working: &Path) -> Result<Config, ConfigError> {
    let Some(path) = find(tree, dir, working) else { return Ok(Config::default()) };
    let shown = path.strip_prefix(working).unwrap_or(&path).to_path_buf();
    let error = |message: String| ConfigError { path: shown.clone(), line: 1, message, help: "make it a small text file".into() };
    let bytes = match tree.read(&path, MAX_FILE_BYTES) {
        Ok(Content::Bytes(bytes)) => bytes,
        Ok(Content::TooLarge(bytes)) => return Err(error(format!("has {bytes} bytes, more than {MAX_FILE_BYTES}"))),
        Err(problem) => return Err(error(format!("cannot be read: {problem}"))),
    };
    let source = SourceFile::decode(path.to_string_lossy(), bytes).map_err(|problem| error(problem.to_string()))?;
    parse(tree, &path, &source).map_err(|error| ConfigError { path: shown.clone(), ..error })
}

/// The nearest file between `dir` and the root of its work tree. Outside a work tree directories above may be anybody's, so
/// there it is looked for no higher than where the run was started, or than `dir` when that lies elsewhere.
fn find(tree: &dyn Tree, dir: &Path, working: &Path) -> Option<PathBuf> {
    let last = git_root(tree, dir).unwrap_or(if dir.starts_with(working) { working } else { dir });
    let within = dir.ancestors().take_while(|dir| dir.starts_with(last));
    within.map(|dir| dir.join(FILE)).find(|path| tree.link_kind(path).is_some_and(|kind| kind != FileKind::Dir))
}

fn parse(tree: &dyn Tree, path: &Path, source: &SourceFile) -> Result<Config, ConfigError> {
    let reader = Reader { tree, path, source };
    let (node, value) = yaml::read(source.text(), 0);
    let value = value.map_err(|problem| reader.error(problem.span, problem.message, "make it YAML"))?;
    let mut config = Config { file: Some(path.to_path_buf()), ..Config::default() };
    let Some(value) = value.filter(|value| !value.is_null()) else { return Ok(config) };
    let entries = value.as_map().ok_or_else(|| {
        reader.error(value.span, format!("the configuration is {}, not a mapping", value.type_name()), "write `key: value` lines")
    })?;
    let written = node.as_ref().map_or(&[][..], |node| node.entries());
    let mut seen = BTreeSet::new();
    for (key, _) in written {
        let Some((name, _)) = key.scalar() else { continue };
        if !seen.insert(name) {
            return Err(reader.error(key.span, format!("the key `{name}` stands here a second time"), "remove one of the two"));
        }
    }
    for (key, value) in entries {
        reader.set(&mut config, key, value)?;
    }
    Ok(config)
}

struct Reader<'a> {
    tree: &'a dyn Tree,
    path: &'a Path,
    source: &'a SourceFile,
}

impl Reader<'_> {
    fn error(&self, span: Span, message: impl Into<String>, help: impl Into<String>) -> ConfigError {
        let line = self.source.lines().line(span.start);
        ConfigError { path: self.path.to_path_buf(), line, message: message.into(), help: help.into() }
    }

    fn set(&self, config: &mut Config, key: &Value, value: &Value) -> Result<(), ConfigError> {
        let origin = Origin::File(self.source.lines().line(key.span.start));
        let name = key.as_str().unwrap_or_else(|| self.source.slice(key.span));
        match name {
            "loader" => config.loader = Setting { value: self.one_of(name, value, &LOADERS)?, origin },
            "select" => config.select = Setting { value: self.rules(name, value)?, origin },
            "ignore" => config.ignore = Setting { value: self.rules(name, value)?, origin },
            "per-path-ignore" => config.per_path_ignore = Setting { value: self.path_ignores(name, value)?, origin },
            "fail-on" => config.fail_on = Setting { value: self.one_of(name, value, &FailOn::NAMES)?, origin },
            "exclude" => config.exclude = Setting { value: self.patterns(name, value)?, origin },
            "org-dirs" => {
                let dirs = self.strings(name, value)?.into_iter().map(|(dir, span)| self.inside(&dir, span));
                config.org_dirs = Setting { value: dirs.collect::<Result<_, _>>()?, origin };
            }
            "public-dir" => config.public_dir = Setting { value: Some(self.inside(&self.string(name, value)?, value.span)?), origin },
            "max-description" => config.max_description = Setting { value: self.number(name, value, MAX_DESCRIPTION_CHARS)?, origin },
            "max-body-tokens" => config.max_body_tokens = Setting { value: self.number(name, value, 1_000_000)?, origin },
            name => {
                let help = match near::nearest(name, KEYS) {
                    Some(near) => format!("write `{near}`"),
                    None => format!("the keys are {}", KEYS.join(", ")),
                };
                return Err(self.error(key.span, format!("unknown key `{name}`"), help));
            }
        }
        Ok(())
    }

    fn wrong(&self, name: &str, value: &Value, wanted: &str) -> ConfigError {
        self.error(value.span, format!("`{name}` is {}, not {wanted}", value.type_name()), format!("give {wanted}"))
    }

    fn string(&self, name: &str, value: &Value) -> Result<String, ConfigError> {
        value.as_str().map(str::to_owned).ok_or_else(|| self.wrong(name, value, "a string"))
    }

    fn strings(&self, name: &str, value: &Value) -> Result<Vec<(String, Span)>, ConfigError> {
        let items = value.as_list().ok_or_else(|| self.wrong(name, value, "a list of strings"))?;
        items.iter().map(|item| Ok((self.string(name, item)?, item.span))).collect()
    }

    fn rules(&self, name: &str, value: &Value) -> Result<Vec<String>, ConfigError> {
        let id = |(id, span): (String, Span)| match rules::by_id(&id) {
            Some(rule) => Ok(rule.meta().id.to_owned()),
            None => Err(self.error(span, format!("`{id}` in `{name}` is no rule"), "`microagent rules` lists the rules")),
        };
        self.strings(name, value)?.into_iter().map(id).collect()
    }

    fn patterns(&self, name: &str, value: &Value) -> Result<Vec<String>, ConfigError> {
        let patterns = self.strings(name, value)?;
        self.few(name, patterns.len(), value)?;
        let patterns = patterns.into_iter().map(|(pattern, span)| self.pattern(pattern, span)).collect::<Result<Vec<_>, _>>()?;
        if let Err((_, problem)) = Globs::new(Path::new("/"), patterns.iter().map(String::as_str)) {
            let help = "give fewer or simpler patterns";
            return Err(self.error(value.span, format!("the patterns of `{name}` are too much together: {problem}"), help));
        }
        Ok(patterns)
    }

    fn few(&self, name: &str, many: usize, value: &Value) -> Result<(), ConfigError> {
        if many <= MAX_PATTERNS {
            return Ok(());
        }
        let message = format!("`{name}` has {many} patterns, more than {MAX_PATTERNS}");
        Err(self.error(value.span, message, "name directories instead of files"))
    }

    fn pattern(&self, pattern: String, span: Span) -> Result<String, ConfigError> {
        if pattern.len() > MAX_PATTERN_BYTES {
            let message = format!("a pattern of {} bytes is longer than {MAX_PATTERN_BYTES}", pattern.len());
            return Err(self.error(span, message, "write a shorter one"));
        }
        let problem = Globs::new(Path::new("/"), [pattern.as_str()]).err();
        match problem {
            Some((_, problem)) => {
                Err(self.error(span, format!("the pattern `{pattern}` is broken: {problem}"), "write it as in a `.gitignore`"))
            }
            None => Ok(pattern),
        }
    }

    fn path_ignores(&self, name: &str, value: &Value) -> Result<Vec<PathIgnore>, ConfigError> {
        let entries = value.as_map().ok_or_else(|| self.wrong(name, value, "a mapping from patterns to lists of rules"))?;
        self.few(name, entries.len(), value)?;
        let ignore = |(pattern, rules): &(Value, Value)| {
            let span = pattern.span;
            Ok(PathIgnore { pattern: self.pattern(self.string(name, pattern)?, span)?, rules: self.rules(name, rules)? })
        };
        entries.iter().map(ignore).collect()
    }

    fn one_of<T: Copy>(&self, name: &str, value: &Value, known: &[(&str, T)]) -> Result<T, ConfigError> {
        let text = self.string(name, value)?;
        let found = known.iter().find(|(known, _)| *known == text).map(|(_, value)| *value);
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        found.ok_or_else(|| self.error(value.span, format!("`{name}` is `{text}`"), format!("give one of {}", names.join(", "))))
    }

    fn number(&self, name: &str, value: &Value, most: usize) -> Result<usize, ConfigError> {
        let number = match &value.data {
            Data::Int(digits) => digits.parse().ok().filter(|number| (1..=most).contains(number)),
            _ => return Err(self.wrong(name, value, "a number")),
        };
        number.ok_or_else(|| self.error(value.span, format!("`{name}` is out of range"), format!("give a number from 1 to {most}")))
    }

    /// `dir` joined to the directory of the configuration, which it may not leave, through links neither.
    fn inside(&self, dir: &str, span: Span) -> Result<PathBuf, ConfigError> {
        let root = self.path.parent().unwrap_or(Path::new("."));
        let joined = root.join(dir);
        let plain = Path::new(dir).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let real = self.tree.canonical(&joined);
        let kept = real.as_ref().map_or(true, |real| self.tree.canonical(root).is_ok_and(|root| real.starts_with(root)));
        if !plain || dir.is_empty() || !kept {
            let help = "name a directory below this file, or give the other one as a flag";
            return Err(self.error(span, format!("`{dir}` lies outside the directory of this file"), help));
        }
        if self.tree.kind(&joined) != Some(FileKind::Dir) {
            return Err(self.error(span, format!("`{dir}` is no directory"), "create it, or remove the line"));
        }
        Ok(joined)
    }
}

const LOADERS: [(&str, Loader); 2] = [("sdk", Loader::Sdk), ("legacy", Loader::Legacy)];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::memory::Memory;

    fn read(text: &str) -> Result<Config, String> {
        let tree =
            Memory::new().dir("/r/.git").dir("/r/orgs/one").dir("/out").link("/r/link", "../out").file(Path::new("/r").join(FILE), text);
        Config::load(&tree, Path::new("/r/sub/dir"), Path::new("/")).map_err(|error| format!("{error}\n{}", error.help))
    }

    #[test]
    fn every_key_is_read_with_its_line() {
        let config = read(
            "# ours\nloader: legacy\nselect: [byte-order-mark]\nignore: []\nper-path-ignore:\n  docs/: [byte-order-mark]\nfail-on: warning\n\
             exclude:\n- '*.tmp'\norg-dirs: [orgs/one]\npublic-dir: ./orgs/\nmax-description: 200\nmax-body-tokens: 900\n",
        )
        .unwrap();
        assert_eq!(config.loader, Setting { value: Loader::Legacy, origin: Origin::File(2) });
        assert_eq!(config.select.value, ["byte-order-mark"]);
        assert_eq!(config.per_path_ignore.value, [PathIgnore { pattern: "docs/".into(), rules: vec!["byte-order-mark".into()] }]);
        assert_eq!(config.fail_on, Setting { value: FailOn::Warning, origin: Origin::File(7) });
        assert_eq!(config.org_dirs.value, [PathBuf::from("/r/orgs/one")]);
        assert_eq!(config.max_description.value, 200);
        assert_eq!(config.root(), Path::new("/r"));
        assert!(config.settings().iter().all(|(_, _, origin)| *origin != Origin::Default));
        assert_eq!(config.settings().len(), KEYS.len());
    }

    #[test]
    fn what_is_not_understood_is_an_error_with_the_line() {
        for (text, expected) in [
            ("a: 1\n", ":1: unknown key `a`\nthe keys are loader, "),
            ("fail-on: error\nselects: []\n", ":2: unknown key `selects`\nwrite `select`"),
            ("[a]\n", ":1: the configuration is a list, not a mapping\n"),
            ("\nloader: v1\n", ":2: `loader` is `v1`\ngive one of sdk, legacy"),
            ("select: x\n", ":1: `select` is a string, not a list of strings\n"),
            ("select:\n- byte-order-mark\n- nope\n", ":3: `nope` in `select` is no rule\n"),
            ("fail-on: no\n", ":1: `fail-on` is a boolean, not a string\n"),
            ("exclude: ['{a']\n", ":1: the pattern `{a` is broken: "),
            ("max-description: 1025\n", ":1: `max-description` is out of range\ngive a number from 1 to 1024"),
            ("max-body-tokens: -1\n", ":1: `max-body-tokens` is out of range\n"),
            ("ignore: []\nignore: []\n", ":2: the key `ignore` stands here a second time\n"),
            ("ignore: [\n", ":"),
            ("org-dirs: [../out]\n", ":1: `../out` lies outside the directory of this file\n"),
            ("org-dirs:\n- /out\n", ":2: `/out` lies outside the directory of this file\n"),
            ("org-dirs: [link]\n", ":1: `link` lies outside the directory of this file\n"),
            ("public-dir: none\n", ":1: `none` is no directory\n"),
            ("public-dir: ''\n", ":1: `` lies outside the directory of this file\n"),
        ] {
            let error = read(text).unwrap_err();
            let expected = format!("r/{FILE}{expected}");
            assert!(error.starts_with(&expected), "{text:?}\n{error}\n{expected}");
        }
    }

    #[test]
    fn a_huge_configuration_is_refused_at_once() {
        let lines = |count: usize, line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<Vec<_>>().concat();
        let many = lines(60_000, &|number| format!("k{number}: 1\n"));
        assert!(read(&many).unwrap_err().contains(":1: unknown key `k0`"));
        let many = lines(1_001, &|number| format!("- a{number}\n"));
        let error = read(&format!("\nexclude:\n{many}")).unwrap_err();
        assert!(error.contains(":3: `exclude` has 1001 patterns, more than 1000"), "{error}");
        let error = read(&format!("exclude: ['{}']\n", "a".repeat(1_001))).unwrap_err();
        assert!(error.contains(":1: a pattern of 1001 bytes is longer than 1000"), "{error}");
    }

    #[test]
    fn an_empty_file_says_nothing_and_a_missing_one_neither() {
        for text in ["", "# nothing\n", "~\n"] {
            let config = read(text).unwrap();
            assert!(config.settings().iter().all(|(_, _, origin)| *origin == Origin::Default));
            assert!(config.file.is_some());
        }
        let tree = Memory::new().file(Path::new("/").join(FILE), "nonsense").dir("/r/sub");
        let load = |working: &str| Config::load(&tree, Path::new("/r/sub"), Path::new(working)).map(|config| config.file);
        assert_eq!(load("/r"), Ok(None), "above where the run was started, in no work tree");
        assert_eq!(load("/elsewhere"), Ok(None));
        assert_eq!(load("/").unwrap_err().line, 1);
    }
}
