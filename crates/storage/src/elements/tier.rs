//! `tier`: a rate that grows with the volume, as clouds and arrays sell it: operations and bytes per second per GB,
//! between a floor and a ceiling, with what an idle volume saves up.
//!
//! Operations per second = base + ops_per_gb · GB, then at least `floor` and at most `ceiling`. Bytes per second
//! likewise from `bytes_base` and `bytes_per_gb`, or as `bytes_per_op` for each operation per second that came out
//! (IBM VPC: IOPS · 16 KB). Both hold at once. A GB is 10^9 bytes or 2^30: 2 TB at 10 per GB are 20,000, 2 TiB are
//! 20,480 per GiB and 21,990 per GB.
//!
//! Credits are a bucket that fills at that rate and is spent at `burst_ops_per_s`: they last credits / (burst - rate).
//! gp2: 5.4e6 / (3000 - 3 · GiB) seconds. Where the rate reaches the burst, at 1000 GiB, credits say nothing more.
//! Operations and bytes have credits of their own (Azure Premium). Without credits, `burst` is what is saved up, as a
//! time: report S3's 100 GB passed 60,951 operations in 60 s, 951 more than 1000 per second.
//!
//! What it does not do: wait apart for reads and writes that share a rate, or reject; put a `limit` behind it for an
//! instance's cap. Credits do not grow with the volume (st1, sc1): write the balance of the volume described.

use plimsoll_base::{Bytes, Nanos, Op};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::{BrokenRule, Element, ElementKind, Parameter, Surroundings, check_rate};
use crate::error::StackError;
use crate::cost::Cost;
use crate::meter::{AppliesTo, SavedUp, MeterElement, Rates, Refill, check_burst, check_bytes};
use crate::read::Section;
use crate::wiring::{Demand, Omission, Scope, Wiring};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "tier",
    summary: "operations and/or bytes per second per GB of the volume, with floor, ceiling and credits",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Disk,
    parameters: &[
        Parameter { name: "ops_per_gb", unit: "1/s per GB", default: "0", what: "operations per second for each GB" },
        Parameter { name: "base", unit: "1/s", default: "0", what: "operations per second whatever the size" },
        Parameter { name: "floor", unit: "1/s", default: "none", what: "at least this many operations per second" },
        Parameter { name: "ceiling", unit: "1/s", default: "none", what: "at most this many operations per second" },
        Parameter { name: "gb", unit: "decimal | binary", default: "decimal", what: "a GB is 10^9 bytes, or 2^30" },
        Parameter { name: "size", unit: "size", default: "the volume's", what: "the size that is paid for" },
        Parameter { name: "bytes_per_gb", unit: "size per second", default: "0", what: "bytes per second for each GB" },
        Parameter {
            name: "bytes_per_op",
            unit: "size",
            default: "none",
            what: "bytes per second for each operation per second of the tier",
        },
        Parameter { name: "bytes_base", unit: "size per second", default: "0", what: "whatever the size" },
        Parameter { name: "bytes_floor", unit: "size per second", default: "none", what: "at least this many bytes" },
        Parameter { name: "bytes_ceiling", unit: "size per second", default: "none", what: "at most this many bytes" },
        Parameter {
            name: "applies_to",
            unit: "all | read | write | each",
            default: "all",
            what: "reads and writes share the rate; only reads; only writes; reads and writes each have the full rate",
        },
        Parameter {
            name: "cost",
            unit: "none | ceil | linear | table",
            default: "none",
            what: "operations a request counts as: 1; size / unit rounded up; size / unit, at least 1; as costs says",
        },
        Parameter { name: "unit", unit: "size", default: "32k", what: "of cost ceil and linear" },
        Parameter {
            name: "costs",
            unit: "[[size, operations], …]",
            default: "none",
            what: "of cost table; straight lines between sizes and on beyond the last, flat up to the first",
        },
        Parameter {
            name: "burst",
            unit: "time",
            default: "one operation",
            what: "what is saved up is what the rate gives in this time; credits say it in operations",
        },
        Parameter { name: "credits", unit: "operations", default: "none", what: "the most that can be saved up" },
        Parameter { name: "burst_ops_per_s", unit: "1/s", default: "none", what: "the rate while credits last" },
        Parameter { name: "credit_bytes", unit: "size", default: "none", what: "the most bytes that can be saved up" },
        Parameter {
            name: "burst_bytes_per_s",
            unit: "size per second",
            default: "none",
            what: "the rate while those last",
        },
        Parameter {
            name: "initial",
            unit: "full | empty | \"40%\"",
            default: "full",
            what: "what is saved up at the start",
        },
    ],
    example: "ops_per_gb = 10\nsize = \"2tb\"\n",
};

