//! One skills directory as the SDK scans it: `load_skills_from_dir`.

use std::path::{Path, PathBuf};

use super::read::Reader;
use super::walk::{Found, walk};
use super::{Behind, Entry};
use crate::document::Problem;
use crate::microagent::sdk::{self, File, is_skill_file};
use crate::microagent::{Microagent, Resources};
use crate::tree::{DirEntry, FileKind};

/// A directory with a SKILL.md.
struct SkillFolder {
    name: String,
    file: String,
    entries: Vec<DirEntry>,
}

/// Loads `dir`: its SKILL.md files, then its flat files, each in sorted order, what is refused or never reached among them.
/// Names of flat files are relative to `names_from`; the subdirectory `hidden` of `dir` is left out of the
/// scan for flat files.
pub(super) fn load(reader: &Reader<'_>, dir: &Path, names_from: &Path, hidden: Option<&str>) -> Vec<Entry> {
    let mut loaded = Vec::new();
    let listing = match reader.tree.entries(dir) {
        Ok(listing) => listing,
        Err(error) => {
            if reader.tree.link_kind(dir).is_some() {
                let what = if reader.tree.kind(dir) == Some(FileKind::File) { "it is a file".to_owned() } else { error.to_string() };
                loaded.push(reader.out_of_reach(dir.to_path_buf(), format!("a directory of skills is expected here: {what}")));
            }
            return loaded;
        }
    };
    let mut folders = Vec::new();
    let mut blocked = None;
    for entry in listing {
        if reader.tree.kind(&dir.join(&entry.name)) != Some(FileKind::Dir) {
            continue;
        }
        match reader.tree.entries(&dir.join(&entry.name)) {
            Ok(entries) => folders.extend(skill_folder(reader, dir, entry.name, entries)),
            // the loader lists before it reads: the exception loses the whole directory
            Err(_) => blocked = blocked.or_else(|| Some(dir.join(&entry.name))),
        }
    }
    let names: std::collections::HashSet<String> = folders.iter().map(|folder| folder.name.clone()).collect();
    for folder in folders {
        load_folder(reader, dir, &folder, &mut loaded);
    }
    let skip = |relative: &str| names.contains(relative) || Some(relative) == hidden;
    for found in walk(reader.tree, dir, &skip) {
        // a linked directory with a SKILL.md is a skill, not a flat file
        if !names.contains(&found.relative) && Some(found.relative.as_str()) != hidden {
            load_flat(reader, dir, names_from, &found, &mut loaded);
        }
    }
    if let Some(blocked) = blocked {
        let by = Behind { path: reader.shown(&blocked), file: blocked.clone() };
        loaded = loaded.into_iter().map(|entry| entry.rejected(&by)).collect();
        loaded.push(reader.out_of_reach(blocked, "the directory cannot be listed, and the loader drops everything beside it"));
    }
    loaded
}

/// The SKILL.md of a subdirectory: the first regular file of that name, in any letter case, in sorted order.
fn skill_folder(reader: &Reader<'_>, dir: &Path, name: String, entries: Vec<DirEntry>) -> Option<SkillFolder> {
    let is_file = |entry: &&DirEntry| reader.tree.kind(&dir.join(&name).join(&entry.name)) == Some(FileKind::File);
    let file = entries.iter().filter(|entry| is_skill_file(&entry.name)).find(is_file)?.name.clone();
    Some(SkillFolder { name, file, entries })
}

/// What a manifest's `name` resolves to: `NAME/SKILL.md`, else `NAME.md`, both spelled exactly.
pub(super) fn named(reader: &Reader<'_>, dir: &Path, names_from: &Path, name: &str) -> Option<Entry> {
    let is_file = |path: &Path| reader.tree.kind(path) == Some(FileKind::File);
    if is_file(&dir.join(name).join("SKILL.md")) {
        let entries = reader.tree.entries(&dir.join(name)).ok()?;
        return Some(skill(reader, dir, &SkillFolder { name: name.to_owned(), file: "SKILL.md".into(), entries }));
    }
    let flat_file = dir.join(format!("{name}.md"));
    is_file(&flat_file).then(|| flat(reader, flat_file, names_from))
}

