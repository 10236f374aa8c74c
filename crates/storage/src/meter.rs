//! What `limit` and `tier` share: how the size of a request counts, the buckets it is charged to, and the element that
//! holds it until it may pass. The two files beside it only say which rates those are.
//!
//! Every kind (operations, bytes) has a pair of buckets, as in QEMU's throttle: one for the rate in the long run and
//! what is saved up for it, one for the rate while that lasts. A credit balance is the same pair: 5.4 million saved up
//! at the baseline, spent at 3000 per second. A request passes when all its buckets let it; it is charged to all.
//!
//! When a request leaves is computed when it arrives, so what shares a bucket is first in, first out. Rates that are to
//! hold up only some requests belong into queues of their own (`applies_to`), or into two elements one after another.
//!
//! Budget: 15 ns per request with one bucket, 30 ns with four. No allocation, and no division while sizes repeat.

use plimsoll_base::{Bytes, Nanos, OpKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bucket::Bucket;
use crate::element::{Broken, Departure, Element, Request, check_rate};
use crate::error::StackError;
use crate::read::Section;

/// What a rejected request gets: EAGAIN, as from dmclock's "reject".
const EAGAIN: i32 = 11;

/// How many operations a request counts as.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Cost {
    /// One, whatever its size.
    None {},
    /// Size / unit, rounded up; at least 1.
    Ceil {
        /// The unit.
        unit_bytes: Bytes,
    },
    /// Size / unit; at least 1.
    Linear {
        /// The unit.
        unit_bytes: Bytes,
    },
    /// As a table says: at a size of the table what stands there, between two sizes on the straight line between them,
    /// up to the first what stands there, beyond the last on along the line of the last two.
    Table {
        /// Sizes, rising, with what they cost, not falling.
        costs: Vec<(Bytes, f64)>,
    },
}

/// Parts of an operation in which it is counted: thousandths, so that 0.5 operations per second is a whole number of
/// them; millionths with a table. A linear cost divides further by its unit: 1e9/s · 1000 · 16 MiB stays below 2^64.
const PARTS: u64 = 1000;
const TABLE_PARTS: u64 = 1_000_000;
const LARGEST_UNIT: Bytes = Bytes(16 << 20);
/// The most operations that an entry of a table may say, and so many can be saved up: 1e12 · 1e6 stays below 2^64.
const LARGEST_COST: f64 = 1e6;
const LARGEST_BURST: f64 = 1e12;

impl Cost {
    /// Reads `cost`, `unit` and `costs`; none when `cost` was not written. `chosen` stands for what was not written.
    pub(crate) fn read(from: &Section<'_>, chosen: &str) -> Result<Cost, StackError> {
        let words = ["none", "ceil", "linear", "table"];
        let word = from.choice("cost", &words.map(|word| (word, word)))?.unwrap_or(chosen);
        if from.has("unit") && !matches!(word, "ceil" | "linear") {
            return Err(from.wrong("unit", "has no effect without cost = \"ceil\" or \"linear\""));
        }
        if from.has("costs") && word != "table" {
            return Err(from.wrong("costs", "has no effect without cost = \"table\""));
        }
        let unit_bytes = from.size("unit")?.unwrap_or(Bytes(32 << 10));
        Ok(match word {
            "ceil" => Cost::Ceil { unit_bytes },
            "linear" => Cost::Linear { unit_bytes },
            "table" => {
                let what = "sizes and the operations they count as, such as [[\"4k\", 1], [\"32k\", 5]]";
                Cost::Table { costs: from.pairs("costs")?.ok_or_else(|| from.missing("costs", what))? }
            }
            _ => Cost::None {},
        })
    }

    pub(crate) fn check(&self) -> Result<(), Broken> {
        match self {
            Cost::None {} => Ok(()),
            Cost::Ceil { unit_bytes: unit } | Cost::Linear { unit_bytes: unit } => {
                if unit.0 == 0 || *unit > LARGEST_UNIT {
                    return Err(("unit", format!("{unit} is not a unit: write a size from 1 to {LARGEST_UNIT}")));
                }
                Ok(())
            }
            Cost::Table { costs } => {
                if costs.is_empty() {
                    return Err(("costs", "is empty: write at least one size, such as [[\"4k\", 1]]".into()));
                }
                if let Some((size, cost)) = costs.iter().find(|(_, cost)| !(0.001..=LARGEST_COST).contains(cost)) {
                    return Err((
                        "costs",
                        format!("{cost} at {size} is out of range: 0.001 to {LARGEST_COST} operations"),
                    ));
                }
                match costs.windows(2).find(|w| w[1].0 <= w[0].0 || w[1].1 < w[0].1) {
                    None => Ok(()),
                    Some(w) => Err((
                        "costs",
                        format!("{} after {}: write rising sizes whose costs do not fall", w[1].0, w[0].0),
                    )),
                }
            }
        }
    }

