//! Counters of the processes and disks of a machine at one instant.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use crate::root::SysRoot;
use crate::sample::{DiskCounters, Jiffies, parse_disk_stat, parse_self_io, parse_stat};

/// Flag of a kernel thread (`PF_KTHREAD`, linux/sched.h).
const KERNEL_THREAD: u64 = 0x0020_0000;

/// Processes that are looked at. On a machine with more the look would take tens of milliseconds.
const MAX_PROCESSES: usize = 4096;

/// One process, since it started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// The process that started it, or took it over.
    pub parent: u32,
    /// Name of its program, printable.
    pub name: String,
    /// Whether it is a thread of the kernel.
    pub kernel: bool,
    /// Its start, in ticks since that of the machine: with the process number it identifies the process.
    pub started: u64,
    /// Processor time of all its threads, in ticks.
    pub cpu_ticks: u64,
    /// Ticks of its children that have ended and were collected.
    pub collected_ticks: u64,
    /// Bytes that it made storage read and write, those of its collected children included; none where they may not be
    /// read.
    pub io: Option<(u64, u64)>,
}

/// All of them, with the disks and the processors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The process that looked.
    pub own: u32,
    /// By number.
    pub processes: BTreeMap<u32, Process>,
    /// By kernel name.
    pub disks: BTreeMap<String, DiskCounters>,
    /// All cores together.
    pub cpu: Option<Jiffies>,
    /// How many cores are online.
    pub cores: usize,
}

impl Snapshot {
    /// Takes a snapshot. The process `own` and the disks are read next to each other: its traffic is subtracted from
    /// theirs.
    pub fn take(root: &SysRoot, own: u32) -> Snapshot {
        let mut buffer = vec![0; 16 * 1024];
        let mut processes: BTreeMap<u32, Process> = numbers(root)
            .filter(|pid| *pid != own)
            .take(MAX_PROCESSES)
            .filter_map(|pid| Some((pid, read_process(root, pid, &mut buffer)?)))
            .collect();
        if let Some(process) = read_process(root, own, &mut buffer) {
            processes.insert(own, process);
        }
        let disks = fs::read_to_string(root.proc.join("diskstats")).map(|text| parse_disks(&text)).unwrap_or_default();
        let stat = fs::read_to_string(root.proc.join("stat")).unwrap_or_default();
        let (cpu, cores) = parse_stat(&stat);
        Snapshot { own, processes, disks, cpu, cores: cores.len() }
    }
}

fn numbers(root: &SysRoot) -> impl Iterator<Item = u32> {
    let entries = fs::read_dir(&root.proc).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn read_process(root: &SysRoot, pid: u32, buffer: &mut [u8]) -> Option<Process> {
    let directory = root.proc.join(pid.to_string());
    let process = parse_process(read_small(&directory.join("stat"), buffer)?)?;
    if process.kernel {
        return Some(process);
    }
    let text = read_small(&directory.join("io"), buffer).map(String::from_utf8_lossy);
    let io = text.and_then(|text| match parse_self_io(&text) {
        (Some(read), Some(written)) => Some((read, written)),
        _ => None,
    });
    Some(Process { io, ..process })
}

/// The contents of a small file of `/proc`, which one call returns as a whole.
pub(super) fn read_small<'a>(path: &Path, buffer: &'a mut [u8]) -> Option<&'a [u8]> {
    let count = File::open(path).ok()?.read(buffer).ok()?;
    Some(&buffer[..count])
}

/// A process from the text of `/proc/PID/stat` (proc_pid_stat(5)), without its bytes. Its name may hold any byte, brackets
/// too: what follows is counted from the last of them.
pub fn parse_process(text: &[u8]) -> Option<Process> {
    let open = text.iter().position(|byte| *byte == b'(')?;
    let close = text.iter().rposition(|byte| *byte == b')')?;
    let rest = std::str::from_utf8(text.get(close + 1..)?).ok()?;
    if !rest.ends_with('\n') {
        return None;
    }
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    // Fields are numbered from 1 in the manual; the state, the first behind the name, is field 3.
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    Some(Process {
        parent: u32::try_from(field(4)?).ok()?,
        // Some programs overwrite their name and fill what is left of it with line ends (execnet).
        name: printable(text.get(open + 1..close)?.trim_ascii_end()),
        kernel: field(9)? & KERNEL_THREAD != 0,
        started: field(22)?,
        cpu_ticks: field(14)?.saturating_add(field(15)?),
        collected_ticks: field(16)?.saturating_add(field(17)?),
        io: None,
    })
}

/// A foreign name, without characters that would move the cursor of a terminal.
pub(super) fn printable(name: &[u8]) -> String {
    let text = String::from_utf8_lossy(name);
    text.chars().map(|c| if c.is_control() || invisible(c) { '?' } else { c }).collect()
}

/// Marks that turn the direction of what is written, or have no width.
fn invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Every disk and partition in the text of `/proc/diskstats`, by its kernel name.
fn parse_disks(text: &str) -> BTreeMap<String, DiskCounters> {
    let disk = |line: &str| {
        let mut words = line.split_ascii_whitespace();
        let name = words.nth(2)?.to_owned();
        let counters = words.collect::<Vec<_>>().join(" ");
        let counters = parse_disk_stat(&format!("{counters}\n"))?;
        Some((name.clone(), DiskCounters { name, ..counters }))
    };
    text.lines().filter_map(disk).collect()
}
