//! Distributions of random places against theory.

use std::collections::BTreeMap;

use plimsoll_base::Op;
use plimsoll_workload::stream::Streams;

use crate::{assert_share, operations, start, workload};

/// How often each 4 KiB block starts an operation, most often first.
fn block_ranking(ops: &[Op]) -> Vec<(u64, u64)> {
    let mut counts = BTreeMap::new();
    for op in ops {
        *counts.entry(start(op) / 4096).or_insert(0_u64) += 1;
    }
    let mut ranked: Vec<(u64, u64)> = counts.into_iter().map(|(block, count)| (count, block)).collect();
    ranked.sort_unstable_by(|a, b| b.cmp(a));
    ranked
}

fn assert_chi_square(what: &str, cells: &[(f64, f64)]) {
    // (seen, expected): with d = cells-1 degrees of freedom, mean d and standard deviation sqrt(2d); five of them.
    let d = cells.len() as f64 - 1.0;
    let chi2: f64 = cells.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    assert!((chi2 - d).abs() < 5.0 * (2.0 * d).sqrt(), "{what}: chi-square {chi2} with {d} degrees of freedom");
}

#[test]
fn random_places_are_uniform() {
    // The plain path, and the composed one (trims).
    for trim in [0.0, 30.0] {
        let mut spec = workload("random", "4k", "4k", 70.0, 4 * 64);
        spec.trim_percent = trim;
        let n = 256_000;
        let mut seen = [0.0; 64];
        operations(&spec, 11, n).iter().for_each(|op| seen[(start(op) / 4096) as usize] += 1.0);
        assert_chi_square("uniform", &seen.map(|seen| (seen, n as f64 / 64.0)));
    }
}

#[test]
fn every_start_that_an_operation_fits_is_as_likely_when_blocks_are_larger_than_the_alignment() {
    let mut spec = workload("random", "4k:1,16k:1", "4k", 100.0, 80);
    spec.read_blocks.reverse();
    let n = 200_000;
    let ops = operations(&spec, 3, n);
    for (len, places) in [(4096, 20), (16_384, 17)] {
        let mut seen = vec![0.0; places];
        let of_size: Vec<&Op> = ops.iter().filter(|op| op.len == len).collect();
        of_size.iter().for_each(|op| seen[(start(op) / 4096) as usize] += 1.0);
        let cells: Vec<(f64, f64)> = seen.iter().map(|n| (*n, of_size.len() as f64 / places as f64)).collect();
        assert_chi_square(&format!("{len} bytes"), &cells);
    }
}

#[test]
fn the_hottest_places_of_zipf_have_the_shares_of_theory_and_are_no_neighbours() {
    let (blocks, theta, n) = (100_000_u64, 1.1, 400_000);
    let ranked = block_ranking(&operations(&workload("zipf:1.1", "4k", "4k", 100.0, 4 * blocks), 21, n));
    let sum: f64 = (1..=blocks).map(|k| (k as f64).powf(-theta)).sum();
    // The first 20 expect 58,000 to 2,100 operations; neighbours in rank differ by at least 5 %, which is more than two
    // standard deviations, so that the order of what was seen is nearly that of theory; chi-square forgives the rest.
    let cells: Vec<(f64, f64)> =
        (0..20).map(|i| (ranked[i].0 as f64, (i as f64 + 1.0).powf(-theta) / sum * n as f64)).collect();
    assert_chi_square("zipf ranks", &[&cells[..], &[cells_rest(&cells, n)]].concat());
    // 190 pairs of uniform places, each closer than 100 blocks with 0.002: 0.4 expected, 6 beyond 1e-5 of Poisson.
    let hot: Vec<u64> = ranked[..20].iter().map(|(_, block)| *block).collect();
    let pairs = hot.iter().enumerate().flat_map(|(i, a)| hot[..i].iter().map(move |b| a.abs_diff(*b)));
    assert!(pairs.filter(|distance| *distance < 100).count() < 6, "{hot:?}");
}

fn cells_rest(cells: &[(f64, f64)], n: usize) -> (f64, f64) {
    let (seen, expected) = cells.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    (n as f64 - seen, n as f64 - expected)
}

#[test]
fn a_share_h_of_the_places_gets_all_but_h_of_the_operations_again_and_again() {
    for (pattern, h) in [("pareto:0.2", 0.2_f64), ("pareto:0.35", 0.35), ("pareto:0.5", 0.5)] {
        let (blocks, n) = (5_000, 300_000);
        let ops = operations(&workload(pattern, "4k", "4k", 100.0, 4 * blocks), 5, n);
        // Which places are hot is the stream's affair: take it from another sample of the same seed, of another worker.
        let spec = workload(pattern, "4k", "4k", 100.0, 4 * blocks);
        let streams = Streams::new(&spec, 5, 2);
        let mut other = streams.of(1);
        let sample: Vec<Op> = (0..2_000_000).map(|_| other.next_op()).collect();
        let ranked = block_ranking(&sample);
        for times in 1..=2 {
            let hot = (blocks as f64 * h.powi(times)).round() as usize;
            let mut hot: Vec<u64> = ranked[..hot].iter().map(|(_, block)| *block).collect();
            hot.sort_unstable();
            let seen = ops.iter().filter(|op| hot.binary_search(&(start(op) / 4096)).is_ok()).count();
            // Two sources of error: binomial (five standard deviations, below 0.5 %), and places around the edge of the hot
            // share that the sample of 400 operations a place misorders, whose shares differ little; 1 % covers both.
            let share = (1.0 - h).powi(times);
            let error = (seen as f64 / n as f64 - share).abs();
            assert!(error < 0.01, "{pattern}, {times} times: {} instead of {share}", seen as f64 / n as f64);
        }
    }
}

