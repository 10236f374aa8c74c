//! The series that stop rules read: one [`Tick`] per fixed span of the Run's own clock, added up over workers.
//!
//! A tick holds counts and sums only, so that ticks of several workers add, and neighbouring ticks merge when a Run
//! becomes long. Nothing in it depends on how many threads produced it.

use std::ops::AddAssign;

/// What happened during one tick of Measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    /// Operations whose intended instant lies in this tick.
    pub arrived: u64,
    /// Operations completed in this tick, failed ones included.
    pub completed: u64,
    /// Of those, the operations intended inside Measure that the objective speaks of (all, or reads, or writes).
    pub judged: u64,
    /// Of the judged, those whose objective metric lies above the objective's bound.
    pub exceeded: u64,
    /// Sum over the judged of the objective's metric, in nanoseconds.
    pub sum_ns: u64,
}

impl AddAssign for Tick {
    fn add_assign(&mut self, other: Tick) {
        self.arrived += other.arrived;
        self.completed += other.completed;
        self.judged += other.judged;
        self.exceeded += other.exceeded;
        self.sum_ns = self.sum_ns.saturating_add(other.sum_ns);
    }
}
