//! `fault`: stalls, fails and spoils what passes, on purpose, so that detectors can be held against a known truth.
//!
//! * A stall holds every request that arrives in it until its end; what is behind goes on.
//! * An outage fails every request that arrives in it with EIO, or never answers it.
//! * Errors are EIO by chance, apart for reads and for writes; trims and flushes count as writes.
//! * Data faults are success with the wrong effect: a write that is lost, torn (only its first sectors are stored) or
//!   misplaced (stored up to eight times its length away), a read that is stale. They are marks on the request
//!   ([`DataFault`]) for whoever holds the content, as the stack holds none: on the virtual clock they change nothing.
//!   A write of one sector is never torn.
//!
//! Instants count from the first one that the stack is told, so that in a session a window comes once, not once a
//! probe, unless it is repeated with `stall_every` or `outage_every`. Draws are made only for what has a share above 0.

use plimsoll_base::random::{Random, unit};
use plimsoll_base::{Nanos, Op, OpKind};
use rand::RngExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ElementSpec;
use crate::element::{Actions, Broken, DataFault, Departure, Element, ElementKind, Exit, Parameter, Request, Surroundings};
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Scope, Visit, Wiring};

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "fault",
    summary: "stalls, outages, errors, and data lost, torn, misplaced or stale, on purpose",
    ends_path: false,
    scope: Scope::Group,
    parameters: &[
        Parameter { name: "stall_at", unit: "time", default: "0s", what: "start of the first stall" },
        Parameter { name: "stall_for", unit: "time", default: "none", what: "length: what arrives in it waits for its end" },
        Parameter { name: "stall_every", unit: "time", default: "once", what: "from one start to the next" },
        Parameter { name: "outage_at", unit: "time", default: "0s", what: "start of the first outage" },
        Parameter { name: "outage_for", unit: "time", default: "none", what: "length: what arrives in it is not served" },
        Parameter { name: "outage_every", unit: "time", default: "once", what: "from one start to the next" },
        Parameter {
            name: "outage",
            unit: "error | hang",
            default: "error",
            what: "what arrives in an outage fails with EIO; or is never answered",
        },
        Parameter { name: "read_errors", unit: "percent", default: "0", what: "share of reads that fail with EIO" },
        Parameter {
            name: "write_errors",
            unit: "percent",
            default: "0",
            what: "share of writes, trims and flushes that fail with EIO, without effect",
        },
        Parameter { name: "lost", unit: "percent", default: "0", what: "share of writes acknowledged and not stored" },
        Parameter { name: "torn", unit: "percent", default: "0", what: "share of writes stored in part" },
        Parameter { name: "misplaced", unit: "percent", default: "0", what: "share of writes stored elsewhere" },
        Parameter { name: "stale", unit: "percent", default: "0", what: "share of reads answered with older content" },
        Parameter { name: "seed", unit: "whole number", default: "the stack's", what: "of what is hit" },
    ],
    example: "stall_at = \"500ms\"\nstall_for = \"100ms\"\n",
    read,
};

/// What a failed request gets.
const EIO: i32 = 5;
/// The unit in which a write is torn: what a drive writes whole.
const SECTOR: u32 = 512;
/// How far a misplaced write goes, in lengths of it: near enough to fall into the working set, as a wrong bit or a
/// wrong extent does.
const MISPLACED_LENGTHS: u64 = 8;

/// A time in which something is wrong, once or again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WindowSpec {
    /// Start of the first.
    pub at_ns: Nanos,
    /// Length.
    pub for_ns: Nanos,
    /// From one start to the next; none: there is one.
    pub every_ns: Option<Nanos>,
}

/// How an outage looks to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outage {
    /// Requests fail with EIO.
    Error,
    /// Requests are never answered.
    Hang,
}

