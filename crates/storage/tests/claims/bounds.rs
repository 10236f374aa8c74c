//! Bounds on paper: closed forms, and never below what the simulator does.

use crate::common::{closed, read, spec};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_storage::bounds::{BoundNote, BoundNoteKind, BoundReasonKind, BoundSource, BoundSourceKind};
use plimsoll_storage::wiring::Omission;
use plimsoll_storage::{ClientLoad, FinishedOp, Stack, StackBounds, StackSpec, Topology, VolumeId, bounds};
use proptest::prelude::*;

fn op(kind: OpKind, len: u32) -> Op {
    Op { offset: 0, len, kind }
}

/// Reads of `read_percent`, the others writes, of `len` bytes.
fn client_load(client: Option<&str>, len: u32, read_percent: f64) -> ClientLoad {
    let ops = [(op(OpKind::Read, len), read_percent / 100.0), (op(OpKind::Write, len), 1.0 - read_percent / 100.0)];
    ClientLoad {
        client: client.map(Into::into),
        ops: ops.into_iter().filter(|(_, share)| *share > 0.0).collect(),
        rate_per_s: None,
        outstanding: None,
        workers: 1.0,
    }
}

fn on_paper(spec: &StackSpec, asked: &[ClientLoad]) -> StackBounds {
    bounds(spec, &Topology::of(spec), asked)
}

fn bound(spec: &StackSpec, len: u32, read_percent: f64) -> f64 {
    on_paper(spec, &[client_load(None, len, read_percent)]).bound_per_s.expect("something bounds it")
}

fn element(name: &str) -> BoundSource {
    BoundSource { kind: BoundSourceKind::Element, name: Some(name.into()), figure: None }
}

fn near(a: f64, b: f64) -> bool {
    (a / b - 1.0).abs() < 1e-9
}

#[test]
fn k_servers_carry_k_over_the_mean_service_time() {
    let device = "[device.d]\nservers = 8\nread = \"100us\"\nwrite = \"400us\"\nbytes_per_s = \"1g\"\n";
    let transfer_s = 16384.0 / (1_u64 << 30) as f64;
    // 70 % reads of 100 us and 30 % writes of 400 us, each with its bytes.
    let mean_s = 0.7 * 100e-6 + 0.3 * 400e-6 + transfer_s;
    assert!(near(bound(&spec(device, &["d"]), 16384, 70.0), 8.0 / mean_s));
}

#[test]
fn a_limit_carries_its_rate_over_the_cost_of_a_request() {
    let device = "[device.d]\nservers = 1024\nservice = \"1us\"\n";
    for (keys, len, rate) in [
        ("ops_per_s = 3000", 1 << 20, 3000.0),
        ("ops_per_s = 3000\ncost = \"ceil\"", 40 << 10, 1500.0),
        ("ops_per_s = 3000\ncost = \"linear\"", 40 << 10, 2400.0),
        ("ops_per_s = 3000\nbytes_per_s = \"250m\"", 64 << 10, 3000.0),
        ("ops_per_s = 3000\nbytes_per_s = \"250m\"", 128 << 10, 2000.0),
    ] {
        let spec = spec(&format!("[limit.l]\n{keys}\n{device}"), &["l", "d"]);
        assert!(near(bound(&spec, len, 100.0), rate), "{keys} at {len}");
    }
}

#[test]
fn a_limit_of_each_kind_is_met_by_the_kind_that_asks_for_more() {
    let text = "[limit.l]\nops_per_s = 1000\napplies_to = \"each\"\n[device.d]\nservers = 1024\nservice = \"1us\"\n";
    let spec = spec(text, &["l", "d"]);
    assert!(near(bound(&spec, 4096, 50.0), 2000.0));
    assert!(near(bound(&spec, 4096, 80.0), 1250.0));
}

