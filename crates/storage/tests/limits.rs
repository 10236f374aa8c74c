//! Limits: exact rates, bursts and costs. No tolerances but where a device's noise comes in.

mod common;

use common::{closed, read, spec};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{Finished, Stack, StackSpec, VolumeId};

const FAST: &str = "[device.d]\nservers = 1024\nservice = \"1ns\"\n";

fn limit(keys: &str) -> StackSpec {
    spec(&format!("[limit.l]\n{keys}\n{FAST}"), &["l", "d"])
}

/// When each of `ops`, all submitted at once at the start, is over; rejections with their errno.
fn at_once(spec: &StackSpec, ops: impl IntoIterator<Item = Op>) -> Vec<Finished> {
    let mut stack = Stack::new(spec, 1);
    ops.into_iter().zip(0..).for_each(|(op, id)| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, op));
    let mut finished = Vec::new();
    stack.advance(Nanos::from_secs(100_000), &mut finished);
    finished
}

/// How many of a saturating load are over within `secs`.
fn saturated(spec: &StackSpec, len: u32, secs: u64) -> u64 {
    // The device adds a nanosecond.
    closed(spec, 256, read(len), Nanos::ZERO, Nanos(secs * 1_000_000_000 + 1)).count
}

#[test]
fn three_thousand_a_second_are_exactly_that_over_an_hour() {
    // One at the start (the bucket holds one operation), and 3000 in every second after it.
    assert_eq!(saturated(&limit("ops_per_s = 3000"), 4096, 3600), 1 + 3000 * 3600);
}

#[test]
fn a_rate_that_is_no_whole_number_does_not_drift_either() {
    // 0.7 per second: 1/0.7 s is no whole number of nanoseconds; after 10,000 s it is 7000 more to the nanosecond.
    assert_eq!(saturated(&limit("ops_per_s = 0.7"), 4096, 10_000), 1 + 7000);
    let finished = at_once(&limit("ops_per_s = 0.7"), vec![read(512); 7001]);
    assert_eq!(finished[7000].at, Nanos(10_000 * 1_000_000_000 + 1));
}

#[test]
fn at_a_limit_latency_is_outstanding_over_rate() {
    let seen = closed(&limit("ops_per_s = 3000"), 256, read(4096), Nanos::from_secs(1), Nanos::from_secs(61));
    assert_eq!(seen.count, 3000 * 60);
    // N = X R: 256 / 3000 s. Instants are rounded up to a nanosecond.
    assert!((seen.mean_s() - 256.0 / 3000.0).abs() < 2e-9, "{}", seen.mean_s());
    let l = &seen.figures[0];
    // Work is counted in whole nanoseconds per request: 333,333 of 333,333.3.
    assert!((l.utilisation - 1.0).abs() < 2e-6, "{l:?}");
    assert_eq!((l.arrivals, l.departures, l.max_queue), (180_000, 180_000, 256));
}

#[test]
fn a_burst_adds_its_size_once() {
    for (keys, burst) in [("burst = \"2s\"", 2000), ("burst_ops = 500", 500), ("burst_ops = 1", 1)] {
        let spec = limit(&format!("ops_per_s = 1000\n{keys}"));
        for secs in [1, 10, 100] {
            assert_eq!(saturated(&spec, 4096, secs), burst + 1000 * secs, "{keys}, {secs} s");
        }
        // And not before it is saved up, when it starts empty.
        let spec = limit(&format!("ops_per_s = 1000\n{keys}\ninitial = \"empty\""));
        assert_eq!(saturated(&spec, 4096, 10), 10_000, "{keys}, empty");
    }
}

#[test]
fn a_bucket_of_951_ms_gives_what_the_100_gb_tier_measured() {
    // Report S3: 10 IOPS/GB x 100 GB, 60 s: 60,951 and 60,952 operations counted.
    assert_eq!(saturated(&limit("ops_per_s = 1000\nburst = \"951ms\""), 4096, 60), 60_951);
}

#[test]
fn bytes_per_second_hold_at_every_size() {
    let spec = limit("bytes_per_s = \"93.75m\"");
    for (len, per_s) in [(512, 192_000), (4096, 24_000), (32 << 10, 3000), (128 << 10, 750)] {
        assert_eq!(saturated(&spec, len, 10), 1 + 10 * per_s, "{len}");
    }
    assert_eq!(saturated(&spec, 1 << 20, 32), 1 + 3000, "93.75 per second at 1m");
}

