//! `oversized-file`

use crate::catalog::Reason;
use crate::declare_rule;
use crate::diagnostic::Severity;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds files over 1 MiB, which are not read here. A frontmatter over 64 KiB is a warning.
    ///
    /// ## Why it matters
    /// The runtime would load the file and, when it fires, give all of it to the model: more than any context window holds.
    ///
    /// ## Example
    /// A log pasted into a microagent.
    ///
    /// ## Fix
    /// None: keep the instructions, and move the rest into a file beside them that the model reads when it needs it.
    OversizedFile, "oversized-file", Error, fix = No, since = "0.1.0", "the file is over 1 MiB"
}

/// Frontmatter of more bytes than this is reported.
const MAX_FRONTMATTER: usize = 64 << 10;

impl Rule for OversizedFile {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let length = file.document().and_then(|document| document.parts).map_or(0, |parts| parts.inner.len());
        if length > MAX_FRONTMATTER {
            cx.report(
                file.whole(),
                format!("the frontmatter has {length} bytes, more than 64 KiB"),
                "no list of triggers is so long: it is read, and slows down whatever reads it",
                "move what is text to the body, and what is data to a file beside it",
            )
            .severity(Severity::Warning);
        }
        let Some(reason) = file.not_loaded().filter(|reason| reason.reason == Reason::TooLarge) else { return };
        cx.report(
            file.whole(),
            reason.message.clone(),
            "nothing in it was checked, and its content fits no context window",
            "keep the instructions, and move the rest into files beside them",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn oversized_file() {
        let large = "x".repeat((1 << 20) + 1);
        let frontmatter = format!("---\ndescription: {}\n---\nB", &large[..64 << 10]);
        Tester::new(&OversizedFile)
            .fail(FLAT, &frontmatter, &["1:1 the frontmatter has 65551 bytes, more than 64 KiB"])
            .pass(FLAT, &large[..1 << 20])
            .fail(FLAT, &large, &["1:1 1048577 bytes, more than the 1 MiB that are read here; the runtime would load it"])
            .check();
    }
}
