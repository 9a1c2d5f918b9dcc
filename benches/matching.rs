//! What a message costs as a catalog grows: `cargo bench --bench matching`.
//!
//! 10 to 10,000 microagents with four triggers each, against 10,000 messages of 30 words; and the loop that the runtime
//! runs, one regular expression for each trigger, at 1,000 microagents.

use std::hint::black_box;
use std::time::{Duration, Instant};

use microagent::microagent::{Activation, Format, Kind, Loader, Microagent, Written};
use microagent::trigger::{Matcher, fold};
use regex::Regex;

const MESSAGES: usize = 10_000;
const ROUNDS: usize = 3;

/// A generator of numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % end as u64).unwrap_or(0)
    }

    fn word(&mut self) -> String {
        const SYLLABLES: &[&str] = &["ka", "lo", "mi", "ren", "tus", "ver", "pal", "dor", "shi", "ex", "on", "ti"];
        (0..2 + self.below(3)).map(|_| SYLLABLES[self.below(SYLLABLES.len())]).collect()
    }

    fn trigger(&mut self) -> String {
        if self.below(3) == 0 { format!("{} {}", self.word(), self.word()) } else { self.word() + &self.below(1_000).to_string() }
    }
}

fn microagents(count: usize) -> Vec<Microagent> {
    let mut numbers = Numbers(7);
    let one = |index| Microagent {
        kind: Kind::Knowledge,
        activation: Activation::Keywords,
        triggers: (0..4).map(|_| Written { text: numbers.trigger(), span: None }).collect(),
        ..Microagent::bare(&format!("m{index}"), Format::Legacy, String::new())
    };
    (0..count).map(one).collect()
}

/// Messages of 30 words; one word in 30 is a trigger of one of the first ten microagents, so that each catalog fires
/// about as often.
fn messages() -> Vec<String> {
    let known: Vec<String> = microagents(10).into_iter().flat_map(|one| one.triggers).map(|trigger| trigger.text).collect();
    let mut numbers = Numbers(11);
    let mut word = || if numbers.below(30) == 0 { known[numbers.below(known.len())].clone() } else { numbers.word() };
    (0..MESSAGES).map(|_| (0..30).map(|_| word()).collect::<Vec<_>>().join(" ")).collect()
}

/// The best of a few rounds.
fn timed(mut work: impl FnMut() -> usize) -> (Duration, usize) {
    let mut best = (Duration::MAX, 0);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let hits = black_box(work());
        best = best.min((start.elapsed(), hits));
    }
    best
}

fn micros(time: Duration, messages: usize) -> f64 {
    time.as_secs_f64() * 1e6 / f64::from(u32::try_from(messages).unwrap_or(u32::MAX))
}

/// What the runtime does for each message: every trigger's own expression, until one of a microagent matches.
fn naive(expressions: &[Vec<Regex>], message: &str) -> usize {
    let text = fold::lower(message);
    expressions.iter().filter(|triggers| triggers.iter().any(|expression| expression.is_match(&text))).count()
}

#[allow(clippy::print_stdout)]
fn main() {
    if !std::env::args().any(|arg| arg == "--bench") {
        println!("nothing measured: run `cargo bench --bench matching`");
        return;
    }
    let messages = messages();
    println!("{:>11}  {:>10}  {:>14}  {:>14}  {:>6}", "microagents", "build", "one thread", "all threads", "fired");
    let mut at_thousand = 0.0;
    for count in [10, 100, 1_000, 10_000] {
        let list = microagents(count);
        let start = Instant::now();
        let matcher = Matcher::over(Loader::Sdk, &list);
        let build = start.elapsed();
        let (single, hits) = timed(|| messages.iter().map(|message| matcher.message(message).len()).sum());
        let (batch, _) = timed(|| matcher.messages(&messages).iter().map(Vec::len).sum());
        let (single, batch) = (micros(single, MESSAGES), micros(batch, MESSAGES));
        println!("{count:>11}  {:>7.1} ms  {single:>8.2} µs/msg  {batch:>8.2} µs/msg  {hits:>6}", build.as_secs_f64() * 1e3);
        if count == 1_000 {
            at_thousand = single;
        }
    }
    let list = microagents(1_000);
    let expression =
        |trigger: &Written| Regex::new(&format!("(?:^|[^a-z0-9]){}(?:[^a-z0-9]|$)", regex::escape(&fold::lower(&trigger.text))));
    let expressions: Vec<Vec<Regex>> =
        list.iter().map(|one| one.triggers.iter().filter_map(|trigger| expression(trigger).ok()).collect()).collect();
    let some = &messages[..500];
    let (loops, _) = timed(|| some.iter().map(|message| naive(&expressions, message)).sum());
    let loops = micros(loops, some.len());
    println!("a regular expression for each trigger, at 1000: {loops:.0} µs/msg, {:.0} times as much", loops / at_thousand);
}
