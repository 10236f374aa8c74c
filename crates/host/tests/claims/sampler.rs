//! From files to system load: on a made-up machine with known counters, on any counters, and on this machine.

use crate::common::{Scratch, Tree};
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_host::sample::{CoreJiffies, DiskCounters, Jiffies, NetworkCounters, PressureTotals, ProcessCounters};
use plimsoll_host::{Counters, Fingerprint, Sampler, SysRoot, SystemLoad, chain, chain_of};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn machine() -> Tree {
    let mut tree = Tree::new();
    tree.disk("sda", "8:0").partition("sda", "sda1", "8:1").disk("dm-0", "253:0").stands_on("dm-0", "sda1");
    tree.write("sys/devices/sda/queue/scheduler", "none [mq-deadline]\n");
    tree.write("sys/devices/sda/queue/logical_block_size", "4096\n");
    tree.write("sys/devices/sda/queue/rotational", "1\n");
    tree.write("sys/devices/sda/device/queue_depth", "32\n");
    tree.write("sys/devices/dm-0/dm/name", "vg-data\n");
    tree.write("sys/devices/dm-0/dm/uuid", "LVM-abc\n");
    tree
}

#[test]
fn the_chain_goes_from_the_volume_to_the_disk() {
    let chain = chain_of(&machine().root(), "253:0".parse().expect("number"));
    let names: Vec<_> = chain.iter().map(|device| device.name.as_str()).collect();
    assert_eq!(names, ["dm-0", "sda1", "sda"]);
    assert_eq!(chain[0].label.as_deref(), Some("vg-data"));
    assert_eq!(chain[0].logical_block_size, None, "the tree doesn't tell");
    for below in &chain[1..] {
        assert_eq!(below.logical_block_size, Some(4096), "a partition shows its disk's queue");
        assert_eq!((below.rotational, below.queue_depth), (Some(true), Some(32)));
        assert_eq!(below.scheduler.as_deref(), Some("mq-deadline"));
    }
    let kinds: Vec<_> = chain.iter().map(|device| serde_json::to_value(device.kind).expect("json")).collect();
    assert_eq!(kinds, ["device_mapper", "partition", "disk"]);
}

fn write_counters(tree: &Tree, stat: &str, psi: &str, disk: &str, net: &str, io: &str) {
    tree.write("proc/stat", stat);
    tree.write("proc/pressure/io", psi);
    tree.write("sys/devices/sda/stat", disk);
    let headings = "Inter-| Receive | Transmit\n face |bytes\n";
    tree.write("proc/net/dev", &format!("{headings}{net}"));
    tree.write("proc/self/io", io);
}

