//! Kinds, sizes, alignment and flushes of operations.

use plimsoll_base::{Bytes, OpKind};
use plimsoll_workload::stream::Streams;
use plimsoll_workload::{SyncEvery, Workload};
use proptest::prelude::*;

use crate::{OFFSET, assert_share, count, operations, workload};

const PATTERNS: [&str; 13] = [
    "random",
    "zipf:1.1",
    "zipf:0.4",
    "pareto:0.2",
    "normal:10",
    "normal:300",
    "zones:90/10,10/90",
    "sequential",
    "sequential:shared",
    "sequential:each",
    "strided:8k",
    "sequential+30%random",
    "zipf:1.2+40%strided:12k",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, ..ProptestConfig::default() })]
    #[test]
    fn every_operation_lies_in_the_working_set_and_is_aligned(
        pattern in 0..PATTERNS.len(),
        reads in prop::sample::select(vec!["4k", "4k:60,64k:40", "512:1,4k:8,12k:1", "8k:1,4k:1"]),
        writes in prop::sample::select(vec!["4k", "16k", "64k:9,4k:1", "512:1,1k:1"]),
        read in 0.0_f64..=100.0,
        trim in 0.0_f64..=100.0,
        align in prop::sample::select(vec![512_u64, 1024, 2048, 4096, 12_288, 65_536]),
        units in 1_u64..300,
        workers in 1_u32..20,
        sync in prop::option::of(1_u32..5),
        seed: u64,
    ) {
        let mut spec = workload(PATTERNS[pattern], reads, writes, read, 4);
        spec.trim_percent = trim.min(100.0 - read);
        spec.align_bytes = Bytes(align);
        spec.working_set_bytes = Bytes(units * align);
        spec.sync = sync.map(|writes| SyncEvery { writes, data_only: true });
        spec.block_size_bytes = None;
        prop_assume!(spec.check().is_ok());
        let end = OFFSET + spec.working_set_bytes.0;
        let sizes = |mix: &[plimsoll_workload::BlockShare]| mix.iter().map(|s| s.bytes.0).collect::<Vec<_>>();
        let (read_sizes, write_sizes) = (sizes(&spec.read_blocks), sizes(&spec.write_blocks));
        let streams = Streams::new(&spec, seed, workers);
        for index in 0..workers {
            let mut ops = streams.of(index);
            let mut again = ops.clone();
            for _ in 0..60 {
                let op = ops.next_op();
                ops.complete(op.kind);
                if !PATTERNS[pattern].contains("shared") {
                    prop_assert_eq!(again.next_op(), op, "the same seed gives the same stream");
                    again.complete(op.kind);
                }
                prop_assert!(op.offset >= OFFSET && op.offset + u64::from(op.len) <= end, "{:?}", op);
                prop_assert_eq!((op.offset - OFFSET) % align, 0, "{:?}", op);
                let known = if op.kind == OpKind::Read { &read_sizes } else { &write_sizes };
                prop_assert!(known.contains(&u64::from(op.len)), "{:?}", op);
                prop_assert!(spec.kinds()[op.kind as usize], "{:?} does not occur", op);
            }
        }
    }
}

#[test]
fn shares_of_kinds_and_sizes_are_kept() {
    for pattern in ["random", "zipf:1.1", "zones:50/20,50/80"] {
        let mut spec = workload(pattern, "4k:60,64k:40", "8k:25,16k:75", 55.0, 1 << 20);
        spec.align_bytes = Bytes(4096);
        spec.trim_percent = 15.0;
        let n = 200_000;
        let ops = operations(&spec, 9, n);
        for (kind, percent) in [(OpKind::Read, 55.0), (OpKind::Write, 30.0), (OpKind::Trim, 15.0)] {
            assert_share(pattern, count(&ops, kind), n, percent);
            let (size, share) = if kind == OpKind::Read { (65_536, 40.0) } else { (16_384, 75.0) };
            let seen = ops.iter().filter(|op| op.kind == kind && op.len == size).count();
            assert_share(&format!("{pattern}, {kind:?} of {size}"), seen, count(&ops, kind), share);
        }
    }
}

#[test]
fn all_reads_all_writes_and_all_trims_are_nothing_else() {
    for (read, trim, kind) in [(100.0, 0.0, OpKind::Read), (0.0, 0.0, OpKind::Write), (0.0, 100.0, OpKind::Trim)] {
        let spec = Workload { trim_percent: trim, ..workload("random", "4k", "4k", read, 1024) };
        assert_eq!(count(&operations(&spec, 2, 20_000), kind), 20_000);
    }
}

#[test]
fn a_flush_is_the_operation_after_every_so_many_writes() {
    let mut spec = workload("random", "4k", "4k", 40.0, 1024);
    spec.trim_percent = 10.0;
    spec.sync = Some(SyncEvery { writes: 3, data_only: false });
    let ops = operations(&spec, 4, 50_000);
    let mut since = 0;
    for op in &ops {
        match op.kind {
            OpKind::Flush => {
                assert_eq!(since, 3, "a flush after {since} writes");
                since = 0;
            }
            kind => {
                assert!(since < 3, "no flush after 3 writes but {kind:?}");
                since += u32::from(kind == OpKind::Write);
            }
        }
    }
    // The operations that are no flush keep their shares.
    let others = ops.len() - count(&ops, OpKind::Flush);
    assert_share("reads", count(&ops, OpKind::Read), others, 40.0);
}

#[test]
fn flushes_do_not_change_where_and_what_the_other_operations_are() {
    let mut spec = workload("zipf:0.9", "4k:1,8k:1", "4k:1,8k:1", 50.0, 1 << 20);
    let without = operations(&spec, 6, 1000);
    spec.sync = Some(SyncEvery { writes: 5, data_only: true });
    let mut with = operations(&spec, 6, 1200);
    with.retain(|op| op.kind != OpKind::Flush);
    assert_eq!(with[..1000], without);
}

#[test]
fn a_flush_comes_only_for_writes_that_have_completed_and_for_each_of_them_once() {
    let mut spec = workload("sequential", "4k", "4k", 0.0, 400);
    spec.sync = Some(SyncEvery { writes: 1, data_only: true });
    let mut ops = Streams::new(&spec, 1, 1).of(0);
    assert!((0..5).all(|_| ops.next_op().kind == OpKind::Write), "nothing has completed");
    assert!((0..3).all(|_| ops.complete(OpKind::Write)), "one is due by each write");
    assert!(!ops.complete(OpKind::Flush), "a flush asks for none");
}

#[test]
fn workers_draw_different_operations_and_seeds_too() {
    for pattern in ["random", "zipf:1.1", "normal:20"] {
        let spec = workload(pattern, "4k", "4k", 50.0, 1 << 20);
        let first = |seed, index| {
            let mut ops = Streams::new(&spec, seed, 2).of(index);
            (0..50).map(|_| ops.next_op()).collect::<Vec<_>>()
        };
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 0), first(2, 0));
        assert_eq!(first(1, 1), first(1, 1));
    }
}
