//! Outcomes of Runs whose truth is set: a described stack, or a target that cannot be mistaken.

use std::path::PathBuf;

use plimsoll_run::from_cache;
use plimsoll_run::record::{KindFigures, Limiter, Measured, Outcome, RunRecord};
use plimsoll_run::request::{ProbeRequest, SessionRequest, SizeText, WorkloadRequest};
use plimsoll_run::{ErrorKind, Session};

fn scratch(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.toml", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn stack(name: &str, text: &str, virtually: bool) -> Session {
    let path = scratch(name, text);
    let request =
        SessionRequest { target: format!("stack:{path}"), on_virtual_clock: virtually, ..SessionRequest::default() };
    let session = Session::open(&request).unwrap();
    std::fs::remove_file(path).unwrap();
    session
}

const CAP: &str = r#"
[volume.v]
size = "1g"
path = ["cap", "disk"]
[limit.cap]
ops_per_s = 3000
[device.disk]
servers = 32
service = "100us"
"#;

fn probe(rate: Option<f64>, measure: &str) -> ProbeRequest {
    ProbeRequest {
        rate,
        arrivals: rate.map(|_| "constant".into()),
        warmup_for: Some("0s".into()),
        measure_for: Some(measure.into()),
        seed: Some(1),
        ..ProbeRequest::default()
    }
}

fn run(session: &Session, request: &ProbeRequest) -> RunRecord {
    session.probe(request).unwrap().record
}

#[test]
fn a_rate_far_above_the_cap_is_not_carried_however_short_the_run() {
    let short = probe(Some(60_000.0), "1s");
    let record = run(&stack("far", CAP, true), &short);
    assert_eq!(record.outcome, Outcome::CannotCarry, "{}", record.because);
}

#[test]
fn twice_the_cap_is_not_carried_and_response_time_grows_as_the_arithmetic_says() {
    let record = run(&stack("carry", CAP, true), &probe(Some(6000.0), "10s"));
    assert_eq!(record.outcome, Outcome::CannotCarry, "{}", record.because);
    let m = &record.measured;
    assert!((m.achieved_rate_per_s - 3000.0).abs() <= 1.0, "achieved {}", m.achieved_rate_per_s);
    // After t seconds 6000 t were intended and 3000 t done: the next waits t seconds. 10 s of Measure leave 30,000.
    assert!((m.backlog_at_end as f64 - 30_000.0).abs() <= 10.0, "backlog {}", m.backlog_at_end);
    assert_eq!(m.all.count, 60_000, "every operation intended in Measure is in the figures");
    // Half of them were intended in the first 5 s: the median waited 5 s.
    let p50 = m.all.response_time_ns.p50.unwrap() as f64 / 1e9;
    assert!((p50 - 5.0).abs() < 0.05, "p50 {p50} s");
    // Drain ends 5 s after Measure: what is older than 5 s by then never finished. At 15 s, 45,000 of 60,000 are done.
    assert!((m.all.unfinished as f64 - 15_000.0).abs() <= 10.0, "unfinished {}", m.all.unfinished);
    assert!(m.all.response_time_ns.at_least.contains(&"p99".to_owned()));
    assert_eq!(record.limited_by.value, Limiter::Target);
    let backlog: Vec<u64> =
        record.intervals.iter().filter(|i| i.start_s >= 0.0 && i.start_s < 10.0).map(|i| i.backlog).collect();
    assert!(backlog.windows(2).all(|w| w[1] > w[0]), "the backlog grows from interval to interval: {backlog:?}");
}

/// What Warmup leaves waiting makes the shortest answer of Measure longer than Measure; Drain is long enough for all.
#[test]
fn ten_times_the_cap_is_not_carried_however_long_warmup_and_drain_are() {
    for (warmup, measure) in [("0s", "5s"), ("1s", "5s"), ("10s", "30s")] {
        let request = ProbeRequest {
            warmup_for: Some(warmup.into()),
            drain_limit: Some("3000s".into()),
            ..probe(Some(30_000.0), measure)
        };
        let record = run(&stack("far beyond", CAP, true), &request);
        assert_eq!(record.outcome, Outcome::CannotCarry, "{warmup}: {}", record.because);
    }
}

