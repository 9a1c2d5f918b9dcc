//! Which parts of a Markdown text are code: fences, indented blocks, inline code. Comments are kept apart.

use super::ticks::Ticks;
use crate::text::Span;

/// The code and the comments of a text: sorted, disjoint spans.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Code {
    blocks: Vec<Span>,
    inline: Vec<Span>,
    comments: Vec<Span>,
}

impl Code {
    /// Finds the code of `text`. Spans include fences and backticks.
    pub fn of(text: &str) -> Self {
        let mut found = Self { blocks: blocks(text), ..Self::default() };
        let mut at = 0;
        for block in &found.blocks {
            inline(text, Span::new(at, block.start), &mut found.inline, &mut found.comments);
            at = block.end;
        }
        inline(text, Span::new(at, text.len()), &mut found.inline, &mut found.comments);
        found
    }

    /// Whether byte `offset` stands in code, of any form.
    pub fn covers(&self, offset: usize) -> bool {
        holds(&self.blocks, offset) || holds(&self.inline, offset)
    }

    /// Whether byte `offset` stands in an HTML comment.
    pub fn in_comment(&self, offset: usize) -> bool {
        holds(&self.comments, offset)
    }

    /// Fences and indented blocks, in order.
    pub fn blocks(&self) -> &[Span] {
        &self.blocks
    }

    /// Inline code, in order.
    pub fn inline(&self) -> &[Span] {
        &self.inline
    }
}

fn holds(spans: &[Span], offset: usize) -> bool {
    let after = spans.partition_point(|span| span.start <= offset);
    after > 0 && offset < spans[after - 1].end
}

/// The lines of `text` with their ends, each with the byte it starts at.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    })
}

struct Fence {
    mark: char,
    length: usize,
    start: usize,
}

/// Fences and indented blocks. A fence may be indented as deep as its list item asks for, and stand in a quotation.
fn blocks(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut open: Option<Fence> = None;
    let mut comment = false;
    let mut list = false;
    let mut blank = true;
    for (start, line) in lines(text) {
        let end = start + line.len();
        if let Some(fence) = &open {
            if is_closed_by(line, fence) {
                found.push(Span::new(fence.start, end));
                open = None;
                blank = false;
            }
            continue;
        }
        if comment {
            comment = !line.contains("-->");
            continue;
        }
        if let Some((mark, length)) = opens(line) {
            open = Some(Fence { mark, length, start });
            continue;
        }
        let said = line.trim();
        let indent = columns(line);
        if said.is_empty() {
            blank = true;
            continue;
        }
        if indent >= 4 && blank && !list {
            match found.last_mut().filter(|block| indented_gap(text, **block, start)) {
                Some(block) => block.end = end,
                None => found.push(Span::new(start, end)),
            }
            continue;
        }
        let text = inner(line);
        // a comment that begins its line goes on over blank lines and fences
        comment = text.starts_with("<!--") && !text.contains("-->");
        if is_item(said) {
            list = true;
        } else if indent == 0 && blank {
            list = false;
        }
        blank = false;
    }
    if let Some(fence) = open {
        found.push(Span::new(fence.start, text.len()));
    }
    found
}

/// Whether only blank lines stand between an indented block and the next of its lines.
fn indented_gap(text: &str, block: Span, next: usize) -> bool {
    columns(block.of(text)) >= 4 && Span::new(block.end, next).of(text).trim().is_empty()
}

/// The columns of white space before the text of a line; a tab fills up to the next multiple of four.
fn columns(line: &str) -> usize {
    let mut columns = 0;
    for c in line.chars() {
        match c {
            ' ' => columns += 1,
            '\t' => columns = columns / 4 * 4 + 4,
            _ => break,
        }
    }
    columns
}

fn is_item(content: &str) -> bool {
    let digits = content.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = digits.len() < content.len() && digits.len() + 10 > content.len();
    let rest = if number { digits.strip_prefix(['.', ')']) } else { content.strip_prefix(['-', '*', '+']) };
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// A line without the marks of quotations and list items before its text.
fn inner(line: &str) -> &str {
    let mut rest = line.trim_start_matches([' ', '\t']);
    loop {
        if let Some(quoted) = rest.strip_prefix('>') {
            rest = quoted.trim_start_matches([' ', '\t']);
        } else if is_item(rest.trim_end()) {
            let mark = rest.find([' ', '\t']).unwrap_or(rest.len());
            rest = rest[mark..].trim_start_matches([' ', '\t']);
        } else {
            return rest;
        }
    }
}

fn opens(line: &str) -> Option<(char, usize)> {
    let rest = inner(line);
    let mark = rest.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = rest.len() - rest.trim_start_matches(mark).len();
    let info = &rest[length..];
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length))
}

