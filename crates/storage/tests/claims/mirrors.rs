//! Mirrors against what is known: the mean of the slowest of k, when a write may be acknowledged, where reads go, and
//! what is left when copies fail.

use crate::common;

use std::collections::BTreeMap;

use crate::common::{closed, poisson};
use plimsoll_base::random::{stream, unit};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{ElementFigures, FinishedOp, Stack, StackError, StackSpec, Topology, VolumeId};
use proptest::prelude::*;

const SIZE: u64 = 1 << 30;

fn stack(mirror: &str, device: &str) -> StackSpec {
    let text = format!(
        "[mirror.m]\n{mirror}\n[device.d]\nscope = \"node\"\n{device}\n[host.h]\ncount = 8\n[volume.v]\nsize = \"1g\"\n\
         path = [\"m\"]\n"
    );
    StackSpec::from_toml(&text, "m").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn write(len: u32) -> Op {
    Op { offset: 0, len, kind: OpKind::Write }
}

fn at(offset: u64, kind: OpKind) -> Op {
    Op { offset, len: 4096, kind }
}

/// Hosts on which the copies of the first volume lie, in their order.
fn hosts_of_copies(topology: &Topology) -> Vec<u32> {
    topology.members_of(0).iter().map(|member| topology.places[*member as usize].node).collect()
}

/// Sends `ops` one after the other, each when the one before is over.
fn one_by_one(stack: &mut Stack, ops: impl IntoIterator<Item = Op>) -> Vec<(Nanos, Result<u32, i32>)> {
    let (mut now, mut finished) = (Nanos::ZERO, Vec::new());
    let mut ends = Vec::new();
    for (id, op) in ops.into_iter().enumerate() {
        stack.submit(now, VolumeId::FIRST, id as u64, op);
        let began = now;
        while finished.is_empty() {
            now = stack.next_event().expect("an operation is under way");
            stack.advance(now, &mut finished);
        }
        let end: FinishedOp = finished.remove(0);
        ends.push((end.at - began, end.result));
    }
    ends
}

fn own(figures: &[ElementFigures], name: &str) -> f64 {
    figures[0].own[name]
}

#[test]
fn a_write_to_k_copies_takes_the_mean_of_the_slowest_of_k() {
    // Independent exponential times of mean S: S (1 + 1/2 + … + 1/k). With 1000 servers nothing waits. The standard
    // deviation is below the mean: 1e5 operations have an error below 0.4 %, and four of them are 1.6 %.
    for k in 2_usize..=4 {
        let spec = stack(
            &format!("copies = {k}\neach = [\"d\"]\n"),
            "servers = 1000\nservice = { distribution = \"exponential\", mean = \"1ms\" }",
        );
        let expected: f64 = (1..=k).map(|i| 1e-3 / i as f64).sum();
        let mean = poisson(&spec, 100.0, write(4096), 100_000).mean_s();
        assert!((mean / expected - 1.0).abs() < 0.016, "{k} copies: {mean} s, expected {expected} s");
    }
}

#[test]
fn the_rule_decides_which_copy_a_write_waits_for() {
    // The i-th of three exponentials comes at S/3, S/3 + S/2, S/3 + S/2 + S. The standard deviation is below the mean of
    // the slowest; 1e5 operations, four errors: 1.5 %.
    let tails = [1.0 / 3.0, 1.0 / 3.0 + 0.5, 1.0 / 3.0 + 1.5];
    for (ack, expected) in
        [("\"one\"", tails[0]), ("\"quorum\"", tails[1]), ("2", tails[1]), ("\"all\"", tails[2]), ("3", tails[2])]
    {
        let spec = stack(
            &format!("copies = 3\neach = [\"d\"]\nack = {ack}\n"),
            "servers = 1000\nservice = { distribution = \"exponential\", mean = \"1ms\" }",
        );
        let seen = poisson(&spec, 100.0, write(4096), 100_000);
        let mean = seen.mean_s() * 1e3;
        assert!((mean / expected - 1.0).abs() < 0.016, "{ack}: {mean} ms, expected {expected} ms");
        // The copies that nobody waits for do their work too: 300 writes of 1 ms per second on 1000 servers each.
        let devices = seen.figures.iter().find(|f| f.name == "d").unwrap();
        assert!((devices.utilisation / 1e-4 - 1.0).abs() < 0.02, "{ack}: {}", devices.utilisation);
    }
}

/// Time that a write waits for its slowest copy is the copy's, not the mirror's.
#[test]
fn the_time_of_a_write_is_told_where_it_passed() {
    for ack in ["\"all\"", "\"one\"", "\"quorum\""] {
        let spec = stack(
            &format!("copies = 3\neach = [\"d\"]\nack = {ack}\n"),
            "servers = 2\nservice = { distribution = \"exponential\", mean = \"1ms\" }",
        );
        let seen = closed(&spec, 8, write(4096), Nanos::from_secs(1), Nanos::from_secs(60));
        let share = |name: &str| {
            let of = seen.figures.iter().find(|f| f.name == name).unwrap();
            of.share_waiting.unwrap() + of.share_working.unwrap()
        };
        assert!(share("m") < 1e-3 && (share("d") - 1.0).abs() < 1e-3, "{ack}: m {}, d {}", share("m"), share("d"));
    }
}

#[test]
fn primary_first_takes_the_primary_and_then_the_slowest_of_the_others() {
    let text = "[mirror.m]\nmembers = [\"a\", \"b\", \"c\"]\ntopology = \"primary-first\"\n\
        [device.a]\nservice = \"3ms\"\n[device.b]\nservice = \"5ms\"\n[device.c]\nservice = \"7ms\"\n\
        [volume.v]\nsize = \"1g\"\npath = [\"m\"]\n";
    let of = |extra: &str| {
        let text = text.replace("\"primary-first\"\n", &format!("\"primary-first\"\n{extra}\n"));
        let mut stack = Stack::new(&StackSpec::from_toml(&text, "p").unwrap(), 1);
        one_by_one(&mut stack, [write(4096)])[0]
    };
    assert_eq!(of("ack = \"all\""), (Nanos(10_000_000), Ok(4096)));
    assert_eq!(of("ack = \"quorum\""), (Nanos(8_000_000), Ok(4096)));
    assert_eq!(of("ack = \"one\""), (Nanos(3_000_000), Ok(4096)));
    assert_eq!(of("ack = \"one\"\nmin_latency = \"4ms\""), (Nanos(4_000_000), Ok(4096)));
    assert_eq!(of("ack = \"all\"\nmin_latency = \"4ms\""), (Nanos(10_000_000), Ok(4096)));
}

#[test]
fn owners_share_the_reads_evenly_and_each_region_has_one() {
    let spec = stack("copies = 3\neach = [\"d\"]\nregion = \"1m\"\n", "service = \"100us\"");
    let topology = Topology::of(&spec);
    // A region is read by one copy alone: the reads of the first one make one host busy.
    let mut stack = Stack::of(&spec, &topology, 1, &[]);
    one_by_one(&mut stack, (0..200).map(|i| at(i * 4096, OpKind::Read)));
    let devices = stack.element_figures().into_iter().find(|f| f.name == "d").unwrap();
    assert_eq!(devices.instances, 3);
    assert!((devices.utilisation_max - 1.0).abs() < 1e-9, "{}", devices.utilisation_max);
    // All regions alike: a third each, exactly, when each of 768 is read once.
    let mut stack = Stack::of(&spec, &topology, 1, &[]);
    one_by_one(&mut stack, (0..768).map(|i| at(i << 20, OpKind::Read)));
    let devices = stack.element_figures().into_iter().find(|f| f.name == "d").unwrap();
    assert!((devices.utilisation_max - 1.0 / 3.0).abs() < 1e-9, "{}", devices.utilisation_max);
}

#[test]
fn each_way_to_read_asks_the_copy_that_it_says() {
    let text = "[mirror.m]\nmembers = [\"a\", \"b\"]\nread = \"WORD\"\n[device.a]\nservice = \"1ms\"\n[device.b]\n\
        service = \"3ms\"\n[volume.v]\nsize = \"1g\"\npath = [\"m\"]\n";
    let counts = |word: &str, outstanding| {
        let spec = StackSpec::from_toml(&text.replace("WORD", word), "r").unwrap();
        let seen = closed(&spec, outstanding, common::read(4096), Nanos::from_secs(1), Nanos::from_secs(31));
        let of = |name: &str| seen.figures.iter().find(|f| f.name == name).unwrap().arrivals as f64;
        of("a") / (of("a") + of("b"))
    };
    assert!((counts("round_robin", 1) - 0.5).abs() < 1e-3);
    assert_eq!(counts("primary", 1), 1.0);
    // With the fewest under way, both are kept busy: 1000 and 333 per second.
    assert!((counts("any", 16) - 0.75).abs() < 0.01, "{}", counts("any", 16));
}

#[test]
fn local_reads_stay_on_the_clients_host() {
    let text = "[mirror.m]\ncopies = 2\neach = [\"d\"]\nread = \"local\"\n[device.d]\nscope = \"node\"\nservice = \"1ms\"\n\
        [host.h]\ncount = 2\n[volume.v]\nsize = \"1g\"\npath = [\"m\"]\n[client.vm]\ncount = 2\nvolumes = [\"v\"]\n\
        workload = { block_size = \"4k\" }\nload = { queue_depth = 1 }\n";
    let spec = StackSpec::from_toml(text, "l").unwrap();
    let topology = Topology::of(&spec);
    for client in [0_u32, 1] {
        let mut stack = Stack::of(&spec, &topology, 1, &[]);
        let mut finished = Vec::new();
        (0..50).for_each(|id| stack.submit(Nanos::ZERO, VolumeId(client), id, at(id << 20, OpKind::Read)));
        stack.advance(Nanos::from_secs(1), &mut finished);
        let devices = stack.element_figures().into_iter().find(|f| f.name == "d").unwrap();
        let host = &topology.hosts[topology.clients[client as usize].host as usize].name;
        assert_eq!((&devices.busiest, finished.len()), (&format!("d@{host}"), 50));
        assert!((devices.utilisation_max - 2.0 * devices.utilisation).abs() < 1e-12, "the other host was asked too");
    }
}

#[test]
fn a_mirror_with_a_host_down_still_answers_and_counts_what_it_lacks() {
    let spec = stack("copies = 3\neach = [\"d\"]\nack = \"all\"\n", "service = \"1ms\"");
    let topology = Topology::of(&spec);
    let hosts = hosts_of_copies(&topology);
    let ops = || (0..300_u64).map(|i| at((i / 2) << 20, if i % 2 == 0 { OpKind::Read } else { OpKind::Write }));
    for (down, works) in [(&hosts[..1], true), (&hosts[..2], true), (&hosts[..3], false)] {
        let mut stack = Stack::of(&spec, &topology, 1, down);
        let ends = one_by_one(&mut stack, ops());
        assert!(ends.iter().all(|(_, result)| result.is_ok() == works), "{down:?}");
        let figures = stack.element_figures();
        assert_eq!(own(&figures, "degraded_writes"), if works { 150.0 } else { 0.0 });
        assert!(own(&figures, "read_failovers") >= 50.0);
    }
}

#[test]
fn the_reads_of_a_lost_owner_are_shared_by_the_others() {
    let spec = stack("copies = 3\neach = [\"d\"]\n", "service = \"1ms\"");
    let topology = Topology::of(&spec);
    let mut stack = Stack::of(&spec, &topology, 1, &hosts_of_copies(&topology)[..1]);
    one_by_one(&mut stack, (0..600).map(|i| at(i << 20, OpKind::Read)));
    let devices = stack.element_figures().into_iter().find(|f| f.name == "d").unwrap();
    assert!((devices.utilisation_max - 0.5).abs() < 1e-9, "{}", devices.utilisation_max);
}

#[test]
fn a_quorum_that_cannot_be_reached_fails_and_one_that_can_does_not() {
    for (ack, lost, works) in [("\"quorum\"", 1, true), ("\"quorum\"", 2, false), ("1", 2, true), ("3", 1, false)] {
        let spec = stack(&format!("copies = 3\neach = [\"d\"]\nack = {ack}\n"), "service = \"1ms\"");
        let topology = Topology::of(&spec);
        let mut stack = Stack::of(&spec, &topology, 1, &hosts_of_copies(&topology)[..lost]);
        let ends = one_by_one(&mut stack, [write(4096)]);
        assert_eq!(ends[0].1.is_ok(), works, "{ack} with {lost} lost");
        assert!(works || ends[0].1 == Err(5));
    }
}

#[test]
fn a_rebuild_moves_its_rate_and_ends_and_only_then_the_copy_reads() {
    let spec = stack(
        "copies = 2\neach = [\"d\"]\nread = \"round_robin\"\nrebuild = { rate = \"64m\", copy = 2, block = \"1m\" }\n",
        "servers = 8\nservice = \"1ms\"",
    );
    let mut stack = Stack::new(&spec, 1);
    let mut finished = Vec::new();
    stack.advance(Nanos::ZERO, &mut finished);
    // 1 GiB at 64 MiB/s takes 16 s. Half of it after 8, but for what is on its way.
    stack.advance(Nanos::from_secs(8), &mut finished);
    let half = own(&stack.element_figures(), "rebuilt_bytes");
    assert!((half / (SIZE as f64 / 2.0) - 1.0).abs() < 0.01, "{half}");
    let reads = |stack: &mut Stack, now: Nanos, offset| {
        let before = stack.element_figures()[1].arrivals;
        let mut finished = Vec::new();
        stack.restart_figures();
        (0..100).for_each(|id| stack.submit(now, VolumeId::FIRST, id, at(offset, OpKind::Read)));
        stack.advance(now + Nanos(100_000_000), &mut finished);
        assert_eq!(finished.len(), 100);
        let devices = &stack.element_figures()[1];
        (devices.utilisation_max / devices.utilisation, before)
    };
    // Beyond its progress only copy 1 answers: the rebuild reads there too, 64 in 1000 of a share.
    let beyond = reads(&mut stack, Nanos::from_secs(8), SIZE - 4096).0;
    assert!(beyond > 1.8, "{beyond}");
    stack.advance(Nanos::from_secs(17), &mut finished);
    assert_eq!(own(&stack.element_figures(), "rebuilt_bytes"), SIZE as f64);
    let over = reads(&mut stack, Nanos::from_secs(17), SIZE - 4096).0;
    assert!((over - 1.0).abs() < 1e-9, "{over}");
}

#[test]
fn copies_need_as_many_hosts_and_the_error_says_so() {
    let text = "[mirror.m]\ncopies = 3\neach = [\"d\"]\n[device.d]\nservice = \"1ms\"\n[host.h]\ncount = 2\n[volume.v]\n\
        size = \"1g\"\npath = [\"m\"]\n";
    let error = StackSpec::from_toml(text, "s.toml").unwrap_err();
    assert!(matches!(error, StackError::Wiring { .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("'m' places 3 members on 3 different hosts") && text.contains("there are 2"), "{text}");
    for wrong in ["ack = 4", "ack = 0", "ack = \"some\"", "read = \"nearest\"", "copies = 1", "region = \"1\""] {
        let key = wrong.split(' ').next().unwrap();
        let copies = if key == "copies" { "" } else { "copies = 3\n" };
        let text = format!(
            "[mirror.m]\n{copies}each = [\"d\"]\n{wrong}\n[device.d]\nservice = \"1ms\"\n[host.h]\ncount = 4\n[volume.v]\n\
             size = \"1g\"\npath = [\"m\"]\n"
        );
        let error = StackSpec::from_toml(&text, "s.toml").unwrap_err().to_string();
        assert!(error.contains(&format!("'{key}'")), "{wrong}: {error}");
    }
}

/// A copy that no request waits for any more may come back when its request's place in memory is another's: its data
/// fault must not be reported for that one.
#[test]
fn a_late_copy_does_not_touch_the_request_that_came_after() {
    let text = "[mirror.m]\nmembers = [\"a\", [\"f\", \"b\"]]\nack = \"one\"\nread = \"primary\"\n\
        [fault.f]\nlost = 100\n[device.a]\nservice = \"8ms\"\n[device.b]\nservice = \"10ms\"\n\
        [volume.v]\nsize = \"1g\"\npath = [\"m\"]\n";
    let mut stack = Stack::new(&StackSpec::from_toml(text, "l").unwrap(), 1);
    let mut finished = Vec::new();
    stack.submit(Nanos::ZERO, VolumeId::FIRST, 0, write(4096));
    stack.advance(Nanos(9_000_000), &mut finished);
    (1..5).for_each(|id| stack.submit(Nanos(9_000_000), VolumeId::FIRST, id, at(0, OpKind::Read)));
    stack.advance(Nanos::from_secs(1), &mut finished);
    assert_eq!(finished.len(), 5);
    for end in finished {
        assert_eq!((end.result, end.fault), (Ok(4096), None), "operation {}", end.id);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// With named copies of constant times, some of which always fail, the end of a write is arithmetic: the n-th success,
    /// or the failure after which n can't be reached any more. Never before.
    #[test]
    fn a_mirror_never_acknowledges_before_the_rule_is_met(
        copies in prop::collection::vec((1_u64..50, any::<bool>()), 2..6), rule in 0_usize..7, primary in any::<bool>(),
    ) {
        let k = copies.len();
        let (ack, needed) = match rule {
            0 => ("\"all\"".to_string(), None),
            1 => ("\"quorum\"".to_string(), Some(k / 2 + 1)),
            n => { let n = (n - 2) % k + 1; (n.to_string(), Some(n)) }
        };
        let mut text = String::new();
        let mut members = Vec::new();
        for (i, (ms, fails)) in copies.iter().enumerate() {
            text += &format!("[device.d{i}]\nservice = \"{ms}ms\"\n");
            // A fault in front of the device fails at once.
            if *fails {
                text += &format!("[fault.f{i}]\nwrite_errors = 100\n");
                members.push(format!("[\"f{i}\", \"d{i}\"]"));
            } else {
                members.push(format!("\"d{i}\""));
            }
        }
        let topology = if primary { "primary-first" } else { "fan-out" };
        let text = format!(
            "[mirror.m]\nmembers = [{}]\nack = {ack}\ntopology = \"{topology}\"\n{text}[volume.v]\nsize = \"1g\"\npath = [\"m\"]\n",
            members.join(", ")
        );
        let mut stack = Stack::new(&StackSpec::from_toml(&text, "p").unwrap(), 1);
        let end = one_by_one(&mut stack, [write(4096)])[0];

        let first = copies.iter().position(|(_, fails)| !fails);
        let mut done: Vec<u64> = copies.iter().enumerate().filter(|(_, (_, fails))| !fails).map(|(i, (ms, _))| {
            // Behind the primary, which is the first that works.
            if primary && Some(i) != first { copies[first.unwrap()].0 + ms } else { *ms }
        }).collect();
        done.sort_unstable();
        let expected = match needed {
            None => done.last().copied(),
            Some(n) => (done.len() >= n).then(|| done[n - 1]),
        };
        match expected {
            Some(ms) => prop_assert_eq!(end, (Nanos(ms * 1_000_000), Ok(4096))),
            None => prop_assert_eq!(end.1, Err(5)),
        }
    }

    /// Laggards, failures, failovers and requests above that use slots again: each request ends once all the same.
    #[test]
    fn every_request_of_a_mirror_ends_once(
        seed in any::<u64>(), ack in prop::sample::select(vec!["\"all\"", "\"quorum\"", "\"one\""]),
        topology in prop::sample::select(vec!["fan-out", "primary-first"]),
        read in prop::sample::select(vec!["owner", "any", "round_robin", "local"]), errors in 0_u32..40,
    ) {
        let text = format!(
            "[queue.q]\ndepth = 5\n[mirror.m]\ncopies = 3\neach = [\"f\", \"d\"]\nack = {ack}\ntopology = \"{topology}\"\n\
             read = \"{read}\"\nrebuild = {{ rate = \"1m\", copy = 2 }}\n[fault.f]\nscope = \"node\"\nread_errors = {errors}\n\
             write_errors = {errors}\n[device.d]\nscope = \"node\"\n\
             service = {{ distribution = \"exponential\", mean = \"1ms\" }}\n[host.h]\ncount = 4\n[volume.v]\nsize = \"1g\"\n\
             path = [\"q\", \"m\"]\n"
        );
        let mut stack = Stack::new(&StackSpec::from_toml(&text, "c").unwrap(), seed);
        let mut random = stream(seed, "ops", 0);
        let (mut now, mut finished) = (Nanos::ZERO, Vec::new());
        for id in 0..400 {
            now += Nanos((unit(&mut random) * 1e6) as u64);
            stack.advance(now, &mut finished);
            let kind = OpKind::ALL[(unit(&mut random) * 4.0) as usize];
            let len = if kind == OpKind::Flush { 0 } else { 8192 };
            stack.submit(now, VolumeId::FIRST, id, Op { offset: (id << 20) % SIZE, len, kind });
        }
        stack.advance(now + Nanos::from_secs(30), &mut finished);
        let mut ends: BTreeMap<u64, u32> = BTreeMap::new();
        finished.iter().for_each(|end| *ends.entry(end.id).or_default() += 1);
        prop_assert!(ends.len() == 400 && ends.values().all(|n| *n == 1));
        // Everything that went down to the copies came back: nothing is inside but what the rebuild has on its way.
        for figures in stack.element_figures() {
            prop_assert!(figures.arrivals - figures.departures <= 4, "{}", figures.name);
        }
        if errors == 0 {
            prop_assert!(finished.iter().all(|end| end.result.is_ok()));
        }
    }
}

#[test]
fn what_a_mirror_counts_is_counted_anew() {
    let spec = stack("copies = 2\neach = [\"d\"]", "service = \"1ms\"");
    let topology = Topology::of(&spec);
    let mut stack = Stack::of(&spec, &topology, 1, &hosts_of_copies(&topology)[..1]);
    let all = |kind| (0..4).map(move |i| at(i << 26, kind));
    one_by_one(&mut stack, all(OpKind::Read).chain(all(OpKind::Write)));
    assert!(own(&stack.element_figures(), "degraded_writes") > 0.0);
    assert!(own(&stack.element_figures(), "read_failovers") > 0.0);
    stack.restart_figures();
    assert_eq!(own(&stack.element_figures(), "degraded_writes"), 0.0);
    assert_eq!(own(&stack.element_figures(), "read_failovers"), 0.0);
}
