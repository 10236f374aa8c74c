//! Two snapshots, compared: who did how much in between, and which of them is named.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Neighbour, NeighbourKind, Neighbours};
use super::names::{self, Role};
use super::open_files;
use super::snapshot::{Process, Snapshot};
use crate::chain::{BlockDevice, DeviceKind};
use crate::root::SysRoot;
use crate::sample::{DiskCounters, Jiffies};

/// Ticks of a second in `/proc` (`USER_HZ`): the same on every architecture that Plimsoll is built for.
const TICKS_PER_S: f64 = 100.0;

/// Most of a kind that are named, each by what it is named for: a compiler's many processes must not hide a `dd`.
const MAX_PER_ROLE: usize = 6;

/// A process is named for its processor time from this share of one core on.
const CPU_SHARE: f64 = 0.1;

/// The hypervisor is named from this share of all cores on: less does not show in the figures of a Run.
const STEAL_SHARE: f64 = 0.02;

/// A process is named for its bytes on the device from this rate on.
const BYTES_PER_S: f64 = (1 << 20) as f64;

/// A process below that rate is named from this share of our own bytes on, unless it is next to nothing: on a disk of
/// 100 IOPS a few dozen others matter.
const BYTES_SHARE: f64 = 0.05;
const MIN_BYTES_PER_S: f64 = (128 << 10) as f64;

/// A file system writes its journal and metadata in addition. Bytes that no process accounts for count as another
/// program's only from this share of our own bytes on.
const FILE_SYSTEM_OVERHEAD: f64 = 0.5;

/// Facts about our own Run for a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings<'a> {
    /// The devices of the target, from the top down; empty without one.
    pub chain: &'a [BlockDevice],
    /// The target is a file: a file system writes beside us.
    pub on_file_system: bool,
    /// Operations go through the page cache.
    pub cached: bool,
    /// Other hosts' generators on this machine are parts of the same Run.
    pub one_of_several_hosts: bool,
    /// The target is an export: a server of it on this machine is what is measured.
    pub export: bool,
}

/// Activity of one process between the snapshots.
#[derive(Clone, Copy, Debug)]
struct ProcessActivity<'a> {
    pid: u32,
    process: &'a Process,
    cpu_share: f64,
    bytes_per_s: Option<(f64, f64)>,
}

impl ProcessActivity<'_> {
    fn neighbour(&self, kind: NeighbourKind, name: String) -> Neighbour {
        Neighbour {
            pid: Some(self.pid),
            name,
            kind,
            cpu_share: self.cpu_share,
            read_bytes_per_s: self.bytes_per_s.map(|(read, _)| read),
            written_bytes_per_s: self.bytes_per_s.map(|(_, written)| written),
        }
    }

    fn moved_per_s(&self) -> f64 {
        self.bytes_per_s.map_or(0.0, |(read, written)| read + written)
    }
}

/// Bytes per second on the device, read and written.
#[derive(Clone, Copy, Debug, Default)]
struct Traffic {
    read: f64,
    written: f64,
}

/// Other programs that used the machine between two snapshots, `span_s` apart. None where `/proc` does not show this
/// process itself, or no time passed.
pub fn between(
    root: &SysRoot,
    before: &Snapshot,
    after: &Snapshot,
    span_s: f64,
    around: &Surroundings<'_>,
) -> Option<Neighbours> {
    if span_s <= 0.0 || !after.processes.contains_key(&after.own) {
        return None;
    }
    let family = Family::of(before, after);
    let deeds = deeds(before, after, span_s);
    let (mut ours, theirs): (Vec<ProcessActivity<'_>>, Vec<ProcessActivity<'_>>) = deeds
        .into_iter()
        .filter(|deed| !family.ancestors.contains(&deed.pid))
        .partition(|d| family.own.contains(&d.pid));
    let mut strangers = Vec::new();
    let ended = ended_siblings(before, after, &family.ancestors, span_s);
    for deed in theirs.into_iter().filter(|deed| !deed.process.kernel).chain(ended) {
        match names::role_of(root, deed.pid, deed.process) {
            Role::Host if around.one_of_several_hosts => ours.push(deed),
            Role::Server if around.export => {}
            role => strangers.push((deed, role)),
        }
    }
    let counted = TargetDevices::of(around.chain);
    let own = ours.iter().fold(Traffic::default(), |sum, deed| {
        let (read, written) = deed.bytes_per_s.unwrap_or_default();
        Traffic { read: sum.read + read, written: sum.written + written }
    });
    let others = counted.as_ref().and_then(|counted| counted.others(before, after, span_s, own));
    let writes_known = !around.cached && counted.as_ref().is_some_and(|counted| !counted.several);
    let mut named = processes(root, &strangers, own, others, around);
    named.extend(nameless(&named, own, others, around));
    named.extend(hypervisor(before, after));
    named.sort_by(order);
    let mut counts = BTreeMap::new();
    named.retain(|neighbour| {
        let count: &mut usize = counts.entry(neighbour.kind).or_default();
        *count += 1;
        *count <= MAX_PER_ROLE
    });
    Some(Neighbours {
        span_s,
        named,
        device: counted.filter(|_| others.is_some()).map(|counted| counted.names.join(", ")),
        device_others_read_bytes_per_s: others.map(|others| others.read),
        device_others_written_bytes_per_s: others.filter(|_| writes_known).map(|others| others.written),
    })
}

