//! What one run of `lint` looks at, and how: flags and configuration made into one value that lints any tree.

use std::path::{Path, PathBuf};

use super::args::{Args, Profile};
use crate::catalog::Roots;
use crate::cli::CliError;
use crate::config::{Config, PathIgnore};
use crate::lint::baseline::Known;
use crate::lint::{Options, Request, Targets, rules};
use crate::report::place::Base;
use crate::tree::disk::Disk;
use crate::tree::globs::Globs;
use crate::tree::{self, Tree};

/// A run.
pub(super) struct Job {
    /// Configuration and flags.
    pub(super) config: Config,
    /// Which rules run, on what.
    pub(super) options: Options,
    /// The directory that paths are shown relative to.
    pub(super) working: PathBuf,
    /// What was named, absolute.
    pub(super) paths: Vec<PathBuf>,
    home: Option<PathBuf>,
    beside: Roots,
    exclude: Option<Globs>,
}

impl Job {
    pub(super) fn new(args: &Args) -> Result<Self, CliError> {
        let working = std::env::current_dir()?;
        let named = args.stdin_filename.as_ref().map_or(&args.paths[..], std::slice::from_ref);
        let mut paths = named.iter().map(|path| absolute(path)).collect::<Result<Vec<_>, _>>()?;
        if args.allow_empty && args.stdin_filename.is_none() {
            paths.retain(|path| Disk.link_kind(path).is_some());
        }
        let config = config(args, paths.first().unwrap_or(&working), &working)?;
        let sources = &args.sources;
        check(args, &config)?;
        let home = sources.user_dir.clone().or_else(|| std::env::var_os("HOME").map(PathBuf::from));
        let home = home.filter(|home| !home.as_os_str().is_empty()).map(|home| absolute(&home)).transpose()?;
        let beside = Roots {
            user: sources.user_dir.clone(),
            orgs: config.org_dirs.value.clone(),
            public: config.public_dir.value.clone(),
            marketplace: sources.marketplace.clone(),
            ..Roots::default()
        };
        let per_path_ignore = config
            .per_path_ignore
            .value
            .iter()
            .map(|PathIgnore { pattern, rules }| Ok((globs(&config, std::slice::from_ref(pattern))?, rules.clone())));
        let options = Options {
            portable: args.profile == Profile::Portable,
            select: config.select.value.clone(),
            ignore: config.ignore.value.clone(),
            no_ignore: args.no_ignore,
            per_path_ignore: per_path_ignore.collect::<Result<_, CliError>>()?,
            max_description: Some(config.max_description.value),
            max_body_tokens: Some(config.max_body_tokens.value),
        };
        let excluded = !args.no_ignore && !config.exclude.value.is_empty();
        let exclude = if excluded { Some(globs(&config, &config.exclude.value)?) } else { None };
        Ok(Self { config, options, working, paths, home, beside, exclude })
    }

    /// What there is to lint in `tree`.
    pub(super) fn targets(&self, tree: &dyn Tree, paths: &[PathBuf]) -> Result<Targets, CliError> {
        let request = Request {
            tree,
            loader: self.config.loader.value,
            beside: &self.beside,
            working: &self.working,
            home: self.home.as_deref(),
            all: self.options.no_ignore,
        };
        let mut targets = Targets::load(&request, paths)?;
        for scope in &mut targets.scopes {
            scope.exclude.clone_from(&self.exclude);
        }
        Ok(targets)
    }

    /// Where the repository of what is linted begins.
    pub(super) fn base(&self) -> Base {
        Base::new(&self.working, self.root())
    }

    fn root(&self) -> &Path {
        let first = self.paths.first().unwrap_or(&self.working);
        tree::git_root(&Disk, first).unwrap_or(&self.working)
    }

    /// Whether this run looks for what an entry of a baseline is about.
    pub(super) fn looked_at(&self, known: &Known) -> bool {
        let runs = rules::by_id(&known.rule).is_none_or(|rule| self.options.runs(rule));
        let path = tree::lexical(&self.root().join(&known.path));
        runs && self.paths.iter().any(|named| path.starts_with(named))
    }
}

/// Refuses flags about other sources that would say nothing.
fn check(args: &Args, config: &Config) -> Result<(), CliError> {
    let sources = &args.sources;
    if !sources.only.is_empty() {
        let help = "name what to check as PATH: other sources are read only for conflicts with it";
        return Err(CliError::new("`--only` does not choose what is checked").help(help));
    }
    let mut given = sources.user_dir.iter().chain(&sources.org_dir).chain(&sources.public_dir);
    if let Some(missing) = given.find(|dir| !dir.is_dir()) {
        return Err(CliError::new(format!("{}: no such directory", missing.display())).help("give a directory that exists"));
    }
    let Some(manifest) = &sources.marketplace else { return Ok(()) };
    let Some(public) = &config.public_dir.value else {
        return Err(CliError::new("`--marketplace` names a file of the public registry").help("give its checkout as `--public-dir`"));
    };
    if !public.join(manifest).is_file() {
        return Err(CliError::new(format!("{}: no such file", public.join(manifest).display())).help("give a manifest that exists"));
    }
    Ok(())
}

/// The file's settings, overridden by flags, for a run on `path`.
fn config(args: &Args, path: &Path, working: &Path) -> Result<Config, CliError> {
    let dir = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let mut config = Config::load(&Disk, dir, working)?;
    let known = |id: &String| {
        let rule = rules::by_id(id.trim()).ok_or_else(|| crate::cli::rules::unknown(id))?;
        Ok(rule.meta().id.to_string())
    };
    let ids = |ids: &[String]| ids.iter().map(known).collect::<Result<Vec<_>, CliError>>();
    if args.no_ignore {
        config.ignore.value.clear();
    }
    let (select, mut ignore) = (ids(&args.select)?, ids(&args.ignore)?);
    let ignore = (!ignore.is_empty()).then(|| {
        // leaving out more does not bring back what the configuration leaves out
        ignore.splice(0..0, config.ignore.value.iter().cloned());
        ignore
    });
    let given = |list: &[PathBuf]| (!list.is_empty()).then(|| list.to_vec());
    config.loader = config.loader.or_flag("--loader", args.loader.map(Into::into));
    config.select = config.select.or_flag("--select", (!select.is_empty()).then_some(select));
    config.ignore = config.ignore.or_flag("--ignore", ignore);
    config.fail_on = config.fail_on.or_flag("--fail-on", args.fail_on.map(Into::into));
    config.org_dirs = config.org_dirs.or_flag("--org-dir", given(&args.sources.org_dir));
    let public = args.sources.public_dir.clone().map(Some).or_else(|| args.sources.no_public.then_some(None));
    config.public_dir = config.public_dir.or_flag("--public-dir", public);
    Ok(config)
}

fn globs(config: &Config, patterns: &[String]) -> Result<Globs, CliError> {
    Globs::new(config.root(), patterns.iter().map(String::as_str)).map_err(|(_, problem)| CliError::new(problem))
}

/// `path` made absolute; links are followed only where `..` cannot be understood without.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, CliError> {
    if path.components().any(|part| part.as_os_str() == "..") && path.exists() {
        return Ok(path.canonicalize()?);
    }
    let clean: PathBuf = path.components().filter(|part| part.as_os_str() != ".").collect();
    Ok(if clean.as_os_str().is_empty() { std::env::current_dir()? } else { std::path::absolute(clean)? })
}