#[test]
fn a_narrow_normal_distribution_has_its_moments() {
    let (blocks, n) = (1_000_000_u64, 200_000);
    let ops = operations(&workload("normal:10", "4k", "4k", 100.0, 4 * blocks), 5, n);
    let xs: Vec<f64> = ops.iter().map(|op| (start(op) as f64 / 4096.0 + 0.5) / blocks as f64).collect();
    let mean = xs.iter().sum::<f64>() / n as f64;
    let var = xs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n as f64;
    let fourth = xs.iter().map(|x| (x - mean).powi(4)).sum::<f64>() / n as f64;
    // Cut at 5 standard deviations, which changes nothing to be seen. Standard errors: sd/sqrt(n) of the mean,
    // var*sqrt(2/n) of the variance, sqrt(24/n) of the kurtosis (3); five of each.
    assert!((mean - 0.5).abs() < 5.0 * 0.1 / (n as f64).sqrt(), "mean {mean}");
    assert!((var / 0.01 - 1.0).abs() < 5.0 * (2.0 / n as f64).sqrt(), "variance {var}");
    assert!((fourth / var.powi(2) - 3.0).abs() < 5.0 * (24.0 / n as f64).sqrt(), "kurtosis {}", fourth / var.powi(2));
}

#[test]
fn a_wide_normal_distribution_is_cut_at_the_ends_and_keeps_its_shape() {
    // Density exp(-z^2/2) between the ends, normalised by the midpoint rule; both ways of drawing meet at 39.9 %.
    for (pattern, stddev) in [("normal:39", 0.39_f64), ("normal:41", 0.41), ("normal:30", 0.3), ("normal:500", 5.0)] {
        let (cells, n) = (50, 200_000);
        let ops = operations(&workload(pattern, "4k", "4k", 100.0, 4 * 5000), 6, n);
        let mut seen = vec![0.0; cells];
        ops.iter().for_each(|op| seen[(start(op) / 4096) as usize / 100] += 1.0);
        let fine = 100 * cells;
        let density = |i: usize| (-0.5 * (((i as f64 + 0.5) / fine as f64 - 0.5) / stddev).powi(2)).exp();
        let whole: f64 = (0..fine).map(density).sum();
        let expected = |cell: usize| (100 * cell..100 * (cell + 1)).map(density).sum::<f64>() / whole * n as f64;
        let cells: Vec<(f64, f64)> = seen.iter().enumerate().map(|(i, seen)| (*seen, expected(i))).collect();
        assert_chi_square(pattern, &cells);
    }
}

#[test]
fn zones_get_their_shares_and_are_uniform_inside() {
    let n = 300_000;
    let ops = operations(&workload("zones:50/5,30/15,20/80", "4k", "4k", 100.0, 4 * 1000), 8, n);
    for (from, to, percent) in [(0, 50, 50.0), (50, 200, 30.0), (200, 1000, 20.0)] {
        let blocks = || ops.iter().map(|op| start(op) / 4096).filter(|block| (from..to).contains(block));
        assert_share(&format!("zone from {from}"), blocks().count(), n, percent);
        let mut seen = vec![0.0; (to - from) as usize];
        blocks().for_each(|block| seen[(block - from) as usize] += 1.0);
        let expected = blocks().count() as f64 / seen.len() as f64;
        assert_chi_square("inside", &seen.iter().map(|n| (*n, expected)).collect::<Vec<_>>());
    }
}

#[test]
fn a_larger_block_is_uniform_over_the_part_of_the_last_zone_that_it_fits() {
    // 20 blocks; 16 KiB start at the blocks 10 to 16 of the last zone, 10 to 19.
    let n = 100_000;
    let ops = operations(&workload("zones:30/50,70/50", "4k:1,16k:1", "4k", 100.0, 80), 8, n);
    for (len, places) in [(4096, 10), (16_384, 7)] {
        let of_size = || ops.iter().filter(|op| op.len == len);
        let mut seen = vec![0.0; places];
        of_size().filter(|op| start(op) >= 10 * 4096).for_each(|op| seen[(start(op) / 4096) as usize - 10] += 1.0);
        let last: f64 = seen.iter().sum();
        assert_share(&format!("{len} bytes"), last as usize, of_size().count(), 70.0);
        assert_chi_square("last zone", &seen.iter().map(|n| (*n, last / places as f64)).collect::<Vec<_>>());
    }
}

#[test]
fn sizes_of_a_mix_share_their_hot_places() {
    let ops = operations(&workload("zipf:1.3", "4k:1,16k:1", "4k", 100.0, 1 << 20), 30, 100_000);
    let hottest = |len: u32| block_ranking(&ops.iter().copied().filter(|op| op.len == len).collect::<Vec<_>>())[0].1;
    assert_eq!(hottest(4096), hottest(16_384));
}