/// Generators first, then by bytes, then by processor time; who is no process before those that are.
fn order(a: &Neighbour, b: &Neighbour) -> std::cmp::Ordering {
    let descending = |x: f64, y: f64| y.total_cmp(&x);
    a.kind
        .cmp(&b.kind)
        .then_with(|| a.pid.is_some().cmp(&b.pid.is_some()))
        .then_with(|| match a.kind {
            NeighbourKind::Cpu => descending(a.cpu_share, b.cpu_share),
            _ => descending(a.bytes_per_s(), b.bytes_per_s()),
        })
        .then_with(|| a.pid.cmp(&b.pid))
}

/// Which of the strangers are named, and for what.
fn processes(
    root: &SysRoot,
    strangers: &[(ProcessActivity<'_>, Role)],
    own: Traffic,
    others: Option<Traffic>,
    around: &Surroundings<'_>,
) -> Vec<Neighbour> {
    let enough = (BYTES_SHARE * (own.read + own.written)).clamp(MIN_BYTES_PER_S, BYTES_PER_S);
    let mut named = Vec::new();
    let full = |deed: &ProcessActivity<'_>| names::full_name(root, deed.pid, &deed.process.name);
    let mut elsewhere = Vec::new();
    for (deed, role) in strangers {
        match role {
            Role::Plimsoll(name) => named.push(deed.neighbour(NeighbourKind::Measuring, name.clone())),
            Role::Host => named.push(deed.neighbour(NeighbourKind::Measuring, "plimsoll".into())),
            // One whose figures may be read and are nought only waits.
            Role::Generator(name) if deed.cpu_share > 0.0 || deed.bytes_per_s.is_none_or(|(r, w)| r + w > 0.0) => {
                named.push(deed.neighbour(NeighbourKind::Measuring, name.clone()));
            }
            _ => {
                let moves = !around.chain.is_empty() && deed.moved_per_s() >= enough;
                if moves && open_files::has_open(root, deed.pid, around.chain) == Some(true) {
                    named.push(deed.neighbour(NeighbourKind::Device, full(deed)));
                } else {
                    elsewhere.push((moves, deed));
                }
            }
        }
    }
    // A process that has closed its files again, as in a loop of short programs, may still have been on this device.
    elsewhere.sort_by(|a, b| b.1.moved_per_s().total_cmp(&a.1.moved_per_s()));
    for (moves, deed) in elsewhere {
        let explained: f64 = on_device(&named).map(Neighbour::bytes_per_s).sum();
        let open_question = others.is_some_and(|others| others.read + others.written - explained >= enough);
        if moves && open_question {
            named.push(deed.neighbour(NeighbourKind::Device, full(deed)));
        } else if deed.cpu_share >= CPU_SHARE {
            named.push(deed.neighbour(NeighbourKind::Cpu, full(deed)));
        }
    }
    named
}

fn on_device(named: &[Neighbour]) -> impl Iterator<Item = &Neighbour> {
    named.iter().filter(|neighbour| neighbour.kind != NeighbourKind::Cpu)
}

/// Bytes moved on the device that no named process accounts for.
fn nameless(
    named: &[Neighbour],
    own: Traffic,
    others: Option<Traffic>,
    around: &Surroundings<'_>,
) -> Option<Neighbour> {
    let others = others?;
    let explained = |of: fn(&Neighbour) -> Option<f64>| on_device(named).filter_map(of).sum::<f64>();
    let read = (others.read - explained(|n| n.read_bytes_per_s)).max(0.0);
    let written = (others.written - explained(|n| n.written_bytes_per_s)).max(0.0);
    let overhead = if around.on_file_system { FILE_SYSTEM_OVERHEAD } else { BYTES_SHARE };
    let reads = read >= BYTES_PER_S.max(BYTES_SHARE * own.read);
    let writes = !around.cached && written >= BYTES_PER_S.max(overhead * own.written);
    (reads || writes).then(|| Neighbour {
        pid: None,
        name: "others".into(),
        kind: NeighbourKind::Device,
        cpu_share: 0.0,
        read_bytes_per_s: Some(if reads { read } else { 0.0 }),
        written_bytes_per_s: Some(if writes { written } else { 0.0 }),
    })
}

fn hypervisor(before: &Snapshot, after: &Snapshot) -> Option<Neighbour> {
    let (then, now) = (before.cpu?, after.cpu?);
    let all = |j: Jiffies| j.user + j.nice + j.system + j.idle + j.iowait + j.irq + j.softirq + j.steal;
    let passed = all(now).checked_sub(all(then)).filter(|passed| *passed > 0)?;
    let share = now.steal.saturating_sub(then.steal) as f64 / passed as f64;
    (share >= STEAL_SHARE).then(|| Neighbour {
        pid: None,
        name: "hypervisor".into(),
        kind: NeighbourKind::Cpu,
        cpu_share: share * after.cores.max(1) as f64,
        read_bytes_per_s: None,
        written_bytes_per_s: None,
    })
}

/// Bytes on a disk between two readings; none when its counters ran backwards: another disk has its name now.
fn traffic(then: &DiskCounters, now: &DiskCounters, span_s: f64) -> Option<Traffic> {
    let rate = |now: u64, then: u64| Some(now.checked_sub(then)? as f64 / span_s);
    Some(Traffic { read: rate(now.read_bytes, then.read_bytes)?, written: rate(now.write_bytes, then.write_bytes)? })
}

/// Devices whose counters hold what we move once, and what everybody else moves.
struct TargetDevices<'a> {
    names: Vec<&'a str>,
    /// Several disks may keep copies of written data: only reads can be attributed.
    several: bool,
}

impl TargetDevices<'_> {
    /// The disks at the bottom. What is reached through a cache (a buffered loop device) or is kept in copies (md) is counted
    /// above that. None without a device.
    fn of(chain: &[BlockDevice]) -> Option<TargetDevices<'_>> {
        let hides = |device: &&BlockDevice| match device.kind {
            DeviceKind::Loop => device.direct != Some(true),
            DeviceKind::Md | DeviceKind::Bcache | DeviceKind::Multipath => true,
            _ => false,
        };
        let leaf = |d: &&BlockDevice| matches!(d.kind, DeviceKind::Disk | DeviceKind::Nbd | DeviceKind::Memory);
        let names: Vec<&str> = match chain.iter().find(hides) {
            Some(device) => vec![device.name.as_str()],
            None => chain.iter().filter(leaf).map(|device| device.name.as_str()).collect(),
        };
        let names = if names.is_empty() { vec![chain.last()?.name.as_str()] } else { names };
        Some(TargetDevices { several: names.len() > 1, names })
    }

    /// Bytes that others moved on them, beside `own`. None where their counters cannot be compared.
    fn others(&self, before: &Snapshot, after: &Snapshot, span_s: f64, own: Traffic) -> Option<Traffic> {
        let mut all = Traffic::default();
        for name in &self.names {
            let one = traffic(before.disks.get(*name)?, after.disks.get(*name)?, span_s)?;
            all = Traffic { read: all.read + one.read, written: all.written + one.written };
        }
        let written = if self.several { 0.0 } else { (all.written - own.written).max(0.0) };
        Some(Traffic { read: (all.read - own.read).max(0.0), written })
    }
}

