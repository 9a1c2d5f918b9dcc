//! In which directory that a loader scans a file stands.

use crate::catalog::Source;
use crate::catalog::layout::{LEGACY_CHECKOUT_DIRS, LEGACY_DIR, Place, SDK_DIRS, SDK_ORG_DIRS};

/// Where a file stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement<'a> {
    /// `../` for each directory between the one linted and the git root above it.
    pub up: &'a str,
    /// The directory that is scanned, relative to the source's root.
    pub dir: &'static str,
    /// What it gives way to, when it is on its way out.
    pub instead: Option<&'static str>,
    /// The path below that directory.
    pub rest: &'a str,
}

impl<'a> Placement<'a> {
    /// Where `path`, relative to the root of `source`, stands; `None` outside of every scanned directory.
    pub fn of(source: Source, path: &'a str) -> Option<Self> {
        let below = path.trim_start_matches("../");
        let up = &path[..path.len() - below.len()];
        dirs(source).iter().find_map(|(dir, instead)| {
            let rest = below.strip_prefix(dir)?.strip_prefix('/')?;
            Some(Self { up, dir, instead: *instead, rest })
        })
    }

    /// How many directories lie between the scanned one and the file.
    pub fn depth(&self) -> usize {
        self.rest.matches('/').count()
    }

    /// The directory below the scanned one that the file lies in; `None` for a file directly in it.
    pub fn folder(&self) -> Option<&'a str> {
        self.rest.split_once('/').map(|(folder, _)| folder)
    }

    /// Whether both stand in the same scanned directory.
    pub fn beside(&self, other: &Placement<'_>) -> bool {
        self.up == other.up && self.dir == other.dir
    }
}

/// The directories scanned of `source`, of either loader, with what they give way to.
fn dirs(source: Source) -> Vec<(&'static str, Option<&'static str>)> {
    let table = |places: &[Place]| places.iter().map(|place| (place.dir, place.instead)).collect();
    match source {
        Source::Repo | Source::User => table(&SDK_DIRS),
        Source::Org => table(&SDK_ORG_DIRS),
        Source::Public => LEGACY_CHECKOUT_DIRS.iter().map(|dir| (*dir, None)).collect(),
    }
}

/// Whether the legacy loader reads `path`, relative to the root of `source`. (Of two directories of a checkout it reads one.)
pub fn is_read_by_legacy(source: Source, path: &str) -> bool {
    let dirs = match source {
        Source::Repo | Source::User => &[LEGACY_DIR][..],
        Source::Org | Source::Public => &LEGACY_CHECKOUT_DIRS[..],
    };
    Placement::of(source, path).is_some_and(|place| dirs.contains(&place.dir))
}

/// Whether `path`, relative to the root of `source`, is a scanned directory or leads to one.
pub fn leads_to_scanned(source: Source, path: &str) -> bool {
    dirs(source).iter().any(|(dir, _)| dir.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_where_a_file_stands() {
        let place = Placement::of(Source::Repo, "../.openhands/microagents/a/b.md").unwrap();
        assert_eq!((place.up, place.dir, place.rest, place.depth()), ("../", ".openhands/microagents", "a/b.md", 1));
        assert_eq!((place.instead, place.folder()), (Some(".agents/skills"), Some("a")));
        assert!(place.beside(&Placement::of(Source::Repo, "../.openhands/microagents/c.md").unwrap()));
        assert!(!place.beside(&Placement::of(Source::Repo, ".openhands/microagents/c.md").unwrap()));
        assert_eq!(Placement::of(Source::Repo, "AGENTS.md"), None);
        assert_eq!(Placement::of(Source::Repo, ".agents/skills2/a.md"), None);
        assert_eq!(Placement::of(Source::Org, "skills/a/SKILL.md").map(|place| place.depth()), Some(1));
        let legacy = [(".openhands/microagents/a.md", true), (".openhands/skills/a.md", false), ("my-microagents/a.md", false)];
        assert!(legacy.iter().all(|(path, read)| is_read_by_legacy(Source::Repo, path) == *read));
        assert!(leads_to_scanned(Source::Repo, ".agents") && leads_to_scanned(Source::Repo, ".agents/skills"));
        assert!(!leads_to_scanned(Source::Repo, ".agent") && !leads_to_scanned(Source::Repo, "src"));
    }
}
