//! A Run over several hosts is the Run of all their workers: here two sessions in threads stand for two hosts.

use std::cell::Cell;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_run::SegmentOutput;
use plimsoll_run::coordinator::{Coordinator, HostOf, HostOutput};
use plimsoll_run::record::{HostClock, Outcome};
use plimsoll_run::request::{ProbeRequest, SessionRequest};
use plimsoll_run::spec::Segment;
use plimsoll_run::{ProbeResult, RunError, Session};

fn null() -> Arc<Session> {
    Arc::new(Session::open(&SessionRequest { target: "null:".into(), ..SessionRequest::default() }).unwrap())
}

fn request(rate: Option<f64>, measure_for: &str) -> ProbeRequest {
    ProbeRequest {
        workers: Some(3),
        rate,
        measure_for: Some(measure_for.into()),
        warmup_for: Some("100ms".into()),
        interval: Some("100ms".into()),
        seed: Some(7),
        ..ProbeRequest::default()
    }
}

type Part = JoinHandle<Result<ProbeResult, RunError>>;

/// Begins the parts of both from one instant. When a host is not ready by then, both get a later one.
fn begin_parts(sessions: &[Arc<Session>; 2], request: &ProbeRequest) -> (Nanos, Vec<Part>) {
    let mut ahead = Nanos::from_millis(30);
    loop {
        let start = MonotonicClock.now() + ahead;
        let parts =
            [(0, 1), (1, 2)].map(|(first_worker, workers)| Segment { first_worker, workers, start_ns: start.0 });
        let mut running: Vec<Part> = (sessions.iter().zip(parts))
            .map(|(session, part)| {
                let (session, request) = (Arc::clone(session), ProbeRequest { segment: Some(part), ..request.clone() });
                thread::spawn(move || session.probe(&request))
            })
            .collect();
        // As the hosts of a cluster answer: at work, or with why not.
        while sessions
            .iter()
            .zip(&running)
            .any(|(session, part)| session.progress().phase.is_none() && !part.is_finished())
        {
            MonotonicClock.sleep_until(MonotonicClock.now() + Nanos::from_millis(2));
        }
        if !running.iter().any(JoinHandle::is_finished) {
            return (start, running);
        }
        sessions.iter().for_each(|session| session.stop());
        let late = running.drain(..).filter_map(|part| part.join().unwrap().err()).map(|error| error.kind.name());
        assert!(late.into_iter().all(|kind| kind == "late"));
        sessions.iter().for_each(|session| drop(session.take_parts()));
        ahead = Nanos(2 * ahead.0);
    }
}

/// Runs on hosts of one and of two workers. `over` returns an order every 20 ms: end Measure, lose a host.
fn run(
    request: &ProbeRequest,
    over: impl Fn(&mut Coordinator, &[Arc<Session>], Nanos, bool) -> Option<usize>,
) -> ProbeResult {
    let sessions = [null(), null()];
    let spec = sessions[0].resolve_probe(request).unwrap();
    let host = |name: &str, workers| HostOf { name: name.into(), workers, target: "null:".into() };
    let mut coordinator = Coordinator::new(spec, vec![host("a", 1), host("b", 2)]).unwrap();
    let (start, running) = begin_parts(&sessions, request);
    let mut lost = [false; 2];
    let take = |coordinator: &mut Coordinator, lost: &[bool; 2]| {
        for (host, session) in sessions.iter().enumerate() {
            for part in session.take_parts() {
                if !lost[host] {
                    coordinator.part(host, &part).unwrap();
                }
            }
        }
    };
    while !running.iter().all(JoinHandle::is_finished) {
        MonotonicClock.sleep_until(MonotonicClock.now() + Nanos::from_millis(20));
        take(&mut coordinator, &lost);
        let elapsed = MonotonicClock.now() - start;
        let wants = coordinator.merge(elapsed);
        if let Some(host) = over(&mut coordinator, &sessions, elapsed, wants) {
            lost[host] = true;
        }
    }
    take(&mut coordinator, &lost);
    let left = running.into_iter().enumerate().map(|(host, thread)| {
        let result = thread.join().unwrap().unwrap();
        let done = SegmentOutput::from_bytes(&result.segment.unwrap().to_bytes()).unwrap();
        HostOutput { done: (!lost[host]).then(|| (done, Box::new(result.record))), clock: HostClock::default() }
    });
    coordinator.finish(left.collect(), 1, start.0).unwrap()
}

