//! YAML as the runtime reads it: libyaml's grammar, PyYAML's `CSafeLoader` types (YAML 1.1).

pub mod construct;
pub mod node;
pub mod parse;
pub mod resolve;
pub mod value;

pub use node::Node;
pub use value::{Data, Value};
