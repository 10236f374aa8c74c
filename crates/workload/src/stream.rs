//! The operations of one worker: kind, address, length. Endless, deterministic by seed, about 5 ns an operation.

use plimsoll_base::random::{Random, stream};
use plimsoll_base::{Op, OpKind};
use rand::RngExt as _;

use crate::spec::Workload;

/// One worker's stream of operations.
#[derive(Clone, Debug)]
pub struct OpStream {
    random: Random,
    /// A draw of 32 bits below this is a read; 2^32 for reads only.
    read_below: u64,
    block_size: u32,
    /// First byte and number of the blocks this worker addresses.
    first_byte: u64,
    blocks: u64,
    /// Sequential: the block that comes next. None: random.
    cursor: Option<u64>,
}

/// The streams of all workers on one target, with what they share.
#[derive(Clone, Debug)]
pub struct Streams<'a> {
    workload: &'a Workload,
    seed: u64,
    workers: u32,
}

impl<'a> Streams<'a> {
    /// The streams of `workers` workers.
    pub fn new(workload: &'a Workload, seed: u64, workers: u32) -> Streams<'a> {
        Streams { workload, seed, workers }
    }
    /// The stream of worker `index`.
    pub fn of(&self, index: u32) -> OpStream {
        OpStream::new(self.workload, self.seed, index, self.workers)
    }
}

impl OpStream {
    /// The stream of worker `index` of `workers`.
    ///
    /// Random: every worker addresses the whole working set. Sequential: each walks a region of its own; when there
    /// are fewer blocks than workers, they share the whole set and start at different blocks.
    pub fn new(workload: &Workload, seed: u64, index: u32, workers: u32) -> OpStream {
        let block = workload.largest_block().0;
        let total = workload.working_set_bytes.0 / block;
        let (index64, workers64) = (u64::from(index), u64::from(workers));
        let (first, blocks, cursor) = match workload.pattern.random_percent {
            r if r > 0.0 => (0, total, None),
            _ if total < workers64 => (0, total, Some(index64 % total)),
            _ => {
                // The first `total % workers` regions are one block longer, so that every block has one owner.
                let first = index64 * (total / workers64) + index64.min(total % workers64);
                (first, total / workers64 + u64::from(index64 < total % workers64), Some(0))
            }
        };
        OpStream {
            random: stream(seed, "operations", index64),
            read_below: (workload.read_percent / 100.0 * 4_294_967_296.0).round() as u64,
            block_size: block as u32,
            first_byte: workload.working_set_offset_bytes.0 + first * block,
            blocks,
            cursor,
        }
    }

    /// The next operation.
    #[inline]
    pub fn next_op(&mut self) -> Op {
        let draw: u64 = self.random.random();
        let kind = if (draw & 0xffff_ffff) < self.read_below { OpKind::Read } else { OpKind::Write };
        let block = match &mut self.cursor {
            // Multiply-shift (Lemire, 2019): uniform to within blocks/2^64.
            None => ((u128::from(self.random.random::<u64>()) * u128::from(self.blocks)) >> 64) as u64,
            Some(next) => {
                let block = *next;
                *next = if block + 1 == self.blocks { 0 } else { block + 1 };
                block
            }
        };
        Op { kind, offset: self.first_byte + block * u64::from(self.block_size), len: self.block_size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use plimsoll_base::Bytes;
    use proptest::prelude::*;

    fn workload(block: u64, blocks: u64, read_percent: f64, pattern: Pattern) -> Workload {
        Workload::simple(Bytes(block), read_percent, pattern, Bytes(3 * block), Bytes(block * blocks))
    }

    #[test]
    fn sequential_workers_cover_every_block_once_a_round() {
        for (blocks, workers) in [(100, 1), (100, 3), (7, 7)] {
            let spec = workload(4096, blocks, 100.0, Pattern::SEQUENTIAL);
            let mut seen = vec![0; blocks as usize];
            for index in 0..workers {
                let mut ops = OpStream::new(&spec, 1, index, workers);
                let own = blocks / u64::from(workers) + u64::from(u64::from(index) < blocks % u64::from(workers));
                for _ in 0..own {
                    seen[(ops.next_op().offset / 4096 - 3) as usize] += 1;
                }
            }
            assert!(seen.iter().all(|&n| n == 1), "{blocks} blocks, {workers} workers: {seen:?}");
        }
    }

    #[test]
    fn random_addresses_are_uniform_and_the_read_share_is_kept() {
        let spec = workload(512, 64, 70.0, Pattern::RANDOM);
        let mut ops = OpStream::new(&spec, 11, 0, 1);
        let n = 256_000;
        let mut per_block = [0_f64; 64];
        let mut reads = 0;
        for _ in 0..n {
            let op = ops.next_op();
            per_block[(op.offset / 512 - 3) as usize] += 1.0;
            reads += i64::from(op.kind == OpKind::Read);
        }
        // Chi-square with 63 degrees of freedom: mean 63, standard deviation sqrt(126) = 11.2; five of them.
        let expected = f64::from(n) / 64.0;
        let chi2: f64 = per_block.iter().map(|c| (c - expected).powi(2) / expected).sum();
        assert!((chi2 - 63.0).abs() < 5.0 * 11.2, "chi-square {chi2}");
        // Binomial: standard deviation sqrt(n * 0.7 * 0.3) = 232; five of them.
        assert!((reads as f64 - 0.7 * f64::from(n)).abs() < 5.0 * 232.0, "{reads} reads");
    }

    proptest! {
        #[test]
        fn every_operation_lies_in_the_working_set(
            blocks in 1_u64..1000, workers in 1_u32..20, read in 0.0_f64..=100.0, sequential: bool, seed: u64,
        ) {
            let pattern = if sequential { Pattern::SEQUENTIAL } else { Pattern::RANDOM };
            let spec = workload(4096, blocks, read, pattern);
            for index in 0..workers {
                let mut ops = OpStream::new(&spec, seed, index, workers);
                for _ in 0..50 {
                    let op = ops.next_op();
                    prop_assert!(op.offset >= 3 * 4096 && op.offset + 4096 <= (3 + blocks) * 4096);
                    prop_assert_eq!(op.offset % 4096, 0);
                    if read == 100.0 { prop_assert_eq!(op.kind, OpKind::Read); }
                    if read == 0.0 { prop_assert_eq!(op.kind, OpKind::Write); }
                }
            }
        }
    }
}
