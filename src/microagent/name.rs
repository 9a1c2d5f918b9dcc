//! Names: derived from paths, and the strict form a SKILL.md must have.