/// A `tier`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TierSpec {
    /// Operations per second for each GB; none of these three: operations are not limited.
    pub ops_per_gb: Option<f64>,
    /// Operations per second whatever the size.
    pub base: Option<f64>,
    /// At least.
    pub floor: Option<f64>,
    /// At most.
    pub ceiling: Option<f64>,
    /// What a GB is.
    pub gb_bytes: Bytes,
    /// The size that is paid for; none: the volume's.
    pub size_bytes: Option<Bytes>,
    /// Bytes per second for each GB; none of these four: bytes are not limited.
    pub bytes_per_gb: Option<Bytes>,
    /// Bytes per second for each operation per second.
    pub bytes_per_op: Option<Bytes>,
    /// Bytes per second whatever the size.
    pub bytes_base: Option<Bytes>,
    /// At least.
    pub bytes_floor: Option<Bytes>,
    /// At most.
    pub bytes_ceiling: Option<Bytes>,
    /// Which requests count.
    pub applies_to: AppliesTo,
    /// How much they count.
    pub cost: Cost,
    /// What is saved up where there are no credits.
    pub burst_ns: Nanos,
    /// Operations that can be saved up.
    pub credits: Option<f64>,
    /// Operations per second while they last.
    pub burst_ops_per_s: Option<f64>,
    /// Bytes that can be saved up.
    pub credit_bytes: Option<Bytes>,
    /// Bytes per second while they last.
    pub burst_bytes_per_s: Option<Bytes>,
    /// Share of it that is there at the start, in percent.
    pub initial_percent: f64,
}

pub(super) fn read(from: &Section<'_>) -> Result<TierSpec, StackError> {
    let binary = from.choice("gb", &[("decimal", false), ("binary", true)])?.unwrap_or(false);
    let spec = TierSpec {
        ops_per_gb: from.number("ops_per_gb")?,
        base: from.number("base")?,
        floor: from.number("floor")?,
        ceiling: from.number("ceiling")?,
        gb_bytes: Bytes(if binary { 1 << 30 } else { 1_000_000_000 }),
        size_bytes: from.size("size")?,
        bytes_per_gb: from.size("bytes_per_gb")?,
        bytes_per_op: from.size("bytes_per_op")?,
        bytes_base: from.size("bytes_base")?,
        bytes_floor: from.size("bytes_floor")?,
        bytes_ceiling: from.size("bytes_ceiling")?,
        applies_to: from.choice("applies_to", &AppliesTo::WORDS)?.unwrap_or(AppliesTo::All),
        cost: Cost::read(from, "none")?,
        burst_ns: from.time("burst")?.unwrap_or(Nanos::ZERO),
        credits: from.number("credits")?,
        burst_ops_per_s: from.number("burst_ops_per_s")?,
        credit_bytes: from.size("credit_bytes")?,
        burst_bytes_per_s: from.size("burst_bytes_per_s")?,
        initial_percent: read_initial(from)?,
    };
    if !spec.limits_ops() && !spec.limits_bytes() {
        return Err(from.missing("ops_per_gb", "operations per second for each GB (or base, floor, bytes_per_gb, …)"));
    }
    let idle = spec.burst_ns == Nanos::ZERO && spec.credits.is_none() && spec.credit_bytes.is_none();
    if from.has("initial") && idle {
        return Err(from.wrong("initial", "has no effect without burst, credits or credit_bytes: nothing is saved up"));
    }
    Ok(spec)
}

/// The share that is saved up at the start, in percent.
fn read_initial(from: &Section<'_>) -> Result<f64, StackError> {
    let expected = "\"full\", \"empty\" or a share such as \"40%\"";
    match from.text("initial", expected)? {
        None | Some("full") => Ok(100.0),
        Some("empty") => Ok(0.0),
        Some(text) => match text.strip_suffix('%').and_then(|share| share.trim().parse::<f64>().ok()) {
            Some(share) if (0.0..=100.0).contains(&share) => Ok(share),
            _ => Err(from.wrong("initial", format!("'{text}' is not a balance: write {expected}"))),
        },
    }
}

