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
        }
    }

    /// Conditions since the last interval was merged: the same span, shifted by at most the delay of a look.
    pub(super) fn conditions(&mut self, _start: Nanos, end: Nanos) -> Conditions {
        let now = (MonotonicClock.now(), self.sampler.sample());
        let elapsed = now.0 - self.last.0;
        let long = elapsed > Nanos::from_millis(1);
        let load = long.then(|| now.1.since(&self.last.1, elapsed.0));
        let stillness = long.then(|| self.stillness(now.0, elapsed));
        if end == self.measure_start {
            self.at_start = Some(now.clone());
        }
        if let (Some((since, counters)), true) = (&self.at_start, end <= self.measure_end && end > self.measure_start) {
            self.over_measure = Some(now.1.since(counters, (now.0 - *since).0));
        }
        self.last = now;
        Conditions { load, stillness }
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
