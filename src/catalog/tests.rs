//! Whole catalogs over small trees.

use super::*;
use crate::tree::memory::Memory;

const SKILL: &str = "---\nname: NAME\ndescription: Does it.\n---\nBody.\n";

fn skill(name: &str) -> String {
    SKILL.replace("NAME", name)
}

/// One line an entry: what is loaded, then what is not and why.
fn summary(tree: &Memory, roots: &Roots, loader: Loader) -> String {
    let catalog = Catalog::load(tree, roots, loader).unwrap();
    let mut out = String::new();
    for (entry, microagent) in catalog.loaded() {
        let triggers: Vec<&str> = microagent.triggers.iter().chain(&microagent.paths).map(|item| item.text.as_str()).collect();
        out += &format!(
            "{} {} {} {} {}\n",
            microagent.name,
            microagent.activation.name(),
            triggers.join(","),
            entry.source.name(),
            entry.path
        );
    }
    for (entry, lost) in catalog.not_loaded() {
        let by = lost.by.as_deref().map(|by| format!(" by {by}")).unwrap_or_default();
        let rule = lost.problems.first().map(|problem| format!(" [{}]", problem.rule)).unwrap_or_default();
        out += &format!("- {} {}{by}{rule}\n", entry.path, lost.reason.name());
    }
    out
}

fn repo(tree: &Memory, loader: Loader) -> String {
    summary(tree, &Roots { repo: Some("/r".into()), ..Roots::default() }, loader)
}

