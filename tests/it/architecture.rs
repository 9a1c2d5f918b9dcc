//! The layers and the doors: data goes one way, and each dependency is used in the one place that answers for it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Modules by layer. A module may use those of its own and of earlier layers; engines may not use one another.
const LAYERS: &[&[&str]] = &[
    &["digest", "path", "text", "python", "visible", "near", "count", "tokens", "markdown"],
    &["source", "diagnostic"],
    &["git"],
    &["tree"],
    &["frontmatter", "yaml"],
    &["document"],
    &["microagent"],
    &["catalog"],
    &["trigger"],
    &["context", "render", "scaffold", "lint", "migrate", "replay"],
    &["write"],
    &["config"],
    &["report"],
    &["cli"],
];

/// Engines that know nothing of one another.
const ENGINES: &[&str] = &["context", "render", "scaffold", "lint", "migrate", "replay"];

/// A crate and the only files or folders that may name it.
const DOORS: &[(&str, &str)] = &[
    ("libyaml_safer", "yaml/parse.rs"),
    ("git2", "git/"),
    ("sha2", "digest.rs"),
    ("ignore", "tree/"),
    ("gray_matter", "lint/second_reader.rs"),
    ("miette", "report/text.rs"),
    ("comfy_table", "report/table.rs"),
    ("clap", "cli/"),
    ("tempfile", "write/"),
    ("zip", "replay/"),
    ("toml", "document/toml.rs"),
    ("inquire", "cli/"),
    ("aho_corasick", "trigger/"),
    ("similar", "report/"),
    ("anstream", "cli/"),
    ("terminal_size", "cli/"),
];

fn sources() -> Vec<(String, String)> {
    fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, out);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                out.push(path);
            }
        }
    }
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    walk(&src, &mut files);
    files.sort();
    files
        .into_iter()
        .map(|path| (path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/"), fs::read_to_string(&path).unwrap()))
        .collect()
}

/// The code of a file without what is only for tests and without comments.
fn code(text: &str) -> String {
    let mut kept = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let indent = line.len() - line.trim_start().len();
            // the item that follows: one line, or everything up to its closing brace
            if lines.next().is_some_and(|item| !item.trim_end().ends_with(';')) {
                lines.by_ref().find(|line| line.trim() == "}" && line.len() - line.trim_start().len() == indent);
            }
        } else if !line.trim_start().starts_with("//") {
            kept.push(line);
        }
    }
    kept.join("\n")
}

/// The modules of the crate that `code` names: `crate::text`, `crate::{text, tree::Tree}`.
fn used(code: &str) -> BTreeSet<String> {
    let path = Regex::new(r"\bcrate::(?:(\w+)|\{([^;]*)\};)").unwrap();
    let first = Regex::new(r"^\s*(\w+)").unwrap();
    let mut found = BTreeSet::new();
    for part in path.captures_iter(code) {
        let list = part.get(1).or(part.get(2)).unwrap().as_str();
        let mut depth = 0;
        let pieces = list.split(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        found.extend(pieces.filter_map(|piece| Some(first.captures(piece)?[1].to_owned())));
    }
    found
}

fn module(path: &str) -> &str {
    path.split(['/', '.']).next().unwrap_or_default()
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

#[test]
fn no_module_uses_a_later_layer() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let own = module(&path);
        if matches!(own, "lib" | "main") {
            continue;
        }
        let here = layer(own).unwrap_or_else(|| panic!("src/{path}: name its layer in this test"));
        for used in used(&code(&text)) {
            let Some(there) = layer(&used).filter(|_| used != own) else { continue };
            let engines = ENGINES.contains(&used.as_str()) && ENGINES.contains(&own);
            if there > here || engines {
                wrong.push(format!("src/{path} uses {used}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn each_dependency_has_one_door() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        for (name, door) in DOORS {
            if code(&text).contains(&format!("{name}::")) && !path.starts_with(door) {
                wrong.push(format!("src/{path} uses {name}, whose door is src/{door}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn only_the_command_line_prints() {
    for (path, text) in sources() {
        if module(&path) != "cli" && path != "main.rs" {
            for name in ["println!", "print!(", "stdout()", "stderr()", "process::exit"] {
                assert!(!code(&text).contains(name), "src/{path} has {name}");
            }
        }
    }
}

#[test]
fn only_trees_git_and_writing_touch_the_disk() {
    for (path, text) in sources() {
        if !["tree", "git", "write", "cli"].contains(&module(&path)) {
            // the type of an open file may be named; opening one may not
            let doors = ["fs::read", "fs::write", "fs::create", "fs::remove", "fs::rename", "fs::metadata", "File::open", "File::create"];
            for name in doors.into_iter().chain(["env::var", "SystemTime", "Command::new"]) {
                assert!(!code(&text).contains(name), "src/{path} has {name}");
            }
        }
    }
}

#[test]
fn the_tests_of_this_file_see_what_they_look_for() {
    let text = "use crate::text::Span;\n#[cfg(test)]\nmod a;\nuse crate::{git, tree::{disk, Tree}};\n#[cfg(test)]\nmod tests {\n    use crate::cli::x;\n}\nfn f() { crate::lint::run() }";
    assert_eq!(used(&code(text)), ["git", "lint", "text", "tree"].map(str::to_owned).into());
}

#[test]
fn files_stay_small() {
    for (path, text) in sources() {
        assert!(text.lines().count() <= 600, "src/{path}: split it by question");
    }
}
