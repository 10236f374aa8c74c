//! Queues with known load lines, and the error rates of the decision rule on them.
//!
//! Independent of Plimsoll's own storage model on purpose: a first-come-first-served queue is one line (Lindley's
//! recursion; with k servers and a fixed service time the n-th departure waits for the n−k-th). The unit of time is the
//! mean work of one operation at full capacity, so that the offered rate *is* the utilisation ρ. For every case the
//! objective's bound is set so that the load line lies at a chosen ρ: exactly for M/M/1, by a long simulation otherwise.
//! `examples/decide_truth.rs` prints the table; the tests here check the simulator against theory and smoke the table.

// Each of the two users of this file leaves a part of it alone.
#![allow(dead_code, unreachable_pub, missing_docs)]

use std::collections::VecDeque;

use plimsoll_base::Nanos;
use plimsoll_base::random::{Random, stream, unit};
use plimsoll_measure::decide::{Criterion, Evidence, Judgement, ProbeVerdict, Reason};
use plimsoll_measure::objective::{Objective, Statistic};
use plimsoll_measure::series::Tick;
use rand_distr::{Distribution, Exp1, StandardNormal};

/// One unit of time in nanoseconds.
const UNIT_NS: f64 = 100_000.0;
/// Operations per tick at the load line.
const OPERATIONS_PER_TICK: f64 = 20.0;
/// A probe gives up after this many operations.
pub const LIMIT: u64 = 3_000_000;

#[derive(Clone, Copy, Debug)]
pub enum Service {
    Exponential,
    Fixed,
    /// Two exponentials with balanced means and a squared coefficient of variation of 4.
    Hyper,
    /// Squared coefficient of variation of 2.
    LogNormal,
    /// Exponential, three times slower during spells of 100 on average, every 1,000 on average ("noise").
    Spells,
}

#[derive(Clone, Copy, Debug)]
pub struct Stack {
    pub name: &'static str,
    pub service: Service,
    /// Servers, each slower by this factor; more than one only with a fixed service time.
    pub servers: usize,
    /// None: Poisson arrivals. Else evenly spaced, each moved by up to this share of the gap.
    pub jitter: Option<f64>,
    /// Share of the load at the line that other clients offer, without a record.
    pub background: f64,
}

/// The system while it runs.
struct Queue {
    stack: Stack,
    random: Random,
    count: f64,
    rate: f64,
    /// Probability that an arrival is a recorded one.
    recorded: f64,
    now: f64,
    departures: Vec<f64>,
    slot: usize,
    slow: bool,
    spell_ends: f64,
}

impl Queue {
    /// `rate` of the recorded operations at a line of `line` in total.
    fn new(stack: Stack, line: f64, factor: f64, seed: u64) -> Queue {
        let own = line * (1.0 - stack.background) * factor;
        let rate = own + line * stack.background;
        let mut random = stream(seed, stack.name, (line * 1000.0) as u64);
        let spell_ends = 1000.0 * exponential(&mut random);
        Queue {
            stack,
            count: unit(&mut random),
            random,
            rate,
            recorded: own / rate,
            now: 0.0,
            departures: vec![0.0; stack.servers],
            slot: 0,
            slow: false,
            spell_ends,
        }
    }

    /// The next operation: (arrival, departure, whether it is recorded).
    #[inline]
    fn next(&mut self) -> (f64, f64, bool) {
        let arrival = match self.stack.jitter {
            None => {
                self.now += exponential(&mut self.random) / self.rate;
                self.now
            }
            Some(jitter) => {
                self.count += 1.0;
                (self.count + if jitter > 0.0 { jitter * unit(&mut self.random) } else { 0.0 }) / self.rate
            }
        };
        let start = arrival.max(self.departures[self.slot]);
        let departure = start + self.work(start) * self.stack.servers as f64;
        self.departures[self.slot] = departure;
        self.slot = (self.slot + 1) % self.stack.servers;
        (arrival, departure, self.recorded >= 1.0 || unit(&mut self.random) < self.recorded)
    }

    #[inline]
    fn work(&mut self, start: f64) -> f64 {
        match self.stack.service {
            Service::Fixed => 1.0,
            Service::Exponential => exponential(&mut self.random),
            Service::Hyper => {
                // Balanced means: p = (1 + sqrt((c2 - 1) / (c2 + 1))) / 2 with rates 2p and 2(1 - p).
                let p = 0.5 * (1.0 + 0.6_f64.sqrt());
                let p = if unit(&mut self.random) < p { p } else { 1.0 - p };
                exponential(&mut self.random) / (2.0 * p)
            }
            Service::LogNormal => {
                let variance = 3.0_f64.ln();
                let normal: f64 = StandardNormal.sample(&mut self.random);
                (variance.sqrt() * normal - variance / 2.0).exp()
            }
            Service::Spells => {
                while self.spell_ends < start {
                    self.slow = !self.slow;
                    self.spell_ends += if self.slow { 100.0 } else { 1000.0 } * exponential(&mut self.random);
                }
                // Over time the capacity is (10 + 1/3) / 11 of that outside of spells.
                let capacity = (10.0 + 1.0 / 3.0) / 11.0;
                exponential(&mut self.random) * capacity * if self.slow { 3.0 } else { 1.0 }
            }
        }
    }
}