/// Range of rates in which the arithmetic of buckets is exact.
const RATES_PER_S: (f64, f64) = (0.001, 1e9);

impl TierSpec {
    fn on_paper(&self, op: &Op, around: &Surroundings<'_>) -> (f64, f64) {
        if !self.applies_to.counts(op.kind) {
            return (0.0, 0.0);
        }
        let ops = self.cost.of(u64::from(op.len));
        self.rates(around.first_volume_bytes).on_paper(Refill::Continuous {}, ops, op.len)
    }
}

impl Wiring for TierSpec {
    fn demand(&self, op: &Op, around: &Surroundings<'_>) -> Demand {
        Demand { work_ns: self.on_paper(op, around).0, ..Demand::NONE }
    }

    fn second_work_ns(&self, op: &Op, around: &Surroundings<'_>) -> f64 {
        self.on_paper(op, around).1
    }

    fn kinds_apart(&self) -> bool {
        self.applies_to == AppliesTo::Each
    }

    fn not_on_paper(&self) -> Option<Omission> {
        Some(Omission::CreditsAndBursts)
    }
}

impl TierSpec {
    fn limits_ops(&self) -> bool {
        self.ops_per_gb.is_some() || self.base.is_some() || self.floor.is_some()
    }

    fn limits_bytes(&self) -> bool {
        let bytes = [self.bytes_per_gb, self.bytes_per_op, self.bytes_base, self.bytes_floor];
        bytes.iter().any(Option::is_some)
    }

    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        self.cost.check()?;
        let ops = [("ops_per_gb", self.ops_per_gb), ("base", self.base), ("floor", self.floor)];
        for (key, rate) in ops.into_iter().chain([("ceiling", self.ceiling), ("burst_ops_per_s", self.burst_ops_per_s)]) {
            rate.map_or(Ok(()), |rate| check_rate(key, rate))?;
        }
        let bytes = [("bytes_per_gb", self.bytes_per_gb), ("bytes_per_op", self.bytes_per_op)];
        let caps = [("bytes_floor", self.bytes_floor), ("bytes_ceiling", self.bytes_ceiling)];
        let others = [("bytes_base", self.bytes_base), ("burst_bytes_per_s", self.burst_bytes_per_s)];
        for (key, rate) in bytes.into_iter().chain(caps).chain(others) {
            rate.map_or(Ok(()), |rate| check_bytes(key, rate))?;
        }
        let sizes = [("size", self.size_bytes), ("gb", Some(self.gb_bytes)), ("credit_bytes", self.credit_bytes)];
        if let Some((key, _)) = sizes.into_iter().find(|(_, size)| *size == Some(Bytes(0))) {
            return Err((key, "0 is not a size: write one above 0, or leave it out".into()));
        }
        self.credits.map_or(Ok(()), |credits| check_burst("credits", credits))?;
        if !(0.0..=100.0).contains(&self.initial_percent) {
            return Err(("initial", format!("{} % is not a share: 0 to 100", self.initial_percent)));
        }
        self.check_together()
    }

    /// Checks which keys need each other, and which exclude each other.
    fn check_together(&self) -> Result<(), BrokenRule> {
        let broken = |key, why: &str| Err((key, why.to_string()));
        let (ops, bytes) = (self.limits_ops(), self.limits_bytes());
        if !ops && !bytes {
            return broken("ops_per_gb", "needs a rate: ops_per_gb, base or floor, or one of bytes");
        }
        let no_ops = "has no effect without a rate of operations: add ops_per_gb, base or floor";
        let no_bytes = "has no effect without a rate of bytes: add bytes_per_gb, bytes_per_op, bytes_base or bytes_floor";
        let needs_ops = [
            ("ceiling", self.ceiling.is_some()),
            ("credits", self.credits.is_some()),
            ("burst_ops_per_s", self.burst_ops_per_s.is_some()),
            ("bytes_per_op", self.bytes_per_op.is_some()),
            ("cost", self.cost != Cost::None {}),
        ];
        if let Some((key, _)) = needs_ops.into_iter().find(|(_, written)| *written && !ops) {
            return broken(key, no_ops);
        }
        let needs_bytes = [
            ("bytes_ceiling", self.bytes_ceiling.is_some()),
            ("credit_bytes", self.credit_bytes.is_some()),
            ("burst_bytes_per_s", self.burst_bytes_per_s.is_some()),
        ];
        if let Some((key, _)) = needs_bytes.into_iter().find(|(_, written)| *written && !bytes) {
            return broken(key, no_bytes);
        }
        if self.bytes_per_op.is_some() && self.bytes_per_gb.is_some() {
            return broken("bytes_per_op", "cannot be combined with bytes_per_gb: bytes follow the operations or the size");
        }
        if self.floor.zip(self.ceiling).is_some_and(|(floor, ceiling)| floor > ceiling) {
            return broken("floor", "is above the ceiling: no rate is both");
        }
        if self.bytes_floor.zip(self.bytes_ceiling).is_some_and(|(floor, ceiling)| floor > ceiling) {
            return broken("bytes_floor", "is above bytes_ceiling: no rate is both");
        }
        if self.credits.is_some() != self.burst_ops_per_s.is_some() {
            let key = if self.credits.is_some() { "credits" } else { "burst_ops_per_s" };
            return broken(key, "needs the other of credits and burst_ops_per_s: how much, and how fast it is spent");
        }
        if self.credit_bytes.is_some() != self.burst_bytes_per_s.is_some() {
            let key = if self.credit_bytes.is_some() { "credit_bytes" } else { "burst_bytes_per_s" };
            return broken(key, "needs the other of credit_bytes and burst_bytes_per_s: how much, and how fast it is spent");
        }
        if self.burst_ns > Nanos::ZERO && (self.credits.is_some() || self.credit_bytes.is_some()) {
            return broken("burst", "cannot be combined with credits or credit_bytes: both say what is saved up");
        }
        Ok(())
    }

    /// The rates of a volume of this size.
    pub fn rates(&self, volume_bytes: u64) -> Rates {
        let gb = self.size_bytes.map_or(volume_bytes, |size| size.0) as f64 / self.gb_bytes.0.max(1) as f64;
        let mut rates = Rates::default();
        let mut ops_per_s = self.base.unwrap_or(0.0) + self.ops_per_gb.unwrap_or(0.0) * gb;
        ops_per_s = ops_per_s.max(self.floor.unwrap_or(0.0)).min(self.ceiling.unwrap_or(f64::INFINITY));
        // A checked tier of a very small or large volume may still lie beyond what buckets carry.
        ops_per_s = ops_per_s.max(RATES_PER_S.0).min(RATES_PER_S.1);
        if self.limits_ops() {
            rates.ops_per_s = Some(ops_per_s);
            rates.burst_ops = (self.burst_ns.as_secs_f64() * ops_per_s).min(1e12);
            // Credits that are spent no faster than they are earned are none.
            if let (Some(credits), Some(burst)) = (self.credits, self.burst_ops_per_s.filter(|b| *b > ops_per_s)) {
                (rates.burst_ops, rates.max_ops_per_s) = (credits, Some(burst));
            }
        }
        let or_none = |bytes: Option<Bytes>| bytes.map_or(0.0, |bytes| bytes.0 as f64);
        let mut bytes_per_s = or_none(self.bytes_base) + or_none(self.bytes_per_gb) * gb;
        bytes_per_s += or_none(self.bytes_per_op) * ops_per_s;
        let bytes_per_s = Bytes(bytes_per_s.round() as u64).max(self.bytes_floor.unwrap_or(Bytes(1)));
        let bytes_per_s = bytes_per_s.min(self.bytes_ceiling.unwrap_or(Bytes(u64::MAX)));
        if self.limits_bytes() {
            rates.bytes_per_s = Some(bytes_per_s);
            rates.burst_bytes = Bytes((self.burst_ns.as_secs_f64() * bytes_per_s.0 as f64).round() as u64);
            let burst = self.burst_bytes_per_s.filter(|burst| *burst > bytes_per_s);
            if let (Some(credits), Some(burst)) = (self.credit_bytes, burst) {
                (rates.burst_bytes, rates.max_bytes_per_s) = (credits, Some(burst));
            }
        }
        rates
    }

    pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
        let rates = self.rates(around.volume_bytes);
        let share = self.initial_percent / 100.0;
        let held = match self.initial_percent < 100.0 {
            false => SavedUp::default(),
            true => SavedUp {
                ops: Some(rates.burst_ops * share),
                bytes: Some(Bytes((rates.burst_bytes.0 as f64 * share).round() as u64)),
            },
        };
        let queues = vec![rates; self.applies_to.queues()];
        Box::new(MeterElement::new(&queues, self.applies_to, &self.cost, Refill::Continuous {}).holding(held, &self.cost))
    }
}
