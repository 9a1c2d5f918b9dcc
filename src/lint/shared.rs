//! What several rules ask of one directory, found out once.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::clash::{Clash, clashes};
use super::reference::{Field, Refusal, fields};
use super::{File, Scope};
use crate::catalog::Reason;
use crate::markdown::Code;
use crate::markdown::link::{Link, links};
use crate::source::SourceFile;
use crate::tree::Tree;

/// The links of a body, in bytes of it, and its code.
pub type Linked<'a> = Rc<(Vec<Link<'a>>, Code)>;

/// What the AgentSkills reference validator makes of a skill; `None`: it is none.
pub type Reference = Rc<Option<Result<Vec<Field>, Refusal>>>;

/// What is found out about one directory while its rules run.
pub struct Shared<'a> {
    /// How many files are lost over a broken one, by its path.
    pub losses: BTreeMap<&'a str, usize>,
    /// Whether others load although one file is refused: it is the only one, and some do.
    pub others_load: bool,
    /// Files beside the microagents, by path.
    pub aside: BTreeMap<String, Option<SourceFile>>,
    clashes: Option<Rc<Vec<Clash<'a>>>>,
    links: BTreeMap<&'a str, Linked<'a>>,
    references: BTreeMap<&'a str, Reference>,
}

impl<'a> Shared<'a> {
    /// Nothing asked yet of `scope`.
    pub fn of(scope: &'a Scope) -> Self {
        let mut losses = BTreeMap::new();
        for (_, lost) in scope.catalog.not_loaded().filter(|(_, lost)| lost.reason == Reason::DirectoryRejected) {
            *losses.entry(lost.by.as_deref().unwrap_or_default()).or_insert(0) += 1;
        }
        let (aside, clashes, links, references) = (BTreeMap::new(), None, BTreeMap::new(), BTreeMap::new());
        let refused = scope.catalog.not_loaded().filter(|(_, lost)| lost.reason == Reason::Invalid).count();
        let others_load = refused == 1 && scope.catalog.loaded().next().is_some();
        Self { losses, others_load, aside, clashes, links, references }
    }

    /// The files that lose to others of their name.
    pub fn clashes(&mut self, tree: &dyn Tree, scope: &'a Scope) -> Rc<Vec<Clash<'a>>> {
        Rc::clone(self.clashes.get_or_insert_with(|| Rc::new(clashes(tree, scope))))
    }

    /// The links of the body of `file`, and its code.
    pub fn links(&mut self, file: File<'a>) -> Linked<'a> {
        let found = self.links.entry(&file.entry.path).or_insert_with(|| {
            let body = file.body().of(file.text());
            let code = Code::of(body);
            Rc::new((links(body, &code), code))
        });
        Rc::clone(found)
    }

    /// What the AgentSkills reference validator makes of `file`.
    pub fn reference(&mut self, file: File<'a>) -> Reference {
        Rc::clone(self.references.entry(&file.entry.path).or_insert_with(|| Rc::new(fields(file))))
    }
}