#[inline]
fn exponential(random: &mut Random) -> f64 {
    Exp1.sample(random)
}

/// One row of the table: a stack whose line lies at `line`, probed `distance` below and above it.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub stack: Stack,
    /// `mean`, `p99` and so on.
    pub statistic: &'static str,
    pub line: f64,
    pub distance: f64,
    /// A bound in units of time where the line is not set by the bound but by the capacity.
    pub bound: Option<f64>,
}

impl Case {
    /// The objective that puts the line at the case's load.
    pub fn objective(&self) -> Objective {
        let bound = self.bound.unwrap_or_else(|| self.exact().unwrap_or_else(|| self.simulate(20_000_000)));
        format!("{} <= {}ns", self.statistic, (bound * UNIT_NS).round()).parse().expect("a well-formed objective")
    }

    fn parse_statistic(&self) -> Statistic {
        match format!("{} <= 1ns", self.statistic).parse() {
            Ok(Objective::Latency(latency)) => latency.statistic,
            _ => panic!("a known statistic"),
        }
    }

    /// The response time of M/M/1 is exponential with mean 1 / (1 − ρ), also next to others' Poisson load.
    pub fn exact(&self) -> Option<f64> {
        let poisson = matches!(self.stack.service, Service::Exponential) && self.stack.jitter.is_none();
        (poisson && self.stack.servers == 1).then(|| match self.parse_statistic() {
            Statistic::Mean => 1.0 / (1.0 - self.line),
            Statistic::Percentile(p) => -((100.0 - p) / 100.0).ln() / (1.0 - self.line),
            Statistic::Max(_) => panic!("no case of this table"),
        })
    }

    /// The statistic over `operations` at the line, the first 2 % left out.
    pub fn simulate(&self, operations: usize) -> f64 {
        let mut queue = Queue::new(self.stack, self.line, 1.0, 0xca11);
        let mut responses = Vec::with_capacity(operations);
        for i in 0..operations {
            let (arrival, departure, recorded) = queue.next();
            if recorded && i >= operations / 50 {
                responses.push((departure - arrival) as f32);
            }
        }
        match self.parse_statistic() {
            Statistic::Mean => responses.iter().map(|&r| f64::from(r)).sum::<f64>() / responses.len() as f64,
            Statistic::Percentile(p) => {
                let at = (responses.len() as f64 * p / 100.0) as usize;
                f64::from(*responses.select_nth_unstable_by(at, f32::total_cmp).1)
            }
            Statistic::Max(_) => panic!("no case of this table"),
        }
    }

    /// One probe at `factor` of the line.
    pub fn probe(&self, objective: Objective, factor: f64, seed: u64) -> Outcome {
        let mut queue = Queue::new(self.stack, self.line, factor, seed);
        let width = OPERATIONS_PER_TICK / (self.line * (1.0 - self.stack.background));
        let mut evidence = Evidence::new(Nanos((width * UNIT_NS) as u64), Criterion::new(objective));
        let mut naive = Naive::new(objective);
        let mut ticks: VecDeque<Tick> = VecDeque::new();
        let mut first = 0_u64;
        let mut operations = 0;
        let mut at_decision = None;
        let bound = objective.bound().map_or(f64::INFINITY, |bound| bound.0 as f64 / UNIT_NS);
        loop {
            let (arrival, departure, recorded) = queue.next();
            if !recorded {
                continue;
            }
            let tick = (arrival / width) as u64;
            while first < tick {
                let sealed = ticks.pop_front().unwrap_or_default();
                first += 1;
                naive.push(sealed);
                if at_decision.is_none() {
                    evidence.push(sealed);
                    let judgement = evidence.judge();
                    if judgement.verdict != ProbeVerdict::Undecided || operations >= LIMIT {
                        at_decision = Some((judgement, operations));
                    }
                }
            }
            if let (Some((judgement, operations)), true) =
                (at_decision.clone(), naive.passes.is_some() || operations >= LIMIT)
            {
                return Outcome { judgement, operations, naive_passes: naive.passes == Some(true) };
            }
            operations += 1;
            let done = (departure / width) as u64 - first;
            while ticks.len() as u64 <= done {
                ticks.push_back(Tick::default());
            }
            ticks[0].arrived += 1;
            let into = &mut ticks[done as usize];
            into.completed += 1;
            let into = &mut into.seen[0];
            into.judged += 1;
            into.exceeded += u64::from(departure - arrival > bound);
            into.sum_ns += ((departure - arrival) * UNIT_NS) as u64;
        }
    }

