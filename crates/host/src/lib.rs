//! What the machine tells: processor, pressure, disks, network, who uses a device, and where a Run took place.
//!
//! Linux only. Six nouns, each its own module:
//!
//! * [`sample`]: the host's counters, read again and again, and the [`SystemLoad`] of the interval between two readings;
//! * [`neighbours`]: who else used the machine between two looks at its processes;
//! * [`chain`](mod@chain): from a path down through file system, partition, device-mapper, RAID and loop to the disks;
//! * [`guard`]: whether a target may be written to. Nothing in Plimsoll writes to a file or device without a
//!   [`WritePermit`], and only the guard makes one;
//! * [`fingerprint`]: host and target as provenance on a record;
//! * [`memory`]: how much this process may still take, and who limits it;
//! * [`affinity`]: which cores there are, and binding a thread to one.
//!
//! Parsers take text and can be tried on any machine's; readers take a [`SysRoot`], so that a captured tree serves as
//! well as `/proc` and `/sys`. What can't be read is absent (`None`, null), never a zero that looks like a value; to the
//! guard, what can't be read counts against writing.

mod affinity;
pub mod chain;
mod device;
mod entry;
pub mod fingerprint;
pub mod guard;
mod memory;
mod mounts;
pub mod neighbours;
mod root;
pub mod sample;
mod sys;
mod thread;
mod words;

pub use affinity::{AffinityError, allowed_cores, pin_to_core};
pub use chain::{BlockDevice, DeviceKind, FileSystem, chain, chain_of, file_system};
pub use entry::Entry;
pub use fingerprint::Fingerprint;
pub use guard::{
    Confirmation, ExportPermit, FileTarget, GuardError, InUse, Refusal, TargetFacts, TargetIdentity, TargetKind,
    WritePermit, authorise_export, authorise_write, create, examine, judge, open_for_read, open_for_write,
    open_to_serve, remove,
};
pub use memory::{AvailableMemory, EndingAllocator, MemoryLimit};
pub use mounts::{Mount, Swap, parse_mountinfo, parse_swaps};
pub use neighbours::{Neighbour, NeighbourKind, Neighbours};
pub use root::{DeviceNumber, NotADeviceNumber, SysRoot};
pub use sample::{Counters, Sampler, SystemLoad, load_over};
pub use thread::{Turn, Turns, ask_for_short_turns, thread_cpu_ns, thread_voluntary_waits};
pub use words::{in_words, without_numbers};
