//! Other users of this machine: other generators, processes that move bytes on the target's device, processes that take
//! processor time, and the hypervisor.
//!
//! Two [`Snapshot`]s of `/proc`, one before and one after a Run, are compared; nothing is read while operations are
//! issued. The bytes that others moved on the device are the device's own counters less those of this process and its
//! children: a robust figure, page-cache write-back included. Names are best effort: the I/O of another user's process
//! can only be read by root, and bytes of a kernel thread belong to no process.
//!
//! One snapshot may cost 5 ms of processor time on a machine with 300 processes (the test `a_snapshot_is_cheap` prints
//! its cost).

mod comparison;
mod document;
mod names;
mod open_files;
mod snapshot;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};

use crate::root::SysRoot;

pub use comparison::{Surroundings, between};
pub use document::{Neighbour, NeighbourKind, Neighbours};
pub use snapshot::{Process, Snapshot, parse_process};

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
