//! Whether a microagent that a person names is there, and which one is meant when it is not.

use super::CliError;
use crate::catalog::Catalog;
use crate::near;
use crate::visible;

/// Refuses names that nothing in `catalogs`, loaded or not, has; with `paths`, a file may be named by its path too.
pub(super) fn exists(names: &[String], catalogs: &[Catalog], paths: bool) -> Result<(), CliError> {
    let is_path = |name: &str| catalogs.iter().any(|catalog| catalog.entries.iter().any(|entry| entry.path == name));
    let missing = names.iter().find_map(|name| {
        let helps: Option<Vec<String>> = catalogs.iter().map(|catalog| absent(name, catalog)).collect();
        helps.filter(|_| !(paths && is_path(name))).map(|helps| (name, helps.into_iter().next()))
    });
    match missing {
        None => Ok(()),
        Some((name, help)) => {
            Err(CliError::new(format!("there is no microagent `{}`", visible::line(name))).help(help.unwrap_or_default()))
        }
    }
}

/// What to do about a name that nothing in `catalog`, loaded or not, has; `None` when something has it.
pub(super) fn absent(name: &str, catalog: &Catalog) -> Option<String> {
    let all = || catalog.entries.iter().flat_map(|entry| entry.names().filter(|name| *name != entry.path));
    if all().any(|known| known == name) {
        return None;
    }
    let by_path = catalog.entries.iter().find(|entry| entry.path == name).and_then(|entry| entry.names().next());
    let meant = by_path.filter(|known| *known != name).or_else(|| near::nearest(name, all()));
    Some(meant.map_or("`microagent list` shows them all".to_owned(), |near| format!("did you mean `{}`?", visible::line(near))))
}
