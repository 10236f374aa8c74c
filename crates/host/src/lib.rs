//! What the machine tells: processor, pressure, disks, network, who uses a device, and where a Run took place.
//!
//! Linux only, but for the documents, which every system reads (feature `measure`). Six nouns, each its own module:
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

#[cfg(feature = "measure")]
mod affinity;
#[cfg(feature = "measure")]
mod allocator;
pub mod chain;
#[cfg(feature = "measure")]
mod device;
#[cfg(feature = "measure")]
mod entry;
pub mod fingerprint;
#[cfg(feature = "measure")]
pub mod guard;
mod identity;
#[cfg(feature = "measure")]
mod memory;
#[cfg(feature = "measure")]
mod mounts;
pub mod neighbours;
mod root;
pub mod sample;
#[cfg(feature = "measure")]
mod sys;
#[cfg(feature = "measure")]
mod thread;
mod words;

#[cfg(all(feature = "measure", not(target_os = "linux")))]
compile_error!("storage is measured on Linux only: build for this system with --no-default-features");

#[cfg(feature = "measure")]
pub use affinity::{AffinityError, allowed_cores, pin_to_core};
#[cfg(feature = "measure")]
pub use allocator::EndingAllocator;
pub use chain::{BlockDevice, DeviceKind, FileSystem};
#[cfg(feature = "measure")]
pub use chain::{chain, chain_of, file_system};
#[cfg(feature = "measure")]
pub use entry::Entry;
pub use fingerprint::Fingerprint;
#[cfg(feature = "measure")]
pub use guard::{
    Confirmation, ExportPermit, FileTarget, GuardError, InUse, Refusal, TargetFacts, TargetKind, WritePermit,
    authorise_export, authorise_write, create, examine, judge, open_for_read, open_for_write, open_to_serve, remove,
};
pub use identity::{DeviceIdentity, FileIdentity, TargetIdentity};
#[cfg(feature = "measure")]
pub use memory::{AvailableMemory, MemoryLimit};
#[cfg(feature = "measure")]
pub use mounts::{Mount, Swap, parse_mountinfo, parse_swaps};
pub use neighbours::{Neighbour, NeighbourKind, Neighbours};
pub use root::{DeviceNumber, NotADeviceNumber, SysRoot};
#[cfg(feature = "measure")]
pub use sample::Sampler;
pub use sample::{Counters, SystemLoad, load_over};
#[cfg(feature = "measure")]
pub use thread::{Turn, Turns, ask_for_short_turns, thread_cpu_ns, thread_voluntary_waits};
pub use words::{in_words, without_numbers};
