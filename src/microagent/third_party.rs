//! Instruction files of other tools that the runtimes read raw: no frontmatter, nothing stripped.

use super::{Activation, Format, Kind, LegacyFields, Microagent, Written};
use crate::microagent::Loader;
use crate::python::universal_newlines;

/// The names the SDK knows, lower case, and what the microagent is called (`PATH_TO_THIRD_PARTY_SKILL_NAME`).
const SDK: &[(&str, &str)] =
    &[(".cursorrules", "cursorrules"), ("agents.md", "agents"), ("agent.md", "agents"), ("claude.md", "claude"), ("gemini.md", "gemini")];

/// How many of them the legacy loader knows.
const LEGACY_KNOWS: usize = 3;

/// The microagent name of an instruction file called `file_name`, of any letter case; `None` for other files.
pub fn name(loader: Loader, file_name: &str) -> Option<&'static str> {
    let known = match loader {
        Loader::Sdk => SDK,
        Loader::Legacy => &SDK[..LEGACY_KNOWS],
    };
    let lower = file_name.to_lowercase();
    known.iter().find(|(file, _)| *file == lower).map(|(_, name)| *name)
}

/// The always-on microagent `name` with the raw text of the file.
pub fn always_on(loader: Loader, name: &str, text: &str) -> Microagent {
    let legacy = (loader == Loader::Legacy).then(|| LegacyFields {
        version: "1.0.0".into(),
        agent: "CodeActAgent".into(),
        declared_name: name.into(),
        declared_type: "repo".into(),
    });
    Microagent { legacy, ..Microagent::bare(name, Format::ThirdParty, universal_newlines(text).into_owned()) }
}

/// The path rule of an instruction file in directory `dir` below the work directory: `agents:dir` on `dir/**`. The
/// directory stands in the glob unescaped, as in `load_project_skills`.
pub fn rule(name: &str, dir: &str, text: &str) -> Microagent {
    Microagent {
        kind: Kind::Path,
        activation: Activation::Paths,
        paths: vec![Written { text: format!("{dir}/**"), span: None }],
        disable_model_invocation: true,
        ..Microagent::bare(&format!("{name}:{dir}"), Format::ThirdParty, universal_newlines(text).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_loader_knows_its_own() {
        assert_eq!(name(Loader::Sdk, "AGENTS.md"), Some("agents"));
        assert_eq!(name(Loader::Sdk, "agent.MD"), Some("agents"));
        assert_eq!(name(Loader::Sdk, "Claude.md"), Some("claude"));
        assert_eq!(name(Loader::Legacy, "CLAUDE.md"), None);
        assert_eq!(name(Loader::Legacy, ".CursorRules"), Some("cursorrules"));
        assert_eq!(name(Loader::Sdk, "AGENTS.markdown"), None);
    }

    #[test]
    fn text_stays_raw() {
        let microagent = always_on(Loader::Sdk, "agents", "---\r\na: 1\r---\n\n");
        assert_eq!(microagent.content, "---\na: 1\n---\n\n");
        assert_eq!(rule("claude", "a*b", "x").paths[0].text, "a*b/**");
    }
}
