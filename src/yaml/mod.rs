//! YAML as the runtime reads it: libyaml's grammar, PyYAML's `CSafeLoader` types (YAML 1.1).

pub mod construct;
mod kind;
pub mod node;
pub mod parse;
mod repair;
pub mod resolve;
pub(crate) mod scalar;
pub mod spell;
pub(crate) mod timestamp;
pub mod value;
mod written;

pub use node::Node;
pub use parse::MAX_DEPTH;
pub use value::{Data, Value};

use crate::diagnostic::Problem;

/// The rule of what PyYAML refuses with a `YAMLError`.
pub(crate) const INVALID_YAML: &str = "invalid-yaml";

/// The rule of well-formed YAML whose value Python cannot hold: an impossible date, `0x_`.
pub(crate) const INVALID_VALUE: &str = "invalid-value";

/// The rule of aliases that expand without bound.
pub(crate) const ALIAS_BOMB: &str = "yaml-alias-bomb";

/// Reads the YAML of `text`, which stands at byte `offset` of its file (`yaml.load(text, Loader=CSafeLoader)`).
/// Gives the tree as written and the value; both `None` for a text without a document. The tree is there even when
/// the value cannot be built.
pub fn read(text: &str, offset: usize) -> (Option<Node>, Result<Option<Value>, Problem>) {
    match parse::parse(text, offset) {
        Ok(Some(root)) => {
            let value = construct::construct(&root).map(Some);
            (Some(root), value)
        }
        Ok(None) => (None, Ok(None)),
        Err(problem) => (None, Err(problem)),
    }
}
