//! Figures of each client and each target: the counts add up to the Run's, the distribution to theirs, and a rate per
//! client is the total divided by their number.

use std::path::PathBuf;

use plimsoll_run::Session;
use plimsoll_run::record::{EachOf, RunRecord};
use plimsoll_run::request::{ProbeRequest, SessionRequest};

fn on_stack(name: &str, text: &str) -> Session {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("each-{name}-{}.toml", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let request = SessionRequest {
        target: format!("stack:{}", path.display()),
        on_virtual_clock: true,
        on_error: Some(plimsoll_run::spec::OnError::Count),
        ..SessionRequest::default()
    };
    let session = Session::open(&request).unwrap();
    std::fs::remove_file(path).unwrap();
    session
}

/// `count` clients with a limit of 200 IOPS each on one disk, and one more kind beside them.
fn stack(count: u32) -> String {
    format!(
        r#"
[client.vm]
count = {count}
volumes = ["a"]
load = {{ queue_depth = 2 }}
[client.big]
volumes = ["b"]
load = {{ queue_depth = 4 }}
[volume.a]
size = "1g"
path = ["policy", "f", "disk"]
[volume.b]
size = "1g"
path = ["disk"]
[limit.policy]
ops_per_s = 200
scope = "disk"
[fault.f]
read_errors = 5
[device.disk]
servers = 64
service = "1ms"
"#
    )
}

fn base_request() -> ProbeRequest {
    ProbeRequest {
        warmup_for: Some("500ms".into()),
        measure_for: Some("4s".into()),
        seed: Some(1),
        ..ProbeRequest::default()
    }
}

fn record(session: &Session, request: &ProbeRequest) -> RunRecord {
    session.probe(request).unwrap().record
}

#[test]
fn counts_of_all_clients_are_those_of_the_run() {
    let measured = record(&on_stack("counts", &stack(5)), &base_request()).measured;
    let each = measured.each.unwrap();
    assert_eq!((each.of, each.figures.len()), (EachOf::Client, 6));
    let sum = |of: fn(&plimsoll_run::record::EachFigures) -> u64| each.figures.iter().map(of).sum::<u64>();
    assert_eq!(sum(|one| one.count), measured.all.count);
    assert_eq!(sum(|one| one.completed), measured.all.completed);
    assert_eq!(sum(|one| one.errors), measured.all.errors);
    assert!(measured.all.errors > 0, "errors are counted for whom they met");
    let names: Vec<&str> = each.figures.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["big", "vm1", "vm2", "vm3", "vm4", "vm5"]);
    // A policy of 200 IOPS for each disk holds each of them there, whatever the other kind does.
    for vm in &each.figures[1..] {
        assert_eq!(vm.group.as_deref(), Some("vm"));
        assert!((vm.achieved_rate_per_s / 190.0 - 1.0).abs() < 0.05, "{vm:?}");
    }
    // 1 ms and nothing to wait for: 4 outstanding make 4,000 IOPS, and a percentile is less than 0.8 % above.
    let big = &each.figures[0];
    assert!((big.achieved_rate_per_s - 4000.0).abs() < 10.0 && (big.mean_ns.unwrap() - 1e6).abs() < 1.0, "{big:?}");
    assert!((1_000_000..1_008_000).contains(&big.p99_ns.unwrap()), "{big:?}");
}

#[test]
fn a_client_alone_of_its_kind_has_the_figures_of_the_kind() {
    let measured = record(&on_stack("alone", &stack(3)), &base_request()).measured;
    let kind = measured.clients.iter().find(|kind| kind.name == "big").unwrap();
    let own = measured.each.as_ref().unwrap().figures.iter().find(|one| one.name == "big").unwrap();
    assert_eq!(own.count, kind.all.count);
    assert_eq!(own.achieved_rate_per_s, kind.achieved_rate_per_s);
    assert_eq!(own.bytes_per_s, kind.bytes_per_s);
    let (told, exact) = (own.p99_ns.unwrap() as f64, kind.all.response_time_ns.p99.unwrap() as f64);
    assert!((told / exact - 1.0).abs() < 0.01, "{told} beside {exact}");
}

#[test]
fn a_rate_of_each_client_is_offered_by_each() {
    let session = on_stack("rate", &stack(4));
    let per = ProbeRequest { rate: Some(100.0), rate_per: Some("client".into()), ..base_request() };
    let spec = record(&session, &per);
    assert_eq!(spec.measured.offered_rate_per_s, Some(500.0));
    let each = spec.measured.each.unwrap();
    assert!(each.figures.iter().all(|one| one.offered_rate_per_s == Some(100.0)));
    let ramp = ProbeRequest { rate_profile: Some("50..150".into()), rate: None, max_outstanding: None, ..per.clone() };
    assert_eq!(record(&session, &ramp).measured.offered_rate_per_s, Some(500.0));
    // A profile of all together is shared out, as a rate is.
    let together = ProbeRequest { rate_per: None, ..ramp };
    assert_eq!(record(&session, &together).measured.offered_rate_per_s, Some(100.0));
    let wrong = ProbeRequest { rate_per: Some("target".into()), ..per };
    assert!(session.probe(&wrong).unwrap_err().message.contains("--rate 1250/client"));
}

#[test]
fn more_clients_are_told_apart_when_that_is_asked() {
    let session = on_stack("many", &stack(100));
    let short = ProbeRequest { measure_for: Some("500ms".into()), ..base_request() };
    assert!(record(&session, &short).measured.each.is_none());
    let all = record(&session, &ProbeRequest { per_client: true, ..short.clone() });
    assert_eq!(all.measured.each.unwrap().figures.len(), 101);
    // A probe that stops when it is decided has no use for them.
    let probe = ProbeRequest {
        rate: Some(2000.0),
        objective: Some("p99 <= 1s".into()),
        stop_when_decided: true,
        per_client: true,
        ..short
    };
    assert!(record(&session, &probe).measured.each.is_none());
}

#[test]
fn figures_of_each_need_clients() {
    let session = Session::open(&SessionRequest { target: "null:".into(), ..SessionRequest::default() }).unwrap();
    let why = |request: &ProbeRequest| session.probe(request).unwrap_err().message;
    assert!(why(&ProbeRequest { per_client: true, ..base_request() }).contains("described stack"));
    let per = ProbeRequest { rate: Some(10.0), rate_per: Some("client".into()), ..base_request() };
    assert!(why(&per).contains("--rate 1250/target"));
    assert!(why(&ProbeRequest { rate: None, rate_per: Some("target".into()), ..base_request() }).contains("--rate"));
}
