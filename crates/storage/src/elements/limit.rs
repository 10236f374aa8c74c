//! `limit`: lets requests pass at a rate, of operations, of bytes or of both; first in, first out.
//!
//! One element covers what vendors call IOPS limit, bandwidth cap and throttle: rate, how the size of a request counts
//! (`cost`), and what may be saved up (`burst`, `max_ops_per_s`). A rate by the size of the volume is a `tier`. Refill
//! is continuous and exact (see `bucket.rs`): 3000 per second are 3000.000 per second. Limits that empty a bucket and
//! then wait for the next window give less: 2765 where 3000 was set (firecracker#2176).
//!
//! Size accounting: `none` counts requests (ESXi 6.5 to 7.0 U3, policy limit), `ceil` counts started units (ESXi's
//! mClock: 40 KiB at 32 KiB is 2), `linear` counts fractions but at least 1 (QEMU's iops-size: 40 KiB is 1.25), `table`
//! follows a curve by size (SolidFire's QoS, relative to 4 KiB).
//! A request that costs more than the bucket holds passes when the bucket is full, and leaves a debt. Trims count as
//! writes, as in QEMU; flushes pass uncounted.
//!
//! Profiles are the throttles that people meet:
//! * `esxi-iofilter`: a storage policy's limit on ESXi 6.5 to 7.0 U3 and 8.0 to U2: requests (Broadcom KB 385258).
//! * `esxi-mclock`: the same policy on ESXi from 7.0 U3q and 8.0 U3: started units of 32 KiB (the same KB).
//! * `vsan`: vSAN's limit: 32 KiB units, handed out a second at a time (cormachogan.com 2016/02/19).
//! * `qemu`: -drive throttling.* and libvirt's iotune (QEMU, util/throttle.c): a level that leaks; a request passes unless
//!   the level is above the bucket of 100 ms, and pays afterwards. With a max, the bucket is max x length, and above a
//!   second a second one of max / 10 leaks at max: a burst lasts (max x length - max / 10) / (max - rate).
//!
//! What it does not do: let reads overtake writes that wait for a rate which both share. QEMU's iops-total beside
//! bps-read is two limits, one after another; so are reads and writes whose bursts differ.

mod live;
mod spec;

use plimsoll_base::{Bytes, Nanos, Op, OpKind};

use crate::element::{BrokenRule, Element, ElementKind, Parameter, Surroundings, check_rate};
use crate::cost::Cost;
use crate::error::StackError;
use crate::meter::{AppliesTo, Rates, Refill, check_bytes};
use crate::read::Section;
use crate::wiring::{Demand, Omission, Scope, Wiring};

pub use spec::{AtLimit, Initial, LimitSpec, Profile};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "limit",
    summary: "a cap on operations and/or bytes per second, with burst credit",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Group,
    parameters: &[
        Parameter { name: "ops_per_s", unit: "1/s", default: "none", what: "operations per second, as cost counts them" },
        Parameter { name: "bytes_per_s", unit: "size per second", default: "none", what: "bytes per second" },
        Parameter {
            name: "applies_to",
            unit: "all | read | write | each",
            default: "all",
            what: "reads and writes share the rate; only reads; only writes; reads and writes each have the full rate",
        },
        Parameter { name: "read_ops_per_s", unit: "1/s", default: "none", what: "of reads, when they have their own" },
        Parameter { name: "write_ops_per_s", unit: "1/s", default: "none", what: "of writes and trims" },
        Parameter { name: "read_bytes_per_s", unit: "size per second", default: "none", what: "of reads" },
        Parameter { name: "write_bytes_per_s", unit: "size per second", default: "none", what: "of writes and trims" },
        Parameter {
            name: "profile",
            unit: "esxi-iofilter | esxi-mclock | vsan | qemu",
            default: "none",
            what: "count operations and burst credit as that throttle does",
        },
        Parameter {
            name: "cost",
            unit: "none | ceil | linear | table",
            default: "none",
            what: "operations a request counts as: 1; size / unit rounded up; size / unit, at least 1; as costs says",
        },
        Parameter { name: "unit", unit: "size", default: "32k", what: "of cost ceil and linear; of QEMU, iops-size" },
        Parameter {
            name: "costs",
            unit: "[[size, operations], …]",
            default: "none",
            what: "of cost table; straight lines between sizes and on beyond the last, flat up to the first",
        },
        Parameter {
            name: "refill",
            unit: "continuous | window",
            default: "continuous",
            what: "continuously; or a whole period's share at once, of which the rest is lost at its end",
        },
        Parameter { name: "period", unit: "time", default: "1s", what: "of refill window" },
        Parameter {
            name: "burst",
            unit: "time",
            default: "one operation",
            what: "the bucket holds what is refilled in this time",
        },
        Parameter { name: "burst_ops", unit: "operations", default: "burst", what: "the bucket of ops_per_s" },
        Parameter { name: "burst_bytes", unit: "size", default: "burst", what: "the bucket of bytes_per_s" },
        Parameter {
            name: "max_ops_per_s",
            unit: "1/s",
            default: "none",
            what: "operations per second while a burst lasts, as QEMU's iops-max: the bucket holds max_for of it",
        },
        Parameter { name: "max_bytes_per_s", unit: "size per second", default: "none", what: "likewise of bytes" },
        Parameter { name: "max_for", unit: "time", default: "1s", what: "QEMU's length; up to 1s all may pass at once" },
        Parameter {
            name: "pay",
            unit: "before | after",
            default: "before",
            what: "a request waits for what it costs; or only until the bucket is not overdrawn",
        },
        Parameter { name: "initial", unit: "full | empty", default: "full", what: "the bucket at the start" },
        Parameter {
            name: "at_limit",
            unit: "wait | reject",
            default: "wait",
            what: "a request without tokens queues; or fails at once with EAGAIN",
        },
    ],
    example: "ops_per_s = 3000\n",
};

