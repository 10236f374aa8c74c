//! `limit`: lets requests pass at a rate, of operations, of bytes or of both; first in, first out.
//!
//! One element covers what vendors call IOPS limit, bandwidth cap, tier and throttle: rate, how the size of a request
//! counts (`cost`), and what may be saved up (`burst`). Refill is continuous and exact (see `bucket.rs`): 3000 per
//! second are 3000.000 per second. Limits that hand out a window's tokens at once give less: 2765 where 3000 was set
//! (firecracker#2176).
//!
//! Size accounting: `none` counts requests (ESXi 6.5 to 7.0 U3, policy limit), `ceil` counts started units (ESXi's
//! mClock: 40 KiB at 32 KiB is 2), `linear` counts fractions but at least 1 (QEMU's iops-size: 40 KiB is 1.25).
//! A request that costs more than the bucket holds passes when the bucket is full, and leaves a debt. Trims count as
//! writes, as in QEMU; flushes pass uncounted.

use plimsoll_base::{Bytes, Nanos, Op, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ElementSpec;
use crate::bucket::Bucket;
use crate::element::{Actions, Broken, Departure, Element, ElementKind, Exit, Parameter, Request, Surroundings, check_rate};
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Demand, Scope, Wiring};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "limit",
    summary: "a cap on operations and/or bytes per second, with what may be saved up",
    ends_path: false,
    scope: Scope::Group,
    parameters: &[
        Parameter { name: "ops_per_s", unit: "1/s", default: "none", what: "operations per second, as cost counts them" },
        Parameter { name: "bytes_per_s", unit: "size per second", default: "none", what: "bytes per second" },
        Parameter {
            name: "applies_to",
            unit: "all | read | write | each",
            default: "all",
            what: "reads and writes share the rate; only reads; only writes; reads and writes have it each",
        },
        Parameter {
            name: "cost",
            unit: "none | ceil | linear",
            default: "none",
            what: "operations a request counts as: 1; size / unit rounded up; size / unit, at least 1",
        },
        Parameter { name: "unit", unit: "size", default: "32k", what: "of cost ceil and linear" },
        Parameter {
            name: "burst",
            unit: "time",
            default: "one operation",
            what: "the bucket holds what is refilled in this time",
        },
        Parameter { name: "burst_ops", unit: "operations", default: "burst", what: "the bucket of ops_per_s" },
        Parameter { name: "burst_bytes", unit: "size", default: "burst", what: "the bucket of bytes_per_s" },
        Parameter { name: "initial", unit: "full | empty", default: "full", what: "the bucket at the start" },
        Parameter {
            name: "at_limit",
            unit: "wait | reject",
            default: "wait",
            what: "a request without tokens queues; or fails at once with EAGAIN",
        },
    ],
    example: "ops_per_s = 3000\n",
    read,
};

/// What a rejected request gets: EAGAIN, as from dmclock's "reject".
const EAGAIN: i32 = 11;

/// Which requests a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AppliesTo {
    /// Reads and writes share the rate.
    All,
    /// Reads; the others pass.
    Read,
    /// Writes; the others pass.
    Write,
    /// Reads and writes have the rate each.
    Each,
}

/// How many operations a request counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// One, whatever its size.
    None,
    /// Size / unit, rounded up; at least 1.
    Ceil,
    /// Size / unit; at least 1.
    Linear,
}

/// The bucket at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Initial {
    /// Holds a whole burst.
    Full,
    /// Holds nothing.
    Empty,
}

/// What happens to a request without tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AtLimit {
    /// It queues.
    Wait,
    /// It fails at once with EAGAIN.
    Reject,
}

/// A `limit`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitSpec {
    /// Operations per second.
    pub ops_per_s: Option<f64>,
    /// Bytes per second.
    pub bytes_per_s: Option<Bytes>,
    /// Which requests count.
    pub applies_to: AppliesTo,
    /// How much they count.
    pub cost: Cost,
    /// Unit of the cost.
    pub unit_bytes: Bytes,
    /// Operations that can be saved up; 0: one operation of whatever cost.
    pub burst_ops: f64,
    /// Bytes that can be saved up; 0: one operation of whatever size.
    pub burst_bytes: Bytes,
    /// At the start.
    pub initial: Initial,
    /// Without tokens.
    pub at_limit: AtLimit,
}

