//! Why a path glob can never match, and what its author may have meant. The SDK compares globs with paths relative to
//! the workspace and knows `**/`, `**`, `*` and `?` only; everything else stands for itself.

/// Why a glob never matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dead {
    /// What is wrong with it: lower case, no full stop.
    pub why: &'static str,
    /// Globs that match what was probably meant; empty when that cannot be said.
    pub meant: Vec<String>,
}

/// Why `glob` is dead; `None` when some path matches it. Braces, brackets and exclamation marks are legal in file
/// names; that a whole glob was meant to have such a name is not assumed.
pub fn dead(glob: &str) -> Option<Dead> {
    let why = if glob.starts_with('/') {
        "paths are compared relative to the workspace and never start with `/`"
    } else if glob.starts_with("./") || glob.contains("/./") {
        "paths are compared without `.` segments"
    } else if glob.starts_with('!') {
        "there is no negation: `!` stands for itself"
    } else if glob.contains('\\') {
        "`\\` stands for itself, and paths are written with `/`"
    } else if has_braces(glob) {
        "braces are not expanded: they stand for themselves"
    } else if has_class(glob) {
        "brackets are not a class: they stand for themselves"
    } else if glob.ends_with('/') {
        "it ends in `/`, and only files are compared"
    } else if glob.contains("//") {
        "paths hold no empty segment"
    } else if glob.split('/').any(|part| part == "..") {
        "paths outside the workspace are never compared"
    } else if glob.starts_with('~') && glob.get(1..2) == Some("/") {
        "`~` stands for itself"
    } else {
        return None;
    };
    Some(Dead { why, meant: repaired(glob) })
}

/// Braces that hold something. Doubled ones are a template's directory name, and those exist.
fn has_braces(glob: &str) -> bool {
    glob.find('{').is_some_and(|at| glob[at..].contains('}') && !glob[at..].starts_with("{{"))
}

/// A class such as `x[ab]` or `[a-z]`. A segment that starts with a word in brackets is a route file's name
/// (`[id].ts`, `[...slug]`), and those exist.
fn has_class(glob: &str) -> bool {
    let Some(at) = glob.find('[') else { return false };
    let Some(end) = glob[at..].find(']') else { return false };
    let inside = &glob[at + 1..at + end];
    let starts = at == 0 || glob[..at].ends_with('/');
    let word = inside.trim_start_matches(['.', '[']).chars().all(|c| c.is_alphanumeric() || c == '_');
    !(inside.is_empty() || starts && word)
}

/// The glob without what kills it; several when braces were meant.
fn repaired(glob: &str) -> Vec<String> {
    if glob.starts_with(['!', '~']) || glob.split('/').any(|part| part == "..") || has_class(glob) {
        return Vec::new();
    }
    let mut plain = glob.replace('\\', "/");
    while let Some(rest) = plain.strip_prefix('/').or_else(|| plain.strip_prefix("./")) {
        plain = rest.to_string();
    }
    plain = plain.replace("/./", "/");
    while plain.contains("//") {
        plain = plain.replace("//", "/");
    }
    if plain.ends_with('/') {
        plain += "**";
    }
    let globs = expanded(&plain);
    if plain.is_empty() || globs.iter().any(|glob| dead(glob).is_some() || glob.is_empty()) { Vec::new() } else { globs }
}

/// More alternatives than this are a mistake, not a glob.
const MAX_GLOBS: usize = 24;

/// The globs that a shell makes of braces, one pair after the other; the glob itself without any.
pub fn expanded(glob: &str) -> Vec<String> {
    let mut globs = vec![glob.to_string()];
    loop {
        let Some(at) = globs.iter().position(|glob| has_braces(glob)) else { return globs };
        let glob = globs.remove(at);
        let close = glob.find('}').unwrap_or(0);
        let Some(open) = glob[..close].rfind('{') else { return Vec::new() };
        let inside = &glob[open + 1..close];
        if !inside.contains(',') || globs.len() + inside.split(',').count() > MAX_GLOBS {
            return Vec::new();
        }
        for (offset, choice) in inside.split(',').enumerate() {
            let glob = format!("{}{}{}", &glob[..open], choice.trim(), &glob[close + 1..]);
            if !globs.contains(&glob) {
                globs.insert((at + offset).min(globs.len()), glob);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trigger::glob::Glob;

    #[test]
    fn says_why_and_what_was_meant() {
        let cases: &[(&str, &str, &[&str])] = &[
            ("/src/*.ts", "start with `/`", &["src/*.ts"]),
            ("./src/*.ts", "`.` segments", &["src/*.ts"]),
            ("src/", "ends in `/`", &["src/**"]),
            ("src/*.{ts,tsx}", "braces", &["src/*.ts", "src/*.tsx"]),
            ("{a,b}/{c,d}.x", "braces", &["a/c.x", "a/d.x", "b/c.x", "b/d.x"]),
            ("*.{ts}", "braces", &[]),
            ("{a,{b,c}}.x", "braces", &["a.x", "b.x", "c.x"]),
            ("src/x[ab].c", "class", &[]),
            ("[a-z].c", "class", &[]),
            ("file[0-9].c", "class", &[]),
            ("!src/**", "negation", &[]),
            ("src\\api\\*.ts", "written with `/`", &["src/api/*.ts"]),
            ("src//x", "empty segment", &["src/x"]),
            ("../x.ts", "outside", &[]),
            ("~/x.ts", "`~`", &[]),
            ("/", "start with `/`", &[]),
        ];
        for (glob, why, meant) in cases {
            let found = dead(glob).unwrap_or_else(|| panic!("{glob} is alive"));
            assert!(found.why.contains(why), "{glob}: {}", found.why);
            assert_eq!(&found.meant, meant, "{glob}");
        }
    }

    #[test]
    fn living_globs_are_let_be() {
        for glob in [
            "**",
            "*",
            "src/**/*.ts",
            "Makefile",
            ".github/**",
            "app/[id]/page.tsx",
            "pages/[...slug].tsx",
            "{{cookiecutter.name}}/**",
            "a{b",
            "a[b",
            "~x",
            "a..b",
        ] {
            assert_eq!(dead(glob), None, "{glob}");
        }
    }

    #[test]
    fn what_was_meant_lives() {
        let path = ["src/a.ts", "src/b.tsx", "a/c.x"];
        for glob in ["/src/*.ts", "src/", "src/*.{ts,tsx}", "{a,b}/c.x"] {
            assert!(!path.iter().any(|path| Glob::new(glob).matches(path)), "{glob}");
            let meant = dead(glob).unwrap().meant;
            assert!(path.iter().any(|path| meant.iter().any(|glob| Glob::new(glob).matches(path))), "{glob}");
        }
    }
}
