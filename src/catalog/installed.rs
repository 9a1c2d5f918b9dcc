//! Skills installed into the user's store: `load_installed_skills`.

use std::collections::BTreeMap;
use std::path::Path;

use super::pile::Pile;
use super::read::Reader;
use super::{Entry, Outcome, skills_dir};
use crate::microagent::name;
use crate::microagent::sdk::is_skill_file;
use crate::source::MAX_FILE_BYTES;
use crate::tree::{Content, FileKind};

/// The store's name below `skills/`.
pub(super) const DIR: &str = "installed";

/// Loads the enabled ones of the store at `dir`. Directories that the store does not know are adopted when they load; a
/// known one that does not load takes all with it.
pub(super) fn load(reader: &Reader<'_>, dir: &Path) -> Pile {
    let mut pile = Pile::default();
    if reader.tree.kind(dir) != Some(FileKind::Dir) {
        return pile;
    }
    let known = known(reader, dir);
    let mut broken = None;
    // flat files are none of the store's business
    let is_skill = |entry: &Entry| entry.file.file_name().is_some_and(|name| is_skill_file(&name.to_string_lossy()));
    for entry in skills_dir::load(reader, dir, dir, None).into_iter().filter(is_skill) {
        let folder = entry.file.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let valid = name::is_strict(&folder);
        match (&entry.outcome, known.get(&folder)) {
            (Outcome::Loaded(_), enabled) if valid => {
                if *enabled.unwrap_or(&true) {
                    pile.first_wins(entry);
                } else {
                    pile.first_wins(reader.out_of_reach(entry.file, "it is installed and disabled"));
                }
            }
            (_, Some(true)) if valid => {
                broken = broken.or_else(|| Some(entry.behind()));
                pile.first_wins(entry);
            }
            _ => pile.first_wins(entry),
        }
    }
    if let Some(broken) = broken {
        pile.reject(&broken);
    }
    pile
}

/// The names that the store's own list holds, and whether each is enabled.
fn known(reader: &Reader<'_>, dir: &Path) -> BTreeMap<String, bool> {
    let Ok(Content::Bytes(bytes)) = reader.tree.read(&dir.join(".installed.json"), MAX_FILE_BYTES) else { return BTreeMap::new() };
    let Ok(list) = serde_json::from_slice::<serde_json::Value>(&bytes) else { return BTreeMap::new() };
    let entries = ["extensions", "plugins", "skills"].iter().find_map(|key| list.get(key)?.as_object());
    let enabled = |value: &serde_json::Value| value.get("enabled").and_then(serde_json::Value::as_bool).unwrap_or(true);
    entries.into_iter().flatten().map(|(name, value)| (name.clone(), enabled(value))).collect()
}
