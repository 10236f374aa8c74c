//! Tiers: rates by size, credits, and published figures of volumes. Exact but where a balance turns over.

use crate::common::read;
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{Stack, StackSpec, VolumeId};

fn volume(size: &str, keys: &str) -> StackSpec {
    let device = "[device.d]\nservers = 1024\nservice = \"1ns\"\n";
    let text = format!("[tier.t]\n{keys}\n{device}[volume.v]\nsize = \"{size}\"\npath = [\"t\", \"d\"]\n");
    StackSpec::from_toml(&text, "test.toml").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// How many of a saturating load end in each of the first `secs` seconds.
fn per_second(spec: &StackSpec, op: Op, secs: usize) -> Vec<u64> {
    let mut stack = Stack::new(spec, 1);
    let (mut counts, mut finished) = (vec![0; secs], Vec::new());
    (0..32).for_each(|id| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, op));
    // The device adds a nanosecond: what ends in second k was let go in ((k-1) s, k s], and at 0.
    while let Some(now) = stack.next_event().filter(|at| at.0 <= secs as u64 * 1_000_000_000 + 1) {
        stack.advance(now, &mut finished);
        for end in finished.drain(..) {
            counts[(end.at.0.saturating_sub(2) / 1_000_000_000) as usize] += 1;
            stack.submit(now, VolumeId::FIRST, end.id, op);
        }
    }
    counts
}

fn total(spec: &StackSpec, op: Op, secs: usize) -> u64 {
    per_second(spec, op, secs).iter().sum()
}

const GP2: &str = "ops_per_gb = 3\ngb = \"binary\"\nfloor = 100\nceiling = 16000\ncost = \"ceil\"\nunit = \"256k\"\n\
                   credits = 5400000\nburst_ops_per_s = 3000";

#[test]
fn a_rate_grows_with_the_volume() {
    // One at the start; then 10 per GB. Decimal unless said otherwise.
    for (size, gb, per_s) in [("2000gb", "decimal", 20_000), ("2tb", "decimal", 20_000), ("2t", "binary", 20_480)] {
        let spec = volume(size, &format!("ops_per_gb = 10\ngb = \"{gb}\""));
        assert_eq!(total(&spec, read(4096), 10), 1 + 10 * per_s, "{size} {gb}");
    }
    let spec = volume("1g", "ops_per_gb = 3\nsize = \"500gb\"");
    assert_eq!(total(&spec, read(4096), 10), 1 + 15_000, "the size that is paid for, not the volume's");
}

#[test]
fn the_100_gb_volume_passes_what_the_report_counted() {
    // Report S3: 60,951 and 60,952 operations in 60 s; 60 x 1000 and 0.951 s saved up.
    let spec = volume("100gb", "ops_per_gb = 10\nburst = \"0.951s\"");
    assert_eq!(total(&spec, read(4096), 60), 60_951);
    let spec = volume("100gb", "ops_per_gb = 10\nburst = \"0.951s\"\ninitial = \"empty\"");
    assert_eq!(total(&spec, read(4096), 60), 60_000);
}

#[test]
fn floor_ceiling_and_base_hold() {
    for (size, keys, per_s) in [
        ("10g", GP2, 100),
        ("100g", GP2, 300),
        ("8t", GP2, 16_000),
        ("1g", "floor = 500", 500),
        ("100g", "base = 3000\nops_per_gb = 6\ngb = \"binary\"", 3600),
        ("100g", "base = 6000\nops_per_gb = 30\ngb = \"binary\"\nceiling = 8000", 8000),
    ] {
        let initial = if keys == GP2 { "\ninitial = \"empty\"" } else { "" };
        let spec = volume(size, &format!("{keys}{initial}"));
        let first = u64::from(initial.is_empty());
        assert_eq!(total(&spec, read(4096), 10), first + 10 * per_s, "{size} {keys}");
    }
}

#[test]
fn gp2_bursts_as_long_as_its_credits_last() {
    // t = 5.4e6 / (3000 - 3 GiB): 100 GiB 2000 s; 500 GiB 3600 s, here from a twentieth of the balance.
    for (size, per_s, initial, secs) in [("100g", 300, "full", 2000.0), ("500g", 1500, "5%", 180.0)] {
        let seen =
            per_second(&volume(size, &format!("{GP2}\ninitial = \"{initial}\"")), read(16 << 10), secs as usize + 20);
        // The first passed at 0, so the last second of the burst has one less than 3000.
        let burst = seen.iter().take_while(|count| **count >= 2999).count() as f64;
        assert!((burst / secs - 1.0).abs() < 0.005, "{size}: {burst} s of {secs}");
        assert!(seen[secs as usize + 2..].iter().all(|count| *count == per_s), "{size}: {:?}", &seen[secs as usize..]);
        // Nothing is lost or won: what was saved up, and the rate. The first of the balance is the first to pass.
        let saved = 5_400_000.0 * if initial == "full" { 1.0 } else { 0.05 };
        assert_eq!(seen.iter().sum::<u64>(), saved as u64 + per_s * (secs as u64 + 20));
    }
}

