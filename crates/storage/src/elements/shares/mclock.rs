//! The scheduler of mClock: tags, and who is next. It knows clients as rows and time as ns since the start.
//!
//! Request n of a client, of cost c, that came at t:
//!
//! ```text
//! R_n = max(R_{n-1} + c/reservation, t)    it should have been served by then
//! L_n = max(L_{n-1} + c/limit, t)          it may not be served before
//! P_n = P_{n-1} + c/shares                 its place among the others
//! ```
//!
//! If the least R is due, it is served (reservation phase). Else, of those whose L is past, the least P (weight phase); its
//! c/reservation is then taken off the client's R tags, so that what shares gave is not charged to the reservation. Else
//! nobody is, until the least R or L.
//!
//! Where this departs from the paper's text: P has no max with t. Shares are proportions, not rates; with t in every tag, a
//! backlog served more slowly than `shares` per second would have P = t throughout, and be served in order of arrival. The
//! paper shifts P to the others' minimum when a client comes back from being idle, and that is where time enters here:
//! the minimum is kept as `served`, the P of the last request of a weight phase. A client is idle when it has no request
//! here or behind; a backlog that is for a moment all behind keeps its place.
//!
//! Only the head of each line has tags: those behind follow from it. Subtracting from R_{n-1} is the same as from all.

use std::collections::VecDeque;

/// Reservation, limit and shares of a client, as spans of time for an operation of cost 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spans {
    /// 1 / reservation; infinite without one.
    pub(crate) reservation_ns: f64,
    /// 1 / limit; 0 without one.
    pub(crate) limit_ns: f64,
    /// 1 / shares; no time, a measure of its own.
    pub(crate) share: f64,
}

/// A request that waits.
#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    what: T,
    cost: f64,
    at_ns: f64,
}

#[derive(Debug)]
struct Line<T> {
    spans: Spans,
    waiting: VecDeque<Entry<T>>,
    behind: u32,
    /// Tags of the last request served.
    reservation: f64,
    limit: f64,
    place: f64,
    /// Tags of the first that waits.
    head: [f64; 3],
    /// The L that the last request that came has or will have.
    limit_at_end: f64,
}

/// Why a request is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Its reservation is due.
    Reservation,
    /// The client is first among those below their limit.
    Weight,
}

/// The next client to serve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Next {
    /// This line, and why.
    Line(usize, Phase),
    /// None before this instant.
    At(f64),
    /// No client waits.
    Nobody,
}

/// See the module. `T` is what a request is called.
#[derive(Debug)]
pub(crate) struct MClock<T> {
    lines: Vec<Line<T>>,
    /// Lines with waiting requests, in no order.
    active: Vec<u32>,
    /// P of the last request served in a weight phase.
    served: f64,
}

/// Position of P among the tags of a head.
const P: usize = 2;

impl<T: Copy> Line<T> {
    /// Tags of the first that waits.
    fn tag_head(&mut self) {
        if let Some(first) = self.waiting.front() {
            let after = |tag: f64, span: f64| (tag + first.cost * span).max(first.at_ns);
            self.head = [
                after(self.reservation, self.spans.reservation_ns),
                after(self.limit, self.spans.limit_ns),
                self.place + first.cost * self.spans.share,
            ];
        }
    }
}

impl<T: Copy> MClock<T> {
    pub(crate) fn new() -> MClock<T> {
        MClock { lines: Vec::new(), active: Vec::new(), served: 0.0 }
    }

    pub(crate) fn lines(&self) -> usize {
        self.lines.len()
    }

    /// One more line, the last.
    pub(crate) fn add_line(&mut self, spans: Spans) {
        self.lines.push(Line {
            spans,
            waiting: VecDeque::new(),
            behind: 0,
            reservation: f64::MIN,
            limit: f64::MIN,
            place: 0.0,
            head: [0.0; 3],
            limit_at_end: f64::MIN,
        });
    }

    /// Whether a request of this cost that comes now would have to wait for its limit.
    pub(crate) fn beyond_limit(&self, line: usize, now_ns: f64, cost: f64) -> bool {
        let line = &self.lines[line];
        line.limit_at_end + cost * line.spans.limit_ns > now_ns
    }

