//! The SDK's sources and their precedence: `load_available_skills` and what it calls.

use std::collections::HashSet;
use std::path::Path;

use super::layout::{PUBLIC_DIR, SDK_DIRS, SDK_ORG_DIRS};
use super::pile::Pile;
use super::read::Reader;
use super::skills_dir;
use super::{Entry, NotLoaded, Outcome, Reason, Roots, Source, installed, instructions, manifest};
use crate::microagent::{Activation, Format, Loader};
use crate::tree::{Tree, git_root};

/// Loads every source: public, user, organizations, repository, later ones win by name.
pub(super) fn load(tree: &dyn Tree, roots: &Roots) -> Pile {
    let reader = |source, base: &Path| Reader { tree, loader: Loader::Sdk, source, base: base.to_path_buf() };
    let mut pile = Pile::default();
    if let Some(root) = &roots.public {
        pile.update(public(&reader(Source::Public, root), root, roots.marketplace.as_deref()));
    }
    if let Some(home) = &roots.user {
        pile.update(user(&reader(Source::User, home), home, roots.persistence.as_deref()));
    }
    for root in &roots.orgs {
        pile.update(org(&reader(Source::Org, root), root));
    }
    if let Some(root) = &roots.repo {
        pile.update(repo(&reader(Source::Repo, root), root));
    }
    pile
}

/// `load_project_skills`: root instruction files, nested ones, then the skills directories; of the directory itself and of
/// the git root above it; first wins.
fn repo(reader: &Reader<'_>, work_dir: &Path) -> Pile {
    let mut roots = vec![work_dir.to_path_buf()];
    roots.extend(git_root(reader.tree, work_dir).filter(|root| *root != work_dir).map(Path::to_path_buf));
    let mut pile = Pile::default();
    for root in &roots {
        instructions::root_files(reader, root, &mut pile);
    }
    // not UTF-8: the one exception that escapes, and loses the project
    let culprit = pile.first_invalid().filter(|entry| is_not_utf8(entry)).map(Entry::behind);
    instructions::nested_files(reader, work_dir, &mut pile);
    for root in &roots {
        for place in &SDK_DIRS {
            let dir = root.join(place.dir);
            pile.fill(first_wins(skills_dir::load(reader, &dir, &dir, None)));
        }
    }
    if let Some(culprit) = culprit {
        pile.reject(&culprit);
    }
    pile
}

fn is_not_utf8(entry: &Entry) -> bool {
    matches!(&entry.outcome, Outcome::NotLoaded(lost) if lost.text.is_some())
}

/// The loader's three dictionaries of one directory: flat always-on files, flat files with a trigger, SKILL.md files. Within
/// each the last of a name wins.
fn dictionaries(entries: Vec<Entry>) -> [Pile; 3] {
    let mut piles = <[Pile; 3]>::default();
    for entry in entries {
        let which = match entry.microagent() {
            Some(microagent) if microagent.format == Format::Skill => 2,
            Some(microagent) if microagent.activation != Activation::Always => 1,
            _ => 0,
        };
        piles[which].last_wins(entry);
    }
    piles
}

/// The dictionaries joined, the first of a name wins: within one directory a flat file beats a SKILL.md.
fn first_wins(entries: Vec<Entry>) -> Pile {
    let mut pile = Pile::default();
    for part in dictionaries(entries) {
        pile.fill(part);
    }
    pile
}

/// The dictionaries joined, the last of a name wins: here a SKILL.md beats a flat file.
fn last_wins(entries: Vec<Entry>) -> Pile {
    let mut pile = Pile::default();
    for part in dictionaries(entries) {
        pile.update(part);
    }
    pile
}

/// `load_user_skills`: the same three directories of the home, then the installed skills.
fn user(reader: &Reader<'_>, home: &Path, persistence: Option<&Path>) -> Pile {
    let openhands = persistence.map_or_else(|| home.join(".openhands"), Path::to_path_buf);
    let mut pile = Pile::default();
    for place in &SDK_DIRS {
        let dir = place.dir.strip_prefix(".openhands/").map_or_else(|| home.join(place.dir), |rest| openhands.join(rest));
        pile.fill(first_wins(skills_dir::load(reader, &dir, &dir, Some(installed::DIR))));
    }
    pile.fill(installed::load(reader, &openhands.join("skills").join(installed::DIR)));
    pile
}

/// `load_org_skills_from_url`: `skills/`, then what `microagents/` has under names that are not taken.
fn org(reader: &Reader<'_>, root: &Path) -> Pile {
    let mut pile = Pile::default();
    for place in &SDK_ORG_DIRS {
        let dir = root.join(place.dir);
        pile.fill(last_wins(skills_dir::load(reader, &dir, &dir, None)));
    }
    pile
}

/// `load_public_skills`: all of `skills/`, or what the manifest names. The loader goes through a manifest in arbitrary
/// order; here it is by path.
fn public(reader: &Reader<'_>, root: &Path, marketplace: Option<&str>) -> Pile {
    let dir = root.join(PUBLIC_DIR);
    let all = skills_dir::load(reader, &dir, root, None);
    let mut pile = Pile::default();
    let manifest::Filter::Only { names, file } = manifest::names(reader.tree, root, marketplace) else {
        for entry in all {
            pile.last_wins(entry);
        }
        return pile;
    };
    let mut listed: Vec<_> = names.iter().filter_map(|name| skills_dir::named(reader, &dir, root, name)).collect();
    listed.sort_by(|a, b| a.path.cmp(&b.path));
    listed.dedup_by(|a, b| a.path == b.path);
    let paths: HashSet<String> = listed.iter().map(|entry| entry.path.clone()).collect();
    for entry in listed {
        pile.last_wins(entry);
    }
    for entry in all.into_iter().filter(|entry| !paths.contains(&entry.path)) {
        let reason = NotLoaded { reason: Reason::OutOfReach, ..NotLoaded::because(format!("{file} does not bring it in")) };
        pile.last_wins(Entry { outcome: Outcome::NotLoaded(Box::new(reason)), ..entry });
    }
    pile
}