    /// `seeds` probes on each side of the line.
    pub fn tabulate(&self, seeds: u64) -> Row {
        let objective = self.objective();
        let side = |factor: f64, salt: u64| {
            (0..seeds).map(|seed| self.probe(objective, factor, 2 * seed + salt)).collect::<Vec<_>>()
        };
        Row { case: *self, objective, below: side(1.0 - self.distance, 0), above: side(1.0 + self.distance, 1) }
    }
}

/// The result of one probe.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub judgement: Judgement,
    pub operations: u64,
    pub naive_passes: bool,
}

/// The canary: the usual rule, which takes every operation for an independent trial, at 95 % and at the same kind of
/// looks.
struct Naive {
    allowed: Option<f64>,
    sum: Tick,
    next_look: f64,
    passes: Option<bool>,
}

impl Naive {
    fn new(objective: Objective) -> Naive {
        let passes = if objective.allowed_share().is_some() { None } else { Some(false) };
        Naive { allowed: objective.allowed_share(), sum: Tick::default(), next_look: 300.0, passes }
    }

    fn push(&mut self, tick: Tick) {
        self.sum += tick;
        let n = self.sum.seen[0].judged as f64;
        let Some(allowed) = self.allowed else { return };
        if self.passes.is_some() || n < self.next_look {
            return;
        }
        self.next_look = n * 1.3;
        let margin = 1.645 * (allowed * (1.0 - allowed) / n).sqrt();
        let share = self.sum.seen[0].exceeded as f64 / n;
        if share + margin <= allowed {
            self.passes = Some(true);
        } else if share - margin > allowed {
            self.passes = Some(false);
        }
    }
}

/// A case and all its probes.
#[derive(Clone, Debug)]
pub struct Row {
    pub case: Case,
    pub objective: Objective,
    pub below: Vec<Outcome>,
    pub above: Vec<Outcome>,
}

fn share(of: &[Outcome], is: impl Fn(&Outcome) -> bool) -> f64 {
    100.0 * of.iter().filter(|o| is(o)).count() as f64 / of.len() as f64
}

impl Row {
    pub fn wrong_pass(&self) -> f64 {
        share(&self.above, |o| o.judgement.verdict == ProbeVerdict::Pass)
    }
    pub fn wrong_fail(&self) -> f64 {
        share(&self.below, |o| o.judgement.verdict == ProbeVerdict::Fail)
    }
    pub fn naive_pass(&self) -> f64 {
        share(&self.above, |o| o.naive_passes)
    }
    pub fn undecided_share(of: &[Outcome]) -> f64 {
        share(of, |o| o.judgement.verdict == ProbeVerdict::Undecided)
    }
    pub fn median_operations(of: &[Outcome]) -> u64 {
        let mut all: Vec<u64> = of.iter().map(|o| o.operations).collect();
        all.sort_unstable();
        all[all.len() / 2]
    }
    /// The reasons of failures above the line, the most frequent first.
    pub fn reasons(&self) -> String {
        let known =
            [(Reason::ObjectiveMissed, "missed"), (Reason::FarBeyondObjective, "far"), (Reason::CannotCarry, "carry")];
        let mut found: Vec<_> =
            known.iter().map(|(r, name)| (share(&self.above, |o| o.judgement.reason == *r), name)).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.iter().filter(|(s, _)| *s > 0.0).map(|(s, name)| format!("{name} {s:.0}")).collect::<Vec<_>>().join(", ")
    }

    pub const HEADER: &'static str = "\
| stack | objective | ρ at the line | distance | wrong pass % | undecided above % | median operations above | failed because, % | wrong fail % | undecided below % | median operations below | naive rule passes above % |
|---|---|---|---|---|---|---|---|---|---|---|---|";

    pub fn markdown(&self) -> String {
        format!(
            "| {} | {} | {} | {} % | {:.1} | {:.1} | {} | {} | {:.1} | {:.1} | {} | {} |",
            self.case.stack.name,
            self.case.statistic,
            self.case.line,
            self.case.distance * 100.0,
            self.wrong_pass(),
            Row::undecided_share(&self.above),
            thousands(Row::median_operations(&self.above)),
            self.reasons(),
            self.wrong_fail(),
            Row::undecided_share(&self.below),
            thousands(Row::median_operations(&self.below)),
            if self.objective.allowed_share().is_some() { format!("{:.0}", self.naive_pass()) } else { "–".into() },
        )
    }
}

fn thousands(n: u64) -> String {
    if n >= 10_000 { format!("{}k", (n + 500) / 1000) } else { format!("{:.1}k", n as f64 / 1000.0) }
}