    /// Bucket units of one operation.
    fn units_per_op(&self) -> u64 {
        match self {
            Cost::None {} | Cost::Ceil { .. } => PARTS,
            Cost::Linear { unit_bytes } => PARTS * unit_bytes.0,
            Cost::Table { .. } => TABLE_PARTS,
        }
    }

    /// `ops` operations in bucket units.
    fn scaled(&self, ops: f64) -> u64 {
        let per_op = self.units_per_op();
        // Rounding in parts first: 0.1 · 1000 is not a whole number in binary.
        let parts = if let Cost::Table { .. } = self { TABLE_PARTS } else { PARTS };
        ((ops * parts as f64).round() as u64).saturating_mul(per_op / parts)
    }

    fn counting(&self) -> Counting {
        match self {
            Cost::None {} => Counting::One,
            Cost::Ceil { unit_bytes } => Counting::Ceil(unit_bytes.0.max(1)),
            Cost::Linear { unit_bytes } => Counting::Linear(unit_bytes.0.max(1)),
            Cost::Table { costs } => {
                Counting::Table(costs.iter().map(|(size, cost)| (size.0, self.scaled(*cost))).collect())
            }
        }
    }
}

/// [`Cost`], ready to count.
#[derive(Clone, Debug)]
enum Counting {
    One,
    Ceil(u64),
    Linear(u64),
    Table(Box<[(u64, u64)]>),
}

impl Counting {
    /// What a request of `len` bytes takes out of the bucket of operations.
    #[inline]
    fn units(&self, len: u64) -> u64 {
        match self {
            Counting::One => PARTS,
            Counting::Ceil(unit) => PARTS * len.div_ceil(*unit).max(1),
            Counting::Linear(unit) => PARTS * len.max(*unit),
            Counting::Table(points) => interpolated(points, len),
        }
    }
}

/// The cost at `len` from points of rising size: flat up to the first, beyond the last along the last two.
fn interpolated(points: &[(u64, u64)], len: u64) -> u64 {
    let above = points.partition_point(|(size, _)| *size < len);
    if above == 0 || points.len() == 1 {
        return points.first().map_or(PARTS, |(_, cost)| *cost);
    }
    let upper = above.min(points.len() - 1);
    let ((x0, y0), (x1, y1)) = (points[upper - 1], points[upper]);
    // Sizes rise and costs don't fall (`Cost::check`). A request is below 2^32 bytes, an entry below 2^40 units.
    let (rise, run) = (u128::from(y1.saturating_sub(y0)), u128::from(x1.saturating_sub(x0).max(1)));
    let more = (rise * u128::from(len.saturating_sub(x0)) + run / 2) / run;
    y0.saturating_add(u64::try_from(more).unwrap_or(u64::MAX))
}

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
    pub(crate) fn check(&self) -> Result<(), Broken> {
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

    /// Requests of `len` bytes per second in the long run.
    pub fn sustained_per_s(&self, cost: &Cost, len: u32) -> f64 {
        let (units, len) = (cost.counting().units(u64::from(len)), f64::from(len));
        let ops = self.ops_per_s.map(|rate| rate * cost.units_per_op() as f64 / units as f64);
        let bytes = self.bytes_per_s.filter(|_| len > 0.0).map(|rate| rate.0 as f64 / len);
        ops.unwrap_or(f64::INFINITY).min(bytes.unwrap_or(f64::INFINITY))
    }
}

/// Checks a rate of bytes.
pub(crate) fn check_bytes(key: &'static str, rate: Bytes) -> Result<(), Broken> {
    if rate.0 > 0 {
        return Ok(());
    }
    Err((key, "0 bytes per second let nothing pass: write a rate above 0".into()))
}

/// Checks operations that are saved up.
pub(crate) fn check_burst(key: &'static str, ops: f64) -> Result<(), Broken> {
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
    pub(crate) const WORDS: [(&'static str, AppliesTo); 4] =
        [("all", AppliesTo::All), ("read", AppliesTo::Read), ("write", AppliesTo::Write), ("each", AppliesTo::Each)];

    /// How many rates it speaks of.
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
    /// When the window begins that `used` speaks of.
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

/// What one kind, operations or bytes, is charged to.
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
            let peak = rates.max_ops_per_s.map(|max| (cost.scaled(max), cost.scaled(rates.max_burst_ops)));
            Meter::new((cost.scaled(rate), cost.scaled(rates.burst_ops)), peak, refill)
        });
        let bytes = rates.bytes_per_s.map(|rate| {
            let peak = rates.max_bytes_per_s.map(|max| (max.0, rates.max_burst_bytes.0));
            Meter::new((rate.0, rates.burst_bytes.0), peak, refill)
        });
        Queue { ops, bytes, last: 0 }
    }
}

/// What is saved up at the start; none: as much as can be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Held {
    pub(crate) ops: Option<f64>,
    pub(crate) bytes: Option<Bytes>,
}

