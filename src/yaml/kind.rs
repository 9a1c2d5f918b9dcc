//! What a node is to PyYAML's constructor: its explicit tag, or what its style and text resolve to.

use super::node::{Node, NodeKind, Style};
use super::resolve::{Tag, resolve};

const STANDARD: &str = "tag:yaml.org,2002:";

/// What a node is to the constructor: an explicit tag wins over the resolver.
#[derive(Clone, Copy)]
pub(super) enum Kind<'a> {
    Scalar(Tag),
    Binary,
    Seq,
    Omap,
    Pairs,
    Map,
    Set,
    Unknown(&'a str),
}

/// What `node` is; an alias is for the caller to follow.
pub(super) fn kind(node: &Node) -> Kind<'_> {
    match node.tag.as_deref() {
        None | Some("!") => match &node.kind {
            NodeKind::Seq { .. } => Kind::Seq,
            NodeKind::Map { .. } => Kind::Map,
            _ => Kind::Scalar(scalar_tag(node)),
        },
        Some(tag) => match tag.strip_prefix(STANDARD) {
            Some("str") => Kind::Scalar(Tag::Str),
            Some("int") => Kind::Scalar(Tag::Int),
            Some("float") => Kind::Scalar(Tag::Float),
            Some("bool") => Kind::Scalar(Tag::Bool),
            Some("null") => Kind::Scalar(Tag::Null),
            Some("timestamp") => Kind::Scalar(Tag::Timestamp),
            Some("binary") => Kind::Binary,
            Some("seq") => Kind::Seq,
            Some("omap") => Kind::Omap,
            Some("pairs") => Kind::Pairs,
            Some("map") => Kind::Map,
            Some("set") => Kind::Set,
            _ => Kind::Unknown(tag),
        },
    }
}

/// Whether the scalar `node` has the merge or the value tag, resolved or explicit.
pub(super) fn is(node: &Node, tag: Tag) -> bool {
    match node.tag.as_deref() {
        None | Some("!") => matches!(node.kind, NodeKind::Scalar { .. }) && scalar_tag(node) == tag,
        Some("tag:yaml.org,2002:merge") => tag == Tag::Merge,
        Some("tag:yaml.org,2002:value") => tag == Tag::Value,
        Some(_) => false,
    }
}

/// The type of a scalar without a tag, or with the tag `!`, which makes even a quoted scalar implicit and only a
/// missing one a string.
fn scalar_tag(node: &Node) -> Tag {
    match (&node.kind, &node.tag) {
        (NodeKind::Scalar { text, style: Style::Plain }, Some(_)) if text.is_empty() => Tag::Str,
        (NodeKind::Scalar { text, style: Style::Plain }, None) | (NodeKind::Scalar { text, .. }, Some(_)) => resolve(text),
        _ => Tag::Str,
    }
}
