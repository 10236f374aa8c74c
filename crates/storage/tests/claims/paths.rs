//! Paths: what a policy makes of several LUNs, and what becomes of requests when paths are lost.

use crate::common;

use crate::common::many::{Loop, closed, little};
use crate::common::read;
use plimsoll_base::Nanos;
use plimsoll_storage::{FinishedOp, Stack, StackSpec, VolumeId};
use proptest::prelude::*;

/// `count` LUNs over four paths of 1 / 12 us = 83,333/s each, to an array of 150 us.
fn luns(count: u32, keys: &str) -> StackSpec {
    let mut text = format!(
        "[paths.rr]\nmembers = [\"a\", \"b\", \"c\", \"d\"]\n{keys}[device.array]\nservers = 4096\nservice = \"150us\"\n\
         [volume.lun]\nsize = \"1g\"\ncount = {count}\npath = [\"rr\", \"array\"]\n"
    );
    for path in ["a", "b", "c", "d"] {
        text += &format!("[link.{path}]\nper_io = \"12us\"\n");
    }
    StackSpec::from_toml(&text, "test.toml").unwrap_or_else(|e| panic!("{e}"))
}

/// IOPS and mean response in us of `count` LUNs with 30 outstanding each.
fn measure_luns(count: u32, keys: &str) -> (f64, f64) {
    let loops: Vec<Loop> = (0..count).map(|volume| Loop { volume, outstanding: 30, op: read(4096) }).collect();
    let seen = closed(&luns(count, keys), &loops, Nanos::from_secs(1), Nanos::from_secs(2));
    little(&seen);
    let (rate, mean_s) = (seen.rate(), seen.mean_s());
    // Little over the whole: what is outstanding is rate times response.
    assert!((rate * mean_s / (30.0 * f64::from(count)) - 1.0).abs() < 0.002, "{rate}/s, {mean_s} s");
    (rate, mean_s * 1e6)
}

fn is_near(what: &str, got: f64, want: f64, tolerance: f64) {
    assert!((got / want - 1.0).abs() < tolerance, "{what}: {got}, want {want}");
}

/// All 30 sit on one path at a time and get its 83,333/s, and a little more while they move to the next.
#[test]
fn one_lun_gets_one_path_when_it_switches_after_1000_and_no_queue_when_after_1() {
    let (rate, mean_us) = measure_luns(1, "switch_after = 1000\n");
    is_near("1000: IOPS", rate, 84_731.0, 0.01);
    is_near("1000: us", mean_us, 354.0, 0.01);
    let (rate, mean_us) = measure_luns(1, "switch_after = 1\n");
    // 30 / (150 us + 12 us).
    is_near("1: IOPS", rate, 185_185.0, 0.01);
    is_near("1: us", mean_us, 162.0, 0.01);
}

/// Two LUNs on one path do not stay together: the one that is ahead in its turn leaves first and finds the next path less
/// full. So four LUNs end with a path each. A run that begins with all on one path and is not warm shows less, 243,000/s
/// for four over about a second: a state on the way.
#[test]
fn with_more_luns_switching_often_gains_ever_less() {
    let whole = 4e6 / 12.0;
    for (count, rarely) in [(2, 169_000.0), (4, whole), (24, 326_000.0)] {
        let (rate, _) = measure_luns(count, "switch_after = 1000\n");
        is_near(&format!("{count} LUNs, 1000"), rate, rarely, 0.03);
        let (rate, _) = measure_luns(count, "switch_after = 1\n");
        is_near(&format!("{count} LUNs, 1"), rate, whole, 0.01);
    }
}

#[test]
fn fixed_keeps_to_one_path_and_the_emptiest_path_uses_all() {
    is_near("fixed", measure_luns(1, "policy = \"fixed\"\n").0, 1e6 / 12.0, 0.01);
    for policy in ["least_queue", "service_time"] {
        is_near(policy, measure_luns(1, &format!("policy = \"{policy}\"\n")).0, 185_185.0, 0.01);
        is_near(policy, measure_luns(24, &format!("policy = \"{policy}\"\n")).0, 4e6 / 12.0, 0.01);
    }
}

/// 4096 bytes a request: 250 in a row.
#[test]
fn switching_after_bytes_is_switching_after_as_many_requests() {
    let (by_bytes, _) = measure_luns(1, "switch_bytes = \"1000k\"\n");
    let (by_requests, _) = measure_luns(1, "switch_after = 250\n");
    assert!((by_bytes - by_requests).abs() < 1e-6, "{by_bytes}/s, {by_requests}/s");
}

