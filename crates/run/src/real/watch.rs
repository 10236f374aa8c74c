//! Watches the machine while a Run is under way.

use std::sync::Arc;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_host::{Counters, Sampler, SystemLoad, Turns};
use plimsoll_measure::recorder::Grid;

use crate::control::Conditions;
use crate::record::IntervalStillness;
use crate::worker::RunSignals;

/// How long the workers were ready and waited for a processor, all together.
fn processor_wait(turns: &[Arc<Turns>]) -> Nanos {
    Nanos(turns.iter().filter_map(|turns| turns.read()).map(|turn| turn.waited_ns).sum())
}

/// Samples the machine's counters when intervals are merged, and remembers those around Measure.
pub(super) struct Watch<'a> {
    sampler: &'a mut Sampler,
    last: (Nanos, Counters),
    pub(super) measure_start: Nanos,
    pub(super) measure_end: Nanos,
    pub(super) at_start: Option<(Nanos, Counters)>,
    pub(super) over_measure: Option<SystemLoad>,
    /// Source of the heartbeat's sums.
    shared: Arc<RunSignals>,
    /// The scheduler's account of each worker.
    turns: Vec<Arc<Turns>>,
    /// Their values at the last interval: stood still, waited, and waited over all workers.
    last_sums: (Nanos, Nanos, Nanos),
    /// The times between looks that intervals to come may lie in.
    spans: Vec<Span>,
}

/// The time between two looks.
#[derive(Debug)]
struct Span {
    start: Nanos,
    end: Nanos,
    /// Share of the processors that the hypervisor took.
    steal: Option<f64>,
    stillness: IntervalStillness,
}

/// The means of `spans`, weighted with the time that they share with an interval.
fn mean_over(spans: &[Span], start: Nanos, end: Nanos, load: Option<SystemLoad>) -> Conditions {
    let shared = |span: &Span| (span.end.min(end) - span.start.max(start)).0 as f64;
    let total: f64 = spans.iter().map(shared).sum();
    let mean = |of: &dyn Fn(&Span) -> Option<f64>| -> Option<f64> {
        let sum: Option<f64> =
            spans.iter().filter(|span| shared(span) > 0.0).map(|span| Some(shared(span) * of(span)?)).sum();
        sum.filter(|_| total > 0.0).map(|sum| sum / total)
    };
    let stillness = mean(&|span| Some(span.stillness.stood_still_share)).map(|stood_still_share| IntervalStillness {
        stood_still_share,
        waited_share: mean(&|span| Some(span.stillness.waited_share)).unwrap_or(0.0),
        workers_waited_share: mean(&|span| span.stillness.workers_waited_share),
    });
    Conditions { load, steal: mean(&|span| span.steal), stillness }
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        grid: Grid,
        measure_end: Nanos,
        sampler: &'a mut Sampler,
        shared: Arc<RunSignals>,
        turns: Vec<Arc<Turns>>,
    ) -> Watch<'a> {
        let last_sums = (Nanos::ZERO, Nanos::ZERO, processor_wait(&turns));
        let now = (MonotonicClock.now(), sampler.sample());
        let at_start = (grid.measure_start <= grid.run_start).then(|| now.clone());
        Watch {
            sampler,
            last: now,
            measure_start: grid.measure_start,
            measure_end,
            at_start,
            over_measure: None,
            shared,
            turns,
            last_sums,
            spans: Vec::new(),
        }
    }

    /// Conditions of an interval: those between looks, as far as they lie in it.
    ///
    /// After a time in which this machine stood still a look merges several intervals, of which the last can be long.
    /// Each has the conditions of its own time, or those in the middle of the stall would count as undisturbed. Counters
    /// are those since the last look, and stand with the first interval that it merges.
    pub(super) fn conditions(&mut self, start: Nanos, end: Nanos) -> Conditions {
        let mut load = None;
        if end > self.last.0 {
            let now = (MonotonicClock.now(), self.sampler.sample());
            let elapsed = now.0 - self.last.0;
            if elapsed > Nanos::from_millis(1) {
                let between = now.1.since(&self.last.1, elapsed.0);
                let steal = between.cpu.map(|cpu| cpu.steal);
                let stillness = self.stillness(now.0, elapsed);
                self.spans.push(Span { start: self.last.0, end: now.0, steal, stillness });
                load = Some(between);
            }
            self.last = now;
        }
        if end == self.measure_start {
            self.at_start = Some(self.last.clone());
        }
        if let (Some((since, counters)), true) = (&self.at_start, end <= self.measure_end && end > self.measure_start)
            && self.last.0 > *since
        {
            self.over_measure = Some(self.last.1.since(counters, (self.last.0 - *since).0));
        }
        let found = mean_over(&self.spans, start, end, load);
        self.spans.retain(|span| span.end > end);
        found
    }

    fn stillness(&mut self, now: Nanos, elapsed: Nanos) -> IntervalStillness {
        let sums = (self.shared.still.total(now), self.shared.still.processor_wait(), processor_wait(&self.turns));
        let share = |now: Nanos, then: Nanos| (now - then).0 as f64 / elapsed.0 as f64;
        let stillness = IntervalStillness {
            stood_still_share: share(sums.0, self.last_sums.0).min(1.0),
            waited_share: share(sums.1, self.last_sums.1).min(1.0),
            workers_waited_share: (!self.turns.is_empty())
                .then(|| (share(sums.2, self.last_sums.2) / self.turns.len() as f64).min(1.0)),
        };
        self.last_sums = sums;
        stillness
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_has_the_conditions_of_its_own_time() {
        let still = |share| IntervalStillness { stood_still_share: share, ..IntervalStillness::default() };
        let ms = Nanos::from_millis;
        // This machine stood still from 3 s on until the look at 6 s.
        let spans = [(2_900, 3_000, 0.0), (3_000, 6_000, 1.0), (6_000, 6_100, 0.0)].map(|(start, end, share)| Span {
            start: ms(start),
            end: ms(end),
            steal: None,
            stillness: still(share),
        });
        let share = |start, end| mean_over(&spans, ms(start), ms(end), None).stillness.map(|of| of.stood_still_share);
        assert_eq!(share(2_900, 3_000), Some(0.0));
        assert_eq!(share(3_000, 3_100), Some(1.0));
        assert_eq!(share(5_000, 6_100), Some(10.0 / 11.0));
        assert_eq!(share(6_100, 6_200), None);
    }

    #[test]
    fn intervals_that_a_late_look_merges_all_stood_still() {
        let mut sampler = Sampler::new(&plimsoll_host::SysRoot::default(), &[]);
        let shared = Arc::new(RunSignals::new(0, Nanos::ZERO, Nanos::MAX));
        shared.still.stands_still();
        let start = MonotonicClock.now();
        let (interval, tick) = (Nanos::from_millis(100), Nanos::from_millis(10));
        let grid = Grid { run_start: start, measure_start: start, interval, tick };
        let mut watch = Watch::new(grid, Nanos::MAX, &mut sampler, shared, Vec::new());
        let at = watch.last.0;
        while MonotonicClock.now() - at < Nanos::from_millis(2) {}
        // The look after two milliseconds merges three intervals, of which two had ended when it was made.
        let found =
            [0, 1, 2].map(|half| watch.conditions(at + Nanos(half * 500_000), at + Nanos((half + 1) * 500_000)));
        for conditions in &found {
            assert_eq!(conditions.stillness.map(|of| of.stood_still_share), Some(1.0));
        }
        assert!(found[0].load.is_some() && found[1].load.is_none() && found[2].load.is_none());
    }
}
