//! A link carries its bandwidth each way, adds its times, and is free within a host.

use crate::common::many::{Loop, closed, drive, little};
use crate::common::{poisson, read, spec};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{Stack, StackSpec, Topology};

const DISK: &str = "[device.disk]\nservers = 4096\nservice = \"100us\"\n";

fn write(len: u32) -> Op {
    Op { kind: OpKind::Write, ..read(len) }
}

fn over(link: &str) -> StackSpec {
    spec(&format!("[link.wire]\n{link}{DISK}"), &["wire", "disk"])
}

/// Response time of a single operation in us.
fn alone_us(spec: &StackSpec, op: Op) -> f64 {
    let seen = closed(spec, &[Loop { volume: 0, outstanding: 1, op }], Nanos::ZERO, Nanos::from_secs(1));
    little(&seen);
    seen.mean_s() * 1e6
}

#[test]
fn an_idle_link_adds_its_times_and_the_bytes_of_the_data_once() {
    let spec = over("bandwidth = \"100mb\"\ndelay = \"30us\"\nper_io = \"5us\"\n");
    // 100 us device, 2 x 30 us delay, 5 us per request, and 4096 bytes / 100 MB/s = 40.96 us in one direction.
    for op in [read(4096), write(4096)] {
        assert!((alone_us(&spec, op) - 205.96).abs() < 0.001, "{op:?}");
    }
    let trim = Op { kind: OpKind::Trim, ..read(4096) };
    assert!((alone_us(&spec, trim) - 165.0).abs() < 0.001, "a trim carries no data");
}

#[test]
fn each_direction_has_the_whole_bandwidth_and_half_duplex_shares_it() {
    let both = [
        Loop { volume: 0, outstanding: 16, op: read(1 << 20) },
        Loop { volume: 0, outstanding: 16, op: write(1 << 20) },
    ];
    let (from, until) = (Nanos::from_secs(2), Nanos::from_secs(102));
    let whole = 800e6 / f64::from(1 << 20);
    let duplex = closed(&over("profile = \"8gfc\"\n"), &both, from, until);
    little(&duplex);
    // One queue each way: the command of a read waits behind writes, and now and then the way back is empty for it.
    for rate in &duplex.rates {
        assert!((rate / whole - 1.0).abs() < 0.005, "{rate}/s of {whole}/s");
    }
    assert!((duplex.of("wire").utilisation - 1.0).abs() < 0.005);
    let shared = closed(&over("profile = \"8gfc\"\nhalf_duplex = true\n"), &both, from, until);
    little(&shared);
    assert!((shared.rate() / whole - 1.0).abs() < 0.001, "{:?}", shared.rates);
    // Only reads: the way out is idle, and the busier direction is the link's utilisation.
    let reads = closed(&over("profile = \"8gfc\"\n"), &both[..1], from, until);
    assert!((reads.of("wire").utilisation - 1.0).abs() < 0.001, "{}", reads.of("wire").utilisation);
    assert!(reads.of("wire").own["busy_out_s"] < 0.001 && reads.of("wire").own["busy_back_s"] > 99.9);
}

#[test]
fn frames_cost_their_overhead() {
    // 1 GbE with TCP: 1460 of 1538 bytes carry data. 1460 · 100 bytes are 100 frames.
    let seen = closed(
        &over("profile = \"1gbe\"\n"),
        &[Loop { volume: 0, outstanding: 16, op: read(146_000) }],
        Nanos::from_secs(1),
        Nanos::from_secs(61),
    );
    let bytes_per_s = seen.rate() * 146_000.0;
    assert!((bytes_per_s / (125e6 * 1460.0 / 1538.0) - 1.0).abs() < 1e-3, "{bytes_per_s} bytes/s");
    // Jumbo frames leave more of the same wire.
    let jumbo = over("profile = \"1gbe\"\nframe = 8960\n");
    assert!(alone_us(&jumbo, read(1 << 20)) < alone_us(&over("profile = \"1gbe\"\n"), read(1 << 20)) * 0.96);
    // A command or an answer without data is one frame of overhead: 2 of 78 bytes, and the one that carries a byte, 79.
    assert!((alone_us(&over("profile = \"1gbe\"\n"), read(1)) - 100.0 - 157.0 * 8e-3).abs() < 0.001);
}

#[test]
fn requests_per_second_end_at_one_over_per_io_whatever_their_direction() {
    for op in [read(0), write(0)] {
        let loops = [Loop { volume: 0, outstanding: 64, op }];
        let seen = closed(&over("per_io = \"12us\"\n"), &loops, Nanos::from_secs(1), Nanos::from_secs(11));
        little(&seen);
        assert!((seen.rate() / (1e6 / 12.0) - 1.0).abs() < 1e-4, "{}", seen.rate());
    }
}

