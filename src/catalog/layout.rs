//! Which directories each loader reads of each source, in its order. The one table of places.

/// A directory of a source that a loader scans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Relative to the source's root.
    pub dir: &'static str,
    /// Whether the place is on its way out, and what it gives way to.
    pub instead: Option<&'static str>,
}

const fn current(dir: &'static str) -> Place {
    Place { dir, instead: None }
}

const fn old(dir: &'static str, instead: &'static str) -> Place {
    Place { dir, instead: Some(instead) }
}

/// Skills directories of a repository and of a home for the SDK, first wins (`load_project_skills`, `load_user_skills`).
pub const SDK_DIRS: [Place; 3] =
    [current(".agents/skills"), old(".openhands/skills", ".agents/skills"), old(".openhands/microagents", ".agents/skills")];

/// Directories of an organization's checkout for the SDK: the first wins (`load_org_skills_from_url`).
pub const SDK_ORG_DIRS: [Place; 2] = [current("skills"), old("microagents", "skills")];

/// The directory of the public registry for the SDK.
pub const PUBLIC_DIR: &str = "skills";

/// Where the registry's manifest is looked for when none is named: its absence means no filter.
pub const DEFAULT_MARKETPLACE: &str = "marketplaces/default.json";

/// The microagents directory of a repository and of a home for the legacy loader.
pub const LEGACY_DIR: &str = ".openhands/microagents";

/// The first of these that exists is read of an organization's or the public checkout by the legacy loader.
pub const LEGACY_CHECKOUT_DIRS: [&str; 2] = ["microagents", "skills"];

/// The names under which the legacy loader looks for agent instructions, first wins (`load_microagents_from_dir`).
pub const LEGACY_INSTRUCTIONS: [&str; 4] = ["AGENTS.md", "agents.md", "AGENT.md", "agent.md"];

/// The instruction file that only deployed V0 sessions read.
pub const V0_INSTRUCTIONS: &str = ".openhands_instructions";
