//! Moves legacy paths to `.agents/skills`, as a plan that is proven before it is applied.
