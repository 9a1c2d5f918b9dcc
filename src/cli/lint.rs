//! `microagent lint`.

use std::path::PathBuf;

use super::sources::LoaderArg;
use super::{CliError, Exit, Streams};
use crate::catalog::Roots;
use crate::lint::{self, Options, Scope, ScopeKind};
use crate::report;
use crate::tree::disk::Disk;
use crate::tree::walk::walk;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Directories or files to check
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    /// The runtime to check for
    #[arg(long, value_name = "LOADER", default_value = "sdk")]
    loader: LoaderArg,
}

pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Exit, CliError> {
    let mut scopes = Vec::new();
    for path in &args.paths {
        let prefix = if path.as_os_str() == "." { String::new() } else { format!("{}/", path.display()) };
        let mut scope = Scope::load(&Disk, ScopeKind::Repository, path, prefix, &Roots::default(), args.loader.into())?;
        scope.listing = walk(&Disk, path, false).listing;
        scopes.push(scope);
    }
    let report = lint::run(&Disk, &scopes, &Options::default());
    streams.print(&report::text::text(&report))?;
    if !report.failures.is_empty() {
        return Ok(Exit::Failed);
    }
    Ok(if report.summary.errors > 0 { Exit::Findings } else { Exit::Ok })
}