#[test]
fn with_both_rates_the_narrower_one_holds() {
    let spec = limit("ops_per_s = 3000\nbytes_per_s = \"187.5m\"");
    for (len, per_s) in [(4096, 3000), (64 << 10, 3000), (128 << 10, 1500), (1 << 19, 375)] {
        assert_eq!(saturated(&spec, len, 10), 1 + 10 * per_s, "{len}");
    }
}

#[test]
fn cost_counts_sizes_as_the_peers_do() {
    // 40 KiB at 32 KiB: none 1, ceil 2 (ESXi), linear 1.25 (QEMU). 16 KiB counts as 1 everywhere.
    for (cost, rates) in [("none", [3000, 3000, 3000]), ("ceil", [3000, 1500, 750]), ("linear", [3000, 2400, 750])] {
        let unit = if cost == "none" { "" } else { "unit = \"32k\"" };
        let spec = limit(&format!("ops_per_s = 3000\ncost = \"{cost}\"\n{unit}"));
        for (len, per_s) in [16 << 10, 40 << 10, 128 << 10].into_iter().zip(rates) {
            assert_eq!(saturated(&spec, len, 100), 1 + 100 * per_s, "{cost}, {len}");
        }
    }
}

#[test]
fn a_request_larger_than_the_bucket_leaves_a_debt() {
    // The bucket holds 4 KiB, refilled in 4 s. 16 KiB pass at once, and the next 4 KiB when those and it are paid for.
    let spec = limit("bytes_per_s = 1024\nburst_bytes = \"4k\"");
    let ends = at_once(&spec, [read(16 << 10), read(4 << 10), read(1 << 10)]);
    let secs: Vec<u64> = ends.iter().map(|f| f.at.0 / 1_000_000_000).collect();
    // Full again at 16 s; 4 KiB fit then; 1 KiB may use what the bucket holds a second later.
    assert_eq!(secs, [0, 16, 17]);
}

#[test]
fn small_requests_do_not_overtake_large_ones() {
    let spec = limit("bytes_per_s = 1024\nburst_bytes = \"4k\"");
    let ends = at_once(&spec, [read(4 << 10), read(4 << 10), read(512), read(512)]);
    assert_eq!(ends.iter().map(|f| f.id).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn applies_to_says_who_waits() {
    let write = |len| Op { kind: OpKind::Write, ..read(len) };
    let flush = Op { kind: OpKind::Flush, offset: 0, len: 0 };
    let mixed = [read(512), read(512), write(512), write(512), flush];
    // Seconds at which each of the five is over, at one per second.
    for (word, seconds) in
        [("all", [0, 1, 2, 3, 0]), ("read", [0, 1, 0, 0, 0]), ("write", [0, 0, 0, 1, 0]), ("each", [0, 1, 0, 1, 0])]
    {
        let ends = at_once(&limit(&format!("ops_per_s = 1\napplies_to = \"{word}\"")), mixed);
        let mut by_id = [9; 5];
        ends.iter().for_each(|f| by_id[f.id as usize] = f.at.0 / 1_000_000_000);
        assert_eq!(by_id, seconds, "{word}");
    }
}

#[test]
fn reject_fails_what_would_wait_and_takes_nothing_for_it() {
    let spec = limit("ops_per_s = 10\nburst_ops = 3\nat_limit = \"reject\"");
    let mut stack = Stack::new(&spec, 1);
    let mut finished = Vec::new();
    let mut passed = 0;
    // 100 per second for 10 s: the 3 that were saved, and 10 in each second; EAGAIN for the rest.
    for tick in 0..=1000_u64 {
        let now = Nanos::from_millis(tick * 10);
        stack.advance(now, &mut finished);
        stack.submit(now, VolumeId::FIRST, tick, read(512));
    }
    stack.advance(Nanos::from_secs(11), &mut finished);
    for end in &finished {
        match end.result {
            Ok(len) => passed += u64::from(len == 512),
            Err(errno) => assert_eq!((errno, end.at), (11, Nanos::from_millis(end.id * 10))),
        }
    }
    assert_eq!((passed, finished.len()), (3 + 100, 1001));
}

#[test]
fn an_idle_limit_saves_no_more_than_its_burst() {
    let spec = limit("ops_per_s = 100\nburst_ops = 5");
    let mut stack = Stack::new(&spec, 1);
    let (mut finished, later) = (Vec::new(), Nanos::from_secs(3600));
    (0..10).for_each(|id| stack.submit(later, VolumeId::FIRST, id, read(512)));
    stack.advance(later + Nanos(1), &mut finished);
    assert_eq!(finished.len(), 5);
}
