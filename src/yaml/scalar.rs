//! The values of scalars: what `SafeConstructor` makes of the text of a boolean, a number, binary data, and when two
//! mapping keys are one to Python. Errors are what Python says.

use std::fmt::Write as _;

use super::Data;
use crate::python::strip;

/// Python converts no decimal text with more digits to an integer, and prints no such integer.
const MAX_DIGITS: usize = 4300;

/// `construct_yaml_bool`
pub(super) fn boolean(text: &str) -> Result<bool, String> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "on" => Ok(true),
        "no" | "false" | "off" => Ok(false),
        _ => Err(format!("`{text}` is not a boolean")),
    }
}

/// `construct_yaml_int`, in decimal.
pub(super) fn integer(text: &str) -> Result<String, String> {
    let text = text.replace('_', "");
    let (negative, text) = signed(&text)?;
    let (more, digits) = if text.contains(':') && !text.starts_with('0') {
        sexagesimal(text)?
    } else if let Some(digits) = text.strip_prefix("0b") {
        whole(digits, 2)?
    } else if let Some(digits) = text.strip_prefix("0x") {
        whole(digits, 16)?
    } else if text.starts_with('0') {
        whole(text, 8)?
    } else {
        whole(text, 10)?
    };
    let minus = negative != more && digits != "0";
    Ok(if minus { format!("-{digits}") } else { digits })
}

/// Python's `int(text, base)`, in decimal.
pub(crate) fn integer_in(text: &str, base: u32) -> Result<String, String> {
    let (negative, digits) = whole(text, base)?;
    Ok(if negative && digits != "0" { format!("-{digits}") } else { digits })
}

/// The sign of a number and the rest, which is never empty.
fn signed(text: &str) -> Result<(bool, &str), String> {
    let rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest.is_empty() { Err("a number without digits".to_owned()) } else { Ok((text.starts_with('-'), rest)) }
}

/// Python's `int(text, base)`: whether it is negative, and its digits.
fn whole(text: &str, base: u32) -> Result<(bool, String), String> {
    let invalid = || format!("invalid literal for int() with base {base}: `{text}`");
    let stripped = strip(text);
    let unsigned = stripped.strip_prefix(['-', '+']).unwrap_or(stripped);
    let prefix = match base {
        2 => ["0b", "0B"],
        8 => ["0o", "0O"],
        16 => ["0x", "0X"],
        _ => ["", ""],
    };
    let digits = prefix.iter().find_map(|prefix| unsigned.strip_prefix(prefix)).unwrap_or(unsigned);
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(base)) {
        return Err(invalid());
    }
    if base == 10 && digits.len() > MAX_DIGITS {
        return Err(too_long());
    }
    let mut number = Decimal::default();
    for digit in digits.chars().filter_map(|c| c.to_digit(base)) {
        number.push(base, digit)?;
    }
    Ok((stripped.starts_with('-'), number.text()))
}

/// `1:30` is 90.
fn sexagesimal(text: &str) -> Result<(bool, String), String> {
    let mut number = Decimal::default();
    for part in text.split(':') {
        let (negative, digits) = whole(part, 10)?;
        if negative {
            return Err(format!("invalid literal for int() with base 10: `{text}`"));
        }
        number.push(60, 0)?;
        number.add(&digits);
    }
    Ok((false, number.text()))
}

fn too_long() -> String {
    format!("exceeds the limit of {MAX_DIGITS} digits for integers")
}

/// A whole number of any size, in limbs of nine decimal digits, least first.
#[derive(Default)]
struct Decimal(Vec<u32>);

impl Decimal {
    const LIMB: u64 = 1_000_000_000;

    /// Multiplies by `base` and adds `digit`.
    fn push(&mut self, base: u32, digit: u32) -> Result<(), String> {
        let mut carry = u64::from(digit);
        for limb in &mut self.0 {
            carry += u64::from(*limb) * u64::from(base);
            *limb = Self::limb(carry);
            carry /= Self::LIMB;
        }
        if carry > 0 {
            self.0.push(Self::limb(carry));
        }
        if self.0.len() > MAX_DIGITS.div_ceil(9) { Err(too_long()) } else { Ok(()) }
    }

    /// Adds a number in decimal digits.
    fn add(&mut self, digits: &str) {
        let mut carry = 0;
        for (place, chunk) in digits.as_bytes().rchunks(9).enumerate() {
            carry += chunk.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
            carry = self.add_limb(place, carry);
        }
        for place in digits.len().div_ceil(9).. {
            if carry == 0 {
                break;
            }
            carry = self.add_limb(place, carry);
        }
    }

    fn add_limb(&mut self, place: usize, value: u64) -> u64 {
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        let sum = u64::from(self.0[place]) + value;
        self.0[place] = Self::limb(sum);
        sum / Self::LIMB
    }

    fn limb(value: u64) -> u32 {
        u32::try_from(value % Self::LIMB).unwrap_or_default()
    }

    fn text(&self) -> String {
        let mut all = String::new();
        for limb in self.0.iter().rev() {
            let _ = write!(all, "{limb:09}");
        }
        let digits = all.trim_start_matches('0');
        if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
    }
}

