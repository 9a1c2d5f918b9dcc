//! Moves old paths to `.agents/skills`: a plan, and the proof that the runtime then has the same microagents.
//!
//! Planning reads a tree and returns a value. It loads the runtime's catalog before, lays the plan over the tree, loads the
//! catalog again and compares: whatever differs is printed as a change, and what would be lost is a conflict. Doing the
//! plan is the business of [`crate::write`].

pub mod change;
pub mod compare;
mod decide;
mod describe;
pub mod frontmatter;
pub mod layout;
pub mod links;
mod lost;
pub mod messages;
mod old;
mod overlay;
pub mod references;
mod servers;
mod since_v0;
pub mod slug;
pub mod step;
mod steps;
#[cfg(test)]
mod tests;
mod text;
mod unused;

use std::path::Path;

pub use change::{Change, ChangeKind, Conflict};
pub use frontmatter::Fate;
pub use layout::Layout;
pub use references::Reference;
pub use unused::Unused;

use crate::catalog::{Catalog, CatalogError};
use crate::microagent::Loader;
use crate::path::is_below;
use crate::source::{MAX_FILE_BYTES, SourceFile};
use crate::tree::overlay::Overlay;
use crate::tree::{Content, FileKind, Tree};
use step::Step;

/// What becomes of always-on files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AlwaysOn {
    /// A section of the root `AGENTS.md`, where the runtime reads one; a flat file elsewhere.
    #[default]
    Section,
    /// The same flat file in the new directory.
    Flat,
}

/// What the plan may do.
// each is a switch of its own
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What kind of directory is moved.
    pub layout: Layout,
    /// What becomes of always-on files.
    pub always_on: AlwaysOn,
    /// Skills with triggers answer to these alone: the model may not ask for them.
    pub only_on_trigger: bool,
    /// Merge `.cursorrules` into `AGENTS.md` too.
    pub cursorrules: bool,
    /// A missing description is a conflict.
    pub strict: bool,
    /// Descriptions by old or new name.
    pub describe: Vec<(String, String)>,
    /// Globs over paths and names; empty for everything.
    pub only: Vec<String>,
    /// Edit what refers to moved files elsewhere.
    pub rewrite_references: bool,
    /// Where to write the MCP servers that old files declare, relative to the root.
    pub mcp: Option<String>,
}

/// What becomes of a file or a directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// A `SKILL.md` in a directory of its own.
    Skill,
    /// A section of `AGENTS.md`.
    Section,
    /// The same file in the new directory.
    Flat,
    /// The same directory in the new directory.
    Directory,
    /// It stays, for a reason.
    Stay,
}

impl Action {
    /// As written in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skill => "skill",
            Self::Section => "section",
            Self::Flat => "flat",
            Self::Directory => "directory",
            Self::Stay => "stay",
        }
    }
}

/// A relative link of a moved file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LinkChange {
    /// The file it stands in, where that is now.
    pub path: String,
    /// Its line there.
    pub line: usize,
    /// As written.
    pub old: String,
    /// As it will be; `None`: it leads nowhere, before and after.
    pub new: Option<String>,
}

/// A file whose text changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextChange {
    /// Where it is; `None` for a new file.
    pub from: Option<String>,
    /// Where it will be.
    pub to: String,
    /// Its text before; empty for a new file.
    pub old: String,
    /// Its text after.
    pub new: String,
}

/// One old file or directory.
#[derive(Debug, Clone)]
pub struct Item {
    /// Where it is, relative to the root.
    pub from: String,
    /// Where it goes; `None` when it stays.
    pub to: Option<String>,
    /// What becomes of it.
    pub action: Action,
    /// The name the runtime knows it by now; `None` when it does not.
    pub old_name: Option<String>,
    /// The name it will have.
    pub name: Option<String>,
    /// Why it stays.
    pub reason: Option<String>,
    /// Each key of its frontmatter and what becomes of it.
    pub keys: Vec<(String, Fate)>,
    /// Relative links that are spelled anew or lead nowhere.
    pub links: Vec<LinkChange>,
    /// The files of a directory, relative to it.
    pub files: Vec<String>,
    /// What the runtime does differently afterwards.
    pub changes: Vec<Change>,
    pub(crate) expected: compare::Expected,
}

