//! SARIF 2.1.0: what code-scanning services read. Only the rules in use are described, paths are relative to the
//! repository, columns count code points.

use serde::Serialize;

use super::place::{Base, Region};
use crate::diagnostic::{Diagnostic, Fix, Label, Place, Severity};
use crate::lint::{self, LintReport};
use crate::source::SourceFile;
use crate::text::Edit;
use crate::visible;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The findings of `report` as one SARIF log with one run.
pub fn log(report: &LintReport, base: &Base) -> impl Serialize {
    let mut rules: Vec<&'static str> = report.diagnostics.iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    let fingerprints = lint::baseline::fingerprints(report, |path| base.path(path));
    let results = report.diagnostics.iter().zip(fingerprints).map(|(finding, fingerprint)| {
        let rule_index = rules.binary_search(&finding.rule).unwrap_or_default();
        SarifResult::new(finding, rule_index, fingerprint, report, base)
    });
    let results = results.collect();
    let version = env!("CARGO_PKG_VERSION");
    let rules = rules.into_iter().map(Descriptor::new).collect();
    let driver = Driver { name: "microagent", version, semantic_version: version, rules };
    let run = Run {
        tool: Tool { driver },
        column_kind: "unicodeCodePoints",
        newline_sequences: ["\r\n", "\n", "\r"],
        original_uri_base_ids: BaseIds { root: BaseId { description: text("The root of the repository.") } },
        results,
    };
    Log { schema: SCHEMA, version: "2.1.0", runs: [run] }
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    newline_sequences: [&'static str; 3],
    original_uri_base_ids: BaseIds,
    results: Vec<SarifResult>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Serialize)]
struct BaseIds {
    #[serde(rename = "%SRCROOT%")]
    root: BaseId,
}

#[derive(Serialize)]
struct BaseId {
    description: Text,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

fn text(text: impl Into<String>) -> Text {
    Text { text: text.into() }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_description: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Help>,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix>,
}

#[derive(Serialize)]
struct Fingerprints {
    #[serde(rename = "microagent/v1")]
    own: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: SarifRegion,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

impl ArtifactLocation {
    fn new(path: &str, base: &Base) -> Self {
        let path = base.uri(path);
        if path.starts_with('/') {
            return Self { uri: format!("file://{path}"), uri_base_id: None };
        }
        Self { uri: path, uri_base_id: Some("%SRCROOT%") }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRegion {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

impl From<Region> for SarifRegion {
    fn from(region: Region) -> Self {
        Self { start_line: region.start.line, start_column: region.start.column, end_line: region.end.line, end_column: region.end.column }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix {
    description: Text,
    artifact_changes: [ArtifactChange; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: SarifRegion,
    #[serde(skip_serializing_if = "Option::is_none")]
    inserted_content: Option<Text>,
}

impl Descriptor {
    fn new(id: &'static str) -> Self {
        let meta = lint::rules::by_id(id).map(lint::Rule::meta);
        Self {
            id,
            short_description: meta.map(|meta| text(meta.summary)),
            help: meta.map(|meta| Help { text: meta.docs(), markdown: meta.docs() }),
        }
    }
}

impl SarifResult {
    fn new(finding: &Diagnostic, rule_index: usize, fingerprint: String, report: &LintReport, base: &Base) -> Self {
        let location = |place: &Place, message| Location {
            message,
            physical_location: PhysicalLocation {
                artifact_location: ArtifactLocation::new(&place.path, base),
                region: Region::of(place, report).into(),
            },
        };
        let related = |label: &Label| location(&label.place, Some(text(visible::line(&label.message))));
        let source = report.text_of(&finding.place.path);
        let fix = finding.fix.as_ref().zip(source);
        Self {
            rule_id: finding.rule,
            rule_index,
            level: level(finding.severity),
            message: text(super::sentence(finding)),
            locations: [location(&finding.place, None)],
            related_locations: finding.related.iter().map(related).collect(),
            partial_fingerprints: Fingerprints { own: fingerprint },
            fixes: fix.map(|(fix, source)| SarifFix::new(fix, &finding.place.path, source, base)).into_iter().collect(),
        }
    }
}

impl SarifFix {
    fn new(fix: &Fix, path: &str, source: &SourceFile, base: &Base) -> Self {
        let replacement = |edit: &Edit| Replacement {
            deleted_region: Region::in_source(edit.span, source).into(),
            inserted_content: (!edit.text.is_empty()).then(|| text(edit.text.clone())),
        };
        Self {
            description: text(visible::line(&fix.title)),
            artifact_changes: [ArtifactChange {
                artifact_location: ArtifactLocation::new(path, base),
                replacements: fix.edits.iter().map(replacement).collect(),
            }],
        }
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn a_log() {
        let json = serde_json::to_string_pretty(&log(&sample::report(), &Base::new("/r/sub", "/r"))).unwrap();
        insta::with_settings!({filters => vec![(env!("CARGO_PKG_VERSION"), "[VERSION]"), (r###""(text|markdown)": "## What.*""###, "\"$1\": \"[DOCS]\"")]}, {
            insta::assert_snapshot!(json);
        });
    }

    #[test]
    fn a_run_without_findings_is_a_log_too() {
        let log = serde_json::to_value(log(&LintReport::default(), &Base::default())).unwrap();
        assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"], serde_json::json!([]));
    }
}
