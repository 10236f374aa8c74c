//! Shares at work: the scheduler between arrivals, slots and the capacity.

use plimsoll_base::Nanos;

use super::mclock::{MClock, Next, Phase, Spans};
use super::{BeyondLimit, Per, ShareSpec, SharesSpec};
use crate::element::{Actions, Answer, Departure, Element, Request, Surroundings, Token};
use crate::locals::Locals;

/// What a rejected request gets: as from dmclock's "reject".
const EAGAIN: i32 = 11;

/// Clients (or volumes) from one number to before another have values of their own.
#[derive(Clone, Copy, Debug)]
struct Own {
    from: u32,
    to: u32,
    spans: Spans,
}

#[derive(Debug)]
pub(super) struct Shares {
    spec: SharesSpec,
    depth: u32,
    /// Time that an operation takes of the capacity; 0 without one.
    capacity_ns: f64,
    each: Spans,
    own: Vec<Own>,
    locals: Locals,
    clock: MClock<Token>,
    start: Nanos,
    behind: u32,
    /// When the capacity is free, in ns since the start.
    free_at: f64,
    /// When to look again; none: nothing waits, or for a return.
    look_at: Option<Nanos>,
    by_reservation: u64,
    by_shares: u64,
    rejected: u64,
}

fn spans(share: &ShareSpec) -> Spans {
    Spans {
        reservation_ns: if share.reservation_per_s > 0.0 { 1e9 / share.reservation_per_s } else { f64::INFINITY },
        limit_ns: share.limit_per_s.map_or(0.0, |limit| 1e9 / limit),
        share: 1.0 / share.shares,
    }
}

/// Who has values of their own: runs of neighbours with the same, as those of one table are.
fn own(spec: &SharesSpec, around: &Surroundings<'_>) -> Vec<Own> {
    let (names, groups) = match spec.per {
        Per::Vm => (around.clients, around.client_groups),
        Per::Disk => (around.volumes, around.volume_groups),
    };
    let mut runs: Vec<(Own, &ShareSpec)> = Vec::new();
    for (number, (name, group)) in names.iter().zip(groups).enumerate() {
        let Some(share) = spec.of.get(name).or_else(|| spec.of.get(group)) else { continue };
        let number = number as u32;
        match runs.last_mut() {
            Some((run, same)) if run.to == number && std::ptr::eq(*same, share) => run.to += 1,
            _ => runs.push((Own { from: number, to: number + 1, spans: spans(share) }, share)),
        }
    }
    runs.into_iter().map(|(run, _)| run).collect()
}

impl Shares {
    pub(super) fn new(spec: &SharesSpec, around: &Surroundings<'_>) -> Shares {
        Shares {
            depth: spec.depth.unwrap_or(u32::MAX),
            capacity_ns: spec.ops_per_s.map_or(0.0, |rate| 1e9 / rate),
            each: spans(&spec.each),
            own: own(spec, around),
            spec: spec.clone(),
            locals: Locals::default(),
            clock: MClock::new(),
            start: Nanos::ZERO,
            behind: 0,
            free_at: 0.0,
            look_at: None,
            by_reservation: 0,
            by_shares: 0,
            rejected: 0,
        }
    }

    #[inline]
    fn line(&mut self, request: &Request) -> usize {
        let number = match self.spec.per {
            Per::Vm => request.client,
            Per::Disk => request.volume,
        };
        let line = self.locals.row(number);
        if line == self.clock.lines() {
            let own = self.own.partition_point(|own| own.to <= number);
            let own = self.own.get(own).filter(|own| own.from <= number);
            self.clock.add_line(own.map_or(self.each, |own| own.spans));
        }
        line
    }

    /// Lets through who may pass now; the answer is what that means for `arriving`, which is not held yet.
    fn pass_on(&mut self, now: Nanos, arriving: Option<Token>, out: &mut Actions) -> Option<Departure> {
        let now_ns = (now - self.start).0 as f64;
        let at = |ns: f64| Some(self.start + Nanos(ns.ceil() as u64).max(Nanos(now_ns as u64 + 1)));
        let mut passes = None;
        self.look_at = None;
        while self.behind < self.depth {
            if self.free_at > now_ns {
                // Also when nobody waits: then it finds nobody.
                self.look_at = at(self.free_at);
                break;
            }
            let (line, phase) = match self.clock.next(now_ns, self.spec.at_limit == BeyondLimit::Allow) {
                Next::Line(line, phase) => (line, phase),
                Next::At(ns) => {
                    self.look_at = at(ns);
                    break;
                }
                Next::Nobody => break,
            };
            let Some((token, cost)) = self.clock.serve(line, phase) else { break };
            match phase {
                Phase::Reservation => self.by_reservation += 1,
                Phase::Weight => self.by_shares += 1,
            }
            self.behind += 1;
            let work_ns = cost * self.capacity_ns;
            if work_ns > 0.0 {
                // What waited for this very instant loses no fraction of it.
                let from = if now_ns - self.free_at < 1.0 { self.free_at } else { now_ns };
                self.free_at = from + work_ns;
            }
            let departure = Departure { work_ns: work_ns as u64, ..Departure::through(now) };
            match arriving == Some(token) {
                true => passes = Some(departure),
                false => out.release(token, departure),
            }
        }
        passes
    }
}

impl Element for Shares {
    fn start(&mut self, now: Nanos) {
        self.start = now;
    }

    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, out: &mut Actions) -> Departure {
        let line = self.line(request);
        let (now_ns, cost) = ((now - self.start).0 as f64, self.spec.cost_of(&request.op));
        if self.spec.at_limit == BeyondLimit::Reject && self.clock.beyond_limit(line, now_ns, cost) {
            self.rejected += 1;
            return Departure::failed(now, EAGAIN);
        }
        self.clock.push(line, now_ns, cost, request.token);
        self.pass_on(now, Some(request.token), out).unwrap_or(Departure::held())
    }

    fn sees_returns(&self) -> bool {
        true
    }

    #[inline]
    fn back(&mut self, now: Nanos, request: &Request, _answer: Answer, out: &mut Actions) -> Departure {
        let line = self.line(request);
        self.clock.back(line);
        self.behind -= 1;
        self.pass_on(now, None, out);
        Departure::back(now)
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn next_timer(&self) -> Option<Nanos> {
        self.look_at
    }

    fn timer(&mut self, now: Nanos, out: &mut Actions) {
        self.pass_on(now, None, out);
    }

    fn restart_figures(&mut self) {
        (self.by_reservation, self.by_shares, self.rejected) = (0, 0, 0);
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        vec![
            ("by_reservation", self.by_reservation as f64),
            ("by_shares", self.by_shares as f64),
            ("rejected", self.rejected as f64),
            ("behind", f64::from(self.behind)),
        ]
    }
}