#[test]
fn a_queue_carries_its_depth_over_the_time_behind_it() {
    let text = "[queue.q]\ndepth = 4\n[device.d]\nservers = 64\nservice = \"200us\"\n";
    let paper = on_paper(&spec(text, &["q", "d"]), &[client_load(None, 4096, 100.0)]);
    assert!(near(paper.bound_per_s.unwrap(), 4.0 / 200e-6));
    let narrowest = paper.narrowest.unwrap();
    assert_eq!(narrowest.source, element("q"));
    let reason = narrowest.reason.unwrap();
    assert_eq!((reason.kind, reason.count, reason.background), (BoundReasonKind::InFlight, 4.0, false));
    assert!(near(reason.time_ns, 200_000.0) && near(reason.requests_per_operation, 1.0));
    // Two operations more than these four would wait.
    assert!(near(paper.knee_outstanding.unwrap(), 4.0));
    assert!(near(paper.unloaded_response_ns, 200_000.0));
}

#[test]
fn background_load_is_taken_off() {
    let text = "[noise.n]\nops_per_s = 1000\n[device.d]\nservice = \"200us\"\n";
    assert!(near(bound(&spec(text, &["n", "d"]), 4096, 100.0), 4000.0));
    let text = "[noise.n]\nops_per_s = 9000\n[device.d]\nservice = \"200us\"\n";
    let paper = on_paper(&spec(text, &["n", "d"]), &[client_load(None, 4096, 100.0)]);
    assert_eq!(paper.bound_per_s, Some(0.0));
    let overload = |note: &BoundNote| note.kind == BoundNoteKind::Overload && note.element.as_deref() == Some("d");
    assert!(paper.notes.iter().any(overload), "{:?}", paper.notes);
}

#[test]
fn what_fails_before_the_device_takes_nothing_of_it() {
    let text = "[fault.f]\nread_errors = 20\n[device.d]\nservice = \"200us\"\n";
    assert!(near(bound(&spec(text, &["f", "d"]), 4096, 100.0), 5000.0 / 0.8));
}

/// Two hosts with two VMs each, six LUNs a VM; queues per LUN and per host; the array behind.
const CHAIN: &str = r#"
[queue.lun]
depth = 32
scope = "disk"
[queue.hba]
depth = 128
scope = "host"
[device.array]
servers = 1000
service = "1ms"
[volume.data]
size = "1g"
count = 6
path = ["lun", "hba", "array"]
[host.esx]
count = 2
[client.vm]
count = 4
max_outstanding = 300
volumes = ["data"]
"#;

#[test]
fn the_chain_counts_what_each_layer_lets_through_and_names_the_narrowest() {
    let spec = StackSpec::from_toml(CHAIN, "chain").unwrap();
    let paper = on_paper(&spec, &[client_load(Some("vm"), 4096, 100.0)]);
    // 4 VMs x 300 = 1200; 24 LUNs x 32 = 768; 2 HBAs x 128 = 256.
    let through: Vec<Option<f64>> = paper.chain.iter().map(|link| link.lets_through).collect();
    assert_eq!(through, [Some(1200.0), Some(768.0), Some(256.0)]);
    let narrowest: Vec<&str> =
        paper.chain.iter().filter(|l| l.narrowest).filter_map(|l| l.element.as_deref()).collect();
    assert_eq!(narrowest, ["hba"]);
    // 256 at once, 1 ms each; the array would carry a million.
    assert!(near(paper.bound_per_s.unwrap(), 256_000.0));
    assert_eq!(paper.narrowest.unwrap().source, element("hba"));
    let of = |name: &str| paper.elements.iter().find(|e| e.name == name).unwrap();
    assert!(near(of("lun").bound_per_s.unwrap(), 768_000.0));
    assert!(near(of("array").bound_per_s.unwrap(), 1_000_000.0));
    assert_eq!((of("lun").instances, of("hba").instances, of("array").instances), (24, 2, 1));
}

#[test]
fn few_outstanding_operations_of_the_clients_are_the_narrowest() {
    let spec = StackSpec::from_toml(&CHAIN.replace("300", "8"), "chain").unwrap();
    let paper = on_paper(&spec, &[client_load(Some("vm"), 4096, 100.0)]);
    assert!(near(paper.bound_per_s.unwrap(), 32_000.0));
    let narrowest = paper.narrowest.unwrap();
    let of_clients =
        BoundSource { kind: BoundSourceKind::ClientOutstanding, name: Some("vm".into()), figure: Some(8.0) };
    assert_eq!((narrowest.source, narrowest.reason), (of_clients, None));
    // What the elements carry does not depend on how many ask: 256 HBA requests of 1 ms.
    assert!(near(paper.knee_outstanding.unwrap(), 256.0));
}

