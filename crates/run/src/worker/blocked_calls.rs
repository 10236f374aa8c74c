//! Attributes the time of a long call that should not wait: to the target, on which this thread slept, or to this
//! machine.

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_host::{Turn, Turns};

use crate::issuer::Issuer;
use crate::still::Still;

/// The thread that a worker runs on: its clock, and what the scheduler accounts to it. The loop is compiled for it, so that
/// tests may give it a thread whose every nanosecond is known.
pub(super) trait OwnThread: Clock {
    /// Time on a processor and in the queue for one, as of its last turn, the last tick or when it was settled.
    fn turn(&self) -> Turn;
    /// Brings the account of its turn up to now.
    fn settle(&self);
    /// Times it gave up its processor to wait for something.
    fn waits(&self) -> i64;
}

/// A thread of this machine's.
#[derive(Debug)]
pub(super) struct ThisThread {
    /// The scheduler's account of it; none where the kernel offers none.
    turns: Option<Turns>,
}

impl ThisThread {
    /// The thread of the caller.
    pub(super) fn new() -> ThisThread {
        ThisThread { turns: Turns::of_this_thread() }
    }
}

impl Clock for ThisThread {
    #[inline]
    fn now(&self) -> Nanos {
        MonotonicClock.now()
    }

    fn sleep_until(&self, at: Nanos) {
        MonotonicClock.sleep_until(at);
    }
}

impl OwnThread for ThisThread {
    fn turn(&self) -> Turn {
        self.turns.as_ref().and_then(Turns::read).unwrap_or_default()
    }

    fn settle(&self) {
        let _ = plimsoll_host::thread_cpu_ns();
    }

    fn waits(&self) -> i64 {
        plimsoll_host::thread_voluntary_waits().unwrap_or(0)
    }
}

/// A call that should not wait and took longer than this may have been made to wait by the target's full queue.
const LONG_CALL: Nanos = Nanos(50_000);

/// While a worker goes on without sleep, the account of its thread is no older than this.
const STALE: Nanos = Nanos(1_000_000);

/// Time in calls that should not wait, asleep on the target while this machine ran. Neither our processor nor another
/// program on it held the worker, so operations intended meanwhile are a backlog, not own lag (decisions
/// 0006-submit-calls and 0007-own-lateness).
///
/// The account is read when a call was long or the worker is behind its schedule, and compared with its state after the
/// worker last slept of its own accord. A due operation on time costs nothing.
#[derive(Debug)]
pub(super) struct BlockedCalls {
    /// As it stood last.
    known: Account,
    /// Inside calls since then.
    in_calls: Nanos,
    /// Asleep in calls since the schedule was kept last.
    behind: Nanos,
    /// Asleep in calls of Measure.
    pub(super) total: Nanos,
}

/// An account of a thread at an instant.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    at: Nanos,
    /// Times the thread gave up its processor to wait for something.
    waits: i64,
    turn: Turn,
    /// How long this machine has stood still in all.
    still: Nanos,
}

impl BlockedCalls {
    /// Nothing has been called yet.
    pub(super) fn new(own: &impl OwnThread) -> BlockedCalls {
        let zero = Nanos::ZERO;
        let known = account(own, own.now(), zero);
        BlockedCalls { known, in_calls: zero, behind: zero, total: zero }
    }

    /// Starts a new account: the worker has slept of its own accord, or is on time. About 500 ns.
    pub(super) fn reset(&mut self, own: &impl OwnThread, now: Nanos, still: &Still) {
        self.known = account(own, now, still.total(now));
        self.in_calls = Nanos::ZERO;
    }

    /// A call that should not wait has taken `span` until `now`.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn record_call(
        &mut self,
        own: &impl OwnThread,
        span: Nanos,
        now: Nanos,
        issuer: &mut Issuer,
        still: &Still,
        open: bool,
        counts: bool,
    ) {
        self.in_calls += span;
        let behind = issuer.behind(now);
        if span > LONG_CALL || behind.is_some() {
            let asleep = if open { self.asleep(own, now, still) } else { self.closed_load_wait(own, span) };
            if counts {
                self.total += asleep;
            }
            self.behind += asleep;
            // The larger part decides: it gets the whole call.
            if asleep > Nanos::ZERO && Nanos(2 * self.behind.0) >= behind.unwrap_or(span) {
                issuer.held_until(now);
                self.behind = Nanos::ZERO;
            }
        } else {
            self.behind = Nanos::ZERO;
            if open && now - self.known.at > STALE {
                // On its way without sleep, and punctual.
                self.refresh(own, now, still);
            }
        }
    }

    #[cold]
    fn refresh(&mut self, own: &impl OwnThread, now: Nanos, still: &Still) {
        // Brings the account up to date since the last tick.
        own.settle();
        self.reset(own, now, still);
    }

    /// How long the target kept this thread asleep in calls since the account: not on a processor, not waiting for one, and not
    /// while the machine stood still.
    #[cold]
    fn asleep(&mut self, own: &impl OwnThread, now: Nanos, still: &Still) -> Nanos {
        let (known, in_calls) = (self.known, self.in_calls);
        self.refresh(own, now, still);
        if self.known.waits == known.waits {
            return Nanos::ZERO;
        }
        let ran = Nanos(self.known.turn.ran_ns.saturating_sub(known.turn.ran_ns));
        let waited = Nanos(self.known.turn.waited_ns.saturating_sub(known.turn.waited_ns));
        let off = (now - known.at) - ran - waited;
        off.min(in_calls) - (self.known.still - known.still)
    }

    /// The blocked time of a call in a closed load, which is never late: the whole call, if it waited at all.
    #[cold]
    fn closed_load_wait(&mut self, own: &impl OwnThread, span: Nanos) -> Nanos {
        let waits = own.waits();
        let held = waits > self.known.waits;
        self.known.waits = waits;
        if held { span } else { Nanos::ZERO }
    }
}

fn account(own: &impl OwnThread, now: Nanos, still: Nanos) -> Account {
    Account { at: now, waits: own.waits(), turn: own.turn(), still }
}