fn is_closed_by(line: &str, fence: &Fence) -> bool {
    let rest = line.trim_start_matches([' ', '\t', '>']);
    let after = rest.trim_start_matches(fence.mark);
    rest.len() - after.len() >= fence.length && after.trim().is_empty()
}

/// Inline code and comments of a part of the text that holds no block. Code does not reach over a blank line.
fn inline(text: &str, part: Span, code: &mut Vec<Span>, comments: &mut Vec<Span>) {
    let ticks = Ticks::of(part.of(text));
    let mut at = part.start;
    while at < part.end {
        let rest = &text[at..part.end];
        let Some(next) = rest.find(['`', '<', '\\']) else { return };
        at += next;
        let rest = &text[at..part.end];
        if let Some(escaped) = rest.strip_prefix('\\') {
            at += 1 + escaped.chars().next().map_or(0, char::len_utf8);
        } else if rest.starts_with("<!--") {
            let end = rest.find("-->").map_or(part.end, |end| at + end + 3);
            comments.push(Span::new(at, end));
            at = end;
        } else if rest.starts_with('`') {
            let length = rest.len() - rest.trim_start_matches('`').len();
            let inside = at + length;
            let end = ticks.closing(inside - part.start, length).map(|end| part.start + end);
            code.extend(end.map(|end| Span::new(at, end)));
            at = end.unwrap_or(inside);
        } else {
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` with its code written as `#`, line ends kept.
    fn masked(text: &str) -> String {
        let code = Code::of(text);
        text.char_indices().map(|(at, c)| if code.covers(at) && c != '\n' { '#' } else { c }).collect()
    }

    #[test]
    fn code_is_what_markdown_calls_code() {
        let cases = [
            ("a `b` c", "a ### c"),
            ("a ``b ` c`` d", "a ######### d"),
            ("a \\`b` c", "a \\`b` c"),
            ("open ` only", "open ` only"),
            ("open `a\n\nb` other", "open `a\n\nb` other"),
            ("over `a\nb` lines", "over ##\n## lines"),
            ("```sh\nx\n```\ny", "#####\n#\n###\ny"),
            ("~~~\n```\n~~~\ny", "###\n###\n###\ny"),
            ("````\n```\n````\ny", "####\n###\n####\ny"),
            ("```\nnever closed", "###\n############"),
            ("``` a`b\nc", "``` a`b\nc"),
            ("- item\n\n  ```\n  x\n  ```\nz", "- item\n\n#####\n###\n#####\nz"),
            ("- ```\n  x\n  ```\nz", "#####\n###\n#####\nz"),
            ("> ```\n> x\n> ```\nz", "#####\n###\n#####\nz"),
            ("a\n\n    code\n\n    more\nb", "a\n\n########\n\n########\nb"),
            ("a\n    lazy", "a\n    lazy"),
            ("1. a\n\n    still the item\n", "1. a\n\n    still the item\n"),
            ("- a\n\nb\n\n\tcode", "- a\n\nb\n\n#####"),
            ("    first line", "##############"),
        ];
        for (text, expected) in cases {
            assert_eq!(masked(text), expected, "{text:?}");
        }
    }

    #[test]
    fn comments_are_not_code_and_hide_what_they_hold() {
        let text = "a <!-- `b` --> `c`";
        let code = Code::of(text);
        assert!(code.in_comment(8) && !code.covers(8));
        assert!(code.covers(16) && !code.in_comment(16));
        assert!(Code::of("<!-- open").in_comment(8));
        let text = "<!--\n```\nx\n\n    y\n--> `c`\n```\nz";
        assert_eq!(masked(text), "<!--\n```\nx\n\n    y\n--> ###\n###\n#");
        assert!(Code::of(text).in_comment(9) && !Code::of(text).in_comment(24));
        assert_eq!(masked("```\n<!--\n```\n`a`"), "###\n####\n###\n###", "in a fence nothing begins");
        assert_eq!(masked("said <!--\n```\nx"), "said <!--\n###\n#", "a fence ends the paragraph");
    }

    proptest::proptest! {
        #[test]
        fn never_panics_and_spans_are_sorted_and_disjoint(text in "[`~<>!\\\\ \\-\n\ta1.é]{0,60}") {
            let code = Code::of(&text);
            for spans in [&code.blocks, &code.inline, &code.comments] {
                for pair in spans.windows(2) {
                    assert!(pair[0].end <= pair[1].start);
                }
                assert!(spans.iter().all(|span| text.get(span.range()).is_some()));
            }
        }
    }
}
