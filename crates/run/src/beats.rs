//! Sums over the beats of a Run, on both clocks (decision 0007-own-lateness).

use plimsoll_base::Nanos;

use crate::record::Stillness;
use crate::still::LATE_BEAT;

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Beats {
    pub(crate) due: Nanos,
    pub(crate) period: Nanos,
    /// Time that the beats inside Measure stand for: of all, of those that fell into a late span, and of those of them in
    /// which the machine stood still.
    watched: Nanos,
    late: Nanos,
    still: Nanos,
    spans: u64,
    longest: Nanos,
    /// Processor time of the thread; none on the virtual clock.
    pub(crate) cpu: Option<Nanos>,
}

impl Beats {
    /// The first beat is due one `period` after `start`.
    pub(crate) fn new(start: Nanos, period: Nanos) -> Beats {
        Beats {
            due: start + period,
            period,
            watched: Nanos::ZERO,
            late: Nanos::ZERO,
            still: Nanos::ZERO,
            spans: 0,
            longest: Nanos::ZERO,
            cpu: None,
        }
    }

    /// The next one that is due.
    pub(crate) fn due(&self) -> Nanos {
        self.due
    }

    /// Enters a wake-up at `now`, after a wait for a processor of `waited`. `measure` is the span of Measure. Returns
    /// the span in which the machine stood still, if it did.
    pub(crate) fn woke(&mut self, now: Nanos, waited: Nanos, measure: (Nanos, Nanos)) -> Option<(Nanos, Nanos)> {
        let (since, late) = (self.due, now - self.due);
        // Every beat stands for a period: those that fell into the span are so many looks at a machine that stood still. That
        // is the share of time that it does, however short its stalls are beside the period.
        let missed = late.0 / self.period.0 + 1;
        let stood = late - waited;
        let (is_late, is_still) = (late > LATE_BEAT, stood > LATE_BEAT);
        let inside = |at: Nanos| at >= measure.0 && at < measure.1;
        if inside(since) {
            // The last of them may lie beyond Measure.
            let last = measure.1 - since;
            let all = Nanos((missed * self.period.0).min(last.0.max(self.period.0)));
            self.watched += all;
            if is_late {
                self.late += all;
                self.spans += u64::from(is_still);
                if is_still {
                    self.still += Nanos((all.0 as f64 * stood.0 as f64 / late.0 as f64) as u64);
                    self.longest = self.longest.max(stood);
                }
            }
        }
        self.due = since + Nanos(missed * self.period.0);
        is_still.then(|| (now - stood, now))
    }

    /// Every beat due before `until` is on time.
    pub(crate) fn on_time_until(&mut self, until: Nanos, measure: (Nanos, Nanos)) {
        while self.due < until {
            self.woke(self.due, Nanos::ZERO, measure);
        }
    }

    /// As it stands in the record; none when no beat fell into Measure.
    pub(crate) fn figures(&self, measure: Nanos) -> Option<Stillness> {
        let watched = self.watched.0 as f64;
        (watched > 0.0).then(|| Stillness {
            period_ns: self.period.0,
            stood_still_share: self.still.0 as f64 / watched,
            waited_share: (self.late - self.still).0 as f64 / watched,
            spans: self.spans,
            longest_ns: self.longest.0,
            cpu_share: self.cpu.map(|cpu| cpu.0 as f64 / measure.0.max(1) as f64),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::still::Still;

    const MS: u64 = 1_000_000;
    const MEASURE: (Nanos, Nanos) = (Nanos(0), Nanos(1000 * MS));

    #[test]
    fn the_share_is_that_of_the_time_however_short_the_stalls() {
        // Every 7.31 ms the machine stands still for 0.9 ms, shorter than the period.
        let mut beats = Beats::new(Nanos::ZERO, Nanos(MS));
        let measure = (Nanos::ZERO, Nanos(100_000 * MS));
        let (mut at, mut truth) = (Nanos(3 * MS), 0.0);
        while at < measure.1 {
            let until = at + Nanos(900_000);
            beats.on_time_until(at, measure);
            if beats.due() < until {
                beats.woke(until, Nanos::ZERO, measure);
            }
            truth += 0.9e6;
            at += Nanos(7_313_791);
        }
        beats.on_time_until(measure.1, measure);
        let share = beats.figures(measure.1).unwrap().stood_still_share;
        // The last 250 us of each stall look like a slow waking: 0.65 of 0.9 are seen.
        let seen = truth / 1e11 * 0.65 / 0.9;
        assert!((share / seen - 1.0).abs() < 0.02, "{share} of {seen}");
    }

    #[test]
    fn waiting_for_a_processor_is_told_apart_from_standing_still() {
        let mut beats = Beats::new(Nanos::ZERO, Nanos(MS));
        assert_eq!(beats.woke(Nanos(5 * MS), Nanos(4 * MS - 100_000), MEASURE), None, "others had the processor");
        assert_eq!(beats.due(), Nanos(6 * MS), "beats are missed, not made up for");
        assert_eq!(beats.woke(Nanos(10 * MS), Nanos::ZERO, MEASURE), Some((Nanos(6 * MS), Nanos(10 * MS))));
        beats.on_time_until(MEASURE.1, MEASURE);
        let told = beats.figures(MEASURE.1).unwrap();
        assert_eq!((told.spans, told.longest_ns), (1, 4 * MS));
        assert!((told.stood_still_share - 0.005).abs() < 1e-4 && (told.waited_share - 0.005).abs() < 1e-4, "{told:?}");
    }

    #[test]
    fn only_measure_counts() {
        let mut beats = Beats::new(Nanos::ZERO, Nanos(MS));
        let measure = (Nanos(100 * MS), Nanos(200 * MS));
        beats.woke(Nanos(50 * MS), Nanos::ZERO, measure);
        beats.on_time_until(Nanos(150 * MS), measure);
        // Until long after Measure.
        beats.woke(Nanos(400 * MS), Nanos::ZERO, measure);
        let told = beats.figures(Nanos(100 * MS)).unwrap();
        assert_eq!(told.spans, 1);
        assert!((told.stood_still_share - 0.5).abs() < 0.011, "{told:?}");
    }

    #[test]
    fn a_span_is_seen_by_who_wakes_before_the_heartbeat_does() {
        let still = Still::default();
        assert_eq!((still.total(Nanos(9 * MS)), still.just_ended(Nanos(9 * MS))), (Nanos::ZERO, false));
        still.expect(Nanos(MS));
        assert!(!still.just_ended(Nanos(MS + 200_000)), "a little late is not late");
        assert_eq!((still.total(Nanos(4 * MS)), still.just_ended(Nanos(4 * MS))), (Nanos(3 * MS), true));
        still.publish(Nanos(MS), Nanos(4 * MS), Nanos(5 * MS));
        assert_eq!((still.total(Nanos(4 * MS + 1)), still.just_ended(Nanos(4 * MS + 1))), (Nanos(3 * MS), true));
        assert!(!still.just_ended(Nanos(5 * MS)), "it is over");
    }
}
