//! Other users of a machine: on made-up machines whose truth is known, and on this one.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_host::neighbours::{Neighbour, NeighbourKind, Neighbours, Snapshot, Surroundings, between, parse_process};
use plimsoll_host::{BlockDevice, SysRoot, chain};

use crate::common::Tree;

const SPAN_S: f64 = 10.0;
const OWN: u32 = 500;
const MIB: u64 = 1 << 20;

/// A process of a made-up machine, as it is at one instant.
#[derive(Clone, Copy)]
struct ModelProcess {
    pid: u32,
    parent: u32,
    name: &'static str,
    started: u64,
    /// Own, and of children that have ended.
    ticks: (u64, u64),
    /// Read and written; none: another user's.
    io: Option<(u64, u64)>,
    kernel: bool,
}

const fn model_process(pid: u32, parent: u32, name: &'static str) -> ModelProcess {
    ModelProcess { pid, parent, name, started: 100 + pid as u64, ticks: (0, 0), io: Some((0, 0)), kernel: false }
}

impl ModelProcess {
    fn ticks(self, own: u64) -> Self {
        Self { ticks: (own, self.ticks.1), ..self }
    }

    fn io(self, read: u64, written: u64) -> Self {
        Self { io: Some((read, written)), ..self }
    }
}

/// A machine with two disks, `sda` with two partitions: `/` lies on `sda1`, `/data` on `sda2`, `/other` on `sdb`. `/dev/md0`
/// is made of both.
struct Machine {
    tree: Tree,
    before: Snapshot,
}

impl Machine {
    fn new(processes: &[ModelProcess], sda: (u64, u64), sdb: (u64, u64)) -> Machine {
        let mut tree = Tree::new();
        tree.disk("sda", "8:0").partition("sda", "sda1", "8:1").partition("sda", "sda2", "8:2").disk("sdb", "8:16");
        tree.mount("8:1", "/", "ext4", "/dev/sda1").mount("8:2", "/data", "xfs", "/dev/sda2");
        tree.mount("8:16", "/other", "ext4", "/dev/sdb");
        let mut machine = Machine { tree, before: Snapshot::default() };
        machine.before = machine.look(processes, sda, sdb);
        machine
    }

    fn root(&self) -> SysRoot {
        self.tree.root()
    }

    /// The chain of a file on `/`.
    fn chain(&self) -> Vec<BlockDevice> {
        plimsoll_host::chain_of(&self.root(), "8:1".parse().expect("a number"))
    }

    /// The state of the machine from now on; bytes of the disks are read and written.
    fn look(&self, processes: &[ModelProcess], sda: (u64, u64), sdb: (u64, u64)) -> Snapshot {
        for entry in fs::read_dir(self.tree.path("proc")).expect("proc").flatten() {
            if entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok()) {
                let _ = fs::remove_file(entry.path().join("io"));
                fs::remove_file(entry.path().join("stat")).expect("removed");
            }
        }
        for one in processes {
            let ModelProcess { pid, parent, name, started, ticks: (ticks, collected), io, kernel } = *one;
            let flags = if kernel { 0x0020_8040 } else { 0x0040_0000 };
            let stat = format!(
                "{pid} ({name}) S {parent} 1 1 0 -1 {flags} 0 0 0 0 {ticks} 0 {collected} 0 20 0 1 0 {started} 1 1\n"
            );
            self.tree.write(&format!("proc/{pid}/stat"), &stat);
            if let Some((read, written)) = io {
                let text = format!("rchar: 9\nread_bytes: {read}\nwrite_bytes: {written}\ncancelled_write_bytes: 0\n");
                self.tree.write(&format!("proc/{pid}/io"), &text);
            }
        }
        let disk = |number: &str, name: &str, (read, written): (u64, u64)| {
            format!(" {number} {name} 1 0 {} 0 1 0 {} 0 0 0 0 0 0 0 0 0 0\n", read / 512, written / 512)
        };
        self.tree.write(
            "proc/diskstats",
            &(disk("8 0", "sda", sda) + &disk("8 1", "sda1", sda) + &disk("8 16", "sdb", sdb)),
        );
        self.tree
            .write("proc/stat", "cpu  1 0 1 100 0 0 0 0 0 0\ncpu0 1 0 1 50 0 0 0 0 0 0\ncpu1 0 0 0 50 0 0 0 0 0 0\n");
        Snapshot::take(&self.root(), OWN)
    }

    fn opens(&self, pid: u32, path: &str, mount: u32) {
        let fd = self.tree.path(&format!("proc/{pid}/fd"));
        fs::create_dir_all(&fd).expect("directory");
        symlink(path, fd.join("1")).expect("link");
        self.tree.write(&format!("proc/{pid}/fdinfo/1"), &format!("pos:\t0\nflags:\t0100001\nmnt_id:\t{mount}\n"));
        let mounts = fs::read_to_string(self.tree.path("proc/self/mountinfo")).expect("mounts");
        self.tree.write(&format!("proc/{pid}/mountinfo"), &mounts);
    }

    fn neighbours(&self, processes: &[ModelProcess], sda: (u64, u64), around: Surroundings<'_>) -> Neighbours {
        let after = self.look(processes, sda, (0, 0));
        between(&self.root(), &self.before, &after, SPAN_S, &around).expect("looked at")
    }
}

