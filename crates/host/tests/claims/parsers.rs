//! Parsers on captured text, on text cut anywhere, and on garbage.

use plimsoll_host::chain::parse_scheduler;
use plimsoll_host::fingerprint::{count_cores, parse_cpu_model, parse_memory_bytes};
use plimsoll_host::sample::{
    CoreJiffies, Jiffies, NetworkCounters, PressureTotals, parse_disk_stat, parse_net_dev, parse_pressure,
    parse_self_io, parse_stat,
};
use plimsoll_host::{DeviceNumber, parse_mountinfo, parse_swaps};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

const STAT: &str = "cpu  100 2 30 4000 50 6 7 8 9 1\ncpu0 60 1 20 2000 30 3 4 5 4 1\ncpu1 40 1 10 2000 20 3 3 3 5 0\n\
                    intr 5 0 0\nctxt 77\nbtime 1700000000\nprocesses 5\n";
const PRESSURE: &str = "some avg10=0.12 avg60=0.05 avg300=0.01 total=14938230\nfull avg10=0.00 avg60=0.00 avg300=0.00 \
                        total=204\n";
const PRESSURE_BEFORE_5_13: &str = "some avg10=0.00 avg60=0.00 avg300=0.00 total=9\n";
const DISK: &str = "  100  10  4000  50  200  20  8000  90  3  600  700  5  0  80  1  9  2\n";
const DISK_BEFORE_4_18: &str = "100 10 4000 50 200 20 8000 90 3 600 700\n";
const NET: &str = "Inter-|   Receive                                                |  Transmit\n \
                   face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop\n    \
                   lo: 999 9 0 0 0 0 0 0 999 9 0 0 0 0 0 0\n  \
                   eth0: 1000 10 0 0 0 0 0 0 500 5 0 0 0 0 0 0\n\
                   bond0.7:1: 24 2 0 0 0 0 0 0 12 1 0 0 0 0 0 0\n";
const IO: &str =
    "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 7\n";
const MOUNTINFO: &str = "27 1 254:0 / / rw,relatime shared:1 master:2 - ext4 /dev/vda rw,discard,relatime\n\
                         30 27 0:45 /root /a\\040b\\134c rw - btrfs /dev/sdb rw,subvolid=5\n\
                         31 27 0:46 / /n rw,nosuid - nfs4 host:/x rw,vers=4.2\n";
const SWAPS: &str = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n/dev/dm-1                               partition\t999\t\
                     0\t-2\n/swap\\040file file\t1\t0\t-3\n";

