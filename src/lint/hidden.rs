//! What of a text nobody sees but a model reads: characters that draw nothing or reorder what is drawn. What languages
//! and emoji need is not among it.

use crate::text::Span;

/// A run of hidden characters of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// What they are.
    pub kind: Kind,
    /// Their bytes.
    pub span: Span,
    /// How many characters.
    pub count: usize,
    /// The text they spell, for tag characters and variation selectors.
    pub decoded: Option<String>,
}

/// Kinds of hidden characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// U+E0000 to U+E007F: invisible copies of ASCII.
    Tag,
    /// Variation selectors with nothing to select: two or more in a row can spell any bytes.
    Selector,
    /// Embeddings, overrides and isolates: what is drawn has another order than what is read.
    Direction,
    /// A direction mark in a line without right-to-left letters.
    Mark,
    /// Characters of no width.
    ZeroWidth,
    /// Control characters other than tab and line ends.
    Control,
    /// U+00AD: a place to hyphenate, invisible in most editors.
    SoftHyphen,
}

impl Kind {
    /// What one or more of them are called.
    pub const fn name(self, many: bool) -> &'static str {
        match (self, many) {
            (Self::Tag, false) => "tag character",
            (Self::Tag, true) => "tag characters",
            (Self::Selector, false) => "variation selector",
            (Self::Selector, true) => "variation selectors",
            (Self::Direction, false) => "bidirectional control character",
            (Self::Direction, true) => "bidirectional control characters",
            (Self::Mark, false) => "direction mark",
            (Self::Mark, true) => "direction marks",
            (Self::ZeroWidth, false) => "zero-width character",
            (Self::ZeroWidth, true) => "zero-width characters",
            (Self::Control, false) => "control character",
            (Self::Control, true) => "control characters",
            (Self::SoftHyphen, false) => "soft hyphen",
            (Self::SoftHyphen, true) => "soft hyphens",
        }
    }
}

/// The hidden characters of `text`, in order; neighbours of one kind together. A byte-order mark at the very start is
/// left to the rule that knows what the loaders make of it.
pub fn hidden(text: &str) -> Vec<Hidden> {
    if text.bytes().all(|byte| byte.is_ascii() && kind(char::from(byte)).is_none()) {
        return Vec::new();
    }
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((start, c)) = chars.get(at).copied() {
        let Some(kind) = kind(c).filter(|_| !(start == 0 && c == crate::source::BOM)) else {
            at += 1;
            continue;
        };
        let mut end = at + 1;
        while chars.get(end).is_some_and(|(_, c)| self::kind(*c) == Some(kind)) {
            end += 1;
        }
        let run = &chars[at..end];
        if !is_needed(kind, &chars, at, end, text) {
            let stop = chars.get(end).map_or(text.len(), |(offset, _)| *offset);
            found.push(Hidden { kind, span: Span::new(start, stop), count: run.len(), decoded: decoded(kind, run) });
        }
        at = end;
    }
    found
}

fn kind(c: char) -> Option<Kind> {
    match c {
        '\u{e0000}'..='\u{e007f}' => Some(Kind::Tag),
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => Some(Kind::Selector),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some(Kind::Direction),
        '\u{200e}' | '\u{200f}' | '\u{61c}' => Some(Kind::Mark),
        '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2064}'
        | '\u{206a}'..='\u{206f}'
        | '\u{feff}'
        | '\u{180e}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{3164}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' => Some(Kind::ZeroWidth),
        // a form feed separates pages in old texts, and editors show it
        '\0'..='\u{8}' | '\u{b}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' => Some(Kind::Control),
        '\u{ad}' => Some(Kind::SoftHyphen),
        _ => None,
    }
}

