//! The marketplace manifest that narrows the public registry: `load_public_skills`, `marketplace/types.py`.

use std::path::Path;

use serde_json::Value;

use super::layout::DEFAULT_MARKETPLACE;
use crate::source::MAX_FILE_BYTES;
use crate::tree::{Content, Tree};

/// Which entries of the registry are loaded.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Filter {
    /// All of them.
    None,
    /// Those that the manifest `file` lists among its plugins.
    Only {
        /// Their names.
        names: Vec<String>,
        /// The manifest, relative to the registry's root.
        file: String,
    },
}

/// The filter of the registry at `root`. The default manifest may be missing or broken: then there is none. A manifest
/// that was asked for and cannot be loaded lets nothing through.
pub(super) fn names(tree: &dyn Tree, root: &Path, marketplace: Option<&str>) -> Filter {
    let file = marketplace.unwrap_or(DEFAULT_MARKETPLACE).to_owned();
    let listed = match tree.read(&root.join(&file), 16 * MAX_FILE_BYTES) {
        Ok(Content::Bytes(bytes)) => serde_json::from_slice(&bytes).ok().as_ref().and_then(plugin_names),
        _ => None,
    };
    match (listed, marketplace) {
        (Some(names), _) => Filter::Only { names, file },
        (None, None) => Filter::None,
        (None, Some(_)) => Filter::Only { names: Vec::new(), file },
    }
}

/// The names of a manifest's plugins; `None` when the model refuses the manifest.
fn plugin_names(manifest: &Value) -> Option<Vec<String>> {
    let text = |value: &Value, key: &str| value.get(key).is_some_and(Value::is_string);
    let valid_owner = manifest.get("owner").is_some_and(|owner| owner.is_object() && text(owner, "name"));
    if !text(manifest, "name") || !valid_owner {
        return None;
    }
    let list = |key: &str| match manifest.get(key) {
        None => Some(&[] as &[Value]),
        Some(value) => value.as_array().map(Vec::as_slice),
    };
    let plugins = list("plugins")?;
    let skills = list("skills")?;
    let valid_source = |source: &Value| match source.get("source").and_then(Value::as_str) {
        _ if source.is_string() => true,
        Some("github") => text(source, "repo"),
        Some("url") => text(source, "url"),
        Some(_) => true,
        None => false,
    };
    let valid = |entry: &Value| text(entry, "name") && entry.get("source").is_some_and(valid_source);
    if !plugins.iter().all(valid) || !skills.iter().all(|entry| text(entry, "name") && text(entry, "source")) {
        return None;
    }
    Some(plugins.iter().filter_map(|entry| entry.get("name")?.as_str().map(str::to_owned)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::memory::Memory;

    fn filter(text: &str, marketplace: Option<&str>) -> Filter {
        let tree = Memory::new().file(format!("/p/{}", marketplace.unwrap_or(DEFAULT_MARKETPLACE)), text);
        names(&tree, Path::new("/p"), marketplace)
    }

    #[test]
    fn a_broken_default_manifest_lets_everything_through() {
        for text in ["{", "[]", r#"{"name": "m"}"#, r#"{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "a"}]}"#] {
            assert_eq!(filter(text, None), Filter::None, "{text}");
            assert_eq!(filter(text, Some("m.json")), Filter::Only { names: Vec::new(), file: "m.json".into() }, "{text}");
        }
        let good = r#"{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "a", "source": "./anything"}], "skills": []}"#;
        assert_eq!(filter(good, None), Filter::Only { names: vec!["a".into()], file: DEFAULT_MARKETPLACE.into() });
    }
}
