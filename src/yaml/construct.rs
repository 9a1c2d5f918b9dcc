//! Builds values from nodes as PyYAML's `SafeConstructor` does.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::node::{Node, NodeKind, Style};
use super::parse::MAX_DEPTH;
use super::resolve::{Tag, resolve};
use super::{ALIAS_BOMB, Data, INVALID_VALUE, INVALID_YAML, Value, scalar, timestamp};
use crate::diagnostic::Problem;
use crate::text::Span;

/// No more nodes than this are built by following aliases. PyYAML shares what an alias names, here it is copied.
pub const MAX_ALIASED_NODES: usize = 100_000;

const STANDARD: &str = "tag:yaml.org,2002:";

/// The value of `root` (`SafeConstructor.construct_document`). The problem is the first that Python would raise.
pub fn construct(root: &Node) -> Result<Value, Problem> {
    Constructor { root, anchors: OnceCell::new(), flat: HashMap::new(), open: Vec::new(), depth: 0, aliases: 0, aliased: 0 }.value(root)
}

/// The entries of a mapping after merging.
#[derive(Clone)]
struct Pairs<'a> {
    all: Rc<Vec<(&'a Node, &'a Node)>>,
    /// How many of the first ones come from other mappings.
    merged: usize,
}

struct Constructor<'a> {
    root: &'a Node,
    anchors: OnceCell<HashMap<&'a str, &'a Node>>,
    /// The entries of mappings after merging, by the address of the mapping's node.
    flat: HashMap<*const Node, Pairs<'a>>,
    /// The collections that are being built, by address: one of them met again contains itself.
    open: Vec<*const Node>,
    depth: usize,
    /// How many aliases and merge keys are being followed.
    aliases: usize,
    /// How many nodes aliases have built.
    aliased: usize,
}

/// What a node is to the constructor: an explicit tag wins over the resolver.
enum Kind<'a> {
    Scalar(Tag),
    Binary,
    Seq,
    Omap,
    Pairs,
    Map,
    Set,
    Unknown(&'a str),
}

impl<'a> Constructor<'a> {
    fn value(&mut self, node: &'a Node) -> Result<Value, Problem> {
        if self.aliases > 0 {
            self.count(1, node)?;
        }
        match &node.kind {
            NodeKind::Alias(name) => self.alias(name, node.span),
            NodeKind::Scalar { .. } => Ok(Value { data: self.data(node)?, span: node.span }),
            NodeKind::Seq { .. } | NodeKind::Map { .. } => self.collection(node),
        }
    }

    /// Counts `nodes` more nodes that aliases bring in at `node`.
    fn count(&mut self, nodes: usize, node: &Node) -> Result<(), Problem> {
        self.aliased += nodes;
        if self.aliased > MAX_ALIASED_NODES {
            return Err(Problem::new(ALIAS_BOMB, node.span, format!("aliases expand to more than {MAX_ALIASED_NODES} nodes")));
        }
        Ok(())
    }

    fn alias(&mut self, name: &str, span: Span) -> Result<Value, Problem> {
        let Some(target) = self.anchor(name) else {
            return Err(Problem::new(INVALID_YAML, span, format!("found undefined alias `{name}`")));
        };
        self.aliases += 1;
        let value = self.value(target);
        self.aliases -= 1;
        let data = value?.data;
        Ok(Value { data, span })
    }

