//! Contradictions in a document.

use plimsoll_base::{Bytes, Nanos};
use plimsoll_workload::pattern::Zone;
use plimsoll_workload::{
    ArrivalProcess, Bursts, Cap, Distribution, Load, Pattern, Profile, Step, SyncEvery, Trace, Walk, Workload,
};

use crate::workload;

fn good() -> Workload {
    workload("random", "4k:60,64k:40", "8k", 50.0, 1024)
}

#[test]
fn workloads_without_contradictions_pass() {
    assert_eq!(good().check(), Ok(()));
    let all = Workload {
        trim_percent: 20.0,
        sync: Some(SyncEvery { writes: 1, data_only: true }),
        pattern: "zones:90/10,10/90+20%strided:64k".parse().expect("a pattern"),
        ..good()
    };
    assert_eq!(all.check(), Ok(()));
    // What does not occur is not looked at.
    assert_eq!(Workload { read_percent: 100.0, write_blocks: Vec::new(), ..good() }.check(), Ok(()));
    assert_eq!(Workload { read_percent: 70.1, trim_percent: 29.9, ..good() }.check(), Ok(()));
}

#[test]
fn every_contradiction_of_a_workload_is_told() {
    let pattern = |text: &str| -> Pattern { text.parse().expect(text) };
    let of = |distribution| Pattern { distribution, ..Pattern::RANDOM };
    let zone = |operations_percent, space_percent| Zone { operations_percent, space_percent };
    let mut half = good();
    half.read_blocks[0].percent = 50.0;
    let mut none = good();
    none.read_blocks[0].percent = 0.0;
    let mut empty = good();
    empty.write_blocks[0].bytes = Bytes(0);
    for (spec, says) in [
        (Workload { read_percent: 101.0, ..good() }, "between 0 and 100"),
        (Workload { read_percent: f64::NAN, ..good() }, "between 0 and 100"),
        (Workload { trim_percent: -1.0, ..good() }, "between 0 and 100"),
        (Workload { trim_percent: 51.0, ..good() }, "101 % together"),
        (Workload { sync: Some(SyncEvery { writes: 0, data_only: true }), ..good() }, "every 0 writes"),
        (
            Workload { sync: Some(SyncEvery { writes: 1, data_only: true }), read_percent: 100.0, ..good() },
            "nothing is written",
        ),
        (
            Workload { sync: Some(SyncEvery { writes: 1, data_only: true }), trim_percent: 50.0, ..good() },
            "nothing is written",
        ),
        (half, "add up to 90 %"),
        (none, "a share is above 0"),
        (empty, "at least 1 byte"),
        (Workload { read_blocks: Vec::new(), ..good() }, "no block size for them"),
        (Workload { block_size_bytes: Some(Bytes(4096)), ..good() }, "from 4k to 64k"),
        (Workload { align_bytes: Bytes(0), ..good() }, "multiples of 0"),
        (Workload { align_bytes: Bytes(3000), ..good() }, "working set of 1047000"),
        (Workload { working_set_bytes: Bytes(32_768), ..good() }, "largest block, 64k"),
        (Workload { working_set_offset_bytes: Bytes(u64::MAX - 4095), ..good() }, "16 EiB"),
        (Workload { pattern: Pattern { random_percent: 120.0, ..Pattern::RANDOM }, ..good() }, "120 % random"),
        (
            Workload { pattern: Pattern { walk: Walk::Strided(Bytes(0)), ..Pattern::SEQUENTIAL }, ..good() },
            "stride of 0",
        ),
        (Workload { pattern: pattern("strided:6k"), ..good() }, "does not divide the stride of 6k"),
        (Workload { pattern: pattern("strided:1m"), ..good() }, "smaller one"),
        (
            Workload { pattern: pattern("sequential"), align_bytes: Bytes(8192), ..good() },
            "does not divide the blocks of 4k",
        ),
        (
            Workload { pattern: pattern("zones:50/0.1,50/99.9"), ..good() },
            "the zone of 0.1 % of the space is empty in a working set of 1m",
        ),
        (Workload { pattern: of(Distribution::Zones(vec![])), ..good() }, "add up to 0 %"),
        (Workload { pattern: of(Distribution::Zones(vec![zone(f64::NAN, 100.0)])), ..good() }, "add up to NaN %"),
        (Workload { pattern: of(Distribution::Zipf { theta: 0.0 }), ..good() }, "theta"),
        (Workload { pattern: of(Distribution::Pareto { h: 1.0 }), ..good() }, "pareto"),
        (Workload { pattern: of(Distribution::Normal { stddev_percent: f64::NAN }), ..good() }, "standard deviation"),
    ] {
        let error = spec.check().expect_err(says);
        assert!(error.contains(says), "{says:?} is not in: {error}");
        assert!(!error.contains('\n') && !error.contains("  ") && !error.ends_with('.'), "one sentence: {error}");
    }
}

