//! Whether a target may be written to: decided here and nowhere else (measurement.md, section 9).
//!
//! The order is always the same. The path is opened without touching its target (`O_PATH`), so a character device or a
//! pipe is never really opened. The target behind that descriptor is examined ([`TargetFacts`]): kind, size, uses
//! ([`InUse`]), signatures ([`Signature`]), whether Plimsoll made it and wrote its contents (`mark`). [`judge`] decides
//! on these facts alone, and is the only place with rules. Then the same inode is reopened through `/proc/self/fd`, so
//! that no name can be swapped in between; a block device is claimed exclusively (`O_EXCL`), the facts are gathered
//! once more *after* the claim, judged once more, and only then is there a [`WritePermit`]. The permit holds the claim:
//! as long as it lives, the kernel refuses to mount the device or to build on it.
//!
//! Unknown facts count against writing. Out of sight are file systems without an entry in any table (they hold the
//! device exclusively, so the claim fails), another host on the same LUN, and a process that writes without mounting.

mod blkid;
mod contents;
mod facts;
mod identity;
mod in_use;
mod layers;
mod mark;
mod open;
mod permit;
mod pseudo;
mod quiet;
mod refusal;
mod reopen;
mod signature;
mod survey;

pub use crate::identity::{DeviceIdentity, FileIdentity, TargetIdentity};
pub use facts::{Identity, TargetFacts, TargetKind, examine};
pub use in_use::{InUse, MountedOn, Relation};
pub use mark::Doubt;
pub use open::{create, open_for_read, open_for_write, open_to_serve, remove};
pub use permit::{Confirmation, ExportPermit, WritePermit, authorise_export, authorise_write, judge};
pub use refusal::{GuardError, Refusal};
pub use signature::{Signature, SignatureBytes, Witness, recognise};
pub use survey::FileTarget;