const PROFILES: [(&str, Profile); 4] = [
    ("esxi-iofilter", Profile::EsxiIofilter),
    ("esxi-mclock", Profile::EsxiMclock),
    ("vsan", Profile::Vsan),
    ("qemu", Profile::Qemu),
];

impl Profile {
    /// The keys that the throttle has too, and how it is at the start.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Profile::EsxiIofilter => &["ops_per_s"],
            Profile::EsxiMclock | Profile::Vsan => &["ops_per_s", "unit"],
            Profile::Qemu => &[
                "ops_per_s",
                "bytes_per_s",
                "applies_to",
                "read_ops_per_s",
                "write_ops_per_s",
                "read_bytes_per_s",
                "write_bytes_per_s",
                "unit",
                "max_ops_per_s",
                "max_bytes_per_s",
                "max_for",
                "initial",
            ],
        }
    }

    fn name(self) -> &'static str {
        PROFILES.iter().find(|(_, profile)| *profile == self).map_or("", |(name, _)| name)
    }

    /// Refuses what the throttle does not have.
    fn check_keys(self, from: &Section<'_>) -> Result<(), StackError> {
        let fixed = |key: &&str| *key != "profile" && !self.keys().contains(key);
        match KIND.keys().into_iter().filter(fixed).find(|key| from.has(key)) {
            None => Ok(()),
            Some(key) => {
                let (name, known) = (self.name(), self.keys().join(", "));
                let why = format!("can't be set in profile \"{name}\"; beside it: {known}. Leave out the profile or the key");
                Err(from.wrong(key, why))
            }
        }
    }
}

const OPS: [&str; 3] = ["ops_per_s", "read_ops_per_s", "write_ops_per_s"];
const BYTES: [&str; 3] = ["bytes_per_s", "read_bytes_per_s", "write_bytes_per_s"];
const BURSTS: [&str; 3] = ["burst", "burst_ops", "burst_bytes"];
const MAXIMA: [&str; 2] = ["max_ops_per_s", "max_bytes_per_s"];

pub(super) fn read(from: &Section<'_>) -> Result<LimitSpec, StackError> {
    let profile = from.choice("profile", &PROFILES)?;
    profile.map_or(Ok(()), |profile| profile.check_keys(from))?;
    let (cost, refill) = (read_cost(from, profile)?, read_refill(from, profile)?);
    let initial = from.choice("initial", &[("full", Initial::Full), ("empty", Initial::Empty)])?;
    let at_limit = from.choice("at_limit", &[("wait", AtLimit::Wait), ("reject", AtLimit::Reject)])?;
    let (applies_to, rates) = read_rates(from, profile)?;
    if let Refill::Window { .. } = refill {
        if let Some(key) = BURSTS.into_iter().chain(MAXIMA).chain(["pay", "initial"]).find(|key| from.has(key)) {
            return Err(from.wrong(key, "has no effect with refill = \"window\": nothing is saved up"));
        }
    }
    Ok(LimitSpec {
        profile,
        applies_to,
        rates,
        cost,
        refill,
        initial: initial.unwrap_or(Initial::Full),
        at_limit: at_limit.unwrap_or(AtLimit::Wait),
    })
}