/// The element behind `limit` and `tier`.
#[derive(Debug)]
pub(crate) struct Metered {
    queues: Vec<Queue>,
    /// Position of a kind's queue, in the order of `OpKind`: read, write, trim, flush; kinds that pass have none.
    queue_of: [Option<u8>; 4],
    counting: Counting,
    /// In bucket units: operations, bytes.
    held: [Option<u64>; 2],
    rejects: bool,
}

impl Metered {
    /// Reads and writes that share their rates, or have them apart, or only one of them has any.
    pub(crate) fn new(rates: &[Rates], applies_to: AppliesTo, cost: &Cost, refill: Refill) -> Metered {
        Metered {
            queues: rates.iter().map(|rates| Queue::new(rates, cost, refill)).collect(),
            queue_of: OpKind::ALL.map(|kind| applies_to.position(kind).map(|at| at as u8)),
            counting: cost.counting(),
            held: [None, None],
            rejects: false,
        }
    }

    /// With so much saved up at the start.
    pub(crate) fn holding(mut self, held: Held, cost: &Cost) -> Metered {
        self.held = [held.ops.map(|ops| cost.scaled(ops)), held.bytes.map(|bytes| bytes.0)];
        self
    }

    /// A request that would wait fails with EAGAIN instead.
    pub(crate) fn rejecting(self, rejects: bool) -> Metered {
        Metered { rejects, ..self }
    }
}

impl Element for Metered {
    fn start(&mut self, now: Nanos) {
        for queue in &mut self.queues {
            for (meter, held) in [&mut queue.ops, &mut queue.bytes].into_iter().zip(self.held) {
                meter.iter_mut().for_each(|meter| meter.start(now, held));
            }
        }
    }

    fn arrive(&mut self, now: Nanos, request: &Request) -> Departure {
        let Some(queue) = self.queue_of[request.op.kind.index()] else { return Departure::through(now) };
        let len = u64::from(request.op.len);
        let units = self.counting.units(len);
        // A queue for each position in `queue_of`: `new`'s callers hand over as many rates.
        let Some(queue) = self.queues.get_mut(usize::from(queue)) else { return Departure::through(now) };
        let (mut floor, mut ceil) = (now.0, now.0);
        for (meter, cost) in [(&mut queue.ops, units), (&mut queue.bytes, len)] {
            if let Some(meter) = meter {
                let (down, up) = meter.earliest(now.0, cost);
                (floor, ceil) = (floor.max(down), ceil.max(up));
            }
        }
        if self.rejects && ceil > now.0 {
            return Departure::failed(now, EAGAIN);
        }
        let mut work_ns = 0;
        for meter in [&mut queue.ops, &mut queue.bytes].into_iter().flatten() {
            work_ns = work_ns.max(meter.take(floor));
        }
        // A small cost behind a large one could pass earlier; it may not overtake.
        queue.last = queue.last.max(ceil);
        Departure { at: Nanos(queue.last), service_ns: 0, work_ns, result: Ok(None) }
    }

    fn servers(&self) -> u32 {
        self.queues.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rule of a window told slowly: window by window, in units of 1e-9.
    fn oracle(rate: u64, period_ns: u64, costs: &[(u64, u64)]) -> Vec<u64> {
        let share = i128::from(rate) * i128::from(period_ns);
        let (mut left, mut window, mut now, mut admitted) = (share, 0_u64, 0_u64, Vec::new());
        for &(gap, cost) in costs {
            now += gap;
            // What is left over is gone, what was overdrawn is paid back.
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

        #[test]
        fn a_table_meets_its_points_and_never_falls(
            steps in prop::collection::vec((1_u64..1 << 20, 0_u32..1000), 1..8), lens in prop::collection::vec(0_u64..1 << 32, 2..20)
        ) {
            let mut at = (0_u64, 1.0);
            let costs: Vec<(Bytes, f64)> = steps.iter().map(|(size, cost)| {
                at = (at.0 + size, at.1 + f64::from(*cost) / 8.0);
                (Bytes(at.0), at.1)
            }).collect();
            let cost = Cost::Table { costs: costs.clone() };
            prop_assert_eq!(cost.check(), Ok(()));
            let counting = cost.counting();
            for (size, ops) in costs {
                prop_assert_eq!(counting.units(size.0), (ops * TABLE_PARTS as f64) as u64);
            }
            let mut lens = lens;
            lens.sort_unstable();
            prop_assert!(lens.windows(2).all(|w| counting.units(w[0]) <= counting.units(w[1])));
        }
    }

    #[test]
    fn sustained_rates_are_those_of_the_narrower_bucket() {
        let rates = Rates { ops_per_s: Some(3000.0), bytes_per_s: Some(Bytes(96_000_000)), ..Rates::default() };
        let ceil = Cost::Ceil { unit_bytes: Bytes(32 << 10) };
        assert_eq!(rates.sustained_per_s(&Cost::None {}, 4096), 3000.0);
        assert_eq!(rates.sustained_per_s(&Cost::None {}, 64_000), 1500.0);
        assert_eq!(rates.sustained_per_s(&ceil, 40_000), 1500.0);
    }
}
