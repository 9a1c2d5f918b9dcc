//! What a rule is given, and how it reports.

use std::cell::RefCell;
use std::rc::Rc;

use super::clash::Clash;
use super::shared::{Linked, Reference, Shared};
use super::{Options, RuleMeta, Scope, ScopeKind};
use crate::catalog::{Catalog, Entry, NotLoaded, Outcome, Reason, Source};
use crate::diagnostic::{Diagnostic, Place};
use crate::document::{Document, Problem};
use crate::microagent::{Loader, Microagent, third_party};
use crate::source::{MAX_FILE_BYTES, SourceFile};
use crate::text::Span;
use crate::tree::walk::Listed;
use crate::tree::{Content, Tree};
use crate::yaml::Value;

/// A file under the eyes of a rule: what was read of it and what the runtime makes of it.
#[derive(Clone, Copy)]
pub struct File<'a> {
    /// The catalog's entry.
    pub entry: &'a Entry,
    scope: &'a Scope,
}

impl<'a> File<'a> {
    pub(super) const fn new(entry: &'a Entry, scope: &'a Scope) -> Self {
        Self { entry, scope }
    }

    /// Its path as shown.
    pub fn path(&self) -> String {
        self.scope.shown(self.entry)
    }

    /// Its name without directories.
    pub fn name(&self) -> &'a str {
        self.entry.path.rsplit('/').next().unwrap_or_default()
    }

    /// A place in it.
    pub fn at(&self, span: Span) -> Place {
        Place { path: self.path(), span }
    }

    /// The file as a whole: its start.
    pub fn whole(&self) -> Place {
        self.at(Span::at(0))
    }

    /// The file, split and read; `None` when it is not text, not a file, or was not read.
    pub fn document(&self) -> Option<&'a Document> {
        self.entry.document.as_ref()
    }

    /// The text to show it with: its own, or what could be decoded of a file that is not UTF-8.
    pub fn source_file(&self) -> Option<&'a SourceFile> {
        let decoded = || self.not_loaded().and_then(|reason| reason.text.as_ref());
        self.document().map(|document| &document.source).or_else(decoded)
    }

    /// Its text, byte for byte; empty without a document.
    pub fn text(&self) -> &'a str {
        self.document().map_or("", |document| document.source.text())
    }

    /// The span of the body as the runtime takes it, stripped.
    pub fn body(&self) -> Span {
        self.document().map_or_else(Span::default, |document| document.content)
    }

    /// Whether it is an instruction file of another tool, such as `AGENTS.md`, whose text is taken raw: what looks like
    /// frontmatter in it is none.
    pub fn is_raw(&self) -> bool {
        third_party::name(self.scope.catalog.loader, self.name()).is_some()
    }

    /// The frontmatter keys and values as loaded, in order; empty without frontmatter and when it is refused.
    pub fn fields(&self) -> &'a [(Value, Value)] {
        let document = self.document().filter(|_| !self.is_raw());
        document.and_then(|document| document.metadata.as_ref().ok()).map_or(&[], Vec::as_slice)
    }

    /// Key and value of a top-level frontmatter key, as loaded (the last of duplicates).
    pub fn field(&self, name: &str) -> Option<&'a (Value, Value)> {
        self.fields().iter().find(|(key, _)| key.as_str() == Some(name))
    }

    /// What the runtime loads, or would load were the file not shadowed, rejected or out of reach.
    pub fn microagent(&self) -> Option<&'a Microagent> {
        match &self.entry.outcome {
            Outcome::Loaded(microagent) => Some(microagent),
            Outcome::NotLoaded(reason) => reason.microagent.as_ref(),
        }
    }

    /// Why the runtime does not have it.
    pub fn not_loaded(&self) -> Option<&'a NotLoaded> {
        match &self.entry.outcome {
            Outcome::Loaded(_) => None,
            Outcome::NotLoaded(reason) => Some(reason),
        }
    }

    /// What the loader raises over that the rule `id` explains.
    pub fn problems(&self, id: &'static str) -> impl Iterator<Item = &'a Problem> + use<'a> {
        self.not_loaded().into_iter().flat_map(|reason| &reason.problems).filter(move |problem| problem.rule == id)
    }

    /// Whether its name is `SKILL.md`, whatever the case of its letters, as the loader asks.
    pub fn is_skill_md(&self) -> bool {
        self.name().eq_ignore_ascii_case("skill.md")
    }

    /// The source it is loaded from.
    pub fn source(&self) -> Source {
        self.entry.source
    }
}

