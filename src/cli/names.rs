//! The flags that narrow what is shown, not what is loaded.

use crate::count::count;
use crate::trigger::glob::Glob;

/// Which names to show.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct NameArgs {
    /// Show only names that match this glob; repeatable
    #[arg(long, value_name = "GLOB")]
    name: Vec<String>,
    /// Leave names that match this glob out of what is shown; repeatable
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
}

impl NameArgs {
    /// Whether `name` is shown.
    pub(super) fn shows(&self, name: &str) -> bool {
        let any = |globs: &[String]| globs.iter().any(|glob| Glob::new(glob).matches(name));
        (self.name.is_empty() || any(&self.name)) && !any(&self.exclude)
    }

    /// What stands above narrowed output, such as `2 of 7 microagents shown (--name, --exclude)` and a blank line; empty when
    /// nothing is narrowed.
    pub(super) fn header<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> String {
        if self.name.is_empty() && self.exclude.is_empty() {
            return String::new();
        }
        let shown: Vec<bool> = names.into_iter().map(|name| self.shows(name)).collect();
        let visible = shown.iter().filter(|shown| **shown).count();
        format!("{visible} of {} shown (--name, --exclude)\n\n", count(shown.len(), "microagent"))
    }
}
