//! What `limit` and `tier` share: the buckets a request is charged to, and the element that holds it until it may pass.
//! The elements' own files only say which rates those are; `cost.rs` says how the size of a request counts.
//!
//! Every kind (operations, bytes) has a pair of buckets, as in QEMU's throttle: one for the rate in the long run and
//! what is saved up for it, one for the rate while that lasts. A credit balance is the same pair: 5.4 million saved up
//! at the baseline, spent at 3000 per second. A request passes when all its buckets let it; it is charged to all.
//!
//! When a request leaves is computed when it arrives, so what shares a bucket is first in, first out. Rates that are to
//! hold up only some requests belong into queues of their own (`applies_to`), or into two elements one after another.
//!
//! Budget: 25 ns per request with one bucket, 50 ns with four. No allocation; no division while sizes repeat, but with a
//! table.

use plimsoll_base::{Bytes, Nanos, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bucket::Bucket;
use crate::cost::{Cost, CostRule};
use crate::element::{Actions, BrokenRule, Departure, Element, Exit, Request, check_rate};
use crate::errno::EAGAIN;

/// Rates of requests that share them, resolved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    /// Operations per second in the long run.
    pub ops_per_s: Option<f64>,
    /// Operations that can be saved up for a burst; 0: one operation of whatever cost.
    pub burst_ops: f64,
    /// Operations per second while a burst lasts; none: as many as come.
    pub max_ops_per_s: Option<f64>,
    /// Operations that may pass at once within that.
    pub max_burst_ops: f64,
    /// Bytes per second in the long run.
    pub bytes_per_s: Option<Bytes>,
    /// Bytes that can be saved up for a burst; 0: one operation of whatever size.
    pub burst_bytes: Bytes,
    /// Bytes per second while a burst lasts; none: as many as come.
    pub max_bytes_per_s: Option<Bytes>,
    /// Bytes that may pass at once within that.
    pub max_burst_bytes: Bytes,
}

impl Rates {
    /// Work of a request on paper, by its rates: of the first rate, and of the second beside it.
    ///
    /// With nothing saved up a request leaves a debt in both buckets, and the next one waits for the longer: the sum
    /// over requests of the longer one is exact. With savings each rate has a sum of its own.
    pub(crate) fn on_paper(&self, refill: Refill, ops: f64, len: u32) -> (f64, f64) {
        let of_ops = self.ops_per_s.map_or(0.0, |rate| ops * 1e9 / rate);
        let of_bytes = self.bytes_per_s.map_or(0.0, |rate| f64::from(len) * 1e9 / rate.0 as f64);
        match refill {
            Refill::Continuous {} if !self.saves() => (of_ops.max(of_bytes), 0.0),
            _ => (of_ops, of_bytes),
        }
    }

    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        if self.ops_per_s.is_none() && self.bytes_per_s.is_none() {
            return Err(("ops_per_s", "needs a rate: ops_per_s, bytes_per_s or both".into()));
        }
        for (key, rate) in [("ops_per_s", self.ops_per_s), ("max_ops_per_s", self.max_ops_per_s)] {
            rate.map_or(Ok(()), |rate| check_rate(key, rate))?;
        }
        for (key, rate) in [("bytes_per_s", self.bytes_per_s), ("max_bytes_per_s", self.max_bytes_per_s)] {
            rate.map_or(Ok(()), |rate| check_bytes(key, rate))?;
        }
        for (key, ops) in [("burst_ops", self.burst_ops), ("max_burst_ops", self.max_burst_ops)] {
            check_burst(key, ops)?;
        }
        if self.max_ops_per_s.is_some_and(|max| self.ops_per_s.is_none_or(|rate| max < rate)) {
            return Err(("max_ops_per_s", "has to be at least ops_per_s: it is the rate while a burst lasts".into()));
        }
        if self.max_bytes_per_s.is_some_and(|max| self.bytes_per_s.is_none_or(|rate| max < rate)) {
            return Err((
                "max_bytes_per_s",
                "has to be at least bytes_per_s: it is the rate while a burst lasts".into(),
            ));
        }
        Ok(())
    }

    pub(crate) fn saves(&self) -> bool {
        self.burst_ops > 0.0 || self.burst_bytes.0 > 0
    }
}

pub(crate) fn check_bytes(key: &'static str, rate: Bytes) -> Result<(), BrokenRule> {
    if rate.0 > 0 {
        return Ok(());
    }
    Err((key, "0 bytes per second let nothing pass: write a rate above 0".into()))
}

/// Limit of saved-up operations: 1e12 in millionths stay below 2^64.
const LARGEST_BURST: f64 = 1e12;

