//! JSON frontmatter. Refused until its reader is there.

use crate::diagnostic::Problem;
use crate::frontmatter::Parts;
use crate::yaml::Value;

pub(super) fn read(_text: &str, parts: Parts) -> Result<Value, Problem> {
    Err(Problem::new("invalid-json", parts.inner, "JSON frontmatter is not read yet"))
}
