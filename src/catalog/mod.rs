//! Everything a runtime would load from a set of sources, in load order, and everything it would not, with the reason.
//! Every command works on this one value, so that they can never disagree.

mod alone;
mod installed;
mod instructions;
pub mod layout;
mod legacy;
mod manifest;
mod pile;
mod read;
mod sdk;
mod skills_dir;
pub mod source;
mod walk;

use std::path::PathBuf;

pub use source::Source;

use crate::document::{Document, Problem};
use crate::microagent::{Activation, Loader, Microagent};
use crate::source::SourceFile;
use crate::text::LineCol;
use crate::tree::Tree;

/// Where to look.
#[derive(Debug, Clone, Default)]
pub struct Roots {
    /// The directory worked in; `None`: no repository source.
    pub repo: Option<PathBuf>,
    /// The user's home.
    pub user: Option<PathBuf>,
    /// What replaces `~/.openhands` (`OH_PERSISTENCE_DIR`).
    pub persistence: Option<PathBuf>,
    /// Organization checkouts, later wins.
    pub orgs: Vec<PathBuf>,
    /// The public registry's checkout.
    pub public: Option<PathBuf>,
    /// The marketplace manifest, relative to `public`; `None`: the runtime's default path, whose absence means no filter.
    pub marketplace: Option<String>,
}

/// A file and what became of it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The path walked, links not resolved.
    pub file: PathBuf,
    /// That path relative to its source's root, `/`-separated; `../x` for files of the git root above it.
    pub path: String,
    /// Where it comes from.
    pub source: Source,
    /// The file, split and read; `None` when it is not text, not a file, or was not read.
    pub document: Option<Document>,
    /// What became of it.
    pub outcome: Outcome,
}

impl Entry {
    /// The names it answers to: of the microagent it is or would be, its path, and what its path calls it.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let microagent = match &self.outcome {
            Outcome::Loaded(microagent) => Some(&**microagent),
            Outcome::NotLoaded(lost) => lost.microagent.as_ref(),
        };
        let mut parts = self.path.rsplit('/');
        let file = parts.next().unwrap_or_default();
        let called = if file.eq_ignore_ascii_case("SKILL.md") { parts.next() } else { file.rsplit_once('.').map(|(stem, _)| stem) };
        let made = microagent.is_none().then_some(called).flatten();
        [microagent.map(|microagent| microagent.name.as_str()), Some(self.path.as_str()), made].into_iter().flatten()
    }
}

/// What became of a file.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The runtime has it.
    Loaded(Box<Microagent>),
    /// The runtime does not have it.
    NotLoaded(Box<NotLoaded>),
}

/// Why the runtime does not have a file.
#[derive(Debug, Clone)]
pub struct NotLoaded {
    /// The kind of reason.
    pub reason: Reason,
    /// Path of the winner or the culprit, as shown.
    pub by: Option<String>,
    /// The same as walked: two checkouts can show different files under one path.
    pub by_file: Option<PathBuf>,
    /// The reason in a sentence: lower case, no full stop.
    pub message: String,
    /// For invalid files: every problem the loader raises over, first the one it stops at.
    pub problems: Vec<Problem>,
    /// What it would be: for shadowed ones and those of a rejected directory.
    pub microagent: Option<Microagent>,
    /// For files that are not UTF-8: the text with U+FFFD in it, to show the place.
    pub text: Option<SourceFile>,
}

/// A file that decides the fate of another: how it is shown, and where it is.
#[derive(Debug, Clone)]
struct Behind {
    path: String,
    file: PathBuf,
}

impl Entry {
    fn behind(&self) -> Behind {
        Behind { path: self.path.clone(), file: self.file.clone() }
    }
}

impl Reason {
    /// As written in JSON and for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Shadowed => "shadowed",
            Self::DirectoryRejected => "directory-rejected",
            Self::OutOfReach => "out-of-reach",
            Self::TooLarge => "too-large",
        }
    }
}

impl NotLoaded {
    /// Line and column of the first problem; `None` when it has no place in the text.
    pub fn place(&self, entry: &Entry) -> Option<LineCol> {
        let problem = self.problems.first()?;
        let source = self.text.as_ref().or(entry.document.as_ref().map(|document| &document.source))?;
        Some(source.line_col(problem.span.start))
    }

    /// A reason in a sentence, to be completed: invalid, nobody's fault, no problems.
    pub fn because(message: impl Into<String>) -> Self {
        Self {
            reason: Reason::Invalid,
            by: None,
            by_file: None,
            message: message.into(),
            problems: Vec::new(),
            microagent: None,
            text: None,
        }
    }

    /// The loader refuses the file over `problems`, of which there is one at least.
    fn invalid(problems: Vec<Problem>) -> Self {
        let message = problems.first().map(|problem| problem.message.clone()).unwrap_or_default();
        Self { problems, ..Self::because(message) }
    }

