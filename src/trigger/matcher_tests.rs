use proptest::prelude::*;

use super::*;
use crate::microagent::{Format, Kind, Written};

pub(crate) fn microagent(name: &str, activation: Activation, texts: &[&str]) -> Microagent {
    let written = |texts: &[&str]| texts.iter().map(|text| Written { text: (*text).to_owned(), span: None }).collect();
    let is_rule = activation == Activation::Paths;
    Microagent {
        kind: if is_rule { Kind::Path } else { Kind::Knowledge },
        activation,
        triggers: written(if is_rule { &[] } else { texts }),
        paths: written(if is_rule { texts } else { &[] }),
        ..Microagent::bare(name, Format::Legacy, "body".to_owned())
    }
}

pub(crate) fn keywords_of(list: &[&[&str]]) -> Vec<Microagent> {
    list.iter().enumerate().map(|(index, triggers)| microagent(&format!("m{index}"), Activation::Keywords, triggers)).collect()
}

fn named<'c>(fired: &[Fired<'c>]) -> Vec<(usize, &'c str)> {
    fired.iter().map(|fired| (fired.index, fired.trigger())).collect()
}

/// The runtimes' own loop, trigger by trigger: returns the one that is named.
fn naive<'c>(loader: Loader, microagent: &'c Microagent, message: &str) -> Option<&'c str> {
    let stripped = python::strip(message);
    let message = if loader == Loader::Sdk && !stripped.is_empty() { stripped } else { message };
    if message.is_empty() {
        return None;
    }
    let text = fold::lower(message);
    let found = microagent.triggers.iter().map(|trigger| trigger.text.as_str()).find(|trigger| {
        let keyword = fold::lower(trigger);
        match loader {
            Loader::Sdk => keyword::places(&text, &keyword).any(|span| keyword::counts(loader, &text, span)),
            Loader::Legacy => text.contains(&keyword),
        }
    });
    found.filter(|trigger| !trigger.is_empty())
}

#[test]
fn the_list_order_names_the_trigger_and_every_hit_is_told() {
    let list = keywords_of(&[&["pull request", "GIT"], &["other"], &["git"]]);
    let matcher = Matcher::over(Loader::Sdk, &list);
    let fired = matcher.message("git: open a Pull Request, git");
    assert_eq!(named(&fired), [(0, "pull request"), (2, "git")]);
    assert_eq!(fired[0].hits[0].spans, [Span::new(12, 24)]);
    assert_eq!(fired[0].hits[1], Hit { trigger: "GIT", spans: vec![Span::new(0, 3), Span::new(26, 29)] });
}

#[test]
fn a_keyword_inside_another_is_found_too() {
    let list = keywords_of(&[&["request"], &["pull request"], &["pull"]]);
    assert_eq!(named(&Matcher::over(Loader::Sdk, &list).message("a pull request")), [(0, "request"), (1, "pull request"), (2, "pull")]);
}

#[test]
fn an_empty_trigger_disables_the_rest_of_a_legacy_list() {
    let list = keywords_of(&[&["", "a"], &["a", ""], &["b", "", "a"], &[""]]);
    assert_eq!(named(&Matcher::over(Loader::Legacy, &list).message("a")), [(1, "a")]);
    assert_eq!(named(&Matcher::over(Loader::Sdk, &list).message("a")), [(0, "a"), (1, "a"), (2, "a")]);
}

#[test]
fn only_the_sdk_strips_the_message() {
    let list = keywords_of(&[&["git "], &[" "]]);
    assert_eq!(named(&Matcher::over(Loader::Sdk, &list).message(" use git ")), []);
    assert_eq!(named(&Matcher::over(Loader::Legacy, &list).message(" use git ")), [(0, "git "), (1, " ")]);
    assert_eq!(named(&Matcher::over(Loader::Sdk, &list).message("   ")), [(1, " ")]);
    assert_eq!(named(&Matcher::over(Loader::Sdk, &list).message("")), []);
    assert_eq!(named(&Matcher::over(Loader::Legacy, &list).message("")), []);
}

