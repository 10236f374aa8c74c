//! States of volumes when hosts are down: against stacks under load, against all sets, and against closed forms.

use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::{DataState, Stack, StackSpec, Topology, VolumeId, blast_radius, survival};

fn spec(text: &str) -> StackSpec {
    StackSpec::from_toml(text, "s").unwrap_or_else(|e| panic!("{e}\n{text}"))
}

const REST: &str = "[device.d]\nscope = \"node\"\nservice = \"1us\"\n";

/// Volumes kept on hosts in one way, as a stack file.
fn protection_spec(by: &str, first: &str, hosts: u32, volumes: u32) -> StackSpec {
    spec(&format!(
        "{by}{REST}[host.h]\ncount = {hosts}\n[volume.v]\nsize = \"64m\"\ncount = {volumes}\npath = [\"{first}\"]\n"
    ))
}

fn ways() -> Vec<(String, &'static str)> {
    let one = |text: &str, first| (text.to_string(), first);
    vec![
        one("[mirror.m]\ncopies = 2\neach = [\"d\"]\n", "m"),
        one("[mirror.m]\ncopies = 3\neach = [\"d\"]\n", "m"),
        one("[mirror.m]\ncopies = 3\neach = [\"d\"]\nack = \"quorum\"\n", "m"),
        one("[stripe.s]\nwidth = 3\neach = [\"d\"]\n", "s"),
        one("[raid.r]\nlevel = \"5\"\nwidth = 4\neach = [\"d\"]\n", "r"),
        one("[raid.r]\nlevel = \"6\"\nwidth = 5\neach = [\"d\"]\n", "r"),
        one("[raid.r]\nlevel = \"10\"\nwidth = 4\neach = [\"d\"]\n", "r"),
        one("[stripe.s]\nwidth = 2\neach = [\"m\"]\n[mirror.m]\ncopies = 2\neach = [\"d\"]\n", "s"),
        one("[mirror.m]\ncopies = 2\neach = [\"s\"]\n[stripe.s]\nwidth = 2\neach = [\"d\"]\n", "m"),
    ]
}

/// All sets of hosts of up to three.
fn sets(hosts: u32) -> Vec<Vec<u32>> {
    (0_u32..1 << hosts)
        .filter(|bits| bits.count_ones() <= 3)
        .map(|bits| (0..hosts).filter(|host| bits >> host & 1 == 1).collect())
        .collect()
}

/// Whether every read and write of a volume succeeds: in every unit of every member, more than once around.
fn answers(spec: &StackSpec, topology: &Topology, down: &[u32], volume: u32) -> bool {
    let mut stack = Stack::of(spec, topology, 1, down);
    let mut finished = Vec::new();
    for id in 0_u64..240 {
        let kind = if id < 120 { OpKind::Write } else { OpKind::Read };
        stack.submit(Nanos(id * 1_000_000), VolumeId(volume), id, Op { offset: (id % 120) << 16, len: 65536, kind });
        stack.advance(Nanos((id + 1) * 1_000_000), &mut finished);
    }
    assert_eq!(finished.len(), 240);
    finished.iter().all(|end| end.result.is_ok())
}

#[test]
fn a_volume_is_lost_when_the_stack_itself_fails_its_requests_and_only_then() {
    for (by, first) in ways() {
        let spec = protection_spec(&by, first, 6, 2);
        let topology = Topology::of(&spec);
        let (mut lost, mut kept) = (0, 0);
        for down in sets(6) {
            for state in survival(&spec, &topology, &down) {
                let answers = answers(&spec, &topology, &down, state.volume);
                assert_eq!(state.state != DataState::Lost, answers, "{by} {down:?} {state:?}");
                assert_eq!(state.state == DataState::Whole, state.hosts_down.is_empty(), "{by} {down:?} {state:?}");
                *if answers { &mut kept } else { &mut lost } += 1;
            }
        }
        // Three copies on three hosts down, at the least; and two hosts that hold nothing.
        assert!(lost > 0 && kept > 0, "{by}");
    }
}

