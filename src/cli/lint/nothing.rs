//! What to say when no file was checked.

use super::job::Job;
use crate::cli::Streams;
use crate::lint::Targets;
use crate::microagent::Loader;

/// Says why there was nothing to check, on standard error.
pub(super) fn note(job: &Job, targets: &Targets, streams: &mut Streams) {
    let excluded = targets.excluded();
    streams.note(&match (excluded, job.config.loader.value) {
        (1, _) => "note: nothing was checked: `exclude` of the configuration leaves out the one file there is".to_string(),
        (2.., _) => format!("note: nothing was checked: `exclude` of the configuration leaves out all {excluded} files"),
        (0, Loader::Sdk) => "note: nothing was checked: the sdk loader looks for files in `.agents/skills`, `.openhands/skills` and \
            `.openhands/microagents`, in `skills` and `microagents` of a checkout, and for `AGENTS.md` and its like, and finds none"
            .to_string(),
        (0, Loader::Legacy) => "note: nothing was checked: the legacy loader looks for files in `.openhands/microagents`, in \
            `microagents` and `skills` of a checkout, and for `AGENTS.md` and `.openhands_instructions`, and finds none"
            .to_string(),
    });
}
