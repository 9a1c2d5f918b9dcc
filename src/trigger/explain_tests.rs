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
    assert_eq!(near("web/src/a.ts"), [Near::Anchored, Near::DeadGlob, Near::Nothing]);
    assert_eq!(near("a.rs"), [Near::Nothing, Near::DeadGlob, Near::LetterCase]);
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
