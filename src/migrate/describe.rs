//! The description of a microagent that has none: a whole sentence of its text, else what is known about it.

use crate::microagent::{Activation, Microagent};

/// A description is cut after this many characters.
const MAX_CHARS: usize = 200;

/// Fewer words are a title.
const FEWEST_WORDS: usize = 4;

/// Triggers and paths named when the text has nothing; more are left out.
const MAX_NAMED: usize = 5;

/// Words that, before a colon, only say what follows.
const LABELS: &[&str] =
    &["description", "goal", "important", "note", "objective", "overview", "purpose", "role", "summary", "task", "warning"];

/// Words that end with a full stop within a sentence.
const ABBREVIATIONS: &[&str] = &["approx.", "cf.", "e.g.", "i.e.", "incl.", "no.", "resp.", "vs."];

/// The first whole sentence of `content`, in one line and at most 200 characters; without one the first text that is
/// more than a title. What stands in paragraphs goes before what stands in lists. `None` when there is neither.
pub(super) fn taken(content: &str) -> Option<String> {
    let blocks = blocks(content);
    let from = |list: bool, find: fn(&str) -> Option<&str>| {
        blocks.iter().filter(move |block| block.list == list).find_map(|block| find(&block.text).map(cut))
    };
    from(false, sentence).or_else(|| from(false, fragment)).or_else(|| from(true, sentence)).or_else(|| from(true, fragment))
}

/// What can be said of `microagent` without its text.
pub(super) fn made(microagent: &Microagent, name: &str) -> String {
    let named = |written: &[crate::microagent::Written]| {
        let texts: Vec<&str> = written.iter().map(|one| one.text.trim()).filter(|text| !text.is_empty()).take(MAX_NAMED).collect();
        texts.join(", ")
    };
    let (what, list) = match microagent.activation {
        Activation::Paths => ("Instructions for files that match", named(&microagent.paths)),
        Activation::Task => ("The task", name.to_string()),
        _ => ("Instructions for requests that mention", named(&microagent.triggers)),
    };
    cut(&if list.is_empty() { format!("Instructions called {name}.") } else { format!("{what} {list}.") })
}

/// A paragraph or an item of a list in one line, without markup.
struct Block {
    text: String,
    list: bool,
}

/// The blocks of a text that may say something: no headings, code, tables or comments.
fn blocks(content: &str) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let (mut open, mut fence, mut comment) = (false, None, false);
    for raw in content.lines() {
        let line = raw.trim_start_matches(['>', ' ', '\t']).trim_end();
        let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark));
        if fence.is_some() || mark.is_some() || comment || line.starts_with("<!--") {
            match (fence, mark) {
                (Some(begun), Some(mark)) if begun == mark => fence = None,
                (None, Some(_)) if !comment => fence = mark,
                (None, _) => comment = !line.contains("-->"),
                _ => {}
            }
            open = false;
            continue;
        }
        let underline = !line.is_empty() && (line.chars().all(|c| c == '=') || line.chars().all(|c| c == '-'));
        if underline && open && out.last().is_some_and(|block| !block.list) {
            // what stands above it is a heading
            out.pop();
        }
        let code = !open && (raw.starts_with("    ") || raw.starts_with('\t')) && item(line).is_none();
        let tag = line.starts_with('<') && line.ends_with('>');
        let markup = line.starts_with(['#', '|']) || line.starts_with("![") || line.starts_with("[![") || tag || code;
        if markup || underline || !line.chars().any(char::is_alphanumeric) {
            open = false;
            continue;
        }
        match (item(line), out.last_mut().filter(|_| open)) {
            (None, Some(block)) => block.text = format!("{} {line}", block.text),
            (Some(text), above) => {
                // what a list follows at once is its title, unless it ends as a sentence
                if let Some(title) = above.filter(|block| !block.list && end(&block.text).is_none()) {
                    title.text.clear();
                }
                out.push(Block { text: text.to_string(), list: true });
            }
            (None, None) => out.push(Block { text: line.to_string(), list: false }),
        }
        open = true;
    }
    for block in &mut out {
        block.text = plain(&block.text);
    }
    out
}

/// What stands behind the marker of a list item.
fn item(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix(['-', '*', '+']) {
        Some(rest) => rest,
        None => line.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['.', ')']).filter(|_| !line.starts_with(['.', ')']))?,
    };
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    Some(["[ ]", "[x]", "[X]"].into_iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(rest).trim_start())
}

/// A text without emphasis, link targets and the label before it; empty when all of it is bold, which makes it a title.
fn plain(text: &str) -> String {
    let whole = text.strip_prefix("**").and_then(|rest| rest.strip_suffix("**")).filter(|inside| !inside.contains("**"));
    if whole.is_some_and(|inside| !inside.ends_with(['.', '?', '。'])) {
        return String::new();
    }
    let mut label = None;
    if let Some((bold, rest)) = text.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
        let after = rest.strip_prefix(':').or_else(|| bold.ends_with(':').then_some(rest));
        label = after.map(str::trim).filter(|rest| !rest.is_empty());
    }
    let text = unlinked(&label.unwrap_or(text).replace("**", ""));
    let label = text.split_once([':', '!']).filter(|(word, _)| {
        let shout = word.chars().any(char::is_alphabetic) && !word.chars().any(char::is_lowercase) && word.split(' ').count() <= 2;
        shout || LABELS.contains(&word.trim().to_lowercase().as_str())
    });
    label.map(|(_, rest)| rest.trim_start().to_string()).filter(|rest| !rest.is_empty()).unwrap_or(text)
}

