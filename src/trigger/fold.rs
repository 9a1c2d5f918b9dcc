//! Lower case as Python's `str.lower` gives it, and the way back to the text as it was written.
//!
//! Both runtimes compare lower-cased texts. Lower-casing changes lengths (`İ` is two bytes and becomes three, the
//! Kelvin sign is three and becomes one), so a hit in the folded text has to be led back to the original bytes.

use crate::text::Span;

/// A lower-cased text that remembers where each of its bytes came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folded {
    text: String,
    /// The characters whose length changed, in order; between them both texts run in step.
    resized: Vec<Resized>,
}

/// A character that has another length after folding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Resized {
    folded: Span,
    original: Span,
}

impl Folded {
    /// Folds `text`: full lower-casing with the final sigma, no case folding (`ß` stays), no normalisation.
    pub fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self { text: text.to_ascii_lowercase(), resized: Vec::new() };
        }
        // the whole text at once, because a final sigma depends on what stands around it
        let lower = text.to_lowercase();
        let mut folded = Self { text: String::with_capacity(lower.len()), resized: Vec::new() };
        let mut taken = 0;
        for (at, c) in text.char_indices() {
            let length: usize = c.to_lowercase().map(char::len_utf8).sum();
            let start = folded.text.len();
            if is_younger(c) {
                folded.text.push(c);
            } else {
                folded.text.push_str(Span::new(taken, taken + length).of(&lower));
            }
            taken += length;
            let (span, original) = (Span::new(start, folded.text.len()), Span::new(at, at + c.len_utf8()));
            if span.len() != original.len() {
                folded.resized.push(Resized { folded: span, original });
            }
        }
        folded
    }

    /// The lower-cased text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the original text that `span` of the folded text came from, widened to whole characters.
    pub fn original(&self, span: Span) -> Span {
        Span::new(self.back(span.start, false), self.back(span.end, true))
    }

    fn back(&self, offset: usize, is_end: bool) -> usize {
        let passed = self.resized.partition_point(|one| one.folded.start < offset);
        match passed.checked_sub(1).and_then(|last| self.resized.get(last)) {
            None => offset,
            Some(one) if offset < one.folded.end => {
                if is_end {
                    one.original.end
                } else {
                    one.original.start
                }
            }
            Some(one) => one.original.end + (offset - one.folded.end),
        }
    }
}

/// `text` folded, without the way back.
pub fn lower(text: &str) -> String {
    Folded::new(text).text
}

/// Capitals that Unicode has had since version 16 only. Python 3.13 knows version 15.1 and leaves them as they are.
fn is_younger(c: char) -> bool {
    matches!(c,
        '\u{1c89}' | '\u{a7cb}' | '\u{a7cc}' | '\u{a7ce}' | '\u{a7d2}' | '\u{a7d4}' | '\u{a7da}' | '\u{a7dc}'
        | '\u{10d50}'..='\u{10d65}' | '\u{16ea0}'..='\u{16eb8}')
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;

    use super::*;

    /// The digest of what Python prints for
    /// `for u in range(0x110000): c = chr(u); l = c.lower(); l != c and print("%x %s" % (u, " ".join("%x" % ord(x) for x in l)))`
    const PYTHON: &str = "d3d7078c8d979f1cacd953f163e313af27f45ad76d184495e53a373887b1c51a";

    #[test]
    fn every_character_folds_as_in_python() {
        let mut lines = String::new();
        for c in '\0'..=char::MAX {
            let written = String::from(c);
            let folded = lower(&written);
            if folded != written {
                let points: Vec<String> = folded.chars().map(|c| format!("{:x}", u32::from(c))).collect();
                writeln!(lines, "{:x} {}", u32::from(c), points.join(" ")).unwrap();
            }
        }
        assert_eq!(crate::digest::sha256(lines), PYTHON);
    }

    #[test]
    fn every_character_maps_back_to_itself() {
        for c in '\0'..=char::MAX {
            let text = format!("x{c}y");
            let folded = Folded::new(&text);
            let end = folded.text().len();
            assert_eq!(folded.original(Span::new(0, 1)), Span::new(0, 1), "{c:?}");
            assert_eq!(folded.original(Span::new(1, end - 1)).of(&text), String::from(c), "{c:?}");
            assert_eq!(folded.original(Span::new(end - 1, end)).of(&text), "y", "{c:?}");
        }
    }

    #[test]
    fn sigma_looks_around() {
        for (text, folded) in
            [("ΣΊΣΥΦΟΣ", "σίσυφος"), ("Σ", "σ"), ("ΑΣ.", "ας."), ("ΑΣ.Β", "ασ.β"), ("Α\u{301}Σ ", "α\u{301}ς "), ("1Σ", "1σ")]
        {
            assert_eq!(lower(text), folded, "{text}");
        }
    }

    #[test]
    fn a_hit_inside_a_longer_character_covers_all_of_it() {
        let folded = Folded::new("aİb");
        assert_eq!(folded.text(), "ai\u{307}b");
        assert_eq!(folded.original(Span::new(1, 2)), Span::new(1, 3));
        assert_eq!(folded.original(Span::new(4, 5)), Span::new(3, 4));
        assert_eq!(Folded::new("\u{212a}x").original(Span::new(1, 2)), Span::new(3, 4));
    }

    proptest! {
        #[test]
        fn every_boundary_maps_to_a_boundary(text in "[aİKẞΣσßſ日 ]{0,12}|\\PC{0,20}") {
            let folded = Folded::new(&text);
            prop_assert_eq!(folded.original(Span::new(0, folded.text().len())), Span::new(0, text.len()));
            for (at, c) in folded.text().char_indices() {
                let span = folded.original(Span::new(at, at + c.len_utf8()));
                prop_assert!(span.start < span.end && text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
            }
        }
    }
}