/// The processes that belong to us.
struct Family {
    /// This one and all that it started.
    own: BTreeSet<u32>,
    /// Its ancestors: they wait for us, or draw our output.
    ancestors: BTreeSet<u32>,
}

impl Family {
    fn of(before: &Snapshot, after: &Snapshot) -> Family {
        let own = after.own;
        let parent = |pid: u32| {
            let known = after.processes.get(&pid).or_else(|| before.processes.get(&pid));
            known.map(|process| process.parent).filter(|parent| *parent > 1)
        };
        // A tree that changes while it is read may look like a ring.
        let line = |pid: u32| std::iter::successors(parent(pid), |pid| parent(*pid)).take(256);
        let ancestors: BTreeSet<u32> = line(own).filter(|pid| *pid != own).collect();
        let descends = |pid: &u32| *pid == own || line(*pid).any(|above| above == own);
        let own = after.processes.keys().copied().filter(descends).collect();
        Family { own, ancestors }
    }
}

/// Activity of every process between the snapshots.
fn deeds<'a>(before: &Snapshot, after: &'a Snapshot, span_s: f64) -> Vec<ProcessActivity<'a>> {
    let known_before = known_before(before, after);
    let deed = |(pid, now): (&u32, &'a Process)| {
        let then = known_before.get(pid).copied().unwrap_or_default();
        let ticks = (now.cpu_ticks + now.collected_ticks).saturating_sub(then.ticks);
        let bytes = now.io.map(|(read, written)| {
            (read.saturating_sub(then.read) as f64 / span_s, written.saturating_sub(then.written) as f64 / span_s)
        });
        ProcessActivity { pid: *pid, process: now, cpu_share: ticks as f64 / TICKS_PER_S / span_s, bytes_per_s: bytes }
    };
    after.processes.iter().map(deed).collect()
}