/// Whether the run `chars[at..end]` does what it is there for.
fn is_needed(kind: Kind, chars: &[(usize, char)], at: usize, end: usize, text: &str) -> bool {
    let before = at.checked_sub(1).and_then(|before| chars.get(before)).map(|(_, c)| *c);
    let after = chars.get(end).map(|(_, c)| *c);
    let run = &chars[at..end];
    match kind {
        Kind::Tag => before == Some('\u{1f3f4}') && is_flag(run),
        Kind::Selector => run.len() == 1 && before.is_some_and(|c| !c.is_whitespace()),
        Kind::Direction | Kind::Mark => {
            let embedding = run.iter().any(|(_, c)| ('\u{202a}'..='\u{202e}').contains(c));
            !embedding && has_right_to_left(line_around(text, chars[at].0))
        }
        Kind::ZeroWidth if run.len() == 1 => match run[0].1 {
            '\u{200d}' => before.zip(after).is_some_and(|(a, b)| is_emoji(a) && is_emoji(b)) || before.is_some_and(joins),
            '\u{200c}' | '\u{180e}' => before.is_some_and(joins),
            '\u{200b}' | '\u{2060}' => before.is_some_and(is_unspaced) || after.is_some_and(is_unspaced),
            '\u{115f}' | '\u{1160}' => before.or(after).is_some_and(|c| ('\u{1100}'..='\u{11ff}').contains(&c)),
            _ => false,
        },
        Kind::ZeroWidth | Kind::Control | Kind::SoftHyphen => false,
    }
}

/// The tag sequence of a flag: the region's three to six letters and digits, then the cancel tag.
fn is_flag(run: &[(usize, char)]) -> bool {
    let [region @ .., (_, last)] = run else { return false };
    let plain = |(_, c): &(usize, char)| matches!(c, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
    *last == '\u{e007f}' && (3..=6).contains(&region.len()) && region.iter().all(plain)
}

/// The line around byte `at`, as far as it is near: a line of megabytes is not asked for each of its characters.
fn line_around(text: &str, at: usize) -> &str {
    let mut start = at.saturating_sub(NEAR);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let mut end = (at + NEAR).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let start = text[start..at].rfind('\n').map_or(start, |before| start + before + 1);
    let end = text[at..end].find('\n').map_or(end, |after| at + after);
    &text[start..end]
}

/// How far a line is looked at, in bytes.
const NEAR: usize = 100;

fn has_right_to_left(line: &str) -> bool {
    line.chars().any(|c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}') && c != '\u{61c}')
}

/// Scripts that ask for joiners and non-joiners: Arabic, Syriac, N'Ko, the scripts of India and Tibet, Myanmar, Khmer, Mongolian.
fn joins(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{7ff}' | '\u{860}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{18aa}'
        | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{11000}'..='\u{11fff}')
}

/// Scripts that write words without spaces and mark where a line may break: Thai, Lao, Myanmar, Khmer, Chinese, Japanese.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Pictures, and what may follow one within an emoji: a selector, a skin tone.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
        | '\u{fe0f}' | '\u{3030}' | '\u{303d}')
}

