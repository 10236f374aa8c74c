//! Runs: from a request to a record.
//!
//! [`session::Session`] opens a target once and runs one [`spec::RunSpec`] after the other. The schedule of a worker
//! ([`issuer`]) is a state machine without clock or I/O; two drivers feed it: threads on the machine's clock
//! ([`real`], [`worker`]) and one event loop on the simulator's ([`simulated`]). What they record is merged in one
//! place ([`control`]), which also asks the stop rule; figures are made in one place (`figures`), the outcome is decided in
//! one ([`outcome`]), and the reasons of both are put into words in one (`because`).
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

mod because;
mod bottleneck;
pub mod coarse;
pub mod control;
pub mod coordinator;
pub mod each;
pub mod error;
mod figures;
pub mod heartbeat;
pub mod issuer;
pub mod outcome;
pub mod prepare;
mod reading;
pub mod real;
pub mod record;
pub mod request;
pub mod resolve;
pub mod rules;
pub mod segment;
pub mod session;
pub mod share;
pub mod show;
pub mod simulated;
pub mod spec;
pub mod still;
pub mod target;
pub mod totals;
pub mod worker;

pub use error::{ErrorKind, RunError};
pub use session::{ProbeResult, Session};
pub use target::guard_error;
