//! Which files beside a skill are texts that the model may read with it.

use super::File;

/// The text files in the `references/` of a SKILL.md, by path relative to the directory linted.
pub fn texts_beside(file: File<'_>) -> Vec<String> {
    let Some(resources) = file.microagent().and_then(|microagent| microagent.resources.as_ref()) else { return Vec::new() };
    let Some((folder, _)) = file.entry.path.rsplit_once('/') else { return Vec::new() };
    let text = |name: &&String| [".md", ".mdc", ".txt"].iter().any(|end| name.ends_with(end));
    resources.references.iter().filter(text).map(|name| format!("{folder}/references/{name}")).collect()
}
