//! The recorder of one worker: it writes operations into a part of its own, sealed at interval boundaries.
//!
//! Budget of the hot path, measured on the null engine: 30 ns an operation for five spans, 1 ns of it for the sums by
//! kind, and no allocation, lock, system call or further reading of the clock. A worker owns one [`Part`] at a time. At
//! a boundary it hands the sealed part on and takes an empty one that was made before the Run began; if none has come
//! back yet it goes on with the old one, and the interval is longer (visible in its length). Merging, percentiles and
//! encoding happen in another thread.
//!
//! Operations count that were *intended* inside Measure, whenever they finish (measurement.md, section 2). Those of
//! Warmup enter `stray`, so that the figures of an interval cover everything that completed in it.

pub mod wire;

use plimsoll_base::{Nanos, OpKind};
use serde::{Deserialize, Serialize};

use crate::histogram::{Spans, spans};
pub use crate::instants::Instants;
use crate::moments::{Moments, Sums};
use crate::objective::Objectives;
use crate::operation_check::OperationCheck;
use crate::series::Tick;

/// The spans of one kind of operation.
#[derive(Clone, Debug)]
pub struct KindSpans {
    /// completed − intended.
    pub response_time: Spans,
    /// completed − submitted.
    pub completion_latency: Spans,
    /// submit_returned − submitted.
    pub submission_latency: Spans,
    /// ready − intended.
    pub slot_wait: Spans,
    /// submitted − ready.
    pub own_lag: Spans,
    /// completed − intended of the disturbed ones: they are in `response_time` too.
    pub disturbed: Spans,
    /// Operations without slot wait, without own lag, and with a submit call below the clock's step: counted apart, and
    /// entered as zeroes when the part is read. Most are of that kind, on the virtual clock nearly all.
    waitless: u64,
    lagless: u64,
    callless: u64,
    /// Counted operations that ended with an error.
    pub errors: u64,
}

impl KindSpans {
    /// Empty.
    pub fn new() -> KindSpans {
        KindSpans {
            response_time: spans(),
            completion_latency: spans(),
            submission_latency: spans(),
            slot_wait: spans(),
            own_lag: spans(),
            disturbed: spans(),
            waitless: 0,
            lagless: 0,
            callless: 0,
            errors: 0,
        }
    }

    #[inline]
    fn record(&mut self, at: &Instants) {
        self.response_time.saturating_record((at.completed - at.intended).0);
        if at.disturbed {
            self.disturbed.saturating_record((at.completed - at.intended).0);
        }
        self.completion_latency.saturating_record((at.completed - at.submitted).0);
        let spans = [
            (at.submitted - at.ready, &mut self.own_lag, &mut self.lagless),
            (at.ready - at.intended, &mut self.slot_wait, &mut self.waitless),
        ];
        if let Some(returned) = at.submit_returned {
            if returned == at.submitted {
                self.callless += 1;
            } else {
                self.submission_latency.saturating_record((returned - at.submitted).0);
            }
        }
        for (span, recorded, zeroes) in spans {
            if span == Nanos::ZERO {
                *zeroes += 1;
            } else {
                recorded.saturating_record(span.0);
            }
        }
    }

    /// The five spans with the names they have in the store.
    pub fn named_spans(&self) -> [(&'static str, &Spans); 5] {
        [
            ("response_time", &self.response_time),
            ("completion_latency", &self.completion_latency),
            ("submission_latency", &self.submission_latency),
            ("slot_wait", &self.slot_wait),
            ("own_lag", &self.own_lag),
        ]
    }

    /// Adds the other's operations.
    pub fn merge(&mut self, other: &KindSpans) {
        for (mine, theirs) in [
            (&mut self.response_time, &other.response_time),
            (&mut self.completion_latency, &other.completion_latency),
            (&mut self.submission_latency, &other.submission_latency),
            (&mut self.slot_wait, &other.slot_wait),
            (&mut self.own_lag, &other.own_lag),
            (&mut self.disturbed, &other.disturbed),
        ] {
            merge(mine, theirs);
        }
        self.slot_wait.saturating_record_n(0, other.waitless);
        self.own_lag.saturating_record_n(0, other.lagless);
        self.submission_latency.saturating_record_n(0, other.callless);
        self.errors += other.errors;
    }

    /// Operations that are not in `own_lag`, because they had none.
    pub fn lagless(&self) -> u64 {
        self.lagless
    }

    /// Empties them.
    pub fn clear(&mut self) {
        for spans in [
            &mut self.response_time,
            &mut self.completion_latency,
            &mut self.submission_latency,
            &mut self.slot_wait,
            &mut self.own_lag,
            &mut self.disturbed,
        ] {
            clear(spans);
        }
        self.waitless = 0;
        self.lagless = 0;
        self.callless = 0;
        self.errors = 0;
    }
}

impl Default for KindSpans {
    fn default() -> Self {
        KindSpans::new()
    }
}

/// Adds `theirs` to `mine`; both have the bounds of [`spans`].
pub fn merge(mine: &mut Spans, theirs: &Spans) {
    if !theirs.is_empty() {
        // The same bounds on both sides: adding cannot fail.
        let added = mine.add(theirs);
        debug_assert!(added.is_ok());
    }
}

fn clear(spans: &mut Spans) {
    if !spans.is_empty() {
        spans.reset();
    }
}

/// Counts of one kind in one part: 64 bytes, a line of the nearest cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindCounts {
    /// Operations submitted.
    pub issued: u64,
    /// Operations completed without error, counted or not.
    pub completed: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Operations that ended with an error.
    pub errors: u64,
    /// Completion latencies of the completed, counted or not: Warmup has figures by kind, too.
    pub latency: Sums,
}

