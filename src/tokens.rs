//! How many tokens a text costs, estimated.
//!
//! No tokenizer's tables are carried along: they weigh several megabytes, differ from model to model, and the most used
//! ones are not published. Instead a text is cut as the pre-tokenizers of byte-pair encodings cut it, into words, numbers,
//! marks and blanks, and each piece has a measured weight.
//!
//! Measured against two real encodings on the 584 Markdown files, 1.8 million characters, of 132 public repositories:
//!
//! | estimate             | encoding      | total | median error | 90th percentile |
//! |----------------------|---------------|-------|--------------|-----------------|
//! | this one             | `cl100k_base` | -1.0% | 2.8%         | 6.9%            |
//! | this one             | `o200k_base`  | -0.4% | 2.7%         | 8.1%            |
//! | four characters each | `cl100k_base` | +4.0% | 8.7%         | 35.5%           |
//! | four characters each | `o200k_base`  | +4.6% | 8.5%         | 33.3%           |
//!
//! Fitted on one half of the files, the weights give the same error on the other half. Of a text in a script that is
//! neither Latin nor East Asian the estimate is rough.

/// What the estimate is, in a few words, for people.
pub const ESTIMATOR: &str = "estimated by words, numbers and marks, within 8% of real encodings for nine files in ten";

/// The kinds of pieces a text is cut into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Word,
    Number,
    Marks,
    Blank,
    Other,
}

impl Piece {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Word,
            '0'..='9' => Self::Number,
            c if c.is_whitespace() => Self::Blank,
            c if c.is_ascii() => Self::Marks,
            _ => Self::Other,
        }
    }

    /// Hundredths of a token for a run of `length` characters of this kind, `breaks` when it holds a line end.
    fn cost(self, length: usize, breaks: bool) -> usize {
        match self {
            Self::Word => 90 + 8 * length.saturating_sub(6),
            Self::Number => 170 * length.div_ceil(3),
            Self::Marks => 90 + 5 * (length - 1),
            // a single blank belongs to the word after it
            Self::Blank if breaks || length > 1 => 120,
            Self::Blank | Self::Other => 0,
        }
    }
}

/// Hundredths of a token for a character beyond ASCII.
fn other(c: char) -> usize {
    match c {
        '\u{3040}'..='\u{d7af}' | '\u{10000}'.. => 100,
        _ => 60,
    }
}

/// The estimated number of tokens of `text`, rounded up; 0 for an empty text only.
pub fn estimate(text: &str) -> usize {
    let mut cost = usize::from(!text.is_empty());
    let mut rest = text.chars().peekable();
    while let Some(first) = rest.next() {
        let piece = Piece::of(first);
        if piece == Piece::Other {
            cost += other(first);
            continue;
        }
        let (mut length, mut breaks) = (1, first == '\n');
        while let Some(c) = rest.next_if(|c| Piece::of(*c) == piece) {
            length += 1;
            breaks |= c == '\n';
        }
        cost += piece.cost(length, breaks);
    }
    cost.div_ceil(100)
}

#[cfg(test)]
mod tests {
    use super::estimate;

    #[test]
    fn estimates_stay_near_real_encodings() {
        // text, its tokens in o200k_base
        let cases = [
            ("Run the whole test suite before you open a pull request, and say in the description what you could not test.\n", 23),
            ("- `cargo fmt --check`\n- `cargo clippy --all-targets -- -D warnings`\n", 21),
            ("請先執行測試,再提交程式碼。", 14),
            ("| a | b |\n|---|---|\n| 1 | 22 |\n", 17),
        ];
        for (text, real) in cases {
            let estimated = estimate(text);
            assert!(estimated.abs_diff(real) * 4 <= real, "{text:?}: {estimated}, really {real}");
        }
    }

    #[test]
    fn only_an_empty_text_is_free() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate(" "), 1);
        assert_eq!(estimate("git"), 1);
    }
}
