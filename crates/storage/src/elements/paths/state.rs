//! Paths at work: what is on each, what waits for a loss to be noticed, what waits for any path at all.

use std::collections::VecDeque;

use plimsoll_base::Nanos;
use plimsoll_base::random::unit;

use super::spec::{PathsSpec, Policy};
use crate::element::{Actions, Answer, Departure, Element, Exit, FOLLOWS, Request, Surroundings, Token};
use crate::errno::EIO;

#[derive(Debug)]
struct Path {
    /// Since when it is lost.
    lost_at: Option<Nanos>,
    requests: u32,
    bytes: u64,
    weight: f64,
    /// Requests that were lost with it, until that is noticed: (instant, request), in order.
    lost: VecDeque<(Nanos, WaitingRequest)>,
}

/// A request that waits to be sent again.
#[derive(Clone, Copy, Debug)]
struct WaitingRequest {
    token: Token,
    bytes: u32,
}

#[derive(Debug)]
pub(super) struct Paths {
    policy: Policy,
    switch_after: u32,
    switch_bytes: u64,
    failover: Nanos,
    give_up: Option<Nanos>,
    paths: Vec<Path>,
    /// Losses and returns to come, the next one last: (instant, path, whether it is lost).
    plan: Vec<(Nanos, u16, bool)>,
    /// The path whose turn it is; none before the first request.
    turn: Option<usize>,
    /// Share of the first turn that is over when the stack starts.
    used_of_first_turn: f64,
    /// Rest of the turn.
    requests_left: u32,
    bytes_left: u64,
    /// Requests for which no path is left: (when each gives up, request), in order.
    stranded: VecDeque<(Nanos, WaitingRequest)>,
    /// Paths that are lost.
    lost: u32,
    /// Requests that wait for a loss to be noticed, on all paths.
    unnoticed: u32,
    /// Sent once more.
    resent: u64,
}

impl Paths {
    pub(super) fn new(spec: &PathsSpec, around: &Surroundings<'_>) -> Paths {
        let weight = |path| spec.weights.get(path).copied().unwrap_or(1.0);
        let path = |path| Path { lost_at: None, requests: 0, bytes: 0, weight: weight(path), lost: VecDeque::new() };
        let mut plan: Vec<(Nanos, u16, bool)> = Vec::new();
        for loss in &spec.down {
            plan.push((loss.at_ns, loss.member, true));
            plan.extend(loss.for_ns.map(|length| (loss.at_ns + length, loss.member, false)));
        }
        plan.sort_unstable();
        plan.reverse();
        let used = unit(&mut around.stream(None, "turn"));
        Paths {
            policy: spec.policy,
            switch_after: spec.switch_after.unwrap_or(u32::MAX),
            switch_bytes: spec.switch_bytes.map_or(u64::MAX, |b| b.0),
            failover: spec.failover_ns,
            give_up: spec.give_up_ns,
            paths: (0..spec.members.count()).map(path).collect(),
            plan,
            turn: None,
            used_of_first_turn: used,
            requests_left: 0,
            bytes_left: 0,
            stranded: VecDeque::new(),
            lost: 0,
            unnoticed: 0,
            resent: 0,
        }
    }

    /// Whether a path is known to be lost.
    #[inline]
    fn is_known_lost(&self, path: usize, now: Nanos) -> bool {
        self.paths[path].lost_at.is_some_and(|lost_at| now >= lost_at + self.failover)
    }

    /// The path for the next request, of those that are not known to be lost.
    #[inline]
    fn choose(&mut self, now: Nanos, bytes: u32) -> Option<usize> {
        let (count, turn) = (self.paths.len(), self.turn.unwrap_or(0));
        match self.policy {
            Policy::Fixed => (0..count).find(|path| !self.is_known_lost(*path, now)),
            Policy::RoundRobin => {
                let over = self.requests_left == 0 || self.bytes_left == 0;
                let first = if over { turn + 1 } else { turn };
                let path = (first..first + count).map(|p| p % count).find(|path| !self.is_known_lost(*path, now))?;
                if over || path != turn {
                    (self.turn, self.requests_left, self.bytes_left) =
                        (Some(path), self.switch_after, self.switch_bytes);
                }
                self.requests_left -= 1;
                self.bytes_left = self.bytes_left.saturating_sub(u64::from(bytes));
                Some(path)
            }
            Policy::LeastQueue | Policy::ServiceTime => {
                let mut best: Option<(f64, usize)> = None;
                for path in (turn + 1..=turn + count).map(|p| p % count) {
                    let of = &self.paths[path];
                    let load = match self.policy {
                        Policy::ServiceTime => (of.bytes + u64::from(bytes)) as f64 / of.weight,
                        _ => f64::from(of.requests),
                    };
                    if best.is_none_or(|(least, _)| load < least) && !self.is_known_lost(path, now) {
                        best = Some((load, path));
                    }
                }
                let (_, path) = best?;
                self.turn = Some(path);
                Some(path)
            }
        }
    }

    /// Finds a way for a request. None: it is kept here.
    #[inline]
    fn send(&mut self, now: Nanos, request: WaitingRequest) -> Option<Exit> {
        let Some(path) = self.choose(now, request.bytes) else {
            self.stranded.push_back((self.give_up.map_or(Nanos::MAX, |after| now + after), request));
            return None;
        };
        let of = &mut self.paths[path];
        of.requests += 1;
        of.bytes += u64::from(request.bytes);
        if let Some(lost_at) = of.lost_at {
            of.lost.push_back((lost_at + self.failover, request));
            self.unnoticed += 1;
            return None;
        }
        Some(Exit::Member(path as u16))
    }

