//! Reads the blocks that the SDK adds to a message or an observation: the only place where a log says which trigger,
//! or which rule, brought a skill in.

const OPEN: &str = "<EXTRA_INFO>\n";
const CLOSE: &str = "</EXTRA_INFO>";
const KEYWORD: &str = "keyword match for \"";
const GLOB: &str = "matches \"";
const LOCATION: &str = "Rule location: ";

/// What a block says about how its skill came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block<'a> {
    /// The trigger, verbatim.
    pub(super) trigger: &'a str,
    /// The whole block.
    pub(super) text: &'a str,
}

/// The blocks of a message, one for each skill of `contents` (the content of each when known), in the same order.
/// Stops at the first that does not look like one: its trigger, and those of all after it, are not known.
pub(super) fn blocks<'a>(text: &'a str, contents: &[Option<&str>]) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut rest = text;
    for content in contents {
        let Some(start) = rest.find(OPEN) else { break };
        // between blocks stands a blank line and nothing else
        if !rest[..start].trim().is_empty() {
            break;
        }
        let block = &rest[start..];
        let body = &block[OPEN.len()..];
        let line = body.split('\n').next().unwrap_or_default();
        let Some(trigger) = line.find(KEYWORD).and_then(|at| line[at + KEYWORD.len()..].strip_suffix("\".")) else { break };
        // the content may hold such blocks itself: the end is looked for behind it
        let behind =
            content.filter(|content| !content.is_empty()).and_then(|content| Some(block.find(content)? + content.len())).unwrap_or(0);
        let Some(end) = block[behind..].find(CLOSE).map(|end| behind + end + CLOSE.len()) else { break };
        blocks.push(Block { trigger, text: &block[..end] });
        rest = &block[end..];
    }
    blocks
}

/// A rule's block: the line that names the glob, and where the rule was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule<'a> {
    /// The rest of the line behind `matches "`.
    line: &'a str,
    /// The rule's file.
    pub(super) location: Option<&'a str>,
    /// The whole block.
    pub(super) text: &'a str,
}

impl<'a> Rule<'a> {
    /// The glob: one of `globs` when the line begins with it, else up to the first `".`.
    pub(super) fn glob(&self, globs: &[String]) -> &'a str {
        let known = globs.iter().find(|glob| self.line.strip_prefix(glob.as_str()).is_some_and(|rest| rest.starts_with("\".")));
        let end = known.map(String::len).or_else(|| self.line.find("\".")).unwrap_or(self.line.len());
        &self.line[..end]
    }
}

/// The rules of an observation. `content` gives the content of the rule read from a location, when known.
pub(super) fn rules<'a, 'k>(text: &'a str, content: impl Fn(&str) -> Option<&'k str>) -> Vec<Rule<'a>> {
    let mut rules = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(OPEN) {
        if !rest[..start].trim().is_empty() {
            break;
        }
        let block = &rest[start..];
        let mut lines = block[OPEN.len()..].split('\n');
        let first = lines.next().unwrap_or_default();
        let Some(at) = first.find(GLOB) else { break };
        let location = lines.next().and_then(|line| line.strip_prefix(LOCATION));
        let known = location.and_then(&content).filter(|content| !content.is_empty());
        let behind = known.and_then(|content| Some(block.find(content)? + content.len())).unwrap_or(0);
        let Some(end) = block[behind..].find(CLOSE).map(|end| behind + end + CLOSE.len()) else { break };
        rules.push(Rule { line: &first[at + GLOB.len()..], location, text: &block[..end] });
        rest = &block[end..];
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_in_the_content_is_content() {
        let inner = "<EXTRA_INFO>\nSee the keyword match for \"fake\".\n</EXTRA_INFO>";
        let text = format!(
            "<EXTRA_INFO>\nIt has a keyword match for \"say \"hi\"\".\n\n{inner}\n</EXTRA_INFO>\n\n<EXTRA_INFO>\nx keyword match for \"b\".\ny\n</EXTRA_INFO>\nsuffix"
        );
        let triggers = |contents: &[Option<&str>]| blocks(&text, contents).iter().map(|block| block.trigger.to_owned()).collect::<Vec<_>>();
        assert_eq!(triggers(&[Some(inner), None]), ["say \"hi\"", "b"]);
        assert_eq!(triggers(&[None, None]), ["say \"hi\""], "what follows a block that ends too early is not guessed");
        assert_eq!(blocks("a suffix alone", &[None]), []);
        assert_eq!(blocks("<EXTRA_INFO>\nkeyword match for \"cut", &[None]), []);
    }

    #[test]
    fn rules_name_their_glob_and_file() {
        let text = "<EXTRA_INFO>\nThe file matches \"**/*.py\". Mind it.\nRule location: /r/a.md\n\nA\n</EXTRA_INFO>\n<EXTRA_INFO>\nit matches \"a\".b\". x\nB\n</EXTRA_INFO>";
        let rules = rules(text, |_| None);
        assert_eq!((rules[0].glob(&[]), rules[0].location), ("**/*.py", Some("/r/a.md")));
        assert_eq!((rules[1].glob(&[]), rules[1].glob(&["a\".b".into()]), rules[1].location), ("a", "a\".b", None));
    }
}