    /// `by` wins over `microagent`, which comes from `source`.
    fn shadowed(microagent: Microagent, source: Source, by: &Entry) -> Self {
        let elsewhere = if by.source == source { String::new() } else { format!(" ({})", by.source.name()) };
        let message = format!("the runtime keeps {}{elsewhere} under the name `{}`", by.path, microagent.name);
        Self { reason: Reason::Shadowed, microagent: Some(microagent), ..Self::because(message) }.through(&by.behind())
    }

    /// The same reason with the file that is behind it.
    fn through(self, by: &Behind) -> Self {
        Self { by: Some(by.path.clone()), by_file: Some(by.file.clone()), ..self }
    }

    /// Whether `entry` is the winner or the culprit.
    pub fn is_by(&self, entry: &Entry) -> bool {
        self.by_file.as_deref() == Some(&entry.file)
    }

    /// The broken file `by` takes `microagent` with it.
    fn rejected(microagent: Microagent, by: &Behind) -> Self {
        let message = format!("{} is broken, and the loader drops everything beside it", by.path);
        Self { reason: Reason::DirectoryRejected, microagent: Some(microagent), ..Self::because(message) }.through(by)
    }
}

/// The kinds of reasons, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The loader refuses the file.
    Invalid,
    /// Another file of the same name wins.
    Shadowed,
    /// Another, broken file takes the whole source with it.
    DirectoryRejected,
    /// The loader never looks there: too deep, wrong extension, not in the manifest.
    OutOfReach,
    /// Our own bound: the loader would read it.
    TooLarge,
}

/// Everything loaded and not loaded.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// The runtime mirrored.
    pub loader: Loader,
    /// The loaded ones in load order, then the not loaded ones by source and path.
    pub entries: Vec<Entry>,
}

/// Why no catalog could be made.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// A root given is missing, not a directory, or cannot be read.
    #[error("{}: {reason}", path.display())]
    Root {
        /// The root.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

impl Catalog {
    /// Loads everything below `roots` as `loader` does.
    pub fn load(tree: &dyn Tree, roots: &Roots, loader: Loader) -> Result<Self, CatalogError> {
        let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let repo = roots.repo.as_ref().map(absolute);
        if let Some(path) = &repo {
            // the loaders see an empty project here; a person who named the directory should hear of it
            tree.entries(path).map_err(|error| CatalogError::Root { path: path.clone(), reason: error.to_string() })?;
        }
        let roots = Roots {
            repo,
            user: roots.user.as_ref().map(absolute),
            persistence: roots.persistence.as_ref().map(absolute),
            orgs: roots.orgs.iter().map(absolute).collect(),
            public: roots.public.as_ref().map(absolute),
            marketplace: roots.marketplace.clone(),
        };
        let pile = match loader {
            Loader::Sdk => sdk::load(tree, &roots),
            Loader::Legacy => legacy::load(tree, &roots),
        };
        Ok(Self { loader, entries: pile.into_entries() })
    }

    /// The loaded ones, in load order.
    pub fn loaded(&self) -> impl Iterator<Item = (&Entry, &Microagent)> {
        self.entries.iter().filter_map(|entry| match &entry.outcome {
            Outcome::Loaded(microagent) => Some((entry, &**microagent)),
            Outcome::NotLoaded(_) => None,
        })
    }

    /// The ones not loaded, by source and path.
    pub fn not_loaded(&self) -> impl Iterator<Item = (&Entry, &NotLoaded)> {
        self.entries.iter().filter_map(|entry| match &entry.outcome {
            Outcome::Loaded(_) => None,
            Outcome::NotLoaded(reason) => Some((entry, &**reason)),
        })
    }

    /// Paths of the files that the broken file of `entry` takes with it.
    pub fn taken_by(&self, entry: &Entry) -> Vec<String> {
        let taken = self.not_loaded().filter(|(_, lost)| lost.reason == Reason::DirectoryRejected && lost.is_by(entry));
        taken.map(|(other, _)| other.path.clone()).collect()
    }

    /// The loaded one called `name`. The legacy loader can hold one always-on and one triggered microagent of one
    /// name; this gives the first.
    pub fn by_name(&self, name: &str) -> Option<(&Entry, &Microagent)> {
        self.loaded().find(|(_, microagent)| microagent.name == name)
    }

    /// Names whose whole content stands in the prompt from the start, in order.
    pub fn always_on(&self) -> Vec<&str> {
        self.loaded().filter(|(_, m)| m.activation == Activation::Always).map(|(_, m)| m.name.as_str()).collect()
    }

    /// Names listed to the model with their description, in order. The legacy loader has no such list.
    pub fn catalogue(&self) -> Vec<&str> {
        self.loaded().filter(|(_, m)| m.in_catalogue()).map(|(_, m)| m.name.as_str()).collect()
    }
}

#[cfg(test)]
mod tests;
