//! `substring-trigger`

use crate::declare_rule;
use crate::lint::placement::is_read_by_legacy;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::{Format, Loader};
use crate::trigger::fold::lower;

declare_rule! {
    /// ## What it does
    /// Finds triggers of a legacy microagent that stand inside longer, frequent words.
    ///
    /// ## Why it matters
    /// The legacy loader looks for triggers anywhere in a message, so `git` fires on "digital". The SDK looks for whole
    /// words: there it no longer fires on these, nor on plurals and other endings.
    ///
    /// Runs with `--loader legacy`, and for the SDK when it is selected by its id.
    ///
    /// ## Example
    /// `.openhands/microagents/a.md` with `triggers: [git]`: legacy fires on "digital" and "legitimate", the SDK does not.
    ///
    /// ## Fix
    /// None. Before a move to the SDK, add the longer words that shall fire.
    SubstringTrigger, "substring-trigger", Info, fix = No, since = "0.1.0", "a trigger fires inside longer words under the legacy loader"
}

/// Frequent words that hold frequent triggers: looked up, never reported themselves.
const WORDS: &str = "
    account action address adapt already although anything application approach appropriate article artifact attempt auth
    author authority available backend background backup badge based basic beginning browser building business calendar
    capital category certain change checkout classic client cluster commit common community compiler complete component
    computer concern condition configure consider constant container content contract control copyright correct create
    credential critical current customer database debugging decision decorator default deliver dependency deploy
    deployment describe description designed desktop detail developer device different digital direct discover display
    distribute docker dockerfile document documentation download dynamic editor efficient element email embedded enable
    endpoint engineering entity environment error essential evaluate everything example exception execute executive
    existing expression extension external failing feature filename final folder forgotten format formatter forward
    framework frontend function generate generic github gitlab global handle hardware heading helper history hostname
    however identify image implement important improvement include increase independent index individual information
    initial input install instance instead integer integrate interface internal interpret invalid issue iteration javascript
    kernel keyboard label language latest latex layout legitimate library license limit linear listener literal local
    location logging machine maintain manager manifest markdown matter maximum measure mechanism memory merge message
    metadata method migrate minimum module monitor multiple native necessary network nothing notification number object
    operation optional organize original output package parallel parameter particular password pattern people
    performance permission pipeline platform pointer policy position possible practice precise prepare present pretty
    previous primary principle private problem process produce product profile program progress project property
    protocol provider public publish pytest quality question quickly random reactive reason receive recent record redirect
    reference refresh register registry related release remember remote remove render repository request require research
    resource response restart result return review router running runtime sample schedule schema script search secret section
    security select semantic sequence server service session several shadow signature similar simple software solution
    something source specific standard statement static storage strategy structure style submit success suggest suite summary
    support switch symbol system template terminal testing tests text thread through timeout toolkit topic traceback
    transaction transform translate trigger type typescript understand unit update upload utility validate value variable
    various verify version visible visual warning website welcome whatever widget window within without worker workflow
    workspace wrapper written
";

/// How many examples are shown.
const MAX_EXAMPLES: usize = 3;

fn examples(trigger: &str) -> Vec<&'static str> {
    let trigger = lower(trigger);
    let plain = trigger.len() > 1 && trigger.bytes().all(|b| b.is_ascii_alphanumeric());
    let longer = |word: &&str| plain && word.len() > trigger.len() && word.contains(&trigger);
    WORDS.split_ascii_whitespace().filter(longer).take(MAX_EXAMPLES).collect()
}

impl Rule for SubstringTrigger {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        // for the SDK it is of use before a move only, to who asks for it by name
        let asked = cx.loader() == Loader::Legacy || cx.options().select.iter().any(|id| id == Self::META.id);
        let legacy = asked && is_read_by_legacy(file.source(), &file.entry.path);
        let Some(microagent) = file.microagent().filter(|microagent| legacy && microagent.format == Format::Legacy) else { return };
        for trigger in &microagent.triggers {
            let (Some(span), words) = (trigger.span, examples(&trigger.text)) else { continue };
            if words.is_empty() {
                continue;
            }
            let words = words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
            cx.report(
                file.at(span),
                format!("the trigger `{}` stands inside {words}", trigger.text),
                "the legacy loader fires on them, the SDK on whole words only",
                "for the SDK, add the longer words that shall fire; for the legacy loader, use a more specific trigger",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    const OLD: &str = ".openhands/microagents/a.md";

    #[test]
    fn substring_trigger() {
        Tester::new(&SubstringTrigger)
            .pass(FLAT, "---\ntriggers: [git]\n---\nB")
            .pass(OLD, "---\ntriggers: [git]\n---\nB")
            .loader(Loader::Legacy)
            .pass(OLD, "---\ntriggers: [kubernetes, pull request, /x, é]\n---\nB")
            .fail(OLD, "---\ntriggers: [git]\n---\nB", &["2:12 the trigger `git` stands inside \"digital\", \"github\", \"gitlab\""])
            .check();
    }

    #[test]
    fn c11_words_that_hold_a_trigger() {
        assert_eq!(examples("insta"), ["install", "instance"]);
    }
}
