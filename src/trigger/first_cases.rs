//! A first tests file: what each trigger of a catalog does today, ready to be edited.

use serde::Serialize;

use super::glob::Glob;
use super::matcher::Matcher;
use crate::microagent::{Activation, Microagent};

#[derive(Serialize)]
struct FirstCase {
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    touch: Option<String>,
    fires: Vec<String>,
}

/// The YAML of a tests file with a case for each microagent that listens: a message made of its first trigger, or a path
/// that its first living glob matches. All of them pass. `None` when there are none.
pub fn first_cases(matcher: &Matcher<'_>) -> Result<Option<String>, serde_yaml::Error> {
    let cases: Vec<FirstCase> = matcher.listening().filter_map(|index| first_case(matcher, matcher.microagents()[index])).collect();
    if cases.is_empty() {
        return Ok(None);
    }
    let body = serde_yaml::to_string(&cases)?;
    Ok(Some(format!(
        "# What fires on what: `microagent test` checks it. Put real messages in the place of the bare triggers.\n\
         # Each case: `message`, `touch` or `conversation`; `fires`, `not`, `only: true`; and a `name` if you like.\n{body}"
    )))
}

fn first_case(matcher: &Matcher<'_>, microagent: &Microagent) -> Option<FirstCase> {
    let fires = |fired: Vec<super::Fired<'_>>| fired.iter().any(|fired| fired.microagent.name == microagent.name);
    if microagent.activation == Activation::Paths {
        let paths = microagent.paths.iter().filter_map(|glob| example(&glob.text));
        let touch = paths.into_iter().find(|path| fires(matcher.path(path)));
        return touch.map(|path| FirstCase { message: None, touch: Some(path), fires: vec![microagent.name.clone()] });
    }
    let mut messages = microagent.triggers.iter().map(|trigger| trigger.text.trim().to_owned());
    let message = messages.find(|message| fires(matcher.message(message)))?;
    Some(FirstCase { message: Some(message), touch: None, fires: vec![microagent.name.clone()] })
}

/// A path that `glob` matches.
fn example(glob: &str) -> Option<String> {
    let path = glob.replace("**/", "").replace("**", "example").replace('*', "example").replace('?', "x");
    Glob::new(glob).matches(&path).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::microagent::Loader;
    use crate::trigger::cases;
    use crate::trigger::matcher::tests::microagent;

    #[test]
    fn a_first_file_reads_back_and_holds() {
        let list = [
            microagent("git", Activation::Keywords, &["", "pull request: yes", "git"]),
            microagent("mute", Activation::Keywords, &[""]),
            microagent("rule", Activation::Paths, &["/dead/*", "src/**/*.t?"]),
            microagent("always", Activation::Always, &[]),
        ];
        let matcher = Matcher::over(Loader::Sdk, &list);
        let text = first_cases(&matcher).unwrap().unwrap();
        let cases = cases::read(&text).unwrap();
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names, ["pull request: yes", "src/example.tx"]);
        for case in &cases {
            assert_eq!(case.steps[0].query.fired(&matcher)[0].microagent.name, case.expected.fires[0]);
        }
        assert_eq!(first_cases(&Matcher::over(Loader::Sdk, &list[1..2])).unwrap(), None);
    }
}
