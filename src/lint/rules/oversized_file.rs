//! `oversized-file`

use crate::catalog::Reason;
use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds files over 1 MiB, which are not read here.
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

impl Rule for OversizedFile {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
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
        Tester::new(&OversizedFile)
            .pass(FLAT, &large[..1 << 20])
            .fail(FLAT, &large, &["1:1 1048577 bytes, more than the 1 MiB that are read here; the runtime would load it"])
            .check();
    }
}