#[test]
fn the_cores_of_a_host_bound_what_its_clients_issue() {
    let text =
        CHAIN.replace("count = 2", "count = 2\ncores = 1").replace("count = 4", "count = 4\ncpu_per_io = \"10us\"");
    let paper = on_paper(&StackSpec::from_toml(&text, "chain").unwrap(), &[client_load(Some("vm"), 4096, 100.0)]);
    // Each host issues half of the operations, 10 us of one core each: 100,000/s a host.
    assert!(near(paper.bound_per_s.unwrap(), 200_000.0));
    let cores = BoundSource { kind: BoundSourceKind::HostCores, name: Some("esx".into()), figure: Some(1.0) };
    assert_eq!(paper.narrowest.unwrap().source, cores);
}

#[test]
fn clients_that_tell_a_rate_weigh_by_it() {
    let text = r#"
[limit.own]
ops_per_s = 1000
scope = "disk"
[device.d]
servers = 1000
service = "1ms"
[volume.a]
size = "1g"
path = ["own", "d"]
[volume.b]
size = "1g"
path = ["own", "d"]
[client.one]
volumes = ["a"]
[client.two]
volumes = ["b"]
"#;
    let spec = StackSpec::from_toml(text, "rates").unwrap();
    let of = |a: Option<f64>, b: Option<f64>| {
        let asks = [("one", a), ("two", b)]
            .map(|(name, rate)| ClientLoad { rate_per_s: rate, ..client_load(Some(name), 4096, 100.0) });
        on_paper(&spec, &asks).bound_per_s.unwrap()
    };
    // Equal shares: both limits are met at 2000. Three to one: the first is met when it has 3/4 of the operations.
    assert!(near(of(None, None), 2000.0));
    assert!(near(of(Some(300.0), Some(100.0)), 1000.0 / 0.75));
    assert!(near(of(Some(300.0), None), 2000.0));
}

/// The example whose neighbour has a limit, and whose victim tells its rate.
#[test]
fn what_a_limit_keeps_from_one_kind_of_client_another_may_have() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/policies/neighbour/array.toml");
    let spec = StackSpec::from_toml(&std::fs::read_to_string(path).unwrap(), "array").unwrap();
    let victim = ClientLoad { rate_per_s: Some(8000.0), ..client_load(Some("victim"), 4096, 100.0) };
    let neighbour = ClientLoad { outstanding: Some(256.0), ..client_load(Some("neighbour"), 4096, 100.0) };
    let paper = on_paper(&spec, &[neighbour, victim]);
    // 16 servers of 700 us, which the victim could have alone.
    assert!(near(paper.bound_per_s.unwrap(), 16.0 / 700e-6));
    let narrowest = paper.narrowest.unwrap();
    assert!([element("scheduler"), element("array")].contains(&narrowest.source), "{:?}", narrowest.source);
    let of = |name: &str| paper.elements.iter().find(|e| e.name == name).unwrap();
    assert_eq!(of("policy").bound_per_s, None, "the victim does not pass it");
    assert!(near(of("policy").capacity_per_s.unwrap(), 1000.0));
    assert!(near(paper.knee_outstanding.unwrap(), 16.0));
    // Of its own operations: 256 outstanding, 700 us each.
    assert_eq!(paper.others.len(), 1);
    assert!(near(paper.others[0].bound_per_s, 256.0 / 700e-6));
}