#[test]
fn from_a_thousand_gib_on_gp2_has_no_burst() {
    // 999 GiB: 2997 per second and 3 a second are drawn from the balance; 1000 GiB: 3000, and more beyond.
    for (size, per_s) in [("999g", 3000), ("1000g", 3000), ("2000g", 6000)] {
        assert_eq!(total(&volume(size, GP2), read(4096), 20), 1 + 20 * per_s, "{size}");
    }
}

#[test]
fn credits_come_back_at_the_rate() {
    // 100 per second, 1000 saved up, spent at 200: empty after 10 s. 4 s without load earn 400: 4 s more at 200.
    let spec = volume("10gb", "ops_per_gb = 10\ncredits = 1000\nburst_ops_per_s = 200");
    let mut stack = Stack::new(&spec, 1);
    let (mut finished, mut ends) = (Vec::new(), Vec::new());
    let mut load = |from: u64, count: u64, until: u64| {
        (0..count).for_each(|id| stack.submit(Nanos::from_secs(from), VolumeId::FIRST, id, read(512)));
        stack.advance(Nanos::from_secs(until), &mut finished);
        ends.push(finished.drain(..).map(|f| f.at.0).max().unwrap_or(0) as f64 / 1e9 - from as f64);
    };
    load(0, 2000, 100);
    load(100, 2000, 120);
    // The second balance is full again after 80 s of 100 per second, and is spent alike; 4 s after that, 400.
    load(124, 800, 200);
    // 2000 = 1000 saved up and 10 s at 100. The second load ends at 110; 14 s earn 1000 (full), 800 at 200 take 4 s.
    assert!(
        (ends[0] - 10.0).abs() < 0.006 && (ends[1] - 10.0).abs() < 0.006 && (ends[2] - 4.0).abs() < 0.006,
        "{ends:?}"
    );
}

#[test]
fn operations_and_bytes_have_credits_of_their_own() {
    // Shaped like Azure's P10: 500/s and 100 MB/s; 3500/s and 170 MB/s while credits last (here 10 s of each).
    let keys = "base = 500\nbytes_base = \"100mb\"\ncredits = 30000\nburst_ops_per_s = 3500\n\
                credit_bytes = \"700mb\"\nburst_bytes_per_s = \"170mb\"";
    let small = per_second(&volume("128g", keys), read(4096), 20);
    assert_eq!((small[5], small[15]), (3500, 500));
    // 3500 at 4 KiB are 14 MB/s: the balance of bytes is untouched, that of operations lasts 10 s. At 100 kB bytes
    // give 1700/s for 10 s, which draws 12,000 from the operations, then 1000/s; the other 18,000 last 36 s at that.
    let large = per_second(&volume("128g", keys), read(100_000), 60);
    assert_eq!((large[5], large[15], large[40], large[50]), (1700, 1000, 1000, 500));
}

#[test]
fn bytes_follow_the_operations_or_the_size() {
    // IBM VPC's kind: 16 KB for each operation per second; 10,000/s are 160 MB/s, at most 100 here.
    let spec = volume("1000gb", "ops_per_gb = 10\nbytes_per_op = \"16kb\"");
    assert_eq!(total(&spec, read(16_000), 10), 1 + 100_000);
    assert_eq!(total(&spec, read(64_000), 10), 1 + 25_000);
    let spec = volume("1000gb", "ops_per_gb = 10\nbytes_per_op = \"16kb\"\nbytes_ceiling = \"100mb\"");
    assert_eq!(total(&spec, read(100_000), 10), 1 + 10_000);
    // 0.25 MiB/s per GiB of 400, at least 128 MiB/s.
    let keys = "bytes_per_gb = \"0.25m\"\ngb = \"binary\"\nbytes_floor = \"128m\"";
    assert_eq!(total(&volume("400g", keys), read(1 << 20), 10), 1 + 1280);
    assert_eq!(total(&volume("1024g", keys), read(1 << 20), 10), 1 + 2560);
}

