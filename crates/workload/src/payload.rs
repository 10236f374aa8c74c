//! What is written: random bytes that no target can compress, with a stamp per 512 bytes that no target can share; or,
//! where asked, bytes of which a known part can be compressed or shared, or zeroes.
//!
//! Filling a buffer anew for each write would cost more than the I/O, so each write buffer is filled once and then
//! stamped: eight bytes at the start of every sector are replaced by a number that is never used twice in a session.
//! Zeroes or repeated blocks would vanish on deduplicating and compressing targets and flatter them.
//!
//! * Compressible: of every 512-byte sector the last p % are zero and the rest is random. The share holds at whatever
//!   granularity a target compresses, from 512 bytes up (4 KiB pages, 8 KiB records, 128 KiB records), because every
//!   sector is like that. The stamp stays: of 100 % a compressor saves about 97.
//! * Duplicate: p % of the 4 KiB blocks, drawn one by one, are copies out of a pool of sixteen; the rest are unique. The
//!   pool is the same for all workers, sessions and hosts, so that they share it. A write smaller than 4 KiB is one
//!   block. A copy of the block is the price, of unique ones too: what a copy has left behind must not stay in it.
//!
//! What it does not do: imitate real data. Real data compresses unevenly; this compresses evenly by what was asked.

use plimsoll_base::random::{Random, stream, unit};
use rand::{Rng as _, RngExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bytes between stamps: the smallest unit any target shares or compresses.
pub const STAMP_SPACING: usize = 512;
/// Bytes of a block that may be a duplicate: what sharing targets compare, or a multiple of it.
pub(crate) const DUPLICATE_BLOCK: usize = 4096;
/// Blocks in the pool of duplicates.
pub const DUPLICATE_POOL: usize = 16;
/// Bytes of a stamp.
const STAMP: usize = 8;

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

impl PayloadSpec {
    /// Whether this can be made.
    ///
    /// # Errors
    /// What contradicts itself, and what now.
    pub fn check(&self) -> Result<(), String> {
        let shares = [("compressible", self.compressible_percent), ("duplicate", self.duplicate_percent)];
        for (name, percent) in shares {
            if !(0.0..=100.0).contains(&percent) {
                return Err(format!("{name}: {percent} is not a percentage: write a number from 0 to 100"));
            }
            if self.kind == PayloadKind::Zero && percent > 0.0 {
                return Err(format!(
                    "{name}: {percent} % has no effect on a payload of zeroes, which is all of it already: leave it out, \
                     or choose a random payload"
                ));
            }
        }
        Ok(())
    }

    /// Bytes of a sector that are random, stamp included.
    fn random_bytes(&self) -> usize {
        match self.kind {
            PayloadKind::Zero => 0,
            PayloadKind::Random => {
                let share = 1.0 - self.compressible_percent / 100.0;
                ((STAMP_SPACING as f64 * share).round() as usize).clamp(STAMP, STAMP_SPACING)
            }
        }
    }

    /// Fills a buffer: what its content is before the first write.
    pub fn fill(&self, buffer: &mut [u8], random: &mut Random) {
        random.fill_bytes(buffer);
        let random_bytes = self.random_bytes();
        if random_bytes < STAMP_SPACING {
            buffer.chunks_mut(STAMP_SPACING).for_each(|sector| {
                let from = random_bytes.min(sector.len());
                sector[from..].fill(0);
            });
        }
    }
}

/// Makes the content of one write after the other, in buffers that [`PayloadSpec::fill`] has filled.
#[derive(Clone, Debug)]
pub struct Payload {
    /// The write that comes next. Starts at a random number, so that two sessions do not write the same.
    number: u64,
    zero: bool,
    duplicates: Option<Duplicates>,
}

#[derive(Clone, Debug)]
struct Duplicates {
    share: f64,
    pool: Vec<u8>,
    /// What unique blocks are made of before they are stamped; as long as the largest write.
    unique: Vec<u8>,
    random: Random,
}

impl Payload {
    /// For writes of up to `block` bytes.
    pub fn new(spec: &PayloadSpec, block: usize, random: &mut Random) -> Payload {
        let duplicates = (spec.duplicate_percent > 0.0 && spec.kind == PayloadKind::Random).then(|| {
            let mut pool = vec![0; DUPLICATE_POOL * DUPLICATE_BLOCK];
            // Not the session's stream: every session, worker and host has the same pool.
            spec.fill(&mut pool, &mut stream(0, "payload/duplicates", 0));
            let mut unique = vec![0; block];
            spec.fill(&mut unique, random);
            Duplicates { share: spec.duplicate_percent / 100.0, pool, unique, random: random.clone() }
        });
        let number = random.next_u64() >> 1;
        Payload { number, zero: spec.kind == PayloadKind::Zero, duplicates }
    }

    /// Makes `buffer` what the next write sends. Budget: 1 ns a sector; with duplicates, a copy of the buffer.
    #[inline]
    pub fn next(&mut self, buffer: &mut [u8]) {
        self.number = self.number.wrapping_add(1);
        match &mut self.duplicates {
            None if self.zero => {}
            None => stamp(buffer, self.number),
            Some(duplicates) => duplicates.next(buffer, self.number),
        }
    }
}

impl Duplicates {
    fn next(&mut self, buffer: &mut [u8], number: u64) {
        // The stamps of all sectors are made, as no stamp may depend on what the blocks before it became.
        for (block, unique) in buffer.chunks_mut(DUPLICATE_BLOCK).zip(self.unique.chunks(DUPLICATE_BLOCK)) {
            block.copy_from_slice(&unique[..block.len()]);
        }
        stamp(buffer, number);
        for block in buffer.chunks_mut(DUPLICATE_BLOCK) {
            if unit(&mut self.random) < self.share {
                let from = self.random.random_range(0..DUPLICATE_POOL) * DUPLICATE_BLOCK;
                block.copy_from_slice(&self.pool[from..from + block.len()]);
            }
        }
    }
}

/// Makes every sector of `buffer` unlike any other of this session. `number` must not repeat within a stream. About
/// 1 ns a sector.
#[inline]
pub(crate) fn stamp(buffer: &mut [u8], number: u64) {
    // Spread over all bits, so that the stamps themselves do not compress.
    let base = plimsoll_base::random::split_mix(number);
    for (sector, bytes) in buffer.chunks_mut(STAMP_SPACING).enumerate() {
        if let Some(head) = bytes.first_chunk_mut::<STAMP>() {
            *head = base.wrapping_add((sector as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).to_le_bytes();
        }
    }
}
