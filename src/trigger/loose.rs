//! Looser ways to compare than the runtimes have: only to say what a message nearly hit.

use super::keyword;
use crate::microagent::Loader;
use crate::text::Span;

/// A text read loosely: each character as what it counts as, or not at all.
pub struct View<'t> {
    text: &'t str,
    read: fn(char) -> Option<char>,
    seen: String,
    /// Offsets in `seen` and in `text`, a pair for each character seen.
    origins: Vec<(usize, usize)>,
}

impl<'t> View<'t> {
    /// `text` read through `read`.
    pub fn new(text: &'t str, read: fn(char) -> Option<char>) -> Self {
        let (mut seen, mut origins) = (String::new(), Vec::new());
        for (at, c) in text.char_indices() {
            if let Some(c) = read(c) {
                origins.push((seen.len(), at));
                seen.push(c);
            }
        }
        Self { text, read, seen, origins }
    }

    /// The first place of the text where `keyword` stands as a whole token when both are read so.
    pub fn find(&self, keyword: &str) -> Option<Span> {
        let wanted: String = keyword.chars().filter_map(self.read).collect();
        let mut places = keyword::places(&self.seen, &wanted).map(|span| self.original(span));
        places.find(|span| keyword::counts(Loader::Sdk, self.text, *span))
    }

    fn original(&self, span: Span) -> Span {
        let (first, last) = (self.origin(span.start), self.origin(span.end - 1));
        let tail = Span::new(last, self.text.len()).of(self.text);
        // accents of its own belong to the last letter
        let after = tail.char_indices().skip(1).find(|(_, c)| !is_accent(*c)).map_or(tail.len(), |(at, _)| at);
        Span::new(first, last + after)
    }

    fn origin(&self, offset: usize) -> usize {
        let index = self.origins.partition_point(|(at, _)| *at <= offset);
        index.checked_sub(1).map_or(0, |last| self.origins[last].1)
    }
}

/// Blanks, hyphens and underscores count as nothing.
pub fn without_spacing(c: char) -> Option<char> {
    (!c.is_whitespace() && !matches!(c, '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{200b}')).then_some(c)
}

fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// A Latin letter with an accent counts as the letter, an accent of its own as nothing; full-width forms count as
/// ASCII. Both texts are lower-cased already.
pub fn without_accents(c: char) -> Option<char> {
    const BASES: &[(char, &str)] = &[
        ('a', "àáâãäåāăą"),
        ('c', "çćĉċč"),
        ('d', "ďđ"),
        ('e', "èéêëēĕėęě"),
        ('g', "ĝğġģ"),
        ('h', "ĥħ"),
        ('i', "ìíîïĩīĭįı"),
        ('j', "ĵ"),
        ('k', "ķ"),
        ('l', "ĺļľŀł"),
        ('n', "ñńņňŋ"),
        ('o', "òóôõöøōŏő"),
        ('r', "ŕŗř"),
        ('s', "śŝşšș"),
        ('t', "ţťŧț"),
        ('u', "ùúûüũūŭůűų"),
        ('w', "ŵ"),
        ('y', "ýÿŷ"),
        ('z', "źżž"),
    ];
    match c {
        c if is_accent(c) => None,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        c if c.is_ascii() => Some(c),
        c => Some(BASES.iter().find(|(_, letters)| letters.contains(c)).map_or(c, |(base, _)| *base)),
    }
}

/// The words of `text`: runs of letters and digits.
pub fn words(text: &str) -> Vec<Span> {
    let mut words: Vec<Span> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        match words.last_mut().filter(|word| word.end == at) {
            Some(word) => word.end = at + c.len_utf8(),
            None => words.push(Span::new(at, at + c.len_utf8())),
        }
    }
    words
}

/// The word of ASCII letters and digits that holds `span`.
pub fn word_around(text: &str, span: Span) -> Span {
    let in_word = |c: char| c.is_ascii_alphanumeric();
    let before = Span::new(0, span.start).of(text);
    let after = Span::new(span.end, text.len()).of(text);
    let start = before.trim_end_matches(in_word).len();
    Span::new(start, span.end + (after.len() - after.trim_start_matches(in_word).len()))
}

/// `word` without the ending of a plural, a tense or a noun of the deed. Crude: it need only tell that two words are
/// forms of one.
pub fn stem(word: &str) -> &str {
    const ENDINGS: &[&str] = &[
        "ations", "ation", "ating", "ated", "ates", "ate", "ments", "ment", "ings", "ing", "ions", "ion", "ies", "ers", "er", "ed", "es",
        "s", "e",
    ];
    let cut = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(|rest| rest.chars().count() >= 3)).unwrap_or(word);
    // committing, commit
    let mut letters = cut.chars().rev();
    let doubled = letters.next().is_some_and(|last| letters.next() == Some(last)) && cut.len() < word.len();
    let last = cut.chars().next_back().map_or(0, char::len_utf8);
    let cut = if doubled { Span::new(0, cut.len() - last).of(cut) } else { cut };
    // queries, query
    cut.strip_suffix('y').filter(|rest| rest.chars().count() >= 3).unwrap_or(cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_have_one_stem() {
        for (a, b) in [("test", "tests"), ("deploy", "deploying"), ("commit", "committing"), ("query", "queries"), ("migrate", "migration")]
        {
            assert_eq!(stem(a), stem(b), "{a} {b}");
        }
        for (a, b) in [("go", "goes"), ("use", "us"), ("git", "gist")] {
            assert_ne!(stem(a), stem(b), "{a} {b}");
        }
    }

    #[test]
    fn loose_finds_lead_back_to_the_text() {
        let text = "a  pull\n request, nai\u{308}ve";
        assert_eq!(View::new(text, without_spacing).find("pull-request").map(|span| span.of(text)), Some("pull\n request"));
        assert_eq!(View::new(text, without_accents).find("naïve").map(|span| span.of(text)), Some("nai\u{308}ve"));
        assert_eq!(View::new(text, without_spacing).find("ull request"), None);
        assert_eq!(View::new(text, without_spacing).find("-"), None);
    }

    #[test]
    fn words_are_letters_and_digits() {
        let text = "a-b2 日本!";
        assert_eq!(words(text).into_iter().map(|word| word.of(text)).collect::<Vec<_>>(), ["a", "b2", "日本"]);
    }
}
