//! Builds values from nodes as PyYAML's `SafeConstructor` does.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use super::kind::{Kind, is, kind};
use super::node::{Node, NodeKind};
use super::parse::MAX_DEPTH;
use super::resolve::Tag;
use super::{ALIAS_BOMB, Data, INVALID_VALUE, INVALID_YAML, Value, scalar, timestamp};
use crate::diagnostic::Problem;
use crate::text::Span;

/// No more nodes than this are built by following aliases. PyYAML shares what an alias names, here it is copied.
pub const MAX_ALIASED_NODES: usize = 100_000;

/// No more mappings than this are merged into one another; PyYAML has no limit but Python's stack.
const MAX_MERGE_DEPTH: usize = 100;

/// The value of `root` (`SafeConstructor.construct_document`).
pub fn construct(root: &Node) -> Result<Value, Problem> {
    Constructor { root, anchors: OnceCell::new(), flat: HashMap::new(), open: Vec::new(), merging: 0, aliased: 0 }.build()
}

/// The entries of a mapping after merging.
#[derive(Clone)]
struct Pairs<'a> {
    all: Rc<Vec<(&'a Node, &'a Node)>>,
    /// How many of the first ones come from other mappings.
    merged: usize,
}

/// A collection that is being built.
struct Open<'a> {
    node: &'a Node,
    /// Where the value stands: at the node, or at the alias that leads to it.
    span: Span,
    kind: Kind<'a>,
    /// What it is built from: items, or keys and values in turn.
    children: Vec<&'a Node>,
    /// How many of the first children come from other mappings.
    merged: usize,
    /// The values of the first children.
    done: Vec<Value>,
    /// Whether an alias or a merge key leads here.
    aliased: bool,
}

/// Works without recursion: frontmatter nests a thousand levels deep, and threads have small stacks.
struct Constructor<'a> {
    root: &'a Node,
    anchors: OnceCell<HashMap<&'a str, &'a Node>>,
    /// The entries of mappings after merging, by the address of the mapping's node.
    flat: HashMap<*const Node, Pairs<'a>>,
    /// The collections that are being built, innermost last: one of them met again contains itself.
    open: Vec<Open<'a>>,
    merging: usize,
    /// How many nodes aliases have built.
    aliased: usize,
}

impl<'a> Constructor<'a> {
    fn build(mut self) -> Result<Value, Problem> {
        let mut built = self.begin(self.root)?;
        // Nothing is built when a collection was opened; then its first child is next.
        while let Some(open) = self.open.last_mut() {
            open.done.extend(built);
            built = match open.children.get(open.done.len()).copied() {
                Some(child) => self.begin(child)?,
                None => self.open.pop().map(finish),
            };
        }
        built.ok_or_else(|| invalid_yaml(self.root, "no value"))
    }

