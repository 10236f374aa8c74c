//! `shares`: mClock among clients: each has a reservation, a limit and shares of what is left (Gulati, Merchant, Varman,
//! "mClock", OSDI 2010).
//!
//! Who is served next is decided whenever one may pass: `depth` requests are behind it at once (the capacity is then that
//! of what lies behind), or they pass at `ops_per_s`, or both. The scheduler is in `shares/mclock.rs`. With everyone
//! backlogged the rates are x_i = clamp(λ · shares_i, reservation_i, limit_i) with Σ x_i the capacity. So `depth` has to
//! be below what the clients have outstanding together: a backlog that is not here cannot be scheduled.
//!
//! A client is a VM, or a volume with `per = "disk"`; `of` gives some of them, by their own name or that of their table,
//! values of their own. `cost` says how many operations a request is (ESXi's mClock: `ceil` with 32k); reservation,
//! limit and capacity count those. `at_limit`: above its limit a client `wait`s; is served when nobody else may be
//! (`allow`, a soft limit); or fails with EAGAIN (`reject`), as in dmclock.
//!
//! There is no admission control: reservations above the capacity share it in the order of their tags. Not modelled:
//! dmClock's rho and delta (several servers that share one reservation), and SIOC v1's congestion control (PARDA), in which
//! hosts resize their queues by latency; give each host a `queue` of the depth that it would end at.
//!
//! Budget: 30 ns of real time per request and 1 ns for each client with requests waiting; no allocation once the lists
//! have their size.

pub(crate) mod mclock;
mod spec;
mod state;

use std::collections::BTreeMap;

use plimsoll_base::{Bytes, Op, OpKind};

use crate::element::{BrokenRule, Element, ElementKind, Parameter, Surroundings, check_rate};
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Demand, Scope, Wiring};

pub use spec::{BeyondLimit, Per, ShareSpec, SharesSpec, SizeCost};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "shares",
    summary: "mClock: reservation, limit and shares among clients",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Group,
    parameters: &[
        Parameter { name: "depth", unit: "whole number", default: "unbounded", what: "requests behind it at once" },
        Parameter {
            name: "ops_per_s",
            unit: "1/s",
            default: "what is behind",
            what: "capacity of its own, as cost counts; required unless depth is given",
        },
        Parameter { name: "cost", unit: "none | ceil | linear", default: "none", what: "operations a request counts as" },
        Parameter { name: "unit", unit: "size", default: "32k", what: "of cost ceil and linear" },
        Parameter { name: "per", unit: "vm | disk", default: "vm", what: "what a client is: a VM, or a volume" },
        Parameter { name: "reservation", unit: "1/s", default: "0", what: "what each client gets at least" },
        Parameter { name: "limit", unit: "1/s", default: "none", what: "what each client gets at most" },
        Parameter { name: "shares", unit: "number", default: "1000", what: "weight of each client when the rest is shared out" },
        Parameter {
            name: "of",
            unit: "table by client or volume",
            default: "none",
            what: "values of some: { vm1 = { reservation, limit, shares } }",
        },
        Parameter {
            name: "at_limit",
            unit: "wait | allow | reject",
            default: "wait",
            what: "above its limit a client waits; is served when nobody else may be; fails with EAGAIN",
        },
    ],
    example: "depth = 32\nshares = 1000\nof = { v = { shares = 2000, reservation = 100 } }\nper = \"disk\"\n",
};

/// VMware's "normal".
pub const NORMAL: f64 = 1000.0;
const DEEPEST: u32 = 1 << 24;
const LARGEST_UNIT: Bytes = Bytes(16 << 20);

const SHARE_KEYS: [&str; 3] = ["reservation", "limit", "shares"];

fn share(from: &Section<'_>, otherwise: ShareSpec) -> Result<ShareSpec, StackError> {
    Ok(ShareSpec {
        reservation_per_s: from.number("reservation")?.unwrap_or(otherwise.reservation_per_s),
        limit_per_s: from.number("limit")?.or(otherwise.limit_per_s),
        shares: from.number("shares")?.unwrap_or(otherwise.shares),
    })
}

