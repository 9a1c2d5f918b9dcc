use super::*;
use crate::trigger::matcher::tests::keywords_of;
use crate::trigger::matcher::tests::microagent;

/// The nearest misses of one microagent, spans shown as text.
fn told(loader: Loader, triggers: &[&str], text: &str) -> Vec<String> {
    let list = keywords_of(&[triggers]);
    let matcher = Matcher::over(loader, &list);
    let Why::Missed(misses) = message(&matcher, &list[0], text) else { panic!("{text}: fired") };
    let tell = |miss: &Miss<'_>| {
        let what = match miss.near {
            Near::Inside { span, word } => format!("`{}` inside `{}`", span.of(text), word.of(text)),
            Near::Spaced(span) => format!("spaced `{}`", span.of(text)),
            Near::Accented(span) => format!("accented `{}`", span.of(text)),
            Near::Inflected(span) => format!("inflected `{}`", span.of(text)),
            Near::Mistyped(span) => format!("mistyped `{}`", span.of(text)),
            other => format!("{other:?}"),
        };
        if miss.other_loader { what + ", the other fires" } else { what }
    };
    misses.iter().map(tell).collect()
}

#[test]
fn the_nearest_miss_is_found() {
    let cases = [
        ("git", "count the digits", "`git` inside `digits`, the other fires"),
        ("pull request", "two Pull Requests", "`Pull Request` inside `Pull Requests`, the other fires"),
        ("pull request", "a pull  request", "spaced `pull  request`"),
        ("pull request", "a Pull\nRequest", "spaced `Pull\nRequest`"),
        ("pull request", "a pull-request", "spaced `pull-request`"),
        ("code-review", "codereview please", "spaced `codereview`"),
        ("workflow", "the work flow", "spaced `work flow`"),
        ("café", "the cafe\u{301}", "accented `cafe\u{301}`"),
        ("naive", "so Naïve", "accented `Naïve`"),
        ("tests", "a test", "inflected `test`"),
        ("run tests", "running the test; runs test", "inflected `runs test`"),
        ("kubernetes", "use kuberentes", "mistyped `kuberentes`"),
        ("kubernetes", "bake bread", "Nothing"),
        ("straße", "STRASSE", "mistyped `STRASSE`"),
        ("", "anything", "Empty"),
        ("***", "anything", "Nothing"),
        ("/c", "C++ is nice", "Nothing"),
        ("c++", "plain c", "Nothing"),
        ("#regression", "a Regression", "spaced `Regression`"),
        ("/fix-all", "fix, all", "spaced `fix, all`"),
    ];
    for (trigger, text, expected) in cases {
        assert_eq!(told(Loader::Sdk, &[trigger], text), [expected], "{trigger:?} in {text:?}");
    }
}

#[test]
fn an_empty_trigger_hides_what_follows_from_the_legacy_loader() {
    assert_eq!(told(Loader::Legacy, &["", "git"], "git"), ["Empty", "BehindEmpty, the other fires"]);
}

#[test]
fn who_does_not_listen_is_told_apart() {
    let mut list = [
        microagent("always", Activation::Always, &[]),
        microagent("skill", Activation::OnDemand, &[]),
        microagent("mute", Activation::OnDemand, &[]),
        microagent("rule", Activation::Paths, &["src/*.ts", "/lib/*", "*.RS"]),
    ];
    list[2].disable_model_invocation = true;
    let matcher = Matcher::over(Loader::Sdk, &list);
    let why = |index: usize| message(&matcher, &list[index], "src");
    assert_eq!([why(0), why(1), why(2), why(3)], [Why::Always, Why::ModelDecides, Why::Unreachable, Why::OnTouch]);
    let near = |touched: &str| match path(&matcher, &list[3], touched) {
        Why::Missed(misses) => misses.iter().map(|miss| miss.near).collect(),
        other => vec![if matches!(other, Why::Fired(_)) { Near::Empty } else { Near::BehindEmpty }],
    };
    assert_eq!(near("src/a.ts"), [Near::Empty], "fires");
    let dead = |otherwise| Near::DeadGlob { otherwise };
    assert_eq!(near("web/src/a.ts"), [Near::Anchored, dead(false), Near::Nothing]);
    assert_eq!(near("a.rs"), [Near::Nothing, dead(false), Near::LetterCase]);
    assert_eq!(near("lib/a"), [Near::Nothing, dead(true), Near::Nothing]);
}

#[test]
fn what_is_wrong_with_a_trigger_is_near_no_message() {
    // loader, triggers, message, the nearest of them
    let cases: [(Loader, &[&str], &str, Option<Near>); 4] = [
        (Loader::Sdk, &["", "git"], "anything", None),
        (Loader::Legacy, &["", "git"], "anything", None),
        (Loader::Legacy, &["", "git"], "use git", Some(Near::BehindEmpty)),
        (Loader::Sdk, &["", "git"], "digit", Some(Near::Inside { span: Span::new(2, 5), word: Span::new(0, 5) })),
    ];
    for (loader, triggers, text, expected) in cases {
        let list = keywords_of(&[triggers]);
        let why = silent(loader, &list[0], text);
        assert_eq!(why.nearest().map(|miss| miss.near), expected, "{triggers:?} {text}");
    }
    let rule = microagent("rule", Activation::Paths, &["/lib/*"]);
    assert!(untouched(&rule, "src/a").nearest().is_none());
    assert!(untouched(&rule, "lib/a").nearest().is_some());
}

#[test]
fn a_list_as_long_as_a_file_is_told_at_once() {
    let triggers: Vec<String> = (0..90_000).map(|number| format!("k{number}x")).collect();
    let triggers: Vec<&str> = triggers.iter().map(String::as_str).collect();
    let list = keywords_of(&[&triggers]);
    for loader in [Loader::Sdk, Loader::Legacy] {
        let Why::Missed(misses) = silent(loader, &list[0], "see k17xx and k89999xx") else { panic!("fired") };
        assert_eq!(misses.len(), 90_000);
        assert!(matches!(misses[17].near, Near::Inside { .. }), "{:?}", misses[17]);
        assert!(matches!(misses[89_999].near, Near::Inside { .. }), "{:?}", misses[89_999]);
        assert_eq!(misses[80_000].near, Near::Unsearched);
    }
}

#[test]
fn a_hit_that_is_a_part_of_something_longer_is_told() {
    let cases = [
        ("see /design-tokens", "/design", Some("/design-tokens")),
        ("rm -rf /tmp/x", "/tmp", Some("/tmp/x")),
        ("my_git_repo", "git", Some("my_git_repo")),
        ("use git.", "git", None),
        ("(git)", "git", None),
        ("/design a page", "/design", None),
        ("...", ".", None),
    ];
    for (text, hit, expected) in cases {
        let at = text.find(hit).unwrap();
        assert_eq!(compound(text, Span::new(at, at + hit.len())).map(|span| span.of(text)), expected, "{text}");
    }
}