/// Checks operations that are saved up.
pub(crate) fn check_burst(key: &'static str, ops: f64) -> Result<(), BrokenRule> {
    if (0.0..=LARGEST_BURST).contains(&ops) {
        return Ok(());
    }
    Err((key, format!("{ops} operations is out of range: 0 to 1e12")))
}

/// Which requests a rate counts.
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

impl AppliesTo {
    /// Whether it counts requests of this kind.
    pub(crate) fn counts(self, kind: OpKind) -> bool {
        match (self, kind) {
            (_, OpKind::Flush) => false,
            (AppliesTo::All | AppliesTo::Each, _) => true,
            (AppliesTo::Read, kind) => kind == OpKind::Read,
            (AppliesTo::Write, kind) => kind != OpKind::Read,
        }
    }

    pub(crate) const WORDS: [(&'static str, AppliesTo); 4] =
        [("all", AppliesTo::All), ("read", AppliesTo::Read), ("write", AppliesTo::Write), ("each", AppliesTo::Each)];

    /// The number of rates.
    pub(crate) fn queues(self) -> usize {
        if self == AppliesTo::Each { 2 } else { 1 }
    }

    /// Which of them counts requests of `kind`. Trims count as writes, as in QEMU; flushes pass uncounted.
    pub(crate) fn position(self, kind: OpKind) -> Option<usize> {
        match (self, kind) {
            (_, OpKind::Flush) => None,
            (AppliesTo::Read, OpKind::Write | OpKind::Trim) | (AppliesTo::Write, OpKind::Read) => None,
            (AppliesTo::Each, OpKind::Write | OpKind::Trim) => Some(1),
            _ => Some(0),
        }
    }
}

/// How a rate is handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Refill {
    /// All the time; a request passes when what it costs is there.
    Continuous {},
    /// All the time; a request passes unless the bucket is overdrawn, and pays afterwards.
    Overdrawn {},
    /// A period's share at the start of each period.
    Window {
        /// The period.
        period_ns: Nanos,
    },
}

/// A fixed window: each gets the rate times its length, what is left at its end is gone. A request passes while
/// anything is left; what it takes beyond that the next windows lack, so that the rate holds for any size.
#[derive(Clone, Debug)]
struct Window {
    period_ns: u64,
    rate_per_s: u64,
    /// Start of the window of `used`.
    begins: u64,
    /// In 1e-9 units, so that any period gets its exact share: `rate_per_s * period_ns` of them.
    used: u128,
    share: u128,
    /// The cost last asked about.
    cost: u64,
    refill_ns: u64,
}

const NS_PER_S: u128 = 1_000_000_000;

impl Window {
    fn new(rate_per_s: u64, period: Nanos) -> Window {
        let period_ns = period.0.max(1);
        let share = u128::from(rate_per_s) * u128::from(period_ns);
        Window { period_ns, rate_per_s, begins: 0, used: 0, share, cost: 0, refill_ns: 0 }
    }

    /// When a request may pass that arrives at `now`.
    #[inline]
    fn earliest(&mut self, now: u64, cost: u64) -> u64 {
        if cost != self.cost {
            self.cost = cost;
            let ns = u128::from(cost) * NS_PER_S / u128::from(self.rate_per_s);
            self.refill_ns = u64::try_from(ns).unwrap_or(u64::MAX);
        }
        if now.saturating_sub(self.begins) >= self.period_ns || self.used >= self.share {
            self.roll(now);
        }
        self.begins.max(now)
    }

    /// On to the window of `now`, and to the first one with something left.
    #[cold]
    fn roll(&mut self, now: u64) {
        let passed = now.saturating_sub(self.begins) / self.period_ns;
        self.used = self.used.saturating_sub(self.share.saturating_mul(u128::from(passed)));
        let owed = self.used / self.share;
        self.used -= owed * self.share;
        let windows = passed.saturating_add(u64::try_from(owed).unwrap_or(u64::MAX));
        self.begins = self.begins.saturating_add(windows.saturating_mul(self.period_ns));
    }

