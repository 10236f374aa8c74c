//! The clock of systems on which nothing is measured.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "no Run on the machine's clock reads it")]

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::Clock;
use crate::units::Nanos;

/// Since it was first read.
#[derive(Clone, Copy, Debug, Default)]
pub struct MonotonicClock;

impl Clock for MonotonicClock {
    fn now(&self) -> Nanos {
        static START: OnceLock<Instant> = OnceLock::new();
        Nanos(START.get_or_init(Instant::now).elapsed().as_nanos() as u64)
    }

    fn sleep_until(&self, at: Nanos) {
        std::thread::sleep(Duration::from_nanos((at - self.now()).0));
    }
}