#[test]
fn a_rate_below_the_cap_is_carried() {
    let record = run(&stack("below", CAP, true), &probe(Some(2900.0), "10s"));
    assert_eq!(record.outcome, Outcome::Ok, "{}", record.because);
    assert!((record.measured.achieved_rate_per_s - 2900.0).abs() <= 1.0);
    // 100 us of service, no queue: constant gaps are longer than the cap's.
    assert_eq!(record.measured.all.response_time_ns.max.unwrap() / 1000, 100);
}

/// A device behind a fault.
fn faulty(fault: &str) -> String {
    format!(
        "[volume.v]\nsize = \"1g\"\npath = [\"f\", \"d\"]\n[device.d]\nservers = 8\nservice = \"100us\"\n\
         [fault.f]\n{fault}\n"
    )
}

const DIES: &str = "outage_at = \"199s\"\noutage_for = \"1h\"\noutage = \"hang\"";

#[test]
fn a_target_that_dies_in_the_last_half_percent_of_a_long_run_has_stopped_answering() {
    let record = run(&stack("dies", &faulty(DIES), true), &probe(Some(1000.0), "200s"));
    assert_eq!(record.outcome, Outcome::CannotCarry, "{}", record.because);
    assert!(record.because.contains("stopped answering"), "{}", record.because);
    assert_eq!(record.measured.all.unfinished, 1000);
}

/// An outage after which the target goes on, in a Run so long that its backlog is steady all in all.
#[test]
fn what_an_outage_lost_counts_however_long_the_run_is() {
    let lost = |outage: &str, objective: &str| {
        let fault = format!("outage_at = \"100s\"\noutage_for = \"{outage}\"\noutage = \"hang\"");
        let request = ProbeRequest { objective: Some(objective.into()), ..probe(Some(10.0), "20000s") };
        run(&stack("lost", &faulty(&fault), true), &request)
    };
    // 300 s of 20,000: 1.5 %.
    let record = lost("300s", "p99 <= 1ms");
    assert_eq!(record.outcome, Outcome::CannotCarry, "{}", record.because);
    assert!((record.measured.all.unfinished as f64 - 3000.0).abs() <= 10.0);
    // Three in a thousand are more than p99.9 allows, and fewer than p99 does. A mean holds their age.
    for (objective, met) in [("p99.9 <= 1ms", false), ("p99 <= 1ms", true), ("mean <= 1ms", false)] {
        let record = lost("60s", objective);
        let judgement = record.measured.judgement.expect("an offered rate");
        assert_eq!(
            judgement.verdict == plimsoll_measure::decide::ProbeVerdict::Pass,
            met,
            "{objective}: {:?}",
            judgement.reason
        );
    }
}

#[test]
fn one_that_comes_back_in_drain_has_not_stopped_answering() {
    let record =
        run(&stack("back", &faulty("stall_at = \"199s\"\nstall_for = \"2s\""), true), &probe(Some(1000.0), "200s"));
    assert_eq!(record.outcome, Outcome::Ok, "{}", record.because);
    assert_eq!(record.measured.all.unfinished, 0);
}

#[test]
fn a_closed_loop_whose_target_dies_at_its_end_is_no_maximum() {
    for depth in [1, 32] {
        let request = ProbeRequest { queue_depth: Some(depth), ..probe(None, "200s") };
        let record = run(&stack("dies-closed", &faulty(DIES), true), &request);
        assert_eq!(record.outcome, Outcome::CannotCarry, "depth {depth}: {}", record.because);
        assert!(record.because.contains("stopped answering"), "{}", record.because);
    }
}

#[test]
fn a_target_that_dies_in_warm_up_has_stopped_answering() {
    let hangs = faulty("outage_at = \"1s\"\noutage_for = \"600s\"\noutage = \"hang\"");
    let request = ProbeRequest { queue_depth: Some(4), warmup_for: Some("5s".into()), ..probe(None, "30s") };
    let record = run(&stack("dies-early", &hangs, true), &request);
    assert_eq!(record.outcome, Outcome::CannotCarry, "{}", record.because);
    assert!(record.because.contains("stopped answering"), "{}", record.because);
}

#[test]
fn a_closed_loop_on_the_cap_obeys_littles_law() {
    let request = ProbeRequest { queue_depth: Some(256), warmup_for: Some("1s".into()), ..probe(None, "20s") };
    let record = run(&stack("little", CAP, true), &request);
    let m = &record.measured;
    assert_eq!(record.outcome, Outcome::Ok);
    let littles = m.achieved_rate_per_s * m.all.completion_latency_ns.mean.unwrap() / 1e9;
    assert!((littles / m.outstanding_mean - 1.0).abs() < 0.01, "{littles} against {}", m.outstanding_mean);
    // N / C = 256 / 3000 = 85.3 ms, however fast the device.
    assert!((m.all.completion_latency_ns.mean.unwrap() / 1e6 - 85.33).abs() < 0.1);
}