fn read(from: &Section<'_>) -> Result<ElementSpec, StackError> {
    let (ops_per_s, bytes_per_s) = (from.number("ops_per_s")?, from.size("bytes_per_s")?);
    if ops_per_s.is_none() && bytes_per_s.is_none() {
        return Err(from.missing("ops_per_s", "operations per second (or bytes_per_s, or both)"));
    }
    let burst = from.time("burst")?;
    for (own, rate) in [("burst_ops", "ops_per_s"), ("burst_bytes", "bytes_per_s")] {
        if from.has(own) && burst.is_some() {
            return Err(from.wrong(own, "can't stand beside burst, which says the same as a time: leave one out"));
        }
        if from.has(own) && !from.has(rate) {
            return Err(from.wrong(own, format!("has no effect without {rate}")));
        }
    }
    let cost = from.choice("cost", &[("none", Cost::None), ("ceil", Cost::Ceil), ("linear", Cost::Linear)])?;
    let cost = cost.unwrap_or(Cost::None);
    if from.has("unit") && cost == Cost::None {
        return Err(from.wrong("unit", "has no effect without cost = \"ceil\" or \"linear\""));
    }
    if cost != Cost::None && ops_per_s.is_none() {
        return Err(from.wrong("cost", "has no effect without ops_per_s: bytes_per_s counts bytes"));
    }
    let seconds = burst.map_or(0.0, Nanos::as_secs_f64);
    let words = [("all", AppliesTo::All), ("read", AppliesTo::Read), ("write", AppliesTo::Write), ("each", AppliesTo::Each)];
    let initial = from.choice("initial", &[("full", Initial::Full), ("empty", Initial::Empty)])?;
    let at_limit = from.choice("at_limit", &[("wait", AtLimit::Wait), ("reject", AtLimit::Reject)])?;
    Ok(ElementSpec::Limit(LimitSpec {
        ops_per_s,
        bytes_per_s,
        applies_to: from.choice("applies_to", &words)?.unwrap_or(AppliesTo::All),
        cost,
        unit_bytes: from.size("unit")?.unwrap_or(Bytes(32 << 10)),
        burst_ops: from.number("burst_ops")?.unwrap_or(seconds * ops_per_s.unwrap_or(0.0)),
        burst_bytes: match (from.size("burst_bytes")?, bytes_per_s) {
            (Some(bytes), _) => bytes,
            (None, Some(rate)) => Bytes((seconds * rate.0 as f64).round() as u64),
            (None, None) => Bytes(0),
        },
        initial: initial.unwrap_or(Initial::Full),
        at_limit: at_limit.unwrap_or(AtLimit::Wait),
    }))
}

/// Bucket units of an operation at cost none: thousandths, so that 0.5 operations per second is a whole number of
/// them. With a cost by size they are divided further by its unit. 1e9/s · 1000 · 16 MiB stays below 2^64.
const PARTS: u64 = 1000;
const LARGEST_UNIT: Bytes = Bytes(16 << 20);

impl Wiring for LimitSpec {
    fn demand(&self, op: &Op, _around: &Surroundings<'_>) -> Demand {
        let (of_ops, of_bytes) = self.work_ns(op);
        // With nothing saved up a request leaves a debt in both buckets, and the next one waits for the longer: the sum
        // over requests of the longer one is exact. With a burst each bucket has its own sum.
        let work_ns = if self.saves() { of_ops } else { of_ops.max(of_bytes) };
        Demand { work_ns, ..Demand::NONE }
    }

    fn second_work_ns(&self, op: &Op, _around: &Surroundings<'_>) -> f64 {
        if self.saves() { self.work_ns(op).1 } else { 0.0 }
    }

    fn kinds_apart(&self) -> bool {
        self.applies_to == AppliesTo::Each
    }

    fn not_on_paper(&self) -> Option<&'static str> {
        match (self.saves(), self.at_limit) {
            (_, AtLimit::Reject) => Some("requests that it rejects, which end at once"),
            (true, AtLimit::Wait) => Some("what it saves up, which passes above its rate until it is spent"),
            (false, AtLimit::Wait) => None,
        }
    }
}

impl LimitSpec {
    pub(crate) fn check(&self) -> Result<(), Broken> {
        if let Some(rate) = self.ops_per_s {
            check_rate("ops_per_s", rate)?;
        }
        if self.bytes_per_s.is_some_and(|b| b.0 == 0) {
            return Err(("bytes_per_s", "0 bytes per second let nothing pass: write a rate above 0".into()));
        }
        if self.ops_per_s.is_none() && self.bytes_per_s.is_none() {
            return Err(("ops_per_s", "needs a rate: ops_per_s, bytes_per_s or both".into()));
        }
        if self.unit_bytes.0 == 0 || self.unit_bytes > LARGEST_UNIT {
            return Err(("unit", format!("{} is not a unit: write a size from 1 to {LARGEST_UNIT}", self.unit_bytes)));
        }
        if !(0.0..=1e12).contains(&self.burst_ops) {
            return Err(("burst_ops", format!("{} operations is out of range: 0 to 1e12", self.burst_ops)));
        }
        if self.at_limit == AtLimit::Reject && self.initial == Initial::Empty && !self.saves() {
            let why = "has no effect with at_limit = \"reject\" and no burst: nothing is saved up";
            return Err(("initial", why.into()));
        }
        Ok(())
    }

    fn saves(&self) -> bool {
        self.burst_ops > 0.0 || self.burst_bytes.0 > 0
    }

