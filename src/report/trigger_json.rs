//! What messages and touched paths bring in, as JSON.

use serde::Serialize;

use super::near;
use super::trigger::Answers;
use crate::microagent::Microagent;
use crate::text::Span;
use crate::trigger::explain::{Near, Why};
use crate::trigger::summary::Summary;
use crate::trigger::{Fired, Query};

/// The whole answer of `trigger`.
#[derive(Debug, Serialize)]
pub struct TriggerJson<'a> {
    schema_version: u32,
    loader: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Vec<ResultJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Vec<SummaryJson<'a>>>,
}

/// One question and its answer.
#[derive(Debug, Serialize)]
pub struct ResultJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    loader: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    touched: Option<&'a str>,
    fired: Vec<FiredJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    repeated: Vec<RepeatedJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<WhyJson<'a>>,
}

#[derive(Debug, Serialize)]
struct FiredJson<'a> {
    name: &'a str,
    trigger: &'a str,
    path: &'a str,
    source: &'static str,
    spans: Vec<[usize; 2]>,
    tokens: usize,
    also: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct RepeatedJson<'a> {
    name: &'a str,
    trigger: &'a str,
    first: usize,
}

#[derive(Debug, Serialize)]
struct WhyJson<'a> {
    name: &'a str,
    verdict: &'static str,
    misses: Vec<MissJson<'a>>,
}

#[derive(Debug, Serialize)]
struct MissJson<'a> {
    trigger: &'a str,
    near: &'static str,
    span: Option<[usize; 2]>,
    text: Option<&'a str>,
    other_loader_fires: bool,
}

#[derive(Debug, Serialize)]
struct SummaryJson<'a> {
    loader: &'static str,
    queries: usize,
    microagents: Vec<RowJson<'a>>,
    never: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct RowJson<'a> {
    name: &'a str,
    hits: usize,
    share: f64,
    triggers: Vec<TriggerCountJson<'a>>,
}

#[derive(Debug, Serialize)]
struct TriggerCountJson<'a> {
    trigger: &'a str,
    hits: usize,
}

/// Everything asked of one loader, or of two; `whys` are the microagents to explain at each question.
pub fn results<'a>(answers: &[Answers<'a, 'a>], whys: &[&'a str]) -> TriggerJson<'a> {
    let two = answers.len() > 1;
    let questions = answers.first().map_or(0, |first| first.queries.len());
    let one = |index: usize, answers: &Answers<'a, 'a>| {
        let (query, turn) = (&answers.queries[index], &answers.turns[index]);
        let fired = |fired: &'a Fired<'a>| {
            let entry = answers.entries[fired.index];
            FiredJson {
                name: &fired.microagent.name,
                trigger: fired.trigger(),
                path: &entry.path,
                source: entry.source.name(),
                spans: fired.spans().iter().copied().map(pair).collect(),
                tokens: fired.microagent.tokens(),
                also: fired.hits.iter().skip(1).map(|hit| hit.trigger).collect(),
            }
        };
        let (message, touched) = match query {
            Query::Message(text) => (Some(text.as_str()), None),
            Query::Touch(path) => (None, Some(path.as_str())),
        };
        let repeated = |(fired, first): &'a (Fired<'a>, usize)| RepeatedJson {
            name: &fired.microagent.name,
            trigger: fired.trigger(),
            first: first + 1,
        };
        let asked = answers.asked(whys).into_iter();
        ResultJson {
            loader: two.then(|| answers.matcher.loader().name()),
            message,
            touched,
            fired: turn.fired.iter().map(fired).collect(),
            repeated: turn.repeated.iter().map(repeated).collect(),
            why: asked.map(|microagent| why(microagent, &query.why(answers.matcher, microagent), query.text())).collect(),
        }
    };
    let results = (0..questions).flat_map(|index| answers.iter().map(move |answers| (index, answers)));
    TriggerJson {
        schema_version: 1,
        loader: if two { "both" } else { loader(answers) },
        results: Some(results.map(|(index, answers)| one(index, answers)).collect()),
        summary: None,
    }
}

/// The summaries of a batch, one for each loader asked.
pub fn summaries<'a>(answers: &[Answers<'a, 'a>], summaries: &'a [Summary<'a>]) -> TriggerJson<'a> {
    let one = |(answers, summary): (&Answers<'a, 'a>, &'a Summary<'a>)| {
        let name = |index: usize| answers.matcher.microagents()[index].name.as_str();
        SummaryJson {
            loader: answers.matcher.loader().name(),
            queries: summary.queries,
            microagents: summary
                .rows
                .iter()
                .map(|row| RowJson {
                    name: name(row.index),
                    hits: row.count,
                    share: share(row.count, summary.queries),
                    triggers: row.triggers.iter().map(|(trigger, hits)| TriggerCountJson { trigger, hits: *hits }).collect(),
                })
                .collect(),
            never: summary.never.iter().filter(|index| answers.shown[**index]).map(|index| name(*index)).collect(),
        }
    };
    TriggerJson {
        schema_version: 1,
        loader: if answers.len() > 1 { "both" } else { loader(answers) },
        results: None,
        summary: Some(answers.iter().zip(summaries).map(one).collect()),
    }
}

/// Part of a whole, from 0 to 1, to three places.
fn share(part: usize, whole: usize) -> f64 {
    let thousandths = (part * 1_000 + whole / 2).checked_div(whole).unwrap_or(0);
    u16::try_from(thousandths).map_or(1.0, |thousandths| f64::from(thousandths) / 1_000.0)
}

fn loader(answers: &[Answers<'_, '_>]) -> &'static str {
    answers.first().map_or("sdk", |answers| answers.matcher.loader().name())
}

fn pair(span: Span) -> [usize; 2] {
    [span.start, span.end]
}

fn why<'a>(microagent: &'a Microagent, why: &Why<'a>, text: &'a str) -> WhyJson<'a> {
    let verdict = match why {
        Why::Fired(_) => "fired",
        Why::Always => "always-on",
        Why::ModelDecides => "model-decides",
        Why::Unreachable => "unreachable",
        Why::OnTouch => "on-touch",
        Why::OnMessage => "on-message",
        Why::Missed(_) => "missed",
    };
    let misses = if let Why::Missed(misses) = why { misses.as_slice() } else { &[] };
    let miss = |near: Near| near.span().map(|span| (pair(span), span.of(text)));
    WhyJson {
        name: &microagent.name,
        verdict,
        misses: misses
            .iter()
            .map(|one| MissJson {
                trigger: one.trigger,
                near: near::name(one.near),
                span: miss(one.near).map(|(span, _)| span),
                text: miss(one.near).map(|(_, text)| text),
                other_loader_fires: one.other_loader,
            })
            .collect(),
    }
}
