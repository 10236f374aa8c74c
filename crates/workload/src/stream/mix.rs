//! A mix of block sizes with weights, as a draw of 32 bits reads it.
//!
//! Mixes have a handful of sizes, so that the sums of their shares are gone through one by one. A share is kept to
//! 2^-32, which is one operation in four billion.

use crate::spec::BlockShare;

/// A draw of 32 bits is always below this.
pub(super) const WHOLE: u64 = 1 << 32;

/// `percent` of the draws of 32 bits lie below this.
pub(super) fn threshold(percent: f64) -> u64 {
    ((percent / 100.0 * WHOLE as f64).round() as u64).min(WHOLE)
}

/// One size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Bytes of the operation.
    pub(super) len: u32,
    /// Number of places in the working set where an operation of this size may start.
    pub(super) positions: u64,
    /// A draw below this takes this size, if it took none before.
    below: u64,
}

/// The sizes of one kind of operation.
#[derive(Clone, Debug)]
pub(super) struct Mix(Box<[Size]>);

impl Mix {
    /// The sizes in `shares` on a working set of `set` bytes, every operation starting at a multiple of `align`.
    pub(super) fn new(shares: &[BlockShare], set: u64, align: u64) -> Mix {
        let mut sum = 0.0;
        let mut sizes: Vec<Size> = shares
            .iter()
            .map(|share| {
                sum += share.percent;
                let len = share.bytes.0;
                Size {
                    len: u32::try_from(len).unwrap_or(u32::MAX),
                    positions: set.saturating_sub(len) / align + 1,
                    below: threshold(sum),
                }
            })
            .collect();
        // Shares that add up to 99.999999 by rounding leave no draw without a size.
        if let Some(last) = sizes.last_mut() {
            last.below = WHOLE;
        }
        Mix(sizes.into())
    }

    /// The size that a draw of 32 bits means. There is at least one: a kind without sizes does not occur.
    pub(super) fn draw(&self, draw: u64) -> Size {
        let sizes = &self.0;
        let mut at = 0;
        while sizes[at].below <= draw {
            at += 1;
        }
        sizes[at]
    }

    /// The largest size that fits into `bytes`.
    pub(super) fn largest_within(&self, bytes: u64) -> Option<u32> {
        self.0.iter().map(|size| size.len).filter(|len| u64::from(*len) <= bytes).max()
    }
}