#[test]
fn requests_count_by_the_unit_of_the_tier() {
    let keys = "base = 1000\ncost = \"ceil\"\nunit = \"256k\"";
    for (len, per_s) in [(4096, 1000), (256 << 10, 1000), ((256 << 10) + 512, 500), (1 << 20, 250)] {
        assert_eq!(total(&volume("1g", keys), read(len), 10), 1 + 10 * per_s, "{len}");
    }
}

#[test]
fn reads_and_writes_may_have_tiers_of_their_own() {
    // The kind of pd-standard: 0.75 reads and 1.5 writes per second and GiB.
    let device = "[device.d]\nservers = 64\nservice = \"1ns\"\n";
    let tier = |name, per_gb, what| {
        format!("[tier.{name}]\nops_per_gb = {per_gb}\ngb = \"binary\"\napplies_to = \"{what}\"\n")
    };
    let text = format!(
        "{}{}{device}[volume.v]\nsize = \"400g\"\npath = [\"r\", \"w\", \"d\"]\n",
        tier("r", 0.75, "read"),
        tier("w", 1.5, "write")
    );
    let spec = StackSpec::from_toml(&text, "s").unwrap();
    assert_eq!(total(&spec, read(4096), 10), 1 + 3000);
    assert_eq!(total(&spec, Op { kind: OpKind::Write, ..read(4096) }, 10), 1 + 6000);
}

#[test]
fn a_tier_of_any_size_works() {
    // 512 bytes at 3 per GB are 1.5e-6 per second: the slowest rate there is, and not none.
    let spec = volume("512", "ops_per_gb = 3");
    let mut stack = Stack::new(&spec, 1);
    (0..2).for_each(|id| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, read(512)));
    let mut finished = Vec::new();
    stack.advance(Nanos::from_secs(1001), &mut finished);
    assert_eq!(finished.len(), 2);
    let spec = volume("8000000t", "ops_per_gb = 1000000\nbytes_per_gb = \"1t\"\nburst = \"1h\"");
    let mut stack = Stack::new(&spec, 1);
    (0..32).for_each(|id| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, read(512)));
    finished.clear();
    stack.advance(Nanos::from_millis(1), &mut finished);
    assert_eq!(finished.len(), 32);
}

#[track_caller]
fn assert_refusal(keys: &str, says: &[&str]) {
    let text =
        format!("[tier.t]\n{keys}\n[device.d]\nservice = \"1ms\"\n[volume.v]\nsize = \"1g\"\npath = [\"t\", \"d\"]\n");
    let error = StackSpec::from_toml(&text, "s.toml").expect_err(keys).to_string();
    for part in says {
        assert!(error.contains(part), "'{part}' is not in: {error}");
    }
}

#[test]
fn what_says_nothing_or_two_things_is_refused() {
    assert_refusal("burst = \"1s\"", &["needs 'ops_per_gb'", "base, floor"]);
    assert_refusal("ceiling = 5", &["needs 'ops_per_gb'"]);
    assert_refusal("bytes_base = 5\nceiling = 5", &["'ceiling'", "no effect"]);
    assert_refusal("base = 5\nbytes_ceiling = 5", &["'bytes_ceiling'", "no effect"]);
    assert_refusal("base = 5\nfloor = 7\nceiling = 6", &["'floor'", "above the ceiling"]);
    assert_refusal("base = 5\ncredits = 7", &["'credits'", "burst_ops_per_s"]);
    assert_refusal("base = 5\nburst_ops_per_s = 7", &["'burst_ops_per_s'", "credits"]);
    assert_refusal("base = 5\nburst_ops_per_s = 7\ncredits = 3\nburst = \"1s\"", &["'burst'", "credits"]);
    assert_refusal("base = 5\nbytes_per_op = 5\nbytes_per_gb = 5", &["'bytes_per_op'", "bytes_per_gb"]);
    assert_refusal("base = 5\ninitial = \"empty\"", &["'initial'", "no effect"]);
    assert_refusal("base = 5\nburst = \"1s\"\ninitial = \"half\"", &["'initial'", "'half'", "\"40%\""]);
    assert_refusal("base = 5\nburst = \"1s\"\ninitial = \"140%\"", &["'initial'", "\"40%\""]);
    assert_refusal("base = 0", &["'base'", "0.001"]);
    assert_refusal("base = 5\nsize = 0", &["'size'", "above 0"]);
    assert_refusal("bytes_base = 5\ncost = \"ceil\"", &["'cost'", "no effect"]);
    assert_refusal("base = 5\ngb = \"metric\"", &["'metric'", "decimal, binary"]);
}