    /// The value of a scalar; opens a collection, whose children are to be built first.
    fn begin(&mut self, node: &'a Node) -> Result<Option<Value>, Problem> {
        let parent = self.open.last();
        let aliased = parent.is_some_and(|open| open.aliased || open.done.len() < open.merged) || matches!(node.kind, NodeKind::Alias(_));
        let is_key = parent.is_some_and(|open| matches!(open.kind, Kind::Map | Kind::Set) && open.done.len().is_multiple_of(2));
        if aliased {
            self.count(1, node)?;
        }
        let span = node.span;
        let node = self.target(node);
        if let NodeKind::Alias(name) = &node.kind {
            return Err(invalid_yaml(node, format!("found undefined alias `{name}`")));
        }
        let kind = kind(node);
        if is_key && matches!(kind, Kind::Seq | Kind::Omap | Kind::Pairs | Kind::Map | Kind::Set) {
            return Err(Problem::new(INVALID_YAML, span, "found unhashable key while constructing a mapping"));
        }
        let (children, merged) = match kind {
            Kind::Scalar(Tag::Value) if is_key => return Ok(Some(Value { data: Data::Str("=".to_owned()), span })),
            Kind::Scalar(tag) => return Ok(Some(Value { data: self.scalar(node, tag)?, span })),
            Kind::Binary => {
                let bytes = scalar::binary(self.text(node)?).map_err(|message| invalid_yaml(node, message))?;
                return Ok(Some(Value { data: Data::Bytes(bytes), span }));
            }
            Kind::Unknown(tag) => return Err(invalid_yaml(node, format!("could not determine a constructor for the tag `{tag}`"))),
            Kind::Seq => {
                let NodeKind::Seq { items, .. } = &node.kind else { return Err(expected(node, "a sequence node")) };
                (items.iter().collect(), 0)
            }
            Kind::Omap => (self.pairs(node, "an ordered map")?, 0),
            Kind::Pairs => (self.pairs(node, "pairs")?, 0),
            Kind::Map | Kind::Set => {
                if !matches!(node.kind, NodeKind::Map { .. }) {
                    return Err(expected(node, "a mapping node"));
                }
                let pairs = self.flatten(node)?;
                (pairs.all.iter().flat_map(|(key, value)| [*key, *value]).collect(), pairs.merged * 2)
            }
        };
        // only what an alias leads to can be open already; `!!omap` and `!!pairs` look through the aliases of their items
        let may_recur = aliased || self.open.last().is_some_and(|open| matches!(open.kind, Kind::Omap | Kind::Pairs));
        if may_recur && self.open.iter().any(|open| std::ptr::eq(open.node, node)) {
            let mapping = matches!(kind, Kind::Map);
            return Ok(Some(Value { data: Data::Recursive { mapping }, span }));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(Problem::new(ALIAS_BOMB, span, format!("aliases nest deeper than {MAX_DEPTH} levels")));
        }
        let done = Vec::with_capacity(children.len());
        self.open.push(Open { node, span, kind, children, merged, done, aliased });
        Ok(None)
    }