/// The same array behind a write buffer: the neighbour writes and its limit is far below what the array destages, the
/// victim's reads go past.
#[test]
fn work_that_is_left_is_counted_in_the_mix_of_the_bounds() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/policies/neighbour/array.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let buffer = "[cache.buffer]\nread_bytes = \"0\"\nwrite_bytes = \"1g\"\nhit = \"50us\"\n";
    let text =
        format!("{buffer}{}", text.replace("\"scheduler\", \"array\"]", "\"scheduler\", \"buffer\", \"array\"]"));
    let text = text.replace("[device.array]", "[device.array]\nwrite = \"2800us\"");
    let spec = StackSpec::from_toml(&text, "array").unwrap();
    let carries = |note: &BoundNote| note.rate_per_s.filter(|_| note.element.as_deref() == Some("array"));
    let left = |victim: Option<f64>, neighbour: Option<f64>| {
        let kinds = [("victim", 100.0, victim), ("neighbour", 0.0, neighbour)];
        let ask = |(name, read, rate_per_s)| ClientLoad { rate_per_s, ..client_load(Some(name), 4096, read) };
        let paper = on_paper(&spec, &kinds.map(ask));
        paper.notes.iter().find_map(carries).expect("a destage is left to the array")
    };
    // Told rates, half of each: 16 servers, and 1750 us on average.
    assert!(near(left(Some(8000.0), Some(8000.0)), 16.0 / 1750e-6));
    // In any mix: the victim alone asks least of it, 700 us each, as in the bound of the array itself.
    assert!(near(left(Some(8000.0), None), 16.0 / 700e-6));
}

#[test]
fn limits_of_two_kinds_of_clients_add_up_and_both_are_named() {
    let text = r#"
[limit.gold]
ops_per_s = 2000
[limit.bronze]
ops_per_s = 1000
[device.d]
servers = 1000
service = "1ms"
[volume.a]
size = "1g"
path = ["gold", "d"]
[volume.b]
size = "1g"
path = ["bronze", "d"]
[client.one]
volumes = ["a"]
[client.two]
volumes = ["b"]
"#;
    let spec = StackSpec::from_toml(text, "tiers").unwrap();
    let paper = on_paper(&spec, &["one", "two"].map(|name| client_load(Some(name), 4096, 100.0)));
    assert!(near(paper.bound_per_s.unwrap(), 3000.0));
    let narrowest = paper.narrowest.unwrap();
    assert_eq!((narrowest.source, narrowest.others), (element("gold"), vec![element("bronze")]));
}

/// Two kinds of clients on hosts of their own with few cores, one behind a limit that counts bytes, both behind a queue.
const KINDS: &str = r#"
[limit.slow]
ops_per_s = 3000
cost = "ceil"
unit = "4k"
[queue.q]
depth = 8
[device.d]
servers = 16
read = "1ms"
write = "2ms"
[volume.a]
size = "1g"
count = 2
path = ["slow", "q", "d"]
[volume.b]
size = "1g"
path = ["q", "d"]
[host.h]
count = 2
cores = 1
[client.one]
count = 2
cpu_per_io = "400us"
max_outstanding = 9
volumes = ["a"]
[client.two]
count = 2
cpu_per_io = "100us"
volumes = ["b"]
"#;

#[test]
fn the_bound_of_any_mix_is_that_of_the_best_one() {
    for (text, sizes) in [
        (KINDS.to_string(), [4096, 4096]),
        (KINDS.to_string(), [16384, 4096]),
        (KINDS.replace("depth = 8", "depth = 1"), [4096, 4096]),
        (KINDS.replace("cores = 1", "cores = 4"), [4096, 65536]),
        (KINDS.replace("max_outstanding = 9", "max_outstanding = 1"), [4096, 4096]),
    ] {
        let spec = StackSpec::from_toml(&text, "kinds").unwrap();
        let ask = |rates: [Option<f64>; 2]| {
            let kinds = [("one", sizes[0], 100.0, Some(9.0)), ("two", sizes[1], 50.0, Some(64.0))];
            let all: Vec<ClientLoad> = kinds
                .into_iter()
                .zip(rates)
                .map(|((name, len, read, outstanding), rate_per_s)| ClientLoad {
                    rate_per_s,
                    outstanding,
                    ..client_load(Some(name), len, read)
                })
                .collect();
            on_paper(&spec, &all)
        };
        let any = ask([None, None]).bound_per_s.unwrap();
        let mixes = (0..=2000).map(|part| f64::from(part) / 2000.0).map(|part| part.clamp(1e-9, 1.0 - 1e-9));
        let best = mixes.map(|part| ask([Some(part), Some(1.0 - part)]).bound_per_s.unwrap()).fold(0.0, f64::max);
        // A step of the mix is a 2,000th.
        assert!(best <= any * (1.0 + 1e-9) && best >= any * 0.998, "{best} of {any}\n{text}");
    }
}

