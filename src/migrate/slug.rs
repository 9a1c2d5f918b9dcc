//! Names for folders: what a name becomes, and names that must never become a path.

/// The longest name a SKILL.md may have, in characters.
const MAX_CHARS: usize = 64;

/// `name` as the name of a skill: lower-case ASCII letters and digits, everything else a hyphen, hyphens collapsed and
/// trimmed, at most 64 characters. `None` when nothing is left.
pub fn slug(name: &str) -> Option<String> {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(MAX_CHARS);
    let kept = out.trim_end_matches('-');
    (!kept.is_empty()).then(|| kept.to_string())
}

/// Why `name` must not be made into a path; `None` for any honest name.
pub fn danger(name: &str) -> Option<&'static str> {
    let parts = || name.split(['/', '\\']);
    if name.contains(|c: char| c.is_control()) {
        Some("holds a control character")
    } else if parts().any(|part| part == "..") {
        Some("leads out of its directory")
    } else if name.starts_with(['/', '\\', '~']) || matches!(name.get(1..3), Some(":\\" | ":/")) {
        Some("is an absolute path")
    } else if parts().any(is_device) {
        Some("is reserved for a device on Windows")
    } else {
        None
    }
}

/// Names that Windows keeps for devices, with any suffix.
fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix).is_some_and(|rest| rest.len() == 1 && rest.chars().all(|c| c.is_ascii_digit() && c != '0'))
    };
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL") || numbered("COM") || numbered("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_slugs() {
        let long = "x".repeat(70);
        let cut = "x".repeat(64);
        let gap = format!("{}-tail", "y".repeat(63));
        for (name, expected) in [
            ("fix_test", Some("fix-test")),
            ("Add Agent", Some("add-agent")),
            ("knowledge/npm", Some("knowledge-npm")),
            ("a.b.c", Some("a-b-c")),
            ("--a---b--", Some("a-b")),
            ("Café", Some("caf")),
            ("技能", None),
            ("", None),
            ("../../evil", Some("evil")),
            (long.as_str(), Some(cut.as_str())),
            (gap.as_str(), Some(&gap[..63])),
        ] {
            assert_eq!(slug(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn dangerous_names_are_named() {
        for name in ["../../evil", "/tmp/evil", "a/../../b", "a\\..\\b", "CON", "com1.md", "nul", "a\0b", "C:\\x", "~/x", "a\u{1b}[31m"] {
            assert!(danger(name).is_some(), "{name:?}");
        }
        for name in ["fix_test", "..dots", "a..b", "console", "com", "COM10", "com0", "knowledge/npm", "技能", "a: b"] {
            assert_eq!(danger(name), None, "{name:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_slug_is_a_skill_name_and_its_own_slug(name in "\\PC{0,90}") {
            if let Some(slugged) = slug(&name) {
                assert!(crate::microagent::name::faults(&slugged, &slugged).is_empty(), "{slugged}");
                assert_eq!(slug(&slugged), Some(slugged));
            }
        }
    }
}