impl KindCounts {
    /// Adds what another part has counted.
    pub fn add(&mut self, more: &KindCounts) {
        self.issued += more.issued;
        self.completed += more.completed;
        self.bytes += more.bytes;
        self.errors += more.errors;
        self.latency.merge(&more.latency);
    }

    /// Completion latency of those that completed; none of none.
    pub fn completion_latency(&self) -> Option<Moments> {
        self.latency.of(self.completed)
    }
}

/// The record of one worker during one interval.
#[derive(Clone, Debug)]
pub struct Part {
    /// First instant.
    pub start: Nanos,
    /// First instant after it; the planned end until it is sealed.
    pub end: Nanos,
    /// Spans of the counted operations, by kind; none for a kind that the workload does not issue.
    pub kinds: [Option<Box<KindSpans>>; 4],
    /// Counts by kind.
    pub counts: [KindCounts; 4],
    /// Response time of completions that do not count (intended in Warmup).
    pub stray_response_time: Spans,
    /// Completion latency of those.
    pub stray_completion_latency: Spans,
    /// Operations intended in it.
    pub arrived: u64,
    /// Integral of outstanding I/O over it, operations × ns.
    pub outstanding_ns: u128,
    /// Largest number outstanding.
    pub outstanding_max: u64,
    /// The series for the stop rule.
    pub ticks: Vec<Tick>,
}

impl Part {
    /// Bytes of memory that one takes.
    pub fn bytes(kinds: [bool; 4], grid: &Grid) -> u64 {
        let counts = spans().distinct_values() as u64 * 8;
        let kinds = kinds.iter().filter(|on| **on).count() as u64;
        let ticks = grid.interval.0 / grid.tick.0.max(1);
        (6 * kinds + 2) * counts + ticks * std::mem::size_of::<Tick>() as u64
    }

    fn new(kinds: [bool; 4], ticks: usize) -> Part {
        Part {
            start: Nanos::ZERO,
            end: Nanos::ZERO,
            kinds: kinds.map(|on| on.then(|| Box::new(KindSpans::new()))),
            counts: Default::default(),
            stray_response_time: spans(),
            stray_completion_latency: spans(),
            arrived: 0,
            outstanding_ns: 0,
            outstanding_max: 0,
            ticks: vec![Tick::default(); ticks],
        }
    }

    /// Empties it for another interval. Not for the issue loop: it touches megabytes.
    pub fn clear(&mut self) {
        self.kinds.iter_mut().flatten().for_each(|k| k.clear());
        self.counts = Default::default();
        clear(&mut self.stray_response_time);
        clear(&mut self.stray_completion_latency);
        self.arrived = 0;
        self.outstanding_ns = 0;
        self.outstanding_max = 0;
        self.ticks.fill(Tick::default());
    }
}

/// Where intervals and ticks begin and end. Measure starts and ends on a boundary.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Start of the Run.
    pub run_start: Nanos,
    /// Start of Measure.
    pub measure_start: Nanos,
    /// Length of an interval; a multiple of `tick`.
    pub interval: Nanos,
    /// Length of a tick.
    pub tick: Nanos,
}

