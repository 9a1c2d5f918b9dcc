//! A file read by itself, wherever it stands: what a loader would make of it in one of its directories.

use std::path::{Path, PathBuf};

use super::read::Reader;
use super::{Entry, NotLoaded, Outcome, Reason, Source};
use crate::microagent::{Loader, legacy, sdk, third_party};
use crate::tree::Tree;

impl Entry {
    /// Reads `file`, shown relative to `base`, as `loader` would read it in a directory of `source`. When it would load,
    /// the entry is out of reach and carries the microagent; otherwise it is invalid with the loader's problems.
    pub fn alone(tree: &dyn Tree, loader: Loader, source: Source, base: &Path, file: PathBuf) -> Self {
        let text = |path: Option<&std::ffi::OsStr>| path.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let name = text(file.file_name());
        let dir_name = text(file.parent().and_then(Path::file_name));
        let reader = Reader { tree, loader, source, base: base.to_path_buf() };
        let entry = reader.entry(file, |document| match (loader, third_party::name(loader, &name)) {
            (Loader::Sdk, _) => sdk::load(document, &sdk::File { name: &name, dir_name: &dir_name, relative: &name, mcp_json: None }),
            (Loader::Legacy, Some(known)) => Ok(third_party::always_on(loader, known, document.source.text())),
            (Loader::Legacy, None) => legacy::load(document, &name, &name),
        });
        let outcome = match entry.outcome {
            Outcome::Loaded(microagent) => Outcome::NotLoaded(Box::new(NotLoaded {
                reason: Reason::OutOfReach,
                microagent: Some(*microagent),
                ..NotLoaded::because("no loader looks for microagents here")
            })),
            refused @ Outcome::NotLoaded(_) => refused,
        };
        Self { outcome, ..entry }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::memory::Memory;

    #[test]
    fn a_file_alone_means_what_it_would_mean_in_its_place() {
        let tree = Memory::new().file("/r/docs/a.md", "---\ntriggers: [x]\n---\n").file("/r/docs/b.md", "---\ntriggers: x\n---\n");
        let alone = |file: &str| Entry::alone(&tree, Loader::Sdk, Source::Repo, Path::new("/r"), PathBuf::from(file));
        let good = alone("/r/docs/a.md");
        assert_eq!((good.path.as_str(), good.microagent().is_none()), ("docs/a.md", true));
        assert!(
            matches!(&good.outcome, Outcome::NotLoaded(reason) if reason.reason == Reason::OutOfReach && reason.microagent.as_ref().is_some_and(|m| m.name == "a"))
        );
        assert!(matches!(alone("/r/docs/b.md").outcome, Outcome::NotLoaded(reason) if reason.reason == Reason::Invalid));
    }
}