    #[inline]
    fn take(&mut self, at: u64) {
        // Something else held it longer: it belongs to the window in which it passes.
        if at.saturating_sub(self.begins) >= self.period_ns {
            self.roll(at);
        }
        self.used += u128::from(self.cost) * NS_PER_S;
    }
}

/// The buckets of one kind, operations or bytes.
#[derive(Clone, Debug)]
enum Meter {
    Flow { main: Bucket, peak: Option<Bucket> },
    Window(Window),
}

impl Meter {
    /// Rate and what can be saved up, in the long run and within a burst.
    fn new(main: (u64, u64), peak: Option<(u64, u64)>, refill: Refill) -> Meter {
        let bucket = |(rate, depth): (u64, u64)| Bucket::new(rate.max(1), depth, refill == Refill::Overdrawn {});
        match refill {
            Refill::Window { period_ns: period } => Meter::Window(Window::new(main.0.max(1), period)),
            Refill::Continuous {} | Refill::Overdrawn {} => Meter::Flow { main: bucket(main), peak: peak.map(bucket) },
        }
    }

    fn start(&mut self, now: Nanos, held: Option<u64>) {
        match self {
            Meter::Window(window) => window.begins = now.0,
            Meter::Flow { main, peak } => {
                if let Some(held) = held {
                    main.start(now, held);
                    if held == 0 {
                        peak.iter_mut().for_each(|peak| peak.start(now, 0));
                    }
                }
            }
        }
    }

    /// When `cost` may pass: the exact instant rounded down and rounded up.
    #[inline]
    fn earliest(&mut self, now: u64, cost: u64) -> (u64, u64) {
        match self {
            Meter::Flow { main, peak: None } => main.earliest(cost),
            Meter::Flow { main, peak: Some(peak) } => {
                let (long, short) = (main.earliest(cost), peak.earliest(cost));
                (long.0.max(short.0), long.1.max(short.1))
            }
            Meter::Window(window) => {
                let at = window.earliest(now, cost);
                (at, at)
            }
        }
    }

    /// Takes the cost last asked about; the time that it takes of the rate, in whole ns.
    #[inline]
    fn take(&mut self, at: u64) -> u64 {
        match self {
            Meter::Flow { main, peak } => {
                main.take(at);
                if let Some(peak) = peak {
                    peak.take(at);
                }
                main.refill_ns()
            }
            Meter::Window(window) => {
                window.take(at);
                window.refill_ns
            }
        }
    }
}

/// Requests that share rates, first in, first out.
#[derive(Clone, Debug)]
struct Queue {
    ops: Option<Meter>,
    bytes: Option<Meter>,
    /// When the last one passed.
    last: u64,
}

impl Queue {
    fn new(rates: &Rates, cost: &Cost, refill: Refill) -> Queue {
        let ops = rates.ops_per_s.map(|rate| {
            let peak = rates.max_ops_per_s.map(|max| (cost.to_units(max), cost.to_units(rates.max_burst_ops)));
            Meter::new((cost.to_units(rate), cost.to_units(rates.burst_ops)), peak, refill)
        });
        let bytes = rates.bytes_per_s.map(|rate| {
            let peak = rates.max_bytes_per_s.map(|max| (max.0, rates.max_burst_bytes.0));
            Meter::new((rate.0, rates.burst_bytes.0), peak, refill)
        });
        Queue { ops, bytes, last: 0 }
    }
}

/// Savings at the start; none: as much as can be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SavedUp {
    pub(crate) ops: Option<f64>,
    pub(crate) bytes: Option<Bytes>,
}

/// The element behind `limit` and `tier`.
#[derive(Debug)]
pub(crate) struct MeterElement {
    queues: Vec<Queue>,
    /// Position of a kind's queue, in the order of `OpKind`: read, write, trim, flush; kinds that pass have none.
    queue_of: [Option<u8>; 4],
    counting: CostRule,
    /// In bucket units: operations, bytes.
    held: [Option<u64>; 2],
    rejects: bool,
}

impl MeterElement {
    /// Reads and writes that share their rates, or have them apart, or only one of them has any.
    pub(crate) fn new(rates: &[Rates], applies_to: AppliesTo, cost: &Cost, refill: Refill) -> MeterElement {
        MeterElement {
            queues: rates.iter().map(|rates| Queue::new(rates, cost, refill)).collect(),
            queue_of: OpKind::ALL.map(|kind| applies_to.position(kind).map(|at| at as u8)),
            counting: cost.counting(),
            held: [None, None],
            rejects: false,
        }
    }

    /// With so much saved up at the start.
    pub(crate) fn holding(mut self, held: SavedUp, cost: &Cost) -> MeterElement {
        self.held = [held.ops.map(|ops| cost.to_units(ops)), held.bytes.map(|bytes| bytes.0)];
        self
    }

    /// A request that would wait fails with EAGAIN instead.
    pub(crate) fn rejecting(self, rejects: bool) -> MeterElement {
        MeterElement { rejects, ..self }
    }
}

/// When a request may pass: the exact instant rounded down and rounded up, and when the one before it passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    floor: u64,
    ceil: u64,
    last: u64,
}

