//! What is written: random bytes, which no target can compress, and a stamp per 512 bytes that no target can share.
//!
//! Filling a buffer anew for each write would cost more than the I/O, so each write buffer is filled once and then
//! stamped: eight bytes at the start of every sector are replaced by a number that is never used twice in a session.
//! Zeroes or repeated blocks would vanish on deduplicating and compressing targets and flatter them.

use plimsoll_base::random::Random;
use rand::Rng as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bytes between stamps: the smallest unit any target shares or compresses.
pub const STAMP_SPACING: usize = 512;

/// What the bytes of writes are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayloadKind {
    /// Random bytes.
    #[default]
    Random,
    /// Zeroes only.
    Zero,
}

/// What writes contain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PayloadSpec {
    /// What the bytes are made of.
    pub kind: PayloadKind,
    /// Share of each 4 KiB that a compressing target can save, in percent, 0 to 100.
    pub compressible_percent: f64,
    /// Share of the 4 KiB blocks that are copies of a few, which a sharing target stores once, in percent, 0 to 100.
    pub duplicate_percent: f64,
}

/// Fills a buffer with random bytes.
pub fn fill(buffer: &mut [u8], random: &mut Random) {
    random.fill_bytes(buffer);
}

/// Makes every sector of `buffer` unlike any other of this session. `number` must not repeat within a stream. About
/// 1 ns a sector.
#[inline]
pub fn stamp(buffer: &mut [u8], number: u64) {
    // Spread over all bits, so that the stamps themselves do not compress.
    let base = plimsoll_base::random::split_mix(number);
    for (sector, bytes) in buffer.chunks_mut(STAMP_SPACING).enumerate() {
        if let Some(head) = bytes.first_chunk_mut::<8>() {
            *head = base.wrapping_add((sector as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_base::random::stream;

    #[test]
    fn no_two_sectors_written_are_alike() {
        let mut buffer = vec![0; 8192];
        fill(&mut buffer, &mut stream(1, "payload", 0));
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..1000 {
            stamp(&mut buffer, number);
            for sector in buffer.chunks(STAMP_SPACING) {
                assert!(seen.insert(sector.to_vec()), "write {number} repeats a sector");
            }
        }
    }

    #[test]
    fn random_bytes_use_every_value_evenly() {
        let mut buffer = vec![0; 1 << 20];
        fill(&mut buffer, &mut stream(2, "payload", 0));
        let mut counts = [0_f64; 256];
        buffer.iter().for_each(|&b| counts[b as usize] += 1.0);
        // Chi-square with 255 degrees of freedom: standard deviation sqrt(510) = 22.6; five of them.
        let chi2: f64 = counts.iter().map(|c| (c - 4096.0).powi(2) / 4096.0).sum();
        assert!((chi2 - 255.0).abs() < 5.0 * 22.6, "chi-square {chi2}");
    }
}
