//! The tree of a document as written: duplicates, aliases, quoting and comments' absence kept, nothing typed yet.

use crate::text::Span;

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Unquoted.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// One node as written.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its bytes in the original file, quotes included, anchor and tag not.
    pub span: Span,
    /// Its explicit tag, resolved (`tag:yaml.org,2002:str`, `!local`).
    pub tag: Option<String>,
    /// Its anchor's name.
    pub anchor: Option<String>,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// A scalar: its text after unquoting and folding, and how it is written.
    Scalar {
        /// Text after unquoting, unescaping and folding.
        text: String,
        /// How it is written.
        style: Style,
    },
    /// A sequence; `flow` when written `[…]`.
    Seq {
        /// The items in order.
        items: Vec<Node>,
        /// Whether it is written `[…]`.
        flow: bool,
    },
    /// A mapping with all its entries, duplicates included, in order; `flow` when written `{…}`.
    Map {
        /// Keys and values in order.
        entries: Vec<(Node, Node)>,
        /// Whether it is written `{…}`.
        flow: bool,
    },
    /// `*name`.
    Alias(String),
}

impl Node {
    /// The entries of a mapping, duplicates included; empty for anything else.
    pub fn entries(&self) -> &[(Self, Self)] {
        match &self.kind {
            NodeKind::Map { entries, .. } => entries,
            _ => &[],
        }
    }

    /// The items of a sequence; empty for anything else.
    pub fn items(&self) -> &[Self] {
        match &self.kind {
            NodeKind::Seq { items, .. } => items,
            _ => &[],
        }
    }

    /// The text and style of a scalar.
    pub fn scalar(&self) -> Option<(&str, Style)> {
        match &self.kind {
            NodeKind::Scalar { text, style } => Some((text, *style)),
            _ => None,
        }
    }

    /// The last entry of a mapping whose key is the scalar `name`: the one the loaders use.
    pub fn get(&self, name: &str) -> Option<&(Self, Self)> {
        self.entries().iter().rev().find(|(key, _)| key.scalar().is_some_and(|(text, _)| text == name))
    }
}