const fn poisson(name: &'static str, service: Service) -> Stack {
    Stack { name, service, servers: 1, jitter: None, background: 0.0 }
}

pub const MM1: Stack = poisson("M/M/1", Service::Exponential);
pub const MD1: Stack = poisson("M/D/1 (rate cap)", Service::Fixed);
pub const HYPER: Stack = poisson("M/H2/1", Service::Hyper);
pub const LOG_NORMAL: Stack = poisson("M/lognormal/1", Service::LogNormal);
pub const SPELLS: Stack = poisson("M/M/1, slow spells", Service::Spells);
pub const MANY: Stack = Stack { servers: 64, ..poisson("M/D/64", Service::Fixed) };
pub const SHARED: Stack = Stack { background: 0.2, ..poisson("M/M/1, 20 % by others", Service::Exponential) };
pub const CAP: Stack = Stack { jitter: Some(0.8), ..poisson("D/D/1, jitter", Service::Fixed) };
pub const EXACT_CAP: Stack = Stack { jitter: Some(0.0), ..poisson("D/D/1", Service::Fixed) };

/// All rows of the table.
pub fn cases() -> Vec<Case> {
    let case = |stack, statistic, line| Case { stack, statistic, line, distance: 0.05, bound: None };
    let mut cases = Vec::new();
    for stack in [MM1, MD1, HYPER, LOG_NORMAL, SPELLS, SHARED] {
        cases.extend([0.5, 0.8, 0.95].map(|line| case(stack, "p99", line)));
    }
    // With 64 servers fewer than 1 % wait at all below 0.75: no bound puts the line there.
    cases.extend([0.8, 0.95].map(|line| case(MANY, "p99", line)));
    for (statistic, lines) in [("p50", [0.5, 0.8]), ("p99.9", [0.5, 0.95]), ("mean", [0.5, 0.8])] {
        for stack in [MM1, MD1] {
            cases.extend(lines.map(|line| case(stack, statistic, line)));
        }
    }
    cases.extend([case(MM1, "p50", 0.95), case(MM1, "mean", 0.95), case(HYPER, "mean", 0.8)]);
    for stack in [CAP, EXACT_CAP] {
        for distance in [0.05, 0.005] {
            cases.push(Case { distance, bound: Some(500.0), ..case(stack, "p99", 1.0) });
        }
    }
    cases
}

#[test]
fn the_simulator_agrees_with_the_theory_of_mm1() {
    // 2M operations at ρ = 0.5, where τ = 2 (1 + ρ) / (1 − ρ)² = 12: the mean is known to sqrt(12 / 2M) = 0.25 %; of the
    // share 0.01 above p99 to sqrt(12 / (0.01 · 2M)) = 2.4 %, which moves p99 by 0.024 / ln 100 = 0.5 %. Four deviations.
    for (statistic, tolerance) in [("mean", 0.01), ("p99", 0.021)] {
        let case = Case { stack: MM1, statistic, line: 0.5, distance: 0.05, bound: None };
        let (exact, simulated) = (case.exact().unwrap(), case.simulate(2_000_000));
        assert!((simulated / exact - 1.0).abs() < tolerance, "{statistic}: {simulated}, in theory {exact}");
    }
}

#[test]
fn the_canary_passes_above_the_line_and_the_rule_does_not() {
    // The naive rule passes about 80 % of these (docs/truth.md): fewer than 40 % of 40 would be 6 deviations off.
    let row = Case { stack: MM1, statistic: "p99", line: 0.8, distance: 0.05, bound: None }.tabulate(40);
    assert!(row.naive_pass() > 40.0, "the harness cannot tell right from wrong: {}", row.markdown());
    // A rule that is wrong in 5 % of 40 probes is wrong in more than 6 of them (15 %) with a probability of 0.3 %.
    assert!(row.wrong_pass() <= 15.0 && row.wrong_fail() <= 15.0, "{}", row.markdown());
    assert_eq!(Row::undecided_share(&row.above) + Row::undecided_share(&row.below), 0.0, "{}", row.markdown());
}

#[test]
fn means_and_caps_are_decided_on_both_sides() {
    let cases = [
        Case { stack: MD1, statistic: "mean", line: 0.5, distance: 0.05, bound: None },
        Case { stack: CAP, statistic: "p99", line: 1.0, distance: 0.005, bound: Some(500.0) },
        Case { stack: EXACT_CAP, statistic: "p99", line: 1.0, distance: 0.005, bound: Some(500.0) },
    ];
    for case in cases {
        let row = case.tabulate(20);
        // More than 4 of 20 at 5 %: 0.3 %.
        assert!(row.wrong_pass() <= 20.0 && row.wrong_fail() <= 20.0, "{}", row.markdown());
        assert_eq!(Row::undecided_share(&row.above) + Row::undecided_share(&row.below), 0.0, "{}", row.markdown());
    }
}