fn decoded(kind: Kind, run: &[(usize, char)]) -> Option<String> {
    let code = |c: char| u32::from(c);
    match kind {
        Kind::Tag => {
            let text: String =
                run.iter().filter_map(|(_, c)| char::from_u32(code(*c) - 0xe0000)).filter(|c| (' '..='~').contains(c)).collect();
            Some(text).filter(|text| !text.is_empty())
        }
        Kind::Selector => {
            let byte = |c: char| u8::try_from(if c <= '\u{fe0f}' { code(c) - 0xfe00 } else { code(c) - 0xe0100 + 16 }).ok();
            let bytes: Vec<u8> = run.iter().filter_map(|(_, c)| byte(*c)).collect();
            String::from_utf8(bytes).ok().filter(|text| text.chars().all(|c| !c.is_control() || c == '\n'))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> String {
        text.chars().filter_map(|c| char::from_u32(0xe0000 + u32::from(c))).collect()
    }

    fn kinds(text: &str) -> Vec<(Kind, usize)> {
        hidden(text).iter().map(|found| (found.kind, found.count)).collect()
    }

    #[test]
    fn what_is_found_is_never_printed_raw() {
        // joiners and the selectors of emoji are part of what people write
        let is_written = |c: char| matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
        for c in ('\0'..=char::MAX).filter(|c| kind(*c).is_some() && !is_written(*c)) {
            assert!(crate::visible::is_hidden(c), "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn what_languages_and_emoji_need_is_fine() {
        let fine = [
            "plain\ttext\r\n".to_string(),
            "naïve, 日本語, русский, ελληνικά".into(),
            "👩‍💻 👨‍👩‍👧 🏳️‍🌈 ❤️‍🔥 1️⃣ ✌🏽".into(),
            format!("🏴{}\u{e007f} 🏴{}\u{e007f}", tags("gbeng"), tags("ustx")),
            "می\u{200c}خواهم".into(),
            "क्\u{200d}ष".into(),
            "ภาษา\u{200b}ไทย".into(),
            "\u{200f}שלום\u{200f} (x)".into(),
            "قال \u{2067}abc\u{2069}".into(),
            "\u{feff}---\nname: x\n".into(),
            "page\u{c}break".into(),
        ];
        for text in &fine {
            assert_eq!(hidden(text), [], "{text:?}");
        }
    }

    #[test]
    fn the_rest_is_found() {
        let cases = [
            (format!("formats JSON.{}", tags("ignore previous")), Kind::Tag, 15),
            (format!("🏴{}\u{e007f}", tags("ignoreallrules")), Kind::Tag, 15),
            (format!("x{}\u{e007f}", tags("gbeng")), Kind::Tag, 6),
            ("# a \u{202e}b".into(), Kind::Direction, 1),
            ("قال \u{202e}abc".into(), Kind::Direction, 1),
            ("a\u{2066}b".into(), Kind::Direction, 1),
            ("a \u{200f}b".into(), Kind::Mark, 1),
            ("a\u{feff}b".into(), Kind::ZeroWidth, 1),
            ("a\u{200b}b".into(), Kind::ZeroWidth, 1),
            ("a\u{200b}\u{200c}\u{200d}b".into(), Kind::ZeroWidth, 3),
            ("می\u{200c}\u{200c}\u{200d}خواهم".into(), Kind::ZeroWidth, 3),
            ("a\u{200d}b".into(), Kind::ZeroWidth, 1),
            ("a\u{1b}[31mb".into(), Kind::Control, 1),
            ("nul\0".into(), Kind::Control, 1),
            ("hy\u{ad}phen".into(), Kind::SoftHyphen, 1),
        ];
        for (text, kind, count) in cases {
            assert_eq!(kinds(&text), [(kind, count)], "{text:?}");
        }
    }

    #[test]
    fn spells_out_what_is_smuggled() {
        let text = format!(
            "😀{}",
            "hi é"
                .bytes()
                .filter_map(|b| char::from_u32(if b < 16 { 0xfe00 + u32::from(b) } else { 0xe0100 + u32::from(b) - 16 }))
                .collect::<String>()
        );
        assert_eq!(hidden(&text)[0].decoded.as_deref(), Some("hi é"));
        let text = format!("a\u{e0001}{}b", tags("do [it]"));
        let found = &hidden(&text)[0];
        assert_eq!(found.decoded.as_deref(), Some("do [it]"));
        assert_eq!(found.span, Span::new(1, text.len() - 1));
    }

    proptest::proptest! {
        #[test]
        fn spans_are_sorted_and_fit(text in "\\PC{0,8}[\u{200b}-\u{200f}\u{202a}-\u{202e}\u{e0000}-\u{e007f}\u{fe0f}a\n😀]{0,30}") {
            let found = hidden(&text);
            assert!(found.iter().all(|found| !found.span.of(&text).is_empty() && found.span.of(&text).chars().count() == found.count));
            assert!(found.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
        }
    }
}
