//! A few lines of a file, safe to print: hidden characters made visible, long lines cut, and the places in them mapped.

use crate::lint::secrets::masked;
use crate::source::SourceFile;
use crate::text::Span;
use crate::visible;

/// A line longer than this many characters is cut around what is marked in it.
const MAX_LINE: usize = 160;

/// What stands for each character of a credential.
const MASK: char = '•';

/// How many characters before a mark are kept in a line that is cut.
const BEFORE: usize = 60;

/// A span over more lines than this is drawn on its first line only.
const MAX_LINES: usize = 6;

/// Lines of a file, and where spans of the file stand in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The lines, each with its line end.
    pub text: String,
    /// The line, from 1, that the first of them is in the file.
    pub first_line: usize,
    /// The spans asked for, in bytes of `text`; never empty.
    pub spans: Vec<Span>,
}

impl Excerpt {
    /// The lines of `file` that hold `spans`, with a line before and after.
    pub fn of(file: &SourceFile, spans: &[Span]) -> Self {
        let spans: Vec<Span> = spans.iter().map(|span| shown(file, *span)).collect();
        let lines = file.lines();
        let first = spans.iter().map(|span| lines.line(span.start)).min().unwrap_or(1).saturating_sub(1).max(1);
        let last = (spans.iter().map(|span| lines.line(span.end)).max().unwrap_or(1) + 1).min(lines.lines());
        let mut text = String::new();
        let mut marks = Marks { at: spans.iter().flat_map(|span| [(span.start, None), (span.end, None)]).collect() };
        for line in first..=last {
            let Some(span) = lines.line_span(file.text(), line) else { continue };
            let marked = spans.iter().map(|mark| mark.start).filter(|start| span.start <= *start && *start <= span.end).min();
            add_line(&mut text, file, span, marked, &mut marks);
        }
        let end = text.len();
        let mapped = marks.at.chunks(2).map(|pair| {
            let start = pair[0].1.unwrap_or(end);
            let stop = pair[1].1.unwrap_or(end).max(start);
            visible_span(&text, Span::new(start, stop))
        });
        let spans = mapped.collect();
        Self { text, first_line: first, spans }
    }
}

/// Offsets of the file, and the offsets in the excerpt they turned out to have.
struct Marks {
    at: Vec<(usize, Option<usize>)>,
}

impl Marks {
    /// Everything not placed yet up to `offset` of the file stands at `there`.
    fn place(&mut self, from: usize, offset: usize, there: usize) {
        for (mark, placed) in &mut self.at {
            if placed.is_none() && from <= *mark && *mark <= offset {
                *placed = Some(there);
            }
        }
    }
}

fn add_line(text: &mut String, file: &SourceFile, span: Span, marked: Option<usize>, marks: &mut Marks) {
    let line = file.slice(span);
    let count = line.chars().count();
    let marked = marked.map_or(0, |at| Span::new(span.start, at).of(file.text()).chars().count());
    let (from, to) = if count <= MAX_LINE {
        (0, count)
    } else {
        let from = marked.saturating_sub(BEFORE).min(count - MAX_LINE);
        (from, from + MAX_LINE)
    };
    if from > 0 {
        marks.place(span.start, span.start, text.len());
        text.push('…');
    }
    let secret = masked(line);
    for (at, (offset, c)) in line.char_indices().enumerate() {
        if at < from || at >= to {
            continue;
        }
        marks.place(span.start, span.start + offset, text.len());
        text.push(if secret.iter().any(|part| part.start <= offset && offset < part.end) { MASK } else { symbol(c) });
    }
    if to < count {
        marks.place(span.start, span.end.saturating_sub(1), text.len());
        text.push('…');
    }
    marks.place(span.start, span.end, text.len());
    text.push('\n');
}

/// One visible character for `c`.
fn symbol(c: char) -> char {
    match c {
        '\0'..='\u{8}' | '\u{b}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '␡',
        c if visible::is_hidden(c) => '\u{fffd}',
        c => c,
    }
}

