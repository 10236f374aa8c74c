//! The fault element follows its description and no more: its windows to the nanosecond, its shares within their
//! sampling error, its marks on the requests that they belong to.

use crate::common;

use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{DataFault, FinishedOp, Stack, StackSpec, VolumeId};

const VOLUME: u64 = 1 << 30;

fn stack(keys: &str) -> Stack {
    let device = "[device.d]\nservers = 64\nservice = \"10us\"\n";
    Stack::new(&common::spec(&format!("[fault.f]\n{keys}\n{device}"), &["f", "d"]), 3)
}

fn op(kind: OpKind, offset: u64) -> Op {
    Op { offset, len: 4096, kind }
}

/// One operation every `gap_ns`, `count` of them, ids in order; the ends within `drain_ns` of the last.
fn run(stack: &mut Stack, count: u64, gap_ns: u64, drain_ns: u64, op: impl Fn(u64) -> Op) -> Vec<FinishedOp> {
    let mut finished = Vec::new();
    for id in 0..count {
        stack.advance(Nanos(id * gap_ns), &mut finished);
        stack.submit(Nanos(id * gap_ns), VolumeId::FIRST, id, op(id));
    }
    stack.advance(Nanos(count * gap_ns + drain_ns), &mut finished);
    finished.sort_by_key(|f| f.id);
    finished
}

#[test]
fn what_arrives_in_a_stall_waits_for_its_end_and_nothing_else_waits() {
    let mut stack = stack("stall_at = \"5ms\"\nstall_for = \"2ms\"\nstall_every = \"10ms\"");
    for end in run(&mut stack, 300, 100_000, 10_000_000, |_| op(OpKind::Read, 0)) {
        let arrived = end.id * 100_000;
        let into = (arrived + 5_000_000) % 10_000_000;
        // 50 operations leave the stall together and the device has 64 servers: 10 us each, whenever they leave.
        let leaves = if arrived >= 5_000_000 && into < 2_000_000 { arrived + 2_000_000 - into } else { arrived };
        assert_eq!((end.at, end.result), (Nanos(leaves + 10_000), Ok(4096)), "operation {}", end.id);
    }
}

#[test]
fn a_slow_time_adds_its_time_to_what_passes_in_it_and_holds_up_nothing_else() {
    let mut slow = stack("slow_at = \"5ms\"\nslow_for = \"2ms\"\nslow_every = \"10ms\"\nslow_by = \"300us\"");
    for end in run(&mut slow, 300, 100_000, 10_000_000, |_| op(OpKind::Read, 0)) {
        let arrived = end.id * 100_000;
        let added = if (5_000_000..7_000_000).contains(&(arrived % 10_000_000)) { 300_000 } else { 0 };
        assert_eq!(end.at, Nanos(arrived + added + 10_000), "operation {}", end.id);
    }
    // Without a window, always. It is the element's own work, not a wait.
    let mut always = stack("slow_by = \"300us\"");
    let ends = run(&mut always, 300, 100_000, 10_000_000, |_| op(OpKind::Read, 0));
    assert!(ends.iter().all(|end| end.at == Nanos(end.id * 100_000 + 310_000)));
    let figures = &always.element_figures()[0];
    assert_eq!((figures.mean_wait_ns, figures.mean_service_ns), (Some(0.0), Some(300_000.0)));
}

#[test]
fn a_fault_that_says_nothing_does_nothing() {
    let ends = run(&mut stack(""), 300, 100_000, 10_000_000, |_| op(OpKind::Write, 0));
    assert_eq!(ends.len(), 300);
    assert!(ends.iter().all(|end| end.at == Nanos(end.id * 100_000 + 10_000) && end.fault.is_none()));
}

#[test]
fn an_outage_fails_what_arrives_in_it_or_never_answers() {
    let window = "outage_at = \"1ms\"\noutage_for = \"1ms\"";
    let inside = |id: u64| (10..20).contains(&id);
    let ends = run(&mut stack(window), 30, 100_000, 1_000_000, |_| op(OpKind::Write, 0));
    assert_eq!(ends.len(), 30);
    for end in &ends {
        assert_eq!(end.result, if inside(end.id) { Err(5) } else { Ok(4096) }, "operation {}", end.id);
    }
    let mut hanging = stack(&format!("{window}\noutage = \"hang\""));
    let ends = run(&mut hanging, 30, 100_000, 1_000_000_000_000_000, |_| op(OpKind::Write, 0));
    assert!(ends.iter().all(|end| !inside(end.id) && end.result == Ok(4096)));
    assert_eq!(ends.len(), 20);
    assert_eq!(hanging.next_event(), None, "what hangs is no event");
}