#[test]
fn every_contradiction_of_a_load_is_told() {
    let open = |arrivals, profile, trace| Load::Open {
        offered_rate_per_s: 1000.0,
        profile,
        arrivals,
        trace,
        bursts: None,
        max_outstanding: 64,
        workers: 2,
    };
    let closed = |cap, bursts| Load::Closed { queue_depth: 4, workers: 2, think: None, cap, bursts };
    let cap = |operations_per_s, bytes_per_s| Some(Cap { operations_per_s, bytes_per_s });
    let bursts = |on| Some(Bursts { on_ns: Nanos(on), off_ns: Nanos(5) });
    let step = |rate_per_s, secs| Step { rate_per_s, for_ns: Nanos::from_secs(secs) };
    let trace = || {
        let digest = "0".repeat(16);
        Some(Trace { file: "t.csv".into(), operations: 9, span_ns: Nanos(9), stretch: 1.0, digest })
    };
    let poisson = ArrivalProcess::Poisson;
    for load in [
        Load::closed(1, 1),
        Load::open(1000.0, poisson, 64, 2),
        closed(cap(Some(5.0), None), bursts(1)),
        open(ArrivalProcess::Trace, Profile::Flat, trace()),
        open(poisson, Profile::Ramp { from_per_s: 0.0, to_per_s: 5.0 }, None),
        open(poisson, Profile::Steps { steps: vec![step(5.0, 1), step(0.0, 1)] }, None),
    ] {
        assert_eq!(load.check(), Ok(()), "{load:?}");
    }
    for (load, says) in [
        (Load::closed(0, 1), "queue depth of 0"),
        (Load::closed(1, 0), "0 workers"),
        (Load::open(0.0, poisson, 64, 2), "above 0"),
        (Load::open(f64::NAN, poisson, 64, 2), "above 0"),
        (Load::open(5.0, poisson, 1, 2), "leave some without any"),
        (closed(cap(Some(0.0), None), None), "cap in operations"),
        (closed(cap(None, Some(-5.0)), None), "cap in bytes"),
        (closed(None, bursts(0)), "bursts of no length"),
        (open(ArrivalProcess::Trace, Profile::Flat, None), "need a trace"),
        (open(poisson, Profile::Flat, trace()), "leave one of them out"),
        (open(ArrivalProcess::Trace, Profile::Ramp { from_per_s: 1.0, to_per_s: 2.0 }, trace()), "its own profile"),
        (open(poisson, Profile::Ramp { from_per_s: -1.0, to_per_s: 2.0 }, None), "0 (a rest) or more"),
        (open(poisson, Profile::Ramp { from_per_s: 0.0, to_per_s: 0.0 }, None), "without any rate"),
        (open(poisson, Profile::Steps { steps: vec![] }, None), "without any rate"),
        (open(poisson, Profile::Steps { steps: vec![step(5.0, 0)] }, None), "no length"),
    ] {
        let error = load.check().expect_err(says);
        assert!(error.contains(says), "{says:?} is not in: {error}");
    }
}
