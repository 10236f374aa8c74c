//! `fault`: stalls, fails and spoils what passes, on purpose, so that detectors can be held against a known truth.
//!
//! * A stall holds every request that arrives in it until its end; what is behind goes on.
//! * A slow time adds `slow_by` to each request that passes; as many as there are pass at once.
//! * An outage fails every request that arrives in it with EIO, or never answers it: it hangs until it is let go
//!   (`fault/switch.rs`), and so that memory has a bound, [`MAX_HUNG`] do at a time; with one more the first gets EIO.
//! * Errors are EIO by chance, apart for reads and for writes; trims and flushes count as writes.
//! * Data faults are success with the wrong effect: a write that is lost, torn (only its first sectors are stored) or
//!   misplaced (stored up to eight times its length away), a read that is stale. They are marks on the request
//!   ([`DataFault`]) for whoever holds the content, as the stack holds none: on the virtual clock they change nothing.
//!   A write of one sector is never torn.
//!
//! Instants count from the first one that the stack is told, so that in a session a window comes once, not once a
//! probe, unless it is repeated with `stall_every`, `outage_every` or `slow_every`. Draws are made only for what has a
//! share above 0. All of it can be switched while the stack runs (`fault/switch.rs`); a fault that says nothing waits for
//! that.

mod spec;
mod switch;
mod window;

use std::collections::VecDeque;

use plimsoll_base::random::{Random, unit};
use plimsoll_base::{Nanos, Op, OpKind};
use rand::RngExt as _;

use crate::element::{Actions, BrokenRule, DataFault, Departure, Element, ElementKind, Exit, Parameter, Request, Surroundings, Token};
use crate::errno::EIO;
use crate::error::StackError;
use crate::read::Section;
use crate::wiring::{Omission, Scope, Visit, Wiring};

pub use spec::{FaultSpec, Outage};
pub use window::WindowSpec;

use switch::SwitchState;

/// See the module.
pub static KIND: ElementKind = ElementKind {
    name: "fault",
    summary: "stalls, outages, errors, and data lost, torn, misplaced or stale, on purpose",
    ends_path: false,
    spoils_data: true,
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
        Parameter {
            name: "slow_by",
            unit: "time",
            default: "none",
            what: "added to each request; without slow_for, always",
        },
        Parameter { name: "slow_at", unit: "time", default: "0s", what: "start of the first slow time" },
        Parameter { name: "slow_for", unit: "time", default: "always", what: "length: what arrives in it is slow" },
        Parameter { name: "slow_every", unit: "time", default: "once", what: "from one start to the next" },
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
};

/// Requests that hang at a time in one place: about 80 MB of them.
const MAX_HUNG: usize = 1 << 18;
/// The unit in which a write is torn: what a drive writes whole.
const SECTOR: u32 = 512;
/// How far a misplaced write goes, in lengths of it: near enough to fall into the working set, as a wrong bit or a
/// wrong extent does.
const MISPLACED_LENGTHS: u64 = 8;

