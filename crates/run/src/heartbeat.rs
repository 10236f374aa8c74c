//! The heartbeat: a thread that only wakes, at fixed instants, and never touches the target. When it wakes late, this
//! machine stood still, or its processors worked for others.
//!
//! It separates a stall of our own from a target that makes our calls wait (decision 0007-own-lateness). Late means by
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

use crate::beats::Beats;
use crate::still::LATE_BEAT;
use crate::worker::RunSignals;

/// Share of a core that the beats may take.
const MAX_CORE_SHARE: f64 = 0.004;

/// From one beat to the next: at least, and at most.
const PERIOD: (Nanos, Nanos) = (Nanos(1_000_000), Nanos(8_000_000));

/// The period follows the cost of the last so many beats.
const COSTED: u64 = 32;

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
