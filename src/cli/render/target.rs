//! The template that a person means: a microagent by name, or any file by path.

use std::path::Path;

use super::super::{CliError, show};
use crate::catalog::{Catalog, Entry, Outcome};
use crate::document::Document;
use crate::microagent::{Loader, Microagent, legacy, sdk};
use crate::render::{Template, declared};
use crate::source::{MAX_FILE_BYTES, SourceFile};
use crate::tree::{Content, FileKind, Tree as _, disk::Disk};

/// A microagent to render.
pub(super) struct Target {
    /// What it means to the runtime.
    pub(super) microagent: Microagent,
    /// Its file as shown.
    pub(super) path: String,
    /// Why the runtime does not have it, though it can be filled.
    pub(super) note: Option<String>,
    document: Option<Document>,
}

impl Target {
    /// Its body with its inputs.
    pub(super) fn template(&self) -> Template {
        Template::new(self.microagent.content.clone(), declared::inputs(&self.microagent, self.document.as_ref()))
    }
}

/// The one that `subject` names.
pub(super) fn find(catalog: &Catalog, subject: &str) -> Result<Target, CliError> {
    match show::find(catalog, subject) {
        Ok(entry) => of(entry),
        Err(error) if Disk.kind(Path::new(subject)) != Some(FileKind::File) => Err(error),
        Err(_) => {
            let path = Disk.canonical(Path::new(subject))?;
            let same = |entry: &&Entry| Disk.canonical(&entry.file).is_ok_and(|file| file == path);
            catalog.entries.iter().find(same).map_or_else(|| alone(&path, subject, catalog.loader), of)
        }
    }
}

/// The microagent of an entry, loaded or shadowed.
pub(super) fn of(entry: &Entry) -> Result<Target, CliError> {
    let (microagent, note) = match &entry.outcome {
        Outcome::Loaded(microagent) => ((**microagent).clone(), None),
        Outcome::NotLoaded(lost) => match &lost.microagent {
            Some(microagent) => (microagent.clone(), Some(format!("the runtime does not load `{}`: {}", entry.path, lost.message))),
            None => return Err(refused(&entry.path, &lost.message)),
        },
    };
    checked(Target { microagent, path: entry.path.clone(), note, document: entry.document.clone() })
}

/// A file that no source holds, as the loader would read it.
fn alone(path: &Path, shown: &str, loader: Loader) -> Result<Target, CliError> {
    let bytes = match Disk.read(path, MAX_FILE_BYTES)? {
        Content::Bytes(bytes) => bytes,
        Content::TooLarge(length) => return Err(refused(shown, &format!("it is {length} bytes long, {MAX_FILE_BYTES} are read"))),
    };
    let source = SourceFile::decode(shown, bytes).map_err(|error| refused(shown, &error.to_string()))?;
    let document = Document::read(source, loader.readers());
    let name = |path: Option<&Path>| path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    let (file_name, dir_name) = (name(Some(path)), name(path.parent()));
    let result = match loader {
        Loader::Sdk => sdk::load(&document, &sdk::File { name: &file_name, dir_name: &dir_name, relative: &file_name, mcp_json: None }),
        Loader::Legacy => legacy::load(&document, &file_name, &file_name),
    };
    let microagent =
        result.map_err(|problems| refused(shown, &problems.first().map(|problem| problem.message.clone()).unwrap_or_default()))?;
    checked(Target { microagent, path: shown.to_owned(), note: None, document: Some(document) })
}

fn refused(path: &str, reason: &str) -> CliError {
    CliError::new(format!("`{path}` cannot be filled: {reason}")).help(format!("`microagent lint {path}` says more"))
}

/// Refuses a file whose frontmatter is never closed: its YAML would be part of the text.
fn checked(target: Target) -> Result<Target, CliError> {
    let unclosed = |document: &Document| {
        let first = document.content_text().lines().next().unwrap_or_default().trim_end().to_owned();
        document.parts.is_none() && first.len() >= 3 && first.chars().all(|c| c == '-')
    };
    if target.document.as_ref().is_some_and(unclosed) {
        return Err(refused(&target.path, "its frontmatter is opened and never closed, so that it is part of the body"));
    }
    Ok(target)
}
