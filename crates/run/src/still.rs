//! Whether this machine stood still: the heartbeat's signal to the workers during a Run.

use std::sync::atomic::{AtomicU64, Ordering};

use plimsoll_base::Nanos;

/// A beat that is later than this counts.
pub(crate) const LATE_BEAT: Nanos = Nanos(250_000);

/// Sums that the heartbeat publishes and workers read with two relaxed loads.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Still {
    /// When the next beat is due, ns.
    due: AtomicU64,
    /// The end of the last span in which the machine stood still, ns.
    until: AtomicU64,
    /// The sum of all stalls, ns.
    total: AtomicU64,
    /// How long late beats waited for a processor behind other programs, all together, ns.
    waited: AtomicU64,
}

impl Default for Still {
    /// No beat is due: the machine never stands still.
    fn default() -> Still {
        Still {
            due: AtomicU64::new(u64::MAX),
            until: AtomicU64::new(0),
            total: AtomicU64::new(0),
            waited: AtomicU64::new(0),
        }
    }
}

impl Still {
    /// The next beat is due then; at `Nanos::MAX` none is.
    pub(crate) fn expect(&self, due: Nanos) {
        self.due.store(due.0, Ordering::Release);
    }

    /// A beat was `since` to `until` late because the machine stood still; the next is due at `next`.
    pub(crate) fn publish(&self, since: Nanos, until: Nanos, next: Nanos) {
        // In this order, which a reader takes the other way round: none counts a span twice.
        self.due.store(next.0, Ordering::Release);
        self.until.store(until.0, Ordering::Release);
        self.total.fetch_add((until - since).0, Ordering::Release);
    }

    /// From the clock's beginning on.
    #[cfg(test)]
    pub(crate) fn stands_still(&self) {
        self.due.store(0, Ordering::Release);
    }

    /// A late beat waited so long for a processor.
    pub(crate) fn wait(&self, waited: Nanos) {
        self.waited.fetch_add(waited.0, Ordering::Relaxed);
    }

    /// How long late beats waited for a processor so far.
    pub(crate) fn processor_wait(&self) -> Nanos {
        Nanos(self.waited.load(Ordering::Relaxed))
    }

    /// All spans until `now` together, with one that the heartbeat itself has not woken from.
    pub(crate) fn total(&self, now: Nanos) -> Nanos {
        let ended = Nanos(self.total.load(Ordering::Acquire));
        ended + self.lasts(now).unwrap_or(Nanos::ZERO)
    }

    /// Whether the machine stood still until `now`, as far as that shows in the moment in which it goes on.
    #[inline]
    pub(crate) fn just_ended(&self, now: Nanos) -> bool {
        now - Nanos(self.until.load(Ordering::Relaxed)) <= LATE_BEAT || self.lasts(now).is_some()
    }

    /// How long a beat has been due by `now`, when it is late.
    #[inline]
    fn lasts(&self, now: Nanos) -> Option<Nanos> {
        let due = Nanos(self.due.load(Ordering::Acquire));
        // Differences saturate: a beat to come is not late.
        Some(now - due).filter(|late| *late > LATE_BEAT)
    }
}
