//! `noise`: background load. The client's requests pass straight through; a Poisson stream of others joins them towards
//! the next element, occupies the elements behind, and answers to no client.
//!
//! Poisson because it stands for many independent neighbours; it does not slow down when the storage does, as they
//! would not. More of it than the elements behind can carry makes their queues grow for as long as the stack runs.

use plimsoll_base::random::{Random, unit};
use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use rand_distr::{Distribution, Exp1};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{Actions, BrokenRule, Departure, Element, ElementKind, Parameter, Request, Surroundings, check_rate};
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Scope, Wiring};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "noise",
    summary: "background load: a Poisson stream of operations towards the next element",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Group,
    parameters: &[
        Parameter { name: "ops_per_s", unit: "1/s", default: "required", what: "operations per second, on average" },
        Parameter { name: "size", unit: "size", default: "4k", what: "bytes of each" },
        Parameter { name: "read", unit: "percent", default: "100", what: "share of reads; the others are writes" },
        Parameter { name: "seed", unit: "whole number", default: "the stack's", what: "of instants and addresses" },
    ],
    example: "ops_per_s = 500\n",
};

/// A `noise`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoiseSpec {
    /// Operations per second, on average.
    pub ops_per_s: f64,
    /// Bytes of each.
    pub size_bytes: Bytes,
    /// Share of reads in percent.
    pub read_percent: f64,
    /// Seed of its own.
    pub seed: Option<u64>,
}

pub(super) fn read(from: &Section<'_>) -> Result<NoiseSpec, StackError> {
    let rate = from.number("ops_per_s")?;
    Ok(NoiseSpec {
        ops_per_s: rate.ok_or_else(|| from.missing("ops_per_s", "operations per second, on average"))?,
        size_bytes: from.size("size")?.unwrap_or(Bytes(4096)),
        read_percent: from.number("read")?.unwrap_or(100.0),
        seed: from.whole("seed", u64::MAX)?,
    })
}

impl Wiring for NoiseSpec {
    fn own_load(&self) -> Vec<(f64, Op)> {
        let op = |kind| Op { offset: 0, len: self.size_bytes.0 as u32, kind };
        let reads = self.ops_per_s * self.read_percent / 100.0;
        vec![(reads, op(OpKind::Read)), (self.ops_per_s - reads, op(OpKind::Write))]
    }
}

/// Each is an operation of the model: a second of 10^7 takes seconds of real time, and no storage behind one path has
/// more.
const MAX_OPS_PER_S: f64 = 1e7;

impl NoiseSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        check_rate("ops_per_s", self.ops_per_s)?;
        if self.ops_per_s > MAX_OPS_PER_S {
            let why = format!("{} per second is not a load of neighbours: write up to {MAX_OPS_PER_S}", self.ops_per_s);
            return Err(("ops_per_s", why));
        }
        if self.size_bytes.0 == 0 || self.size_bytes.0 > u64::from(u32::MAX) {
            return Err(("size", format!("{} is not the size of an operation: write 1 to 4g - 1", self.size_bytes)));
        }
        if !(0.0..=100.0).contains(&self.read_percent) {
            return Err(("read", format!("{} is not a percentage: write a number from 0 to 100", self.read_percent)));
        }
        Ok(())
    }

    pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(Noise {
            mean_gap_ns: 1e9 / self.ops_per_s,
            len: self.size_bytes.0 as u32,
            read_share: self.read_percent / 100.0,
            blocks: (around.first_volume_bytes / self.size_bytes.0).max(1) as f64,
            random: around.stream(self.seed, "noise"),
            next: Nanos::MAX,
            rest: 0.0,
        })
    }
}

#[derive(Debug)]
struct Noise {
    mean_gap_ns: f64,
    len: u32,
    read_share: f64,
    blocks: f64,
    random: Random,
    next: Nanos,
    /// The fraction that rounding `next` down to a whole ns cuts off: without it a high rate would be too high.
    rest: f64,
}

impl Noise {
    fn schedule(&mut self, from: Nanos) {
        let gap: f64 = Exp1.sample(&mut self.random);
        let gap = gap * self.mean_gap_ns + self.rest;
        self.rest = gap.fract();
        self.next = from + Nanos(gap as u64);
    }
}

impl Element for Noise {
    fn start(&mut self, now: Nanos) {
        self.schedule(now);
    }

    fn arrive(&mut self, now: Nanos, _request: &Request, _out: &mut Actions) -> Departure {
        Departure::through(now)
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn next_timer(&self) -> Option<Nanos> {
        Some(self.next)
    }

    fn timer(&mut self, now: Nanos, out: &mut Actions) {
        let kind = if unit(&mut self.random) < self.read_share { OpKind::Read } else { OpKind::Write };
        let block = (unit(&mut self.random) * self.blocks) as u64;
        out.inject_anywhere(Op { offset: block * u64::from(self.len), len: self.len, kind });
        self.schedule(now);
    }
}
