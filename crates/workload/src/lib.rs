//! The load on a target: which operations, where, when.
//!
//! A [`Workload`] describes the operations; a [`Load`] their rate. Both are resolved values with every default filled
//! in, stored with each Run. From them come, per worker, a [`stream::OpStream`] (kind, address, length) and, for an
//! open load, an [`arrivals::Arrivals`] (intended instants, computed or as [`trace`] read them). All are deterministic
//! by seed. Their `check` finds contradictions.

pub mod arrivals;
mod blocks;
mod check;
mod load;
pub mod pattern;
pub mod payload;
mod spec;
pub mod stream;
pub mod trace;

pub use blocks::parse_mix;
pub use load::{Bursts, Cap, Profile, Step, Think, Trace};
pub use pattern::{Distribution, Pattern, Walk};
pub use payload::{PayloadKind, PayloadSpec};
pub use spec::{Access, ArrivalProcess, BlockShare, Load, SyncEvery, Workload};
pub use trace::{RecordedArrivals, TraceError};