#[test]
fn every_host_gets_its_share_of_members_also_where_they_are_nested() {
    let mirrored = "[mirror.m]\ncopies = 3\neach = [\"s\"]\n[stripe.s]\nwidth = 2\neach = [\"d\"]\n";
    for (by, first, members) in [("[mirror.m]\ncopies = 3\neach = [\"d\"]\n", "m", 3), (mirrored, "m", 6)] {
        let spec = protection_spec(by, first, 8, 16);
        let mut held = [0; 8];
        for host in survival(&spec, &Topology::of(&spec), &[]).iter().flat_map(|volume| &volume.hosts) {
            held[host.trim_start_matches('h').parse::<usize>().unwrap() - 1] += 1;
        }
        assert_eq!(held, [16 * members / 8; 8], "{by}");
    }
}

#[test]
fn copies_that_are_there_and_needed_are_told() {
    let spec = protection_spec("[mirror.m]\ncopies = 3\neach = [\"d\"]\nack = \"quorum\"\n", "m", 3, 1);
    let topology = Topology::of(&spec);
    for down in 0..=3_u32 {
        let hosts: Vec<u32> = (0..down).collect();
        let state = &survival(&spec, &topology, &hosts)[0];
        let copies = state.copies.as_ref().unwrap();
        assert_eq!((copies.element.as_str(), copies.there, copies.needed, copies.of), ("m", 3 - down, 2, 3));
        let expected = [DataState::Whole, DataState::Degraded, DataState::Lost, DataState::Lost][down as usize];
        assert_eq!((state.state, state.hosts_down.len()), (expected, down as usize));
        assert_eq!(state.hosts, ["h1", "h2", "h3"]);
    }
}

#[test]
fn a_client_that_is_down_is_told_apart_from_its_data() {
    let spec = spec(&format!(
        "[mirror.m]\ncopies = 2\neach = [\"d\"]\n{REST}[host.c]\nholds_data = false\n[host.s]\ncount = 3\n\
         runs_clients = false\n[volume.v]\nsize = \"64m\"\npath = [\"m\"]\n[client.vm]\nvolumes = [\"v\"]\n\
         workload = {{ block_size = \"4k\" }}\nload = {{ queue_depth = 1 }}\n"
    ));
    let topology = Topology::of(&spec);
    let number = |name: &str| topology.hosts.iter().position(|host| host.name == name).unwrap() as u32;
    let of = |down: &[u32]| {
        let state = survival(&spec, &topology, down).remove(0);
        (state.client_down, state.state)
    };
    let held: Vec<u32> = survival(&spec, &topology, &[])[0].hosts.iter().map(|name| number(name)).collect();
    assert_eq!(of(&[]), (false, DataState::Whole));
    assert_eq!(of(&[number("c")]), (true, DataState::Whole));
    assert_eq!(of(&held), (false, DataState::Lost));
    assert_eq!(of(&[number("c"), held[0]]), (true, DataState::Degraded));
}

#[test]
fn what_is_missing_by_description_counts() {
    let of = |more: &str, down: usize| {
        let spec = protection_spec(&format!("[raid.r]\nlevel = \"5\"\nwidth = 4\neach = [\"d\"]\n{more}\n"), "r", 4, 1);
        let topology = Topology::of(&spec);
        let member = |index: usize| topology.places[topology.members_of(0)[index] as usize].node;
        let down: Vec<u32> = (0..down).map(member).collect();
        survival(&spec, &topology, &down)[0].state
    };
    assert_eq!(of("", 0), DataState::Whole);
    assert_eq!(of("failed = [4]", 0), DataState::Degraded);
    assert_eq!(of("failed = [4]", 1), DataState::Lost);
    // The same member twice is one.
    assert_eq!(of("failed = [1]", 1), DataState::Degraded);
    assert_eq!(of("rebuild = { rate = \"1m\", member = 4 }", 1), DataState::Lost);
}

