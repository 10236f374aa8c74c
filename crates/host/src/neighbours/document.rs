//! Who else used a machine, as a document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
