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

#[cfg(feature = "measure")]
mod comparison;
mod document;
#[cfg(feature = "measure")]
mod names;
#[cfg(feature = "measure")]
mod open_files;
#[cfg(feature = "measure")]
mod snapshot;
#[cfg(feature = "measure")]
mod watch;

#[cfg(feature = "measure")]
pub use comparison::{Surroundings, between};
pub use document::{Neighbour, NeighbourKind, Neighbours};
#[cfg(feature = "measure")]
pub use snapshot::{Process, Snapshot, parse_process};
#[cfg(feature = "measure")]
pub use watch::Watch;
