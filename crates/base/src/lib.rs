//! What every other crate stands on: units, instants, the operation, seeded randomness.
//!
//! Nothing here knows about storage, histograms or schedules. Three rules start here and hold everywhere:
//!
//! * a quantity carries its unit in its type ([`units::Nanos`], [`units::Bytes`]) or, as a plain number, in its name
//!   (`offered_rate_per_s`);
//! * time enters through [`clock::Clock`] alone, so that the same runner works on the real and on the virtual clock;
//! * randomness enters through [`random::stream`], named and seeded, so that a Run can be repeated byte for byte.

// The lowest crate: the build ends here, with one line, before anything else of Plimsoll is compiled.
#[cfg(target_env = "musl")]
compile_error!(
    "Plimsoll is built for glibc 2.28 or newer, and this system's C library is musl: build it on such a system, or take the \
     container image, which brings one"
);

mod ahead;
pub mod clock;
mod op;
pub mod random;
pub mod units;

pub use ahead::fetch_ahead;
pub use op::{Op, OpKind};
pub use units::{Bytes, Nanos};