/// What a rule sees of the run, and where it reports.
pub struct Checker<'a> {
    pub(super) tree: &'a dyn Tree,
    pub(super) scope: &'a Scope,
    pub(super) options: &'a Options,
    pub(super) shared: &'a RefCell<Shared<'a>>,
    pub(super) rule: &'static RuleMeta,
    pub(super) found: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    /// Everything the runtime loads and does not load, other sources included.
    pub fn catalog(&self) -> &'a Catalog {
        &self.scope.catalog
    }

    /// The runtime mirrored.
    pub fn loader(&self) -> Loader {
        self.scope.catalog.loader
    }

    /// What kind of directory is linted.
    pub fn kind(&self) -> ScopeKind {
        self.scope.kind
    }

    /// Whether the directory only looks like an organization's checkout and nobody named it as one: then nothing in it is
    /// loaded by who works in it.
    pub fn presumed(&self) -> bool {
        self.scope.presumed
    }

    /// What becomes of a flat file that nothing brings in.
    pub fn always_on(&self) -> &'static str {
        if self.presumed() { "the file is always on where it is loaded" } else { "the file is always on" }
    }

    /// The directory linted.
    pub fn root(&self) -> &'a std::path::Path {
        &self.scope.root
    }

    /// The tree, for looking whether something is there. Files that are linted are read already: ask [`Self::files`].
    pub fn tree(&self) -> &'a dyn Tree {
        self.tree
    }

    /// The settings of the run.
    pub fn options(&self) -> &'a Options {
        self.options
    }

    /// The files that are linted, in catalog order.
    pub fn files(&self) -> impl Iterator<Item = File<'a>> + use<'a> {
        self.scope.files()
    }

    /// Any entry of the catalog as a file, to point at one of another source.
    pub fn file_of(&self, entry: &'a Entry) -> File<'a> {
        File::new(entry, self.scope)
    }

    /// Everything below the root that is neither ignored nor vendored, sorted by path.
    pub fn listing(&self) -> &'a [Listed] {
        &self.scope.listing
    }

    /// The text of a file that the catalog does not know, by its path relative to the root: a manifest, a file beside a
    /// skill. `None` when it is not there, not UTF-8, longer than 1 MiB, or leads out of the directory linted. Each is
    /// read once, whatever rules ask for it.
    pub fn read_aside(&self, path: &str) -> Option<SourceFile> {
        if let Some(known) = self.shared.borrow().aside.get(path) {
            return known.clone();
        }
        let file = self.root().join(path);
        let real = self.tree.canonical(&file).ok().zip(self.tree.canonical(self.root()).ok());
        let bytes = match self.tree.read(&file, MAX_FILE_BYTES) {
            Ok(Content::Bytes(bytes)) if real.is_some_and(|(file, root)| file.starts_with(root)) => Some(bytes),
            _ => None,
        };
        let source = bytes.and_then(|bytes| SourceFile::decode(self.scope.shown_path(path), bytes).ok());
        self.shared.borrow_mut().aside.insert(path.to_string(), source.clone());
        source
    }

    /// Whether `file` is one of the directory linted, not of another source and not of the git root above.
    pub fn owns(&self, file: File<'_>) -> bool {
        self.scope.owns(file.entry)
    }

    /// The files that lose to others of their name, in catalog order of the losers.
    pub fn clashes(&self) -> Rc<Vec<Clash<'a>>> {
        self.shared.borrow_mut().clashes(self.tree, self.scope)
    }

    /// The links of the body of `file`, in bytes of the body, and its code.
    pub fn links(&self, file: File<'a>) -> Linked<'a> {
        self.shared.borrow_mut().links(file)
    }

    /// What the AgentSkills reference validator makes of `file`; `None` when it does not look at it: it is no skill.
    pub fn reference(&self, file: File<'a>) -> Reference {
        self.shared.borrow_mut().reference(file)
    }

    /// A place in a file that the catalog does not know, by its path relative to the root.
    pub fn at(&self, path: &str, span: Span) -> Place {
        Place { path: self.scope.shown_path(path), span }
    }

    /// What it means that the runtime refuses `file`: what becomes of the files beside it.
    pub fn refused(&self, file: File<'_>) -> String {
        let lost = self.shared.borrow().losses.get(file.entry.path.as_str()).copied().unwrap_or(0);
        if self.presumed() {
            return "where this directory is loaded, this file is refused".to_string();
        }
        match (lost, file.not_loaded().map(|reason| reason.reason)) {
            (1, _) => "the runtime does not load this file, and drops another one with it".to_string(),
            (2.., _) => format!("the runtime does not load this file, and drops {lost} others with it"),
            (0, Some(Reason::Invalid)) if self.shared.borrow().others_load => {
                "the runtime does not load this file; the others load".to_string()
            }
            (0, Some(Reason::Invalid)) => "the runtime does not load this file".to_string(),
            (0, _) => "a runtime would refuse this file".to_string(),
        }
    }

    /// Reports a finding of the rule that runs: what is wrong, what the runtime makes of it, what to do, each in lower
    /// case without a full stop. The finding can be amended: a fix, related places, another severity.
    pub fn report(
        &mut self,
        place: Place,
        message: impl Into<String>,
        consequence: impl Into<String>,
        help: impl Into<String>,
    ) -> &mut Diagnostic {
        let at = self.found.len();
        self.found.push(Diagnostic::new(self.rule.id, self.rule.severity, place, message, consequence, help));
        &mut self.found[at]
    }
}
