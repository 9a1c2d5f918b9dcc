//! Formats: pure functions from results to text, one format a file.

pub mod concise;
pub mod context;
pub mod diff;
pub mod excerpt;
pub mod github;
pub mod gitlab;
pub mod inputs;
pub mod json;
pub mod junit;
pub mod list;
pub mod marked;
pub mod near;
pub mod place;
pub mod plan;
pub mod replay_html;
pub mod replay_text;
pub mod rules;
pub mod sarif;
pub mod show;
pub mod statistics;
pub mod summary;
pub mod table;
pub mod test;
pub mod text;
pub mod trigger;
pub mod trigger_batch;
pub mod trigger_json;

#[cfg(test)]
mod sample;

use crate::diagnostic::Diagnostic;
use crate::visible;

/// A finding in one paragraph, for programs that show no more than a text.
fn sentence(finding: &Diagnostic) -> String {
    let parts = [&finding.message, &finding.consequence, &finding.help];
    parts.into_iter().filter(|part| !part.is_empty()).map(|part| visible::line(part)).collect::<Vec<_>>().join("; ")
}
