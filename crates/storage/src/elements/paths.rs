//! `paths`: several ways to the same data, one policy that chooses among them, and their loss and return.
//!
//! * `fixed`: the first that is up.
//! * `round_robin`: one after another, to the next after `switch_after` requests or `switch_bytes`, whichever is first.
//!   VMware's VMW_PSP_RR has 1000 requests (KB 2069356), or 10,485,760 bytes when told to go by bytes; Linux had
//!   rr_min_io 1000 and has 1. With far fewer outstanding than `switch_after`, all of them sit on one path at a time.
//! * `least_queue`: the one with the fewest requests on it (dm-multipath queue-length), by turns among equals.
//! * `service_time`: the one with the fewest bytes on it, this request included, over its `weights` (dm-multipath
//!   service-time's relative throughput), by turns among equals.
//!
//! One instance is the state of one LUN on one host, so the scope is `disk` unless written. LUNs begin on different paths
//! (by volume number) and somewhere in their turn (by lot), as a past would have left them. Two LUNs on one path push each
//! other apart: the one ahead in its turn leaves first. So as many LUNs as paths end with a path each, and switching
//! rarely costs only those with fewer LUNs than paths, or with unequal ones.
//!
//! A path that is lost (`down`, or switched while it runs) is noticed `failover` later. What is sent to it until then, and
//! answers that come back over it while it is lost, wait for that moment and are sent again by the policy over those not
//! known to be lost. An answer that comes after the path is back comes through. With every path known to be lost, a
//! request waits until one is back, or fails with EIO after `give_up`. A path that is back is used at once.
//!
//! Not modelled: paths that are not optimized (ALUA), the latency policy of ESXi 6.7 U1, and the work of noticing. What
//! an array did for a request whose answer was lost it does again.
//!
//! Budget: 15 ns of real time to choose, with four paths; no allocation once the lists have their size.

mod spec;
mod state;

use plimsoll_base::{Nanos, Op};

use crate::element::{BrokenRule, Element, ElementKind, Exit, Parameter, Surroundings};
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Members, Scope, Visit, Wiring};

pub use spec::{LossSpec, PathsSpec, Policy};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "paths",
    summary: "several ways to the same data: the policy that chooses, loss and return",
    ends_path: false,
    spoils_data: false,
    scope: Scope::Disk,
    parameters: &[
        Parameter {
            name: "members",
            unit: "list of routes",
            default: "required",
            what: "a route for each path; it goes on with what follows",
        },
        Parameter {
            name: "policy",
            unit: "fixed | round_robin | least_queue | service_time",
            default: "round_robin",
            what: "the first that is up; by turns; the fewest requests; the fewest bytes over weight",
        },
        Parameter {
            name: "switch_after",
            unit: "requests",
            default: "1000",
            what: "round_robin: this many to one path in a row; no bound beside switch_bytes alone",
        },
        Parameter { name: "switch_bytes", unit: "size", default: "unbounded", what: "round_robin: this many bytes in a row" },
        Parameter { name: "weights", unit: "list of numbers", default: "1 each", what: "service_time: how fast each path is" },
        Parameter {
            name: "down",
            unit: "list of { member, at, for }",
            default: "none",
            what: "path `member` (from 0) is lost at an instant, for a time or for good",
        },
        Parameter {
            name: "failover",
            unit: "time",
            default: "0s",
            what: "from a loss until it is noticed; what is on that path waits for it",
        },
        Parameter {
            name: "give_up",
            unit: "time",
            default: "never",
            what: "a request for which all paths are lost fails with EIO after this",
        },
    ],
    example: "members = [[\"left\"], [\"right\"]]\nswitch_after = 1\n",
};

/// VMW_PSP_RR's default.
const SWITCH_AFTER: u32 = 1000;

