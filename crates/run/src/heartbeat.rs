//! The heartbeat: a thread that only wakes, at fixed instants, and never touches the target. When it wakes late, this
//! machine stood still, or its processors worked for others.
//!
//! It separates a stall of our own from a target that makes our calls wait (decision 0008-heartbeat). Late means by
//! more than [`LATE_BEAT`]: an idle virtual processor takes some 100 us to wake. The scheduler accounts a part of the
//! lateness as waiting for a processor, behind other programs. The rest is a timer that came late: the machine stood
//! still.
//!
//! Budget: [`MAX_CORE_SHARE`], whatever a beat costs on this machine (3 us on bare metal, 20 us where arming a timer
//! leaves the guest). The rate of beats follows from it. Only sums are kept, so a Run of days needs no more memory than
//! one of seconds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, park_timeout};
use std::time::Duration;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock, tighten_timer_slack};
use plimsoll_host::{Turns, thread_cpu_ns};

use crate::record::Stillness;
use crate::still::LATE_BEAT;
use crate::worker::RunSignals;

/// Share of a core that the beats may take.
const MAX_CORE_SHARE: f64 = 0.004;

/// From one beat to the next: at least, and at most.
const PERIOD: (Nanos, Nanos) = (Nanos(1_000_000), Nanos(8_000_000));

/// The period follows the cost of the last so many beats.
const COSTED: u64 = 32;

/// Sums over the beats of a Run, for both drivers.
#[derive(Clone, Debug)]
pub(crate) struct Beats {
    due: Nanos,
    period: Nanos,
    /// Time that the beats inside Measure stand for: of all, of those that fell into a late span, and of those of them in
    /// which the machine stood still.
    watched: Nanos,
    late: Nanos,
    still: Nanos,
    spans: u64,
    longest: Nanos,
    /// Processor time of the thread; none on the virtual clock.
    cpu: Option<Nanos>,
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

#[derive(Debug)]
pub(crate) struct Heartbeat {
    ended: Arc<AtomicBool>,
    thread: JoinHandle<Beats>,
}

impl Heartbeat {
    /// Beats for a Run that shares `shared`, from now on. Without memory or room for a thread there is none.
    pub(crate) fn start(shared: Arc<RunSignals>) -> Option<Heartbeat> {
        let ended = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&ended);
        let thread =
            std::thread::Builder::new().name("plimsoll-beat".into()).spawn(move || beat(&shared, &stop)).ok()?;
        Some(Heartbeat { ended, thread })
    }

    pub(crate) fn end(self) -> Option<Beats> {
        self.ended.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        self.thread.join().ok()
    }
}

fn beat(shared: &RunSignals, ended: &AtomicBool) -> Beats {
    tighten_timer_slack();
    // As the workers do: among equals none is let in before the others. Best effort.
    let _ = plimsoll_host::ask_for_short_turns(100_000);
    let clock = MonotonicClock;
    let turns = Turns::of_this_thread();
    let waited = || turns.as_ref().and_then(Turns::read).map_or(0, |turn| turn.waited_ns);
    let cpu = || Nanos(thread_cpu_ns().unwrap_or(0));
    let mut beats = Beats::new(clock.now(), PERIOD.0);
    let (mut known_waits, mut since, mut count) = (waited(), cpu(), 0);
    // Over Measure alone: what its start had cost before, and what it costs until the end of Measure.
    let mut at_start = None;
    loop {
        shared.still.expect(beats.due);
        let mut now = clock.now();
        while now < beats.due && !ended.load(Ordering::Relaxed) {
            park_timeout(Duration::from_nanos((beats.due - now).0));
            now = clock.now();
        }
        if ended.load(Ordering::Relaxed) {
            // No beat is due any more.
            shared.still.expect(Nanos::MAX);
            return beats;
        }
        let waits = waited();
        let measure =
            (Nanos(shared.measure_start.load(Ordering::Relaxed)), Nanos(shared.measure_end.load(Ordering::Relaxed)));
        let (late, waiting) = (now - beats.due, Nanos(waits - known_waits));
        if late > LATE_BEAT {
            shared.still.wait(waiting.min(late));
        }
        if let Some((since, until)) = beats.woke(now, waiting, measure) {
            shared.still.publish(since, until, beats.due);
        }
        known_waits = waits;
        count += 1;
        if now >= measure.0 && now < measure.1 {
            let used = cpu();
            beats.cpu = Some(used - *at_start.get_or_insert(used));
        }
        if count % COSTED == 0 {
            let used = cpu();
            let each = (used - since).0 as f64 / COSTED as f64;
            since = used;
            let wanted = Nanos((each / MAX_CORE_SHARE) as u64);
            // In whole steps, so that it does not change all the time.
            let steps = wanted.0.div_ceil(PERIOD.0.0);
            beats.period = Nanos(steps * PERIOD.0.0).clamp(PERIOD.0, PERIOD.1);
        }
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