pub(super) fn read(from: &Section<'_>) -> Result<SharesSpec, StackError> {
    let costs = [("none", SizeCost::None), ("ceil", SizeCost::Ceil), ("linear", SizeCost::Linear)];
    let cost = from.choice("cost", &costs)?.unwrap_or(SizeCost::None);
    if from.has("unit") && cost == SizeCost::None {
        return Err(from.wrong("unit", "has no effect without cost = \"ceil\" or \"linear\""));
    }
    let each = share(from, ShareSpec { reservation_per_s: 0.0, limit_per_s: None, shares: NORMAL })?;
    let mut of = BTreeMap::new();
    if from.has("of") {
        let table = from.section("of").ok_or_else(|| {
            from.wrong("of", "has to be a table by client or volume, such as { vm1 = { shares = 2000 } }")
        })?;
        for (name, section) in table.sections()? {
            section.only(&SHARE_KEYS)?;
            let share = share(&section, each)?;
            share.check().map_err(|(key, why)| section.wrong(key, why))?;
            of.insert(name.to_string(), share);
        }
    }
    let beyond = [("wait", BeyondLimit::Wait), ("allow", BeyondLimit::Allow), ("reject", BeyondLimit::Reject)];
    let per = from.choice("per", &[("vm", Per::Vm), ("disk", Per::Disk)])?;
    let at_limit = from.choice("at_limit", &beyond)?;
    let (depth, ops_per_s) = (from.whole("depth", u64::from(DEEPEST))?.map(|n| n as u32), from.number("ops_per_s")?);
    if depth.is_none() && ops_per_s.is_none() {
        let what = "requests behind it at once (or ops_per_s, or both): without either nobody has to share";
        return Err(from.missing("depth", what));
    }
    Ok(SharesSpec {
        depth,
        ops_per_s,
        cost,
        unit_bytes: from.size("unit")?.unwrap_or(Bytes(32 << 10)),
        per: per.unwrap_or(Per::Vm),
        each,
        of,
        at_limit: at_limit.unwrap_or(BeyondLimit::Wait),
    })
}

impl ShareSpec {
    fn check(&self) -> Result<(), BrokenRule> {
        if self.reservation_per_s != 0.0 {
            check_rate("reservation", self.reservation_per_s)?;
        }
        if let Some(limit) = self.limit_per_s {
            check_rate("limit", limit)?;
            if limit < self.reservation_per_s {
                let why = format!("{limit} is below the reservation, {}: both cannot be kept", self.reservation_per_s);
                return Err(("limit", why));
            }
        }
        if !(0.001..=1e9).contains(&self.shares) {
            let why = format!("{} is not a number of shares: write one from 0.001 to 1000000000", self.shares);
            return Err(("shares", why));
        }
        Ok(())
    }
}

impl Wiring for SharesSpec {
    /// Demand of all clients together; limits of single clients do not enter.
    fn demand(&self, op: &Op, _around: &Surroundings<'_>) -> Demand {
        let work_ns = self.ops_per_s.map_or(0.0, |rate| self.cost_of(op) * 1e9 / rate);
        Demand { work_ns, depth: self.depth, ..Demand::NONE }
    }

    fn names(&self) -> Vec<(Scope, &str)> {
        let scope = match self.per {
            Per::Vm => Scope::Vm,
            Per::Disk => Scope::Disk,
        };
        self.of.keys().map(|name| (scope, name.as_str())).collect()
    }
}

impl SharesSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        if self.depth.is_some_and(|depth| depth == 0 || depth > DEEPEST) {
            let why = format!("{} lets nothing through: write 1 to {DEEPEST}", self.depth.unwrap_or(0));
            return Err(("depth", why));
        }
        if let Some(rate) = self.ops_per_s {
            check_rate("ops_per_s", rate)?;
        }
        if self.unit_bytes.0 == 0 || self.unit_bytes > LARGEST_UNIT {
            return Err(("unit", format!("{} is not a unit: write a size from 1 to {LARGEST_UNIT}", self.unit_bytes)));
        }
        self.each.check()?;
        for (name, share) in &self.of {
            share.check().map_err(|(key, why)| ("of", format!("{name}, {key}: {why}")))?;
        }
        let limited = self.each.limit_per_s.is_some() || self.of.values().any(|share| share.limit_per_s.is_some());
        if self.at_limit != BeyondLimit::Wait && !limited {
            return Err(("at_limit", "has no effect without a limit".into()));
        }
        Ok(())
    }

    /// How many operations a request is; trims and flushes are one.
    #[inline]
    fn cost_of(&self, op: &Op) -> f64 {
        let units = match op.kind {
            OpKind::Read | OpKind::Write => f64::from(op.len) / self.unit_bytes.0 as f64,
            OpKind::Trim | OpKind::Flush => 1.0,
        };
        match self.cost {
            SizeCost::None => 1.0,
            SizeCost::Ceil => units.ceil().max(1.0),
            SizeCost::Linear => units.max(1.0),
        }
    }

    pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(state::Shares::new(self, around))
    }
}
