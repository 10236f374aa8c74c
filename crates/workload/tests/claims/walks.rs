//! Walks: own regions, shared, strided, and mixed with random places.

use std::collections::BTreeMap;

use plimsoll_base::{Bytes, Op, OpKind};
use plimsoll_workload::stream::Streams;
use plimsoll_workload::{SyncEvery, Workload};
use proptest::prelude::*;

use crate::{OFFSET, assert_share, operations, start, workload};

/// How often each unit of `align` bytes is covered.
fn cover(seen: &mut [u32], op: &Op, align: u64) {
    for unit in start(op) / align..(start(op) + u64::from(op.len)) / align {
        seen[unit as usize] += 1;
    }
}

#[test]
fn sequential_workers_cover_every_block_once_a_round() {
    for (blocks, workers) in [(100, 1), (100, 3), (7, 7), (1, 1)] {
        let spec = workload("sequential", "4k", "4k", 100.0, 4 * blocks);
        let streams = Streams::new(&spec, 1, workers);
        let mut seen = vec![0; blocks as usize];
        for index in 0..workers {
            let mut ops = streams.of(index);
            let own = blocks / u64::from(workers) + u64::from(u64::from(index) < blocks % u64::from(workers));
            // Two rounds, one behind the other.
            for _ in 0..2 * own {
                cover(&mut seen, &ops.next_op(), 4096);
            }
        }
        assert!(seen.iter().all(|n| *n == 2), "{blocks} blocks, {workers} workers: {seen:?}");
    }
}

#[test]
fn more_workers_than_blocks_share_the_whole_set() {
    let spec = workload("sequential", "4k", "4k", 100.0, 12);
    let streams = Streams::new(&spec, 1, 5);
    for index in 0..5 {
        let mut ops = streams.of(index);
        let walked: Vec<u64> = (0..4).map(|_| start(&ops.next_op()) / 4096).collect();
        let first = u64::from(index) % 3;
        assert_eq!(walked, [first, (first + 1) % 3, (first + 2) % 3, first]);
    }
}

proptest! {
    #[test]
    fn mixed_sizes_cover_every_region_once_a_round(
        blocks in 16_u64..200, workers in 1_u32..9, shared: bool, seed: u64, read in 0.0_f64..100.0,
    ) {
        // The smallest size is that of the alignment, for reads and writes alike, so that every remainder can be filled.
        let pattern = if shared { "sequential:shared" } else { "sequential" };
        let spec = workload(pattern, "4k:30,16k:60,64k:10", "4k:50,12k:50", read, 4 * blocks);
        prop_assume!(spec.check().is_ok());
        prop_assume!(shared || blocks / 16 >= u64::from(workers));
        let streams = Streams::new(&spec, seed, workers);
        let mut all: Vec<_> = (0..workers).map(|index| streams.of(index)).collect();
        let mut seen = vec![0; blocks as usize];
        for round in 1..4_u32 {
            if shared {
                // Any order of turns between the workers covers the set once a round.
                let mut turn = seed as usize;
                while seen.iter().any(|n| *n < round) {
                    turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let op = all[(turn >> 33) % workers as usize].next_op();
                    cover(&mut seen, &op, 4096);
                    prop_assert!(seen.iter().all(|n| *n <= round), "a block came twice in round {}", round);
                }
            } else {
                for (index, ops) in all.iter_mut().enumerate() {
                    // The region: whole 64 KiB units, the first ones of the longer regions, the rest with the last worker.
                    let (units, index) = (blocks / 16, index as u64);
                    let (each, longer) = (units / u64::from(workers), units % u64::from(workers));
                    let own = each + u64::from(index < longer);
                    let rest = if index + 1 == u64::from(workers) { blocks % 16 } else { 0 };
                    let mut left = 16 * own + rest;
                    while left > 0 {
                        let op = ops.next_op();
                        left -= u64::from(op.len) / 4096;
                        cover(&mut seen, &op, 4096);
                    }
                }
            }
            prop_assert!(seen.iter().all(|n| *n == round), "round {}: {:?}", round, seen);
        }
    }

    #[test]
    fn a_walk_goes_on_where_it_stood_when_random_operations_come_between(share in 5.0_f64..95.0, seed: u64) {
        // 4 MiB of blocks, told apart from random ones because the walk is the only one that can continue itself.
        let spec = workload("sequential", "4k", "4k", 100.0, 4096);
        let mixed = Workload { pattern: format!("sequential+{share:.3}%random").parse().expect("a pattern"), ..spec };
        let ops = operations(&mixed, seed, 4000);
        let mut next = 0;
        let mut walked = 0;
        for op in &ops {
            if start(op) == next {
                walked += 1;
                next = (next + 4096) % (4096 * 1024);
            }
        }
        // A random operation meets the next block once in 1024: 4 more expected at most, below 25 in all but 1e-11.
        let expected = 4000.0 * (1.0 - share / 100.0);
        let sd = (expected * share / 100.0).sqrt();
        prop_assert!((f64::from(walked) - expected).abs() < 5.5 * sd + 25.0, "{} walked, {} expected", walked, expected);
    }
}

