//! A piece of a message with places marked: in colour, or by a line of carets below.

use unicode_width::UnicodeWidthStr as _;

use crate::text::{LineIndex, Span};
use crate::visible;

/// Lines with places in them shown at most.
const MAX_LINES: usize = 3;

/// Bytes of a line looked at on either side of its first place; wider than any terminal.
const WINDOW: usize = 1_024;

const MARK: &str = "\u{1b}[1;31m";
const PLAIN: &str = "\u{1b}[0m";

/// A character as printed, and whether it is marked.
struct Cell {
    text: String,
    marked: bool,
}

/// The lines of `message` that hold `spans` (sorted), each after `| `, cut to about `width` columns around the first place.
/// Ends with a newline; empty without spans.
pub fn marked(message: &str, spans: &[Span], width: usize, color: bool) -> String {
    let index = LineIndex::new(message);
    let mut lines: Vec<usize> = spans.iter().map(|span| index.line(span.start)).collect();
    lines.dedup();
    let shown = lines.get(..MAX_LINES).unwrap_or(&lines);
    let mut out = String::new();
    for line in shown {
        let Some(span) = index.line_span(message, *line) else { continue };
        let window = window(message, span, spans);
        let cells = cells(message, window, spans);
        let (text, carets) = draw(&cells, window.start > span.start, width.max(20), color);
        out += &format!("| {}\n", text.trim_end());
        if !color {
            out += &format!("| {}\n", carets.trim_end());
        }
    }
    if lines.len() > shown.len() {
        out += &format!("| … and in {} more lines\n", lines.len() - shown.len());
    }
    out
}

/// The part of `line` around the first place in it: a line can be a whole log.
fn window(message: &str, line: Span, spans: &[Span]) -> Span {
    let first = spans.iter().find(|span| span.end > line.start).map_or(line.start, |span| span.start.max(line.start));
    let start = message.floor_char_boundary(first.saturating_sub(WINDOW)).max(line.start);
    Span::new(start, message.floor_char_boundary(first.saturating_add(WINDOW)).min(line.end).max(start))
}

fn cells(message: &str, line: Span, spans: &[Span]) -> Vec<Cell> {
    let mut spans = spans.iter().filter(|span| span.end > line.start).peekable();
    let mut cells = Vec::new();
    for (at, c) in line.of(message).char_indices() {
        let at = line.start + at;
        while spans.next_if(|span| span.end <= at).is_some() {}
        let marked = spans.peek().is_some_and(|span| span.start <= at);
        cells.push(Cell { text: visible::line(c.encode_utf8(&mut [0; 4])), marked });
    }
    cells
}

/// The line and the carets below it; `cut`: there is more before the first cell.
fn draw(cells: &[Cell], cut: bool, width: usize, color: bool) -> (String, String) {
    let columns = |cells: &[Cell]| cells.iter().map(|cell| cell.text.width()).sum::<usize>();
    let first = cells.iter().position(|cell| cell.marked).unwrap_or(0);
    let mut start = 0;
    if cut || columns(cells) > width {
        // some of what stands before the first place, and as much as fits after it
        let mut left = width / 3;
        start = first;
        while let Some(rest) = start.checked_sub(1).and_then(|before| left.checked_sub(cells[before].text.width())) {
            left = rest;
            start -= 1;
        }
    }
    let (mut text, mut carets) = if cut || start > 0 { ("…".to_owned(), " ".to_owned()) } else { (String::new(), String::new()) };
    let mut marked = false;
    let mut used = 0;
    for cell in cells.get(start..).unwrap_or(&[]) {
        used += cell.text.width();
        if used > width {
            text.push('…');
            break;
        }
        if color && cell.marked != marked {
            text += if cell.marked { MARK } else { PLAIN };
        }
        marked = cell.marked;
        text += &cell.text;
        carets += &if cell.marked { "^" } else { " " }.repeat(cell.text.width());
    }
    if color && marked {
        text += PLAIN;
    }
    (text, carets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(message: &str, part: &str) -> Vec<Span> {
        message.match_indices(part).map(|(at, part)| Span::new(at, at + part.len())).collect()
    }

    #[test]
    fn places_are_marked_below() {
        let message = "use git, 日本 git\nnothing\n\u{1b}[2J git\ttoo";
        insta::assert_snapshot!(marked(message, &find(message, "git"), 60, false), @r"
        | use git, 日本 git
        |     ^^^       ^^^
        | \u{1b}[2J git\ttoo
        |           ^^^
        ");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let message = format!("{} git {}", "before ".repeat(20), "after ".repeat(20));
        insta::assert_snapshot!(marked(&message, &find(&message, "git"), 40, false), @r"
        | …fore before  git after after after after…
        |               ^^^
        ");
    }

    #[test]
    fn a_line_as_long_as_a_log_is_cut_at_once() {
        let message = format!("{}git{}", "日 ".repeat(500_000), " log".repeat(500_000));
        let shown = marked(&message, &find(&message, "git"), 40, false);
        assert!(shown.starts_with("| …") && shown.contains("git log") && shown.lines().count() == 2, "{shown}");
        assert!(shown.len() < 200, "{shown}");
    }

    #[test]
    fn colour_needs_no_carets() {
        let message = "a git";
        assert_eq!(marked(message, &find(message, "git"), 40, true), "| a \u{1b}[1;31mgit\u{1b}[0m\n");
        assert_eq!(marked(message, &[], 40, true), "");
    }

    #[test]
    fn many_lines_are_counted() {
        let message = "git\n".repeat(9);
        assert!(marked(&message, &find(&message, "git"), 40, false).ends_with("| … and in 6 more lines\n"));
    }
}
