//! Shares at work: the scheduler between arrivals, slots and the capacity.

use std::collections::BTreeMap;

use plimsoll_base::Nanos;

use super::mclock::{MClock, Next, Phase, Spans};
use super::spec::{BeyondLimit, Per, ShareSpec, SharesSpec};
use crate::element::{Actions, Answer, Departure, Element, Request, Surroundings, Token, VolumeHere};
use crate::errno::EAGAIN;
use crate::locals::Locals;

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
    /// Names of clients or volumes, by number, and of the latter those that come here.
    names: Vec<String>,
    groups: Vec<String>,
    here: Vec<u32>,
    /// By number: what was changed while it runs.
    changed: BTreeMap<u32, ShareSpec>,
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

/// Clients with values of their own: runs of neighbours with equal values, as those of one table are.
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
            names: match spec.per {
                Per::Vm => around.clients.to_vec(),
                Per::Disk => around.volumes.to_vec(),
            },
            groups: match spec.per {
                Per::Vm => around.client_groups.to_vec(),
                Per::Disk => around.volume_groups.to_vec(),
            },
            here: Vec::new(),
            changed: BTreeMap::new(),
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
            let described = own.map_or(self.each, |own| own.spans);
            self.clock.add_line(self.changed.get(&number).map_or(described, spans));
        }
        line
    }

    /// The described share of a client or volume.
    fn described_share(&self, number: u32) -> ShareSpec {
        let name_or_group = [&self.names, &self.groups].into_iter().filter_map(|names| names.get(number as usize));
        let own = name_or_group.filter_map(|name| self.spec.of.get(name)).next();
        own.copied().unwrap_or(self.spec.each)
    }

    /// The present share of a client or volume.
    fn share(&self, number: u32) -> ShareSpec {
        self.changed.get(&number).copied().unwrap_or_else(|| self.described_share(number))
    }

    /// Numbers whose values can be set: the volumes that come here, or the clients.
    fn numbers(&self) -> Vec<u32> {
        match self.spec.per {
            Per::Disk => self.here.clone(),
            Per::Vm => (0..self.names.len() as u32).collect(),
        }
    }

    /// `reservation@NAME`, `limit@NAME` or `shares@NAME`.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let unknown = || {
            let names: Vec<&str> = self.numbers().iter().map(|number| self.names[*number as usize].as_str()).collect();
            format!("unknown key '{key}'; known: reservation@NAME, limit@NAME, shares@NAME, of {}", names.join(", "))
        };
        let (what, name) = key.split_once('@').ok_or_else(unknown)?;
        let number = self.numbers().into_iter().find(|number| self.names[*number as usize] == name).ok_or_else(unknown)?;
        let (mut share, file) = (self.share(number), self.described_share(number));
        let parsed = || value.parse::<f64>().map_err(|_| format!("{key} = {value} is not a number: write one, none or off"));
        match (what, value) {
            ("reservation", "off") => share.reservation_per_s = file.reservation_per_s,
            ("reservation", "none") => share.reservation_per_s = 0.0,
            ("reservation", _) => share.reservation_per_s = parsed()?,
            ("limit", "off") => share.limit_per_s = file.limit_per_s,
            ("limit", "none") => share.limit_per_s = None,
            ("limit", _) => share.limit_per_s = Some(parsed()?),
            ("shares", "off") => share.shares = file.shares,
            ("shares", _) => share.shares = parsed()?,
            _ => return Err(unknown()),
        }
        share.check().map_err(|(field, why)| format!("{field}: {why}"))?;
        self.changed.insert(number, share);
        if let Some(line) = self.locals.find(number) {
            self.clock.change(line, spans(&share));
        }
        Ok(())
    }

    /// Lets through who may pass now; the answer is what that means for `arriving`, which is not held yet.
    fn pass_on(&mut self, now: Nanos, arriving: Option<Token>, out: &mut Actions) -> Option<Departure> {
        let now_ns = (now - self.start).0 as f64;
        let at = |ns: f64| Some(self.start + Nanos(ns.ceil() as u64).max(Nanos(now_ns as u64 + 1)));
        let mut passes = None;
        self.look_at = None;
        while self.behind < self.depth {
            if self.free_at > now_ns {
                // Also when no request waits: the look then finds none.
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
                // A request that waited for this very instant loses no fraction of it.
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
            return Departure::error(now, EAGAIN);
        }
        self.clock.push(line, now_ns, cost, request.token);
        self.pass_on(now, Some(request.token), out).unwrap_or(Departure::hold())
    }

    fn learn_volumes(&mut self, volumes: &[VolumeHere]) {
        self.here = volumes.iter().map(|volume| volume.number).collect();
    }

    fn switch(&mut self, now: Nanos, key: &str, value: &str) -> Result<(), String> {
        self.set(key, value.trim())?;
        // A waiting request may pass now.
        self.look_at = Some(now);
        Ok(())
    }

    fn settings(&self) -> Vec<(String, String)> {
        let none = |rate: Option<f64>| rate.filter(|rate| *rate > 0.0).map_or("none".to_owned(), |rate| rate.to_string());
        let of = |number: u32| {
            let (share, name) = (self.share(number), &self.names[number as usize]);
            [
                (format!("reservation@{name}"), none(Some(share.reservation_per_s))),
                (format!("limit@{name}"), none(share.limit_per_s)),
                (format!("shares@{name}"), share.shares.to_string()),
            ]
        };
        self.numbers().into_iter().flat_map(of).collect()
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