#[test]
fn weights_divide_bytes_in_flight_by_how_fast_a_path_is() {
    let text = "[paths.p]\nmembers = [\"slow\", \"fast\"]\npolicy = \"service_time\"\nweights = [1, 3]\n\
                [link.slow]\nper_io = \"30us\"\n[link.fast]\nper_io = \"10us\"\n\
                [device.array]\nservers = 64\nservice = \"1us\"\n";
    let spec = common::spec(text, &["p", "array"]);
    let seen =
        closed(&spec, &[Loop { volume: 0, outstanding: 32, op: read(4096) }], Nanos::from_secs(1), Nanos::from_secs(5));
    little(&seen);
    // Both full: 33,333 + 100,000.
    is_near("IOPS", seen.rate(), 4e5 / 3.0, 0.01);
}

/// Operations of 100 us on two paths, one each ms; (submitted, answered, result) by id.
fn timeline(keys: &str, until_ms: u64, switches: &[(u64, &str, &str)]) -> Vec<(Nanos, Nanos, Result<u32, i32>)> {
    let text = format!(
        "[paths.p]\nmembers = [\"a\", \"b\"]\nswitch_after = 1\n{keys}[link.a]\nper_io = \"1us\"\n[link.b]\nper_io = \"1us\"\n\
         [device.array]\nservers = 64\nservice = \"100us\"\n"
    );
    let mut stack = Stack::new(&common::spec(&text, &["p", "array"]), 1);
    let (mut begun, mut finished): (Vec<Nanos>, Vec<FinishedOp>) = (Vec::new(), Vec::new());
    for ms in 0..until_ms {
        let now = Nanos::from_millis(ms);
        stack.advance(now, &mut finished);
        for (_, key, value) in switches.iter().filter(|(at, ..)| *at == ms) {
            stack.switch(now, "p", key, value).unwrap();
        }
        stack.submit(now, VolumeId::FIRST, ms, read(512));
        begun.push(now);
    }
    stack.advance(Nanos::from_secs(3600), &mut finished);
    let mut seen: Vec<_> = begun.iter().map(|at| (*at, Nanos::ZERO, Err(0))).collect();
    finished.iter().for_each(|end| (seen[end.id as usize].1, seen[end.id as usize].2) = (end.at, end.result));
    assert_eq!(finished.len(), until_ms as usize, "each request ends once");
    let figures = stack.element_figures();
    assert_eq!((figures[0].arrivals - figures[0].departures, figures[0].own["stranded"]), (0, 0.0));
    seen
}

#[test]
fn what_is_on_a_lost_path_waits_until_the_loss_is_noticed_and_is_sent_again() {
    // Lost at 10.05 ms: what was sent at 10 ms is on its way then, when its turn was path 0. Noticed at 15.05 ms.
    let keys = "failover = \"5ms\"\ndown = [{ member = 0, at = \"10050us\", for = \"20ms\" }]\n";
    for (ms, (began, ended, result)) in timeline(keys, 60, &[]).into_iter().enumerate() {
        assert_eq!(result, Ok(512));
        // By turns: the even ones are sent over path 0.
        let lost = (10..=15).contains(&ms) && ms % 2 == 0;
        let expected_us = if lost { 15_050 + 101 } else { began.0 / 1000 + 101 };
        // Those that are sent again together wait for each other at the link, 1 us each.
        let waited_us = (ended.0 / 1000).abs_diff(expected_us);
        assert!(waited_us <= if lost { 3 } else { 0 }, "{ms} ms: answered at {ended}");
    }
}

#[test]
fn with_all_paths_lost_requests_wait_for_one_or_give_up() {
    let lost = "down = [{ member = 0, at = \"10ms\", for = \"20ms\" }, { member = 1, at = \"10ms\" }]\n";
    for (ms, (began, ended, result)) in timeline(lost, 40, &[]).into_iter().enumerate() {
        assert_eq!(result, Ok(512));
        // The one that comes at 30 ms is behind the 20 that waited, 1 us each.
        let waits = (10..=30).contains(&ms);
        let from = if waits { Nanos::from_millis(30) } else { began };
        assert!(
            ended >= from + Nanos(101_000) && ended <= from + Nanos(101_000 + if waits { 20_000 } else { 0 }),
            "{ms}: {ended}"
        );
    }
    for (ms, (began, ended, result)) in timeline(&format!("{lost}give_up = \"7ms\"\n"), 40, &[]).into_iter().enumerate()
    {
        // At 23 ms it would give up at the instant at which the path is back: either may come first.
        match ms {
            10..23 => assert_eq!((ended - began, result), (Nanos::from_millis(7), Err(5)), "{ms}"),
            23 => {}
            _ => assert_eq!(result, Ok(512), "{ms}"),
        }
    }
}