#[test]
fn a_shared_walk_covers_exactly_once_from_many_threads() {
    let (blocks, workers) = (40_000_u64, 4_u32);
    for mix in ["4k", "4k:1,8k:1,32k:1"] {
        let spec = workload("sequential:shared", mix, mix, 100.0, 4 * blocks);
        let streams = Streams::new(&spec, 3, workers);
        // Every worker takes what a quarter of a round can hold at least, so that no round is complete.
        let each = blocks as usize / 8 / workers as usize;
        let taken: Vec<Op> = std::thread::scope(|scope| {
            let walkers: Vec<_> = (0..workers)
                .map(|index| {
                    let mut ops = streams.of(index);
                    scope.spawn(move || (0..each).map(|_| ops.next_op()).collect::<Vec<Op>>())
                })
                .collect();
            walkers.into_iter().flat_map(|walker| walker.join().expect("a walker")).collect()
        });
        let mut seen = vec![0; blocks as usize];
        taken.iter().for_each(|op| cover(&mut seen, op, 4096));
        let reached: u64 = taken.iter().map(|op| u64::from(op.len) / 4096).sum();
        assert!(seen[..reached as usize].iter().all(|n| *n == 1), "{mix}: a block twice, or left out");
        assert!(seen[reached as usize..].iter().all(|n| *n == 0), "{mix}: a block too early");
    }
}

#[test]
fn a_shared_walk_alone_is_a_sequential_walk() {
    let own = workload("sequential", "4k:1,8k:2", "16k", 50.0, 400);
    let shared = Workload { pattern: "sequential:shared".parse().expect("a pattern"), ..own.clone() };
    assert_eq!(operations(&own, 8, 500), operations(&shared, 8, 500));
}

#[test]
fn strides_are_kept_and_begin_again_at_the_start_of_the_region() {
    // 40 blocks in steps of 3: 14 steps fit a worker's whole set.
    let spec = workload("strided:12k", "4k", "4k", 100.0, 160);
    let starts: Vec<u64> = operations(&spec, 1, 28).iter().map(|op| start(op) / 4096).collect();
    let round: Vec<u64> = (0..14).map(|i| 3 * i).collect();
    assert_eq!(starts[..14], round);
    assert_eq!(starts[14..], round);
    // Three workers: 13 strides in the set, so that regions have 5, 4 and 4 of them; the rest goes to the last.
    let streams = Streams::new(&spec, 1, 3);
    for (index, first, steps) in [(0, 0, 5), (1, 15, 4), (2, 27, 5)] {
        let mut ops = streams.of(index);
        let walked: Vec<u64> = (0..=steps).map(|_| start(&ops.next_op()) / 4096).collect();
        let mut expected: Vec<u64> = (0..steps).map(|i| first + 3 * i).collect();
        expected.push(first);
        assert_eq!(walked, expected, "worker {index}");
    }
}