#[test]
fn spans_point_into_the_message_as_written() {
    let list = keywords_of(&[&["istanbul"], &["i"], &["k"]]);
    let message = "\u{2003} İ, ISTANBUL, 5 \u{212a}";
    let fired = Matcher::over(Loader::Sdk, &list).message(message);
    let texts: Vec<Vec<&str>> = fired.iter().map(|fired| fired.spans().iter().map(|span| span.of(message)).collect()).collect();
    assert_eq!(texts, [vec!["ISTANBUL"], vec!["İ"], vec!["\u{212a}"]]);
}

#[test]
fn rules_listen_to_paths_and_to_nothing_else() {
    let list = [
        microagent("py", Activation::Paths, &["docs/**", "*.py"]),
        microagent("kw", Activation::Keywords, &["a.py"]),
        microagent("ts", Activation::Paths, &["*.ts"]),
    ];
    let matcher = Matcher::over(Loader::Sdk, &list);
    assert_eq!(named(&matcher.path("./src/a.py")), [(0, "*.py")]);
    assert_eq!(named(&matcher.path("/src/a.py")), []);
    assert_eq!(named(&matcher.message("docs/a.py a.py")), [(1, "a.py")]);
}

#[test]
fn no_microagents_is_no_failure() {
    let none: [&Microagent; 0] = [];
    assert_eq!(Matcher::over(Loader::Sdk, none).message("git"), []);
}

#[test]
fn a_flood_of_hits_is_bounded() {
    let list = keywords_of(&[&["a"]]);
    let fired = Matcher::over(Loader::Legacy, &list).message(&"a".repeat(MAX_PLACES + 5));
    assert_eq!(fired[0].spans().len(), MAX_PLACES);
}

#[test]
fn a_keyword_as_long_as_a_page_is_found_at_once() {
    let long = "page ".repeat(60_000);
    let list = keywords_of(&[&[&long], &["pa"], &["age"]]);
    let matcher = Matcher::over(Loader::Legacy, &list);
    assert_eq!(matcher.message(&format!("a {}", long.to_uppercase())).iter().map(|fired| fired.index).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(matcher.message(long.trim()).iter().map(|fired| fired.index).collect::<Vec<_>>(), [1, 2]);
}

fn triggers() -> impl Strategy<Value = Vec<Vec<String>>> {
    let trigger = "[abAİΣkK\u{212a} ]{0,3}|[aσς日]{1,2}";
    proptest::collection::vec(proptest::collection::vec(trigger, 0..4), 0..6)
}

proptest! {
    #[test]
    fn the_automaton_agrees_with_the_runtimes_loop(lists in triggers(), message in "[abAİΣςkK\u{212a}1_ 日]{0,16}") {
        let borrowed: Vec<Vec<&str>> = lists.iter().map(|list| list.iter().map(String::as_str).collect()).collect();
        let list = keywords_of(&borrowed.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for loader in [Loader::Sdk, Loader::Legacy] {
            let fired = Matcher::over(loader, &list).message(&message);
            let expected: Vec<_> = list.iter().enumerate().filter_map(|(index, one)| Some((index, naive(loader, one, &message)?))).collect();
            prop_assert_eq!(named(&fired), expected);
            for span in fired.iter().flat_map(|fired| &fired.hits).flat_map(|hit| &hit.spans) {
                prop_assert!(!span.is_empty() && message.get(span.range()).is_some());
            }
        }
    }

    #[test]
    fn what_the_sdk_takes_the_legacy_loader_takes(trigger in "[a-cİΣ_ ]{1,3}", message in "[a-cİΣ_ ]{0,12}") {
        let list = keywords_of(&[&[&trigger]]);
        if !Matcher::over(Loader::Sdk, &list).message(&message).is_empty() {
            prop_assert!(!Matcher::over(Loader::Legacy, &list).message(&message).is_empty());
        }
    }

    #[test]
    fn a_batch_equals_one_by_one(lists in triggers(), messages in proptest::collection::vec("[abİΣk ]{0,8}", 0..200)) {
        let borrowed: Vec<Vec<&str>> = lists.iter().map(|list| list.iter().map(String::as_str).collect()).collect();
        let list = keywords_of(&borrowed.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let matcher = Matcher::over(Loader::Sdk, &list);
        let single: Vec<_> = messages.iter().map(|message| matcher.message(message)).collect();
        prop_assert_eq!(matcher.messages(&messages), single);
    }
}