impl Times {
    /// When it leaves. A small cost behind a large one could pass earlier; it may not overtake.
    #[inline]
    pub(crate) fn leaves(self) -> Nanos {
        Nanos(self.last.max(self.ceil))
    }
}

impl MeterElement {
    /// The queue of requests of this kind; none: they pass.
    #[inline]
    pub(crate) fn queue_of(&self, kind: OpKind) -> Option<usize> {
        // A queue for each position in `queue_of`: `new`'s callers hand over as many rates.
        self.queue_of[kind.index()].map(usize::from).filter(|queue| *queue < self.queues.len())
    }

    pub(crate) fn queues(&self) -> usize {
        self.queues.len()
    }

    /// When a request of `len` bytes that is the next in `queue` may pass.
    #[inline]
    pub(crate) fn ask(&mut self, queue: usize, now: Nanos, len: u32) -> Times {
        let (len, queue) = (u64::from(len), &mut self.queues[queue]);
        let units = self.counting.units(len);
        let (mut floor, mut ceil) = (now.0, now.0);
        for (meter, cost) in [(&mut queue.ops, units), (&mut queue.bytes, len)] {
            if let Some(meter) = meter {
                let (down, up) = meter.earliest(now.0, cost);
                (floor, ceil) = (floor.max(down), ceil.max(up));
            }
        }
        Times { floor, ceil, last: queue.last }
    }

    /// Whether a request with these times is rejected.
    #[inline]
    pub(crate) fn rejects_at(&self, now: Nanos, times: Times) -> bool {
        self.rejects && times.ceil > now.0
    }

    /// Lets the request pass that was last asked about.
    #[inline]
    pub(crate) fn take(&mut self, queue: usize, times: Times) -> Departure {
        let queue = &mut self.queues[queue];
        let mut work_ns = 0;
        for meter in [&mut queue.ops, &mut queue.bytes].into_iter().flatten() {
            work_ns = work_ns.max(meter.take(times.floor));
        }
        queue.last = times.leaves().0;
        Departure { at: Nanos(queue.last), service_ns: 0, work_ns, exit: Exit::Next, result: Ok(None) }
    }

    /// The same, or its rejection.
    #[inline]
    pub(crate) fn admit(&mut self, queue: usize, now: Nanos, times: Times) -> Departure {
        if self.rejects_at(now, times) { Departure::error(now, EAGAIN) } else { self.take(queue, times) }
    }

    /// Starts at `at`, behind the requests that pass until then.
    pub(crate) fn start_at(&mut self, at: Nanos) {
        self.queues.iter_mut().for_each(|queue| queue.last = at.0);
        self.start(at);
    }
}

impl Element for MeterElement {
    fn start(&mut self, now: Nanos) {
        for queue in &mut self.queues {
            for (meter, held) in [&mut queue.ops, &mut queue.bytes].into_iter().zip(self.held) {
                meter.iter_mut().for_each(|meter| meter.start(now, held));
            }
        }
    }

    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        let Some(queue) = self.queue_of(request.op.kind) else { return Departure::through(now) };
        let times = self.ask(queue, now, request.op.len);
        self.admit(queue, now, times)
    }

    fn servers(&self) -> u32 {
        self.queues.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rule of a window in its slow form: window by window, in units of 1e-9.
    fn oracle(rate: u64, period_ns: u64, costs: &[(u64, u64)]) -> Vec<u64> {
        let share = i128::from(rate) * i128::from(period_ns);
        let (mut left, mut window, mut now, mut admitted) = (share, 0_u64, 0_u64, Vec::new());
        for &(gap, cost) in costs {
            now += gap;
            // The rest of a window expires, an overdraft is paid back.
            while window < now / period_ns || left <= 0 {
                left = left.min(0) + share;
                window += 1;
            }
            now = now.max(window * period_ns);
            left -= i128::from(cost) * NS_PER_S as i128;
            admitted.push(now);
        }
        admitted
    }

    proptest! {
        #[test]
        fn a_window_admits_as_its_rule_says(
            rate in 100_u64..5_000_000, period_ns in 1_000_u64..2_000_000,
            costs in prop::collection::vec((0_u64..3_000_000, 1_u64..300), 1..60)
        ) {
            let mut window = Window::new(rate, Nanos(period_ns));
            let (mut now, mut admitted) = (0, Vec::new());
            for &(gap, cost) in &costs {
                now = window.earliest(now + gap, cost);
                window.take(now);
                admitted.push(now);
            }
            prop_assert_eq!(admitted, oracle(rate, period_ns, &costs));
        }
    }
}