    /// Counts `nodes` more nodes that aliases bring in at `node`.
    fn count(&mut self, nodes: usize, node: &Node) -> Result<(), Problem> {
        self.aliased += nodes;
        if self.aliased > MAX_ALIASED_NODES {
            return Err(Problem::new(ALIAS_BOMB, node.span, format!("aliases expand to more than {MAX_ALIASED_NODES} nodes")));
        }
        Ok(())
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

    /// Keys and values of `!!omap` and `!!pairs`.
    fn pairs(&self, node: &'a Node, what: &str) -> Result<Vec<&'a Node>, Problem> {
        let NodeKind::Seq { items, .. } = &node.kind else {
            return Err(invalid_yaml(node, format!("expected a sequence, but found {} while constructing {what}", noun(node))));
        };
        let mut children = Vec::with_capacity(items.len() * 2);
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
            children.extend([key, value]);
        }
        Ok(children)
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
        self.merging += 1;
        if self.merging > MAX_MERGE_DEPTH {
            return Err(Problem::new(ALIAS_BOMB, node.span, format!("merge keys nest deeper than {MAX_MERGE_DEPTH} levels")));
        }
        let mut all = Vec::new();
        for (_, value) in merge {
            all.extend(self.merged(value)?);
            self.count(all.len(), value)?;
        }
        self.merging -= 1;
        pairs.merged = all.len();
        all.extend(own);
        pairs.all = Rc::new(all);
        self.flat.insert(address, pairs.clone());
        Ok(pairs)
    }

    /// What the merge value `value` brings in.
    fn merged(&mut self, value: &'a Node) -> Result<Vec<(&'a Node, &'a Node)>, Problem> {
        let source = self.target(value);
        match &source.kind {
            NodeKind::Map { .. } => Ok(self.flatten(source)?.all.to_vec()),
            NodeKind::Seq { items, .. } => {
                let mut merged = Vec::new();
                for item in items {
                    let map = self.target(item);
                    if !matches!(map.kind, NodeKind::Map { .. }) {
                        let message = format!("expected a mapping for merging, but found {} while constructing a mapping", noun(map));
                        return Err(invalid_yaml(item, message));
                    }
                    merged.push(self.flatten(map)?.all);
                    self.count(merged.last().map_or(0, |pairs| pairs.len()), item)?;
                }
                Ok(merged.iter().rev().flat_map(|pairs| pairs.iter().copied()).collect())
            }
            _ => {
                let found = noun(source);
                let message = format!("expected a mapping or list of mappings for merging, but found {found} while constructing a mapping");
                Err(invalid_yaml(value, message))
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

/// The value of a collection whose children are built.
fn finish(open: Open<'_>) -> Value {
    let data = match open.kind {
        Kind::Omap | Kind::Pairs => Data::List(tuples(open.done)),
        Kind::Map => Data::Map(dict(open.done)),
        Kind::Set => Data::Set(dict(open.done).into_iter().map(|(key, _)| key).collect()),
        _ => Data::List(open.done),
    };
    Value { data, span: open.span }
}

/// Pairs of keys and values in turn.
fn tuples(done: Vec<Value>) -> Vec<Value> {
    let mut list = Vec::with_capacity(done.len() / 2);
    let mut done = done.into_iter();
    while let (Some(key), Some(value)) = (done.next(), done.next()) {
        let span = key.span.to(value.span);
        list.push(Value { data: Data::Tuple(vec![key, value]), span });
    }
    list
}

/// A dict of keys and values in turn: of equal keys the first stays, with the last value.
fn dict(done: Vec<Value>) -> Vec<(Value, Value)> {
    let mut entries: Vec<(Value, Value)> = Vec::with_capacity(done.len() / 2);
    let mut places: HashMap<String, usize> = HashMap::with_capacity(done.len() / 2);
    let mut done = done.into_iter();
    while let (Some(key), Some(value)) = (done.next(), done.next()) {
        match places.entry(scalar::hash_key(&key.data)) {
            Entry::Occupied(place) => entries[*place.get()].1 = value,
            Entry::Vacant(place) => {
                place.insert(entries.len());
                entries.push((key, value));
            }
        }
    }
    entries
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

#[cfg(test)]
mod tests {
    use crate::yaml::{MAX_DEPTH, read};

    #[test]
    fn nesting_to_the_limit_is_read_and_beyond_it_refused() {
        let flow = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let block = |depth: usize| format!("{}x\n", "- ".repeat(depth));
        let nested = |depth: usize| (0..depth).flat_map(|level| [" ".repeat(level), "k:\n".to_owned()]).collect::<String>();
        for text in [flow(MAX_DEPTH), block(MAX_DEPTH - 1), nested(MAX_DEPTH - 1)] {
            let (node, value) = read(&text, 0);
            let value = value.unwrap().unwrap();
            assert!(value.python_repr().len() > MAX_DEPTH && node == node.clone() && value == value.clone());
        }
        for text in [flow(MAX_DEPTH + 1), block(MAX_DEPTH), nested(MAX_DEPTH), "[".repeat(100_000)] {
            assert_eq!(read(&text, 0).1.unwrap_err().message, "exceeded maximum nesting depth");
        }
    }

    #[test]
    fn aliases_that_expand_without_bound_are_refused() {
        let levels = |line: fn(usize) -> String| (1..40).map(line).collect::<String>();
        let lists = levels(|at| format!("a{at}: &a{at} [*a{0}, *a{0}, *a{0}]\n", at - 1));
        let merges = levels(|at| format!("a{at}: &a{at} {{<<: [*a{0}, *a{0}], k{at}: 1}}\n", at - 1));
        let (open, close) = ("[".repeat(600), "]".repeat(600));
        let nested_merges = "{<<: ".repeat(300) + "{}" + &"}".repeat(300);
        let cases = [
            (format!("a0: &a0 [x]\n{lists}"), "aliases expand to more than 100000 nodes"),
            (format!("a0: &a0 {{x: 1}}\n{merges}"), "aliases expand to more than 100000 nodes"),
            (format!("a: &a {open}{close}\nb: {open}*a {close}\n"), "aliases nest deeper than 1000 levels"),
            (format!("a: {nested_merges}\n"), "merge keys nest deeper than 100 levels"),
        ];
        for (text, message) in cases {
            let problem = read(&text, 0).1.unwrap_err();
            assert_eq!((problem.rule, problem.message.as_str()), ("yaml-alias-bomb", message));
        }
    }

    #[test]
    fn what_contains_itself_ends() {
        let cases = [
            ("&x [1, *x]", "[1, [...]]"),
            ("&x {a: *x}", "{'a': {...}}"),
            ("{a: &a [&b [*a, *b]], c: *b}", "{'a': [[[...], [...]]], 'c': [[[...]], [...]]}"),
            ("&x {<<: *x, b: 1}", "{'b': 1}"),
            ("&x {k: {<<: *x}}", "{'k': {'k': {...}}}"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text, 0).1.unwrap().unwrap().python_repr(), expected, "{text}");
        }
    }
}
