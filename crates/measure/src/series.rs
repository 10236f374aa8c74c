//! The series that stop rules read: one [`Tick`] per fixed span of the Run's own clock, added up over workers.
//!
//! A tick holds counts and sums only, so that ticks of several workers add, and neighbouring ticks merge when a Run
//! becomes long. Nothing in it depends on how many threads produced it. It has room for [`MAX_OBJECTIVES`] objectives, each with
//! what it needs; those that are not asked stay zero.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::objective::MAX_OBJECTIVES;

/// Counts of one objective in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectiveTally {
    /// Operations of the objective that completed in this tick and were intended inside Measure.
    pub judged: u64,
    /// Judged operations beyond the objective's bound; of an objective on errors, the failed ones.
    pub exceeded: u64,
    /// Sum over the judged of the objective's metric, in nanoseconds.
    pub sum_ns: u64,
}

/// Operations that arrived, completed (failed ones included) and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationCounts {
    /// Arrived in this tick.
    pub arrived: u64,
    /// Completed in this tick, failed ones included.
    pub completed: u64,
    /// Failed completions.
    pub failed: u64,
}

/// Counts of one tick of Measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    /// Operations whose intended instant lies in this tick.
    pub arrived: u64,
    /// Operations completed in this tick, failed ones included.
    pub completed: u64,
    /// Failed completions.
    pub failed: u64,
    /// The syncs among all of these, which arrive as they are submitted: a rate is one of data.
    pub syncs: OperationCounts,
    /// By objective, in their order.
    pub seen: [ObjectiveTally; MAX_OBJECTIVES],
    /// The part of them in which our own lateness had a share: see [`crate::recorder::Instants::disturbed`].
    pub disturbed: [ObjectiveTally; MAX_OBJECTIVES],
    /// The disturbed without all that our lateness may have added to each: no more than the storage alone would have
    /// shown.
    pub surely: [ObjectiveTally; MAX_OBJECTIVES],
}

impl Tick {
    /// With one objective, and nothing that failed.
    pub fn of_one(arrived: u64, completed: u64, seen: ObjectiveTally) -> Tick {
        let mut all = [ObjectiveTally::default(); MAX_OBJECTIVES];
        all[0] = seen;
        Tick { arrived, completed, seen: all, ..Tick::default() }
    }

    /// Operations of data alone.
    pub fn data(&self) -> OperationCounts {
        OperationCounts {
            arrived: self.arrived.saturating_sub(self.syncs.arrived),
            completed: self.completed.saturating_sub(self.syncs.completed),
            failed: self.failed.saturating_sub(self.syncs.failed),
        }
    }

    /// Without the operations that our own lateness had a part in: what speaks about the storage alone.
    pub fn alone(&self) -> Tick {
        let mut alone = *self;
        for (seen, disturbed) in alone.seen.iter_mut().zip(&mut alone.disturbed) {
            seen.judged -= disturbed.judged;
            seen.exceeded -= disturbed.exceeded;
            seen.sum_ns = seen.sum_ns.saturating_sub(disturbed.sum_ns);
            *disturbed = ObjectiveTally::default();
        }
        alone.surely = Default::default();
        alone
    }

    /// All operations, the disturbed ones without all that our lateness may have added: what the storage alone would have
    /// shown is no less.
    pub fn at_least(&self) -> Tick {
        let mut least = self.alone();
        for (seen, surely) in least.seen.iter_mut().zip(&self.surely) {
            seen.add(surely);
        }
        least
    }
}

impl ObjectiveTally {
    pub(crate) fn add(&mut self, other: &ObjectiveTally) {
        self.judged += other.judged;
        self.exceeded += other.exceeded;
        self.sum_ns = self.sum_ns.saturating_add(other.sum_ns);
    }
}

impl AddAssign for Tick {
    fn add_assign(&mut self, other: Tick) {
        self.arrived += other.arrived;
        self.completed += other.completed;
        self.failed += other.failed;
        self.syncs.arrived += other.syncs.arrived;
        self.syncs.completed += other.syncs.completed;
        self.syncs.failed += other.syncs.failed;
        let mine = self.seen.iter_mut().chain(&mut self.disturbed).chain(&mut self.surely);
        for (mine, theirs) in mine.zip(other.seen.iter().chain(&other.disturbed).chain(&other.surely)) {
            mine.add(theirs);
        }
    }
}