    fn send_again(&mut self, now: Nanos, request: WaitingRequest, out: &mut Actions) {
        if let Some(exit) = self.send(now, request) {
            self.resent += 1;
            out.release(request.token, Departure::to(now, exit));
        }
    }

    fn set(&mut self, now: Nanos, path: usize, lost: bool, out: &mut Actions) {
        let of = &mut self.paths[path];
        if lost == of.lost_at.is_some() {
            return;
        }
        of.lost_at = lost.then_some(now);
        self.lost = if lost { self.lost + 1 } else { self.lost - 1 };
        if !lost {
            // As many as there are now: one whose path is lost again joins at the end.
            for _ in 0..self.stranded.len() {
                if let Some((_, request)) = self.stranded.pop_front() {
                    self.send_again(now, request, out);
                }
            }
        }
    }
}

impl Element for Paths {
    fn start(&mut self, now: Nanos) {
        self.plan.iter_mut().for_each(|(at, ..)| *at += now);
    }

    #[inline]
    fn arrive(&mut self, now: Nanos, request: &Request, _out: &mut Actions) -> Departure {
        if self.turn.is_none() {
            self.turn = Some(request.volume as usize % self.paths.len());
            let left = 1.0 - self.used_of_first_turn;
            self.requests_left = (f64::from(self.switch_after) * left).ceil() as u32;
            self.bytes_left = (self.switch_bytes as f64 * left).ceil() as u64;
        }
        match self.send(now, WaitingRequest { token: request.token, bytes: request.op.len }) {
            Some(exit) => Departure::to(now, exit),
            None => Departure::hold(),
        }
    }

    fn sees_returns(&self) -> bool {
        true
    }

    #[inline]
    fn back(&mut self, now: Nanos, request: &Request, _answer: Answer, _out: &mut Actions) -> Departure {
        // Requests that this element itself fails do not come back to it, so the request returns from a member.
        debug_assert!(request.member != FOLLOWS, "a request came back out of no path");
        let Some(of) = self.paths.get_mut(usize::from(request.member)) else { return Departure::back(now) };
        let Some(lost_at) = of.lost_at else {
            of.requests -= 1;
            of.bytes -= u64::from(request.op.len);
            return Departure::back(now);
        };
        // The answer is lost. Once the loss is noticed, the request is sent again at once: by the timer, at this
        // instant.
        let noticed = (lost_at + self.failover).max(now);
        of.lost.push_back((noticed, WaitingRequest { token: request.token, bytes: request.op.len }));
        self.unnoticed += 1;
        Departure::hold()
    }

    fn may_let_through(&self, _local: bool) -> bool {
        true
    }

    #[inline]
    fn let_through(&mut self, now: Nanos, _volume: u32, _client: u32, len: u32) -> Option<Exit> {
        if self.turn.is_none() || self.lost > 0 {
            return None;
        }
        let path = self.choose(now, len)?;
        let of = &mut self.paths[path];
        of.requests += 1;
        of.bytes += u64::from(len);
        Some(Exit::Member(path as u16))
    }

    fn may_let_back(&self) -> bool {
        true
    }

    #[inline]
    fn let_back(&mut self, _now: Nanos, _volume: u32, _client: u32, len: u32, member: u16) -> Option<u64> {
        let of = self.paths.get_mut(usize::from(member)).filter(|of| of.lost_at.is_none())?;
        of.requests -= 1;
        of.bytes -= u64::from(len);
        Some(0)
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn next_timer(&self) -> Option<Nanos> {
        let planned = self.plan.last().map(|(at, ..)| *at);
        if self.unnoticed == 0 && self.stranded.is_empty() {
            return planned;
        }
        let noticed = self.paths.iter().filter_map(|path| path.lost.front().map(|(at, _)| *at));
        let given_up = self.stranded.front().map(|(at, _)| *at).filter(|at| *at < Nanos::MAX);
        noticed.chain(planned).chain(given_up).min()
    }

    fn timer(&mut self, now: Nanos, out: &mut Actions) {
        while let Some(&(_, path, lost)) = self.plan.last().filter(|(at, ..)| *at <= now) {
            self.plan.pop();
            self.set(now, usize::from(path), lost, out);
        }
        for path in 0..self.paths.len() {
            while let Some(&(_, request)) = self.paths[path].lost.front().filter(|(at, _)| *at <= now) {
                let of = &mut self.paths[path];
                of.lost.pop_front();
                self.unnoticed -= 1;
                of.requests -= 1;
                of.bytes -= u64::from(request.bytes);
                self.send_again(now, request, out);
            }
        }
        while let Some(&(_, request)) = self.stranded.front().filter(|(at, _)| *at <= now) {
            self.stranded.pop_front();
            out.release(request.token, Departure::error(now, EIO));
        }
    }

    fn switch(&mut self, now: Nanos, key: &str, value: &str) -> Result<(), String> {
        let lost = match key {
            "down" => true,
            "up" => false,
            _ => return Err(format!("has no setting '{key}'; known: down, up (each with a path, from 0)")),
        };
        let path = value.trim().parse::<usize>().ok().filter(|path| *path < self.paths.len());
        let Some(path) = path else {
            return Err(format!("'{value}' is not a path: write 0 to {}", self.paths.len() - 1));
        };
        // A return lets what waits for a path go; the timer does that, as a switch has no actions.
        let at = self.plan.partition_point(|(at, ..)| *at > now);
        self.plan.insert(at, (now, path as u16, lost));
        Ok(())
    }

    fn own_figures(&self) -> Vec<(&'static str, f64)> {
        let lost = self.paths.iter().filter(|path| path.lost_at.is_some()).count();
        vec![("paths_lost", lost as f64), ("resent", self.resent as f64), ("stranded", self.stranded.len() as f64)]
    }

    fn restart_figures(&mut self) {
        self.resent = 0;
    }
}