fn names(found: &Neighbours) -> Vec<(&str, NeighbourKind)> {
    found.named.iter().map(|one: &Neighbour| (one.name.as_str(), one.kind)).collect()
}

/// `init`, a shell and Plimsoll in it.
const US: [ModelProcess; 3] =
    [model_process(1, 0, "init"), model_process(400, 1, "bash"), model_process(OWN, 400, "plimsoll")];

#[test]
fn a_quiet_machine_has_no_neighbours() {
    let machine = Machine::new(&US, (0, 0), (0, 0));
    let chain = machine.chain();
    // 3 GiB in ten seconds, all of it ours.
    let ours = [US[0], US[1].ticks(90), US[2].ticks(900).io(1024 * MIB, 2048 * MIB)];
    let around = Surroundings { chain: &chain, on_file_system: true, ..Surroundings::default() };
    let found = machine.neighbours(&ours, (1024 * MIB, 2048 * MIB + 4096), around);
    assert_eq!(names(&found), []);
    assert_eq!(found.device.as_deref(), Some("sda"));
    assert_eq!(found.device_others_read_bytes_per_s, Some(0.0));
    assert!(found.device_others_written_bytes_per_s < Some(1024.0));
}

#[test]
fn what_belongs_to_us_and_kernel_threads_are_never_named() {
    let child = model_process(501, OWN, "collect.sh");
    let grandchild = model_process(502, 501, "python3");
    let kernel = ModelProcess { kernel: true, io: None, ..model_process(30, 2, "kworker/0:1H") };
    let all = |busy: u64| {
        let busy_one = |one: ModelProcess| one.ticks(busy * 10).io(busy * MIB, busy * MIB);
        [US[0], busy_one(US[1]), busy_one(US[2]), busy_one(child), busy_one(grandchild), kernel.ticks(busy * 10)]
    };
    let machine = Machine::new(&all(0), (0, 0), (0, 0));
    let chain = machine.chain();
    let found = machine.neighbours(
        &all(90),
        (3 * 90 * MIB, 3 * 90 * MIB),
        Surroundings { chain: &chain, on_file_system: true, ..Surroundings::default() },
    );
    assert_eq!(names(&found), []);
}

#[test]
fn a_program_that_writes_to_another_partition_of_the_disk_is_named_with_its_rate() {
    let copy = model_process(900, 1, "cp");
    let machine = Machine::new(&[US[0], US[1], US[2], copy], (0, 0), (0, 0));
    // `/data` is the second mount of the table, on the other partition.
    machine.opens(900, "/data/big", 101);
    let chain = machine.chain();
    let now = [US[0], US[1], US[2].io(0, 100 * MIB), copy.ticks(5).io(0, 3000 * MIB)];
    let around = Surroundings { chain: &chain, on_file_system: true, ..Surroundings::default() };
    let found = machine.neighbours(&now, (0, 3100 * MIB), around);
    assert_eq!(names(&found), [("cp", NeighbourKind::Device)]);
    assert_eq!(found.named[0].pid, Some(900));
    assert_eq!(found.named[0].written_bytes_per_s, Some(300.0 * MIB as f64));
    assert_eq!(found.device_others_written_bytes_per_s, Some(300.0 * MIB as f64));
}