    fn collection(&mut self, node: &'a Node) -> Result<Value, Problem> {
        let address: *const Node = node;
        if self.open.contains(&address) {
            let mapping = matches!(node.kind, NodeKind::Map { .. });
            return Ok(Value { data: Data::Recursive { mapping }, span: node.span });
        }
        if self.depth > MAX_DEPTH {
            return Err(Problem::new(ALIAS_BOMB, node.span, format!("aliases nest deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        self.open.push(address);
        let data = self.data(node);
        self.open.pop();
        self.depth -= 1;
        Ok(Value { data: data?, span: node.span })
    }

    fn data(&mut self, node: &'a Node) -> Result<Data, Problem> {
        match kind(node) {
            Kind::Scalar(tag) => self.scalar(node, tag),
            Kind::Binary => scalar::binary(self.text(node)?).map(Data::Bytes).map_err(|message| invalid_yaml(node, message)),
            Kind::Seq => self.list(node),
            Kind::Omap => self.pairs(node, "an ordered map"),
            Kind::Pairs => self.pairs(node, "pairs"),
            Kind::Map => self.map(node).map(Data::Map),
            Kind::Set => Ok(Data::Set(self.map(node)?.into_iter().map(|(key, _)| key).collect())),
            Kind::Unknown(tag) => Err(invalid_yaml(node, format!("could not determine a constructor for the tag `{tag}`"))),
        }
    }

    /// The text of a scalar; of a mapping, that of its `=` entry (`SafeConstructor.construct_scalar`).
    fn text(&self, node: &'a Node) -> Result<&'a str, Problem> {
        match &node.kind {
            NodeKind::Scalar { text, .. } => Ok(text),
            NodeKind::Map { entries, .. } => {
                let value = entries.iter().find(|(key, _)| is(self.target(key), Tag::Value)).map(|(_, value)| self.target(value));
                match value {
                    Some(Node { kind: NodeKind::Scalar { text, .. }, .. }) => Ok(text),
                    _ => Err(expected(node, "a scalar node")),
                }
            }
            _ => Err(expected(node, "a scalar node")),
        }
    }

    fn scalar(&self, node: &'a Node, tag: Tag) -> Result<Data, Problem> {
        let text = self.text(node)?;
        let invalid = |message: String| Problem::new(INVALID_VALUE, node.span, message);
        match tag {
            Tag::Str => Ok(Data::Str(text.to_owned())),
            Tag::Null => Ok(Data::Null),
            Tag::Bool => scalar::boolean(text).map(Data::Bool).map_err(invalid),
            Tag::Int => scalar::integer(text).map(Data::Int).map_err(invalid),
            Tag::Float => scalar::float(text).map(Data::Float).map_err(invalid),
            Tag::Timestamp => timestamp::timestamp(text).map_err(invalid),
            Tag::Merge => Err(invalid_yaml(node, "could not determine a constructor for the tag `tag:yaml.org,2002:merge`")),
            Tag::Value => Err(invalid_yaml(node, "could not determine a constructor for the tag `tag:yaml.org,2002:value`")),
        }
    }

    fn list(&mut self, node: &'a Node) -> Result<Data, Problem> {
        let NodeKind::Seq { items, .. } = &node.kind else { return Err(expected(node, "a sequence node")) };
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            list.push(self.value(item)?);
        }
        Ok(Data::List(list))
    }

    /// `!!omap` and `!!pairs`: a list of pairs.
    fn pairs(&mut self, node: &'a Node, what: &str) -> Result<Data, Problem> {
        let NodeKind::Seq { items, .. } = &node.kind else {
            return Err(invalid_yaml(node, format!("expected a sequence, but found {} while constructing {what}", noun(node))));
        };
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            let map = self.target(item);
            let NodeKind::Map { entries, .. } = &map.kind else {
                let found = noun(map);
                return Err(invalid_yaml(item, format!("expected a mapping of length 1, but found {found} while constructing {what}")));
            };
            let [(key, value)] = entries.as_slice() else {
                let found = entries.len();
                return Err(invalid_yaml(
                    item,
                    format!("expected a single mapping item, but found {found} items while constructing {what}"),
                ));
            };
            let pair = vec![self.value(key)?, self.value(value)?];
            list.push(Value { data: Data::Tuple(pair), span: item.span });
        }
        Ok(Data::List(list))
    }

    fn map(&mut self, node: &'a Node) -> Result<Vec<(Value, Value)>, Problem> {
        if !matches!(node.kind, NodeKind::Map { .. }) {
            return Err(expected(node, "a mapping node"));
        }
        let pairs = self.flatten(node)?;
        let mut map: Vec<(Value, Value)> = Vec::with_capacity(pairs.all.len());
        let mut places: HashMap<String, usize> = HashMap::with_capacity(pairs.all.len());
        for (at, (key_node, value_node)) in pairs.all.iter().enumerate() {
            let merged = usize::from(at < pairs.merged);
            self.aliases += merged;
            let target = self.target(key_node);
            let key =
                if is(target, Tag::Value) { Value { data: Data::Str("=".to_owned()), span: key_node.span } } else { self.value(key_node)? };
            let Some(hash) = scalar::hash_key(&key.data) else {
                return Err(Problem::new(INVALID_YAML, key_node.span, "found unhashable key while constructing a mapping"));
            };
            let value = self.value(value_node)?;
            self.aliases -= merged;
            if let Some(place) = places.get(&hash) {
                map[*place].1 = value;
            } else {
                places.insert(hash, map.len());
                map.push((key, value));
            }
        }
        Ok(map)
    }

    /// The entries of a mapping after its merge keys (`SafeConstructor.flatten_mapping`): merged ones first, so that
    /// the mapping's own win; of merged ones the earlier wins.
    fn flatten(&mut self, node: &'a Node) -> Result<Pairs<'a>, Problem> {
        let address: *const Node = node;
        if let Some(pairs) = self.flat.get(&address) {
            return Ok(pairs.clone());
        }
        let (merge, own): (Vec<_>, Vec<_>) =
            node.entries().iter().map(|(key, value)| (key, value)).partition(|(key, _)| is(self.target(key), Tag::Merge));
        let mut pairs = Pairs { all: Rc::new(own.clone()), merged: 0 };
        if merge.is_empty() {
            return Ok(pairs);
        }
        // A mapping that merges itself adds nothing of its own.
        self.flat.insert(address, pairs.clone());
        let mut all = Vec::new();
        for (_, value) in merge {
            all.extend(self.merged(node, value)?);
            self.count(all.len(), value)?;
        }
        pairs.merged = all.len();
        all.extend(own);
        pairs.all = Rc::new(all);
        self.flat.insert(address, pairs.clone());
        Ok(pairs)
    }

    /// What the merge value `value` of the mapping `node` brings in.
    fn merged(&mut self, node: &'a Node, value: &'a Node) -> Result<Vec<(&'a Node, &'a Node)>, Problem> {
        let source = self.target(value);
        match &source.kind {
            NodeKind::Map { .. } => Ok(self.flatten(source)?.all.to_vec()),
            NodeKind::Seq { items, .. } => {
                let mut merged = Vec::new();
                for item in items.iter().rev() {
                    let map = self.target(item);
                    if !matches!(map.kind, NodeKind::Map { .. }) {
                        let message = format!("expected a mapping for merging, but found {} while constructing a mapping", noun(map));
                        return Err(invalid_yaml(item, message));
                    }
                    merged.extend(self.flatten(map)?.all.iter().copied());
                }
                Ok(merged)
            }
            _ => {
                let found = noun(source);
                let message = format!("expected a mapping or list of mappings for merging, but found {found} while constructing a mapping");
                Err(invalid_yaml(if value.span.is_empty() { node } else { value }, message))
            }
        }
    }

    /// The node itself, or the one its alias names.
    fn target(&self, node: &'a Node) -> &'a Node {
        match &node.kind {
            NodeKind::Alias(name) => self.anchor(name).unwrap_or(node),
            _ => node,
        }
    }

    fn anchor(&self, name: &str) -> Option<&'a Node> {
        let anchors = self.anchors.get_or_init(|| {
            let mut anchors = HashMap::new();
            collect_anchors(self.root, &mut anchors);
            anchors
        });
        anchors.get(name).copied()
    }
}

fn collect_anchors<'a>(root: &'a Node, anchors: &mut HashMap<&'a str, &'a Node>) {
    let mut rest = vec![root];
    while let Some(node) = rest.pop() {
        if let Some(name) = &node.anchor {
            anchors.insert(name, node);
        }
        rest.extend(node.items());
        rest.extend(node.entries().iter().flat_map(|(key, value)| [key, value]));
    }
}

fn kind(node: &Node) -> Kind<'_> {
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
fn is(node: &Node, tag: Tag) -> bool {
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

fn noun(node: &Node) -> &'static str {
    match node.kind {
        NodeKind::Scalar { .. } => "scalar",
        NodeKind::Seq { .. } => "sequence",
        NodeKind::Map { .. } => "mapping",
        NodeKind::Alias(_) => "alias",
    }
}

fn expected(node: &Node, what: &str) -> Problem {
    invalid_yaml(node, format!("expected {what}, but found {}", noun(node)))
}

fn invalid_yaml(node: &Node, message: impl Into<String>) -> Problem {
    Problem::new(INVALID_YAML, node.span, message)
}
