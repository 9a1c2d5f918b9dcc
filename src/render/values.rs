//! Values files: one mapping from names to texts, in YAML or JSON. A scalar is the text its author wrote, so that
//! `1.10`, `yes` and `0x1F` stay what they are.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};

/// Values longer than this many bytes together are refused: aliases can make much of little.
const MAX_BYTES: usize = 64 << 20;

/// Why a values file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ValuesError(String);

/// The names and values of `text`, in order. JSON when it starts with a brace and is JSON, else YAML.
pub fn parse(text: &str) -> Result<Vec<(String, String)>, ValuesError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    if text.trim_start().starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        return serde_json::from_str::<Pairs<Typed>>(text).map(Pairs::texts).map_err(|error| ValuesError(error.to_string()));
    }
    serde_yaml::from_str::<Pairs<Written>>(text).map(Pairs::texts).map_err(|error| ValuesError(error.to_string()))
}

/// The entries of a mapping whose values are read as `S`.
struct Pairs<S>(Vec<(String, String)>, PhantomData<S>);

impl<S> Pairs<S> {
    fn texts(self) -> Vec<(String, String)> {
        self.0
    }
}

impl<'de, S: Deserialize<'de> + Into<String>> Deserialize<'de> for Pairs<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}

struct PairsVisitor<S>(PhantomData<S>);

impl<'de, S: Deserialize<'de> + Into<String>> Visitor<'de> for PairsVisitor<S> {
    type Value = Pairs<S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names with a value each, `NAME: value`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        let mut bytes = 0;
        while let Some(Written(name)) = map.next_key()? {
            if pairs.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format_args!("`{name}` stands there twice")));
            }
            let value: String = map.next_value::<S>()?.into();
            bytes += value.len();
            if bytes > MAX_BYTES {
                return Err(A::Error::custom(format_args!("the values are longer than {MAX_BYTES} bytes together")));
            }
            pairs.push((name, value));
        }
        Ok(Pairs(pairs, PhantomData))
    }
}

/// A scalar as written: asked for a string, the YAML reader gives the text of any scalar.
struct Written(String);

/// A scalar of JSON, which has types: a number as JSON prints it.
struct Typed(String);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(ScalarVisitor).map(Self)
    }
}

impl<'de> Deserialize<'de> for Typed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor).map(Self)
    }
}

impl From<Written> for String {
    fn from(scalar: Written) -> Self {
        scalar.0
    }
}

impl From<Typed> for String {
    fn from(scalar: Typed) -> Self {
        scalar.0
    }
}

struct ScalarVisitor;

impl Visitor<'_> for ScalarVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a number")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<String, E> {
        Ok(value.to_string())
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<String, E> {
        Ok("null".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        parse(text).unwrap()
    }

    #[test]
    fn scalars_are_the_text_that_was_written() {
        let yaml = "A: 1.10\nB: yes\nC: '0x1F'\nD: |\n  two\n  lines\nE: \"t\\tab\"\n1: one\nF:\nG: ${A} # said\nH: 2024-01-01\n";
        let expected = [
            ("A", "1.10"),
            ("B", "yes"),
            ("C", "0x1F"),
            ("D", "two\nlines\n"),
            ("E", "t\tab"),
            ("1", "one"),
            ("F", ""),
            ("G", "${A}"),
            ("H", "2024-01-01"),
        ];
        assert_eq!(pairs(yaml), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn json_is_read_as_json() {
        let json = "{\"A\": \"\\ud83d\\ude00\\n\", \"B\": 12, \"C\": true, \"D\": null}";
        let expected = [("A", "😀\n"), ("B", "12"), ("C", "true"), ("D", "null")];
        assert_eq!(pairs(json), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(pairs("{A: x, B: 'y'}"), [("A".into(), "x".into()), ("B".into(), "y".into())], "a flow mapping is YAML");
        assert_eq!(pairs(" \n"), []);
    }

    #[test]
    fn what_is_no_value_is_refused_with_its_place() {
        let cases = [
            ("- a\n", "names with a value each"),
            ("text", "names with a value each"),
            ("A: [1]\n", "line 1"),
            ("B: 1\nA: {b: c}\n", "line 2"),
            ("A: 1\nA: 2\n", "`A` stands there twice"),
            ("{\"A\": [1]}", "line 1"),
            ("{\"A\": 1, \"A\": 2}", "`A` stands there twice"),
            ("A: b: c\n", "line 1"),
            ("A: *x\n", "line 1"),
        ];
        for (text, words) in cases {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }

    #[test]
    fn aliases_cannot_make_much_of_little() {
        let aliases: Vec<String> = (0..200).map(|n| format!("N{n}: *a")).collect();
        let text = format!("A: &a {}\n{}\n", "x".repeat(1 << 20), aliases.join("\n"));
        assert!(parse(&text).unwrap_err().to_string().contains("longer than"));
    }
}