#[test]
fn a_link_is_m_d_1_under_poisson_arrivals() {
    let (service, rate) = (100e-6, 7000.0);
    let seen = poisson(&over("per_io = \"100us\"\n"), rate, read(0), 2_000_000);
    let theory = rate * service * service / (2.0 * (1.0 - rate * service));
    // At 0.7 the variance of the mean wait is below M/M/1's 440 · W² per request (tests/examples.rs): sqrt(50 / 1.8e6) =
    // 0.5 %, and 2 % is 4 of them. Answers carry nothing, take no time and are no crossings.
    let wire = &seen.figures[0];
    let wait = wire.mean_wait_ns.unwrap() / 1e9;
    assert!((wait / theory - 1.0).abs() < 0.02, "{wait} s, theory {theory} s");
    assert!(wire.arrivals <= 1_800_001, "{} crossings", wire.arrivals);
}

#[test]
fn bandwidth_falls_by_half_where_requests_are_split() {
    // 64 KiB at 250 MiB/s take 250 us; each chunk costs as much again.
    let spec = over("bandwidth = \"250m\"\nsplit_above = \"64k\"\nper_chunk = \"250us\"\n");
    let mib_per_s = |len: u32| {
        let loops = [Loop { volume: 0, outstanding: 50, op: write(len) }];
        let seen = closed(&spec, &loops, Nanos::from_secs(1), Nanos::from_secs(21));
        seen.rate() * f64::from(len) / f64::from(1 << 20)
    };
    assert!((mib_per_s(64 << 10) / 250.0 - 1.0).abs() < 0.005);
    for len in [128 << 10, 256 << 10, 1 << 20] {
        assert!((mib_per_s(len) / 125.0 - 1.0).abs() < 0.005, "{len}: {} MiB/s", mib_per_s(len));
    }
}

#[test]
fn two_links_in_series_count_the_bytes_twice_unless_one_cuts_through() {
    let series = |keys: &str| {
        let elements = format!("[link.near]\nprofile = \"10gbe\"\n{keys}[link.far]\nprofile = \"10gbe\"\n{DISK}");
        spec(&elements, &["near", "far", "disk"])
    };
    // 719 frames; 1 MiB + 719 · 78 bytes at 0.8 ns a byte.
    let megabyte_us = f64::from((1 << 20) + 719 * 78) * 8e-4;
    let once = alone_us(&over("profile = \"10gbe\"\n"), read(1 << 20)) - 100.0;
    assert!((once - megabyte_us - 0.062).abs() < 0.01, "{once} us");
    for op in [read(1 << 20), write(1 << 20)] {
        let stored = alone_us(&series(""), op) - 100.0;
        let cut = alone_us(&series("cut_through = true\n"), op) - 100.0;
        assert!((stored - 2.0 * once).abs() < 0.01, "{stored} us");
        // A first frame, 1.23 us, and the other's empty message are all that the second adds.
        assert!((cut - once - 1.23 - 0.06).abs() < 0.02, "{cut} us, one link {once} us");
    }
}

#[test]
fn what_stays_on_the_clients_host_passes_freely() {
    let text = format!(
        "[link.wire]\ndelay = \"1ms\"\nbetween_hosts = true\n{DISK}[host.node]\ncount = 2\n[client.vm]\nvolumes = [\"v\"]\n\
         [volume.v]\nsize = \"1g\"\npath = [\"wire\", \"disk\"]\n"
    );
    let spec = StackSpec::from_toml(&text, "test.toml").unwrap();
    let mut topology = Topology::of(&spec);
    let home = topology.clients[0].host;
    let mean_us = |topology: &Topology| {
        let mut stack = Stack::of(&spec, topology, 7, &[]);
        let loops = [Loop { volume: 0, outstanding: 1, op: read(4096) }];
        drive(&mut stack, &loops, Nanos::ZERO, Nanos::from_secs(1)).mean_s() * 1e6
    };
    assert!((mean_us(&topology) - 2100.0).abs() < 0.1, "what lies on no host is elsewhere");
    for (node, expected) in [(home, 100.0), (1 - home, 2100.0)] {
        topology.places.iter_mut().for_each(|place| place.node = node);
        assert!((mean_us(&topology) - expected).abs() < 0.1, "host {node}: {}", mean_us(&topology));
    }
}

#[test]
fn what_a_link_cannot_be_is_refused_with_the_key() {
    for (keys, key) in [
        ("bandwidth = 0\n", "bandwidth"),
        ("half_duplex = true\n", "bandwidth"),
        ("delay = \"2h\"\n", "delay"),
        ("delay = \"1us\"\nper_chunk = \"1us\"\n", "per_chunk"),
        ("bandwidth = \"1g\"\nsplit_above = \"64k\"\n", "split_above"),
        ("bandwidth = \"1g\"\nframe = 9\n", "frame"),
        ("bandwidth = \"1g\"\ncut_through = true\n", "cut_through"),
        ("delay = \"1us\"\nframe_overhead = 78\n", "frame_overhead"),
        ("profile = \"100gbe\"\n", "profile"),
    ] {
        let text = format!("[link.wire]\n{keys}{DISK}[volume.v]\nsize = \"1g\"\npath = [\"wire\", \"disk\"]\n");
        let error = StackSpec::from_toml(&text, "s").unwrap_err().to_string();
        assert!(error.contains(&format!("'{key}'")), "{keys}{error}");
    }
}