#[test]
fn a_program_that_writes_elsewhere_is_not() {
    let copy = model_process(900, 1, "cp");
    let machine = Machine::new(&[US[0], US[1], US[2], copy], (0, 0), (0, 0));
    machine.opens(900, "/other/big", 102);
    let chain = machine.chain();
    let now = [US[0], US[1], US[2].io(0, 100 * MIB), copy.ticks(5).io(0, 3000 * MIB)];
    let around = Surroundings { chain: &chain, on_file_system: true, ..Surroundings::default() };
    assert_eq!(names(&machine.neighbours(&now, (0, 100 * MIB), around)), []);
}

#[test]
fn bytes_that_no_process_accounts_for_are_told_without_a_name() {
    // The writer is another user's: its bytes may not be read.
    let hidden = ModelProcess { io: None, ..model_process(900, 1, "rsync") };
    let machine = Machine::new(&[US[0], US[1], US[2], hidden], (0, 0), (0, 0));
    let chain = machine.chain();
    let now = [US[0], US[1], US[2].io(500 * MIB, 0), hidden.ticks(20)];
    let around = Surroundings { chain: &chain, on_file_system: true, ..Surroundings::default() };
    let found = machine.neighbours(&now, (500 * MIB, 200 * MIB), around);
    assert_eq!(names(&found), [("others", NeighbourKind::Device)]);
    assert_eq!((found.named[0].pid, found.named[0].written_bytes_per_s), (None, Some(20.0 * MIB as f64)));
    // Through the page cache our own write-back comes later than our writes: nothing can be said of them.
    let cached = Surroundings { cached: true, ..around };
    let found = machine.neighbours(&now, (500 * MIB, 200 * MIB), cached);
    assert_eq!((names(&found), found.device_others_written_bytes_per_s), (vec![], None));
}

#[test]
fn a_loop_of_short_programs_is_named_by_the_shell_that_runs_it() {
    let shell = model_process(800, 1, "sh");
    // It had done half a terabyte before we came.
    let child = model_process(801, 800, "dd").ticks(4000).io(0, 500_000 * MIB);
    let machine = Machine::new(&[US[0], US[1], US[2], shell, child], (0, 0), (0, 0));
    let chain = machine.chain();
    // The child has ended: what it did is its parent's now, and its successors' too.
    let shell = ModelProcess { ticks: (0, 4000 + 300), ..shell.io(0, 500_000 * MIB + 2000 * MIB) };
    let now = [US[0], US[1], US[2], shell];
    let around = Surroundings { chain: &chain, on_file_system: true, ..Surroundings::default() };
    let found = machine.neighbours(&now, (0, 2000 * MIB), around);
    assert_eq!(names(&found), [("sh", NeighbourKind::Device)]);
    assert_eq!(found.named[0].written_bytes_per_s, Some(200.0 * MIB as f64));
    assert!((found.named[0].cpu_share - 0.3).abs() < 1e-9);
}

#[test]
fn a_program_of_our_own_shell_that_ended_meanwhile_is_named_and_the_shell_is_not() {
    let copy = model_process(900, 400, "dd").ticks(40).io(0, 700 * MIB);
    let machine = Machine::new(&[US[0], US[1], US[2], copy], (0, 0), (0, 0));
    let chain = machine.chain();
    let shell = ModelProcess { ticks: (0, 90), ..US[1].io(0, 1700 * MIB) };
    let around = Surroundings { chain: &chain, on_file_system: true, ..Surroundings::default() };
    let found = machine.neighbours(&[US[0], shell, US[2]], (0, 1000 * MIB), around);
    assert_eq!(names(&found), [("dd", NeighbourKind::Device)]);
    assert_eq!((found.named[0].pid, found.named[0].written_bytes_per_s), (Some(900), Some(100.0 * MIB as f64)));
    assert!((found.named[0].cpu_share - 0.05).abs() < 1e-9);
}

