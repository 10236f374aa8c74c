//! Loads that rest, change or were recorded, and what belongs to them: the truth follows from arithmetic on a described stack.

use std::path::PathBuf;

use plimsoll_run::record::{Measured, Outcome, Phase, RunRecord};
use plimsoll_run::request::{ProbeRequest, SessionRequest, SizeText, WorkloadRequest};
use plimsoll_run::{ErrorKind, Session};

fn scratch(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("loads-{name}-{}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A device that serves each operation in exactly 100 µs, 64 at a time.
const FAST: &str = r#"
[volume.v]
size = "1g"
path = ["disk"]
[device.disk]
servers = 64
service = "100us"
"#;

fn on(name: &str, text: &str, workload: WorkloadRequest) -> Session {
    let path = scratch(&format!("{name}.toml"), text);
    let request = SessionRequest {
        target: format!("stack:{path}"),
        on_virtual_clock: true,
        workload,
        ..SessionRequest::default()
    };
    let session = Session::open(&request).unwrap();
    std::fs::remove_file(path).unwrap();
    session
}

fn fast(name: &str) -> Session {
    on(name, FAST, WorkloadRequest::default())
}

fn base_request() -> ProbeRequest {
    ProbeRequest {
        warmup_for: Some("0s".into()),
        measure_for: Some("10s".into()),
        interval: Some("100ms".into()),
        seed: Some(1),
        ..ProbeRequest::default()
    }
}

fn run(session: &Session, request: ProbeRequest) -> RunRecord {
    session.probe(&request).unwrap().record
}

/// A hundred microseconds, to the three digits that a histogram keeps.
fn is_service_time(span: Option<u64>) -> bool {
    span.is_some_and(|ns| ns.abs_diff(100_000) <= 100)
}

fn some(text: &str) -> Option<String> {
    Some(text.into())
}

#[test]
fn think_time_slows_a_closed_load_and_is_part_of_no_latency() {
    let request = ProbeRequest { queue_depth: Some(3), think_time: some("900us"), ..base_request() };
    let measured = run(&fast("think"), request).measured;
    // Three slots, each 100 us in the device and 900 us at rest: 3,000 a second.
    assert!((measured.achieved_rate_per_s - 3000.0).abs() <= 1.0, "{}", measured.achieved_rate_per_s);
    let response = &measured.all.response_time_ns;
    assert!(
        is_service_time(response.min) && is_service_time(response.p99),
        "resting is nobody's latency: {response:?}"
    );
    // Exponential rests have the same mean: n operations, so the mean has a standard error of 900 us / sqrt(n).
    let request = ProbeRequest { queue_depth: Some(3), think_time: some("exp:900us"), ..base_request() };
    let measured = run(&fast("exp"), request).measured;
    let tolerance = 5.0 * 0.9 / (measured.all.count as f64).sqrt();
    assert!((measured.achieved_rate_per_s / 3000.0 - 1.0).abs() < tolerance, "{}", measured.achieved_rate_per_s);
    assert!(is_service_time(measured.all.response_time_ns.p99));
}

#[test]
fn caps_hold_a_closed_load_at_their_rate_and_below_them_change_nothing() {
    for (cap, workers) in [(2000.0, 1), (2000.0, 4)] {
        let request =
            ProbeRequest { queue_depth: Some(8), workers: Some(workers), cap_rate: Some(cap), ..base_request() };
        let measured = run(&fast("cap"), request).measured;
        // At most one operation more per worker: the first comes at once.
        let over = measured.all.completed as i64 - 20_000;
        assert!((-8..=i64::from(workers)).contains(&over), "{workers} workers: {over} operations more than the cap");
        assert!(is_service_time(measured.all.response_time_ns.p99), "waiting for the cap is nobody's latency");
    }
    // The workers' shares take turns: before a single server nobody waits for another.
    let turns = ProbeRequest { queue_depth: Some(4), workers: Some(8), cap_rate: Some(1000.0), ..base_request() };
    let one = on("turns", &FAST.replace("servers = 64", "servers = 1"), WorkloadRequest::default());
    assert!(is_service_time(run(&one, turns).measured.all.response_time_ns.max));
    let bytes = ProbeRequest { queue_depth: Some(8), cap_bytes: some("8000k"), ..base_request() };
    let measured = run(&fast("bytes"), bytes).measured;
    assert!((measured.bytes_per_s - 8_192_000.0).abs() <= 8192.0, "{}", measured.bytes_per_s);
    // 8 slots of 100 us carry 80,000 a second, less than this cap.
    let loose = ProbeRequest { queue_depth: Some(8), cap_rate: Some(1e6), ..base_request() };
    let free = run(&fast("loose"), loose).measured.achieved_rate_per_s;
    assert!((free - 80_000.0).abs() < 10.0, "{free}");
}

#[test]
fn bursts_keep_the_offered_mean_and_leave_the_rests_empty() {
    for arrivals in ["constant", "poisson"] {
        let request = ProbeRequest {
            rate: Some(1000.0),
            arrivals: some(arrivals),
            bursts: some("100ms/900ms"),
            ..base_request()
        };
        let record = run(&fast("bursts"), request);
        for interval in &record.intervals {
            let arrived = interval.arrived.unwrap_or(0);
            let in_burst = (interval.start_s * 10.0).round() as i64 % 10 == 0;
            assert!(in_burst || arrived == 0, "{arrivals}: {arrived} operations in a rest at {} s", interval.start_s);
        }
        // 10,000 operations: a Poisson count has a standard deviation of 100.
        let tolerance = if arrivals == "constant" { 1.0 } else { 50.0 };
        let scheduled = record.measured.scheduled_rate_per_s.unwrap();
        assert!((scheduled - 1000.0).abs() <= tolerance, "{arrivals}: {scheduled}");
    }
    let closed = ProbeRequest { queue_depth: Some(1), bursts: some("100ms/900ms"), ..base_request() };
    let measured = run(&fast("closed-bursts"), closed).measured;
    // One slot of 100 us for a tenth of the time; the operation that began in a burst ends in it or just after.
    assert!((measured.achieved_rate_per_s - 1000.0).abs() <= 1.0, "{}", measured.achieved_rate_per_s);
    assert!(is_service_time(measured.all.response_time_ns.p99));
}

#[test]
fn a_ramp_and_steps_follow_their_profile_and_decide_nothing() {
    let request = ProbeRequest { rate_profile: some("1000..3000"), arrivals: some("constant"), ..base_request() };
    let record = run(&fast("ramp"), request);
    assert_eq!((record.outcome, record.measured.judgement.is_none()), (Outcome::Ok, true), "{}", record.because);
    assert_eq!(record.measured.offered_rate_per_s, Some(2000.0));
    let arrived = |from: usize, to: usize| -> u64 {
        record.intervals[from..to].iter().filter_map(|interval| interval.arrived).sum()
    };
    // The integral of 1000 + 200 t over the first and the last second.
    assert!(arrived(0, 10).abs_diff(1100) <= 1, "{}", arrived(0, 10));
    assert!(arrived(90, 100).abs_diff(2900) <= 1, "{}", arrived(90, 100));
    let request = ProbeRequest {
        rate_profile: some("500:2s,0:1s,4000:1s"),
        arrivals: some("constant"),
        measure_for: None,
        ..base_request()
    };
    let record = run(&fast("steps"), request);
    assert_eq!(record.measured.measure_s, 4.0, "the steps say how long Measure is");
    assert_eq!(record.measured.offered_rate_per_s, Some(1250.0));
    let arrived: Vec<u64> = record.intervals.chunks(10).map(|s| s.iter().filter_map(|i| i.arrived).sum()).collect();
    assert!(arrived[0].abs_diff(500) <= 1 && arrived[1].abs_diff(500) <= 1, "{arrived:?}");
    assert!(arrived[2] <= 1 && arrived[3].abs_diff(4000) <= 1, "{arrived:?}");
    let longer = ProbeRequest { rate_profile: some("500:2s,4000:1s"), measure_for: some("10s"), ..base_request() };
    assert!(fast("longer").probe(&longer).unwrap_err().message.contains("length of the steps"));
    let refused = ProbeRequest { rate_profile: some("1..9"), objective: some("p99 <= 1ms"), ..base_request() };
    assert_eq!(fast("judged").probe(&refused).unwrap_err().kind, ErrorKind::Usage);
}

#[test]
fn a_recorded_trace_is_replayed_to_the_nanosecond_and_stretched_to_a_rate() {
    // Ten operations in the first 10 ms of every 100 ms.
    let lines: Vec<String> =
        (0..100).map(|n| format!("{:.6}", f64::from(n / 10) * 0.1 + f64::from(n % 10) * 0.001)).collect();
    let trace = scratch("trace.txt", &lines.join("\n"));
    let replay = |rate: Option<f64>| {
        run(&fast("trace"), ProbeRequest { rate, arrivals: Some(format!("trace:{trace}")), ..base_request() })
    };
    let record = replay(None);
    let first: Vec<u64> = record.intervals[..9].iter().filter_map(|interval| interval.arrived).collect();
    assert_eq!(first, vec![10; 9]);
    assert!(is_service_time(record.measured.all.response_time_ns.p99));
    // At twice its own rate: the mean is what was asked, whatever the gaps.
    let own = record.measured.offered_rate_per_s.unwrap();
    let twice = replay(Some(2.0 * own)).measured;
    assert!(
        (twice.scheduled_rate_per_s.unwrap() / own - 2.0).abs() < 0.02,
        "{:?} of {own}",
        twice.scheduled_rate_per_s
    );
    std::fs::remove_file(trace).unwrap();
}

#[test]
fn flushes_and_trims_are_operations_with_figures_of_their_own() {
    let workload = WorkloadRequest {
        read: Some(0.0),
        trim: Some(25.0),
        sync: some("fdatasync:4"),
        block_size: Some(SizeText::Text("4k:1,16k:1".into())),
        ..WorkloadRequest::default()
    };
    let measured = run(&on("flush", FAST, workload), ProbeRequest { queue_depth: Some(4), ..base_request() }).measured;
    let counts = [measured.read.count, measured.write.count, measured.trim.count, measured.flush.count];
    assert_eq!(counts[0], 0);
    assert!(counts[3].abs_diff(counts[1] / 4) <= 2, "a flush after every fourth write: {counts:?}");
    // Binomial: writes are 75 % of writes and trims; five standard deviations.
    let n = (counts[1] + counts[2]) as f64;
    assert!((counts[2] as f64 - 0.25 * n).abs() < 5.0 * (n * 0.1875).sqrt(), "{counts:?}");
    let mean = measured.write.bytes as f64 / measured.write.completed as f64;
    assert!((mean / 10_240.0 - 1.0).abs() < 0.05, "4 and 16 KiB in equal parts: mean {mean}");
}

/// A disk that writes in 0.2 ms and syncs in 0.8 ms.
const SLOW_SYNCS: &str =
    "[device.d]\nservice = \"200us\"\nflush = \"800us\"\n[volume.v]\nsize = \"1GB\"\npath = [\"d\"]\n";

fn measured_with(name: &str, sync: &str, request: ProbeRequest) -> Measured {
    let workload = WorkloadRequest { read: Some(0.0), sync: some(sync), ..WorkloadRequest::default() };
    run(&on(name, SLOW_SYNCS, workload), request).measured
}

#[test]
fn a_rate_is_one_of_data_and_syncs_follow_their_writes() {
    let even = |rate| ProbeRequest { rate: Some(rate), arrivals: some("constant"), ..base_request() };
    let measured = measured_with("rate-of-data", "fdatasync:2", even(1000.0));
    let (writes, syncs) = (measured.write.completed, measured.flush.completed);
    let (scheduled, issued) = (measured.scheduled_rate_per_s.unwrap(), measured.issued_rate_per_s);
    // What was outstanding at the ends of Measure: not more than some operations.
    let near = |rate: f64| ((rate - 1000.0) * measured.measure_s).abs() <= 8.0;
    assert!(near(scheduled) && near(issued) && near(measured.achieved_rate_per_s), "{scheduled} {issued}");
    assert_eq!(measured.achieved_rate_per_s, writes as f64 / measured.measure_s);
    assert!(syncs.abs_diff(writes / 2) <= 2, "{syncs} syncs of {writes} writes");
    // The disk carries 1,000 pairs of a write and a sync a second, and no 1,500.
    assert!(measured_with("more-than-its-syncs", "fdatasync", even(1500.0)).backlog_at_end > 100);
}

#[test]
fn a_load_that_ends_by_bytes_syncs_its_last_writes() {
    let bytes = || ProbeRequest { bytes_each: Some(SizeText::Text("64k".into())), ..base_request() };
    let loads = [
        ("closed", ProbeRequest { queue_depth: Some(4), ..bytes() }),
        ("paced", ProbeRequest { queue_depth: Some(4), cap_rate: Some(500.0), ..bytes() }),
        ("open", ProbeRequest { rate: Some(700.0), ..bytes() }),
    ];
    for (name, load) in loads {
        let counts = |sync| {
            let measured = measured_with(name, sync, load.clone());
            assert_eq!((measured.write.unfinished, measured.flush.unfinished), (0, 0), "{name}");
            (measured.write.completed, measured.flush.completed)
        };
        assert_eq!(counts("fdatasync"), (16, 16), "{name}");
        // The rule is after every fifth: the last one is due to none.
        assert_eq!(counts("fdatasync:5"), (16, 3), "{name}");
    }
}

#[test]
fn a_shortfall_is_one_of_data_whatever_syncs_follow() {
    let offered = ProbeRequest {
        rate: Some(1040.0),
        arrivals: some("constant"),
        objective: some("achieved >= 50%"),
        measure_for: some("20s"),
        workers: Some(1),
        max_outstanding: Some(1),
        ..base_request()
    };
    let judgement = measured_with("shortfall", "fdatasync", offered).judgement.unwrap();
    // One at a time, the disk carries 1,000 pairs of a write and a sync a second: every sync is carried.
    let short = judgement.estimate.value;
    assert!((short - 40.0 / 1040.0).abs() < 0.004, "{short}");
    assert!((judgement.stationary.achieved_per_offered - 1000.0 / 1040.0).abs() < 0.004);
}

#[test]
fn a_durable_write_costs_what_a_write_and_its_sync_cost() {
    let one_by_one = || ProbeRequest { queue_depth: Some(1), ..base_request() };
    let called = measured_with("called", "fdatasync", one_by_one());
    let durable = measured_with("durable", "dsync", one_by_one());
    // To the three digits that a histogram keeps.
    assert!(durable.write.completion_latency_ns.mean.is_some_and(|ns| (ns - 1e6).abs() <= 1e3));
    // One operation more or less at the end of ten seconds.
    assert!((durable.achieved_rate_per_s - called.achieved_rate_per_s).abs() <= 0.15);
    assert_eq!((called.flush.completed.abs_diff(called.write.completed) <= 1, durable.flush.completed), (true, 0));
    // A cap of the client's own is one of data, too.
    let capped = ProbeRequest { cap_rate: Some(500.0), ..one_by_one() };
    let capped = measured_with("capped", "fdatasync", capped);
    assert!((capped.achieved_rate_per_s - 500.0).abs() <= 1.0, "{}", capped.achieved_rate_per_s);
    // A sync is due when its write has completed: it waits for no cap, and the client thinks after it.
    let (response, completion) = (&capped.flush.response_time_ns, &capped.flush.completion_latency_ns);
    assert!((response.mean.unwrap() - completion.mean.unwrap()).abs() <= 1e3);
    let pauses = || ProbeRequest { think_time: some("10ms"), ..one_by_one() };
    let (called, durable) =
        (measured_with("pause", "fdatasync", pauses()), measured_with("pause-durable", "dsync", pauses()));
    assert!((called.achieved_rate_per_s - durable.achieved_rate_per_s).abs() <= 0.15, "{}", called.achieved_rate_per_s);
}

#[test]
fn measure_begins_when_the_target_is_steady_and_says_when_it_never_was() {
    let steady = ProbeRequest {
        queue_depth: Some(4),
        warmup_for: None,
        steady: some("snia"),
        steady_limit: some("60s"),
        measure_for: some("2s"),
        ..base_request()
    };
    let record = run(&fast("steady"), steady.clone());
    assert_eq!(record.outcome, Outcome::Ok, "{}", record.because);
    assert!(record.measured.steady.as_ref().is_some_and(|s| s.steady));
    // Five rounds of an interval, and at most two more until every worker has seen it.
    let warmup = record.measured.warmup_s;
    assert!((0.5..=0.75).contains(&warmup), "Warmup took {warmup} s");
    assert_eq!(record.measured.measure_s, 2.0, "Measure has its whole length");
    let first = record.intervals.iter().find(|i| i.start_s >= 0.0).unwrap();
    assert_eq!(first.start_s, 0.0, "intervals are told from the start of Measure");
    let short = ProbeRequest { steady_limit: some("300ms"), ..steady };
    let record = run(&fast("unsteady"), short);
    assert_eq!(record.outcome, Outcome::NotSteady, "{}", record.because);
    assert!(record.because.contains("300ms"), "{}", record.because);
}

#[test]
fn several_targets_are_driven_together_each_by_its_own_workers() {
    let paths: Vec<String> = ["a", "b"].map(|n| scratch(n, "")).to_vec();
    for path in &paths {
        std::fs::write(path, vec![7; 1 << 20]).unwrap();
    }
    let request = SessionRequest {
        target: paths[0].clone(),
        more_targets: vec![paths[1].clone()],
        cached: true,
        workload: WorkloadRequest { working_set: Some(SizeText::Text("50%".into())), ..WorkloadRequest::default() },
        ..SessionRequest::default()
    };
    let session = Session::open(&request).unwrap();
    let request = ProbeRequest { queue_depth: Some(2), workers: Some(2), measure_for: some("200ms"), ..base_request() };
    let record = run(&session, request);
    assert_eq!(record.spec.load.workers(), 4, "two for each target");
    assert_eq!(record.spec.target.members.len(), 2);
    assert_eq!(record.spec.workload.working_set_bytes.0, 1 << 20, "half of each");
    assert!(record.measured.all.count > 100 && record.measured.all.errors == 0);
    // Under another name it is the same file: its working set would count twice.
    let link = format!("{}-link", paths[0]);
    std::fs::hard_link(&paths[0], &link).unwrap();
    let linked = SessionRequest {
        target: paths[0].clone(),
        more_targets: vec![link.clone()],
        cached: true,
        ..SessionRequest::default()
    };
    assert!(Session::open(&linked).unwrap_err().message.contains("are the same"));
    std::fs::remove_file(link).unwrap();
    // Reading what nothing is known about verifies nothing, and must not look as if it did.
    let blind = SessionRequest {
        target: paths[0].clone(),
        cached: true,
        workload: WorkloadRequest { verify: Some(true), ..WorkloadRequest::default() },
        ..SessionRequest::default()
    };
    assert!(Session::open(&blind).unwrap_err().message.contains("verifies nothing"));
    let twice =
        SessionRequest { target: paths[0].clone(), more_targets: vec![paths[0].clone()], ..SessionRequest::default() };
    assert_eq!(Session::open(&twice).unwrap_err().kind, ErrorKind::Usage);
    paths.iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

#[test]
fn intervals_tell_waiting_for_a_slot_apart_from_the_latency_of_the_storage() {
    // One operation at a time carries 10,000 a second of the offered 12,000: the others wait.
    for (slots, waits) in [(64, false), (1, true)] {
        let session = fast(&format!("slots-{slots}"));
        let offered = ProbeRequest {
            rate: Some(12_000.0),
            arrivals: some("constant"),
            max_outstanding: Some(slots),
            measure_for: some("1s"),
            ..base_request()
        };
        run(&session, offered);
        let sealed = session.poll();
        let of_measure: Vec<_> = sealed.iter().filter(|one| one.interval.phase == Phase::Measure).collect();
        assert_eq!(of_measure.len(), 10);
        for one in of_measure {
            let (response, completion) = (&one.interval.response_time_ns, &one.interval.completion_latency_ns);
            assert!(is_service_time(completion.p50) && is_service_time(completion.max), "{completion:?}");
            assert_eq!(!is_service_time(response.p50), waits, "{response:?}");
            assert_eq!(one.response_time != one.completion_latency, waits);
        }
    }
}
