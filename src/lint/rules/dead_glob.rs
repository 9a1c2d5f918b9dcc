//! `dead-glob`

use crate::declare_rule;
use crate::lint::dead_globs::{Dead, dead, expanded};
use crate::lint::{Checker, File, Rule, RuleMeta};
use crate::microagent::Written;
use crate::text::{Edit, Span};
use crate::visible;
use crate::yaml::node::NodeKind;
use crate::yaml::{Data, Node};

declare_rule! {
    /// ## What it does
    /// Finds globs in `paths` that can never match a file.
    ///
    /// ## Why it matters
    /// Globs are compared with paths relative to the workspace (`src/api/x.ts`), and only `**/`, `**`, `*` and `?` are
    /// special. A leading `/` or `./`, a trailing `/`, braces, classes, `!` and backslashes stand for themselves, so the
    /// rule is never given to the model. A string of globs is split at every comma, those in braces too.
    ///
    /// ## Example
    /// ```yaml
    /// paths: ["/src/*.{ts,tsx}"]
    /// ```
    ///
    /// ## Fix
    /// Writes globs that match what was probably meant, here `src/*.ts` and `src/*.tsx`. Unsafe: the rule comes to life.
    DeadGlob, "dead-glob", Error, fix = Unsafe, since = "0.1.0", "a path glob can never match"
}

impl Rule for DeadGlob {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        let Some(microagent) = file.microagent() else { return };
        let mut rest = microagent.paths.as_slice();
        while let Some((glob, after)) = rest.split_first() {
            rest = after;
            let Some(span) = glob.span else { continue };
            if let Some((pieces, whole)) = split_braces(glob, after, file) {
                rest = after.get(pieces - 1..).unwrap_or_default();
                let found = cx.report(
                    file.at(whole),
                    format!("the glob `{}` is split at the comma in its braces", visible::line(whole.of(file.text()))),
                    "a string of globs is split at every comma, and braces stand for themselves: no piece matches",
                    "write the alternatives one by one",
                );
                if let [_, _, ..] = expanded(whole.of(file.text())).as_slice() {
                    let globs = expanded(whole.of(file.text()));
                    found.unsafe_fix("write the alternatives one by one", vec![Edit::replace(whole, globs.join(", "))]);
                }
                continue;
            }
            let Some(Dead { why, meant }) = dead(&glob.text) else { continue };
            let message = format!("the glob `{}` can never match", visible::line(&glob.text));
            let help = match meant.as_slice() {
                [] => "write a glob relative to the workspace, with `*`, `**` and `?` only".to_string(),
                globs => format!("write {}", globs.iter().map(|glob| format!("`{}`", visible::line(glob))).collect::<Vec<_>>().join(", ")),
            };
            let found = cx.report(file.at(span), message, format!("{why}: the rule is never given to the model"), help.clone());
            if let Some(edits) = repair(file, glob, span, &meant) {
                found.unsafe_fix(help, edits);
            }
        }
    }
}

/// How many of the globs from `glob` on are pieces of one with braces in a comma list, and where that stands.
fn split_braces(glob: &Written, after: &[Written], file: File<'_>) -> Option<(usize, Span)> {
    let listed = matches!(file.field("paths")?.1.data, Data::Str(_));
    let open = |text: &str| text.matches('{').count() > text.matches('}').count();
    let start = glob.span.filter(|_| listed && open(&glob.text))?;
    let last = after.iter().position(|piece| piece.text.contains('}'))?;
    let whole = start.to(after[last].span?);
    let pieces = last + 2;
    (whole.of(file.text()).contains(',')).then_some((pieces, whole))
}

/// The edit that writes `meant` in place of `glob`; `None` where the list is not written in a way that allows it.
fn repair(file: File<'_>, glob: &Written, span: Span, meant: &[String]) -> Option<Vec<Edit>> {
    let [first, more @ ..] = meant else { return None };
    let written = span.of(file.text());
    let at = written.find(&glob.text)?;
    let quote = written.get(..at)?;
    let inner = Span::new(span.start + at, span.start + at + glob.text.len());
    let plain = more.iter().chain([first]).all(|glob| !glob.contains(['\'', '"', '\\', '\n']));
    if !plain {
        return None;
    }
    if more.is_empty() {
        return Some(vec![Edit::replace(inner, first.clone())]);
    }
    let paths = &file.document()?.root.as_ref()?.get("paths")?.1;
    let separator = match &paths.kind {
        NodeKind::Scalar { .. } | NodeKind::Seq { flow: true, .. } => ", ".to_string(),
        NodeKind::Seq { .. } => format!("{}{}", file.document()?.source.newline(), item_prefix(file, paths)?),
        _ => return None,
    };
    let globs: Vec<&str> = meant.iter().map(String::as_str).collect();
    let between = if matches!(paths.kind, NodeKind::Scalar { .. }) { separator } else { format!("{quote}{separator}{quote}") };
    Some(vec![Edit::replace(inner, globs.join(&between))])
}

/// What stands on a line before the first item of a block list: `  - `.
fn item_prefix<'a>(file: File<'a>, list: &Node) -> Option<&'a str> {
    let first = list.items().first()?.span.start;
    let line = file.text().get(..first)?.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let prefix = file.text().get(line..first)?;
    let marks = prefix.trim_start_matches(' ');
    (marks.starts_with('-') && marks[1..].chars().all(|c| c == ' ')).then_some(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester};

    #[test]
    fn dead_glob() {
        Tester::new(&DeadGlob)
            .pass(FLAT, "---\npaths: ['src/**/*.ts', Makefile, 'app/[id]/page.tsx']\n---\nB")
            .pass(FLAT, "---\npaths: src/*.ts, docs/**\n---\nB")
            .pass(FLAT, "---\ntriggers: [/src]\n---\nB")
            .fail(FLAT, "---\npaths:\n- /src/*.ts\n---\nB", &["3:3 the glob `/src/*.ts` can never match"])
            .fail(
                FLAT,
                "---\npaths: 'src/*.{ts,tsx}, docs/**'\n---\nB",
                &["2:9 the glob `src/*.{ts,tsx}` is split at the comma in its braces"],
            )
            .unsafe_fix(FLAT, "---\npaths: 'src/*.{ts,tsx}, docs/**'\n---\nB", "---\npaths: 'src/*.ts, src/*.tsx, docs/**'\n---\nB")
            .unsafe_fix(FLAT, "---\npaths: [\"./src/\"] # x\n---\nB", "---\npaths: [\"src/**\"] # x\n---\nB")
            .unsafe_fix(FLAT, "---\npaths: [\"*.{ts,tsx}\", a]\n---\nB", "---\npaths: [\"*.ts\", \"*.tsx\", a]\n---\nB")
            .unsafe_fix(FLAT, "---\r\npaths:\r\n  - '*.{ts,tsx}'\r\n---\r\nB", "---\r\npaths:\r\n  - '*.ts'\r\n  - '*.tsx'\r\n---\r\nB")
            .check();
    }
}
