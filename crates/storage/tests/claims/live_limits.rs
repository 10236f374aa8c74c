//! Limits that are changed while requests wait at them.

use crate::common::{read, spec};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{FinishedOp, Stack, StackSpec, VolumeId};

const FAST: &str = "[device.d]\nservers = 1024\nservice = \"1ns\"\n";
const S: u64 = 1_000_000_000;

fn limit(keys: &str) -> StackSpec {
    spec(&format!("[limit.l]\n{keys}\n{FAST}"), &["l", "d"])
}

fn live(keys: &str) -> Stack {
    let mut stack = Stack::new(&limit(keys), 1);
    stack.be_live();
    stack
}

fn submit(stack: &mut Stack, at: u64, ids: std::ops::Range<u64>, op: Op) {
    ids.for_each(|id| stack.submit(Nanos(at), VolumeId::FIRST, id, op));
}

fn until(stack: &mut Stack, at: u64) -> Vec<FinishedOp> {
    let mut finished = Vec::new();
    stack.advance(Nanos(at), &mut finished);
    finished
}

fn set(stack: &mut Stack, at: u64, pairs: &[(&str, &str)]) {
    pairs.iter().for_each(|(key, value)| stack.switch(Nanos(at), "l", key, value).unwrap());
}

fn settings(stack: &Stack) -> std::collections::BTreeMap<String, String> {
    stack.settings().remove(0).settings
}

#[test]
fn until_something_is_changed_a_live_limit_lets_each_request_go_when_the_described_one_does() {
    let mut bursts = vec![("ops_per_s = 10", 1), ("read_ops_per_s = 7\nwrite_bytes_per_s = 8192", 3)];
    bursts.extend([("ops_per_s = 40\nmax_ops_per_s = 90\nmax_for = \"3s\"\nprofile = \"qemu\"", 3)]);
    bursts.extend([("ops_per_s = 11\nrefill = \"window\"", 1), ("bytes_per_s = 9000\nburst = \"2s\"", 5)]);
    for (keys, step) in bursts {
        let mut runs = Vec::new();
        for is_live in [false, true] {
            let mut stack = Stack::new(&limit(keys), 1);
            if is_live {
                stack.be_live();
            }
            let mut finished = Vec::new();
            for id in 0..400_u64 {
                let at = Nanos(id / 40 * step * S / 7);
                stack.advance(at, &mut finished);
                let kind = if id % 3 == 0 { OpKind::Write } else { OpKind::Read };
                stack.submit(at, VolumeId::FIRST, id, Op { offset: 0, len: 512 * (1 + id as u32 % 9), kind });
            }
            stack.advance(Nanos::from_secs(10_000), &mut finished);
            finished.sort_unstable_by_key(|end| end.id);
            runs.push(finished.iter().map(|end| (end.id, end.at)).collect::<Vec<_>>());
        }
        assert_eq!(runs[0].len(), 400);
        assert_eq!(runs[0], runs[1], "{keys}");
    }
}

#[test]
fn a_change_reaches_what_is_outstanding_within_a_tenth_of_a_second_and_loses_none_of_it() {
    // 256 at 10 per second would take 25.6 s.
    let mut stack = live("ops_per_s = 10");
    submit(&mut stack, 0, 0..256, read(4096));
    // The device adds a nanosecond.
    assert_eq!(until(&mut stack, S + 1).len(), 11);
    set(&mut stack, S + 1, &[("ops_per_s", "3000")]);
    let after = until(&mut stack, 2 * S);
    assert_eq!(after.len(), 245);
    // One had its time already; 244 at 3000 per second follow it.
    assert!(after.last().unwrap().at <= Nanos(S + S / 10 + 245 * S / 3000 + 1));
    // And down again: no more than the new rate from then on.
    submit(&mut stack, 2 * S, 300..700, read(4096));
    until(&mut stack, 2 * S + S / 100);
    set(&mut stack, 2 * S + S / 100, &[("ops_per_s", "5")]);
    let slow = until(&mut stack, 4 * S);
    let (soon, late): (Vec<_>, Vec<_>) =
        slow.into_iter().partition(|end| end.at <= Nanos(2 * S + S / 10 + S / 100 + 1));
    assert!(soon.len() <= 301 && late.len() <= 10, "{} then {}", soon.len(), late.len());
}

#[test]
fn without_any_rate_everything_passes_and_off_returns_to_the_file() {
    let mut stack = live("ops_per_s = 10\ncost = \"ceil\"");
    let before = settings(&stack);
    assert_eq!((before["ops_per_s"].as_str(), before["bytes_per_s"].as_str()), ("10", "none"));
    assert_eq!((before["cost"].as_str(), before["unit"].as_str()), ("ceil", "32768"));
    submit(&mut stack, 0, 0..100, read(4096));
    set(&mut stack, 1, &[("ops_per_s", "none")]);
    // The second had its time already, and none overtakes it.
    assert_eq!(until(&mut stack, S / 10 + 1).len(), 100);
    set(&mut stack, S, &[("read_ops_per_s", "7"), ("write_bytes_per_s", "1m"), ("cost", "none")]);
    let apart = settings(&stack);
    assert_eq!((apart["read_ops_per_s"].as_str(), apart["write_bytes_per_s"].as_str()), ("7", "1048576"));
    set(&mut stack, S, &[("cost", "off"), ("unit", "off"), ("ops_per_s", "off")]);
    assert_eq!(settings(&stack), before);
}