/// The rate of a closed loop in the simulator.
fn simulated_rate(spec: &StackSpec, outstanding: u64, len: u32) -> f64 {
    closed(spec, outstanding, read(len), Nanos::from_secs(1), Nanos::from_secs(5)).rate()
}

#[test]
fn deterministic_stacks_reach_their_bound() {
    let device = "[device.d]\nservers = 16\nservice = \"250us\"\nbytes_per_s = \"500m\"\n";
    for (elements, path) in [
        (device.to_string(), vec!["d"]),
        (format!("{device}[queue.q]\ndepth = 5\n"), vec!["q", "d"]),
        (format!("{device}[limit.l]\nops_per_s = 7000\ncost = \"ceil\"\nunit = \"4k\"\n"), vec!["l", "d"]),
        (format!("{device}[limit.l]\nbytes_per_s = \"30m\"\n[queue.q]\ndepth = 12\n"), vec!["l", "q", "d"]),
    ] {
        let spec = spec(&elements, &path);
        let (paper, seen) = (bound(&spec, 8192, 100.0), simulated_rate(&spec, 256, 8192));
        // The counting of ends in 4 s is exact to one of them; the issue asks for 2 %.
        assert!(seen <= paper * 1.0005 + 1.0, "{path:?}: {seen} above {paper}");
        assert!(seen >= paper * 0.98, "{path:?}: {seen} far below {paper}");
    }
}

/// Drives every volume in turn, with equal load and `outstanding` operations on each.
fn in_turn(spec: &StackSpec, outstanding: u64, op: Op, seconds: u64) -> f64 {
    let topology = Topology::of(spec);
    let (mut stack, volumes) = (Stack::of(spec, &topology, 3, &[]), topology.volumes.len() as u64);
    let (mut finished, mut count, from): (Vec<FinishedOp>, u64, _) = (Vec::new(), 0, Nanos::from_secs(seconds / 4));
    for id in 0..outstanding * volumes {
        stack.submit(Nanos::ZERO, VolumeId((id % volumes) as u32), id, op);
    }
    while let Some(now) = stack.next_event().filter(|at| *at <= Nanos::from_secs(seconds)) {
        stack.advance(now, &mut finished);
        for end in std::mem::take(&mut finished) {
            count += u64::from(end.at > from);
            stack.submit(now, VolumeId((end.id % volumes) as u32), end.id, op);
        }
    }
    count as f64 / (Nanos::from_secs(seconds) - from).as_secs_f64()
}

#[test]
fn a_chain_of_queues_reaches_its_bound() {
    let spec = StackSpec::from_toml(CHAIN, "chain").unwrap();
    let paper = on_paper(&spec, &[client_load(Some("vm"), 4096, 100.0)]).bound_per_s.unwrap();
    let seen = in_turn(&spec, 50, read(4096), 1);
    assert!((0.98..=1.002).contains(&(seen / paper)), "{seen} of {paper}");
}

