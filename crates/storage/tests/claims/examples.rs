//! The stacks in examples/stacks: each loads, has a description, and behaves as its first comment states.

use std::path::{Path, PathBuf};

use crate::common::{closed, poisson, read};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{Stack, StackSpec, VolumeId};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/stacks")
}

fn load(name: &str) -> StackSpec {
    let text = std::fs::read_to_string(folder().join(name)).unwrap();
    StackSpec::from_toml(&text, name).unwrap_or_else(|e| panic!("{e}"))
}

/// Completions per second with `outstanding` at all times, over 10 s after one of warm-up.
fn maximum(spec: &StackSpec, outstanding: u64, len: u32) -> f64 {
    closed(spec, outstanding, read(len), Nanos::from_secs(1), Nanos::from_secs(11)).rate()
}

/// The longest response, in ns, of `count` arrivals at equal gaps.
fn longest_at_constant_rate(spec: &StackSpec, rate_per_s: u64, len: u32, count: u64) -> u64 {
    let mut stack = Stack::new(spec, 1);
    let mut finished = Vec::new();
    // The n-th of n per second comes at n seconds, rounded up: at no instant have more arrived than the rate says.
    let at = |id: u64| Nanos((id * 1_000_000_000).div_ceil(rate_per_s));
    for id in 0..count {
        stack.advance(at(id), &mut finished);
        stack.submit(at(id), VolumeId::FIRST, id, Op { offset: 0, len, kind: OpKind::Read });
    }
    stack.advance(at(count) + Nanos::from_secs(100), &mut finished);
    finished.iter().map(|f| (f.at - at(f.id)).0).max().unwrap()
}

fn share_within(spec: &StackSpec, rate_per_s: f64, bound_ns: u64) -> f64 {
    let seen = poisson(spec, rate_per_s, read(4096), 1_000_000);
    seen.responses.iter().filter(|r| **r <= bound_ns).count() as f64 / seen.responses.len() as f64
}

#[test]
fn every_example_loads_and_says_its_truth() {
    let mut names: Vec<String> =
        std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".toml"));
    names.sort();
    for needed in [
        "beyond-client.toml",
        "bytes-cap.toml",
        "cloud-azure-premium.toml",
        "cloud-gp2.toml",
        "cloud-gp3.toml",
        "cloud-ibm-vpc.toml",
        "cloud-io2.toml",
        "cloud-pd.toml",
        "iops-cap.toml",
        "mdk.toml",
        "mm1.toml",
        "noisy.toml",
        "s0-before.toml",
        "s0-esxi-mclock.toml",
        "s0-policy.toml",
        "s0-vsan.toml",
        "s1-storage-a.toml",
        "s1-storage-b.toml",
        "s1-storage-c.toml",
        "s2-fc-array.toml",
        "s2-old-hba.toml",
        "s3-page-cache.toml",
        "s3-tier1-100gb.toml",
        "s3-tier1-2000gb.toml",
        "s3-tier3.toml",
        "s4-vsan-10gbe.toml",
        "s4-vsan.toml",
    ] {
        assert!(names.iter().any(|name| name == needed), "{needed} is gone");
    }
    for name in names {
        let text = std::fs::read_to_string(folder().join(&name)).unwrap();
        assert!(text.starts_with("# ") && text.contains("\n# Truth: "), "{name} doesn't say what is true of it");
        assert_eq!(text.matches("the line that is the truth").count(), 1, "{name}");
        assert!(load(&name).size_bytes() >= 1 << 30, "{name}");
    }
}

/// 0.9 million correlated responses: at utilisation 0.8 the integrated autocorrelation of "within the bound" is some
/// 2 / (1 - r)² = 50 operations, so the error of 99 % is sqrt(0.01 · 0.99 · 50 · 2 / 0.9e6) = 0.1 %; 0.4 % is 4 of them.
#[test]
fn mm1_and_noisy_keep_p99_up_to_their_lines() {
    for (name, rate) in [("mm1.toml", 5000.0), ("noisy.toml", 4000.0)] {
        let line = rate - 100_f64.ln() / 0.005;
        let within = share_within(&load(name), line, 5_000_000);
        assert!((within - 0.99).abs() < 0.004, "{name} at {line}/s: {within}");
        // 5 % below the line it is kept: 1 - exp(-(rate - 0.95 line) · 5 ms) = 99.6 % and 99.5 %.
        assert!(share_within(&load(name), 0.95 * line, 5_000_000) > 0.992, "{name}");
    }
    // 40,000 exponential services: an error of 0.5 %; four of them.
    assert!((maximum(&load("mm1.toml"), 4, 4096) / 5000.0 - 1.0).abs() < 0.02);
}

