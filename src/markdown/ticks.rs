//! Which run of backticks closes which: found once for a text, so that a text full of runs of different lengths takes no
//! longer than any other.

use std::collections::BTreeMap;

/// The runs of backticks of a text and the blank lines that no inline code reaches over.
pub(super) struct Ticks {
    /// Where runs start, ascending, by their length.
    runs: BTreeMap<usize, Vec<usize>>,
    /// Where the line ends before blank lines stand, ascending.
    breaks: Vec<usize>,
}

impl Ticks {
    /// Finds them in `text`.
    pub(super) fn of(text: &str) -> Self {
        let mut found = Self { runs: BTreeMap::new(), breaks: Vec::new() };
        let mut at = 0;
        while let Some(next) = text[at..].find(['`', '\n']) {
            at += next;
            let rest = &text[at..];
            if let Some(below) = rest.strip_prefix('\n') {
                if below.split('\n').next().unwrap_or_default().trim().is_empty() {
                    found.breaks.push(at);
                }
                at += 1;
            } else {
                let length = rest.len() - rest.trim_start_matches('`').len();
                found.runs.entry(length).or_default().push(at);
                at += length;
            }
        }
        found
    }

    /// The end of the inline code whose opening run of `length` backticks ends at byte `from`; `None` when nothing
    /// closes it.
    pub(super) fn closing(&self, from: usize, length: usize) -> Option<usize> {
        let next = |places: &[usize]| places.get(places.partition_point(|at| *at < from)).copied();
        let close = next(self.runs.get(&length)?)?;
        next(&self.breaks).is_none_or(|blank| close < blank).then_some(close + length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_closed_by_the_next_of_its_length() {
        let text = "`a `` b` c\n\n`` d `` e";
        let ticks = Ticks::of(text);
        assert_eq!(ticks.closing(1, 1), Some(8));
        assert_eq!(ticks.closing(5, 2), None, "not over a blank line");
        assert_eq!(ticks.closing(14, 2), Some(19));
        assert_eq!(ticks.closing(0, 3), None);
    }

    proptest::proptest! {
        #[test]
        fn agrees_with_a_plain_search(text in "[` a\n]{0,40}", from in 0_usize..40, length in 1_usize..4) {
            let from = from.min(text.len());
            proptest::prop_assume!(!text[from..].starts_with('`') || !text[..from].ends_with('`'));
            let paragraph = text[from..].split_inclusive('\n').collect::<Vec<_>>();
            let lines = paragraph.iter().enumerate().take_while(|(index, line)| *index == 0 || !line.trim().is_empty());
            let reach: usize = lines.map(|(_, line)| line.len()).sum();
            let within = &text[from..from + reach];
            let expected = within.match_indices('`').map(|(at, _)| at).find(|at| {
                let run = within[*at..].len() - within[*at..].trim_start_matches('`').len();
                run == length && !within[..*at].ends_with('`')
            });
            proptest::prop_assert_eq!(Ticks::of(&text).closing(from, length), expected.map(|at| from + at + length));
        }
    }
}
