//! Two looks at the machine, and what differs.

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};

use super::{Neighbours, Snapshot, Surroundings, between};
use crate::root::SysRoot;

/// A first look, kept until the second.
#[derive(Clone, Debug)]
pub struct Watch {
    root: SysRoot,
    began: Nanos,
    before: Snapshot,
}

impl Watch {
    /// Looks for the first time.
    pub fn begin(root: &SysRoot) -> Watch {
        let before = Snapshot::take(root, std::process::id());
        Watch { root: root.clone(), began: MonotonicClock.now(), before }
    }

    /// Time since the first look.
    pub fn elapsed(&self) -> Nanos {
        MonotonicClock.now() - self.began
    }

    /// Compares with the first look: other programs that used the machine since. None where `/proc` does not show it.
    pub fn neighbours(&self, around: &Surroundings<'_>) -> Option<Neighbours> {
        let after = Snapshot::take(&self.root, std::process::id());
        between(&self.root, &self.before, &after, self.elapsed().as_secs_f64(), around)
    }
}
