//! TOML frontmatter. Refused until its reader is there.

use crate::diagnostic::Problem;
use crate::text::Span;
use crate::yaml::Value;

pub(super) fn read(_text: &str, span: Span) -> Result<Value, Problem> {
    Err(Problem::new("invalid-toml", span, "TOML frontmatter is not read yet"))
}