/// `[text](target)` becomes `text`.
fn unlinked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out += before;
        let link = after.split_once("](").and_then(|(words, target)| Some((words, target.split_once(')')?.1)));
        match link.filter(|(words, _)| !words.contains(['[', ']', '`'])) {
            Some((words, behind)) => {
                out += words;
                rest = behind;
            }
            None => {
                out.push('[');
                rest = after;
            }
        }
    }
    out + rest
}

/// The first whole sentence that says something.
fn sentence(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(end) = end(rest) {
        let (one, behind) = rest.split_at(end);
        if says(one) && one.split_whitespace().count() >= 2 || wordless(one) {
            return Some(one);
        }
        rest = behind.trim_start();
    }
    None
}

/// A text that does not end as a sentence, when it is no title and no label.
fn fragment(text: &str) -> Option<&str> {
    let long = text.split_whitespace().count() >= FEWEST_WORDS || wordless(text);
    (long && says(text) && end(text).is_none()).then_some(text)
}

/// Whether it is more than a label or a shout.
fn says(text: &str) -> bool {
    let shout = !text.chars().any(char::is_lowercase) && text.chars().any(char::is_uppercase);
    let cry = text.ends_with(['!', '！']) && text.split_whitespace().count() < FEWEST_WORDS;
    // who reads a list of descriptions is helped by no question and no hint where to read on
    !shout && !cry && !text.ends_with([':', '：', '?', '？']) && !text.starts_with("See ")
}

/// Whether it is written without spaces between words, and long enough to say something.
fn wordless(text: &str) -> bool {
    says(text) && text.chars().filter(|c| !c.is_ascii() && c.is_alphanumeric() && !c.is_lowercase() && !c.is_uppercase()).count() >= 6
}

/// Where the first sentence ends: behind its mark and what closes with it.
fn end(text: &str) -> Option<usize> {
    let mut code = false;
    for (at, c) in text.char_indices() {
        code ^= c == '`';
        if code {
            continue;
        }
        let mark = at + c.len_utf8();
        match c {
            '。' | '！' | '？' => return Some(mark),
            '.' | '!' | '?' => {}
            _ => continue,
        }
        let behind = text[mark..].trim_start_matches(['"', '\'', ')', ']', '*', '_', '”', '’']);
        let word = text[..mark].rsplit([' ', '(']).next().unwrap_or_default().to_lowercase();
        let goes_on = behind.trim_start().starts_with(char::is_lowercase) || ABBREVIATIONS.contains(&word.as_str());
        if behind.is_empty() || (behind.starts_with(char::is_whitespace) && !goes_on) {
            return Some(text.len() - behind.len());
        }
    }
    None
}

/// At most [`MAX_CHARS`] characters, cut between words.
fn cut(text: &str) -> String {
    let text = text.trim();
    let Some((end, _)) = text.char_indices().nth(MAX_CHARS) else { return text.to_string() };
    let kept = &text[..end];
    let kept = kept.rsplit_once(' ').map_or(kept, |(words, _)| words);
    format!("{}…", kept.trim_end_matches([' ', ',', ';', ':', '-', '–', '—']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_sentence_is_taken() {
        let long = format!("Read {}", "every page ".repeat(30));
        let cases = [
            ("# Title\n\nFirst one. Second one.", Some("First one.")),
            ("Purpose\n\nKeeps the oven clean.", Some("Keeps the oven clean.")),
            ("IMPORTANT!\n\nKeep the oven clean.", Some("Keep the oven clean.")),
            ("IMPORTANT! Keep the oven clean. Always.", Some("Keep the oven clean.")),
            ("**Purpose:** Keep the oven clean.", Some("Keep the oven clean.")),
            ("Note: keep the oven clean.", Some("keep the oven clean.")),
            ("**About the oven**\nIt is hot.", Some("About the oven It is hot.")),
            ("**About the oven**\n\nIt is hot.", Some("It is hot.")),
            ("Obey `A.md`, rules\n3 to 5, and\n`B.md` for ovens. More.", Some("Obey `A.md`, rules 3 to 5, and `B.md` for ovens.")),
            ("See `A.md` rule 3. Is it hot? Ovens are hot.", Some("Ovens are hot.")),
            ("The layout of the kitchen\n- oven/\n\nGoal\n- Keep it clean.", Some("Keep it clean.")),
            ("About ovens\n===========\n\nThey are hot.", Some("They are hot.")),
            ("Rules for the oven:\n\n- Keep it clean.\n- Keep it cold.", Some("Keep it clean.")),
            ("Do this:\n1. Open the oven\n   and look inside.\n2. Close it.", Some("Open the oven and look inside.")),
            ("```\nNot this. Nor this.\n```\n<!-- Nor\nthis. -->\n<X>\nBut this one.\n</X>", Some("But this one.")),
            ("Use ovens, e.g. the big one, for bread. Or not.", Some("Use ovens, e.g. the big one, for bread.")),
            ("Version 1.2 of `a. B` is hot (very hot.) Yes.", Some("Version 1.2 of `a. B` is hot (very hot.)")),
            ("> Mind the [big oven](a.md). It is hot.", Some("Mind the big oven.")),
            ("notes about all the ovens", Some("notes about all the ovens")),
            ("这个文件说明如何清洁烤箱。以后再说。", Some("这个文件说明如何清洁烤箱。")),
            ("Always sort `__init__.py` first.", Some("Always sort `__init__.py` first.")),
            ("# Only\n\nPurpose\n\nSHOUTING LOUDER AND LOUDER.\n\n- a\n- b\n\n| a | b. c |", None),
            ("", None),
        ];
        for (content, expected) in cases {
            assert_eq!(taken(content).as_deref(), expected, "{content}");
        }
        let cut = taken(&long).unwrap();
        assert!(cut.ends_with(" every…") || cut.ends_with(" page…"), "{cut}");
        assert!(cut.chars().count() <= MAX_CHARS + 1);
    }
}
