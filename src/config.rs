//! `.microagent.yaml` and flags, merged into one immutable value.