#[test]
fn processor_time_is_read_in_total_and_per_core() {
    let (total, cores) = parse_stat(STAT);
    let wanted = Jiffies { user: 100, nice: 2, system: 30, idle: 4000, iowait: 50, irq: 6, softirq: 7, steal: 8 };
    assert_eq!(total, Some(wanted));
    let first = Jiffies { user: 60, nice: 1, system: 20, idle: 2000, iowait: 30, irq: 3, softirq: 4, steal: 5 };
    assert_eq!(cores.first(), Some(&CoreJiffies { core: 0, jiffies: first }));
    assert_eq!(cores.iter().map(|core| core.core).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(parse_stat("cpu 1 2 3\ncpu0 1 2 3 4 5 6 7 x\n"), (None, Vec::new()));
}

#[test]
fn pressure_of_a_kernel_without_it_is_none_not_zero() {
    assert_eq!(parse_pressure(PRESSURE), PressureTotals { some_us: Some(14_938_230), full_us: Some(204) });
    assert_eq!(parse_pressure(PRESSURE_BEFORE_5_13), PressureTotals { some_us: Some(9), full_us: None });
    assert_eq!(parse_pressure(""), PressureTotals::default());
    assert_eq!(parse_pressure("some total=-3\nfull total=\n"), PressureTotals::default());
}

#[test]
fn disk_counters_are_in_bytes_and_older_kernels_lack_the_last_ones() {
    let disk = parse_disk_stat(DISK).expect("whole");
    assert_eq!((disk.reads, disk.read_bytes), (100, 4000 * 512));
    assert_eq!((disk.writes, disk.write_bytes), (200, 8000 * 512));
    assert_eq!((disk.in_flight, disk.io_time_ms, disk.weighted_io_time_ms), (3, 600, 700));
    assert_eq!((disk.discards, disk.flushes), (Some(5), Some(9)));
    let older = parse_disk_stat(DISK_BEFORE_4_18).expect("whole");
    assert_eq!((older.discards, older.flushes), (None, None));
    assert_eq!(parse_disk_stat("100 10 4000 50 200 20 8000 90 3 600\n"), None);
}

#[test]
fn network_totals_leave_the_loopback_out() {
    let wanted = NetworkCounters { rx_bytes: 1024, rx_packets: 12, tx_bytes: 512, tx_packets: 6 };
    assert_eq!(parse_net_dev(NET), Some(wanted));
    assert_eq!(parse_net_dev(&format!("{NET}eth1: 5 5")), None, "half a line makes the total unknown");
    assert_eq!(parse_net_dev(""), None);
}

#[test]
fn storage_bytes_of_this_process_are_read_by_name() {
    assert_eq!(parse_self_io(IO), (Some(4096), Some(8192)));
    assert_eq!(parse_self_io("read_bytes: x\ncancelled_write_bytes: 7\n"), (None, None));
}

#[test]
fn mounts_are_read_with_escapes_undone_and_options_joined() {
    let mounts = parse_mountinfo(MOUNTINFO);
    assert_eq!(mounts.len(), 3);
    assert_eq!(mounts[0].device, DeviceNumber { major: 254, minor: 0 });
    assert_eq!((mounts[0].id, mounts[0].type_name.as_str(), mounts[0].source.as_str()), (27, "ext4", "/dev/vda"));
    assert_eq!(mounts[0].options, ["rw", "relatime", "discard"]);
    assert_eq!(mounts[1].mount_point, "/a b\\c");
    assert_eq!(mounts[2].source, "host:/x");
    assert!(parse_mountinfo("27 1 254:0 / / rw shared:1 ext4 /dev/vda rw").is_empty(), "no hyphen");
}

#[test]
fn swaps_are_read_without_their_heading() {
    let swaps = parse_swaps(SWAPS);
    let seen: Vec<_> = swaps.iter().map(|swap| (swap.path.as_str(), swap.type_name.as_str())).collect();
    assert_eq!(seen, [("/dev/dm-1", "partition"), ("/swap file", "file")]);
}

#[test]
fn the_scheduler_in_use_is_the_one_in_brackets() {
    assert_eq!(parse_scheduler("none [mq-deadline] kyber bfq").as_deref(), Some("mq-deadline"));
    assert_eq!(parse_scheduler("[none]").as_deref(), Some("none"));
    assert_eq!(parse_scheduler("none").as_deref(), Some("none"), "device-mapper prints one word");
    for unknown in ["", "none kyber", "[]", "[none"] {
        assert_eq!(parse_scheduler(unknown), None, "{unknown:?}");
    }
}

#[test]
fn provenance_is_read_or_absent() {
    assert_eq!(parse_cpu_model("processor\t: 0\nmodel name\t: AMD EPYC\n").as_deref(), Some("AMD EPYC"));
    assert_eq!(parse_cpu_model("processor : 0\nModel : Raspberry Pi 4\n").as_deref(), Some("Raspberry Pi 4"));
    assert_eq!(parse_cpu_model("model name\t:\n"), None);
    assert_eq!(count_cores("0-3,8,10-11\n"), Some(7));
    for wrong in ["", "3-1", "0-", "a", "0-4294967295", "0,,1"] {
        assert_eq!(count_cores(wrong), None, "{wrong:?}");
    }
    assert_eq!(parse_memory_bytes("MemFree: 1 kB\nMemTotal:       16384 kB\n"), Some(16 << 20));
    assert_eq!(parse_memory_bytes("MemTotal: 16384\n"), None);
    assert_eq!(parse_memory_bytes(&format!("MemTotal: {} kB", u64::MAX)), None, "does not fit");
}

#[test]
fn device_numbers_print_as_they_parse() {
    assert_eq!("8:17\n".parse(), Ok(DeviceNumber { major: 8, minor: 17 }));
    for wrong in ["", "8", "8:", ":1", "8:1:1", "-1:0", "8:4294967296"] {
        assert!(wrong.parse::<DeviceNumber>().is_err(), "{wrong:?}");
    }
}

/// Every parser on one text. That none panics is half the claim.
fn all(text: &str) {
    let (_, cores) = parse_stat(text);
    assert!(cores.len() <= text.lines().count());
    let _ = parse_pressure(text);
    let _ = parse_disk_stat(text);
    let _ = parse_net_dev(text);
    let _ = parse_self_io(text);
    let _ = parse_scheduler(text);
    let _ = parse_cpu_model(text);
    let _ = count_cores(text);
    let _ = parse_memory_bytes(text);
    let _ = text.parse::<DeviceNumber>();
    assert!(parse_mountinfo(text).len() <= text.lines().count());
    assert!(parse_swaps(text).len() < text.lines().count().max(1));
}

const FIXTURES: [&str; 9] = [STAT, PRESSURE, PRESSURE_BEFORE_5_13, DISK, DISK_BEFORE_4_18, NET, IO, MOUNTINFO, SWAPS];

#[test]
fn text_cut_anywhere_never_panics() {
    for fixture in FIXTURES {
        for cut in 0..fixture.len() {
            all(&fixture[..cut]);
        }
    }
}

#[test]
fn a_number_of_a_cut_text_is_right_or_absent() {
    fn right_or_absent<T: PartialEq + std::fmt::Debug>(cut: Option<T>, whole: Option<T>, at: usize) {
        assert!(cut.is_none() || cut == whole, "cut at {at}: {cut:?} is not {whole:?}");
    }
    let (total, cores) = parse_stat(STAT);
    for at in 0..STAT.len() {
        let (cut_total, cut_cores) = parse_stat(&STAT[..at]);
        right_or_absent(cut_total, total, at);
        assert_eq!(cut_cores, cores[..cut_cores.len()], "cut at {at}");
    }
    let whole = parse_pressure(PRESSURE);
    for at in 0..PRESSURE.len() {
        let cut = parse_pressure(&PRESSURE[..at]);
        right_or_absent(cut.some_us, whole.some_us, at);
        right_or_absent(cut.full_us, whole.full_us, at);
    }
    for at in 0..DISK.len() {
        assert_eq!(parse_disk_stat(&DISK[..at]), None, "its one line is cut at {at}");
    }
    let whole = parse_self_io(IO);
    for at in 0..IO.len() {
        let cut = parse_self_io(&IO[..at]);
        right_or_absent(cut.0, whole.0, at);
        right_or_absent(cut.1, whole.1, at);
    }
    // A sum can't tell that an interface's whole line is missing; everything else is noticed.
    for at in (0..NET.len()).filter(|&at| !NET[..at].ends_with('\n')) {
        assert_eq!(parse_net_dev(&NET[..at]), None, "cut at {at}");
    }
    let headings = NET.find("    lo:").expect("there");
    assert_eq!(parse_net_dev(&NET[..headings]), None, "no interface at all");
}

proptest! {
    #![proptest_config(ProptestConfig::with_failure_persistence(FileFailurePersistence::WithSource("regressions")))]

    #[test]
    fn garbage_never_panics(text in any::<String>()) {
        all(&text);
    }

    #[test]
    fn text_that_looks_right_and_is_not_never_panics(
        fixture in proptest::sample::select(&FIXTURES[..]),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = fixture.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn huge_numbers_never_overflow(numbers in proptest::collection::vec(any::<u64>(), 17)) {
        let line = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ") + "\n";
        all(&line);
        all(&format!("cpu  {line}cpu0 {line}"));
        let headings = "Inter-| x\n face | y\n";
        let interfaces = format!("{headings}a: {line}b: {line}");
        prop_assert!(parse_net_dev(&interfaces).is_some());
        prop_assert_eq!(parse_disk_stat(&line).map(|disk| disk.reads), Some(numbers[0]));
    }
}