fn load_folder(reader: &Reader<'_>, dir: &Path, folder: &SkillFolder, loaded: &mut Vec<Entry>) {
    loaded.push(skill(reader, dir, folder));
    for other in folder.entries.iter().filter(|entry| is_skill_file(&entry.name) && entry.name != folder.file) {
        let message = format!("`{}` beside it is the one the loader takes", folder.file);
        loaded.push(reader.out_of_reach(dir.join(&folder.name).join(&other.name), message));
    }
}

/// A SKILL.md, loaded, with what lies beside it.
fn skill(reader: &Reader<'_>, dir: &Path, folder: &SkillFolder) -> Entry {
    let path = dir.join(&folder.name);
    let file = path.join(&folder.file);
    let has = |name: &str| folder.entries.iter().any(|entry| entry.name == name);
    let mcp_json = has(".mcp.json").then(|| reader.beside(&path.join(".mcp.json"))).flatten();
    let at = File { name: &folder.file, dir_name: &folder.name, relative: &folder.file, mcp_json: mcp_json.as_deref() };
    let resources = || resources(reader, &path, &folder.entries);
    reader.entry(file, |document| Ok(Microagent { resources: resources(), ..sdk::load(document, &at)? }))
}

/// `discover_skill_resources`: every regular file below the three folders, hidden ones included.
fn resources(reader: &Reader<'_>, skill: &Path, entries: &[DirEntry]) -> Option<Resources> {
    let below = |folder: &str| -> Vec<String> {
        let dir = skill.join(folder);
        if !entries.iter().any(|entry| entry.name == folder) {
            return Vec::new();
        }
        let is_file = |found: &Found| reader.tree.kind(&dir.join(&found.relative)) == Some(FileKind::File);
        walk(reader.tree, &dir, &|_| false).into_iter().filter(is_file).map(|found| found.relative).collect()
    };
    let resources = Resources { scripts: below("scripts"), references: below("references"), assets: below("assets") };
    let empty = resources.scripts.is_empty() && resources.references.is_empty() && resources.assets.is_empty();
    (!empty).then_some(resources)
}

/// A file outside every directory with a SKILL.md: a flat microagent, or one that looks like it and is never reached.
fn load_flat(reader: &Reader<'_>, dir: &Path, names_from: &Path, found: &Found, loaded: &mut Vec<Entry>) {
    let file = dir.join(&found.relative);
    let name = found.name();
    let lower = name.to_lowercase();
    let leads_nowhere = found.kind == FileKind::Link && reader.tree.kind(&file).is_none();
    if name.ends_with(".md") && name != "README.md" && lower != "skill.md" {
        loaded.push(flat(reader, file, names_from));
    } else if leads_nowhere && found.depth() == 0 && !name.contains('.') {
        loaded.push(reader.out_of_reach(file, "the link leads nowhere; a directory with a SKILL.md is expected here"));
    } else if found.kind != FileKind::Dir
        && let Some(message) = unreached(found, &lower)
    {
        let entry = reader.out_of_reach(file, message);
        // a README is a README unless it was written as a microagent
        if name != "README.md" || entry.document.as_ref().is_some_and(|document| document.parts.is_some()) {
            loaded.push(entry);
        }
    }
}

/// A flat file, loaded; its name is relative to `names_from`.
pub(super) fn flat(reader: &Reader<'_>, file: PathBuf, names_from: &Path) -> Entry {
    let text = |path: Option<&std::ffi::OsStr>| path.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = text(file.file_name());
    let dir_name = text(file.parent().and_then(Path::file_name));
    let relative = file.strip_prefix(names_from).unwrap_or(&file).to_string_lossy().into_owned();
    let load = |document: &_| -> Result<Microagent, Vec<Problem>> {
        sdk::load(document, &File { name: &name, dir_name: &dir_name, relative: &relative, mcp_json: None })
    };
    reader.entry(file, load)
}

/// Why a file that looks like a microagent is never loaded; `None` when it does not look like one.
fn unreached(found: &Found, lower: &str) -> Option<String> {
    let name = found.name();
    if lower == "skill.md" {
        if found.depth() == 1 {
            return Some("it is not a regular file; the loader passes over it".into());
        }
        let place = if found.depth() == 0 { "directly in the skills directory" } else { "more than one directory down" };
        return Some(format!("it stands {place}; the loader looks exactly one directory down"));
    }
    if name == "README.md" {
        return Some("a file called README.md is never loaded".into());
    }
    found.looks_like_one().then(|| "only names that end in `.md`, in lower case, are read".into())
}