#[test]
fn an_alignment_above_the_block_is_kept_by_random_places_and_strides() {
    for (pattern, places) in [("random", 16), ("strided:64k", 16), ("strided:128k", 8)] {
        let mut spec = workload(pattern, "4k", "4k", 100.0, 1024);
        spec.align_bytes = Bytes(65_536);
        let mut seen = BTreeMap::new();
        for op in operations(&spec, 5, 1000) {
            assert_eq!(start(&op) % 65_536, 0);
            *seen.entry(op.offset).or_insert(0) += 1;
        }
        // 1,000 draws miss one of 16 places with a probability of 16 * (15/16)^1000 < 1e-26.
        assert_eq!(seen.len(), places, "{pattern}");
    }
}

#[test]
fn the_share_of_a_mixture_is_kept() {
    // Nothing of the walk goes where the zone of all random operations is: the last tenth, which it never reaches.
    let n = 20_000;
    let spec = workload("zones:0.000001/90,99.999999/10+70%sequential", "4k", "4k", 100.0, 4 * 200_000);
    let ops = operations(&spec, 12, n);
    let random = ops.iter().filter(|op| start(op) / 4096 >= 180_000).count();
    assert_share("random", random, n, 30.0);
    let walked: Vec<u64> = ops.iter().map(|op| start(op) / 4096).filter(|block| *block < 180_000).collect();
    assert!(walked.iter().enumerate().all(|(i, block)| *block == i as u64), "the walk has no holes");
}

#[test]
fn flushes_take_no_place_of_a_walk() {
    let mut spec = workload("sequential:shared", "4k", "4k", 0.0, 400);
    spec.sync = Some(SyncEvery { writes: 2, data_only: true });
    let ops = operations(&spec, 1, 150);
    let starts: Vec<u64> =
        ops.iter().filter(|op| op.kind == OpKind::Write).map(|op| (op.offset - OFFSET) / 4096).collect();
    assert_eq!(starts, (0..100).collect::<Vec<u64>>());
}

#[test]
fn each_worker_of_a_walk_of_each_begins_at_the_start_and_covers_all() {
    let spec = workload("sequential:each", "4k", "4k", 100.0, 400);
    let streams = Streams::new(&spec, 1, 3);
    for index in 0..3 {
        let mut ops = streams.of(index);
        let starts: Vec<u64> = (0..200).map(|_| start(&ops.next_op()) / 4096).collect();
        let expected: Vec<u64> = (0..100).chain(0..100).collect();
        assert_eq!(starts, expected, "worker {index}");
    }
}

#[test]
fn random_once_visits_every_place_once_a_round_in_orders_that_differ() {
    for places in [1, 2, 63, 64, 65, 1000] {
        let spec = workload("random:once", "4k", "4k", 50.0, 4 * places);
        let streams = Streams::new(&spec, 3, 2);
        let mut rounds = Vec::new();
        for index in 0..2 {
            let mut ops = streams.of(index);
            for _ in 0..3 {
                let round: Vec<u64> = (0..places).map(|_| start(&ops.next_op()) / 4096).collect();
                let mut sorted = round.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..places).collect::<Vec<u64>>(), "{places} places, worker {index}");
                rounds.push(round);
            }
        }
        // Two of 1,000! orders are the same by chance in no run of this test.
        if places == 1000 {
            rounds.sort_unstable();
            rounds.dedup();
            assert_eq!(rounds.len(), 6);
        }
    }
}

#[test]
fn random_once_needs_one_size_that_is_the_alignment() {
    let mut spec = workload("random:once", "4k:60,64k:40", "4k", 100.0, 4096);
    assert!(spec.check().unwrap_err().contains("one size"));
    spec = workload("random:once", "4k", "4k", 100.0, 4096);
    spec.align_bytes = Bytes(8192);
    assert!(spec.check().unwrap_err().contains("one size"));
}
