//! Who else uses this machine: other generators, processes that move bytes on the target's device, processes that take
//! processor time, and the hypervisor.
//!
//! Two [`Snapshot`]s of `/proc`, one before and one after a Run, are compared; nothing is read while operations are
//! issued. The bytes that others moved on the device are the device's own counters less what this process and its
//! children did: a robust figure, page-cache write-back included. Names are best effort: the I/O of another user's
//! process can only be read by root, and what a kernel thread moves belongs to nobody.
//!
//! One snapshot may cost 5 ms of processor time on a machine with 300 processes (the test `a_snapshot_is_cheap` prints
//! what it does cost).

mod comparison;
mod names;
mod open_files;
mod snapshot;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::root::SysRoot;

pub use comparison::{Surroundings, between};
pub use snapshot::{Process, Snapshot, parse_process};

/// Who else used this machine during a Run, from just before its first operation to just after its last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Neighbours {
    /// Time between the two looks, s: rates and shares are over it.
    pub span_s: f64,
    /// Who was named: other generators, then by bytes on the device, then by processor time, at most six of each kind.
    pub named: Vec<Neighbour>,
    /// The device of the target's chain whose counters tell what others did, or several with commas; null without one.
    pub device: Option<String>,
    /// Bytes per second that others read from it.
    pub device_others_read_bytes_per_s: Option<f64>,
    /// Bytes per second that others wrote to it, page-cache write-back and the file system's own included; null for a Run
    /// through the page cache, whose own write-back is among them, and for several devices, which may keep copies.
    pub device_others_written_bytes_per_s: Option<f64>,
}

/// What a neighbour was named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NeighbourKind {
    /// It is a load generator at work.
    Measuring,
    /// It moved bytes on the target's device.
    Device,
    /// It took processor time.
    Cpu,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Neighbour {
    /// The process; null where none can be named: the hypervisor (`cpu`), or whoever moved bytes on the device that no
    /// process with a name accounts for (`device`).
    pub pid: Option<u32>,
    /// Name of its program as the kernel has it, `plimsoll` with its verb, `hypervisor`, or `others`.
    pub name: String,
    /// What it was named for: the first of these that applies.
    pub kind: NeighbourKind,
    /// Processor time that it took, in cores: 0.95 is 95 % of one core. That of its children counts once they have ended.
    pub cpu_share: f64,
    /// Bytes per second that it made storage read, on any device; null where that may not be read.
    pub read_bytes_per_s: Option<f64>,
    /// Bytes per second that it made storage write, on any device; through the page cache they count when they are handed
    /// over. Null where that may not be read.
    pub written_bytes_per_s: Option<f64>,
}

impl Neighbour {
    /// Bytes per second that it moved, as far as that is known.
    pub fn bytes_per_s(&self) -> f64 {
        self.read_bytes_per_s.unwrap_or(0.0) + self.written_bytes_per_s.unwrap_or(0.0)
    }
}

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

    /// Looks again: who else used the machine since the first look. None where `/proc` does not tell.
    pub fn neighbours(&self, around: &Surroundings<'_>) -> Option<Neighbours> {
        let after = Snapshot::take(&self.root, std::process::id());
        between(&self.root, &self.before, &after, self.elapsed().as_secs_f64(), around)
    }
}
