//! Queues: depth, what sharing changes, who waits where.

use crate::common::many::{Loop, closed, little};
use crate::common::{read, spec};
use plimsoll_base::{Nanos, Op};
use plimsoll_storage::{Stack, StackSpec, VolumeId};

const EXPONENTIAL: &str =
    "[device.array]\nservers = 4096\nservice = { distribution = \"exponential\", mean = \"1ms\" }\n";
const ARRAY: &str = "[device.array]\nservers = 4096\nservice = \"1ms\"\n";

fn is_near(what: &str, got: f64, want: f64, tolerance: f64) {
    assert!((got / want - 1.0).abs() < tolerance, "{what}: {got}, want {want}");
}

/// Two VMs with a volume each, on one LUN's queue.
fn two_vms(keys: &str) -> StackSpec {
    two_vms_on(keys, ARRAY)
}

fn two_vms_on(keys: &str, array: &str) -> StackSpec {
    let text = format!(
        "[queue.lun]\n{keys}{array}[client.a]\nvolumes = [\"v\"]\n[client.b]\nvolumes = [\"w\"]\n\
         [volume.v]\nsize = \"1g\"\npath = [\"lun\", \"array\"]\n[volume.w]\nsize = \"1g\"\npath = [\"lun\", \"array\"]\n"
    );
    StackSpec::from_toml(&text, "test.toml").unwrap_or_else(|e| panic!("{e}"))
}

fn loops(outstanding: [u64; 2]) -> Vec<Loop> {
    let of = |(volume, outstanding): (u32, u64)| Loop { volume, outstanding, op: read(4096) };
    [(0, outstanding[0]), (1, outstanding[1])].into_iter().filter(|(_, n)| *n > 0).map(of).collect()
}

/// All of constant service end at one instant: a mean per request must not depend on that.
#[test]
fn what_is_beyond_the_depth_waits_in_front_and_each_request_counts_once() {
    let it = spec(&format!("[queue.q]\ndepth = 8\n{ARRAY}"), &["q", "array"]);
    let of = [Loop { volume: 0, outstanding: 32, op: read(4096) }];
    let seen = closed(&it, &of, Nanos::from_secs(1), Nanos::from_secs(11));
    little(&seen);
    is_near("IOPS", seen.rate(), 8000.0, 0.001);
    is_near("behind", seen.of("array").mean_queue, 8.0, 0.001);
    is_near("in front", seen.of("q").mean_queue, 24.0, 0.001);
    // 32 / 8000/s = 4 ms, of which 3 in front: one wait for each operation.
    is_near("wait", seen.of("q").mean_wait_ns.unwrap(), 3e6, 0.001);
    assert_eq!(seen.of("q").departures, (seen.rate() * 10.0).round() as u64);
}

#[test]
fn a_client_alone_has_the_whole_depth_and_two_have_the_shared_depth_each() {
    let (from, until) = (Nanos::from_secs(1), Nanos::from_secs(3));
    let it = two_vms("depth = 64\ndepth_when_shared = 16\n");
    let alone = closed(&it, &loops([100, 0]), from, until);
    little(&alone);
    is_near("alone", alone.rate(), 64_000.0, 0.001);
    let both = closed(&it, &loops([100, 100]), from, until);
    little(&both);
    for rate in &both.rates {
        is_near("both", *rate, 16_000.0, 0.001);
    }
    // One that asks for little leaves nothing to the other beyond its part; without the setting they share the depth.
    // Exponential times here: were all four back at one instant, the other would be alone for that instant. Means of
    // 32,000 and 8,000 of these are within 3 / sqrt(8000) = 3.4 %.
    let spread = two_vms_on("depth = 64\ndepth_when_shared = 16\n", EXPONENTIAL);
    let little_one = closed(&spread, &loops([100, 4]), from, until);
    is_near("the large", little_one.rates[0], 16_000.0, 0.034);
    is_near("the small", little_one.rates[1], 4000.0, 0.034);
    let plain = closed(&two_vms("depth = 64\n"), &loops([100, 100]), from, until);
    is_near("without it", plain.rate(), 64_000.0, 0.001);
}

#[test]
fn two_that_share_never_exceed_the_depth_together() {
    let it = two_vms("depth = 20\ndepth_when_shared = 16\n");
    let seen = closed(&it, &loops([100, 100]), Nanos::from_secs(1), Nanos::from_secs(3));
    little(&seen);
    is_near("IOPS", seen.rate(), 20_000.0, 0.001);
    for rate in &seen.rates {
        is_near("by turns", *rate, 10_000.0, 0.05);
    }
}

#[test]
fn a_busy_queue_fails_what_finds_it_full_and_serves_the_others() {
    let it = spec(&format!("[queue.q]\ndepth = 2\nfull = \"busy\"\n{ARRAY}"), &["q", "array"]);
    let (mut stack, mut finished) = (Stack::new(&it, 1), Vec::new());
    for id in 0..5 {
        stack.submit(Nanos::ZERO, VolumeId::FIRST, id, Op { offset: 0, ..read(512) });
    }
    stack.advance(Nanos::from_millis(10), &mut finished);
    finished.sort_unstable_by_key(|end| end.id);
    let results: Vec<_> = finished.iter().map(|end| end.result).collect();
    assert_eq!(results, [Ok(512), Ok(512), Err(16), Err(16), Err(16)]);
    stack.submit(Nanos::from_millis(10), VolumeId::FIRST, 5, read(512));
    finished.clear();
    stack.advance(Nanos::from_millis(20), &mut finished);
    assert_eq!(finished[0].result, Ok(512), "what is back frees its place");
}

/// Each queue lets through what it can; what is more waits in the layer above.
#[test]
fn the_narrowest_of_a_chain_decides() {
    let elements = format!("[queue.guest]\ndepth = 64\n[queue.lun]\ndepth = 30\n[queue.port]\ndepth = 256\n{ARRAY}");
    let it = spec(&elements, &["guest", "lun", "port", "array"]);
    let of = [Loop { volume: 0, outstanding: 128, op: read(4096) }];
    let seen = closed(&it, &of, Nanos::from_secs(1), Nanos::from_secs(6));
    little(&seen);
    for (element, present) in [("guest", 64.0), ("lun", 34.0), ("array", 30.0)] {
        is_near(element, seen.of(element).mean_queue, present, 0.001);
    }
    assert!(seen.of("port").mean_queue < 1e-9);
}