/// A `fault`, resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultSpec {
    /// When requests wait.
    pub stall: Option<WindowSpec>,
    /// When requests are not served.
    pub outages: Option<WindowSpec>,
    /// How that looks.
    pub outage: Outage,
    /// Share of reads that fail, in percent.
    pub read_error_percent: f64,
    /// Share of writes, trims and flushes that fail, in percent.
    pub write_error_percent: f64,
    /// Share of writes that are lost, in percent.
    pub lost_percent: f64,
    /// Share of writes that are torn, in percent.
    pub torn_percent: f64,
    /// Share of writes that are misplaced, in percent.
    pub misplaced_percent: f64,
    /// Share of reads that are stale, in percent.
    pub stale_percent: f64,
    /// Seed of its own.
    pub seed: Option<u64>,
}

fn window(from: &Section<'_>, [at, length, every]: [&str; 3]) -> Result<Option<WindowSpec>, StackError> {
    let (at_ns, for_ns, every_ns) = (from.time(at)?, from.time(length)?, from.time(every)?);
    let Some(for_ns) = for_ns else {
        return match [at, every].into_iter().find(|key| from.has(key)) {
            Some(key) => Err(from.wrong(key, format!("has no effect without {length}"))),
            None => Ok(None),
        };
    };
    Ok(Some(WindowSpec { at_ns: at_ns.unwrap_or(Nanos::ZERO), for_ns, every_ns }))
}

fn read(from: &Section<'_>) -> Result<ElementSpec, StackError> {
    let share = |key| from.number(key).map(|percent| percent.unwrap_or(0.0));
    let outage = from.choice("outage", &[("error", Outage::Error), ("hang", Outage::Hang)])?;
    let spec = FaultSpec {
        stall: window(from, ["stall_at", "stall_for", "stall_every"])?,
        outages: window(from, ["outage_at", "outage_for", "outage_every"])?,
        outage: outage.unwrap_or(Outage::Error),
        read_error_percent: share("read_errors")?,
        write_error_percent: share("write_errors")?,
        lost_percent: share("lost")?,
        torn_percent: share("torn")?,
        misplaced_percent: share("misplaced")?,
        stale_percent: share("stale")?,
        seed: from.whole("seed", u64::MAX)?,
    };
    if from.has("outage") && spec.outages.is_none() {
        return Err(from.wrong("outage", "has no effect without outage_for"));
    }
    Ok(ElementSpec::Fault(spec))
}

impl WindowSpec {
    fn check(&self, length: &'static str, every: &'static str) -> Result<(), Broken> {
        if self.for_ns == Nanos::ZERO {
            return Err((length, "0s is no time: write one above 0, or leave it out".into()));
        }
        if self.every_ns.is_some_and(|every| every <= self.for_ns) {
            let why = format!("has to be longer than {length}, {}: between them something has to pass", self.for_ns);
            return Err((every, why));
        }
        Ok(())
    }

    /// The end of the window in which `now` lies, with the clock started at `start`.
    fn end(&self, start: Nanos, now: Nanos) -> Option<Nanos> {
        let since = (now - start).0.checked_sub(self.at_ns.0)?;
        let into = self.every_ns.map_or(since, |every| since % every.0);
        (into < self.for_ns.0).then(|| now + Nanos(self.for_ns.0 - into))
    }
}

impl Wiring for FaultSpec {
    fn visits(&self, op: &Op, _around: &Surroundings<'_>) -> Vec<Visit> {
        let failing = if op.kind == OpKind::Read { self.read_error_percent } else { self.write_error_percent };
        vec![Visit { exit: Exit::Next, count: 1.0 - failing / 100.0, op: *op, awaited: true }]
    }

    fn not_on_paper(&self) -> Option<&'static str> {
        let windows = self.stall.is_some() || self.outages.is_some();
        windows.then_some("the time that its stalls and outages take")
    }
}

