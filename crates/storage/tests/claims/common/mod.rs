//! Loads for the tests, on the virtual clock: a closed loop, and Poisson arrivals.
#![allow(dead_code, missing_docs, unreachable_pub)]

pub mod many;

use plimsoll_base::random::stream;
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{ElementFigures, FinishedOp, Stack, StackSpec, VolumeId};
use rand_distr::{Distribution, Exp1};

/// Whether the figures are held against theory as `make truth` does, and not as `make test`.
fn whole() -> bool {
    std::env::var_os("PLIMSOLL_TRUTH").is_some()
}

/// How near theory a run has to come: 1 % in `make truth`, which takes up to a hundred million operations each; 3.5 % in
/// `make test`, for which a twelfth of them is as many standard errors.
pub fn tolerance() -> f64 {
    if whole() { 0.01 } else { 0.035 }
}

/// How much shorter a run for that tolerance is than one for 1 %: 3.5² is twelve, and a fifth is left for the error of
/// the run's own batches.
pub fn shorter() -> f64 {
    if whole() { 1.0 } else { 10.0 }
}

/// A row of the table that `make truth` prints: the figure, the theory, and the standard error of the former as a share
/// of it.
#[allow(clippy::print_stdout)]
pub fn row(what: &str, seen: f64, theory: f64, error: f64) {
    if whole() {
        let off = (seen / theory - 1.0) * 100.0;
        println!("row| {what} | {theory:.2} | {seen:.2} | {off:+.2} % | {:.2} % |", error * 100.0);
    }
}

pub fn spec(elements: &str, path: &[&str]) -> StackSpec {
    let text = format!("{elements}\n[volume.v]\nsize = \"1g\"\npath = {path:?}\n");
    StackSpec::from_toml(&text, "test.toml").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

pub fn read(len: u32) -> Op {
    Op { offset: 0, len, kind: OpKind::Read }
}

/// Figures of a load.
pub struct Observation {
    /// Response times in ns, in the order of the ends.
    pub responses: Vec<u64>,
    /// Operations that ended in the measured time.
    pub count: u64,
    /// The measured time in seconds.
    pub seconds: f64,
    pub figures: Vec<ElementFigures>,
}

impl Observation {
    pub fn rate(&self) -> f64 {
        self.count as f64 / self.seconds
    }
    pub fn mean_s(&self) -> f64 {
        self.responses.iter().map(|r| *r as f64).sum::<f64>() / self.responses.len() as f64 / 1e9
    }
    /// The mean in seconds and its standard error from 40 batches: consecutive responses are correlated, means of
    /// batches of tens of thousands hardly.
    pub fn mean_and_error_s(&self) -> (f64, f64) {
        let size = self.responses.len() / 40;
        let means: Vec<f64> =
            self.responses.chunks_exact(size).map(|b| b.iter().map(|r| *r as f64).sum::<f64>() / size as f64).collect();
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        let variance = means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / (means.len() - 1) as f64;
        (mean / 1e9, (variance / means.len() as f64).sqrt() / 1e9)
    }
}

/// `outstanding` operations at all times; measured from `from` to `until`, the end included.
pub fn closed(spec: &StackSpec, outstanding: u64, op: Op, from: Nanos, until: Nanos) -> Observation {
    let mut stack = Stack::new(spec, 7);
    let mut submitted = vec![Nanos::ZERO; outstanding as usize];
    let (mut responses, mut finished, mut restarted): (_, Vec<FinishedOp>, _) = (Vec::new(), Vec::new(), false);
    (0..outstanding).for_each(|id| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, op));
    while let Some(now) = stack.next_event().filter(|at| *at <= until) {
        if now > from && !restarted {
            stack.advance(from, &mut finished);
            stack.restart_figures();
            restarted = true;
        }
        stack.advance(now, &mut finished);
        for end in finished.drain(..) {
            if end.at > from {
                responses.push((end.at - submitted[end.id as usize]).0);
            }
            submitted[end.id as usize] = now;
            stack.submit(now, VolumeId::FIRST, end.id, op);
        }
    }
    stack.advance(until, &mut finished);
    let seconds = (until - from).as_secs_f64();
    Observation { count: responses.len() as u64, responses, seconds, figures: stack.element_figures() }
}

/// Poisson arrivals of `rate_per_s`: `operations` of them, the first tenth left out.
pub fn poisson(spec: &StackSpec, rate_per_s: f64, op: Op, operations: usize) -> Observation {
    let mut stack = Stack::new(spec, 7);
    let mut random = stream(11, "arrivals", 0);
    let mut submitted = Vec::with_capacity(operations);
    let (mut responses, mut finished) = (Vec::with_capacity(operations), Vec::new());
    let (mut at, mut began) = (0.0, Nanos::ZERO);
    for id in 0..operations {
        let gap: f64 = Exp1.sample(&mut random);
        at += gap * 1e9 / rate_per_s;
        let now = Nanos(at as u64);
        stack.advance(now, &mut finished);
        if id == operations / 10 {
            stack.restart_figures();
            began = now;
        }
        stack.submit(now, VolumeId::FIRST, id as u64, op);
        submitted.push(now);
        for end in finished.drain(..) {
            if end.id as usize >= operations / 10 {
                responses.push((end.at - submitted[end.id as usize]).0);
            }
        }
    }
    let seconds = (Nanos(at as u64) - began).as_secs_f64();
    Observation { count: responses.len() as u64, responses, seconds, figures: stack.element_figures() }
}