    #[inline]
    pub(crate) fn push(&mut self, line: usize, now_ns: f64, cost: f64, what: T) {
        let of = &mut self.lines[line];
        of.limit_at_end = (of.limit_at_end + cost * of.spans.limit_ns).max(now_ns);
        of.waiting.push_back(Entry { what, cost, at_ns: now_ns });
        if of.waiting.len() > 1 {
            return;
        }
        if of.behind == 0 {
            // Idle until now: whatever it had ahead or behind of the others is forgotten.
            of.place = self.served;
        } else {
            of.place = of.place.max(self.served);
        }
        of.tag_head();
        self.active.push(line as u32);
    }

    /// The next client; with `soft` limits, one above its limit when no other waits.
    #[inline]
    pub(crate) fn next(&self, now_ns: f64, soft: bool) -> Next {
        let none = (f64::INFINITY, u32::MAX);
        let (mut due, mut first, mut beyond) = (none, none, none);
        let mut earliest = f64::INFINITY;
        for &line in &self.active {
            let [reservation, limit, place] = self.lines[line as usize].head;
            due = less(due, (reservation, line));
            if limit <= now_ns {
                first = less(first, (place, line));
            } else {
                beyond = less(beyond, (place, line));
                earliest = earliest.min(limit);
            }
        }
        if due.0 <= now_ns {
            return Next::Line(due.1 as usize, Phase::Reservation);
        }
        let by_weight = if soft && first == none { beyond } else { first };
        if by_weight != none {
            return Next::Line(by_weight.1 as usize, Phase::Weight);
        }
        match self.active.is_empty() {
            true => Next::Nobody,
            false => Next::At(earliest.min(due.0)),
        }
    }

    /// Serves the first of `line`: what it is, and its cost.
    #[inline]
    pub(crate) fn serve(&mut self, line: usize, phase: Phase) -> Option<(T, f64)> {
        let of = &mut self.lines[line];
        let entry = of.waiting.pop_front()?;
        of.behind += 1;
        [of.reservation, of.limit, of.place] = of.head;
        if phase == Phase::Weight {
            self.served = self.served.max(of.head[P]);
            of.reservation -= entry.cost * of.spans.reservation_ns;
        }
        if of.reservation.is_nan() || of.reservation.is_infinite() {
            // Without a reservation: no tag that is ever due.
            of.reservation = f64::MIN;
        }
        match of.waiting.is_empty() {
            true => self.active.retain(|active| *active as usize != line),
            false => of.tag_head(),
        }
        Some((entry.what, entry.cost))
    }

    /// From here on `line` gets this. What it had ahead of the others by its reservation, or behind them by its limit, is
    /// forgotten, as when it comes back from being idle: else it would go hungry, or all others, until that is made up.
    pub(crate) fn change(&mut self, line: usize, spans: Spans) {
        let of = &mut self.lines[line];
        (of.spans, of.place) = (spans, self.served);
        of.tag_head();
    }

    /// A request of `line` that was served is back.
    #[inline]
    pub(crate) fn back(&mut self, line: usize) {
        self.lines[line].behind -= 1;
    }

    /// Requests that wait.
    #[cfg(test)]
    pub(crate) fn waiting(&self, line: usize) -> usize {
        self.lines[line].waiting.len()
    }
}

