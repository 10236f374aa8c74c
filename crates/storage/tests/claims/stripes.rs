//! Stripes against what is known: which member holds which byte, and the throughput of equal stations.

use plimsoll_base::random::{stream, unit};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{FinishedOp, Stack, StackSpec, Topology, VolumeId};
use proptest::prelude::*;

fn stack(width: usize, unit: &str, device: &str) -> StackSpec {
    let text = format!(
        "[stripe.s]\nwidth = {width}\neach = [\"d\"]\nunit = \"{unit}\"\n[device.d]\nscope = \"node\"\n{device}\n[host.h]\n\
         count = 8\n[volume.v]\nsize = \"1g\"\npath = [\"s\"]\n"
    );
    StackSpec::from_toml(&text, "s").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Completions per second of operations of `len` at random places, `outstanding` at a time, over `seconds` after one.
fn maximum(spec: &StackSpec, outstanding: u64, len: u32, seconds: u64) -> f64 {
    let mut stack = Stack::new(spec, 3);
    let mut random = stream(5, "addresses", 0);
    let blocks = (1 << 30) / u64::from(len);
    let mut op = || Op { offset: (unit(&mut random) * blocks as f64) as u64 * u64::from(len), len, kind: OpKind::Read };
    let (from, until) = (Nanos::from_secs(1), Nanos::from_secs(1 + seconds));
    let (mut count, mut finished): (u64, Vec<FinishedOp>) = (0, Vec::new());
    (0..outstanding).for_each(|id| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, op()));
    while let Some(now) = stack.next_event().filter(|at| *at <= until) {
        stack.advance(now, &mut finished);
        for end in finished.drain(..) {
            count += u64::from(end.at > from);
            stack.submit(now, VolumeId::FIRST, end.id, op());
        }
    }
    count as f64 / seconds as f64
}

#[test]
fn small_random_requests_get_what_a_closed_network_of_equal_stations_carries() {
    // Exact: N / (N + w - 1) of the capacity w / S. 200 s of 4000 per second or less: an error below 0.3 %.
    for (width, outstanding) in [(2_usize, 1_u64), (2, 4), (4, 8), (8, 32)] {
        let spec = stack(width, "64k", "service = { distribution = \"exponential\", mean = \"1ms\" }");
        let (w, n) = (width as f64, outstanding as f64);
        let expected = n / (n + w - 1.0) * w * 1000.0;
        let rate = maximum(&spec, outstanding, 4096, 200);
        assert!((rate / expected - 1.0).abs() < 0.01, "{width} x {outstanding}: {rate}, expected {expected}");
    }
}

#[test]
fn large_requests_get_the_bandwidth_of_all_members_together() {
    // 1 MiB over 4 members: 256 KiB on each at 64 MiB/s takes 1/256 s; one at a time, 256 MiB/s.
    let spec = stack(4, "64k", "service = \"1ns\"\nbytes_per_s = \"64m\"");
    let rate = maximum(&spec, 1, 1 << 20, 20);
    assert!((rate / 256.0 - 1.0).abs() < 1e-3, "{rate}");
    // The same on one: a quarter.
    let rate = maximum(&stack(1, "64k", "service = \"1ns\"\nbytes_per_s = \"64m\""), 1, 1 << 20, 20);
    assert!((rate / 64.0 - 1.0).abs() < 1e-3, "{rate}");
}

#[test]
fn a_request_within_a_unit_is_one_and_a_large_one_is_one_per_member() {
    let mut stack = Stack::new(&stack(4, "64k", "service = \"1ms\""), 1);
    let mut finished = Vec::new();
    let mut parts_of = |offset: u64, len: u32, kind| {
        let before = stack.element_figures()[1].arrivals;
        let now = stack.next_event().unwrap_or_default().max(Nanos(finished.len() as u64 * 1_000_000_000));
        stack.submit(now, VolumeId::FIRST, 0, Op { offset, len, kind });
        stack.advance(now + Nanos(900_000_000), &mut finished);
        stack.element_figures()[1].arrivals - before
    };
    assert_eq!(parts_of(60 << 10, 4096, OpKind::Read), 1);
    assert_eq!(parts_of(62 << 10, 4096, OpKind::Write), 2);
    // Units 0 to 7 on four members: two in a row on each make one request.
    assert_eq!(parts_of(0, 512 << 10, OpKind::Read), 4);
    assert_eq!(parts_of(0, 512 << 10, OpKind::Trim), 4);
    assert_eq!(parts_of(0, 0, OpKind::Flush), 4);
}

#[test]
fn a_member_that_is_lost_fails_what_touches_it_and_nothing_else() {
    let spec = stack(4, "64k", "service = \"1ms\"");
    let topology = Topology::of(&spec);
    let third = topology.places[topology.members_of(0)[2] as usize].node;
    let mut stack = Stack::of(&spec, &topology, 1, &[third]);
    let mut finished = Vec::new();
    for id in 0..64_u64 {
        stack.submit(Nanos::ZERO, VolumeId::FIRST, id, Op { offset: id << 16, len: 4096, kind: OpKind::Write });
    }
    stack.advance(Nanos::from_secs(1), &mut finished);
    assert_eq!(finished.len(), 64);
    for end in finished {
        assert_eq!(end.result, if end.id % 4 == 2 { Err(5) } else { Ok(4096) }, "unit {}", end.id);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every byte of a request goes to one member, the one that the rule of turns names: bytes, not requests, are counted,
    /// by a device that takes a nanosecond per byte and nothing else.
    #[test]
    fn every_byte_goes_to_the_member_whose_turn_it_is(
        width in 1_u64..7, unit in prop::sample::select(vec![512_u64, 4096, 12_288]),
        start in 0_u64..100, blocks in 1_u64..200,
    ) {
        let (offset, len) = (start * 512, blocks * 512);
        let mut text = String::new();
        for member in 0..width {
            text += &format!("[device.d{member}]\nservice = \"1ns\"\nbytes_per_s = 1000000000\n");
        }
        let names: Vec<String> = (0..width).map(|m| format!("\"d{m}\"")).collect();
        let text = format!(
            "[stripe.s]\nmembers = [{}]\nunit = {unit}\n{text}[volume.v]\nsize = \"1m\"\npath = [\"s\"]\n", names.join(", ")
        );
        let mut stack = Stack::new(&StackSpec::from_toml(&text, "t").unwrap(), 1);
        let mut finished = Vec::new();
        stack.submit(Nanos::ZERO, VolumeId::FIRST, 0, Op { offset, len: len as u32, kind: OpKind::Write });
        stack.advance(Nanos::from_secs(1), &mut finished);
        prop_assert_eq!(finished.len(), 1);
        // Sector by sector.
        let mut bytes = vec![0_u64; width as usize];
        for sector in 0..blocks {
            bytes[((offset + sector * 512) / unit % width) as usize] += 512;
        }
        // In the order in which the routes come to them, and a service of 1 ns for the request itself.
        for (member, figures) in stack.element_figures().iter().skip(1).enumerate() {
            let busy = figures.utilisation * 1e9;
            let expected = if bytes[member] == 0 { 0 } else { bytes[member] + 1 };
            prop_assert!((busy - expected as f64).abs() < 0.5, "member {member}: {busy} ns, expected {expected}");
        }
        prop_assert_eq!(finished[0].at, Nanos(bytes.iter().max().copied().unwrap_or(0) + 1));
    }
}