#[test]
fn who_takes_a_tenth_of_a_core_is_named_and_who_takes_less_is_not() {
    let (hog, small) = (model_process(900, 1, "python3"), model_process(901, 1, "cron"));
    let machine = Machine::new(&[US[0], US[1], US[2], hog, small], (0, 0), (0, 0));
    let now = [US[0], US[1], US[2], hog.ticks(950), small.ticks(90)];
    let found = machine.neighbours(&now, (0, 0), Surroundings::default());
    assert_eq!(names(&found), [("python3", NeighbourKind::Cpu)]);
    assert!((found.named[0].cpu_share - 0.95).abs() < 1e-9);
}

#[test]
fn a_number_that_another_process_has_now_says_nothing_of_the_one_before() {
    let long = model_process(900, 1, "java").ticks(1_000_000);
    let machine = Machine::new(&[US[0], US[1], US[2], long], (0, 0), (0, 0));
    let new = ModelProcess { started: 99_999, ..model_process(900, 1, "ls") };
    let found = machine.neighbours(&[US[0], US[1], US[2], new.ticks(3)], (0, 0), Surroundings::default());
    assert_eq!(names(&found), []);
}

#[test]
fn other_generators_come_first_and_another_plimsoll_is_told_by_its_verb() {
    let (fio, other, web) =
        (model_process(900, 1, "fio"), model_process(901, 1, "plimsoll"), model_process(902, 1, "plimsoll"));
    let (idle, host) = (model_process(903, 1, "vdbench"), model_process(904, 1, "ray::_Actor.__i"));
    let processes = [US[0], US[1], US[2], fio, other, web, idle, host];
    let machine = Machine::new(&processes, (0, 0), (0, 0));
    for (pid, verb) in [(901, "find"), (902, "web")] {
        machine.tree.write(
            &format!("proc/{pid}/cmdline"),
            &format!("/usr/bin/python3\0/usr/local/bin/plimsoll\0{verb}\0--objective\0secret\0"),
        );
        machine.tree.write(&format!("proc/{pid}/task/{pid}/comm"), "plimsoll\n");
    }
    // Only what has a target open has workers.
    machine.tree.write("proc/901/task/905/comm", "plimsoll-0\n");
    machine.tree.write("proc/904/task/906/comm", "plimsoll-12\n");
    let now = [US[0], US[1], US[2], fio.ticks(50).io(MIB, 0), other.ticks(200), web.ticks(1), idle, host.ticks(9)];
    let found = machine.neighbours(&now, (0, 0), Surroundings::default());
    let expected = ["fio", "plimsoll find", "plimsoll"].map(|name| (name, NeighbourKind::Measuring));
    assert_eq!(names(&found), expected);
    // Another host's part of the same Run, on one machine with ours, is no neighbour.
    let parts = Surroundings { one_of_several_hosts: true, ..Surroundings::default() };
    assert_eq!(names(&machine.neighbours(&now, (0, 0), parts)), expected[..2]);
}

#[test]
fn a_name_that_the_kernel_has_cut_is_told_in_full_and_nothing_of_what_follows_it() {
    let (browser, other) = (model_process(900, 1, "chromium-headle"), model_process(901, 1, "a-renamed-proce"));
    let machine = Machine::new(&[US[0], US[1], US[2], browser, other], (0, 0), (0, 0));
    let called = "/usr/lib/chromium/chromium-headless-shell --type=renderer /secret\0--more\0";
    machine.tree.write("proc/900/cmdline", called);
    machine.tree.write("proc/901/cmdline", "/usr/bin/python3\0/secret\0");
    let now = [US[0], US[1], US[2], browser.ticks(500), other.ticks(400)];
    let found = machine.neighbours(&now, (0, 0), Surroundings::default());
    let expected = ["chromium-headless-shell", "a-renamed-proce"].map(|name| (name, NeighbourKind::Cpu));
    assert_eq!(names(&found), expected);
}

