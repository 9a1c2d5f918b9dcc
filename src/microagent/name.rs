//! Names: derived from paths, and the strict form a SKILL.md must have.

/// The longest name of a SKILL.md, in characters.
pub const MAX_NAME_CHARS: usize = 64;

/// `path` (relative, `/`-separated) without the last suffix of its last component, as `PurePath.with_suffix("")` gives it:
/// `a.b.md` → `a.b`, `.md` → `.md`, `.hidden.md` → `.hidden`.
pub fn without_suffix(path: &str) -> &str {
    let name_at = path.rfind('/').map_or(0, |at| at + 1);
    let name = &path[name_at..];
    let lead = name.len() - name.trim_start_matches('.').len();
    match name[lead..].rfind('.') {
        Some(dot) if lead + dot + 1 < name.len() && lead + dot > 0 => &path[..name_at + lead + dot],
        _ => path,
    }
}

/// Whether `name` has the strict form: `^[a-z0-9]+(-[a-z0-9]+)*$`.
pub fn is_strict(name: &str) -> bool {
    name.split('-').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

/// What is wrong with the name of a SKILL.md in directory `dir`, all of it, in the runtime's order (`validate_skill_name`).
pub fn faults(name: &str, dir: &str) -> Vec<String> {
    if name.is_empty() {
        return vec!["the name is empty".into()];
    }
    let mut faults = Vec::new();
    let length = name.chars().count();
    if length > MAX_NAME_CHARS {
        faults.push(format!("it has {length} characters, {MAX_NAME_CHARS} are allowed"));
    }
    if !is_strict(name) {
        faults.push("only lower-case letters, digits and single hyphens between them are allowed".into());
    }
    if name != dir {
        faults.push(format!("it differs from its directory `{dir}`"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_go_as_in_python() {
        for (path, name) in [
            ("a.md", "a"),
            ("a.b.md", "a.b"),
            (".md", ".md"),
            (".hidden.md", ".hidden"),
            ("d.x/b.md", "d.x/b"),
            ("x", "x"),
            ("x.", "x."),
            ("..md", "..md"),
        ] {
            assert_eq!(without_suffix(path), name, "{path}");
        }
    }

    #[test]
    fn strict_names() {
        for name in ["a", "my-skill", "skill2", "1-2"] {
            assert!(is_strict(name), "{name}");
        }
        for name in ["", "-a", "a-", "a--b", "A", "a_b", "é", "a b"] {
            assert!(!is_strict(name), "{name}");
        }
        assert_eq!(faults("", "x").len(), 1);
        assert_eq!(faults(&"a".repeat(65), "x").len(), 2);
        assert_eq!(faults("A_b", "x").len(), 2);
        assert_eq!(faults("x", "x"), Vec::<String>::new());
    }
}