#[test]
fn shares_are_kept_and_belong_to_their_kind() {
    let keys = "read_errors = 2\nwrite_errors = 4\nlost = 1\ntorn = 2\nmisplaced = 3\nstale = 5";
    let n = 100_000;
    let kind = |id: u64| [OpKind::Read, OpKind::Write, OpKind::Trim, OpKind::Flush][(id % 4) as usize];
    let place = |id: u64| id * 7919 % (VOLUME / 4096) * 4096;
    let ends = run(&mut stack(keys), 4 * n, 1000, 1_000_000, |id| op(kind(id), place(id)));
    let count = |of: OpKind, what: &dyn Fn(&FinishedOp) -> bool| {
        ends.iter().filter(|f| kind(f.id) == of && what(f)).count() as f64
    };
    let near = |what: &str, got: f64, share: f64| {
        // Binomial: five standard deviations.
        let (mean, sd) = (n as f64 * share, (n as f64 * share * (1.0 - share)).sqrt());
        assert!((got - mean).abs() < 5.0 * sd, "{what}: {got}, not {mean} ± {:.0}", 5.0 * sd);
    };
    near("read errors", count(OpKind::Read, &|f| f.result == Err(5)), 0.02);
    for kind in [OpKind::Write, OpKind::Trim, OpKind::Flush] {
        near("write errors", count(kind, &|f| f.result == Err(5)), 0.04);
    }
    // Data faults fall on what did not fail.
    near("stale", count(OpKind::Read, &|f| f.fault == Some(DataFault::Stale)), 0.98 * 0.05);
    near("lost", count(OpKind::Write, &|f| f.fault == Some(DataFault::Lost)), 0.96 * 0.01);
    near("torn", count(OpKind::Write, &|f| matches!(f.fault, Some(DataFault::Torn { .. }))), 0.96 * 0.02);
    near("misplaced", count(OpKind::Write, &|f| matches!(f.fault, Some(DataFault::Misplaced { .. }))), 0.96 * 0.03);
    for end in &ends {
        match (end.fault, kind(end.id)) {
            (None, _) | (Some(DataFault::Lost), OpKind::Write) | (Some(DataFault::Stale), OpKind::Read) => (),
            (Some(DataFault::Torn { sectors }), OpKind::Write) => assert!((1..8).contains(&sectors)),
            (Some(fault @ DataFault::Misplaced { .. }), OpKind::Write) => {
                let stored = fault.place(&op(OpKind::Write, place(end.id)));
                let away = stored.abs_diff(place(end.id));
                assert!(away > 0 && away <= 8 * 4096 && away % 4096 == 0 && stored + 4096 <= VOLUME);
            }
            (fault, kind) => panic!("{fault:?} on a {kind:?}"),
        }
        assert!(end.result.is_ok() || end.fault.is_none(), "{end:?}");
    }
}

#[test]
fn a_write_without_another_place_stays_where_it_is() {
    let text = "[fault.f]\nmisplaced = 100\ntorn = 0\n[device.d]\nservice = \"1us\"\n\
                [volume.v]\nsize = \"4k\"\npath = [\"f\", \"d\"]\n";
    let mut stack = Stack::new(&StackSpec::from_toml(text, "t").unwrap(), 1);
    let ends = run(&mut stack, 100, 10_000, 100_000, |_| op(OpKind::Write, 0));
    assert!(ends.iter().all(|f| f.fault.is_none() && f.result == Ok(4096)));
}

#[test]
fn what_contradicts_itself_is_refused_with_its_key() {
    for (keys, key, says) in [
        ("slow_at = \"1s\"\nslow_by = \"1ms\"", "'slow_at'", "without slow_for"),
        ("slow_for = \"1s\"", "'slow_for'", "without slow_by"),
        ("slow_by = \"0s\"", "'slow_by'", "adds nothing"),
        ("slow_by = \"2h\"", "'slow_by'", "up to 3600s"),
        ("slow_by = \"1ms\"\nslow_for = \"2s\"\nslow_every = \"1s\"", "'slow_every'", "longer than slow_for"),
        ("stall_at = \"1s\"", "'stall_at'", "without stall_for"),
        ("stall_for = \"0s\"", "'stall_for'", "no time"),
        ("stall_for = \"2s\"\nstall_every = \"2s\"", "'stall_every'", "longer than stall_for"),
        ("outage = \"hang\"\nlost = 1", "'outage'", "without outage_for"),
        ("outage = \"smoke\"", "'outage'", "error, hang"),
        ("lost = 101", "'lost'", "0 to 100"),
        ("stale = -1", "'stale'", "0 to 100"),
        ("lost = 50\ntorn = 40\nmisplaced = 11", "'misplaced'", "at most one"),
    ] {
        let text = format!(
            "[fault.f]\n{keys}\n[device.d]\nservice = \"1us\"\n[volume.v]\nsize = \"4k\"\npath = [\"f\", \"d\"]\n"
        );
        let message = StackSpec::from_toml(&text, "t").unwrap_err().to_string();
        assert!(message.contains(key) && message.contains(says) && message.contains("[fault.f]"), "{message}");
    }
}

