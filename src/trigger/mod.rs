//! Which microagents a message or a touched path brings in, and why.
//!
//! [`Matcher`] answers for a whole catalog in one pass over the message; [`explain`] says why one microagent came in or
//! stayed out.

pub mod cases;
pub mod check;
pub mod conversation;
pub mod explain;
pub mod first_cases;
pub mod fold;
pub mod glob;
pub mod keyword;
pub mod loose;
pub mod matcher;
pub mod parallel;
pub mod query;
pub mod summary;

pub use conversation::Turn;
pub use matcher::{Fired, Hit, Matcher};
pub use query::Query;
