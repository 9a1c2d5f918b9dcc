//! Tables for people: columns side by side, long cells wrapped to the width, no lines drawn.

use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};
use unicode_width::UnicodeWidthStr as _;

use crate::visible;

/// Columns may be narrowed to their longest word, and no further than this many columns wide for that.
const LONGEST_WORD: usize = 32;

/// Lays `rows` out below `headers`, at most `width` columns wide where the words allow it. Cells are made safe to print;
/// a line end in a cell starts a line of that cell. No white space at the end of a line; ends with a newline.
pub fn table(headers: &[&str], rows: &[Vec<String>], width: usize) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table.set_header(headers);
    for row in rows {
        table.add_row(row.iter().map(|cell| visible::block(cell).replace('\t', "\\t")));
    }
    let last = headers.len().saturating_sub(1);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, if index == last { 0 } else { 2 }));
        let cells = || rows.iter().filter_map(|row| row.get(index)).map(String::as_str).chain(headers.get(index).copied());
        column.set_constraint(if cells().any(|cell| cell.contains(char::is_whitespace)) {
            // a word in pieces cannot be read
            let longest = cells().flat_map(str::split_whitespace).map(|word| visible::block(word).width()).max().unwrap_or(0);
            ColumnConstraint::LowerBoundary(Width::Fixed(u16::try_from(longest.min(LONGEST_WORD) + 2).unwrap_or(u16::MAX)))
        } else {
            // names and paths have nowhere to break: a line too long can still be copied, a path in pieces cannot
            ColumnConstraint::ContentWidth
        });
    }
    let mut out = String::new();
    for line in table.lines() {
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_in_columns_and_nothing_reaches_the_terminal_raw() {
        let row = |cells: &[&str]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rows = [row(&["a", "one two three four five six", "é"]), row(&["日本", "\u{1b}[31m", "x\ty"])];
        insta::assert_snapshot!(table(&["NAME", "TEXT", "END"], &rows, 30), @r"
        NAME  TEXT           END
        a     one two three  é
              four five six
        日本  \u{1b}[31m     x\ty
        ");
        assert_eq!(table(&["A", "B"], &[], 80), "A  B\n");
    }
}