#[test]
fn each_setting_that_was_read_can_be_set_again() {
    for keys in [
        "ops_per_s = 10",
        "read_ops_per_s = 10\nbytes_per_s = 5",
        "ops_per_s = 10\nmax_ops_per_s = 40\nmax_for = \"5s\"",
    ] {
        let Ok(spec) = StackSpec::from_toml(
            &format!("[limit.l]\n{keys}\n{FAST}[volume.v]\nsize = \"1g\"\npath = [\"l\", \"d\"]\n"),
            "it",
        ) else {
            continue;
        };
        let mut stack = Stack::new(&spec, 1);
        stack.be_live();
        let before = settings(&stack);
        set(
            &mut stack,
            0,
            &[("ops_per_s", "77"), ("burst_ops", "none"), ("max_ops_per_s", "none"), ("cost", "linear")],
        );
        assert_ne!(settings(&stack), before);
        // Rates that are none first: they would take the place of the others.
        let (none, some): (Vec<_>, Vec<_>) = before.iter().partition(|(_, value)| *value == "none");
        for (key, value) in some.into_iter().chain(none.iter().filter(|(key, _)| *key != "unit").copied()) {
            stack.switch(Nanos(1), "l", key, value).unwrap();
        }
        assert_eq!(settings(&stack), before, "{keys}");
    }
}

#[test]
fn what_is_wrong_says_so_and_changes_nothing() {
    let mut stack = live("ops_per_s = 10");
    let before = settings(&stack);
    for (key, value, says) in [
        ("iops", "5", "known: ops_per_s"),
        ("ops_per_s", "0", "not a rate"),
        ("ops_per_s", "many", "none or off"),
        ("bytes_per_s", "fast", "bytes_per_s"),
        ("unit", "4k", "set that first"),
        ("cost", "table", "write none, ceil, linear"),
    ] {
        let why = stack.switch(Nanos(1), "l", key, value).unwrap_err();
        assert!(why.contains(says), "{key} = {value}: {why}");
    }
    assert_eq!(settings(&stack), before);
    let mut windows = live("ops_per_s = 10\nrefill = \"window\"");
    let why = windows.switch(Nanos(1), "l", "max_ops_per_s", "40").unwrap_err();
    assert!(why.contains("max_ops_per_s: has no effect with refill = \"window\""), "{why}");
    let mut described = Stack::new(&limit("ops_per_s = 10"), 1);
    assert!(described.switch(Nanos::ZERO, "l", "ops_per_s", "5").unwrap_err().contains("is not served"));
}

/// Volumes a and b, both with a backlog, that share 3000 per second.
fn shared_stack() -> Stack {
    let text = format!(
        "[shares.s]\nops_per_s = 3000\nper = \"disk\"\n{FAST}\
         [volume.a]\nsize = \"1g\"\npath = [\"s\", \"d\"]\n[volume.b]\nsize = \"1g\"\npath = [\"s\", \"d\"]\n"
    );
    let mut stack = Stack::new(&StackSpec::from_toml(&text, "it").unwrap(), 1);
    stack.be_live();
    stack
}

/// How many of each volume end in a second from `from` on, with 64 of each outstanding at all times.
fn split(stack: &mut Stack, from: u64) -> [u64; 2] {
    let mut counts = [0, 0];
    let mut now = from;
    while now < from + S {
        now = stack.next_event().map_or(from + S, |at| at.0).min(from + S);
        for end in until(stack, now) {
            let volume = (end.id % 2) as usize;
            counts[volume] += 1;
            stack.submit(Nanos(now), VolumeId(volume as u32), end.id, read(4096));
        }
    }
    counts
}

#[test]
fn shares_reservations_and_limits_of_a_volume_hold_for_what_waits_once_they_are_changed() {
    let mut stack = shared_stack();
    (0..128).for_each(|id| stack.submit(Nanos::ZERO, VolumeId((id % 2) as u32), id, read(4096)));
    let near = |got: [u64; 2], want: [f64; 2]| {
        // A backlog is served in whole operations.
        assert!(got.iter().zip(want).all(|(got, want)| (*got as f64 / want - 1.0).abs() < 0.01), "{got:?} {want:?}");
    };
    near(split(&mut stack, 0), [1500.0, 1500.0]);
    let before = settings(&stack);
    assert_eq!((before["shares@a"].as_str(), before["limit@b"].as_str()), ("1000", "none"));
    // What mClock gives: x = clamp(shares, reservation, limit), with 3000 in all.
    for (key, value, want) in [
        ("shares@a", "2000", [2000.0, 1000.0]),
        ("limit@a", "500", [500.0, 2500.0]),
        ("limit@a", "none", [2000.0, 1000.0]),
        ("reservation@b", "1800", [1200.0, 1800.0]),
        ("reservation@b", "off", [2000.0, 1000.0]),
    ] {
        let now = until_now(&mut stack);
        stack.switch(Nanos(now), "s", key, value).unwrap();
        // The first second holds what was on its way.
        split(&mut stack, now);
        let now = until_now(&mut stack);
        near(split(&mut stack, now), want);
    }
    let now = until_now(&mut stack);
    stack.switch(Nanos(now), "s", "shares@a", "off").unwrap();
    assert_eq!(settings(&stack), before);
    for (key, value, says) in [
        ("shares@c", "5", "of a, b"),
        ("shares", "5", "known: reservation@NAME"),
        ("shares@a", "0", "not a number of shares"),
        ("limit@a", "fast", "none or off"),
    ] {
        let why = stack.switch(Nanos(now), "s", key, value).unwrap_err();
        assert!(why.contains(says), "{key} = {value}: {why}");
    }
    assert_eq!(settings(&stack), before);
}

/// A second later than whatever it was told.
fn until_now(stack: &mut Stack) -> u64 {
    stack.next_event().map_or(0, |at| at.0)
}
