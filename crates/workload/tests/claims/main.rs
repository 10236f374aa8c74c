//! Claims about streams of operations, schedules and documents, against theory.

mod arrivals;
mod checks;
mod cost;
mod distributions;
mod operations;
mod patterns;
mod walks;

use plimsoll_base::{Bytes, Op, OpKind};
use plimsoll_workload::stream::Streams;
use plimsoll_workload::{BlockShare, Workload, parse_mix};

/// First byte of every working set here.
const OFFSET: u64 = 3 * 4096;

/// A workload of the given pattern and mixes, on `kib` KiB.
fn workload(pattern: &str, reads: &str, writes: &str, read_percent: f64, kib: u64) -> Workload {
    let mix = |text: &str| -> Vec<BlockShare> { parse_mix(text).expect(text) };
    let set = Bytes(kib * 1024);
    let mut spec = Workload::simple(Bytes(4096), read_percent, pattern.parse().expect(pattern), Bytes(OFFSET), set);
    spec.read_blocks = mix(reads);
    spec.write_blocks = mix(writes);
    spec.align_bytes = spec.smallest_block();
    spec.block_size_bytes = Some(spec.largest_block()).filter(|size| *size == spec.smallest_block());
    spec
}

/// The first `n` operations of worker 0 of 1, each completed before the next, and each flush when it is due.
fn operations(spec: &Workload, seed: u64, n: usize) -> Vec<Op> {
    spec.check().expect("a workload without contradictions");
    let mut ops = Streams::new(spec, seed, 1).of(0);
    let mut found = Vec::new();
    while found.len() < n {
        let op = ops.next_op();
        found.push(op);
        if ops.complete(op.kind) {
            found.push(Op { kind: OpKind::Flush, offset: 0, len: 0 });
        }
    }
    found.truncate(n);
    found
}

/// Where an operation starts in the working set.
fn start(op: &Op) -> u64 {
    op.offset - OFFSET
}

/// How many of `ops` are of `kind`.
fn count(ops: &[Op], kind: OpKind) -> usize {
    ops.iter().filter(|op| op.kind == kind).count()
}

/// Asserts that `seen` of `n` is a share of `percent`, to five standard deviations of a binomial (one in two million).
fn assert_share(what: &str, seen: usize, n: usize, percent: f64) {
    let p = percent / 100.0;
    let expected = p * n as f64;
    let sd = (expected * (1.0 - p)).sqrt();
    assert!((seen as f64 - expected).abs() <= 5.0 * sd, "{what}: {seen} of {n}, expected {expected} ± {sd}");
}
