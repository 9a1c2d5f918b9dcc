//! `.microagent.yaml` and flags, merged into one immutable value that remembers where each part comes from. A
//! configuration belongs to the repository that is looked at, so it can name no file outside of it and run nothing.

mod file;
mod setting;

pub use file::{ConfigError, FILE};
pub use setting::{FailOn, Origin, PathIgnore, Setting};

use std::path::{Path, PathBuf};

use crate::lint::MAX_BODY_TOKENS;
use crate::microagent::{Loader, MAX_DESCRIPTION_CHARS};
use crate::tree::Tree;

/// What a run goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The file it was read from.
    pub file: Option<PathBuf>,
    /// The runtime mirrored.
    pub loader: Setting<Loader>,
    /// Ids of the rules to run; empty: those that are on by default.
    pub select: Setting<Vec<String>>,
    /// Ids of rules not to run.
    pub ignore: Setting<Vec<String>>,
    /// Ids of rules not to run on files that match a pattern.
    pub per_path_ignore: Setting<Vec<PathIgnore>>,
    /// From which severity on findings fail a run.
    pub fail_on: Setting<FailOn>,
    /// Patterns of files not to lint.
    pub exclude: Setting<Vec<String>>,
    /// Checkouts of the organization's repository.
    pub org_dirs: Setting<Vec<PathBuf>>,
    /// A checkout of the public registry.
    pub public_dir: Setting<Option<PathBuf>>,
    /// The longest description that is not reported, in characters.
    pub max_description: Setting<usize>,
    /// The largest text of a microagent that is not always on that is not reported, in estimated tokens.
    pub max_body_tokens: Setting<usize>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            file: None,
            loader: Setting::default_of(Loader::Sdk),
            select: Setting::default_of(Vec::new()),
            ignore: Setting::default_of(Vec::new()),
            per_path_ignore: Setting::default_of(Vec::new()),
            fail_on: Setting::default_of(FailOn::Error),
            exclude: Setting::default_of(Vec::new()),
            org_dirs: Setting::default_of(Vec::new()),
            public_dir: Setting::default_of(None),
            max_description: Setting::default_of(MAX_DESCRIPTION_CHARS),
            max_body_tokens: Setting::default_of(MAX_BODY_TOKENS),
        }
    }
}

impl Config {
    /// The configuration for a run on `dir`, started in `working`, both absolute: what the nearest [`FILE`] between `dir` and
    /// the root of its work tree says (outside a work tree up to `working`, or only in `dir` itself), the defaults otherwise.
    pub fn load(tree: &dyn Tree, dir: &Path, working: &Path) -> Result<Self, ConfigError> {
        file::load(tree, dir, working)
    }

    /// The directory that its patterns are relative to.
    pub fn root(&self) -> &Path {
        self.file.as_deref().and_then(Path::parent).unwrap_or(Path::new("."))
    }

    /// Every setting by its key in the file: its value in words, and where it comes from.
    pub fn settings(&self) -> Vec<(&'static str, serde_json::Value, Origin)> {
        fn row<T>(
            name: &'static str,
            setting: &Setting<T>,
            json: impl Fn(&T) -> serde_json::Value,
        ) -> (&'static str, serde_json::Value, Origin) {
            (name, json(&setting.value), setting.origin)
        }
        let list = |list: &Vec<String>| serde_json::json!(list);
        let path = |path: &PathBuf| serde_json::json!(path.to_string_lossy());
        let ignores =
            |ignores: &Vec<PathIgnore>| ignores.iter().map(|ignore| (ignore.pattern.clone(), serde_json::json!(ignore.rules))).collect();
        vec![
            row("loader", &self.loader, |loader| loader.name().into()),
            row("select", &self.select, list),
            row("ignore", &self.ignore, list),
            row("per-path-ignore", &self.per_path_ignore, ignores),
            row("fail-on", &self.fail_on, |fail_on| fail_on.name().into()),
            row("exclude", &self.exclude, list),
            row("org-dirs", &self.org_dirs, |dirs| dirs.iter().map(path).collect()),
            row("public-dir", &self.public_dir, |dir| dir.as_ref().map_or(serde_json::Value::Null, path)),
            row("max-description", &self.max_description, |max| (*max).into()),
            row("max-body-tokens", &self.max_body_tokens, |max| (*max).into()),
        ]
    }
}