#[test]
fn the_blast_radius_is_that_of_all_sets() {
    for (by, first) in ways() {
        let spec = protection_spec(&by, first, 6, 5);
        let topology = Topology::of(&spec);
        for count in 1..=3 {
            let radius = blast_radius(&spec, &topology, count);
            let sets: Vec<Vec<u32>> = sets(6).into_iter().filter(|set| set.len() == count as usize).collect();
            let (mut lost, mut degraded, mut worst, mut with_loss) = (0, 0, 0, 0);
            for set in &sets {
                let states = survival(&spec, &topology, set);
                let of = |state| states.iter().filter(|v| v.state == state).count();
                lost += of(DataState::Lost);
                degraded += of(DataState::Degraded);
                worst = worst.max(of(DataState::Lost));
                with_loss += usize::from(of(DataState::Lost) > 0);
            }
            let mean = |total: usize| total as f64 / sets.len() as f64;
            assert!(radius.exact && radius.examined == sets.len() as u64 && radius.combinations == sets.len() as f64);
            assert_eq!((radius.lost_mean, radius.degraded_mean), (mean(lost), mean(degraded)), "{by} {count}");
            assert_eq!((radius.lost_worst as usize, radius.sets_with_loss_share), (worst, mean(with_loss)));
            // The set that is named does it.
            let named: Vec<u32> = (0..6).filter(|h| radius.worst_hosts.contains(&format!("h{}", h + 1))).collect();
            let states = survival(&spec, &topology, &named);
            let lost: Vec<&String> = states.iter().filter(|v| v.state == DataState::Lost).map(|v| &v.name).collect();
            assert!(named.len() == count as usize && lost == radius.worst_volumes.iter().collect::<Vec<_>>());
        }
    }
}

/// Each volume of two copies is lost with exactly one of the C(n, 2) pairs, wherever its copies lie; of m copies with one
/// of C(n, m) sets; and a stripe of w members with all pairs but those that miss it.
#[test]
fn on_average_a_set_of_hosts_takes_each_volume_with_the_chance_that_it_holds_all_copies() {
    let choose = |n: u32, k: u32| (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product::<f64>();
    for (by, first, count, share) in [
        ("[mirror.m]\ncopies = 2\neach = [\"d\"]\n", "m", 2, 1.0 / choose(20, 2)),
        ("[mirror.m]\ncopies = 3\neach = [\"d\"]\n", "m", 3, 1.0 / choose(20, 3)),
        ("[mirror.m]\ncopies = 2\neach = [\"d\"]\n", "m", 3, 18.0 / choose(20, 3)),
        ("[stripe.s]\nwidth = 4\neach = [\"d\"]\n", "s", 2, 1.0 - choose(16, 2) / choose(20, 2)),
    ] {
        let spec = protection_spec(by, first, 20, 130);
        let radius = blast_radius(&spec, &Topology::of(&spec), count);
        let expected = 130.0 * share;
        assert!(
            radius.exact && (radius.lost_mean / expected - 1.0).abs() < 1e-9,
            "{by}: {} {expected}",
            radius.lost_mean
        );
    }
}

#[test]
fn a_sample_of_many_sets_says_that_it_is_one_and_still_finds_a_pair_that_loses() {
    // 400 hosts have 79,800 pairs; 800 volumes of two copies: 0.01003 lost in the mean. Each pair of the sample loses a
    // number close to Poisson: 20,000 of them have an error of sqrt(0.01003 / 20000) = 7.1e-4, and four of them are 2.8e-3.
    let spec = protection_spec("[mirror.m]\ncopies = 2\neach = [\"d\"]\n", "m", 400, 800);
    let topology = Topology::of(&spec);
    let radius = blast_radius(&spec, &topology, 2);
    assert!(!radius.exact && radius.combinations == 79_800.0 && radius.examined == 20_000);
    assert!((radius.lost_mean - 800.0 / 79_800.0).abs() < 2.8e-3, "{}", radius.lost_mean);
    // The worst is known: of all pairs, the one that most volumes share.
    let mut shared = std::collections::BTreeMap::new();
    for state in survival(&spec, &topology, &[]) {
        *shared.entry(state.hosts).or_insert(0_u32) += 1;
    }
    assert_eq!(radius.lost_worst, *shared.values().max().unwrap());
    assert_eq!(radius.worst_volumes.len(), radius.lost_worst as usize);
    assert_eq!(shared[&radius.worst_hosts], radius.lost_worst);
}

#[test]
fn what_lies_on_no_host_is_always_there() {
    let spec = spec("[device.d]\nservice = \"1us\"\n[host.h]\ncount = 2\n[volume.v]\nsize = \"64m\"\npath = [\"d\"]\n");
    let topology = Topology::of(&spec);
    let state = &survival(&spec, &topology, &[0, 1])[0];
    assert_eq!((state.state, state.copies.clone(), state.hosts.len()), (DataState::Whole, None, 0));
    let radius = blast_radius(&spec, &topology, 9);
    assert_eq!((radius.hosts_down, radius.lost_worst, radius.lost_mean), (2, 0, 0.0));
}