#[test]
fn a_path_is_lost_and_comes_back_by_hand() {
    let seen = timeline("failover = \"3ms\"\n", 30, &[(10, "down", "0"), (20, "up", "0")]);
    for (ms, (began, ended, result)) in seen.into_iter().enumerate() {
        assert_eq!(result, Ok(512));
        let waits = (10..13).contains(&ms) && ms % 2 == 0;
        assert_eq!((ended - began).0 > 200_000, waits, "{ms} ms: {ended}");
    }
    let mut stack = Stack::new(&luns(1, ""), 1);
    for (key, value, says) in [("left", "0", "known: down, up"), ("down", "4", "0 to 3"), ("up", "x", "0 to 3")] {
        let error = stack.switch(Nanos::ZERO, "rr", key, value).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn a_lost_path_leaves_the_capacity_of_the_others() {
    let (rate, _) = measure_luns(24, "switch_after = 1\ndown = [{ member = 2, at = \"0s\" }]\nfailover = \"1ms\"\n");
    is_near("three paths", rate, 3e6 / 12.0, 0.01);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever is lost and when: nothing is lost for good, nothing comes twice.
    #[test]
    fn every_request_ends_once_whatever_is_lost(
        policy in 0_usize..4, failover_us in 0_u64..3000, give_up in any::<bool>(),
        losses in prop::collection::vec((0_u16..4, 0_u64..20_000, 1_u64..9000), 0..6),
        gaps in prop::collection::vec(0_u64..300_000, 1..150),
    ) {
        let policy = ["fixed", "round_robin", "least_queue", "service_time"][policy];
        let mut down = Vec::new();
        let mut until = [0_u64; 4];
        for (member, after, length) in losses {
            let at = until[usize::from(member)] + 1 + after;
            until[usize::from(member)] = at + length;
            down.push(format!("{{ member = {member}, at = \"{at}us\", for = \"{length}us\" }}"));
        }
        let give_up = if give_up { "give_up = \"2ms\"\n" } else { "" };
        let keys = format!("policy = \"{policy}\"\nfailover = \"{failover_us}us\"\n{give_up}down = [{}]\n", down.join(", "));
        let mut stack = Stack::new(&luns(2, &keys), 3);
        let (mut now, mut finished) = (Nanos(7_000_000_000), Vec::new());
        for (id, gap) in gaps.iter().enumerate() {
            now += Nanos(*gap);
            stack.advance(now, &mut finished);
            stack.submit(now, VolumeId(id as u32 % 2), id as u64, read(4096));
        }
        stack.advance(now + Nanos::from_secs(60), &mut finished);
        let mut ids: Vec<u64> = finished.iter().map(|f| f.id).collect();
        ids.sort_unstable();
        prop_assert_eq!(ids, (0..gaps.len() as u64).collect::<Vec<_>>());
        prop_assert!(finished.iter().all(|f| matches!(f.result, Ok(4096)) || (f.result == Err(5) && !give_up.is_empty())));
    }
}

#[test]
fn what_paths_cannot_be_is_refused_with_the_key() {
    let two = "members = [\"a\", \"b\"]\n";
    for (keys, key) in [
        ("", "members"),
        ("members = []\n", "members"),
        (&*format!("{two}switch_after = 0\n"), "switch_after"),
        (&format!("{two}policy = \"fixed\"\nswitch_after = 3\n"), "switch_after"),
        (&format!("{two}weights = [1, 2]\n"), "weights"),
        (&format!("{two}policy = \"service_time\"\nweights = [1]\n"), "weights"),
        (&format!("{two}policy = \"service_time\"\nweights = [1, 0]\n"), "weights"),
        (&format!("{two}down = [{{ member = 2, at = \"1s\" }}]\n"), "down"),
        (&format!("{two}down = [{{ member = 0 }}]\n"), "at"),
        (&format!("{two}down = [{{ member = 0, at = \"1s\" }}, {{ member = 0, at = \"5s\" }}]\n"), "down"),
        (&format!("{two}policy = \"latency\"\n"), "policy"),
    ] {
        let text = format!(
            "[paths.p]\n{keys}[link.a]\nper_io = \"1us\"\n[link.b]\nper_io = \"1us\"\n[device.d]\nservice = \"1us\"\n\
             [volume.v]\nsize = \"1g\"\npath = [\"p\", \"d\"]\n"
        );
        let error = StackSpec::from_toml(&text, "s").unwrap_err().to_string();
        assert!(error.contains(&format!("'{key}'")), "{keys}{error}");
    }
}