#[test]
fn a_client_without_processor_is_no_evidence_about_the_target() {
    let text = r#"
[volume.v]
size = "1g"
path = ["disk"]
[device.disk]
servers = 64
service = "10us"
[client]
cpu_per_io = "10us"
"#;
    let session = stack("client", text, true);
    let record = run(&session, &probe(Some(150_000.0), "2s"));
    assert_eq!(record.outcome, Outcome::GeneratorLimited, "{}", record.because);
    assert_eq!(record.limited_by.value, Limiter::ClientCpu);
    let record = run(&session, &probe(Some(50_000.0), "2s"));
    assert_eq!(record.outcome, Outcome::Ok, "{}", record.because);
}

#[test]
fn a_measure_in_which_a_late_generator_issued_nothing_is_no_evidence_about_the_target() {
    // The first operation, of Warmup, keeps the worker for longer than Measure lasts; 10 more are scheduled in it.
    let late = |cpu: &str| format!("{CAP}\n[client]\ncpu_per_io = \"{cpu}\"\n");
    let short = |rate| ProbeRequest { warmup_for: Some("10ms".into()), queue_depth: None, ..probe(rate, "100ms") };
    let record = run(&stack("late", &late("135ms"), true), &short(Some(100.0)));
    assert_eq!(record.measured.issued_rate_per_s, 0.0);
    assert_eq!(record.outcome, Outcome::GeneratorLimited, "{}", record.because);
    assert_eq!(record.reason.map(|reason| reason.kind), Some("none_issued".into()), "{}", record.because);
    let record = run(&stack("on-time", &late("1ms"), true), &short(Some(100.0)));
    assert_eq!(record.outcome, Outcome::Ok, "{}", record.because);
}

#[test]
fn a_measure_shorter_than_an_answer_is_no_lateness() {
    let slow = CAP.replace("100us", "30ms");
    for (name, rate) in [("short-closed", None), ("short-open", Some(100.0))] {
        let record = run(&stack(name, &slow, true), &probe(rate, "20ms"));
        assert_eq!(record.measured.all.completed, 0);
        assert_ne!(record.outcome, Outcome::GeneratorLimited, "{name}: {}", record.because);
    }
}

#[test]
fn one_closed_run_never_blames_the_target() {
    for (name, depth) in [("one", 1), ("few", 8), ("many", 256)] {
        let request = ProbeRequest { queue_depth: Some(depth), ..probe(None, "2s") };
        let limited = run(&stack(name, CAP, true), &request).limited_by;
        assert_eq!(limited.value, Limiter::Unknown, "depth {depth}: {}", limited.because);
        assert!(limited.would_decide.is_some(), "depth {depth}: what would decide it is said");
    }
}

#[test]
fn one_closed_run_says_that_its_client_was_full_or_that_the_load_asked_for_no_more() {
    let text = format!("{CAP}\n[client]\ncpu_per_io = \"1ms\"\n");
    let limited =
        run(&stack("busy", &text, true), &ProbeRequest { queue_depth: Some(8), ..probe(None, "2s") }).limited_by;
    // 1 ms of processor for each leaves a worker 1000/s of the cap's 3000.
    assert_eq!(limited.value, Limiter::ClientCpu, "{}", limited.because);
    let own = ProbeRequest { queue_depth: Some(8), cap_rate: Some(500.0), ..probe(None, "4s") };
    let limited = run(&stack("own", CAP, true), &own).limited_by;
    assert_eq!(limited.value, Limiter::Schedule, "{}", limited.because);
}

#[test]
fn an_open_run_at_a_small_in_flight_cap_leaves_open_who_limited_it() {
    // 2 outstanding of 100 us each: 20,000/s at most, and the device has 32 servers.
    let text = CAP.replace("ops_per_s = 3000", "ops_per_s = 300000");
    let request = ProbeRequest { max_outstanding: Some(2), ..probe(Some(50_000.0), "2s") };
    let record = run(&stack("slots2", &text, true), &request);
    assert_eq!((record.outcome, record.limited_by.value), (Outcome::CannotCarry, Limiter::Unknown));
}

