//! A change as a unified diff.

use similar::{ChangeTag, TextDiff};

use crate::visible;

/// The unified diff from `before` to `after` of the file shown as `path`; empty when they are equal. What could move the
/// cursor is escaped, so a diff of such lines is for reading, not for applying: that is [`patch`].
pub fn unified(path: &str, before: &str, after: &str) -> String {
    between(path, path, before, after)
}

/// The same for a file that moves from `old` to `new`.
pub fn between(old: &str, new: &str, before: &str, after: &str) -> String {
    diff([&visible::line(&format!("a/{old}")), &visible::line(&format!("b/{new}"))], before, after, shown)
}

/// The unified diff of the file at `path` byte for byte, as `git apply` and `patch` take it.
pub fn patch(path: &str, before: &str, after: &str) -> String {
    diff([&quoted(&format!("a/{path}")), &quoted(&format!("b/{path}"))], before, after, str::to_owned)
}

/// A path as git writes it: in quotes, with escapes, when it has characters that would break the line.
fn quoted(path: &str) -> String {
    if !path.contains(|c: char| c.is_ascii_control() || c == '"' || c == '\\') {
        return path.to_owned();
    }
    let mut out = String::from("\"");
    for c in path.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_ascii_control() => out += &format!("\\{:03o}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}

fn diff([old, new]: [&str; 2], before: &str, after: &str, shown: impl Fn(&str) -> String) -> String {
    if before == after {
        return String::new();
    }
    // lines end at `\n` alone, as for git
    let (before, after): (Vec<&str>, Vec<&str>) = (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let diff = TextDiff::configure().newline_terminated(true).diff_slices(&before, &after);
    let mut out = format!("--- {old}\n+++ {new}\n");
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        out += &format!("{}\n", hunk.header());
        for change in hunk.iter_changes() {
            out.push(match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            });
            out += &shown(change.value());
            if change.missing_newline() {
                out += "\n\\ No newline at end of file\n";
            }
        }
    }
    out
}

/// A line, its end kept, a carriage return in its middle escaped.
fn shown(line: &str) -> String {
    let text = line.trim_end_matches(['\n', '\r']);
    let end = if line.ends_with("\r\n") { "\r\n" } else { &line[text.len()..] };
    let end = if end.contains('\n') { end } else { "" };
    visible::block(text).replace('\r', "\\r") + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_changes_and_escapes_what_moves_the_cursor() {
        assert_eq!(unified("a.md", "same\n", "same\n"), "");
        insta::assert_snapshot!(unified("a b.md", "---\nname: x: y\n---\nesc \u{1b}[2J\rz\nend", "---\nname: 'x: y'\n---\nesc \u{1b}[2J\rz\nend"), @r"
        --- a/a b.md
        +++ b/a b.md
        @@ -1,5 +1,5 @@
         ---
        -name: x: y
        +name: 'x: y'
         ---
         esc \u{1b}[2J\rz
         end
        \ No newline at end of file
        ");
    }

    #[test]
    fn a_patch_has_the_bytes() {
        let diff = patch("a\n\"é\".md", "\u{feff}x\rz", "x\rz");
        assert_eq!(
            diff,
            "--- \"a/a\\012\\\"é\\\".md\"\n+++ \"b/a\\012\\\"é\\\".md\"\n@@ -1 +1 @@\n-\u{feff}x\rz\n\\ No newline at end of file\n+x\rz\n\\ No newline at end of file\n"
        );
    }

    #[test]
    fn line_ends_stay() {
        assert_eq!(unified("a", "x\r\ny\r\n", "x\r\nz\r\n"), "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\r\n-y\r\n+z\r\n");
    }
}