pub(super) fn read(from: &Section<'_>) -> Result<FaultSpec, StackError> {
    let share = |key| from.number(key).map(|percent| percent.unwrap_or(0.0));
    let outage = from.choice("outage", &[("error", Outage::Error), ("hang", Outage::Hang)])?;
    let spec = FaultSpec {
        stall: WindowSpec::read(from, ["stall_at", "stall_for", "stall_every"])?,
        outages: WindowSpec::read(from, ["outage_at", "outage_for", "outage_every"])?,
        outage: outage.unwrap_or(Outage::Error),
        slow: WindowSpec::read(from, ["slow_at", "slow_for", "slow_every"])?,
        slow_by_ns: from.time("slow_by")?.unwrap_or(Nanos::ZERO),
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
    if from.has("slow_for") && !from.has("slow_by") {
        return Err(from.wrong("slow_for", "has no effect without slow_by, the time that is added"));
    }
    if from.has("slow_by") && spec.slow_by_ns == Nanos::ZERO {
        return Err(from.wrong("slow_by", "0s adds nothing: write a time above 0, or leave it out"));
    }
    Ok(spec)
}

/// The longest time that can be added: far above any timeout, far below what the clock carries.
const LONGEST_SLOW: Nanos = Nanos::from_secs(3600);

impl Wiring for FaultSpec {
    fn visits(&self, op: &Op, _around: &Surroundings<'_>) -> Vec<Visit> {
        let failing = if op.kind == OpKind::Read { self.read_error_percent } else { self.write_error_percent };
        vec![Visit { exit: Exit::Next, count: 1.0 - failing / 100.0, op: *op, awaited: true }]
    }

    fn not_on_paper(&self) -> Option<Omission> {
        let windows = self.stall.is_some() || self.outages.is_some() || self.slow.is_some();
        windows.then_some(Omission::FaultTimes)
    }
}

impl FaultSpec {
    pub(crate) fn check(&self) -> Result<(), BrokenRule> {
        if let Some(stall) = self.stall {
            stall.check("stall_for", "stall_every")?;
        }
        if let Some(outages) = self.outages {
            outages.check("outage_for", "outage_every")?;
        }
        if let Some(slow) = self.slow {
            slow.check("slow_for", "slow_every")?;
        }
        if self.slow_by_ns > LONGEST_SLOW {
            return Err(("slow_by", format!("{} is too long: write a time up to {LONGEST_SLOW}", self.slow_by_ns)));
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
        Ok(())
    }

    pub(crate) fn build(&self, around: &Surroundings<'_>) -> Box<dyn Element> {
        Box::new(Fault {
            file: self.clone(),
            spec: self.clone(),
            switched: SwitchState::default(),
            held: Vec::new(),
            hung: VecDeque::new(),
            volume_bytes: around.volume_bytes,
            start: Nanos::ZERO,
            random: around.stream(self.seed, "fault"),
        })
    }
}

#[derive(Debug)]
struct Fault {
    /// As described.
    file: FaultSpec,
    /// As described, with the shares and `slow_by` that are switched.
    spec: FaultSpec,
    /// The times that are switched.
    switched: SwitchState,
    /// Requests that a stall without a known end holds, in the order of arrival.
    held: Vec<(Token, Departure)>,
    /// Hung requests, in the order of arrival.
    hung: VecDeque<Token>,
    volume_bytes: u64,
    start: Nanos,
    random: Random,
}

impl Fault {
    /// The outage at `now`; one that was switched on precedes a described one.
    fn outage(&self, now: Nanos) -> Option<Outage> {
        let described = || self.spec.outages.and_then(|outages| outages.end(self.start, now)).map(|_| self.spec.outage);
        self.switched.outage(now).or_else(described)
    }

    /// The end of the stall in which `now` lies, or `now`.
    fn stalled_until(&self, now: Nanos) -> Nanos {
        let described = self.spec.stall.and_then(|stall| stall.end(self.start, now));
        described.unwrap_or(now).max(self.switched.stalled_until)
    }

    /// Time added to a request that arrives at `now`.
    fn slow_by(&self, now: Nanos) -> Nanos {
        let slow = self.spec.slow.is_none_or(|slow| slow.end(self.start, now).is_some());
        if slow { self.spec.slow_by_ns } else { Nanos::ZERO }
    }

    /// When and how a request that arrives at `now` leaves.
    fn departure(&mut self, now: Nanos, op: &Op) -> Departure {
        match self.outage(now) {
            None => {}
            Some(Outage::Error) => return Departure::error(now, EIO),
            Some(Outage::Hang) => return Departure::hold(),
        }
        let slow_by = self.slow_by(now);
        let at = Nanos(self.stalled_until(now).0.saturating_add(slow_by.0));
        let errors = match op.kind {
            OpKind::Read => self.spec.read_error_percent,
            OpKind::Write | OpKind::Trim | OpKind::Flush => self.spec.write_error_percent,
        };
        if errors > 0.0 && unit(&mut self.random) * 100.0 < errors {
            return Departure { service_ns: slow_by.0, ..Departure::error(at, EIO) };
        }
        let stale = self.spec.stale_percent;
        let fault = match op.kind {
            OpKind::Write => self.of_write(op),
            OpKind::Read if stale > 0.0 && unit(&mut self.random) * 100.0 < stale => Some(DataFault::Stale),
            _ => None,
        };
        Departure { result: Ok(fault), service_ns: slow_by.0, ..Departure::through(at) }
    }

    /// The fate of the data of a write.
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

impl Fault {
    /// The first `count` of those that hang fail.
    fn let_go(&mut self, count: usize, now: Nanos, out: &mut Actions) {
        self.hung.drain(..count).for_each(|token| out.release(token, Departure::error(now, EIO)));
    }
}

impl Element for Fault {
    fn start(&mut self, now: Nanos) {
        self.start = now;
    }

    fn arrive(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure {
        let departure = self.departure(now, &request.op);
        if departure.exit == Exit::Held {
            self.hung.push_back(request.token);
            if self.hung.len() > MAX_HUNG {
                self.let_go(1, now, out);
            }
            return departure;
        }
        if self.switched.stalled_until == Nanos::MAX && departure.at == Nanos::MAX {
            // Until when is not known: kept until it is.
            self.held.push((request.token, departure));
            return Departure::hold();
        }
        departure
    }

    fn keeps_time(&self) -> bool {
        true
    }

    /// When what is held goes on: once the end of the stall is known, or what hangs is let go.
    fn next_timer(&self) -> Option<Nanos> {
        let SwitchState { stalled_until: until, at, lets_go, .. } = self.switched;
        let goes_on = (!self.held.is_empty() && until < Nanos::MAX).then(|| until.max(at));
        if lets_go { Some(at) } else { goes_on }
    }

    fn timer(&mut self, now: Nanos, out: &mut Actions) {
        if std::mem::take(&mut self.switched.lets_go) {
            self.let_go(self.hung.len(), now, out);
        }
        if now < self.switched.stalled_until {
            return;
        }
        for (token, departure) in self.held.drain(..) {
            let at = Nanos(now.0.saturating_add(departure.service_ns));
            out.release(token, Departure { at, ..departure });
        }
    }

    fn switch(&mut self, now: Nanos, key: &str, value: &str) -> Result<(), String> {
        self.switched.set(&mut self.spec, &self.file, now, key, value)
    }

    fn give_up(&mut self, now: Nanos, nobody_waits: &mut dyn FnMut(Token) -> bool, out: &mut Actions) {
        let failed = Departure::error(now, EIO);
        let mut stays = |token: Token| {
            let gone = nobody_waits(token);
            if gone {
                out.release(token, failed);
            }
            !gone
        };
        self.hung.retain(|token| stays(*token));
        self.held.retain(|(token, _)| stays(*token));
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        if self.hung.is_empty() { Vec::new() } else { vec![("hung", self.hung.len() as f64)] }
    }
}