#[test]
fn two_samples_make_the_load_of_the_interval() {
    let tree = machine();
    let chain = chain_of(&tree.root(), "8:0".parse().expect("number"));
    write_counters(
        &tree,
        "cpu 100 0 100 100 100 0 0 100\ncpu0 0 0 0 0 0 0 0 0\ncpu1 100 0 100 100 100 0 0 100\n",
        "some total=1000000\nfull total=500000\n",
        "10 0 80 0 20 0 160 0 7 1000 4000 0 0 0 0 0 0\n",
        "eth0: 1000 1 0 0 0 0 0 0 2000 1 0 0 0 0 0 0\n",
        "read_bytes: 10\nwrite_bytes: 20\n",
    );
    let mut sampler = Sampler::new(&tree.root(), &chain);
    let first = sampler.sample();
    // Two seconds later. Of 200 ticks: user 20 + nice 20, system 10 + irq 5 + softirq 5, iowait 20, steal 20, idle 100.
    // Core 0: 50 busy of 100. Core 1 is gone, core 3 is new.
    write_counters(
        &tree,
        "cpu 120 20 110 200 120 5 5 120\ncpu0 25 0 25 40 10 0 0 0\ncpu3 9 9 9 9 9 9 9 9\n",
        "some total=1500000\nfull total=600000\n",
        "210 0 1680 0 120 0 960 0 3 2000 9000 8 0 0 0 4 0\n",
        "eth0: 5000 1 0 0 0 0 0 0 3000 1 0 0 0 0 0 0\n",
        "read_bytes: 110\nwrite_bytes: 220\n",
    );
    let second = sampler.sample();
    let load = second.since(&first, 2_000_000_000);
    let cpu = load.cpu.expect("ticks passed");
    // Ratios of small integers: exact but for the last bit of a double.
    let near = |value: f64, wanted: f64| assert!((value - wanted).abs() < 1e-12, "{value} is not {wanted}");
    near(cpu.user, 0.2);
    near(cpu.system, 0.1);
    near(cpu.iowait, 0.1);
    near(cpu.steal, 0.1);
    near(cpu.idle, 0.5);
    assert_eq!(load.cpu_per_core, [Some(0.5), None, None, None]);
    assert_eq!((load.pressure.io_some, load.pressure.io_full), (Some(0.25), Some(0.05)));
    assert_eq!((load.pressure.cpu_some, load.pressure.memory_full), (None, None), "no such files");
    let disk = &load.disks[0];
    assert_eq!((disk.name.as_str(), disk.reads_per_s, disk.writes_per_s), ("sda", 100.0, 50.0));
    // 1,600 and 800 sectors of 512 bytes in 2 s.
    assert_eq!((disk.read_bytes_per_s, disk.write_bytes_per_s), (409_600.0, 204_800.0));
    assert_eq!((disk.in_flight, disk.utilisation, disk.mean_queue), (3, 0.5, 2.5));
    assert_eq!((disk.discards_per_s, disk.flushes_per_s), (Some(4.0), Some(2.0)));
    let network = load.network.expect("read");
    assert_eq!((network.rx_bytes_per_s, network.tx_bytes_per_s), (2000.0, 500.0));
    assert_eq!((load.process.storage_read_bytes, load.process.storage_write_bytes), (Some(100), Some(200)));
    let text = serde_json::to_string(&load).expect("json");
    assert_eq!(serde_json::from_str::<SystemLoad>(&text).expect("json"), load);
}

#[test]
fn a_machine_that_tells_nothing_gives_nothing() {
    let scratch = Scratch::new();
    let root = SysRoot::under(&scratch.0);
    let mut sampler = Sampler::new(&root, &[]);
    let (first, second) = (sampler.sample(), sampler.sample());
    let mut load = second.since(&first, 1_000_000_000);
    load.process = Default::default(); // rusage is a system call; no tree hides it.
    assert_eq!(load, SystemLoad::default());
    let fingerprint = Fingerprint::take(&root, None);
    assert_eq!(fingerprint, Fingerprint::default());
}

#[test]
fn a_counter_that_ran_backwards_is_absent() {
    let disk = |reads| DiskCounters { name: "sda".into(), reads, ..DiskCounters::default() };
    let network = |rx_bytes| Some(NetworkCounters { rx_bytes, ..NetworkCounters::default() });
    let counters = |count| Counters { disks: vec![disk(count)], network: network(count), ..Counters::default() };
    let forwards = counters(10).since(&counters(5), 1_000_000_000);
    assert_eq!((forwards.disks.len(), forwards.network.is_some()), (1, true));
    let backwards = counters(5).since(&counters(10), 1_000_000_000);
    assert_eq!((backwards.disks.len(), backwards.network.is_some()), (0, false));
}

fn jiffies() -> impl Strategy<Value = Jiffies> {
    any::<[u64; 8]>().prop_map(|[user, nice, system, idle, iowait, irq, softirq, steal]| Jiffies {
        user,
        nice,
        system,
        idle,
        iowait,
        irq,
        softirq,
        steal,
    })
}