#[test]
fn hosts_add_up_to_the_run_of_all_their_workers() {
    let whole = run(&request(Some(30_000.0), "500ms"), |_, _, _, _| None);
    let measured = &whole.record.measured;
    // Superposed, in its place in the schedule of all: the same seed on one machine schedules as many.
    let alone = null().probe(&request(Some(30_000.0), "500ms")).unwrap();
    assert_eq!(measured.all.count, alone.record.measured.all.count);
    assert_eq!(measured.offered_rate_per_s, Some(30_000.0));
    assert!(measured.workers.is_empty());
    let hosts: Vec<_> = measured.hosts.iter().map(|h| (h.name.as_str(), h.workers)).collect();
    assert_eq!(hosts, [("a", 1), ("b", 2)]);
    let counts: Vec<u64> = measured.hosts.iter().map(|host| host.figures.count).collect();
    assert_eq!(counts.iter().sum::<u64>(), measured.all.count);
    // One of three workers: a third, within five standard deviations of a Poisson count.
    let third = measured.all.count as f64 / 3.0;
    assert!((counts[0] as f64 - third).abs() < 5.0 * third.sqrt(), "{counts:?}");
    let intervals: u64 = whole.record.intervals.iter().filter_map(|i| i.arrived).sum();
    assert!(intervals >= measured.all.count, "intervals hold what Warmup had, too");
    assert!(whole.histograms.contains_key("read.response_time"));
    let decoded = plimsoll_measure::histogram::decode(&whole.histograms["read.response_time"]).unwrap();
    assert_eq!(decoded.len() + measured.all.unfinished, measured.all.count);
}

#[test]
fn a_closed_load_has_the_outstanding_io_of_all_hosts() {
    let request = ProbeRequest { queue_depth: Some(4), ..request(None, "300ms") };
    let whole = run(&request, |_, _, _, _| None);
    let measured = &whole.record.measured;
    assert_eq!(whole.record.outcome, Outcome::Ok, "{}", whole.record.because);
    assert!(measured.outstanding_max <= 12 && measured.outstanding_max > 8, "{}", measured.outstanding_max);
    assert_eq!(measured.hosts.iter().map(|h| h.figures.completed).sum::<u64>(), measured.all.completed);
}

#[test]
fn the_stop_rule_sees_all_hosts_and_ends_measure_on_all() {
    let request =
        ProbeRequest { objective: Some("p50 <= 1s".into()), stop_when_decided: true, ..request(Some(200.0), "600s") };
    let (ended, given_up) = (Cell::new(false), Cell::new(false));
    let whole = run(&request, |coordinator, sessions, elapsed, wants| {
        if elapsed > Nanos::from_secs(120) && !ended.get() && !given_up.replace(true) {
            sessions.iter().for_each(|session| session.stop());
        }
        if wants && !ended.replace(true) {
            let at = elapsed + Nanos::from_millis(300);
            coordinator.end_measure(at);
            let now = MonotonicClock.now();
            sessions.iter().for_each(|session| session.end_measure(now + Nanos::from_millis(300)));
        }
        None
    });
    if given_up.get() {
        return eprintln!("skipped: others who use this machine keep the backlog from being steady");
    }
    let measured = &whole.record.measured;
    assert!(measured.measure_s < 300.0, "{} s", measured.measure_s);
    assert!(measured.judgement.is_some());
    assert_eq!(measured.hosts.iter().map(|h| h.figures.count).sum::<u64>(), measured.all.count);
}

