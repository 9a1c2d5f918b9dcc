//! Writes new microagents that load and pass lint.