impl Grid {
    /// The first boundary after `at`: measure_start + k · interval for whole k, positive or negative.
    pub fn boundary_after(&self, at: Nanos) -> Nanos {
        let step = self.interval.0;
        if at < self.measure_start {
            let behind = (self.measure_start - at).0;
            return self.measure_start - Nanos((behind - 1) / step * step);
        }
        self.measure_start + Nanos(((at - self.measure_start).0 / step + 1) * step)
    }
}

/// Where sealed parts go and empty ones come from. The two drivers differ here only.
pub trait PartExchange {
    /// Hands the sealed part on and leaves an empty one in its place; false when no empty one is at hand, and the
    /// sealed one stays. Must not be false when `required` (Measure begins or ends here), and must not wait.
    fn exchange(&mut self, part: &mut Box<Part>, required: bool) -> bool;
}

/// Operations that are entered into the histograms together. Between two of them the kernel and the target use the caches
/// and the branch predictor: entering an operation alone costs several hundred ns there, in a row about 30.
const BATCH: usize = 64;

/// One worker's record.
#[derive(Debug)]
pub struct Recorder<X> {
    part: Box<Part>,
    /// Counted operations of the present part that are not in its histograms yet. Counts and ticks include them
    /// already.
    waiting: Vec<(OpKind, Instants)>,
    exchange: X,
    grid: Grid,
    /// The check of the first objective, apart from the others: nearly always there is one, and the hot path has its
    /// place.
    judged: Option<OperationCheck>,
    judged_too: Vec<OperationCheck>,
    /// First instant that no longer belongs to Measure.
    measure_end: Nanos,
    /// End of the present tick: never beyond the part's.
    tick_end: Nanos,
    tick_index: usize,
    outstanding: u64,
    outstanding_since: Nanos,
}

/// Counts operations due up to an instant: the schedule as it falls out, issued or not.
pub trait Due {
    /// Operations intended at or after the last answer's instant and before `until`.
    fn due_until(&mut self, until: Nanos) -> u64;
}

impl<X: PartExchange> Recorder<X> {
    /// Ready to record from `grid.run_start`. `parts` empty parts are made here: one is kept, the rest returned for the
    /// exchange.
    pub fn parts(kinds: [bool; 4], grid: &Grid, parts: usize) -> Vec<Box<Part>> {
        let ticks = (grid.interval.0 / grid.tick.0.max(1)) as usize;
        (0..parts).map(|_| Box::new(Part::new(kinds, ticks.max(1)))).collect()
    }

    /// A recorder that begins with `part`.
    pub fn new(
        mut part: Box<Part>,
        exchange: X,
        grid: Grid,
        objectives: Option<&Objectives>,
        measure_end: Nanos,
    ) -> Self {
        part.start = grid.run_start;
        let mut all = objectives.map_or_else(Vec::new, OperationCheck::of);
        let first = all.first().is_some_and(|judged| judged.slot == 0).then(|| all.remove(0));
        let mut recorder = Recorder {
            part,
            waiting: Vec::with_capacity(BATCH),
            exchange,
            grid,
            judged: first,
            judged_too: all,
            measure_end,
            tick_end: Nanos::ZERO,
            tick_index: 0,
            outstanding: 0,
            outstanding_since: grid.run_start,
        };
        recorder.begin(grid.run_start);
        recorder
    }

    /// Undoes [`new`](Recorder::new) where nothing was recorded.
    pub fn into_parts(self) -> (Box<Part>, X) {
        (self.part, self.exchange)
    }

    /// The instant at which the current part must be sealed.
    #[inline]
    pub fn boundary(&self) -> Nanos {
        self.part.end
    }

    /// First instant after Measure, as known now.
    #[inline]
    pub fn measure_end(&self) -> Nanos {
        self.measure_end
    }

    /// Moves the start of Measure to an earlier boundary of the grid, one that has not passed.
    pub fn set_measure_start(&mut self, at: Nanos) {
        self.grid.measure_start = at;
    }

    /// Moves the end of Measure; `at` is a boundary that has not passed.
    pub fn set_measure_end(&mut self, at: Nanos) {
        self.measure_end = at;
        if self.part.start < at {
            self.part.end = self.part.end.min(at);
            self.tick_end = self.tick_end.min(self.part.end);
        }
    }

    fn begin(&mut self, start: Nanos) {
        self.part.start = start;
        let mut end = self.grid.boundary_after(start);
        if start < self.measure_end {
            end = end.min(self.measure_end);
        }
        self.part.end = end;
        self.tick_index = 0;
        self.tick_end = (start + self.grid.tick).min(end);
    }