/// Any number of limits, queues and faults in any order and scope before one device that is not random.
fn stacks() -> impl Strategy<Value = (StackSpec, u32)> {
    let scope = prop_oneof![Just("group"), Just("disk"), Just("vm"), Just("host")];
    let limit = (500_u32..50_000, 0_usize..3, 4_u32..64).prop_map(|(rate, cost, kib)| {
        let (cost, unit) = match cost {
            0 => ("none", String::new()),
            1 => ("ceil", format!("unit = \"{kib}k\"\n")),
            _ => ("linear", format!("unit = \"{kib}k\"\n")),
        };
        format!("limit|ops_per_s = {rate}\nbytes_per_s = \"{}k\"\ncost = \"{cost}\"\n{unit}", rate * 8)
    });
    let queue = (1_u32..64).prop_map(|depth| format!("queue|depth = {depth}\n"));
    let element = (prop_oneof![limit, queue], scope).prop_map(|(keys, scope)| format!("{keys}scope = \"{scope}\"\n"));
    let device = (1_u32..32, 20_u32..2000);
    let sizes = prop_oneof![Just(512_u32), Just(4096), Just(40960), Just(131_072)];
    (prop::collection::vec(element, 0..5), device, 1_u32..4, 1_u32..4, 1_u32..3, sizes).prop_map(
        |(before, (servers, us), volumes, clients, hosts, size)| {
            let mut text = format!("[device.d]\nservers = {servers}\nservice = \"{us}us\"\n");
            let mut path = Vec::new();
            for (index, element) in before.iter().enumerate() {
                let (kind, keys) = element.split_once('|').unwrap();
                text += &format!("[{kind}.e{index}]\n{keys}");
                path.push(format!("e{index}"));
            }
            path.push("d".into());
            text += &format!("[volume.v]\nsize = \"1g\"\ncount = {volumes}\npath = {path:?}\n");
            // As many clients on each host: the shares are the same everywhere.
            text += &format!("[host.h]\ncount = {hosts}\n[client.c]\nper_host = {clients}\nvolumes = [\"v\"]\n");
            (StackSpec::from_toml(&text, "random").unwrap_or_else(|e| panic!("{e}\n{text}")), size)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// All volumes are alike and asked alike, so the shares of the paper are those of the load. Times are constant, so
    /// that operations end in batches no larger than what the device has at once (32), and one for each volume behind
    /// its own limit: that many more fall into the time that is counted. (Fewer is no defect: a queue that many share
    /// can be full of requests that wait for a limit of one of them.)
    #[test]
    fn no_stack_carries_more_than_its_bound((spec, len) in stacks()) {
        let paper = on_paper(&spec, &[client_load(Some("c"), len, 100.0)]);
        let limit = paper.bound_per_s.expect("a device bounds it");
        let volumes = Topology::of(&spec).volumes.len() as f64;
        let seconds = 1.5;
        let seen = in_turn(&spec, 64, read(len), 2);
        let border = (32.0 + volumes) / seconds;
        prop_assert!(seen <= limit + border, "{seen} > {limit} + {border}");
    }
}

#[test]
fn a_host_that_is_down_takes_its_clients_and_an_unknown_one_is_refused() {
    let spec = StackSpec::from_toml(CHAIN, "chain").unwrap();
    let topology = Topology::of(&spec);
    let loss = plimsoll_storage::loss::loss(&spec, &topology, &["esx2".into()]).unwrap();
    // Clients by turns: the second and the fourth run on the second host; the array lies on no host.
    assert_eq!(loss.clients_down, ["vm2", "vm4"]);
    assert_eq!((loss.lost.len(), loss.degraded.len(), loss.volumes), (0, 0, 24));
    let why = plimsoll_storage::loss::loss(&spec, &topology, &["esx3".into()]).unwrap_err();
    assert!(why.contains("'esx3'") && why.contains("esx1, esx2"), "{why}");
}

/// Four hosts, each with a disk; every volume has two copies on different hosts, and as many volumes as evens them out.
const MIRROR: &str = r#"
[mirror.copies]
copies = 2
each = ["disk"]
[device.disk]
servers = 4
read = "1ms"
write = "2ms"
scope = "node"
[volume.data]
size = "1g"
count = 24
path = ["copies"]
[host.node]
count = 4
"#;

#[test]
fn a_mirror_halves_writes_and_not_reads_and_the_simulator_agrees() {
    let spec = StackSpec::from_toml(MIRROR, "mirror").unwrap();
    // 16 servers: 16,000 reads of 1 ms; a write takes 2 ms of two of them.
    assert!(near(bound(&spec, 4096, 100.0), 16_000.0));
    assert!(near(bound(&spec, 4096, 0.0), 4_000.0));
    let paper = on_paper(&spec, &[client_load(None, 4096, 0.0)]);
    assert!(near(paper.unloaded_response_ns, 2e6), "the copies are written side by side");
    let seen = in_turn(&spec, 8, op(OpKind::Write, 4096), 4);
    assert!((0.95..=1.001).contains(&(seen / 4_000.0)), "{seen}");
}

#[test]
fn one_host_down_degrades_and_two_lose_what_lay_on_both() {
    let spec = StackSpec::from_toml(MIRROR, "mirror").unwrap();
    let topology = Topology::of(&spec);
    let one = plimsoll_storage::loss::loss(&spec, &topology, &["node1".into()]).unwrap();
    // 24 volumes x 2 copies on 4 hosts: 12 on each.
    assert_eq!((one.lost.len(), one.degraded.len()), (0, 12));
    assert_eq!(one.worst.map(|w| (w.lost_worst, w.examined)), Some((0, 4)));
    let two = plimsoll_storage::loss::loss(&spec, &topology, &["node1".into(), "node2".into()]).unwrap();
    let worst = two.worst.unwrap();
    // Every volume is lost by exactly one of the 6 pairs.
    assert_eq!((worst.examined, worst.lost_mean), (6, 4.0));
    assert!(worst.lost_worst >= 4 && two.lost.len() as u32 <= worst.lost_worst);
    assert_eq!(two.lost.len() * 2 + two.degraded.len(), 24);
}

/// The simulator's rate with `outstanding` on each volume at random places: operations per second after a warm-up.
fn random_rate(spec: &StackSpec, topology: &Topology, (len, read_percent): (u32, f64)) -> f64 {
    const WARM_UP: u64 = 20_000;
    const MEASURED: u64 = 40_000;
    let mut stack = Stack::of(spec, topology, 7, &[]);
    let mut random = plimsoll_base::random::stream(11, "addresses", 0);
    let mut draw = move || plimsoll_base::random::unit(&mut random);
    let mut next = |volume: usize| {
        let kind = if draw() * 100.0 < read_percent { OpKind::Read } else { OpKind::Write };
        let places = topology.volumes[volume].size_bytes / u64::from(len);
        Op { offset: (draw() * places as f64) as u64 * u64::from(len), len, kind }
    };
    let volumes = topology.volumes.len();
    for id in 0..volumes.max(512) {
        stack.submit(Nanos::ZERO, VolumeId((id % volumes) as u32), id as u64, next(id % volumes));
    }
    let (mut finished, mut count, mut from) = (Vec::new(), 0, Nanos::ZERO);
    loop {
        let now = stack.next_event().unwrap();
        stack.advance(now, &mut finished);
        for end in finished.drain(..) {
            count += 1;
            if count == WARM_UP {
                from = now;
            } else if count == WARM_UP + MEASURED {
                return MEASURED as f64 / (now - from).as_secs_f64();
            }
            let volume = end.id as usize % volumes;
            stack.submit(now, VolumeId(volume as u32), end.id, next(volume));
        }
    }
}

/// Every example, driven with more than it carries. Temporary effects (credits, an empty cache) are left out of the
/// bound, with a note.
#[test]
fn no_example_does_more_than_its_bound_on_paper_says() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/stacks");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    names.sort();
    let (mut compared, mut loose) = (0, Vec::new());
    for path in names {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let spec = StackSpec::from_toml(&std::fs::read_to_string(&path).unwrap(), &name).unwrap();
        let topology = Topology::of(&spec);
        let mut groups: Vec<_> = topology.clients.iter().map(|client| Some(client.group.as_str())).collect();
        groups.dedup();
        groups.push(None);
        for shape in [(4096, 100.0), (4096, 0.0), (16384, 70.0), (256 << 10, 50.0)] {
            let all: Vec<_> = groups.iter().map(|group| client_load(*group, shape.0, shape.1)).collect();
            let paper = on_paper(&spec, &all);
            // Groups ask in any mix: elements that only some of them come to bound the whole together.
            let together = paper.others.iter().all(|o| !o.of_clients).then_some(paper.bound_per_s).flatten();
            let each = paper.elements.iter().filter_map(|e| e.bound_per_s);
            let Some(bound) = each.chain(together).reduce(f64::min) else { continue };
            let seen = random_rate(&spec, &topology, shape);
            let spent = [Some(Omission::BurstCredit), Some(Omission::CreditsAndBursts)];
            let lasts = !paper.notes.iter().any(|note| spent.contains(&note.not_counted));
            compared += u32::from(lasts);
            // vSAN hands out a second's share at its start: of some 13 seconds one share more may fall in.
            let allowed = if name == "s0-vsan" { 1.1 } else { 1.02 };
            assert!(!lasts || seen <= bound * allowed, "{name} {shape:?}: {seen:.0} of {bound:.0}");
            if seen < bound * 0.8 {
                loose.push(name.clone());
            }
        }
    }
    assert_eq!(compared, 80);
    // With 512 outstanding these do less than their elements carry: that is not enough for so much.
    loose.dedup();
    assert_eq!(loose, ["beyond-client", "s2-old-hba"]);
}
