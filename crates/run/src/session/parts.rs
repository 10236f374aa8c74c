//! How many parts a worker has, and their memory.

use plimsoll_measure::recorder::{Grid, Part};

/// Parts kept back for the begin and the end of Measure, and for an end that moves.
pub(crate) const RESERVE: usize = 3;

/// Parts of a worker: one in hand, one under way, two spare.
pub(crate) const PARTS: usize = 4;

/// Bytes that the histograms of one worker take.
pub(crate) fn parts_bytes(kinds: [bool; 4], grid: &Grid) -> u64 {
    (PARTS + RESERVE) as u64 * Part::bytes(kinds, grid)
}