    /// Brings the record to `now`: closes ticks that have passed and, at a boundary, seals the part. Call it with every
    /// new clock reading before anything is recorded at that instant.
    #[inline]
    pub fn advance(&mut self, now: Nanos, due: &mut impl Due) {
        if now >= self.tick_end {
            self.advance_slowly(now, due);
        }
    }

    #[cold]
    fn advance_slowly(&mut self, now: Nanos, due: &mut impl Due) {
        while now >= self.tick_end {
            let end = self.tick_end;
            let arrived = due.due_until(end.min(self.measure_end));
            self.part.arrived += arrived;
            // The slot stays the last one when a part had to go on past its planned end.
            let last = self.part.ticks.len() - 1;
            self.part.ticks[self.tick_index.min(last)].arrived += arrived;
            self.tick_index += 1;
            if end == self.part.end {
                self.seal(end);
            } else {
                self.tick_end = (end + self.grid.tick).min(self.part.end);
            }
        }
    }

    /// Enters the operations that wait.
    fn enter(&mut self) {
        for (kind, at) in self.waiting.drain(..) {
            if let Some(spans) = &mut self.part.kinds[kind.index()] {
                spans.record(&at);
            }
        }
    }

    fn seal(&mut self, at: Nanos) {
        self.enter();
        self.account_outstanding(at);
        self.part.end = at;
        let required = at == self.grid.measure_start || at == self.measure_end;
        if self.exchange.exchange(&mut self.part, required) {
            self.begin(at);
        } else {
            // The earlier parts have not been taken yet: this interval goes on for another length, but not beyond
            // Measure.
            self.part.end = self.grid.boundary_after(at);
            if at < self.measure_end {
                self.part.end = self.part.end.min(self.measure_end);
            }
            self.tick_end = (at + self.grid.tick).min(self.part.end);
        }
        self.part.outstanding_max = self.part.outstanding_max.max(self.outstanding);
    }

    /// Ends the record at `now`: the last part, sealed.
    pub fn finish(mut self, now: Nanos, due: &mut impl Due) -> (Box<Part>, X) {
        self.advance(now, due);
        self.enter();
        self.account_outstanding(now);
        self.part.end = now;
        (self.part, self.exchange)
    }

    fn account_outstanding(&mut self, now: Nanos) {
        self.part.outstanding_ns += u128::from(self.outstanding) * u128::from((now - self.outstanding_since).0);
        self.outstanding_since = now;
    }

    /// `count` operations of `kind` are submitted at `now`.
    #[inline]
    pub fn record_submissions(&mut self, now: Nanos, kind: OpKind, count: u64) {
        self.account_outstanding(now);
        self.outstanding += count;
        self.part.outstanding_max = self.part.outstanding_max.max(self.outstanding);
        self.part.counts[kind.index()].issued += count;
        if !kind.is_data() {
            // A flush is in no schedule: it arrives as it is submitted, so that those that pile up are seen.
            let last = self.part.ticks.len() - 1;
            let tick = &mut self.part.ticks[self.tick_index.min(last)];
            tick.arrived += count;
            tick.syncs.arrived += count;
        }
    }

    /// Operations outstanding now.
    #[inline]
    pub fn outstanding(&self) -> u64 {
        self.outstanding
    }

    /// `count` operations left at `now`.
    #[inline]
    pub fn record_departures(&mut self, now: Nanos, count: u64) {
        self.account_outstanding(now);
        self.outstanding -= count;
    }

    /// Whether an operation intended at `intended` counts.
    #[inline]
    pub fn counts(&self, intended: Nanos) -> bool {
        intended >= self.grid.measure_start && intended < self.measure_end
    }