#[test]
fn the_in_flight_cap_makes_slot_wait_and_never_own_lag() {
    let request = ProbeRequest { max_outstanding: Some(8), ..probe(Some(6000.0), "5s") };
    let record = run(&stack("slots", CAP, true), &request);
    assert_eq!(record.outcome, Outcome::CannotCarry, "{}", record.because);
    assert_eq!(record.measured.own_lag_ns.max, Some(0));
    assert_eq!(record.measured.outstanding_max, 8);
    assert!(record.measured.all.slot_wait_ns.p50.unwrap() > 1_000_000_000);
}

#[test]
fn a_slow_member_of_a_target_is_not_carried_and_no_late_generator() {
    // Two volumes, 40,000 IOPS asked of each: one carries 3000 and fills its worker's share of the in-flight cap, the other all.
    let text = r#"
[volume.slow]
size = "1g"
path = ["cap", "disk"]
[volume.fast]
size = "1g"
path = ["disk"]
[limit.cap]
ops_per_s = 3000
[device.disk]
servers = 64
service = "100us"
"#;
    let record = run(&stack("members", text, true), &probe(Some(80_000.0), "5s"));
    assert_eq!(record.measured.own_lag_ns.max, Some(0));
    assert_eq!(record.outcome, Outcome::CannotCarry, "{}", record.because);
    assert!((record.measured.achieved_rate_per_s - 43_000.0).abs() < 500.0);
}

#[test]
fn the_same_seed_gives_the_same_record_byte_for_byte_and_another_does_not() {
    let text = CAP.replace("\"100us\"", "{ distribution = \"exponential\", mean = \"9ms\" }");
    let request = ProbeRequest {
        arrivals: Some("poisson".into()),
        objective: Some("p99 <= 60ms".into()),
        stop_when_decided: true,
        ..probe(Some(2500.0), "100s")
    };
    let canonical = |seed| {
        let request = ProbeRequest { seed: Some(seed), ..request.clone() };
        let result = stack("seed", &text, true).probe(&request).unwrap();
        // The target's name holds the scratch path, the same in all three.
        (result.record.canonical().unwrap(), result.histograms)
    };
    assert_eq!(canonical(7), canonical(7));
    assert_ne!(canonical(7).0, canonical(8).0);
}

#[test]
fn one_schedule_under_two_clocks_agrees() {
    // The real clock is only asked for what no load on this machine can change: how much was intended and that all of it
    // came back; the cap holds on both clocks.
    let request = probe(Some(1000.0), "1s");
    let simulated = run(&stack("virtual", CAP, true), &request);
    let emulated = run(&stack("real", CAP, false), &request);
    assert_eq!(simulated.measured.all.count, 1000);
    assert_eq!(emulated.measured.all.count, 1000);
    assert_eq!(emulated.measured.all.errors, 0);
    assert!(emulated.measured.all.response_time_ns.min >= simulated.measured.all.response_time_ns.min);
}

#[test]
fn nothing_is_lost_between_workers_whatever_the_clock() {
    for virtually in [true, false] {
        let session = stack("workers", CAP, virtually);
        let record = run(&session, &ProbeRequest { workers: Some(3), ..probe(Some(6000.0), "500ms") });
        assert_eq!(record.measured.all.count, 3000, "virtual {virtually}: every intended operation is in the figures");
        let seconds: f64 =
            record.intervals.iter().filter(|i| i.start_s >= -1e-9 && i.start_s < 0.499).map(|i| i.length_s).sum();
        assert!((seconds - 0.5).abs() < 1e-6, "virtual {virtually}: intervals cover {seconds} s of Measure");
    }
    let request = SessionRequest { target: "null:".into(), ..SessionRequest::default() };
    let session = Session::open(&request).unwrap();
    for workers in [1, 16] {
        let load = ProbeRequest { interval: Some("100ms".into()), workers: Some(workers), ..probe(None, "350ms") };
        let m = run(&session, &load).measured;
        assert!((m.measure_s - 0.35).abs() < 1e-6, "{workers} workers: {} s", m.measure_s);
        // Closed loop: what came free inside Measure was issued; only the last of each slot may finish after it.
        let slots = u64::from(workers) * 32;
        assert!(m.all.count - m.all.completed <= slots, "{} of {}", m.all.completed, m.all.count);
    }
}

