//! The template that a person means: a microagent by name, or any file by path.

use std::path::{Path, PathBuf};

use super::super::{CliError, show};
use crate::catalog::{Catalog, Entry, Outcome, Source};
use crate::document::Document;
use crate::frontmatter;
use crate::microagent::Microagent;
use crate::render::{Template, declared};
use crate::tree::{FileKind, Tree as _, disk::Disk};

/// A microagent to render.
pub(super) struct Target {
    /// What it means to the runtime.
    pub(super) microagent: Microagent,
    /// Its file as shown.
    pub(super) path: String,
    /// Its file.
    pub(super) file: PathBuf,
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
            match catalog.entries.iter().find(same) {
                Some(entry) => of(entry),
                None => {
                    let alone = Entry::alone(&Disk, catalog.loader, Source::Repo, Path::new(""), path);
                    // that no loader looks for it there is known to who names a file
                    Ok(Target { note: None, ..of(&Entry { path: subject.to_owned(), ..alone })? })
                }
            }
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
    checked(Target { microagent, path: entry.path.clone(), file: entry.file.clone(), note, document: entry.document.clone() })
}

fn refused(path: &str, reason: &str) -> CliError {
    CliError::new(format!("`{path}` cannot be filled: {reason}")).help(format!("`microagent lint {path}` says more"))
}

/// Refuses a file whose frontmatter is never closed: its YAML would be part of the text.
fn checked(target: Target) -> Result<Target, CliError> {
    let unclosed = |document: &Document| frontmatter::unclosed(&document.content_text(), false).is_some();
    if target.document.as_ref().is_some_and(unclosed) {
        return Err(refused(&target.path, "its frontmatter is opened and never closed, so that it is part of the body"));
    }
    Ok(target)
}
