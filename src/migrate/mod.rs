//! Moves old paths to `.agents/skills`: a plan, and the proof that the runtime then has the same microagents.

pub mod step;