fn counters() -> impl Strategy<Value = Counters> {
    let cores = proptest::collection::vec((any::<u32>(), jiffies()), 0..4);
    (jiffies(), cores, any::<[u64; 10]>(), proptest::option::of(any::<u64>())).prop_map(|(cpu, cores, n, maybe)| {
        Counters {
            cpu: Some(cpu),
            cores: cores.into_iter().map(|(core, jiffies)| CoreJiffies { core: core % 9000, jiffies }).collect(),
            pressure_cpu: PressureTotals { some_us: Some(n[0]), full_us: maybe },
            pressure_io: PressureTotals { some_us: maybe, full_us: Some(n[1]) },
            pressure_memory: PressureTotals::default(),
            disks: vec![DiskCounters {
                name: "sda".into(),
                reads: n[2],
                read_bytes: n[3],
                writes: n[4],
                write_bytes: n[5],
                discards: maybe,
                flushes: None,
                in_flight: n[6],
                io_time_ms: n[7],
                weighted_io_time_ms: n[8],
            }],
            network: Some(NetworkCounters { rx_bytes: n[9], ..NetworkCounters::default() }),
            process: ProcessCounters { user_ns: maybe, ..ProcessCounters::default() },
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_failure_persistence(FileFailurePersistence::WithSource("regressions")))]

    #[test]
    fn shares_are_shares_and_rates_are_finite_whatever_the_counters(now in counters(), then in counters(), wall_ns: u64) {
        let load = now.since(&then, wall_ns);
        let pressure = [load.pressure.cpu_some, load.pressure.io_some, load.pressure.io_full];
        let shares = load.cpu_per_core.iter().flatten().chain(pressure.iter().flatten());
        for share in shares {
            prop_assert!((0.0..=1.0).contains(share), "{}", share);
        }
        if let Some(cpu) = load.cpu {
            let sum = cpu.user + cpu.system + cpu.iowait + cpu.steal + cpu.idle;
            // Five quotients by one total: each is off by at most half an ulp of 1.
            prop_assert!((sum - 1.0).abs() < 1e-15 * 5.0, "{}", sum);
        }
        for disk in &load.disks {
            prop_assert!(wall_ns > 0);
            prop_assert!((0.0..=1.0).contains(&disk.utilisation));
            prop_assert!(disk.reads_per_s.is_finite() && disk.mean_queue.is_finite() && disk.mean_queue >= 0.0);
        }
    }
}

#[test]
fn this_machine_is_read() {
    let scratch = Scratch::new();
    let root = SysRoot::default();
    let devices = chain(&root, &scratch.0).expect("a chain, perhaps empty");
    let mut sampler = Sampler::new(&root, &devices);
    let first = sampler.sample();
    let clock = MonotonicClock;
    const SAMPLES: u64 = 200;
    let mut spent: Vec<u64> = (0..SAMPLES)
        .map(|_| {
            let start = clock.now();
            std::hint::black_box(sampler.sample());
            clock.now().0 - start.0
        })
        .collect();
    spent.sort_unstable();
    let (median, p95) = (spent[spent.len() / 2], spent[spent.len() * 95 / 100]);
    eprintln!("one sample of {} disks: median {median} ns, p95 {p95} ns", devices.len());
    let last = sampler.sample();
    let load = last.since(&first, spent.iter().sum());
    // Linux has counted these since long before any kernel that Plimsoll runs on.
    assert!(last.cpu.is_some() && !last.cores.is_empty());
    assert!(load.process.user_ns.is_some() && load.process.system_ns.is_some());
    assert_eq!(load.disks.len(), devices.len(), "each device of the chain has counters");
    let fingerprint = Fingerprint::take(&root, Some(&scratch.0));
    assert!(fingerprint.kernel_release.is_some() && fingerprint.memory_bytes > Some(1 << 20));
    assert_eq!(fingerprint.cores_online, u32::try_from(last.cores.len()).ok());
    assert_eq!(fingerprint.target_chain, devices);
    eprintln!("{}", serde_json::to_string_pretty(&fingerprint).expect("json"));
}