#[test]
fn drain_ends_at_its_limit_however_much_waits() {
    let text = CAP.replace("3000", "100");
    let request =
        ProbeRequest { drain_limit: Some("100ms".into()), max_outstanding: Some(8), ..probe(Some(10_000.0), "500ms") };
    let record = run(&stack("drain", &text, true), &request);
    assert!(record.measured.drain_s <= 0.11, "{} s", record.measured.drain_s);
    assert_eq!(record.measured.all.count, 5000);
}

#[test]
fn an_operation_that_failed_never_meets_an_objective() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("short-{}", std::process::id()));
    std::fs::write(&path, vec![1; 1 << 20]).unwrap();
    let request = SessionRequest {
        target: path.to_str().unwrap().into(),
        cached: true,
        on_error: Some(plimsoll_run::spec::OnError::Continue),
        ..SessionRequest::default()
    };
    let session = Session::open(&request).unwrap();
    // Half of the blocks are gone: reads of them are short.
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(1 << 19).unwrap();
    let request = ProbeRequest { objective: Some("p99 <= 10s".into()), ..probe(Some(2000.0), "1s") };
    let m = run(&session, &request).measured;
    std::fs::remove_file(path).unwrap();
    assert!(m.all.errors > 500 && m.errors_by_errno.contains_key("short transfer"), "{} errors", m.all.errors);
    let first = m.first_error.unwrap();
    assert!(first.contains("the target became smaller"), "{first}");
    let judgement = m.judgement.unwrap();
    assert_ne!(judgement.verdict, plimsoll_measure::decide::ProbeVerdict::Pass);
    assert!(judgement.estimate.value > 0.3, "{judgement:?}");
}

/// One Run of `request` on the machine's clock, stopped as soon as something has been measured.
fn stopped_run(session: Session, request: &ProbeRequest) -> RunRecord {
    let session = std::sync::Arc::new(session);
    let other = session.clone();
    let stopper = std::thread::spawn(move || {
        // As soon as something has been measured.
        while !other.poll().iter().any(|i| i.interval.start_s >= 0.0) {
            std::thread::yield_now();
        }
        other.stop();
    });
    let record = run(&session, &ProbeRequest { interval: Some("100ms".into()), ..request.clone() });
    stopper.join().unwrap();
    assert_eq!(record.outcome, Outcome::Stopped);
    record
}

#[test]
fn a_stopped_run_keeps_what_it_measured() {
    let record = stopped_run(stack("stop", CAP, false), &probe(Some(1000.0), "1h"));
    assert!(record.measured.all.count > 0 && record.measured.measure_s < 3600.0);
}

#[test]
fn what_is_outstanding_when_a_run_is_stopped_may_finish() {
    let slow = CAP.replace("100us", "300ms");
    let closed = ProbeRequest { queue_depth: Some(32), ..probe(None, "1h") };
    let record = stopped_run(stack("stop-slow", &slow, false), &closed);
    let m = record.measured;
    assert!(m.all.count >= 32 && m.all.unfinished == 0, "{} operations, {} unfinished", m.all.count, m.all.unfinished);
    assert!(!record.notes.iter().any(|note| note.contains("had not finished")), "{:?}", record.notes);
}

#[test]
fn reads_through_the_page_cache_are_told() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cached-{}", std::process::id()));
    std::fs::write(&path, vec![1; 1 << 20]).unwrap();
    let request = SessionRequest { target: path.to_str().unwrap().into(), cached: true, ..SessionRequest::default() };
    let session = Session::open(&request).unwrap();
    let record = run(&session, &ProbeRequest { queue_depth: Some(1), ..probe(None, "300ms") });
    std::fs::remove_file(path).unwrap();
    assert_eq!(record.outcome, Outcome::Cached, "{}", record.because);
    assert_eq!(record.limited_by.value, Limiter::Cache);
}