fn read_cost(from: &Section<'_>, profile: Option<Profile>) -> Result<Cost, StackError> {
    let chosen = match profile {
        Some(Profile::EsxiMclock | Profile::Vsan) => "ceil",
        // QEMU: iops-size is off until it is set.
        Some(Profile::Qemu) if from.has("unit") => "linear",
        Some(Profile::Qemu | Profile::EsxiIofilter) | None => "none",
    };
    let cost = Cost::read(from, chosen)?;
    let counted = |keys: [&str; 3]| keys.iter().any(|key| from.has(key));
    if cost != (Cost::None {}) && counted(BYTES) && !counted(OPS) {
        let key = if from.has("cost") { "cost" } else { "unit" };
        return Err(from.wrong(key, "has no effect without ops_per_s: bytes_per_s counts bytes"));
    }
    Ok(cost)
}

fn read_refill(from: &Section<'_>, profile: Option<Profile>) -> Result<Refill, StackError> {
    let vsan = profile == Some(Profile::Vsan);
    let window = from.choice("refill", &[("continuous", false), ("window", true)])?.unwrap_or(vsan);
    let after = from.choice("pay", &[("before", false), ("after", true)])?.unwrap_or(profile == Some(Profile::Qemu));
    if from.has("period") && !window {
        return Err(from.wrong("period", "has no effect without refill = \"window\""));
    }
    let period = from.time("period")?.unwrap_or(Nanos::from_secs(1));
    Ok(match (window, after) {
        (true, _) => Refill::Window { period_ns: period },
        (false, true) => Refill::Overdrawn {},
        (false, false) => Refill::Continuous {},
    })
}

/// Which requests the limit counts, and their rates.
fn read_rates(from: &Section<'_>, profile: Option<Profile>) -> Result<(AppliesTo, Vec<Rates>), StackError> {
    let applies_to = from.choice("applies_to", &AppliesTo::WORDS)?;
    let rates = |position: usize| read_rates_of(from, profile, OPS[position], BYTES[position]);
    let (all, reads, writes) = (rates(0)?, rates(1)?, rates(2)?);
    let apart = [OPS[1], OPS[2], BYTES[1], BYTES[2]].into_iter().find(|key| from.has(key));
    if let (Some(key), Some(_)) = (apart, &all) {
        let why = "cannot be combined with ops_per_s or bytes_per_s: write two limits, one after another in the path";
        return Err(from.wrong(key, why));
    }
    if let (Some(key), Some(_)) = (apart, applies_to) {
        return Err(from.wrong("applies_to", format!("has no effect beside {key}, which says what it applies to")));
    }
    for (own, rates) in [("burst_ops", OPS), ("burst_bytes", BYTES)] {
        if from.has(own) && !rates.iter().any(|key| from.has(key)) {
            return Err(from.wrong(own, format!("has no effect without {}", rates[0])));
        }
    }
    for (max, rate) in MAXIMA.into_iter().zip([OPS[0], BYTES[0]]) {
        if from.has(max) && !from.has(rate) {
            return Err(from.wrong(max, format!("has no effect without {rate}")));
        }
    }
    from.time("max_for")?;
    if from.has("max_for") && !MAXIMA.iter().any(|key| from.has(key)) {
        return Err(from.wrong("max_for", "has no effect without max_ops_per_s or max_bytes_per_s"));
    }
    match (all, reads, writes) {
        (Some(all), ..) => {
            let applies_to = applies_to.unwrap_or(AppliesTo::All);
            Ok((applies_to, vec![all; applies_to.queues()]))
        }
        (None, Some(reads), Some(writes)) => Ok((AppliesTo::Each, vec![reads, writes])),
        (None, Some(reads), None) => Ok((AppliesTo::Read, vec![reads])),
        (None, None, Some(writes)) => Ok((AppliesTo::Write, vec![writes])),
        (None, None, None) => Err(from.missing("ops_per_s", "operations per second (or bytes_per_s, or both)")),
    }
}