    /// How long the two rates take to refill what a request takes.
    fn work_ns(&self, op: &Op) -> (f64, f64) {
        let counts = match (self.applies_to, op.kind) {
            (_, OpKind::Flush) => false,
            (AppliesTo::All | AppliesTo::Each, _) => true,
            (AppliesTo::Read, kind) => kind == OpKind::Read,
            (AppliesTo::Write, kind) => kind != OpKind::Read,
        };
        if !counts {
            return (0.0, 0.0);
        }
        let (len, unit) = (u64::from(op.len), self.unit_bytes.0.max(1));
        let cost = match self.cost {
            Cost::None => 1.0,
            Cost::Ceil => len.div_ceil(unit).max(1) as f64,
            Cost::Linear => (len as f64 / unit as f64).max(1.0),
        };
        let of_ops = self.ops_per_s.map_or(0.0, |rate| cost * 1e9 / rate);
        (of_ops, self.bytes_per_s.map_or(0.0, |rate| len as f64 * 1e9 / rate.0 as f64))
    }

    /// Bucket units of one operation.
    fn units_per_op(&self) -> u64 {
        match self.cost {
            Cost::None | Cost::Ceil => PARTS,
            Cost::Linear => PARTS * self.unit_bytes.0,
        }
    }

    fn queue(&self) -> Queue {
        let units = self.units_per_op();
        // Rounding in thousandths first: 0.1 · 1000 is not a whole number in binary.
        let scaled = |x: f64| ((x * PARTS as f64).round() as u64).saturating_mul(units / PARTS);
        Queue {
            ops: self.ops_per_s.map(|rate| Bucket::new(scaled(rate).max(1), scaled(self.burst_ops))),
            bytes: self.bytes_per_s.map(|rate| Bucket::new(rate.0.max(1), self.burst_bytes.0)),
            last: 0,
        }
    }

    pub(crate) fn build(&self, _around: &Surroundings<'_>) -> Box<dyn Element> {
        // Position of a kind's queue: reads 0, writes and trims `writes`; kinds that are not counted have none.
        let (reads, writes) = match self.applies_to {
            AppliesTo::All => (Some(0), Some(0)),
            AppliesTo::Read => (Some(0), None),
            AppliesTo::Write => (None, Some(0)),
            AppliesTo::Each => (Some(0), Some(1)),
        };
        let queues = if self.applies_to == AppliesTo::Each { 2 } else { 1 };
        Box::new(Limit {
            queues: vec![self.queue(); queues],
            // In the order of `OpKind`: read, write, trim, flush.
            queue_of: [reads, writes, writes, None],
            cost: self.cost,
            unit: self.unit_bytes.0.max(1),
            initial: self.initial,
            at_limit: self.at_limit,
        })
    }
}

#[derive(Clone, Debug)]
struct Queue {
    ops: Option<Bucket>,
    bytes: Option<Bucket>,
    /// When the last one passed.
    last: u64,
}

#[derive(Debug)]
struct Limit {
    queues: Vec<Queue>,
    queue_of: [Option<u8>; 4],
    cost: Cost,
    unit: u64,
    initial: Initial,
    at_limit: AtLimit,
}

impl Limit {
    /// What a request of `len` bytes takes out of the bucket of operations.
    #[inline]
    fn units(&self, len: u64) -> u64 {
        match self.cost {
            Cost::None => PARTS,
            Cost::Ceil => PARTS * len.div_ceil(self.unit).max(1),
            Cost::Linear => PARTS * len.max(self.unit),
        }
    }
}

impl Element for Limit {
    fn start(&mut self, now: Nanos) {
        if self.initial == Initial::Empty {
            for bucket in self.queues.iter_mut().flat_map(|q| q.ops.iter_mut().chain(q.bytes.iter_mut())) {
                bucket.empty(now);
            }
        }
    }

    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        let Some(queue) = self.queue_of[request.op.kind.index()] else { return Departure::through(now) };
        let len = u64::from(request.op.len);
        let units = self.units(len);
        let queue = &mut self.queues[usize::from(queue)];
        let (mut floor, mut ceil) = (now.0, now.0);
        for (bucket, cost) in [(&mut queue.ops, units), (&mut queue.bytes, len)] {
            if let Some(bucket) = bucket {
                let (down, up) = bucket.earliest(cost);
                (floor, ceil) = (floor.max(down), ceil.max(up));
            }
        }
        if self.at_limit == AtLimit::Reject && ceil > now.0 {
            return Departure::failed(now, EAGAIN);
        }
        let mut work_ns = 0;
        for bucket in [&mut queue.ops, &mut queue.bytes].into_iter().flatten() {
            bucket.take(floor);
            work_ns = work_ns.max(bucket.refill_ns());
        }
        // A small cost behind a large one could pass earlier; it may not overtake.
        queue.last = queue.last.max(ceil);
        Departure { at: Nanos(queue.last), service_ns: 0, work_ns, exit: Exit::Next, result: Ok(None) }
    }

    fn servers(&self) -> u32 {
        self.queues.len() as u32
    }
}