impl FaultSpec {
    pub(crate) fn check(&self) -> Result<(), Broken> {
        if let Some(stall) = self.stall {
            stall.check("stall_for", "stall_every")?;
        }
        if let Some(outages) = self.outages {
            outages.check("outage_for", "outage_every")?;
        }
        let shares = [
            ("read_errors", self.read_error_percent),
            ("write_errors", self.write_error_percent),
            ("lost", self.lost_percent),
            ("torn", self.torn_percent),
            ("misplaced", self.misplaced_percent),
            ("stale", self.stale_percent),
        ];
        for (key, percent) in shares {
            if !(0.0..=100.0).contains(&percent) {
                return Err((key, format!("{percent} is not a percentage: write a number from 0 to 100")));
            }
        }
        let together = self.lost_percent + self.torn_percent + self.misplaced_percent;
        if together > 100.0 {
            let why = format!("makes {together} % of writes lost, torn or misplaced: a write is at most one of these");
            return Err(("misplaced", why));
        }
        if self.stall.is_none() && self.outages.is_none() && shares.iter().all(|(_, percent)| *percent == 0.0) {
            let why = "is not written, and nothing else is: a fault without a stall, an outage or a share does nothing";
            return Err(("stall_for", why.into()));
        }
        Ok(())
    }

    pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(Fault {
            spec: self.clone(),
            volume_bytes: around.volume_bytes,
            start: Nanos::ZERO,
            random: around.stream(self.seed, "fault"),
        })
    }
}

#[derive(Debug)]
struct Fault {
    spec: FaultSpec,
    volume_bytes: u64,
    start: Nanos,
    random: Random,
}

impl Fault {
    /// What becomes of the data of a write.
    fn of_write(&mut self, op: &Op) -> Option<DataFault> {
        let (lost, torn, misplaced) = (self.spec.lost_percent, self.spec.torn_percent, self.spec.misplaced_percent);
        if lost + torn + misplaced == 0.0 {
            return None;
        }
        let draw = unit(&mut self.random) * 100.0;
        if draw < lost {
            return Some(DataFault::Lost);
        }
        if draw < lost + torn {
            let sectors = op.len / SECTOR;
            return (sectors > 1).then(|| DataFault::Torn { sectors: self.random.random_range(1..sectors) });
        }
        if draw < lost + torn + misplaced { self.elsewhere(op) } else { None }
    }

    /// Another place for a write, near its own; none in a volume that has no other.
    fn elsewhere(&mut self, op: &Op) -> Option<DataFault> {
        let len = u64::from(op.len);
        let below = (op.offset / len.max(1)).min(MISPLACED_LENGTHS);
        let above = (self.volume_bytes.saturating_sub(op.offset + len) / len.max(1)).min(MISPLACED_LENGTHS);
        if len == 0 || below + above == 0 {
            return None;
        }
        let step = self.random.random_range(0..below + above) as i32;
        let below = below as i32;
        Some(DataFault::Misplaced { lengths: if step < below { -(step + 1) } else { step - below + 1 } })
    }
}

impl Element for Fault {
    fn start(&mut self, now: Nanos) {
        self.start = now;
    }

    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        if self.spec.outages.is_some_and(|outages| outages.end(self.start, now).is_some()) {
            return match self.spec.outage {
                Outage::Error => Departure::failed(now, EIO),
                // The end of time: an event that never comes due.
                Outage::Hang => Departure::through(Nanos::MAX),
            };
        }
        let at = self.spec.stall.and_then(|stall| stall.end(self.start, now)).unwrap_or(now);
        let errors = match request.op.kind {
            OpKind::Read => self.spec.read_error_percent,
            OpKind::Write | OpKind::Trim | OpKind::Flush => self.spec.write_error_percent,
        };
        if errors > 0.0 && unit(&mut self.random) * 100.0 < errors {
            return Departure::failed(at, EIO);
        }
        let stale = self.spec.stale_percent;
        let fault = match request.op.kind {
            OpKind::Write => self.of_write(&request.op),
            OpKind::Read if stale > 0.0 && unit(&mut self.random) * 100.0 < stale => Some(DataFault::Stale),
            _ => None,
        };
        Departure { result: Ok(fault), ..Departure::through(at) }
    }
}