/// The lesser; among equals the lower row, so that the order in which lines became active does not matter.
#[inline]
fn less(a: (f64, u32), b: (f64, u32)) -> (f64, u32) {
    if b.0 < a.0 || (b.0 == a.0 && b.1 < a.1) { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(reservation: f64, shares: f64, limit: f64) -> Spans {
        let span = |rate: f64| if rate == 0.0 { f64::INFINITY } else { 1e9 / rate };
        Spans { reservation_ns: span(reservation), limit_ns: if limit.is_finite() { 1e9 / limit } else { 0.0 }, share: 1.0 / shares }
    }

    /// Serves at most `capacity` per second for `seconds`, each line with `backlog` requests at all times; rates.
    fn rates(lines: &[Spans], capacity: f64, backlog: usize, seconds: f64) -> Vec<f64> {
        let mut clock = MClock::new();
        for (line, spans) in lines.iter().enumerate() {
            clock.add_line(*spans);
            (0..backlog).for_each(|_| clock.push(line, 0.0, 1.0, ()));
        }
        let (mut now, mut served) = (0.0, vec![0_u64; lines.len()]);
        while now < seconds * 1e9 {
            match clock.next(now, false) {
                Next::Line(line, phase) => {
                    clock.serve(line, phase);
                    served[line] += 1;
                    clock.back(line);
                    clock.push(line, now, 1.0, ());
                    now += 1e9 / capacity;
                }
                Next::At(at) => now = at,
                Next::Nobody => unreachable!("every line has a backlog"),
            }
        }
        assert!((0..lines.len()).all(|line| clock.waiting(line) == backlog));
        served.into_iter().map(|n| n as f64 / seconds).collect()
    }

    #[test]
    fn what_is_left_after_the_reservation_goes_by_shares() {
        let lines = [spans(0.0, 1000.0, f64::INFINITY), spans(0.0, 2000.0, f64::INFINITY), spans(1000.0, 200.0, f64::INFINITY)];
        // The backlog of 1 is served in the order of tags just as the one of 16: nothing depends on when requests came.
        for backlog in [2, 16] {
            let got = rates(&lines, 3000.0, backlog, 20.0);
            for (got, want) in got.iter().zip([2000.0 / 3.0, 4000.0 / 3.0, 1000.0]) {
                assert!((got / want - 1.0).abs() < 0.005, "{got}/s, want {want}/s");
            }
        }
    }

    /// Shares of 1,000 served at 10 per second each: with P = max(P, t) this would be two equal rates.
    #[test]
    fn shares_are_proportions_also_when_they_exceed_the_capacity_a_hundredfold() {
        let lines = [spans(0.0, 1000.0, f64::INFINITY), spans(0.0, 3000.0, f64::INFINITY)];
        let got = rates(&lines, 40.0, 8, 100.0);
        assert!((got[0] - 10.0).abs() < 0.1 && (got[1] - 30.0).abs() < 0.1, "{got:?}");
    }

    #[test]
    fn a_client_that_comes_back_from_being_idle_takes_no_more_than_its_share() {
        let mut clock = MClock::new();
        for line in 0..2 {
            clock.add_line(spans(0.0, 1000.0, f64::INFINITY));
            clock.push(line, 0.0, 1.0, ());
        }
        // The first is served alone for a thousand requests, then the second has a backlog too.
        let mut now = 0.0;
        let mut serve = |clock: &mut MClock<()>, again: [bool; 2]| {
            let Next::Line(line, phase) = clock.next(now, false) else { panic!("someone waits") };
            clock.serve(line, phase);
            clock.back(line);
            now += 1e6;
            if again[line] {
                clock.push(line, now, 1.0, ());
            }
            line
        };
        (0..1000).for_each(|_| assert!(serve(&mut clock, [true, false]) < 2));
        (0..100).for_each(|_| clock.push(1, 1e9, 1.0, ()));
        let second = (0..100).filter(|_| serve(&mut clock, [true, true]) == 1).count();
        assert!((49..=51).contains(&second), "{second} of 100");
    }

    #[test]
    fn what_the_shares_gave_is_not_charged_to_the_reservation() {
        // Alone it is served at 100 times its reservation; the reservation still holds from the moment another comes.
        let mut clock = MClock::new();
        clock.add_line(spans(100.0, 1.0, f64::INFINITY));
        clock.add_line(spans(0.0, 1e9, f64::INFINITY));
        for _ in 0..20_000 {
            clock.push(0, 0.0, 1.0, ());
        }
        let mut now = 0.0;
        let mut serve = |clock: &mut MClock<()>| {
            let Next::Line(line, phase) = clock.next(now, false) else { panic!("someone waits") };
            clock.serve(line, phase);
            now += 1e9 / 10_000.0;
            line
        };
        (0..10_000).for_each(|_| assert_eq!(serve(&mut clock), 0));
        (0..20_000).for_each(|_| clock.push(1, 1e9, 1.0, ()));
        let first = (0..10_000).filter(|_| serve(&mut clock) == 0).count();
        assert!((99..=101).contains(&first), "{first} in a second, reserved are 100");
    }
}
