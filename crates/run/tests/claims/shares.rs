//! Shares of workers: their counts add up to the interval's, and to those of the Run, on both clocks.

use std::path::PathBuf;

use plimsoll_measure::moments::Moments;
use plimsoll_run::SealedInterval;
use plimsoll_run::Session;
use plimsoll_run::record::{Phase, RunRecord, WorkerFigures, WorkerKind};
use plimsoll_run::request::{ProbeRequest, SessionRequest, WorkloadRequest};
use plimsoll_run::spec::OnError;

fn on_stack(name: &str, text: &str, virtually: bool, workload: WorkloadRequest) -> Session {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("shares-{name}-{}.toml", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let request = SessionRequest {
        target: format!("stack:{}", path.display()),
        on_virtual_clock: virtually,
        on_error: Some(OnError::Count),
        workload,
        ..SessionRequest::default()
    };
    let session = Session::open(&request).unwrap();
    std::fs::remove_file(path).unwrap();
    session
}

/// A device that serves each operation in 100 µs and fails one in ten.
const FAILING: &str = r#"
[volume.v]
size = "1g"
path = ["f", "disk"]
[fault.f]
read_errors = 10
[device.disk]
servers = 64
service = "100us"
"#;

/// A device that fails nothing.
const SOUND: &str = r#"
[volume.v]
size = "1g"
path = ["disk"]
[device.disk]
servers = 64
service = "100us"
"#;

/// Two kinds of clients on a volume each.
const TWO_KINDS: &str = r#"
[client.many]
count = 5
volumes = ["a"]
load = { rate = 500 }
[client.one]
volumes = ["b"]
load = { rate = 2000 }
[volume.a]
size = "1g"
path = ["disk"]
[volume.b]
size = "1g"
path = ["disk"]
[device.disk]
servers = 64
service = "100us"
"#;

fn base_request(workers: u32) -> ProbeRequest {
    ProbeRequest {
        workers: Some(workers),
        warmup_for: Some("200ms".into()),
        measure_for: Some("1s".into()),
        interval: Some("100ms".into()),
        seed: Some(1),
        ..ProbeRequest::default()
    }
}

/// The Run, its intervals, and that their counts are those of the workers added up.
fn run(session: &Session, request: &ProbeRequest, sources: usize) -> (RunRecord, Vec<SealedInterval>) {
    let record = session.probe(request).unwrap().record;
    let intervals = session.poll();
    assert!(intervals.len() >= 12);
    for SealedInterval { interval, workers, .. } in &intervals {
        assert_eq!(workers.iter().map(|one| one.worker as usize).collect::<Vec<_>>(), (0..sources).collect::<Vec<_>>());
        let sum = |of: fn(&plimsoll_run::WorkerInterval) -> u64| workers.iter().map(of).sum::<u64>();
        assert_eq!(
            (sum(|one| one.issued), sum(|one| one.reads), sum(|one| one.writes), sum(|one| one.errors)),
            (interval.issued, interval.reads, interval.writes, interval.errors)
        );
        assert_eq!(
            (
                sum(|one| one.read_bytes),
                sum(|one| one.written_bytes),
                sum(|one| one.others),
                sum(|one| one.other_bytes)
            ),
            (interval.read_bytes, interval.written_bytes, interval.others, interval.other_bytes)
        );
        let outstanding: f64 = workers.iter().map(|one| one.outstanding_mean).sum();
        assert!((outstanding - interval.outstanding_mean).abs() <= 1e-9 * outstanding.max(1.0));
        let kinds = [
            (interval.reads, interval.read_completion_latency_ns),
            (interval.writes, interval.write_completion_latency_ns),
        ];
        assert!(kinds.iter().all(|(count, told)| told.is_some() == (*count > 0)), "Warmup is told apart, too");
        let all = Moments::together(kinds.into_iter());
        // The distribution has three digits, the sums have all.
        let near = |seen: f64, told: f64| (seen - told).abs() <= 1e-3 * told;
        assert!(all.is_none_or(|all| near(interval.completion_latency_ns.mean.unwrap(), all.mean)));
        assert!(all.is_none_or(|all| near(interval.completion_latency_ns.max.unwrap() as f64, all.max as f64)));
        for one in workers {
            // Ten values must lie beyond a percentile.
            let n = one.reads + one.writes;
            assert_eq!((one.response_time_ns_p50.is_some(), one.response_time_ns_p99.is_some()), (n >= 20, n >= 1000));
        }
    }
    (record, intervals)
}

fn mixed_workload() -> WorkloadRequest {
    WorkloadRequest { read: Some(50.0), ..WorkloadRequest::default() }
}

#[test]
fn on_the_virtual_clock_workers_share_one_line() {
    let session = on_stack("virtual", FAILING, true, mixed_workload());
    let request = ProbeRequest { rate: Some(30_000.0), ..base_request(4) };
    let (record, intervals) = run(&session, &request, 1);
    assert!(intervals.iter().any(|one| one.interval.errors > 0));
    assert!(intervals.iter().all(|one| one.workers[0].workers == 4 && one.workers[0].name.is_none()));
    // It is the whole: the same percentile as the interval's.
    let whole = |one: &SealedInterval| one.interval.response_time_ns.p99;
    assert!(intervals.iter().all(|one| one.workers[0].response_time_ns_p99 == whole(one)));
    assert!(record.measured.workers.is_empty());
}

/// The intervals hold every operation of Measure, whatever its kind: rates are read from them.
#[test]
fn trims_are_counted_in_the_intervals_beside_reads_and_writes() {
    let workload = WorkloadRequest { read: Some(30.0), trim: Some(40.0), ..WorkloadRequest::default() };
    let session = on_stack("trims", SOUND, true, workload);
    let request = ProbeRequest { rate: Some(3_000.0), ..base_request(1) };
    let (record, intervals) = run(&session, &request, 1);
    let measured = intervals.iter().map(|one| &one.interval).filter(|one| one.phase == Phase::Measure);
    let [mut completed, mut others, mut bytes] = [0; 3];
    for one in measured {
        completed += one.reads + one.writes + one.others;
        others += one.others;
        bytes += one.read_bytes + one.written_bytes + one.other_bytes;
    }
    assert!(others > completed / 3);
    // The record's rate is that of what completed in Measure.
    let seconds = record.measured.measure_s;
    assert!((completed as f64 / seconds - record.measured.achieved_rate_per_s).abs() < 1e-6);
    assert!((bytes as f64 / seconds - record.measured.bytes_per_s).abs() < 1.0);
}

#[test]
fn clients_of_each_kind_have_a_line() {
    let session = on_stack("kinds", TWO_KINDS, true, WorkloadRequest::default());
    let (_, intervals) = run(&session, &base_request(1), 2);
    let names = |one: &SealedInterval| one.workers.iter().map(|w| (w.name.clone(), w.workers)).collect::<Vec<_>>();
    assert_eq!(names(&intervals[0]), [(Some("many".into()), 5), (Some("one".into()), 1)]);
}

#[test]
fn on_the_real_clock_each_worker_has_a_line_and_its_part_of_the_record() {
    let session = on_stack("real", FAILING, false, mixed_workload());
    let request = ProbeRequest { queue_depth: Some(2), ..base_request(3) };
    let (record, intervals) = run(&session, &request, 3);
    assert!(intervals.iter().all(|one| one.workers.iter().all(|worker| worker.workers == 1)));
    let all = &record.measured.all;
    let workers = &record.measured.workers;
    assert_eq!(workers.iter().map(|one| one.worker).collect::<Vec<_>>(), [0, 1, 2]);
    let sum = |of: fn(&plimsoll_run::record::WorkerFigures) -> u64| workers.iter().map(of).sum::<u64>();
    assert!(all.errors > 0);
    assert_eq!(
        (sum(|one| one.count), sum(|one| one.errors), sum(|one| one.unfinished), sum(|one| one.completed)),
        (all.count, all.errors, all.unfinished, all.completed)
    );
    assert_eq!(sum(|one| one.bytes), all.bytes);
    let rate: f64 = workers.iter().map(|one| one.achieved_rate_per_s).sum();
    assert!((rate - record.measured.achieved_rate_per_s).abs() <= 1e-6 * rate);
    // The slowest and the fastest operation are somebody's.
    let most = workers.iter().filter_map(|one| one.response_time_ns.max).max();
    let least = workers.iter().filter_map(|one| one.response_time_ns.min).min();
    assert_eq!((most, least), (all.response_time_ns.max, all.response_time_ns.min));
    assert_eq!(workers.iter().filter_map(|one| one.own_lag_ns.max).max(), all.own_lag_ns.max);
    // And what the intervals said of each in Measure is what the record says.
    for one in workers {
        let said = |sealed: &SealedInterval| {
            let share = &sealed.workers[one.worker as usize];
            share.reads + share.writes
        };
        let measured = intervals.iter().filter(|sealed| sealed.interval.phase == Phase::Measure);
        assert_eq!(measured.map(said).sum::<u64>(), one.completed);
    }
    // Of reads and of writes as well, with their latencies.
    let measured = || intervals.iter().map(|one| &one.interval).filter(|one| one.phase == Phase::Measure);
    let of_workers = |of: fn(&WorkerFigures) -> Option<WorkerKind>| {
        let told: Vec<WorkerKind> = workers.iter().filter_map(of).collect();
        let moments = Moments::together(told.iter().map(|one| (one.completed, one.completion_latency_ns))).unwrap();
        (told.iter().map(|one| one.completed).sum::<u64>(), told.iter().map(|one| one.bytes).sum::<u64>(), moments)
    };
    let reads = Moments::together(measured().map(|one| (one.reads, one.read_completion_latency_ns))).unwrap();
    let writes = Moments::together(measured().map(|one| (one.writes, one.write_completion_latency_ns))).unwrap();
    for ((count, bytes, told), kind, seen) in [
        (of_workers(|one| one.read), &record.measured.read, reads),
        (of_workers(|one| one.write), &record.measured.write, writes),
    ] {
        assert_eq!((count, bytes), (kind.completed, kind.bytes));
        assert!((told.mean - seen.mean).abs() <= 1e-9 * seen.mean, "{told:?} {seen:?}");
        assert!((told.stddev - seen.stddev).abs() <= 1e-6 * seen.stddev, "{told:?} {seen:?}");
        assert_eq!(told.max, seen.max);
    }
}

#[test]
fn one_worker_is_the_whole() {
    let session = on_stack("alone", FAILING, false, mixed_workload());
    let (record, intervals) = run(&session, &ProbeRequest { queue_depth: Some(2), ..base_request(1) }, 1);
    assert!(record.measured.workers.is_empty());
    let whole = |one: &SealedInterval| one.interval.response_time_ns.p50;
    assert!(intervals.iter().all(|one| one.workers[0].response_time_ns_p50 == whole(one)));
}
