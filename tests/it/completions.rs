//! `completions/` holds what the program prints: a script for each shell, a man page for the program and each command.
//! `UPDATE=1 cargo test --test it completions` writes it anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::Sandbox;

/// Scripts by the name that their shell looks for.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "microagent.bash"),
    ("elvish", "microagent.elv"),
    ("fish", "microagent.fish"),
    ("powershell", "_microagent.ps1"),
    ("zsh", "_microagent"),
];

/// Every file of the folder as the program prints it now.
fn printed() -> BTreeMap<String, String> {
    let sandbox = Sandbox::new();
    let run = |args: &[&str]| {
        let output = sandbox.run(args);
        assert_eq!(output.code, 0, "{args:?}\n{}", output.stderr);
        output.stdout
    };
    let mut files: BTreeMap<String, String> =
        SHELLS.iter().map(|(shell, file)| ((*file).to_owned(), run(&["completions", shell]))).collect();
    let help = run(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    for command in
        commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty() && *name != "help"))
    {
        files.insert(format!("microagent-{command}.1"), run(&["man", command]));
    }
    files.insert("microagent.1".into(), run(&["man"]));
    files
}

#[test]
fn the_folder_is_what_the_program_prints() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions");
    let printed = printed();
    assert!(printed.len() > 20, "{:?}", printed.keys());
    if std::env::var_os("UPDATE").is_some() {
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        for (name, text) in &printed {
            fs::write(dir.join(name), text).unwrap();
        }
        return;
    }
    let mut kept: Vec<String> = fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    kept.sort();
    assert_eq!(kept, printed.keys().cloned().collect::<Vec<_>>(), "run UPDATE=1 cargo test --test it completions");
    for (name, text) in &printed {
        let same = fs::read_to_string(dir.join(name)).unwrap() == *text;
        assert!(same, "completions/{name} is out of date: run UPDATE=1 cargo test --test it completions");
    }
}

#[test]
fn a_page_that_is_not_there_is_named() {
    let output = Sandbox::new().run(&["man", "rendr"]);
    assert_eq!(output.text(), "--- stderr ---\nerror: there is no command `rendr`\n  help: did you mean `render`?\n--- exit 2 ---");
}

#[test]
fn every_page_is_named_after_its_command_and_tells_the_exit_statuses() {
    for (name, page) in printed().iter().filter(|(name, _)| name.ends_with(".1")) {
        let title = format!(".TH {} 1  \"microagent {}\"", name.trim_end_matches(".1"), env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&title), "{name}: {title}");
        assert_eq!(page.matches(".SH \"EXIT STATUS\"\n.TP\n0\ndone").count(), 1, "{name}");
        assert!(!page.contains("Exit status:"), "{name}");
    }
}

#[test]
fn help_knows_every_command() {
    let sandbox = Sandbox::new();
    for command in ["lint", "migrate"] {
        let (asked, flag) = (sandbox.run(&["help", command]), sandbox.run(&[command, "--help"]));
        assert_eq!((asked.code, asked.stdout), (0, flag.stdout), "{command}");
    }
    assert_eq!(sandbox.run(&["help", "nothing"]).code, 2);
}

#[test]
fn no_help_breaks_its_lines_by_hand() {
    let sandbox = Sandbox::new();
    for command in ["render", "new"] {
        let help = sandbox.run(&[command, "--help"]).stdout;
        let end: Vec<&str> = help.trim_end().rsplit("\n\n").next().unwrap().lines().collect();
        // a line that could take the first word of the next one was ended too early
        for pair in end.windows(2) {
            let word = pair[1].split(' ').next().unwrap();
            assert!(pair[0].chars().count() + 1 + word.chars().count() > 100, "{command}: {pair:?}");
        }
    }
}
