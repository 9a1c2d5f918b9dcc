//! Reads one file and says what the loader makes of a file that is no text, no file, or too long to read.

use std::io;
use std::path::{Path, PathBuf};

use super::{Entry, NotLoaded, Outcome, Reason, Source};
use crate::document::{Document, Problem};
use crate::microagent::{Loader, Microagent};
use crate::source::{MAX_FILE_BYTES, SourceFile};
use crate::text::Span;
use crate::tree::{Content, FileKind, Tree};

/// A source being read: where it is, and how its files are shown.
pub(super) struct Reader<'a> {
    pub(super) tree: &'a dyn Tree,
    pub(super) loader: Loader,
    pub(super) source: Source,
    /// The root that paths are shown relative to.
    pub(super) base: PathBuf,
}

impl Reader<'_> {
    /// `file` relative to the base, `/`-separated, with `..` for what lies above it.
    pub(super) fn shown(&self, file: &Path) -> String {
        let mut up = String::new();
        for base in self.base.ancestors() {
            if let Ok(below) = file.strip_prefix(base) {
                return up + &below.to_string_lossy();
            }
            up.push_str("../");
        }
        file.to_string_lossy().into_owned()
    }

    /// Reads `file` and lets `load` decide what it means.
    pub(super) fn entry(&self, file: PathBuf, load: impl FnOnce(&Document) -> Result<Microagent, Vec<Problem>>) -> Entry {
        match self.document(&file) {
            Ok(document) => {
                let outcome = match load(&document) {
                    Ok(microagent) => Outcome::Loaded(Box::new(microagent)),
                    Err(problems) => Outcome::NotLoaded(Box::new(NotLoaded::invalid(problems))),
                };
                self.made(file, Some(document), outcome)
            }
            Err(reason) => self.made(file, None, Outcome::NotLoaded(reason)),
        }
    }

    /// An entry for a file that the loader never looks at.
    pub(super) fn out_of_reach(&self, file: PathBuf, message: impl Into<String>) -> Entry {
        let document = self.document(&file).ok();
        let reason = NotLoaded { reason: Reason::OutOfReach, ..NotLoaded::because(message) };
        self.made(file, document, Outcome::NotLoaded(Box::new(reason)))
    }

    fn made(&self, file: PathBuf, document: Option<Document>, outcome: Outcome) -> Entry {
        Entry { path: self.shown(&file), file, source: self.source, document, outcome }
    }

    /// The bytes of a small file beside a microagent; `None` when there is none.
    pub(super) fn beside(&self, file: &Path) -> Option<Vec<u8>> {
        match self.tree.read(file, MAX_FILE_BYTES) {
            Ok(Content::Bytes(bytes)) => Some(bytes),
            // what cannot be read is refused as bytes that are no JSON are
            Ok(Content::TooLarge(_)) => Some(Vec::new()),
            Err(error) => (error.kind() != io::ErrorKind::NotFound).then(Vec::new),
        }
    }

    fn document(&self, file: &Path) -> Result<Document, Box<NotLoaded>> {
        let bytes = match self.tree.read(file, MAX_FILE_BYTES) {
            Ok(Content::Bytes(bytes)) => bytes,
            Ok(Content::TooLarge(length)) => {
                let message = format!("{length} bytes, more than the 1 MiB that are read here; the runtime would load it");
                return Err(Box::new(NotLoaded { reason: Reason::TooLarge, ..NotLoaded::because(message) }));
            }
            Err(error) => return Err(Box::new(NotLoaded::invalid(vec![self.unreadable(file, &error)]))),
        };
        match SourceFile::decode(self.shown(file), bytes) {
            Ok(source) => Ok(Document::read(source, self.loader.readers())),
            Err(error) => {
                let problem = Problem::new("not-utf8", Span::at(error.offset), error.to_string());
                Err(Box::new(NotLoaded { text: Some(error.lossy(self.shown(file))), ..NotLoaded::invalid(vec![problem]) }))
            }
        }
    }

    fn unreadable(&self, file: &Path, error: &io::Error) -> Problem {
        let at = Span::at(0);
        match (self.tree.link_kind(file), self.tree.kind(file)) {
            (Some(FileKind::Link), None) => Problem::new("broken-symlink", at, "the link leads nowhere"),
            (_, Some(FileKind::Dir)) => Problem::new("unreadable-file", at, "it is a directory, a file is expected"),
            (_, Some(FileKind::Other)) => {
                Problem::new("unreadable-file", at, "it is not a regular file; the loader may wait on it for ever")
            }
            _ => Problem::new("unreadable-file", at, format!("it cannot be read: {error}")),
        }
    }
}