    /// An operation has completed. Call [`Recorder::record_departures`] beside it (once for a batch).
    #[inline]
    pub fn record_completion(&mut self, kind: OpKind, at: &Instants, result: Result<u32, i32>) {
        let counted = self.counts(at.intended);
        let last = self.part.ticks.len() - 1;
        let tick = &mut self.part.ticks[self.tick_index.min(last)];
        tick.completed += 1;
        tick.syncs.completed += u64::from(!kind.is_data());
        let counts = &mut self.part.counts[kind.index()];
        let Ok(bytes) = result else {
            counts.errors += 1;
            tick.failed += 1;
            tick.syncs.failed += u64::from(!kind.is_data());
            if let (true, Some(spans)) = (counted, &mut self.part.kinds[kind.index()]) {
                spans.errors += 1;
            }
            let all = self.judged.iter().chain(&self.judged_too);
            for judged in all.filter(|judged| counted && judged.speaks_of(kind)) {
                judged.count_failure(&mut tick.seen[judged.slot]);
            }
            return;
        };
        counts.completed += 1;
        counts.bytes += u64::from(bytes);
        counts.latency.add((at.completed - at.submitted).0);
        if !counted {
            self.part.stray_response_time.saturating_record((at.completed - at.intended).0);
            self.part.stray_completion_latency.saturating_record((at.completed - at.submitted).0);
            return;
        }
        if let Some(judged) = self.judged.filter(|judged| judged.speaks_of(kind)) {
            judged.count_success(&mut tick.seen[0], at);
        }
        for judged in &self.judged_too {
            if judged.speaks_of(kind) {
                judged.count_success(&mut tick.seen[judged.slot], at);
            }
        }
        if at.disturbed {
            for judged in self.judged.iter().chain(&self.judged_too).filter(|judged| judged.speaks_of(kind)) {
                judged.count_success(&mut tick.disturbed[judged.slot], at);
                judged.surely(&mut tick.surely[judged.slot], at);
            }
        }
        self.waiting.push((kind, *at));
        if self.waiting.len() == BATCH {
            self.enter();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps every sealed part; always has an empty one.
    #[derive(Default)]
    struct Keep(Vec<Part>);
    impl PartExchange for Keep {
        fn exchange(&mut self, part: &mut Box<Part>, _required: bool) -> bool {
            self.0.push((**part).clone());
            part.clear();
            true
        }
    }
    /// One operation is due every `0` ns from the start of the Run.
    struct Every(u64, u64);
    impl Due for Every {
        fn due_until(&mut self, until: Nanos) -> u64 {
            let total = until.0.div_ceil(self.0);
            let new = total.saturating_sub(self.1);
            self.1 = self.1.max(total);
            new
        }
    }

    fn grid() -> Grid {
        Grid { run_start: Nanos(0), measure_start: Nanos(250), interval: Nanos(100), tick: Nanos(10) }
    }

    fn recorder(measure_end: u64) -> Recorder<Keep> {
        let part = Recorder::<Keep>::parts([true, true, false, false], &grid(), 1).remove(0);
        let objective = "p99 <= 30ns".parse().unwrap();
        Recorder::new(part, Keep::default(), grid(), Some(&objective), Nanos(measure_end))
    }

    fn at(intended: u64, completed: u64) -> Instants {
        let (i, c) = (Nanos(intended), Nanos(completed));
        Instants {
            intended: i,
            ready: i,
            submitted: i,
            submit_returned: Some(i),
            completed: c,
            disturbed: false,
            later_by_at_most: Nanos::ZERO,
        }
    }

    #[test]
    fn measure_begins_and_ends_on_boundaries_whatever_the_interval() {
        let mut r = recorder(560);
        let mut due = Every(10, 0);
        r.advance(Nanos(700), &mut due);
        let (last, keep) = r.finish(Nanos(700), &mut due);
        let edges: Vec<u64> = keep.0.iter().map(|p| p.end.0).chain([last.end.0]).collect();
        assert_eq!(edges, [50, 150, 250, 350, 450, 550, 560, 650, 700]);
        let arrived: u64 = keep.0.iter().map(|p| p.arrived).sum::<u64>() + last.arrived;
        assert_eq!(arrived, 56, "nothing is due after Measure");
        for p in &keep.0 {
            assert_eq!(p.arrived, p.ticks.iter().map(|t| t.arrived).sum::<u64>());
        }
    }

    #[test]
    fn what_counts_is_what_was_intended_inside_measure_even_if_it_finished_later() {
        let mut r = recorder(450);
        let mut due = Every(10, 0);
        r.advance(Nanos(240), &mut due);
        r.record_submissions(Nanos(240), OpKind::Read, 3);
        for (intended, completed) in [(240, 260), (250, 290), (449, 600)] {
            r.advance(Nanos(completed), &mut due);
            r.record_departures(Nanos(completed), 1);
            r.record_completion(OpKind::Read, &at(intended, completed), Ok(4096));
        }
        let (last, keep) = r.finish(Nanos(600), &mut due);
        let all: Vec<&Part> = keep.0.iter().chain([&*last]).collect();
        let counted: u64 = all.iter().map(|p| p.kinds[0].as_ref().unwrap().response_time.len()).sum();
        let stray: u64 = all.iter().map(|p| p.stray_response_time.len()).sum();
        let completed_inside: u64 =
            all.iter().filter(|p| p.start.0 >= 250 && p.end.0 <= 450).map(|p| p.counts[0].completed).sum();
        assert_eq!((counted, stray, completed_inside), (2, 1, 2));
        // Outstanding: 3 from 240, 2 from 260, 1 from 290 to 600.
        let integral: u128 = all.iter().map(|p| p.outstanding_ns).sum();
        assert_eq!(integral, 3 * 20 + 2 * 30 + 310);
        let judged: u64 = all.iter().flat_map(|p| &p.ticks).map(|t| t.seen[0].judged).sum();
        let exceeded: u64 = all.iter().flat_map(|p| &p.ticks).map(|t| t.seen[0].exceeded).sum();
        assert_eq!((judged, exceeded), (2, 2));
        // Figures by kind cover everything that completed, of Warmup too: 20, 40 and 151 ns.
        let mut reads = KindCounts::default();
        all.iter().for_each(|p| reads.add(&p.counts[0]));
        let told = reads.completion_latency().unwrap();
        assert_eq!((reads.completed, told.mean * 3.0, told.max), (3, 211.0, 151));
    }

    #[test]
    fn a_tick_that_the_end_of_measure_cuts_short_still_seals_its_part() {
        let mut r = recorder(455);
        r.advance(Nanos(452), &mut Every(10, 0));
        let (last, keep) = r.finish(Nanos(457), &mut Every(10, 45));
        assert_eq!((keep.0.last().unwrap().end.0, last.start.0, last.end.0), (455, 455, 457));
    }

    #[test]
    fn errors_are_counted_and_have_no_spans() {
        let mut r = recorder(450);
        r.record_submissions(Nanos(300), OpKind::Write, 1);
        r.advance(Nanos(310), &mut Every(10, 0));
        r.record_departures(Nanos(310), 1);
        r.record_completion(OpKind::Write, &at(300, 310), Err(5));
        let (last, _) = r.finish(Nanos(310), &mut Every(10, 31));
        let spans = last.kinds[1].as_ref().unwrap();
        assert_eq!((spans.errors, spans.response_time.len(), last.counts[1].errors), (1, 0, 1));
    }

    #[test]
    fn each_objective_sees_its_own_operations() {
        let part = Recorder::<Keep>::parts([true, true, false, false], &grid(), 1).remove(0);
        let text = "p99(response_time, read) <= 30ns and mean <= 30ns and errors(write) <= 1% and achieved >= 99%";
        let mut r = Recorder::new(part, Keep::default(), grid(), Some(&text.parse().unwrap()), Nanos(450));
        r.record_submissions(Nanos(300), OpKind::Read, 4);
        r.advance(Nanos(340), &mut Every(10, 0));
        r.record_completion(OpKind::Read, &at(300, 340), Ok(1));
        r.record_completion(OpKind::Read, &at(310, 340), Err(5));
        r.record_completion(OpKind::Write, &at(320, 340), Ok(1));
        r.record_completion(OpKind::Write, &at(320, 340), Err(5));
        let (last, keep) = r.finish(Nanos(340), &mut Every(10, 34));
        let mut sum = Tick::default();
        keep.0.iter().chain([&*last]).flat_map(|p| &p.ticks).for_each(|t| sum += *t);
        let seen = sum.seen.map(|s| (s.judged, s.exceeded));
        // The read that succeeded, late; both that did, one of them late: the failed ones are left to the bound on errors;
        // two writes, one failed; nothing of its own for achieved.
        assert_eq!(seen, [(1, 1), (2, 1), (2, 1), (0, 0)]);
        assert_eq!((sum.completed, sum.failed, sum.seen[1].sum_ns), (4, 2, 40 + 20));
    }

    #[test]
    fn slot_wait_of_zero_is_counted_when_parts_are_merged() {
        let mut r = recorder(450);
        r.record_submissions(Nanos(300), OpKind::Read, 2);
        r.advance(Nanos(320), &mut Every(10, 0));
        r.record_completion(OpKind::Read, &at(300, 320), Ok(1));
        r.record_completion(OpKind::Read, &Instants { ready: Nanos(310), ..at(300, 320) }, Ok(1));
        let (last, _) = r.finish(Nanos(320), &mut Every(10, 32));
        let mut total = KindSpans::new();
        total.merge(last.kinds[0].as_ref().unwrap());
        assert_eq!((total.slot_wait.len(), total.slot_wait.min(), total.slot_wait.max()), (2, 0, 10));
    }
}
