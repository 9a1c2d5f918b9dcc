//! Lists, lints, tests, renders and migrates OpenHands microagents and skills exactly as the runtime reads them.
//!
//! ```text
//! bytes ─▶ document ─▶ microagent ─▶ catalog ─▶ lint │ trigger │ render │ context │ migrate │ replay ─▶ report ─▶ cli
//! ```
//!
//! Data goes one way. No stage calls back, no engine knows another engine, and only [`cli`] prints and knows exit codes.
//! Modules stand here in layer order: reading them top to bottom is reading the design.

// Texts, and what a finding is.
pub mod digest;

pub mod path;

pub mod text;

pub mod python;

pub mod visible;

pub mod near;

pub mod count;

pub mod tokens;

pub mod markdown;

pub mod source;

pub mod diagnostic;

// The world, read.
pub mod git;

pub mod tree;

// From bytes to what a file says.
pub mod frontmatter;

pub mod yaml;

pub mod document;

// From what a file says to what it means.
pub mod microagent;

pub mod catalog;

// The engines.
pub mod trigger;

pub mod context;

pub mod render;

pub mod scaffold;

pub mod lint;

pub mod migrate;

pub mod replay;

// The world, changed.
pub mod write;

// Showing it.
pub mod config;

pub mod report;

pub mod cli;
