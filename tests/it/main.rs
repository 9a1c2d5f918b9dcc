//! The binary as a person runs it, and promises about the whole project.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod architecture;
mod common;
mod completions;
mod context;
mod formats;
mod hostile;
mod lint;
mod list;
mod migrate;
mod new;
mod readme;
mod remember;
mod render;
mod replay;
mod schema;
mod test;
mod trigger;
mod workflow;
