//! `path-like-command`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Activation;

declare_rule! {
    /// ## What it does
    /// Finds slash commands that read as a directory: triggers such as `/tmp`, `/etc`, and tasks of that name, whose
    /// `/name` is a trigger of its own.
    ///
    /// ## Why it matters
    /// A message that mentions a path starts the task: "clean up /tmp/cache" fires `/tmp`.
    ///
    /// ## Example
    /// ```yaml
    /// name: tmp
    /// inputs:
    /// - name: DIR
    ///   description: what to clean
    /// ```
    ///
    /// ## Fix
    /// None: rename the command.
    PathLikeCommand, "path-like-command", Warning, fix = No, since = "0.1.0", "a slash command reads as a directory"
}

/// The directories at the root of common systems.
const DIRECTORIES: &[&str] = &[
    "app",
    "bin",
    "boot",
    "data",
    "dev",
    "etc",
    "home",
    "lib",
    "lib64",
    "media",
    "mnt",
    "opt",
    "proc",
    "root",
    "run",
    "sbin",
    "srv",
    "sys",
    "tmp",
    "usr",
    "var",
    "workspace",
];

impl Rule for PathLikeCommand {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        for trigger in &microagent.triggers {
            let Some(name) = trigger.text.strip_prefix('/').filter(|name| DIRECTORIES.contains(&name.to_lowercase().as_str())) else {
                continue;
            };
            let implied = trigger.span.is_none() && microagent.activation == Activation::Task;
            let place = match trigger.span.or_else(|| Some(file.field("name")?.1.span)) {
                Some(span) => file.at(span),
                None => file.whole(),
            };
            let what = if implied { "the command of this task, " } else { "the command " };
            cx.report(
                place,
                format!("{what}`/{name}`{} reads as a directory", if implied { "," } else { "" }),
                "every message that mentions that path fires it",
                "choose another name",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn path_like_command() {
        Tester::new(&PathLikeCommand)
            .pass(FLAT, "---\ntriggers: [/design, tmp, /tmp/x]\n---\nB")
            .fail(FLAT, "---\ntriggers: [/etc]\n---\nB", &["2:12 the command `/etc` reads as a directory"])
            .check();
    }

    #[test]
    fn c13_the_implied_command_of_a_task() {
        Tester::new(&PathLikeCommand)
            .pass(FLAT, "---\nname: clean\ninputs: []\n---\nB")
            .fail(FLAT, "---\nname: tmp\ninputs: []\n---\nB", &["2:7 the command of this task, `/tmp`, reads as a directory"])
            .fail(".agents/skills/tmp.md", "---\ninputs: []\n---\nB", &["1:1 the command of this task, `/tmp`, reads as a directory"])
            .check();
    }
}
