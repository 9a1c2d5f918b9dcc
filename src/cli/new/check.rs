//! What the runtime and the lint rules would make of a file before it is written.

use std::path::{Path, PathBuf};

use super::super::CliError;
use super::{Planned, shown};
use crate::catalog::{Outcome, Reason, Roots};
use crate::diagnostic::Severity;
use crate::lint::{self, Options, Request, Targets};
use crate::microagent::Loader;
use crate::tree::disk::Disk;
use crate::tree::overlay::Overlay;

/// Loads and lints `planned` among the files that are there. What keeps it from loading and what lint calls an error
/// refuses it; the rest is given as notes.
pub(super) fn check(planned: &Planned, home: Option<&Path>) -> Result<Vec<String>, CliError> {
    let working = std::env::current_dir()?;
    let path = absolute(&planned.path)?;
    let home = home.map(absolute).transpose()?;
    let mut tree = Overlay::new(&Disk);
    tree.write(&path, planned.text.as_bytes());
    let beside = Roots::default();
    let request = Request { tree: &tree, loader: Loader::Sdk, beside: &beside, working: &working, home: home.as_deref(), all: true };
    let targets = Targets::load(&request, std::slice::from_ref(&path)).map_err(|error| CliError::new(error.to_string()))?;

    let entry = targets.scopes.iter().flat_map(|scope| &scope.catalog.entries).find(|entry| entry.file == path);
    let mut notes = Vec::new();
    match entry.map(|entry| &entry.outcome) {
        Some(Outcome::Loaded(_)) => {}
        Some(Outcome::NotLoaded(lost)) if lost.reason != Reason::OutOfReach => {
            return Err(CliError::new(format!("the runtime would not load {}: {}", shown(&planned.path), lost.message))
                .help("choose another name, or change what stands in its way"));
        }
        _ => notes.push(format!(
            "the runtime does not look for it there; it reads `.agents/skills` of the directory worked in ({})",
            shown(&planned.path)
        )),
    }
    for found in lint::run(&tree, &targets.scopes, &Options::default()).diagnostics {
        if found.severity == Severity::Error && entry.is_some() {
            return Err(CliError::new(format!("{}: {} ({})", shown(&planned.path), found.message, found.rule)).help(found.help));
        }
        notes.push(format!("{} ({}): {}", found.message, found.rule, found.help));
    }
    Ok(notes)
}

/// `path` from the root, without `.`, as the directories above it are spelled.
fn absolute(path: &Path) -> Result<PathBuf, CliError> {
    let clean: PathBuf = path.components().filter(|part| part.as_os_str() != ".").collect();
    Ok(std::path::absolute(clean)?)
}
