//! The history of a probe: at most [`MAX_BINS`] bins over all of it.
//!
//! When the bins are full, neighbours merge and the bin width doubles. A Run of 48 hours then needs the memory of a Run
//! of a minute, and the bins always number between half of `MAX_BINS` and all of it. The sum of squares in each bin
//! shows how fast the system forgets even when that takes much less than one bin.

use crate::series::Tick;

/// Bins kept of a whole probe: 64 batches of 64 bins, 0.6 MiB. Even, because bins merge in pairs.
pub(super) const MAX_BINS: usize = 4096;

/// Some neighbouring ticks, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Bin {
    pub(super) tick: Tick,
    /// Sum over the ticks of the backlog at their ends. Its mean is blind to a sawtooth inside the bin, such as that of
    /// a limiter that releases in slices.
    pub(super) backlog_sum: f64,
    /// Sum over the ticks of the square of that backlog.
    pub(super) backlog_squares: f64,
    /// Arrived − completed since the start of the probe, at the end of the bin.
    pub(super) backlog_end: i64,
}

impl Bin {
    pub(super) fn absorb(&mut self, later: &Bin) {
        self.tick += later.tick;
        self.backlog_sum += later.backlog_sum;
        self.backlog_squares += later.backlog_squares;
        self.backlog_end = later.backlog_end;
    }
}

/// The bounded series of one probe.
#[derive(Clone, Debug)]
pub(super) struct Bins {
    bins: Vec<Bin>,
    open: Bin,
    open_ticks: u64,
    /// Ticks per bin, a power of two.
    width_ticks: u64,
    ticks: u64,
}

impl Bins {
    pub(super) fn new() -> Bins {
        Bins { bins: Vec::with_capacity(MAX_BINS), open: Bin::default(), open_ticks: 0, width_ticks: 1, ticks: 0 }
    }

    /// Adds the next tick. About 10 ns; every doubling costs one pass over the bins.
    pub(super) fn push(&mut self, tick: Tick) {
        let backlog = self.open.backlog_end + tick.arrived as i64 - tick.completed as i64;
        let level = backlog as f64;
        let single = Bin { tick, backlog_sum: level, backlog_squares: level * level, backlog_end: backlog };
        self.ticks += 1;
        self.open.absorb(&single);
        self.open_ticks += 1;
        if self.open_ticks == self.width_ticks {
            self.bins.push(self.open);
            self.open = Bin { backlog_end: backlog, ..Bin::default() };
            self.open_ticks = 0;
            if self.bins.len() == MAX_BINS {
                self.halve();
            }
        }
    }

    fn halve(&mut self) {
        for i in 0..MAX_BINS / 2 {
            let mut pair = self.bins[2 * i];
            pair.absorb(&self.bins[2 * i + 1]);
            self.bins[i] = pair;
        }
        self.bins.truncate(MAX_BINS / 2);
        self.width_ticks *= 2;
    }

    /// The complete bins, oldest first.
    pub(super) fn complete(&self) -> &[Bin] {
        &self.bins
    }

    /// Ticks in each complete bin.
    pub(super) fn width_ticks(&self) -> u64 {
        self.width_ticks
    }

    pub(super) fn ticks(&self) -> u64 {
        self.ticks
    }
}

/// Everything in `bins`, added up.
pub(super) fn total(bins: &[Bin]) -> Bin {
    bins.iter().fold(Bin::default(), |mut sum, bin| {
        sum.absorb(bin);
        sum
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::ObjectiveTally;

    #[test]
    fn merging_keeps_every_count_and_the_memory_bound() {
        let mut bins = Bins::new();
        let mut truth = Tick::default();
        let mut backlog_sum = 0.0;
        // 5 doublings and a remainder; counts that differ from tick to tick.
        let ticks = MAX_BINS as u64 * 17 + 13;
        for i in 0..ticks {
            let tick = Tick::of_one(i % 7, i % 5, ObjectiveTally { judged: i % 5, exceeded: i % 2, sum_ns: i });
            truth += tick;
            backlog_sum += truth.arrived as f64 - truth.completed as f64;
            bins.push(tick);
            assert!(bins.complete().len() < MAX_BINS);
        }
        let mut all = total(bins.complete());
        let kept = bins.complete().len() as u64 * bins.width_ticks();
        assert_eq!(kept + bins.open_ticks, ticks);
        all.absorb(&bins.open);
        assert_eq!(all.tick, truth);
        assert_eq!(all.backlog_end, truth.arrived as i64 - truth.completed as i64);
        // Whole numbers below 2^53: the sum is exact in whatever order it is taken.
        assert_eq!(all.backlog_sum, backlog_sum);
    }
}