#[test]
fn a_directory_is_scanned_one_level_deep_for_skills_and_fully_for_flat_files() {
    let dir = "/r/.agents/skills";
    let tree = Memory::new()
        .file(format!("{dir}/a/SKILL.md"), skill("a"))
        .file(format!("{dir}/a/references/x.md"), "reference")
        .file(format!("{dir}/SKILL.md"), skill("skills"))
        .file(format!("{dir}/group/deep/SKILL.md"), skill("deep"))
        .file(format!("{dir}/group/deep/notes.md"), "leaks")
        .file(format!("{dir}/.hidden/h.md"), "hidden")
        .file(format!("{dir}/README.md"), "a readme")
        .file(format!("{dir}/sub/README.md"), "---\ntriggers: [x]\n---\nmeant")
        .file(format!("{dir}/readme.md"), "not the exact name")
        .file(format!("{dir}/upper.MD"), "x")
        .file(format!("{dir}/long.markdown"), "x")
        .file(format!("{dir}/Skill.md.txt"), "x")
        .file(format!("{dir}/data.json"), "{}");
    insta::assert_snapshot!(repo(&tree, Loader::Sdk), @r"
    .hidden/h always  repo .agents/skills/.hidden/h.md
    group/deep/notes always  repo .agents/skills/group/deep/notes.md
    readme always  repo .agents/skills/readme.md
    a on-demand  repo .agents/skills/a/SKILL.md
    - .agents/skills/SKILL.md out-of-reach
    - .agents/skills/Skill.md.txt out-of-reach
    - .agents/skills/group/deep/SKILL.md out-of-reach
    - .agents/skills/long.markdown out-of-reach
    - .agents/skills/sub/README.md out-of-reach
    - .agents/skills/upper.MD out-of-reach
    ");
}

#[test]
fn names_clash_within_a_directory_and_across() {
    let tree = Memory::new()
        .file("/r/.agents/skills/foo.md", "---\ntriggers: [flat]\n---\nflat")
        .file("/r/.agents/skills/foo/SKILL.md", skill("foo"))
        .file("/r/.agents/skills/one.md", "---\nname: same\n---\n1")
        .file("/r/.agents/skills/two.md", "---\nname: same\n---\n2")
        .file("/r/.openhands/skills/foo/SKILL.md", skill("foo"))
        .file("/r/.openhands/microagents/agents.md", "raw")
        .file("/r/AGENTS.md", "root");
    insta::assert_snapshot!(repo(&tree, Loader::Sdk), @r"
    agents always  repo AGENTS.md
    same always  repo .agents/skills/two.md
    foo keywords flat repo .agents/skills/foo.md
    - .agents/skills/foo/SKILL.md shadowed by .agents/skills/foo.md
    - .agents/skills/one.md shadowed by .agents/skills/two.md
    - .openhands/microagents/agents.md shadowed by AGENTS.md
    - .openhands/skills/foo/SKILL.md shadowed by .agents/skills/foo.md
    ");
}

#[test]
fn an_organization_lets_the_skill_win_and_a_later_checkout() {
    let tree = Memory::new()
        .file("/o/skills/foo.md", "---\ntriggers: [flat]\n---\nflat")
        .file("/o/skills/foo/SKILL.md", skill("foo"))
        .file("/o/microagents/foo.md", "old")
        .file("/o/microagents/bar.md", "only here")
        .file("/o/AGENTS.md", "not read")
        .file("/p/skills/bar/SKILL.md", skill("bar"));
    let roots = Roots { orgs: vec!["/o".into(), "/p".into()], ..Roots::default() };
    insta::assert_snapshot!(summary(&tree, &roots, Loader::Sdk), @r"
    foo on-demand  org skills/foo/SKILL.md
    bar on-demand  org skills/bar/SKILL.md
    - microagents/bar.md shadowed by skills/bar/SKILL.md
    - microagents/foo.md shadowed by skills/foo/SKILL.md
    - skills/foo.md shadowed by skills/foo/SKILL.md
    ");
}

#[test]
fn later_sources_win_in_the_place_of_the_first() {
    let tree = Memory::new()
        .file("/p/skills/x/SKILL.md", skill("x"))
        .file("/p/skills/y/SKILL.md", skill("y"))
        .file("/u/.openhands/skills/x/SKILL.md", skill("x"))
        .file("/u/.agents/skills/z.md", "user")
        .file("/r/.agents/skills/x/SKILL.md", skill("x"));
    let roots = Roots { repo: Some("/r".into()), user: Some("/u".into()), public: Some("/p".into()), ..Roots::default() };
    insta::assert_snapshot!(summary(&tree, &roots, Loader::Sdk), @r"
    x on-demand  repo .agents/skills/x/SKILL.md
    y on-demand  public skills/y/SKILL.md
    z always  user .agents/skills/z.md
    - skills/x/SKILL.md shadowed by .openhands/skills/x/SKILL.md
    - .openhands/skills/x/SKILL.md shadowed by .agents/skills/x/SKILL.md
    ");
}

#[test]
fn a_manifest_narrows_the_registry() {
    let manifest =
        r#"{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "x", "source": "./x"}, {"name": "flat", "source": "./f"}]}"#;
    let tree = Memory::new()
        .file("/p/skills/x/SKILL.md", skill("x"))
        .file("/p/skills/x.md", "beaten by the directory")
        .file("/p/skills/y/SKILL.md", skill("y"))
        .file("/p/skills/flat.md", "flat")
        .file("/p/m.json", manifest)
        .file("/p/broken.json", "{");
    let with = |marketplace: Option<&str>| {
        let roots = Roots { public: Some("/p".into()), marketplace: marketplace.map(str::to_owned), ..Roots::default() };
        summary(&tree, &roots, Loader::Sdk)
    };
    insta::assert_snapshot!(with(Some("m.json")), @r"
    skills/flat always  public skills/flat.md
    x on-demand  public skills/x/SKILL.md
    - skills/x.md out-of-reach
    - skills/y/SKILL.md out-of-reach
    ");
    insta::assert_snapshot!(with(None), @r"
    x on-demand  public skills/x/SKILL.md
    y on-demand  public skills/y/SKILL.md
    skills/flat always  public skills/flat.md
    skills/x always  public skills/x.md
    ");
    insta::assert_snapshot!(with(Some("broken.json")), @r"
    - skills/flat.md out-of-reach
    - skills/x.md out-of-reach
    - skills/x/SKILL.md out-of-reach
    - skills/y/SKILL.md out-of-reach
    ");
}

#[test]
fn installed_skills_follow_their_list() {
    let dir = "/u/.openhands/skills/installed";
    let tree = Memory::new()
        .file(format!("{dir}/kept/SKILL.md"), skill("kept"))
        .file(format!("{dir}/idle/SKILL.md"), skill("idle"))
        .file(format!("{dir}/new/SKILL.md"), skill("new"))
        .file(format!("{dir}/loose.md"), "not a skill of its own")
        .file(format!("{dir}/.installed.json"), r#"{"extensions": {"kept": {"enabled": true}, "idle": {"enabled": false}}}"#);
    let roots = Roots { user: Some("/u".into()), ..Roots::default() };
    insta::assert_snapshot!(summary(&tree, &roots, Loader::Sdk), @r"
    kept on-demand  user .openhands/skills/installed/kept/SKILL.md
    new on-demand  user .openhands/skills/installed/new/SKILL.md
    - .openhands/skills/installed/idle/SKILL.md out-of-reach
    ");
    let elsewhere = Memory::new().file("/data/skills/a.md", "a").file("/u/.openhands/skills/b.md", "b").file("/u/.agents/skills/c.md", "c");
    let roots = Roots { user: Some("/u".into()), persistence: Some("/data".into()), ..Roots::default() };
    insta::assert_snapshot!(summary(&elsewhere, &roots, Loader::Sdk), @r"
    c always  user .agents/skills/c.md
    a always  user ../data/skills/a.md
    ");
}

#[test]
fn instruction_files_by_case_link_and_place() {
    let tree = Memory::new()
        .file("/r/AGENT.md", "first in order")
        .file("/r/AGENTS.md", "dropped")
        .link("/r/CLAUDE.md", "GEMINI.md")
        .file("/r/GEMINI.md", "the same file")
        .file("/r/.cursorrules/x", "a directory")
        .file("/r/.openhands_instructions", "old")
        .file("/r/pkg/AGENTS.md", "rules")
        .file("/r/pkg/agent.md", "second in order")
        .file("/r/.github/AGENTS.md", "hidden without git")
        .file("/r/node_modules/x/CLAUDE.md", "vendored");
    insta::assert_snapshot!(repo(&tree, Loader::Sdk), @r"
    agents always  repo AGENT.md
    claude always  repo CLAUDE.md
    agents:pkg paths pkg/** repo pkg/AGENTS.md
    - .cursorrules out-of-reach
    - .openhands_instructions out-of-reach
    - AGENTS.md shadowed by AGENT.md
    - GEMINI.md shadowed by CLAUDE.md
    - pkg/agent.md shadowed by pkg/AGENTS.md
    ");
    insta::assert_snapshot!(repo(&tree, Loader::Legacy), @r"
    - .cursorrules invalid [unreadable-file]
    - .openhands_instructions out-of-reach
    - AGENT.md out-of-reach
    - AGENTS.md directory-rejected by .cursorrules
    - CLAUDE.md out-of-reach
    - GEMINI.md out-of-reach
    ");
}

#[test]
fn the_git_root_above_counts() {
    let tree = Memory::new()
        .file("/r/.git/HEAD", "")
        .file("/r/AGENTS.md", "hidden by the nearer one")
        .file("/r/CLAUDE.md", "root")
        .file("/r/other/AGENTS.md", "a sibling is no one's")
        .file("/r/pkg/AGENTS.md", "nearer")
        .file("/r/.agents/skills/a/SKILL.md", skill("a"));
    let roots = Roots { repo: Some("/r/pkg".into()), ..Roots::default() };
    insta::assert_snapshot!(summary(&tree, &roots, Loader::Sdk), @r"
    agents always  repo AGENTS.md
    claude always  repo ../CLAUDE.md
    a on-demand  repo ../.agents/skills/a/SKILL.md
    - ../AGENTS.md shadowed by AGENTS.md
    ");
}

#[test]
fn a_root_instruction_file_that_is_no_text_loses_the_project() {
    let tree = Memory::new()
        .file("/r/AGENTS.md", b"caf\xe9".to_vec())
        .file("/r/.agents/skills/a/SKILL.md", skill("a"))
        .file("/u/.agents/skills/b/SKILL.md", skill("b"));
    let roots = Roots { repo: Some("/r".into()), user: Some("/u".into()), ..Roots::default() };
    insta::assert_snapshot!(summary(&tree, &roots, Loader::Sdk), @r"
    b on-demand  user .agents/skills/b/SKILL.md
    - .agents/skills/a/SKILL.md directory-rejected by AGENTS.md
    - AGENTS.md invalid [not-utf8]
    ");
}

#[test]
fn one_bad_file_is_one_file_for_the_sdk_and_all_for_the_legacy_loader() {
    let tree = Memory::new()
        .file("/r/AGENTS.md", "root")
        .file("/r/.openhands/microagents/good.md", "---\ntriggers: [x]\n---\ngood")
        .file("/r/.openhands/microagents/bad.md", "---\ntriggers: [403]\n---\nbad")
        .file("/u/.openhands/microagents/mine.md", "mine")
        .link("/r/.openhands/microagents/gone.md", "nowhere.md");
    let roots = Roots { repo: Some("/r".into()), user: Some("/u".into()), ..Roots::default() };
    insta::assert_snapshot!(summary(&tree, &roots, Loader::Sdk), @r"
    mine always  user .openhands/microagents/mine.md
    agents always  repo AGENTS.md
    good keywords x repo .openhands/microagents/good.md
    - .openhands/microagents/bad.md invalid [wrong-type]
    - .openhands/microagents/gone.md invalid [broken-symlink]
    ");
    insta::assert_snapshot!(summary(&tree, &roots, Loader::Legacy), @r"
    mine always  user .openhands/microagents/mine.md
    - .openhands/microagents/bad.md invalid [wrong-type]
    - .openhands/microagents/gone.md invalid [broken-symlink]
    - .openhands/microagents/good.md directory-rejected by .openhands/microagents/bad.md
    - AGENTS.md directory-rejected by .openhands/microagents/bad.md
    ");
}

#[test]
fn legacy_keeps_two_maps() {
    let tree = Memory::new()
        .file("/u/.openhands/microagents/same.md", "always on")
        .file("/r/.openhands/microagents/same.md", "---\ntriggers: [x]\n---\ntriggered")
        .file("/r/.openhands/microagents/task.md", "---\nname: shown\ninputs:\n- {name: A, description: d}\n---\n${A}")
        .file("/r/.openhands/microagents/deep/er/SKILL.md", "a file like any other");
    let roots = Roots { repo: Some("/r".into()), user: Some("/u".into()), ..Roots::default() };
    insta::assert_snapshot!(summary(&tree, &roots, Loader::Legacy), @r"
    same always  user .openhands/microagents/same.md
    deep/er/SKILL always  repo .openhands/microagents/deep/er/SKILL.md
    same keywords x repo .openhands/microagents/same.md
    task task /shown repo .openhands/microagents/task.md
    ");
}

#[test]
fn large_files_are_reported_not_read() {
    let tree = Memory::new().file("/r/.agents/skills/big.md", vec![b'x'; 1 + usize::try_from(crate::source::MAX_FILE_BYTES).unwrap()]);
    insta::assert_snapshot!(repo(&tree, Loader::Sdk), @"- .agents/skills/big.md too-large");
}

#[test]
fn a_root_that_is_missing_is_an_error() {
    let tree = Memory::new().file("/r/x", "a file");
    for root in ["/none", "/r/x"] {
        let roots = Roots { repo: Some(root.into()), ..Roots::default() };
        assert!(Catalog::load(&tree, &roots, Loader::Sdk).is_err(), "{root}");
    }
}
