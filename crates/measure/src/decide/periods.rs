//! A maximum over a period: how many of the periods seen had an operation beyond the bound?
//!
//! The maximum of a longer sample is larger, so a bound on it means nothing without a period; and it differs from period to
//! period, so the objective is met when at most one period in ten goes beyond. None at all is what nothing measured can
//! show; a half, the median, would recommend rates at which every second period is too slow. Whole periods are the
//! trials: 29 that all keep the bound are needed to pass at 95 % (0.9^29 = 4.7 %). Clumps of slow operations are much shorter
//! than a period; where the memory is not (a period of less than ten memories), fewer trials count.

use super::judgement::Estimate;
use super::quantile;
use crate::series::Tick;

/// Share of periods that may go beyond.
pub(super) const ALLOWED: f64 = 0.1;
/// Memories that a period lasts for its neighbours to be independent of it.
const MEMORIES: f64 = 10.0;

/// Whole periods of one objective, as they pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Periods {
    slot: usize,
    length_ticks: u64,
    ticks: u64,
    beyond: bool,
    whole: u64,
    whole_beyond: u64,
}

impl Periods {
    /// Periods for the objective in this slot of a tick; a period that is no whole number of ticks is a little longer.
    pub(super) fn new(slot: usize, period_ns: u64, tick_ns: u64) -> Periods {
        let length_ticks = period_ns.div_ceil(tick_ns).max(1);
        Periods { slot, length_ticks, ticks: 0, beyond: false, whole: 0, whole_beyond: 0 }
    }

    pub(super) fn push(&mut self, tick: &Tick) {
        self.beyond |= tick.seen[self.slot].exceeded > 0;
        self.ticks += 1;
        if self.ticks == self.length_ticks {
            self.whole += 1;
            self.whole_beyond += u64::from(self.beyond);
            (self.ticks, self.beyond) = (0, false);
        }
    }

    /// The share of periods beyond, without bounds.
    pub(super) fn value(&self) -> f64 {
        if self.whole == 0 { f64::from(u8::from(self.beyond)) } else { self.whole_beyond as f64 / self.whole as f64 }
    }

    /// The estimate with exact binomial bounds; `memory_ticks` is one autocorrelation time.
    pub(super) fn estimate(&self, memory_ticks: f64, fail_alpha: f64, pass_alpha: f64) -> Estimate {
        let trust = (self.length_ticks as f64 / (MEMORIES * memory_ticks)).min(1.0);
        let effective = self.whole as f64 * trust;
        let known = effective >= 1.0;
        Estimate {
            value: self.value(),
            low: known.then(|| quantile::binomial_low(self.value(), effective, fail_alpha)),
            high: known.then(|| quantile::binomial_high(self.value(), effective, pass_alpha)),
            allowed: ALLOWED,
            effective_operations: None,
        }
    }
}
