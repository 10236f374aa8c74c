//! Load and rest by turns: a schedule without rests, squeezed into the times of load.
//!
//! A turn is a burst and its rest. What a schedule intends within a turn's length it intends within that turn's burst,
//! (on+off)/on times as fast and in the same proportions; so the mean rate is that of the schedule, over every whole turn
//! exactly, and nothing is intended in a rest. A time warp keeps what a schedule is: Poisson stays Poisson.

use plimsoll_base::Nanos;

use crate::load::Bursts;

/// Bursts and rests from the start of the Run on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    on: u64,
    turn: u64,
    /// Share of a turn that is load.
    share: f64,
}

impl Turns {
    pub(super) fn new(bursts: Bursts) -> Turns {
        let on = bursts.on_ns.0;
        let turn = (bursts.on_ns + bursts.off_ns).0.max(1);
        Turns { on, turn, share: on as f64 / turn as f64 }
    }

    /// When that is intended which is intended at `at` without rests. Never, when there is no time of load.
    pub(super) fn squeeze(&self, at: Nanos) -> Nanos {
        if at == Nanos::MAX || self.on == 0 {
            return Nanos::MAX;
        }
        let within = at.0 % self.turn;
        // Rounding in floating nanoseconds must not reach the rest.
        let squeezed = ((within as f64 * self.share) as u64).min(self.on - 1);
        Nanos(at.0 - within + squeezed)
    }

    /// The inverse: how much of a schedule without rests, in nanoseconds, has been intended before `at`.
    pub(super) fn load_before(&self, at: Nanos) -> f64 {
        let within = at.0 % self.turn;
        let loaded = if self.on == 0 { 0.0 } else { within.min(self.on) as f64 / self.share };
        (at.0 - within) as f64 + loaded
    }
}