#[test]
fn marks_stay_with_their_requests_when_others_are_hit_too() {
    // Every write of the background load is lost as well; its slots are used again by the client's reads.
    let elements = "[noise.n]\nops_per_s = 100000\nread = 0\n[fault.f]\nlost = 100\n[device.d]\nservice = \"1us\"\n";
    let mut stack = Stack::new(&common::spec(elements, &["n", "f", "d"]), 3);
    let kind = |id: u64| if id % 2 == 0 { OpKind::Read } else { OpKind::Write };
    let ends = run(&mut stack, 10_000, 10_000, 1_000_000, |id| op(kind(id), 0));
    assert_eq!(ends.len(), 10_000);
    for end in ends {
        assert_eq!(end.fault, (kind(end.id) == OpKind::Write).then_some(DataFault::Lost), "operation {}", end.id);
    }
}

#[test]
fn a_stall_that_is_switched_on_keeps_what_comes_until_it_is_switched_off() {
    let mut stack = stack("");
    let mut finished = Vec::new();
    stack.advance(Nanos(1000), &mut finished);
    stack.switch(Nanos(1000), "f", "stall", "on").unwrap();
    for id in 0..5 {
        stack.submit(Nanos(2000 + id), VolumeId::FIRST, id, op(OpKind::Write, 0));
    }
    stack.advance(Nanos::from_secs(100), &mut finished);
    assert!(finished.is_empty());
    stack.switch(Nanos::from_secs(100), "f", "stall", "off").unwrap();
    stack.advance(Nanos::from_secs(101), &mut finished);
    // All five go on at once; the device takes 10 us for each and has servers for all.
    let ends: Vec<_> = finished.iter().map(|end| (end.id, end.at)).collect();
    assert_eq!(ends, (0..5).map(|id| (id, Nanos::from_secs(100) + Nanos(10_000))).collect::<Vec<_>>());
    assert!(stack.switch(Nanos::from_secs(101), "f", "speed", "9").unwrap_err().contains("known: stall, outage"));
}

#[test]
fn what_hangs_ends_with_an_error_when_nobody_waits_for_it_and_so_does_a_copy_of_what_is_over() {
    let stack = r#"
[fault.bad]
outage_for = "1h"
outage = "hang"
[device.a]
service = "10us"
[device.b]
service = "10us"
[mirror.m]
members = [["a"], ["bad", "b"]]
ack = "one"
read = "primary"
[volume.v]
size = "1g"
path = ["m"]
[volume.w]
size = "1g"
path = ["bad", "b"]
"#;
    let mut stack = Stack::new(&StackSpec::from_toml(stack, "test.toml").unwrap(), 1);
    let hung = |stack: &Stack| stack.element_figures().iter().filter_map(|e| e.own.get("hung")).sum::<f64>();
    let mut finished = Vec::new();
    (0..10).for_each(|id| stack.submit(Nanos(id), VolumeId(0), id, op(OpKind::Write, 0)));
    (10..15).for_each(|id| stack.submit(Nanos(id), VolumeId(1), id, op(OpKind::Read, 0)));
    stack.advance(Nanos(1_000_000), &mut finished);
    assert_eq!((finished.len(), hung(&stack)), (10, 15.0));
    stack.give_up(Nanos(1_000_000), &mut |id| id < 13);
    stack.advance(Nanos(1_000_000), &mut finished);
    // Ten copies of writes that are over, and three reads; of two reads somebody says that it waits.
    assert_eq!((finished.len(), hung(&stack)), (13, 2.0));
    assert!(finished[10..].iter().all(|end| end.result == Err(5)));
    stack.switch(Nanos(2_000_000), "bad", "hung", "error").unwrap();
    stack.advance(Nanos(2_000_000), &mut finished);
    assert_eq!((finished.len(), hung(&stack)), (15, 0.0));
}