/// Everything that will be done, and what it means.
#[derive(Debug)]
pub struct Plan {
    /// What kind of directory is moved.
    pub layout: Layout,
    /// Old files and directories, by path.
    pub items: Vec<Item>,
    /// Why it must not be done.
    pub conflicts: Vec<Conflict>,
    /// Where moved files are referred to.
    pub references: Vec<Reference>,
    /// Files whose text changes.
    pub texts: Vec<TextChange>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Options that name nothing.
    pub unused: Vec<Unused>,
    /// What the runtime has now.
    pub before: Catalog,
    /// What it will have.
    pub after: Catalog,
}

impl Plan {
    /// The items that move.
    pub fn moving(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.to.is_some())
    }

    /// The items that stay, for a reason.
    pub fn staying(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.to.is_none())
    }

    /// The name that the microagent called `old` now has after the plan.
    pub fn renamed<'a>(&'a self, old: &'a str) -> &'a str {
        let item = self.moving().find(|item| item.old_name.as_deref() == Some(old));
        item.and_then(|item| item.name.as_deref()).unwrap_or(old)
    }
}

/// Plans the move of everything old below `root`, a directory with all links resolved.
pub fn plan(tree: &dyn Tree, root: &Path, options: &Options) -> Result<Plan, CatalogError> {
    let roots = options.layout.roots(root);
    let before = Catalog::load(tree, &roots, Loader::Sdk)?;
    let v0 = Catalog::load(tree, &roots, Loader::Legacy)?;
    let ground = Ground { tree, root, options, before: &before, v0: &v0 };
    let mut found = old::find(&ground);
    let mut unused = unused::only(&ground, &found);
    found.retain(|old| old::wanted(&ground, old));
    let mut conflicts = Vec::new();
    let decided = decide::decide(&ground, found, &mut conflicts);
    let (mut items, texts) = text::write(&ground, decided, &mut conflicts);
    let (references, rewritten) = references::find(&ground, &items);
    let mut texts = texts;
    if options.rewrite_references {
        texts.extend(rewritten);
    }
    let steps = steps::assemble(&ground, &items, &texts);
    lost::tell(&texts, &steps, &mut items);
    let mut overlay = Overlay::new(tree);
    overlay::lay(&ground, &items, &texts, &mut overlay);
    let after = Catalog::load(&overlay, &roots, Loader::Sdk)?;
    compare::compare(&before, &after, &texts, &mut items, &mut conflicts);
    since_v0::tell(&v0, &after, &mut items);
    unused.extend(unused::describe(&ground, &items));
    items.sort_by(|a, b| a.from.cmp(&b.from));
    conflicts.sort();
    conflicts.dedup();
    Ok(Plan { layout: options.layout, items, conflicts, references, texts, steps, unused, before, after })
}

/// What planning looks at.
struct Ground<'a> {
    tree: &'a dyn Tree,
    root: &'a Path,
    options: &'a Options,
    before: &'a Catalog,
    v0: &'a Catalog,
}

impl Ground<'_> {
    /// The text of a regular file below the root; `None` for a link, for what is too long and for what is no UTF-8.
    fn read(&self, path: &str) -> Option<SourceFile> {
        let file = self.root.join(path);
        if self.tree.link_kind(&file) != Some(FileKind::File) {
            return None;
        }
        match self.tree.read(&file, MAX_FILE_BYTES) {
            Ok(Content::Bytes(bytes)) => SourceFile::decode(path, bytes).ok(),
            _ => None,
        }
    }
}

/// The directory of a path; empty for a file of the root.
fn dir_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(dir, _)| dir)
}
