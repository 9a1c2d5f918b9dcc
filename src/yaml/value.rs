//! Values as Python holds them after loading, each with the place it was written at, and what Python's `str` and
//! `repr` make of them (the loaders stringify names, versions and metadata).

use crate::text::Span;

/// A value and where it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// The value.
    pub data: Data,
    /// Its bytes in the original file; an alias's value stands where the alias stands.
    pub span: Span,
}

/// A Python value.
#[derive(Debug, Clone, PartialEq)]
pub enum Data {
    /// `None`
    Null,
    /// `True`, `False`
    Bool(bool),
    /// An integer of any size, in decimal.
    Int(String),
    /// A float.
    Float(f64),
    /// A string.
    Str(String),
    /// `!!binary`
    Bytes(Vec<u8>),
    /// `datetime.date`: what `str` prints, and what `repr` prints.
    Date {
        /// `2024-01-01`
        text: String,
        /// `datetime.date(2024, 1, 1)`
        repr: String,
    },
    /// `datetime.datetime`: what `str` prints, and what `repr` prints.
    DateTime {
        /// `2024-01-01 10:00:00`
        text: String,
        /// `datetime.datetime(2024, 1, 1, 10, 0)`
        repr: String,
    },
    /// A list (also `!!omap` and `!!pairs`, whose items are pairs).
    List(Vec<Value>),
    /// A tuple, as items of `!!omap` and `!!pairs`, or a constructed key.
    Tuple(Vec<Value>),
    /// A dict: equal keys merged, first position and last value kept, merge keys applied.
    Map(Vec<(Value, Value)>),
    /// `!!set`
    Set(Vec<Value>),
    /// A list or dict inside itself, where an alias leads back to it.
    Recursive {
        /// Whether it is a dict.
        mapping: bool,
    },
}

impl Value {
    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn as_list(&self) -> Option<&[Self]> {
        match &self.data {
            Data::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries of a mapping.
    pub fn as_map(&self) -> Option<&[(Self, Self)]> {
        match &self.data {
            Data::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The value under the string key `name` of a mapping.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_map()?.iter().find(|(key, _)| key.as_str() == Some(name)).map(|(_, value)| value)
    }

    /// Whether it is null.
    pub fn is_null(&self) -> bool {
        self.data == Data::Null
    }

    /// What it is, in an author's words: `a string`, `an integer`, `a boolean`, `null`, `a date`, `a list`, `a mapping`.
    pub fn type_name(&self) -> &'static str {
        match self.data {
            Data::Null => "null",
            Data::Bool(_) => "a boolean",
            Data::Int(_) => "an integer",
            Data::Float(_) => "a float",
            Data::Str(_) => "a string",
            Data::Bytes(_) => "binary data",
            Data::Date { .. } => "a date",
            Data::DateTime { .. } => "a date and time",
            Data::List(_) => "a list",
            Data::Tuple(_) => "a tuple",
            Data::Map(_) => "a mapping",
            Data::Set(_) => "a set",
            Data::Recursive { mapping: true } => "a mapping that contains itself",
            Data::Recursive { mapping: false } => "a list that contains itself",
        }
    }
}
