//! The flags that say where microagents come from, shared by most commands.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::CliError;
use crate::catalog::{Catalog, Roots, Source};
use crate::config::Config;
use crate::microagent::Loader;
use crate::tree::disk::Disk;
use crate::tree::lexical;

/// `--loader`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LoaderArg {
    /// openhands-sdk
    Sdk,
    /// openhands-ai (V0)
    Legacy,
}

impl From<LoaderArg> for Loader {
    fn from(arg: LoaderArg) -> Self {
        match arg {
            LoaderArg::Sdk => Self::Sdk,
            LoaderArg::Legacy => Self::Legacy,
        }
    }
}

/// `--only`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SourceArg {
    /// The repository
    Repo,
    /// The user's home
    User,
    /// Organization checkouts
    Org,
    /// The public registry
    Public,
}

impl From<SourceArg> for Source {
    fn from(arg: SourceArg) -> Self {
        match arg {
            SourceArg::Repo => Self::Repo,
            SourceArg::User => Self::User,
            SourceArg::Org => Self::Org,
            SourceArg::Public => Self::Public,
        }
    }
}

/// Where microagents come from.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Sources")]
pub(super) struct SourceArgs {
    /// The home directory to read user microagents from [default: $HOME]
    #[arg(long, value_name = "DIR", conflicts_with = "no_user")]
    pub user_dir: Option<PathBuf>,
    /// Leave user microagents out
    #[arg(long)]
    pub no_user: bool,
    /// A checkout of the organization's repository; repeatable, later wins [default: `org-dirs` of the configuration]
    #[arg(long, value_name = "DIR")]
    pub org_dir: Vec<PathBuf>,
    /// A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime's own clone when present]
    #[arg(long, value_name = "DIR", conflicts_with = "no_public")]
    pub public_dir: Option<PathBuf>,
    /// The registry's marketplace manifest, relative to its checkout
    #[arg(long, value_name = "FILE")]
    pub marketplace: Option<String>,
    /// Leave public microagents out
    #[arg(long)]
    pub no_public: bool,
    /// Load only this source; repeatable
    #[arg(long, value_name = "SOURCE")]
    pub only: Vec<SourceArg>,
}

/// Where microagents come from, and which runtime is asked.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct CatalogArgs {
    /// Which runtime to agree with [default: that of the configuration, else sdk]
    #[arg(long, value_name = "LOADER")]
    pub loader: Option<LoaderArg>,
    #[command(flatten)]
    pub sources: SourceArgs,
}

impl CatalogArgs {
    /// The catalog for a run that works in `root`, read from disk as the runtime asked for reads it.
    pub(super) fn catalog(&self, root: &Path) -> Result<Catalog, CliError> {
        let loader = self.loader.map_or_else(|| configured_loader(root), |loader| Ok(loader.into()))?;
        self.sources.catalog(root, loader)
    }
}

/// The runtime that the configuration of `root` names, else the SDK.
pub(super) fn configured_loader(root: &Path) -> Result<Loader, CliError> {
    Ok(Config::load(&Disk, &lexical(root), &std::env::current_dir()?)?.loader.value)
}

impl SourceArgs {
    /// The roots for a run that works in `root`.
    pub(super) fn roots(&self, root: &Path) -> Result<Roots, CliError> {
        let env = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let wanted = |source: Source| self.only.is_empty() || self.only.iter().any(|arg| Source::from(*arg) == source);
        let user = self.user_dir.clone().or_else(|| env("HOME")).filter(|_| !self.no_user);
        let persistence = env("OH_PERSISTENCE_DIR").filter(|_| self.user_dir.is_none());
        let clone = || {
            let base = persistence.clone().or_else(|| Some(user.clone()?.join(".openhands")))?;
            Some(base.join("cache/skills/public-skills")).filter(|dir| dir.is_dir())
        };
        let given = self.user_dir.iter().chain(&self.org_dir).chain(&self.public_dir);
        if let Some(missing) = given.into_iter().find(|dir| !dir.is_dir()) {
            return Err(CliError::new(format!("{}: no such directory", missing.display())).help("give a directory that exists"));
        }
        if let (Some(dir), Some(file)) = (&self.public_dir, &self.marketplace)
            && !dir.join(file).is_file()
        {
            let message = format!("{}: no such manifest in {}", file, dir.display());
            return Err(CliError::new(message).help("give its path relative to the registry's checkout"));
        }
        let config = Config::load(&Disk, &lexical(root), &std::env::current_dir()?)?;
        let public = self.public_dir.clone().or_else(|| env("EXTENSIONS_PATH")).or(config.public_dir.value).or_else(clone);
        let public = public.filter(|_| !self.no_public);
        let orgs = if self.org_dir.is_empty() { config.org_dirs.value } else { self.org_dir.clone() };
        Ok(Roots {
            repo: wanted(Source::Repo).then(|| root.to_path_buf()),
            user: user.filter(|_| wanted(Source::User)),
            persistence,
            orgs: if wanted(Source::Org) { orgs } else { Vec::new() },
            public: public.filter(|_| wanted(Source::Public)),
            marketplace: self.marketplace.clone(),
        })
    }

    /// The catalog for a run that works in `root`, read from disk.
    pub(super) fn catalog(&self, root: &Path, loader: Loader) -> Result<Catalog, CliError> {
        Ok(Catalog::load(&Disk, &self.roots(root)?, loader)?)
    }
}