#[test]
fn mdk_is_a_cliff_at_servers_over_service() {
    let spec = load("mdk.toml");
    assert_eq!(maximum(&spec, 256, 4096), 64_000.0);
    assert_eq!(longest_at_constant_rate(&spec, 64_000, 4096, 640_000), 1_000_000);
    // 1 % above, the backlog of 10 s is 6400 operations, which take 100 ms.
    assert!(longest_at_constant_rate(&spec, 64_640, 4096, 646_400) > 90_000_000);
    assert!(share_within(&spec, 0.95 * 64_000.0, 2_000_000) > 0.99);
    assert!(share_within(&spec, 0.999 * 64_000.0, 2_000_000) < 0.99);
}

#[test]
fn caps_hold_exactly_and_add_nothing_below() {
    for (name, len, rate) in [
        ("iops-cap.toml", 4096, 3000),
        ("iops-cap.toml", 64 << 10, 3000),
        ("bytes-cap.toml", 4096, 24_000),
        ("bytes-cap.toml", 32 << 10, 3000),
        ("bytes-cap.toml", 128 << 10, 750),
    ] {
        let spec = load(name);
        assert_eq!(maximum(&spec, 256, len), rate as f64, "{name}, {len}");
        // Both the arrival and the limit round a third of a nanosecond up: one may see the other's.
        assert!(longest_at_constant_rate(&spec, rate, len, 10 * rate) <= 100_001, "{name}, {len}");
        // 1 % above, 10 s of it leave a backlog of 0.1 s.
        assert!(longest_at_constant_rate(&spec, rate * 101 / 100, len, rate * 101 / 10) > 80_000_000, "{name}, {len}");
    }
}

#[test]
fn iops_cap_queues_poisson_arrivals_as_m_d_1() {
    let x = 2700.0;
    let seen = poisson(&load("iops-cap.toml"), x, read(4096), 2_000_000);
    let theory = x / (2.0 * 3000.0 * (3000.0 - x));
    // M/D/1 at 0.9 varies by about a third of M/M/1's V / W² = (2 + 5r - 4r² + r³) / (r (1 - r)²) = 440:
    // sqrt(147 / 1.8e6) = 0.9 %, and 3.6 % is 4 of them.
    let wait = seen.figures[0].mean_wait_ns.unwrap() / 1e9;
    assert!((wait / theory - 1.0).abs() < 0.036, "{wait} s, theory {theory} s");
}

#[test]
fn beyond_client_costs_more_processor_than_storage() {
    let spec = load("beyond-client.toml");
    assert_eq!((spec.client().cpu_ns_per_io, spec.client().max_outstanding), (10_000, None));
    // What the client can offer at most, the storage answers without a wait.
    assert_eq!(longest_at_constant_rate(&spec, 100_000, 4096, 100_000), 100_000);
    // 1,024 servers of 100 us each: a hundred rounds of them say as much as a hundred thousand.
    let seen = closed(&spec, 4096, read(4096), Nanos::from_millis(10), Nanos::from_millis(20));
    assert_eq!(seen.rate(), 10_240_000.0);
}

#[test]
fn s0_policy_is_flat_at_3000_until_the_controllers_bytes_and_slow_because_of_it() {
    let spec = load("s0-policy.toml");
    let controller = f64::from(250 << 20);
    for len in [4096, 8192, 16 << 10, 64 << 10, 128 << 10, 1 << 20] {
        let rate = (controller / f64::from(len)).min(3000.0);
        // The first round of 256 at 250/s takes a second, in which the queue is not yet where it will be.
        let seen = closed(&spec, 256, read(len), Nanos::from_secs(3), Nanos::from_secs(13));
        // The array's jitter moves a few of the ends over the edges of the measured time.
        assert!((seen.rate() - rate).abs() < 1.0, "{len}: {}", seen.rate());
        assert!((seen.mean_s() * rate / 256.0 - 1.0).abs() < 1e-3, "{len}: {}", seen.mean_s());
    }
}
