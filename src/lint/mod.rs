//! Finds what is wrong with microagents: what a path means ([`scope`]), the rules ([`rules`]), and the run over them.
//!
//! A rule is given values and reports findings; it reads no file, and it never decides what a runtime makes of a file:
//! the catalog has decided that before.

/// A microagent with more estimated tokens than this is large, unless the configuration says otherwise.
pub const MAX_BODY_TOKENS: usize = 5_000;

pub mod baseline;
pub mod beside;
pub mod checker;
pub mod clash;
pub mod common_words;
pub mod dead_globs;
pub mod fields;
pub mod fix;
pub mod hidden;
pub mod link_target;
pub mod links;
pub mod marketplace;
pub mod opening;
pub mod placement;
pub mod proof;
pub mod reference;
pub mod review;
pub mod rule;
pub mod rules;
pub mod run;
pub mod scope;
pub mod second_reader;
pub mod secrets;
pub mod shared;
pub mod since;
pub mod suppress;
pub mod targets;
pub mod yaml_repair;

#[cfg(test)]
mod fix_properties;
#[cfg(test)]
pub(crate) mod tester;

pub use checker::{Checker, File};
pub use rule::{Fixable, On, Rule, RuleMeta};
pub use run::{Failure, LintReport, Linted, Options, Summary, run, run_since};
pub use scope::{Scope, ScopeKind};
pub use targets::{Request, TargetError, Targets};