/// A Run of which the second host is lost in its midst. Where others have the processors that may be seen when the Run is
/// nearly over, or before the host has sealed anything: then it is made again, ever longer.
fn lost_in_the_midst(request: &ProbeRequest, ends: bool) -> ProbeResult {
    for (measure, from_ms) in [("600ms", 300), ("6s", 3_000), ("60s", 30_000)] {
        let request = ProbeRequest { measure_for: Some(measure.into()), ..request.clone() };
        let (from, at) = (Nanos::from_millis(from_ms), Cell::new(None));
        let whole = run(&request, |coordinator, sessions, elapsed, _| {
            if elapsed < from {
                return None;
            }
            if at.replace(at.get().or(Some(elapsed))).is_none() {
                coordinator.drop_host(1, "its cable was pulled", ends);
                if ends {
                    sessions[0].stop();
                }
            }
            Some(1)
        });
        // With its Warmup of 100 ms the shortest takes 700 ms.
        let in_time = at.get().is_some_and(|at| at < Nanos(from.0 * 3 / 2));
        if in_time && whole.record.measured.hosts[1].figures.count > 0 {
            return whole;
        }
    }
    panic!("no host could be lost in the midst of a Run");
}

#[test]
fn a_host_that_is_lost_ends_the_run_or_not_as_was_asked_and_is_named() {
    for ends in [true, false] {
        let whole = lost_in_the_midst(&request(Some(20_000.0), "600ms"), ends);
        let record = &whole.record;
        assert!(record.notes.iter().any(|note| note.starts_with("b was lost ")), "{:?}", record.notes);
        let lost = &record.measured.hosts[1];
        assert_eq!(lost.outcome, None);
        assert!(lost.figures.count > 0, "what it had sealed is kept");
        assert!(lost.figures.count < record.measured.hosts[0].figures.count * 2);
        if !ends {
            // The rate that was asked for was not offered: no verdict rests on it.
            assert_eq!(record.outcome, Outcome::GeneratorLimited, "{}", record.because);
            assert!(record.because.starts_with("b was lost"), "{}", record.because);
        } else {
            assert_eq!(record.outcome, Outcome::Failed, "{}", record.because);
            assert!(record.because.starts_with("b was lost"), "{}", record.because);
        }
    }
}

#[test]
fn what_a_lost_host_had_outstanding_is_told() {
    let whole = lost_in_the_midst(&ProbeRequest { queue_depth: Some(4), ..request(None, "600ms") }, true);
    let [there, lost] = &whole.record.measured.hosts[..] else { panic!("two hosts") };
    assert_eq!(there.outstanding_when_lost, None);
    // Two workers at queue depth 4; some of them may have been on their way back.
    let outstanding = lost.outstanding_when_lost.unwrap();
    assert!(outstanding <= 8, "{outstanding}");
    let told =
        whole.record.notes.iter().any(|note| note.starts_with("b was lost") && note.contains("outstanding then"));
    assert_eq!(told, outstanding > 0, "{outstanding} {:?}", whole.record.notes);
}

#[test]
fn a_host_that_hears_of_the_start_too_late_says_so() {
    let segment = Segment { first_worker: 0, workers: 1, start_ns: 1 };
    let error = null().probe(&ProbeRequest { segment: Some(segment), ..request(None, "100ms") }).unwrap_err();
    assert_eq!(error.kind.name(), "late");
}

#[test]
fn workers_that_are_no_part_of_the_run_are_refused() {
    for (first_worker, workers) in [(0, 0), (3, 1), (2, 2), (u32::MAX, 1)] {
        let segment = Segment { first_worker, workers, start_ns: u64::MAX };
        let error = null().probe(&ProbeRequest { segment: Some(segment), ..request(None, "100ms") }).unwrap_err();
        assert_eq!(error.kind.exit_code(), 64, "{error}");
    }
}
