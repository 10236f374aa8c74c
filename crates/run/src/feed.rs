//! Sealed intervals on their way out of a Run, and how far it is.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::record::{Interval, Phase};
use crate::share::WorkerInterval;

/// Intervals that the record itself carries at most; all of them go through the [`Feed`].
pub(crate) const INTERVALS_IN_RECORD: usize = 3600;

/// A sealed interval as it leaves the Run: the document and its two distributions.
#[derive(Clone, Debug)]
pub struct SealedInterval {
    /// The figures.
    pub interval: Interval,
    /// Response time of what completed in it, HdrHistogram V2.
    pub response_time: Vec<u8>,
    /// Completion latency of what completed in it, HdrHistogram V2.
    pub completion_latency: Vec<u8>,
    /// What each worker did in it, by number.
    pub workers: Vec<WorkerInterval>,
}

/// Sealed intervals on their way out, and how far the Run is: read by other threads while it runs.
#[derive(Debug, Default)]
pub struct Feed {
    inner: Mutex<FeedInner>,
    taken: Condvar,
}

#[derive(Debug, Default)]
struct FeedInner {
    sealed: VecDeque<SealedInterval>,
    /// Whether intervals are taken during this Run.
    read: bool,
    progress: Progress,
    /// Merged parts on their way to the coordinator of a Run over several hosts.
    relayed: VecDeque<Vec<u8>>,
}

/// Limit of queued intervals, where the clock can wait for the reader.
const MAX_QUEUED: usize = 4096;

/// How far a Run is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The phase; none before and after a Run.
    pub phase: Option<Phase>,
    /// Seconds since the Run began.
    pub elapsed_s: f64,
    /// Seconds it takes at most.
    pub limit_s: f64,
    /// Operations per second completed in the last interval.
    pub achieved_rate_per_s: f64,
}

impl Feed {
    /// The intervals sealed since the last call.
    pub fn take(&self) -> Vec<SealedInterval> {
        let mut inner = self.lock();
        inner.read = true;
        let taken = inner.sealed.drain(..).collect();
        self.taken.notify_all();
        taken
    }
    /// Starts a new Run, of which nothing has been taken yet.
    pub(crate) fn begin(&self) {
        self.lock().read = false;
    }
    /// Waits for room in the queue, or for `stop`: the virtual clock seals intervals faster than they are written.
    /// Without a reader all are held.
    pub(crate) fn wait_for_room(&self, stop: &AtomicBool) {
        let mut inner = self.lock();
        while inner.read && inner.sealed.len() >= MAX_QUEUED && !stop.load(Ordering::Relaxed) {
            let waited = self.taken.wait_timeout(inner, Duration::from_millis(50));
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
    /// How far the Run is.
    pub fn progress(&self) -> Progress {
        self.lock().progress
    }
    pub(crate) fn set_progress(&self, progress: Progress) {
        self.lock().progress = progress;
    }
    /// The merged parts sealed since the last call, as bytes: of a segment only.
    pub(crate) fn take_relayed_parts(&self) -> Vec<Vec<u8>> {
        self.lock().relayed.drain(..).collect()
    }
    pub(crate) fn relay(&self, part: Vec<u8>) {
        self.lock().relayed.push_back(part);
    }
    pub(crate) fn push(&self, sealed: SealedInterval) {
        self.lock().sealed.push_back(sealed);
    }
    fn lock(&self) -> std::sync::MutexGuard<'_, FeedInner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
