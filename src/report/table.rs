//! Tables for people: columns side by side, long cells wrapped to the width, no lines drawn.

use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};

use crate::visible;

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
        // names and paths have nowhere to break: a line too long can still be copied, a path in pieces cannot
        if rows.iter().all(|row| row.get(index).is_none_or(|cell| !cell.contains(char::is_whitespace))) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
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
        NAME  TEXT                END
        a     one two three four  é
              five six
        日本  \u{1b}[31m          x\ty
        ");
        assert_eq!(table(&["A", "B"], &[], 80), "A  B\n");
    }
}