/// The rates under these two keys; none when neither was written.
fn read_rates_of(
    from: &Section<'_>,
    profile: Option<Profile>,
    ops_key: &'static str,
    bytes_key: &'static str,
) -> Result<Option<Rates>, StackError> {
    let wrong = |(key, why): BrokenRule| from.wrong(key, why);
    let (ops_per_s, bytes_per_s) = (from.number(ops_key)?, from.size(bytes_key)?);
    ops_per_s.map_or(Ok(()), |rate| check_rate(ops_key, rate)).map_err(wrong)?;
    bytes_per_s.map_or(Ok(()), |rate| check_bytes(bytes_key, rate)).map_err(wrong)?;
    let (burst, burst_ops, burst_bytes) = (from.time("burst")?, from.number("burst_ops")?, from.size("burst_bytes")?);
    let maxima = [("burst_ops", "max_ops_per_s"), ("burst_bytes", "max_bytes_per_s")];
    for (own, max) in maxima {
        if from.has(own) && burst.is_some() {
            return Err(from.wrong(own, "cannot be combined with burst, which says the same as a time: leave one out"));
        }
        if let Some(key) = [own, "burst"].into_iter().find(|key| from.has(key) && from.has(max)) {
            return Err(from.wrong(key, format!("cannot be combined with {max}, whose bucket holds max_for of it: leave one out")));
        }
    }
    if ops_per_s.is_none() && bytes_per_s.is_none() {
        return Ok(None);
    }
    // QEMU's bucket without a max: a tenth of a second.
    let seconds = burst.map_or(if profile == Some(Profile::Qemu) { 0.1 } else { 0.0 }, Nanos::as_secs_f64);
    let mut rates = Rates {
        ops_per_s,
        burst_ops: burst_ops.unwrap_or(seconds * ops_per_s.unwrap_or(0.0)),
        bytes_per_s,
        burst_bytes: burst_bytes.unwrap_or(times(bytes_per_s.unwrap_or(Bytes(0)), seconds)),
        ..Rates::default()
    };
    let max_for = from.time("max_for")?.unwrap_or(Nanos::from_secs(1));
    let paced = max_for > Nanos::from_secs(1);
    if let (Some(max), Some(rate)) = (from.number("max_ops_per_s")?, ops_per_s) {
        check_rate("max_ops_per_s", max).map_err(wrong)?;
        if max < rate {
            return Err(from.wrong("max_ops_per_s", "has to be at least ops_per_s: it is the rate while a burst lasts"));
        }
        rates.burst_ops = max * max_for.as_secs_f64();
        (rates.max_ops_per_s, rates.max_burst_ops) = if paced { (Some(max), max / 10.0) } else { (None, 0.0) };
    }
    if let (Some(max), Some(rate)) = (from.size("max_bytes_per_s")?, bytes_per_s) {
        if max < rate {
            let why = "has to be at least bytes_per_s: it is the rate while a burst lasts";
            return Err(from.wrong("max_bytes_per_s", why));
        }
        rates.burst_bytes = times(max, max_for.as_secs_f64());
        (rates.max_bytes_per_s, rates.max_burst_bytes) = if paced { (Some(max), times(max, 0.1)) } else { (None, Bytes(0)) };
    }
    Ok(Some(rates))
}

fn times(rate: Bytes, seconds: f64) -> Bytes {
    Bytes((seconds * rate.0 as f64).round() as u64)
}

impl LimitSpec {
    fn on_paper(&self, op: &Op) -> (f64, f64) {
        let own = usize::from(op.kind != OpKind::Read).min(self.rates.len().saturating_sub(1));
        match self.rates.get(own).filter(|_| self.applies_to.counts(op.kind)) {
            Some(rates) => rates.on_paper(self.refill, self.cost.of(u64::from(op.len)), op.len),
            None => (0.0, 0.0),
        }
    }
}

impl Wiring for LimitSpec {
    fn demand(&self, op: &Op, _around: &Surroundings<'_>) -> Demand {
        Demand { work_ns: self.on_paper(op).0, ..Demand::NONE }
    }

    fn second_work_ns(&self, op: &Op, _around: &Surroundings<'_>) -> f64 {
        self.on_paper(op).1
    }

    fn kinds_apart(&self) -> bool {
        self.rates.len() > 1
    }

    fn not_on_paper(&self) -> Option<Omission> {
        match self.at_limit {
            AtLimit::Reject => Some(Omission::Rejected),
            AtLimit::Wait if self.rates.iter().any(Rates::saves) => {
                Some(Omission::BurstCredit)
            }
            AtLimit::Wait => None,
        }
    }
}

impl LimitSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        self.cost.check()?;
        if self.rates.len() != self.applies_to.queues() {
            return Err(("applies_to", format!("speaks of {} rates, not of {}", self.applies_to.queues(), self.rates.len())));
        }
        self.rates.iter().try_for_each(Rates::check)?;
        if self.refill == (Refill::Window { period_ns: Nanos::ZERO }) {
            return Err(("period", "0s is not a period: write a time above 0, such as \"1s\"".into()));
        }
        let saves = self.rates.iter().any(Rates::saves);
        if self.at_limit == AtLimit::Reject && self.initial == Initial::Empty && !saves {
            let why = "has no effect with at_limit = \"reject\" and no burst: nothing is saved up";
            return Err(("initial", why.into()));
        }
        Ok(())
    }

    pub(crate) fn build(&self, _around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(live::Limit::new(self))
    }
}