/// `span` inside the file, over a few lines at most.
fn shown(file: &SourceFile, span: Span) -> Span {
    let text = file.text();
    let floor = |at: usize| text.floor_char_boundary(at);
    let (start, end) = (floor(span.start), floor(span.end).max(floor(span.start)));
    let lines = file.lines();
    let (first, last) = (lines.line(start), lines.line(end));
    let end = if last - first < MAX_LINES { end } else { lines.line_span(text, first).map_or(end, |line| line.end.max(start)) };
    Span::new(start, end)
}

/// `span`, or the character at it, or the one before: miette draws nothing for an empty span at the end.
fn visible_span(text: &str, span: Span) -> Span {
    if !span.is_empty() {
        return span;
    }
    let next = text.get(span.start..).and_then(|rest| rest.chars().next());
    let before = text.get(..span.start).and_then(|rest| rest.chars().next_back());
    match (next, before) {
        (Some(c), _) if c != '\n' => Span::new(span.start, span.start + c.len_utf8()),
        (_, Some(c)) if c != '\n' => Span::new(span.start - c.len_utf8(), span.start),
        (Some(c), _) => Span::new(span.start, span.start + c.len_utf8()),
        _ => span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, span: Span) -> (String, usize, String) {
        let excerpt = Excerpt::of(&SourceFile::new("a", text), &[span]);
        (excerpt.text.clone(), excerpt.first_line, excerpt.spans[0].of(&excerpt.text).to_string())
    }

    #[test]
    fn keeps_a_line_around_and_maps_places() {
        assert_eq!(excerpt("a\nb\ncdé\nf\ng", Span::new(5, 8)), ("b\ncdé\nf\n".into(), 2, "dé".into()));
        assert_eq!(excerpt("a\r\nb\r\n", Span::new(3, 4)), ("a\nb\n\n".into(), 1, "b".into()));
    }

    #[test]
    fn shows_what_is_hidden() {
        assert_eq!(excerpt("a\u{1b}[31m\u{202e}x\u{feff}", Span::new(1, 2)), ("a␛[31m\u{fffd}x\u{fffd}\n".into(), 1, "␛".into()));
    }

    #[test]
    fn marks_something_even_where_nothing_is() {
        assert_eq!(excerpt("ab", Span::at(2)).2, "b");
        assert_eq!(excerpt("ab\n", Span::at(3)).2, "\n");
        assert_eq!(excerpt("ab", Span::at(0)).2, "a");
        assert_eq!(excerpt("ab", Span::new(9, 12)).2, "b");
        assert_eq!(excerpt("é", Span::new(1, 2)).2, "é");
    }

    #[test]
    fn credentials_are_not_shown() {
        let token = ["ghp_", "9QzW4rT7yU1pL3kJ", "8hG5fD2sA6mN0bVcXeRi"].concat();
        let (text, _, marked) = excerpt(&format!("é {token}."), Span::new(3, 43));
        assert_eq!((text, marked), (format!("é ghp_{}.\n", "•".repeat(36)), format!("ghp_{}", "•".repeat(36))));
        let key = "MIIEpAIBAAKCAQEA7bq98mFz3kLw0XhR5tYcUvNs2JdGe6QoPiZrTx4W";
        let (text, _, _) = excerpt(&format!("-----BEGIN RSA PRIVATE KEY-----\n{key}\n"), Span::new(0, 31));
        assert_eq!(text, format!("-----BEGIN RSA PRIVATE KEY-----\n{}\n", "•".repeat(56)));
    }

    #[test]
    fn cuts_long_lines_around_the_mark() {
        let text = format!("{}X{}", "a".repeat(1000), "b".repeat(1000));
        let (text, _, marked) = excerpt(&text, Span::new(1000, 1001));
        assert_eq!((text.chars().count(), marked.as_str()), (163, "X"));
        let (text, _, marked) = excerpt(&"é".repeat(5000), Span::new(0, 10000));
        assert_eq!((text.chars().count(), marked.chars().count()), (162, 161));
    }

    #[test]
    fn a_span_over_many_lines_is_drawn_on_its_first() {
        assert_eq!(excerpt(&"ab\n".repeat(50), Span::new(4, 140)), ("ab\nab\nab\n".into(), 1, "b".into()));
    }
}