pub(super) fn read(from: &Section<'_>) -> Result<PathsSpec, StackError> {
    let words = [
        ("fixed", Policy::Fixed),
        ("round_robin", Policy::RoundRobin),
        ("least_queue", Policy::LeastQueue),
        ("service_time", Policy::ServiceTime),
    ];
    let policy = from.choice("policy", &words)?.unwrap_or(Policy::RoundRobin);
    for (key, of) in [("switch_after", "round_robin"), ("switch_bytes", "round_robin"), ("weights", "service_time")] {
        if from.has(key) && !words.contains(&(of, policy)) {
            return Err(from.wrong(key, format!("has no effect without policy = \"{of}\"")));
        }
    }
    let members = Members::read(from, None)?;
    let switch_bytes = from.size("switch_bytes")?;
    let written = from.whole("switch_after", u64::from(u32::MAX))?.map(|n| n as u32);
    let otherwise = (policy == Policy::RoundRobin && switch_bytes.is_none()).then_some(SWITCH_AFTER);
    let loss = |table: &Section<'_>| {
        table.only(&["member", "at", "for"])?;
        let missing = |key, what| table.missing(key, what);
        Ok(LossSpec {
            member: table.whole("member", 65_535)?.ok_or_else(|| missing("member", "the path, from 0"))? as u16,
            at_ns: table.time("at")?.ok_or_else(|| missing("at", "when it is lost, such as \"5s\""))?,
            for_ns: table.time("for")?,
        })
    };
    Ok(PathsSpec {
        members: members.ok_or_else(|| from.missing("members", "a route for each path, such as [\"left\", \"right\"]"))?,
        policy,
        switch_after: written.or(otherwise),
        switch_bytes,
        weights: from.numbers("weights")?.unwrap_or_default(),
        down: from.tables("down")?.iter().map(loss).collect::<Result<_, StackError>>()?,
        failover_ns: from.time("failover")?.unwrap_or(Nanos::ZERO),
        give_up_ns: from.time("give_up")?,
    })
}

impl Wiring for PathsSpec {
    fn members(&self) -> Option<&Members> {
        Some(&self.members)
    }

    /// With every path up, and alike loaded; service_time by weight.
    fn visits(&self, op: &Op, _around: &Surroundings<'_>) -> Vec<Visit> {
        let count = self.members.count();
        let of = |member: usize| match self.policy {
            Policy::Fixed => f64::from(u8::from(member == 0)),
            Policy::ServiceTime if !self.weights.is_empty() => self.weights[member] / self.weights.iter().sum::<f64>(),
            Policy::RoundRobin | Policy::LeastQueue | Policy::ServiceTime => 1.0 / count as f64,
        };
        let visit = |member| Visit { exit: Exit::Member(member as u16), count: of(member), op: *op, awaited: true };
        (0..count).map(visit).filter(|visit| visit.count > 0.0).collect()
    }
}

impl PathsSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        self.members.check("members", 1)?;
        if !matches!(self.members, Members::Listed { .. }) {
            return Err(("members", "has to be a list of routes, one for each path".into()));
        }
        let count = self.members.count();
        if self.switch_after == Some(0) {
            return Err(("switch_after", "0 requests in a row are no turn: write 1 or more".into()));
        }
        if self.switch_bytes.is_some_and(|b| b.0 == 0) {
            return Err(("switch_bytes", "0 bytes in a row are no turn: write a size above 0, or leave it out".into()));
        }
        if !self.weights.is_empty() && self.weights.len() != count {
            return Err(("weights", format!("{} weights for {count} paths: write one for each", self.weights.len())));
        }
        if let Some(weight) = self.weights.iter().find(|w| !(1e-6..=1e6).contains(*w)) {
            return Err(("weights", format!("{weight} is not a weight: write a number from 0.000001 to 1000000")));
        }
        for (index, loss) in self.down.iter().enumerate() {
            if usize::from(loss.member) >= count {
                return Err(("down", format!("there is no path {}: write 0 to {}", loss.member, count - 1)));
            }
            if loss.for_ns == Some(Nanos::ZERO) {
                return Err(("down", "for = \"0s\" is no time: write one above 0, or leave it out".into()));
            }
            let end = |loss: &LossSpec| loss.for_ns.map_or(Nanos::MAX, |length| loss.at_ns + length);
            let overlaps = |other: &&LossSpec| {
                other.member == loss.member && other.at_ns <= end(loss) && loss.at_ns <= end(other)
            };
            if let Some(other) = self.down[..index].iter().find(overlaps) {
                let why = format!(
                    "path {} is lost at {} and at {}, which are one time or touch: write it as one",
                    loss.member, other.at_ns, loss.at_ns
                );
                return Err(("down", why));
            }
        }
        Ok(())
    }

    pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(state::Paths::new(self, around))
    }
}
