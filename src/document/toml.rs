//! TOML frontmatter, for the legacy loader, as close to the old `toml` package of Python as a TOML 1.0 parser comes:
//! arrays of mixed types are refused, integers have any size. The one door to `toml`.

use std::mem::discriminant;
use std::ops::Range;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};
use ::toml::value::{Datetime, Offset};

use crate::diagnostic::Problem;
use crate::text::Span;
use crate::yaml::{Data, INVALID_VALUE, INVALID_YAML, Value, scalar, timestamp};

/// Reads `text`, which stands at `place` of its file.
pub(super) fn read(text: &str, place: Span) -> Result<Value, Problem> {
    // The loaders read a lone `\r` as a line end; as long as one.
    let text = lone_returns(text);
    let reader = Reader { offset: place.start };
    let table = DeTable::parse(&text).map_err(|error| {
        let span = error.span().map_or(place, |range| reader.span(range));
        Problem::new(INVALID_YAML, span, format!("invalid TOML: {}", error.message()))
    })?;
    Ok(Value { data: reader.table(table.get_ref())?, span: place })
}

fn lone_returns(text: &str) -> String {
    let mut chars = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        out.push(if c == '\r' && chars.peek() != Some(&'\n') { '\n' } else { c });
    }
    out
}

struct Reader {
    /// Where the text stands in its file.
    offset: usize,
}

impl Reader {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(range.start, range.end).shifted(self.offset)
    }

    /// The entries in the order they are written in.
    fn table(&self, table: &DeTable<'_>) -> Result<Data, Problem> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut map = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let name = Value { data: Data::Str(key.get_ref().to_string()), span: self.span(key.span()) };
            map.push((name, self.value(value)?));
        }
        Ok(Data::Map(map))
    }

    fn value(&self, value: &Spanned<DeValue<'_>>) -> Result<Value, Problem> {
        let span = self.span(value.span());
        let invalid = |message: String| Problem::new(INVALID_VALUE, span, message);
        let data = match value.get_ref() {
            DeValue::String(text) => Data::Str(text.to_string()),
            DeValue::Integer(number) => Data::Int(scalar::integer_in(number.as_str(), number.radix()).map_err(invalid)?),
            DeValue::Float(number) => Data::Float(scalar::float_of(number.as_str()).map_err(invalid)?),
            DeValue::Boolean(value) => Data::Bool(*value),
            DeValue::Datetime(moment) => date_time(moment).map_err(invalid)?,
            DeValue::Array(items) => {
                if items.windows(2).any(|pair| discriminant(pair[0].get_ref()) != discriminant(pair[1].get_ref())) {
                    return Err(Problem::new(INVALID_YAML, span, "invalid TOML: not a homogeneous array"));
                }
                Data::List(items.iter().map(|item| self.value(item)).collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => self.table(table)?,
        };
        Ok(Value { data, span })
    }
}

fn date_time(moment: &Datetime) -> Result<Data, String> {
    let date = moment.date.map(|date| timestamp::Date { year: date.year.into(), month: date.month.into(), day: date.day.into() });
    let time = moment.time.map(|time| timestamp::Time {
        hour: time.hour.into(),
        minute: time.minute.into(),
        second: time.second.unwrap_or(0).into(),
        micros: time.nanosecond.unwrap_or(0) / 1000,
    });
    let zone = moment.offset.map(|offset| match offset {
        Offset::Z => 0,
        Offset::Custom { minutes } => i32::from(minutes),
    });
    timestamp::moment(date, time.as_ref(), zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_tables_in_order_with_their_places() {
        let text = "\nzeta = 0x1F\nalpha = [1.5, -inf]\rbig = 123456789012345678901234567890\n[mcp.tools]\nwhen = 1979-05-27T07:32:00Z\nday = 1979-05-27\nat = 07:32:00\n";
        let value = read(text, Span::new(3, 3 + text.len())).unwrap();
        assert_eq!(
            value.python_str(),
            "{'zeta': 31, 'alpha': [1.5, -inf], 'big': 123456789012345678901234567890, 'mcp': {'tools': {'when': \
             datetime.datetime(1979, 5, 27, 7, 32, tzinfo=datetime.timezone.utc), 'day': datetime.date(1979, 5, 27), 'at': \
             datetime.time(7, 32)}}}"
        );
        let (key, zeta) = &value.as_map().unwrap()[0];
        assert_eq!((key.span, zeta.span), (Span::new(4, 8), Span::new(11, 15)));
    }

    #[test]
    fn refuses_with_a_place() {
        let problem = read("\na = \n", Span::new(3, 9)).unwrap_err();
        assert!(problem.message.starts_with("invalid TOML: ") && Span::new(3, 9).contains(problem.span), "{problem:?}");
        let problem = read("\na = [1, 'x']\n", Span::new(3, 17)).unwrap_err();
        assert_eq!((problem.message.as_str(), problem.span), ("invalid TOML: not a homogeneous array", Span::new(8, 16)));
    }
}