#[test]
fn what_the_storage_delivered_is_held_against_what_was_issued_while_it_was_counted() {
    let figures = |completed: u64| KindFigures { completed, bytes: completed << 14, ..KindFigures::default() };
    // A second of 20,000 operations of 16 KiB, a tenth of them reads; 128 outstanding throughout.
    let measured = Measured {
        measure_s: 1.0,
        issued_rate_per_s: 20_000.0,
        outstanding_mean: 128.0,
        all: figures(20_000),
        read: figures(2000),
        ..Measured::default()
    };
    let share = |reads: u64, unseen_s: f64| from_cache(&measured, (reads << 14) as f64, unseen_s).0;
    let error = from_cache(&measured, 0.0, 0.0).1;
    assert_eq!(share(2000, 0.0), 0.0);
    // A first sample that came 70 ms late has seen 93 % of them.
    assert!(share(1860, 0.07) < 1e-9);
    assert!((share(1860, 0.0) - 0.07).abs() < 1e-9);
    assert!((share(1000, 0.0) - 0.5).abs() < 1e-9);
    // All of it is all of it, however much was outstanding.
    assert_eq!(share(0, 0.0), 1.0);
    // 26 reads more or less were outstanding at the ends, five by a standard deviation.
    assert!((error - 3.0 * 25.6_f64.sqrt() / 2000.0).abs() < 1e-9);
    assert_eq!(from_cache(&Measured::default(), 0.0, 0.0), (0.0, 0.0));
    // A stall held up the first look for 350 ms, and eight tenths of the reads were issued before it: the rest that the storage
    // delivered is no sign of a cache. Where it delivered nothing there is one, whenever they were issued.
    let (share, error) = from_cache(&measured, (400_u64 << 14) as f64, 0.35);
    assert!(share > 0.6 && share - error <= 0.0, "{share} less {error}");
    let (share, error) = from_cache(&measured, 0.0, 0.35);
    assert!(share - error > 0.9, "{share} less {error}");
}

#[test]
fn contradictions_and_nonsense_are_usage_errors_that_name_what_is_known() {
    let session = stack("usage", CAP, true);
    let refuse = |request: ProbeRequest, part: &str| {
        let error = session.probe(&request).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Usage);
        assert!(error.message.contains(part), "'{}' does not say '{part}'", error.message);
        assert!(!error.message.contains('\n'));
    };
    refuse(ProbeRequest { rate: Some(-1.0), ..ProbeRequest::default() }, "--rate -1");
    refuse(ProbeRequest { rate: Some(f64::NAN), ..ProbeRequest::default() }, "--rate NaN");
    refuse(ProbeRequest { rate: Some(1e12), ..ProbeRequest::default() }, "at most 1e8");
    refuse(ProbeRequest { rate: Some(1.0), queue_depth: Some(4), ..ProbeRequest::default() }, "closed");
    refuse(
        ProbeRequest { rate: Some(1.0), arrivals: Some("lumpy".into()), ..ProbeRequest::default() },
        "constant, poisson",
    );
    refuse(ProbeRequest { workers: Some(0), ..ProbeRequest::default() }, "--workers 0");
    refuse(ProbeRequest { measure_for: Some("5".into()), ..ProbeRequest::default() }, "no unit");
    refuse(ProbeRequest { stop_when_decided: true, rate: Some(1.0), ..ProbeRequest::default() }, "needs an objective");
    let open = |workload: WorkloadRequest| {
        Session::open(&SessionRequest { target: "null:".into(), workload, ..SessionRequest::default() }).unwrap_err()
    };
    let text = |t: &str| Some(SizeText::Text(t.into()));
    assert!(open(WorkloadRequest { read: Some(101.0), ..Default::default() }).message.contains("0 to 100"));
    assert!(open(WorkloadRequest { block_size: text("4q"), ..Default::default() }).message.contains("not a size"));
    assert!(
        open(WorkloadRequest { pattern: Some("zigzag".into()), ..Default::default() })
            .message
            .contains("random, random:once, zipf")
    );
    let engine = SessionRequest { target: "null:".into(), engine: Some("warp".into()), ..SessionRequest::default() };
    let unknown = Session::open(&engine).unwrap_err().message;
    assert!(plimsoll_engine::ENGINES.iter().all(|engine| unknown.contains(engine.name)), "{unknown}");
    let file = SessionRequest {
        target: "null:".into(),
        workload_toml: Some("block_size = \"4k\"\nblocksize = 1".into()),
        ..SessionRequest::default()
    };
    let error = Session::open(&file).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Input);
    assert!(error.message.contains("line 2") && error.message.contains("working_set"), "{}", error.message);
}

#[test]
fn a_target_that_answers_nothing_does_not_carry_the_rate() {
    let text = "[fault.f]\noutage_at = \"0s\"\noutage_for = \"1h\"\noutage = \"hang\"\n[device.d]\nservers = 1\nservice = \"100us\"\n[volume.v]\nsize = \"1g\"\npath = [\"f\", \"d\"]\n";
    let record = run(&stack("dead", text, true), &probe(Some(2000.0), "5s"));
    assert_eq!(record.outcome, Outcome::CannotCarry, "{}", record.because);
}
