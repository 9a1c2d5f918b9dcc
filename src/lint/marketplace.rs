//! What the manifests of a public registry list, with the place of each entry in its JSON.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Checker;
use crate::source::SourceFile;
use crate::text::Span;
use crate::tree::FileKind;

/// A manifest.
pub struct Manifest {
    /// Its path relative to the registry's root.
    pub path: String,
    /// Its entries, `plugins` first; or why it cannot be read.
    pub entries: Result<Vec<Listing>, String>,
}

/// An entry of a manifest.
pub struct Listing {
    /// Its name.
    pub name: String,
    /// The directory that its source names, relative to the registry's root; `None` for sources elsewhere.
    pub dir: Option<String>,
    /// The name's bytes in the manifest, quotes included.
    pub span: Span,
}

/// The fixed places of manifests; those below `marketplaces/` come after them.
const FIXED: [&str; 2] = [".plugin/marketplace.json", ".claude-plugin/marketplace.json"];

/// The manifests of the registry linted, each once.
pub fn manifests(cx: &mut Checker<'_>) -> Vec<Manifest> {
    let below =
        cx.listing().iter().filter(|listed| listed.kind == FileKind::File && is_manifest(&listed.path)).map(|listed| listed.path.clone());
    let paths: Vec<String> = FIXED.iter().map(ToString::to_string).chain(below).collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for path in paths {
        let Ok(real) = cx.tree().canonical(&cx.root().join(&path)) else { continue };
        if seen.insert(real)
            && let Some(file) = cx.read_aside(&path)
        {
            found.push(Manifest { entries: read(&file), path });
        }
    }
    found
}

/// Whether `path`, relative to the root, is the place of a manifest.
pub fn is_manifest(path: &str) -> bool {
    FIXED.contains(&path) || path.strip_prefix("marketplaces/").is_some_and(|name| name.ends_with(".json") && !name.contains('/'))
}

fn read(file: &SourceFile) -> Result<Vec<Listing>, String> {
    let manifest: Value = serde_json::from_str(file.text()).map_err(|error| error.to_string())?;
    let mut from = 0;
    let mut entries = Vec::new();
    for list in ["plugins", "skills"] {
        for entry in manifest.get(list).and_then(Value::as_array).into_iter().flatten() {
            let Some(name) = entry.get("name").and_then(Value::as_str) else { continue };
            let span = name_span(file.text(), name, from).unwrap_or_default();
            from = span.end.max(from);
            let source = entry.get("source").and_then(Value::as_str);
            entries.push(Listing { name: name.to_string(), dir: source.and_then(local), span });
        }
    }
    Ok(entries)
}

/// Where `"name": "NAME"` has its value, at or after byte `from`.
fn name_span(text: &str, name: &str, from: usize) -> Option<Span> {
    let quoted = Value::from(name).to_string();
    let rest = text.get(from..)?;
    rest.match_indices(&quoted).map(|(at, _)| from + at).find_map(|at| {
        let key = text[..at].trim_end().strip_suffix(':')?.trim_end();
        key.ends_with("\"name\"").then(|| Span::new(at, at + quoted.len()))
    })
}

/// The directory that a source names; `None` for an address, the home, and what climbs out.
fn local(source: &str) -> Option<String> {
    let path = source.strip_prefix("./").unwrap_or(source).trim_end_matches('/');
    let elsewhere = source.contains("://") || path.starts_with(['/', '~']) || path.split('/').any(|part| part == "..") || path.is_empty();
    (!elsewhere).then(|| path.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_know_their_place() {
        let text = "{\"name\": \"a\", \"plugins\": [\n {\"source\": \"./skills/b/\", \"name\" : \"b\"}, {\"name\": \"c\", \"source\": {\"source\": \"github\"}}],\n\"skills\": [{\"name\": \"b\", \"source\": \"../x\"}, {}]}";
        let entries = read(&SourceFile::new("m.json", text)).unwrap();
        let told: Vec<_> = entries.iter().map(|entry| (entry.name.as_str(), entry.dir.as_deref())).collect();
        assert_eq!(told, [("b", Some("skills/b")), ("c", None), ("b", None)]);
        assert!(entries.iter().all(|entry| entry.span.of(text) == format!("\"{}\"", entry.name)));
        assert!(entries.windows(2).all(|pair| pair[0].span < pair[1].span));
        assert!(read(&SourceFile::new("m.json", "{")).is_err());
    }
}