/// `construct_yaml_float`
pub(super) fn float(text: &str) -> Result<f64, String> {
    let lower = text.replace('_', "").to_lowercase();
    let (negative, text) = signed(&lower)?;
    let value = match text {
        ".inf" => f64::INFINITY,
        ".nan" => return Ok(f64::NAN),
        _ if text.contains(':') => {
            // The sum and its order are Python's, which decides the last bit.
            let (mut value, mut base) = (0.0, 1.0_f64);
            for part in text.rsplit(':') {
                if base.is_infinite() {
                    return Err("int too large to convert to float".to_owned());
                }
                value += float_of(part)? * base;
                base *= 60.0;
            }
            value
        }
        _ => float_of(text)?,
    };
    Ok(if negative { -value } else { value })
}

/// Python's `float(text)`.
pub(crate) fn float_of(text: &str) -> Result<f64, String> {
    strip(text).parse().map_err(|_| format!("could not convert string to float: `{text}`"))
}

/// `construct_yaml_binary`: `base64.decodebytes`, which skips what is not of the alphabet.
pub(super) fn binary(text: &str) -> Result<Vec<u8>, String> {
    if !text.is_ascii() {
        return Err("failed to convert base64 data into ascii".to_owned());
    }
    let (mut bytes, mut held, mut place, mut pads) = (Vec::new(), 0u8, 0, 0);
    for byte in text.bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                pads += 1;
                if place >= 2 && place + pads >= 4 {
                    return Ok(bytes);
                }
                continue;
            }
            _ => continue,
        };
        pads = 0;
        match place {
            0 => held = six,
            1 => {
                bytes.push(held << 2 | six >> 4);
                held = six & 15;
            }
            2 => {
                bytes.push(held << 4 | six >> 2);
                held = six & 3;
            }
            _ => bytes.push(held << 6 | six),
        }
        place = (place + 1) % 4;
    }
    match place {
        0 => Ok(bytes),
        1 => {
            let count = bytes.len() / 3 * 4 + 1;
            Err(format!("failed to decode base64 data: number of data characters ({count}) cannot be 1 more than a multiple of 4"))
        }
        _ => Err("failed to decode base64 data: incorrect padding".to_owned()),
    }
}

/// A text that is the same for two keys when Python takes them for one: `1`, `1.0` and `True` are. Collections are no
/// keys; they never come here.
pub(super) fn hash_key(data: &Data) -> String {
    match data {
        Data::Bool(value) => format!("n{}", u8::from(*value)),
        Data::Int(digits) => format!("n{digits}"),
        Data::Float(value) if value.fract() == 0.0 => format!("n{:.0}", value + 0.0),
        Data::Float(value) => format!("f{value}"),
        Data::Str(text) => format!("s{text}"),
        Data::Bytes(bytes) => format!("b{bytes:?}"),
        Data::Date { text, .. } => format!("d{text}"),
        Data::DateTime { text, .. } => format!("t{text}"),
        Data::Null | Data::Tuple(_) | Data::List(_) | Data::Map(_) | Data::Set(_) | Data::Recursive { .. } => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::yaml::{Data, read};

    /// Values of `v: SCALAR` beside what PyYAML makes of them.
    #[test]
    fn scalars_are_what_pyyaml_makes_of_them() {
        let table = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/yaml/scalars.tsv")).unwrap();
        let mut wrong = Vec::new();
        for line in table.lines().filter(|line| !line.starts_with("# ")) {
            let [scalar, kind, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}: three columns") };
            let (kind_is, printed) = match read(&format!("v: {scalar}\n"), 0).1 {
                Ok(value) => {
                    let value = value.unwrap().get("v").unwrap().clone();
                    let text = if kind == "str-repr" { value.python_repr() } else { value.python_str() };
                    (python_type(&value.data), text)
                }
                Err(problem) => ("refused", problem.rule.to_owned()),
            };
            if (kind_is, printed.as_str()) != (kind.trim_end_matches("-repr"), expected) {
                wrong.push(format!("{line}: {kind_is} {printed}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    fn python_type(data: &Data) -> &'static str {
        match data {
            Data::Null => "null",
            Data::Bool(_) => "bool",
            Data::Int(_) => "int",
            Data::Float(_) => "float",
            Data::Str(_) => "str",
            Data::Bytes(_) => "bytes",
            Data::Date { .. } => "date",
            Data::DateTime { .. } => "datetime",
            Data::List(_) => "list",
            Data::Map(_) => "dict",
            Data::Set(_) => "set",
            Data::Tuple(_) => "tuple",
            Data::Recursive { .. } => "recursive",
        }
    }

    #[test]
    fn integers_have_the_limit_of_python() {
        let value = |text: &str| read(text, 0).1.map(|value| value.unwrap().python_str());
        let nines = "9".repeat(4300);
        assert_eq!(value(&nines), Ok(nines.clone()));
        for text in ["1".repeat(4301), format!("0x{}", "f".repeat(100_000)), format!("1{}", ":59".repeat(100_000))] {
            assert_eq!(value(&text).unwrap_err().rule, "invalid-value");
        }
        assert_eq!(value(&format!("1{}.5", ":0".repeat(174))).unwrap_err().message, "int too large to convert to float");
    }
}