/// Processes that ended between the snapshots beside us, started by the same shell, say. Their figures are in those of
/// the process that collected them, which as an ancestor of ours is not named itself.
fn ended_siblings<'a>(
    before: &'a Snapshot,
    after: &Snapshot,
    ancestors: &BTreeSet<u32>,
    span_s: f64,
) -> Vec<ProcessActivity<'a>> {
    let of = |ancestor: &u32| {
        let then = before.processes.get(ancestor)?;
        let now = after.processes.get(ancestor).filter(|now| now.started == then.started)?;
        let ended = || {
            let gone = |(pid, child): &(&u32, &Process)| {
                child.parent == *ancestor && after.processes.get(*pid).is_none_or(|now| now.started != child.started)
            };
            before.processes.iter().filter(gone)
        };
        let (pid, process) = ended().max_by_key(|(_, child)| (child.io, child.cpu_ticks))?;
        let earlier_ticks: u64 = ended().map(|(_, child)| child.cpu_ticks + child.collected_ticks).sum();
        let ticks = now.collected_ticks.saturating_sub(then.collected_ticks + earlier_ticks);
        let bytes = |of: fn((u64, u64)) -> u64| {
            let earlier: u64 = ended().filter_map(|(_, child)| child.io.map(of)).sum();
            Some(now.io.map(of)?.saturating_sub(then.io.map(of)? + earlier) as f64 / span_s)
        };
        Some(ProcessActivity {
            pid: *pid,
            process,
            cpu_share: ticks as f64 / TICKS_PER_S / span_s,
            bytes_per_s: bytes(|(read, _)| read).zip(bytes(|(_, written)| written)),
        })
    };
    ancestors.iter().filter_map(of).collect()
}

/// Counts at the first snapshot.
#[derive(Clone, Copy, Debug, Default)]
struct Earlier {
    ticks: u64,
    read: u64,
    written: u64,
}

/// By process. What a child had done before is in its parent's figures once the parent has collected it: it is added
/// there.
fn known_before(before: &Snapshot, after: &Snapshot) -> BTreeMap<u32, Earlier> {
    let lives = |pid: u32| {
        let started = |snapshot: &Snapshot| snapshot.processes.get(&pid).map(|process| process.started);
        started(after).is_some() && started(after) == started(before)
    };
    let mut earlier: BTreeMap<u32, Earlier> = BTreeMap::new();
    for (pid, process) in &before.processes {
        let above = std::iter::successors(Some(*pid), |pid| Some(before.processes.get(pid)?.parent));
        let Some(holder) = above.take(256).find(|pid| lives(*pid)) else { continue };
        let sum = earlier.entry(holder).or_default();
        sum.ticks += process.cpu_ticks + process.collected_ticks;
        let (read, written) = process.io.unwrap_or_default();
        sum.read += read;
        sum.written += written;
    }
    earlier
}