#[test]
fn the_server_of_an_export_is_what_is_measured() {
    let server = model_process(900, 1, "nbdkit");
    let machine = Machine::new(&[US[0], US[1], US[2], server], (0, 0), (0, 0));
    let now = [US[0], US[1], US[2], server.ticks(900)];
    let export = Surroundings { export: true, ..Surroundings::default() };
    assert_eq!(names(&machine.neighbours(&now, (0, 0), export)), []);
    let found = machine.neighbours(&now, (0, 0), Surroundings::default());
    assert_eq!(names(&found), [("nbdkit", NeighbourKind::Cpu)], "of another target it is a neighbour");
}

#[test]
fn the_hypervisor_is_named_before_fifty_others() {
    let many: Vec<ModelProcess> = (900..950).map(|pid| model_process(pid, 1, "hog")).collect();
    let with_us = |more: Vec<ModelProcess>| [US.to_vec(), more].concat();
    let machine = Machine::new(&with_us(many.clone()), (0, 0), (0, 0));
    let mut after = machine.look(&with_us(many.iter().map(|one| one.ticks(500)).collect()), (0, 0), (0, 0));
    let cpu = after.cpu.as_mut().expect("read");
    (cpu.steal, cpu.idle) = (300, cpu.idle + 1700);
    let found = between(&machine.root(), &machine.before, &after, SPAN_S, &Surroundings::default()).expect("looked at");
    assert_eq!(found.named.len(), 6);
    let first = &found.named[0];
    assert_eq!((first.name.as_str(), first.pid), ("hypervisor", None));
    // 15 % of two cores.
    assert!((first.cpu_share - 0.3).abs() < 1e-9);
}

#[test]
fn names_that_others_chose_cannot_break_a_line() {
    let evil = b"7 (a) S 1 1\x1b[2J\xff\xe2\x80\xae) R 1 1 1 0 -1 64 0 0 0 0 11 22 33 44 20 0 1 0 555 1 1\n";
    let process = parse_process(evil).expect("read");
    assert_eq!((process.parent, process.cpu_ticks, process.collected_ticks, process.started), (1, 33, 77, 555));
    assert!(!process.name.chars().any(char::is_control) && !process.name.contains('\u{202e}'), "{:?}", process.name);
    // Cut off: a number may lack its last digits.
    assert_eq!(parse_process(&evil[..evil.len() - 1]), None);
    assert_eq!(parse_process(b""), None);
    assert_eq!(parse_process(b"7 (a"), None);
}

#[test]
fn a_name_that_is_filled_up_with_line_ends_is_named_without_them() {
    let text = b"7 (python\n\n\n\n) S 1 7 7 0 -1 0 0 0 0 0 11 22 33 44 20 0 1 0 555 0 0\n";
    assert_eq!(parse_process(text).expect("read").name, "python");
}

#[test]
fn where_proc_hides_this_process_nothing_is_claimed() {
    let machine = Machine::new(&US[..2], (0, 0), (0, 0));
    let after = machine.look(&US[..2], (0, 0), (0, 0));
    assert_eq!(between(&machine.root(), &machine.before, &after, SPAN_S, &Surroundings::default()), None);
}

/// The budget is 5 ms for 300 processes. What it costs here is printed: a time is no assertion on a machine that others use.
#[test]
fn a_snapshot_is_cheap() {
    let root = SysRoot::default();
    let clock = MonotonicClock;
    let mut spent: Vec<u64> = (0..50)
        .map(|_| {
            let start = clock.now();
            std::hint::black_box(Snapshot::take(&root, std::process::id()));
            clock.now().0 - start.0
        })
        .collect();
    spent.sort_unstable();
    let snapshot = Snapshot::take(&root, std::process::id());
    let own = snapshot.processes.get(&std::process::id()).expect("this process");
    assert!(own.started > 0 && !own.kernel);
    eprintln!("one look at {} processes: median {} ns", snapshot.processes.len(), spent[spent.len() / 2]);
    let around = chain(&root, Path::new("/")).expect("a chain, perhaps empty");
    let surroundings = Surroundings { chain: &around, ..Surroundings::default() };
    assert!(between(&root, &snapshot, &Snapshot::take(&root, std::process::id()), 0.001, &surroundings).is_some());
}
