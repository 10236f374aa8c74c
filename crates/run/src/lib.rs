//! Runs: from a request to a record.
//!
//! [`session::Session`] opens a target once and runs one [`spec::RunSpec`] after the other. The schedule of a worker
//! ([`issuer`]) is a state machine without clock or I/O; two drivers feed it: threads on the machine's clock ([`real`],
//! [`worker`]) and one event loop on the simulator's ([`simulation`]). Their parts are merged in one place
//! ([`control`]), which also evaluates the stop rule; figures are computed in one place (`figures`), the outcome is
//! decided in one ([`outcome`]), and the reasons of both are put into words in one (`because`).
//!
//! ```text
//! request ─ resolve ─▶ spec ─▶ issuer ─▶ engine or stack
//!                                │            │ completions
//!                                ▼            ▼
//!                              recorder (a part per worker and interval)
//!                                │ sealed parts
//!                                ▼
//!                              control ─▶ intervals, shares of workers (feed) ─▶ store, live page
//!                                │    └─▶ evidence ─▶ stop
//!                                ▼
//!                              outcome ─▶ record + histograms
//! ```

#![cfg_attr(
    not(feature = "measure"),
    allow(dead_code, reason = "the model uses a part of what Runs on the machine's clock use")
)]

mod beats;
mod because;
mod bottleneck;
mod coarse;
mod control;
#[cfg(feature = "measure")]
pub mod coordinator;
#[cfg(feature = "measure")]
mod crew;
mod each;
mod error;
mod feed;
mod figures;
#[cfg(feature = "measure")]
mod heartbeat;
mod issuer;
mod outcome;
#[cfg(feature = "measure")]
pub mod prepare;
mod reading;
#[cfg(feature = "measure")]
mod real;
pub mod record;
pub mod request;
mod resolve;
pub mod rules;
#[cfg(feature = "measure")]
mod segment;
mod session;
mod share;
pub mod show;
mod simulation;
pub mod spec;
mod still;
mod target;
mod totals;
#[cfg(feature = "measure")]
mod worker;

pub use coarse::{StoredInterval, merge_intervals};
pub use error::{ErrorKind, RunError};
pub use feed::{Feed, Progress, SealedInterval};
pub use outcome::from_cache;
pub use resolve::workload_file;
#[cfg(feature = "measure")]
pub use segment::SegmentOutput;
pub use session::{ProbeResult, Session, phase_name};
pub use share::WorkerInterval;
#[cfg(feature = "measure")]
pub use target::{guard_error, remove_own};
