//! Dates and times as PyYAML's `construct_yaml_timestamp` builds them and Python's `datetime` prints them.

use std::fmt::Write as _;

use super::Data;

/// The date or the date and time of `text`; the error is what Python says.
pub(super) fn timestamp(text: &str) -> Result<Data, String> {
    let mut scan = Scan { rest: text.strip_suffix('\n').unwrap_or(text) };
    let date = scan.date().ok_or("not a timestamp")?;
    if scan.rest.is_empty() {
        return moment(Some(date), None, None);
    }
    let time = scan.time().ok_or("not a timestamp")?;
    let zone = scan.zone().ok_or("not a timestamp")?;
    moment(Some(date), Some(&time), zone)
}

/// A date, a time, or both, with what Python checks, in the order it checks: zone, date, time. `zone` is in minutes east
/// of UTC.
pub(crate) fn moment(date: Option<Date>, time: Option<&Time>, zone: Option<i32>) -> Result<Data, String> {
    if let Some(minutes) = zone
        && minutes.abs() >= 24 * 60
    {
        return Err("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24)".to_owned());
    }
    if let Some(date) = date {
        date.check()?;
    }
    let Some(time) = time else {
        let Date { year, month, day } = date.unwrap_or(Date { year: 1, month: 1, day: 1 });
        return Ok(Data::Date { text: format!("{year:04}-{month:02}-{day:02}"), repr: format!("datetime.date({year}, {month}, {day})") });
    };
    time.check()?;
    Ok(Data::DateTime { text: text(date, time, zone), repr: repr(date, time, zone) })
}

/// A day of the calendar.
#[derive(Clone, Copy)]
pub(crate) struct Date {
    pub(crate) year: u32,
    pub(crate) month: u32,
    pub(crate) day: u32,
}

impl Date {
    fn check(self) -> Result<(), String> {
        let leap = self.year.is_multiple_of(4) && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        let days = match self.month {
            2 => 28 + u32::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        if self.year == 0 {
            Err("year 0 is out of range".to_owned())
        } else if !(1..=12).contains(&self.month) {
            Err("month must be in 1..12".to_owned())
        } else if !(1..=days).contains(&self.day) {
            Err("day is out of range for month".to_owned())
        } else {
            Ok(())
        }
    }
}

/// A time of day.
pub(crate) struct Time {
    pub(crate) hour: u32,
    pub(crate) minute: u32,
    pub(crate) second: u32,
    pub(crate) micros: u32,
}

impl Time {
    fn check(&self) -> Result<(), String> {
        if self.hour > 23 {
            Err("hour must be in 0..23".to_owned())
        } else if self.minute > 59 {
            Err("minute must be in 0..59".to_owned())
        } else if self.second > 59 {
            Err("second must be in 0..59".to_owned())
        } else {
            Ok(())
        }
    }
}

/// `str(datetime)`; `zone` in minutes east of UTC.
fn text(date: Option<Date>, time: &Time, zone: Option<i32>) -> String {
    let mut out = String::new();
    if let Some(Date { year, month, day }) = date {
        let _ = write!(out, "{year:04}-{month:02}-{day:02} ");
    }
    let _ = write!(out, "{:02}:{:02}:{:02}", time.hour, time.minute, time.second);
    if time.micros > 0 {
        let _ = write!(out, ".{:06}", time.micros);
    }
    if let Some(minutes) = zone {
        let sign = if minutes < 0 { '-' } else { '+' };
        let _ = write!(out, "{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60);
    }
    out
}

/// `repr(datetime)`
fn repr(date: Option<Date>, time: &Time, zone: Option<i32>) -> String {
    let mut out =
        date.map_or_else(|| "datetime.time(".to_owned(), |Date { year, month, day }| format!("datetime.datetime({year}, {month}, {day}, "));
    let _ = write!(out, "{}, {}", time.hour, time.minute);
    if time.second > 0 || time.micros > 0 {
        let _ = write!(out, ", {}", time.second);
    }
    if time.micros > 0 {
        let _ = write!(out, ", {}", time.micros);
    }
    match zone {
        None => {}
        Some(0) => out.push_str(", tzinfo=datetime.timezone.utc"),
        Some(minutes) => {
            let days = if minutes < 0 { "days=-1, " } else { "" };
            let _ = write!(out, ", tzinfo=datetime.timezone(datetime.timedelta({days}seconds={}))", minutes.rem_euclid(24 * 60) * 60);
        }
    }
    out.push(')');
    out
}

/// Reads `timestamp_regexp` from left to right.
struct Scan<'a> {
    rest: &'a str,
}

impl Scan<'_> {
    fn date(&mut self) -> Option<Date> {
        let year = self.number(4, 4)?;
        self.one_of("-")?;
        let month = self.number(1, 2)?;
        self.one_of("-")?;
        let day = self.number(1, 2)?;
        Some(Date { year, month, day })
    }

    fn time(&mut self) -> Option<Time> {
        if self.one_of("Tt").is_none() {
            let before = self.rest.len();
            self.blanks();
            (self.rest.len() < before).then_some(())?;
        }
        let hour = self.number(1, 2)?;
        self.one_of(":")?;
        let minute = self.number(2, 2)?;
        self.one_of(":")?;
        let second = self.number(2, 2)?;
        let micros = if self.one_of(".").is_some() { self.fraction() } else { 0 };
        Some(Time { hour, minute, second, micros })
    }

    /// Digits after the point as microseconds, the seventh and later dropped.
    fn fraction(&mut self) -> u32 {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits.bytes().chain(std::iter::repeat(b'0')).take(6).fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'))
    }

    /// The zone in minutes, `Some(None)` without one; `None` when something else follows.
    #[expect(clippy::option_option, reason = "no match, a match without a zone, a zone")]
    fn zone(&mut self) -> Option<Option<i32>> {
        if self.rest.is_empty() {
            return Some(None);
        }
        self.blanks();
        if self.one_of("Z").is_some() {
            return self.rest.is_empty().then_some(Some(0));
        }
        let sign = if self.one_of("-").is_some() { -1 } else { self.one_of("+").map(|()| 1)? };
        let hours = self.number(1, 2)?;
        let minutes = if self.one_of(":").is_some() { self.number(2, 2)? } else { 0 };
        self.rest.is_empty().then_some(Some(sign * i32::try_from(hours * 60 + minutes).ok()?))
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    fn one_of(&mut self, chars: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(|c| chars.contains(c))?;
        Some(())
    }

    /// A number of `least` to `most` digits.
    fn number(&mut self, least: usize, most: usize) -> Option<u32> {
        let digits = self.rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
        if digits < least {
            return None;
        }
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        number.parse().ok()
    }
}
