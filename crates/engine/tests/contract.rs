//! One suite over every engine: what a worker relies on, whichever engine it has.
#![allow(missing_docs, unsafe_code, clippy::print_stderr)]

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::stream;
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines::emulated::Emulation;
use plimsoll_engine::engines::io_uring::Uring;
use plimsoll_engine::{
    AnyEngine, Completion, Drives, ENGINES, Engine, EngineKind, EngineOptions, EngineTarget, Opening, SHORT_TRANSFER,
    Wait, find, kernel_workers, waits_for_completion,
};
use plimsoll_storage::StackSpec;

mod nbd_support;
use nbd_support::{EVERYTHING, memory_server};

const BLOCK: u32 = 4096;
const SLOTS: u32 = 8;
const FILE_BLOCKS: u64 = 64;
const EBADF: i32 = 9;
const ENOSPC: i32 = 28;
/// Only a defect waits so long. Whatever else runs on this machine, no operation of an honest test takes as much.
const PATIENCE: Nanos = Nanos::from_secs(120);

fn path_of(name: &str) -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}-{number}", std::process::id()))
}

/// A file of [`FILE_BLOCKS`] blocks of sevens, without a name; past the page cache where its file system can.
fn file(name: &str, writable: bool) -> Arc<OwnedFd> {
    let path = path_of(name);
    let mut file = File::create(&path).unwrap();
    file.write_all(&vec![7; FILE_BLOCKS as usize * BLOCK as usize]).unwrap();
    let open = |flags| OpenOptions::new().read(true).write(writable).custom_flags(flags).open(&path);
    let opened = open(libc::O_DIRECT).or_else(|_| open(0)).unwrap();
    std::fs::remove_file(path).unwrap();
    Arc::new(opened.into())
}

fn buffers(slots: u32, block: u32) -> Buffers {
    Buffers::new(BufferPlan::plain(slots, block, true, true), &mut stream(1, "payload", 0)).unwrap()
}

/// An engine, and a variant of it where it has some.
const REAL: &[(&str, EngineOptions)] = {
    const PLAIN: EngineOptions = EngineOptions::PLAIN;
    &[
        ("io_uring", PLAIN),
        ("io_uring", EngineOptions { durable_writes: true, flush_data_only: true, ..PLAIN }),
        ("io_uring", EngineOptions { sqpoll: true, ..PLAIN }),
        ("io_uring", EngineOptions { one_per_call: true, ..PLAIN }),
        ("libaio", PLAIN),
        ("libaio", EngineOptions { one_per_call: true, ..PLAIN }),
        ("psync", PLAIN),
        ("psync", EngineOptions { durable_writes: true, flush_data_only: true, ..PLAIN }),
    ]
};

fn open(kind: &EngineKind, target: EngineTarget<'_>, slots: u32, options: EngineOptions) -> Box<dyn Engine> {
    let memory = &mut || Ok(buffers(slots, BLOCK));
    let opening = Opening { target, worker: 0, slots, options, keeps_content: false, memory };
    AnyEngine::open(kind, opening).unwrap().into_dyn()
}

fn make(name: &str, target: Arc<OwnedFd>, slots: u32, options: EngineOptions) -> Option<Box<dyn Engine>> {
    let kind = find(name).unwrap();
    if let Err(why) = (kind.available)() {
        eprintln!("skipped: engine {name}: {why}");
        return None;
    }
    Some(open(kind, EngineTarget::File(target), slots, options))
}

/// Calls `each` with every engine and variant that moves bytes and works here; the others are named.
fn every_real_engine(slots: u32, writable: bool, mut each: impl FnMut(&str, Box<dyn Engine>, &Arc<OwnedFd>)) {
    for &(name, options) in REAL {
        let target = file(name, writable);
        if let Some(engine) = make(name, target.clone(), slots, options) {
            each(&format!("{name} {options:?}"), engine, &target);
        }
    }
}

/// Calls `each` with every engine that works here.
fn every_engine(slots: u32, writable: bool, mut each: impl FnMut(&str, &mut dyn Engine)) {
    every_real_engine(slots, writable, |name, mut engine, _| each(name, &mut *engine));
    for kind in ENGINES {
        let uri;
        let target = match kind.drives {
            Drives::Null => EngineTarget::Nothing,
            Drives::Stack => {
                let text = include_str!("emulated.toml");
                let spec = StackSpec::from_toml(text, "emulated.toml").unwrap();
                EngineTarget::Stack(Emulation::new(&spec, 1, 1))
            }
            // Other behaviour of servers has a suite of its own.
            Drives::Nbd => {
                uri = memory_server(1, FILE_BLOCKS as usize * BLOCK as usize, EVERYTHING).0;
                EngineTarget::Export(&uri)
            }
            Drives::Files => {
                assert!(REAL.iter().any(|(real, _)| *real == kind.name), "{} stands in REAL", kind.name);
                continue;
            }
        };
        let mut engine = open(kind, target, slots, EngineOptions::default());
        each(kind.name, &mut *engine);
    }
}

fn soon() -> Wait {
    let now = MonotonicClock.now();
    Wait::Until { at: now + Nanos::from_millis(20), now }
}

fn reap_all(engine: &mut dyn Engine, count: usize) -> Vec<Completion> {
    let mut found = Vec::new();
    let start = MonotonicClock.now();
    while found.len() < count {
        let late = MonotonicClock.now() > start + PATIENCE;
        assert!(!late, "{} of {count} operations came back", found.len());
        engine.reap(&mut found, soon()).unwrap();
    }
    found
}

/// The `number`th operation of a mix of reads and writes.
fn mixed_op(number: u64) -> Op {
    let kind = if number % 3 == 0 { OpKind::Write } else { OpKind::Read };
    Op { kind, offset: number * 13 % FILE_BLOCKS * u64::from(BLOCK), len: BLOCK }
}

#[test]
fn every_operation_completes_exactly_once_with_its_length() {
    for slots in [1, SLOTS] {
        every_engine(slots, true, |name, engine| {
            for round in 0..50_u64 {
                for slot in 0..slots {
                    engine.push(slot, mixed_op(round * 7 + u64::from(slot)));
                }
                engine.submit().unwrap();
                let found = reap_all(engine, slots as usize);
                let distinct: BTreeSet<u32> = found.iter().map(|c| c.slot).collect();
                assert_eq!(distinct.len(), slots as usize, "{name}: a slot came back twice");
                assert!(found.iter().all(|c| c.result == Ok(BLOCK)), "{name}: {found:?}");
            }
        });
    }
}

/// Slots are filled again as they come free, as a worker does: many times what the ring holds, in batches of all sizes.
#[test]
fn slots_filled_again_as_they_come_free_lose_nothing_and_bring_nothing_twice() {
    const OPERATIONS: u64 = 400;
    for (slots, gather) in [(1, 1), (5, 1), (SLOTS, 3), (SLOTS, 1_000)] {
        every_engine(slots, true, |name, engine| {
            let mut free: Vec<u32> = (0..slots).collect();
            let mut under_way = BTreeSet::new();
            let mut found = Vec::new();
            let (mut pushed, mut done, mut looks) = (0, 0, 0);
            let start = MonotonicClock.now();
            engine.gather(gather);
            while done < OPERATIONS {
                while pushed < OPERATIONS {
                    let Some(slot) = free.pop() else { break };
                    engine.push(slot, mixed_op(pushed));
                    assert!(under_way.insert(slot));
                    pushed += 1;
                }
                // Both ways to go on, in turn.
                looks += 1;
                if looks % 3 == 0 {
                    engine.submit().unwrap();
                    engine.reap(&mut found, Wait::No).unwrap();
                } else {
                    engine.submit_and_reap(&mut found, soon()).unwrap();
                }
                for completion in found.drain(..) {
                    assert_eq!(completion.result, Ok(BLOCK), "{name}");
                    assert!(under_way.remove(&completion.slot), "{name}: slot {} came back twice", completion.slot);
                    free.push(completion.slot);
                    done += 1;
                }
                let late = MonotonicClock.now() > start + PATIENCE;
                assert!(!late, "{name}: {done} of {OPERATIONS} operations came back");
            }
        });
    }
}

/// The kernel's thread tells that it has taken a batch when it is through with it, which may be after the first of its
/// operations have finished and their slots are filled again. Read through the page cache, where they finish at once.
#[test]
fn a_slot_that_is_filled_again_before_the_kernels_thread_is_through_with_its_batch_is_not_lost() {
    const OPERATIONS: u64 = 30_000;
    let path = path_of("cached");
    std::fs::write(&path, vec![7; FILE_BLOCKS as usize * BLOCK as usize]).unwrap();
    let target: Arc<OwnedFd> = Arc::new(File::open(&path).unwrap().into());
    std::fs::remove_file(path).unwrap();
    let options = EngineOptions { sqpoll: true, ..EngineOptions::PLAIN };
    for slots in [1, 3, SLOTS] {
        let Some(mut engine) = make("io_uring", target.clone(), slots, options) else { continue };
        let mut free: Vec<u32> = (0..slots).collect();
        let mut found = Vec::new();
        let (mut pushed, mut done) = (0, 0);
        let mut last = MonotonicClock.now();
        while done < OPERATIONS {
            while pushed < OPERATIONS {
                let Some(slot) = free.pop() else { break };
                engine.push(slot, Op { kind: OpKind::Read, ..mixed_op(pushed) });
                pushed += 1;
            }
            engine.submit().unwrap();
            engine.reap(&mut found, Wait::No).unwrap();
            for completion in found.drain(..) {
                assert_eq!(completion.result, Ok(BLOCK));
                free.push(completion.slot);
                (done, last) = (done + 1, MonotonicClock.now());
            }
            let still = MonotonicClock.now() > last + PATIENCE;
            assert!(!still, "{slots} slots: {done} of {pushed} operations came back, then none");
        }
    }
}

#[test]
fn more_outstanding_than_a_ring_has_room_for_is_refused_in_words() {
    let options = EngineOptions { sqpoll: true, ..EngineOptions::PLAIN };
    let refused = |slots, options| {
        let buffers = Buffers::new(BufferPlan::plain(1, BLOCK, true, true), &mut stream(1, "payload", 0)).unwrap();
        Uring::new(file("many", false), buffers, slots, options).map(drop).unwrap_err().to_string()
    };
    let said = refused(16_385, options);
    assert_eq!(said, "io_uring with sqpoll takes up to 16384 outstanding for each worker, not 16385");
    let said = refused(32_769, EngineOptions::PLAIN);
    assert_eq!(said, "io_uring takes up to 32768 outstanding for each worker, not 32769");
}

#[test]
fn waiting_without_anything_outstanding_ends_at_the_deadline_and_not_before() {
    every_engine(SLOTS, true, |name, engine| {
        let mut found = Vec::new();
        for together in [false, true] {
            let now = MonotonicClock.now();
            let at = now + Nanos::from_millis(3);
            let wait = Wait::Until { at, now };
            if together {
                engine.submit_and_reap(&mut found, wait).unwrap();
            } else {
                engine.reap(&mut found, wait).unwrap();
            }
            assert!(MonotonicClock.now() >= at, "{name} did not wait");
            engine.reap(&mut found, Wait::No).unwrap();
            assert!(found.is_empty(), "{name} found {found:?} with nothing submitted");
        }
    });
}

/// A pipe without a writer never answers: only the deadline can end the wait. (AIO takes no pipes.)
#[test]
fn a_deadline_ends_the_wait_for_what_does_not_come() {
    for options in [EngineOptions::default(), EngineOptions { sqpoll: true, ..EngineOptions::default() }] {
        for together in [false, true] {
            let (reader, writer) = std::io::pipe().unwrap();
            let Some(mut engine) = make("io_uring", Arc::new(reader.into()), 2, options) else { return };
            let mut found = Vec::new();
            engine.push(0, Op { kind: OpKind::Read, offset: 0, len: BLOCK });
            let now = MonotonicClock.now();
            let wait = Wait::Until { at: now + Nanos::from_millis(5), now };
            if together {
                engine.submit_and_reap(&mut found, wait).unwrap();
            } else {
                engine.submit().unwrap();
                engine.reap(&mut found, wait).unwrap();
            }
            let waited = MonotonicClock.now() - now;
            assert!(found.is_empty() && waited >= Nanos::from_millis(5), "{options:?}: {found:?} after {waited:?}");
            // Dropped with the operation in flight; what comes later must not find freed memory.
            drop(engine);
            (&writer).write_all(&[9; 512]).unwrap();
        }
    }
}

#[test]
fn an_engine_dropped_with_operations_in_flight_takes_nothing_with_it() {
    for slots in [1, 64] {
        every_real_engine(slots, true, |_, mut engine, _| {
            for slot in 0..slots {
                engine.push(slot, mixed_op(u64::from(slot)));
            }
            engine.submit().unwrap();
        });
    }
}

/// An engine is made by one thread, used by a second and dropped by a third.
#[test]
fn an_engine_may_be_made_used_and_dropped_by_different_threads() {
    if plimsoll_engine::engines::io_uring::available().is_err() {
        eprintln!("skipped: io_uring is not available");
        return;
    }
    let mut engine = Uring::new(file("moved", true), buffers(SLOTS, BLOCK), SLOTS, EngineOptions::default()).unwrap();
    let engine = std::thread::spawn(move || {
        for slot in 0..SLOTS {
            engine.push(slot, mixed_op(u64::from(slot)));
        }
        engine.submit().unwrap();
        reap_all(&mut engine, SLOTS as usize);
        engine
    });
    let engine = engine.join().unwrap();
    std::thread::spawn(move || drop(engine)).join().unwrap();
}

#[test]
fn what_was_written_reads_back_and_every_write_differs() {
    every_real_engine(SLOTS, true, |name, mut engine, target| {
        for slot in 0..SLOTS {
            engine.push(slot, Op { kind: OpKind::Write, offset: u64::from(slot * BLOCK), len: BLOCK });
        }
        engine.submit().unwrap();
        reap_all(&mut *engine, SLOTS as usize);
        engine.push(0, Op { kind: OpKind::Flush, offset: 0, len: 0 });
        engine.submit().unwrap();
        assert_eq!(reap_all(&mut *engine, 1), [Completion { slot: 0, result: Ok(0) }], "{name}: a flush");
        let content = content(target);
        let written = &content[..(SLOTS * BLOCK) as usize];
        let sectors: BTreeSet<&[u8]> = written.chunks(512).collect();
        assert_eq!(sectors.len(), written.len() / 512, "{name}: two sectors written are alike");
        assert!(!written.chunks(512).any(|s| s == [7; 512]), "{name}: something was not written");
    });
}

/// The whole file, read through the page cache by another descriptor.
fn content(target: &Arc<OwnedFd>) -> Vec<u8> {
    use std::os::fd::AsRawFd as _;
    let mut content = vec![0; FILE_BLOCKS as usize * BLOCK as usize];
    let file = File::open(format!("/proc/self/fd/{}", target.as_raw_fd())).unwrap();
    file.read_exact_at(&mut content, 0).unwrap();
    content
}

#[test]
fn a_trimmed_block_reads_as_zeroes_and_its_neighbours_stay() {
    every_real_engine(SLOTS, true, |name, mut engine, target| {
        engine.push(0, Op { kind: OpKind::Trim, offset: u64::from(BLOCK), len: BLOCK });
        engine.push(1, Op { kind: OpKind::Read, offset: 0, len: BLOCK });
        engine.submit().unwrap();
        let mut found = reap_all(&mut *engine, 2);
        found.sort_by_key(|c| c.slot);
        const EOPNOTSUPP: i32 = 95;
        if found[0].result == Err(EOPNOTSUPP) {
            eprintln!("skipped: the file system here cannot punch holes");
            return;
        }
        assert_eq!([found[0].result, found[1].result], [Ok(BLOCK); 2], "{name}");
        let content = content(target);
        let block = |n: usize| &content[n * BLOCK as usize..(n + 1) * BLOCK as usize];
        assert!(block(1).iter().all(|&b| b == 0), "{name}: the trimmed block");
        assert!([0, 2].iter().all(|&n| block(n).iter().all(|&b| b == 7)), "{name}: its neighbours");
    });
}

#[test]
fn a_short_transfer_and_a_failed_one_are_errors_and_not_figures() {
    every_real_engine(2, false, |name, mut engine, target| {
        // Where the file is open for direct I/O it ends on a sector all the same.
        let end = FILE_BLOCKS * u64::from(BLOCK) - 512;
        let path = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&**target));
        OpenOptions::new().write(true).open(path).unwrap().set_len(end).unwrap();
        engine.push(0, Op { kind: OpKind::Read, offset: end + 512 - u64::from(BLOCK), len: BLOCK });
        engine.push(1, Op { kind: OpKind::Write, offset: 0, len: BLOCK });
        engine.submit().unwrap();
        let mut found = reap_all(&mut *engine, 2);
        found.sort_by_key(|c| c.slot);
        assert_eq!(found[0].result, Err(SHORT_TRANSFER), "{name}: a read across the end of the file");
        assert_eq!(found[1].result, Err(EBADF), "{name}: a write to a descriptor opened for reading");
    });
}

/// A file system of one's own that is full; needs root.
struct FullDisk(PathBuf);

impl FullDisk {
    fn mount() -> Result<FullDisk, String> {
        let path = path_of("full");
        std::fs::create_dir(&path).map_err(|e| e.to_string())?;
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(&path).output();
        match mounted {
            Ok(output) if output.status.success() => Ok(FullDisk(path)),
            _ => {
                let _ = std::fs::remove_dir(&path);
                Err("a full file system needs root to be mounted".into())
            }
        }
    }
}

impl Drop for FullDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
        let _ = std::fs::remove_dir(&self.0);
    }
}

#[test]
fn a_full_file_system_is_told_as_such() {
    let disk = match FullDisk::mount() {
        Ok(disk) => disk,
        Err(why) => {
            eprintln!("skipped: {why}");
            return;
        }
    };
    let mut ballast = File::create(disk.0.join("ballast")).unwrap();
    while ballast.write_all(&[1; 4096]).is_ok() {}
    for &(name, options) in REAL {
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(disk.0.join("target"));
        let Some(mut engine) = make(name, Arc::new(opened.unwrap().into()), 2, options) else { continue };
        engine.push(0, Op { kind: OpKind::Write, offset: 0, len: BLOCK });
        engine.submit().unwrap();
        assert_eq!(reap_all(&mut *engine, 1)[0].result, Err(ENOSPC), "{name}");
    }
}

/// At one operation at a time, io_uring and psync make one system call each, AIO two.
#[test]
fn one_operation_at_a_time_costs_one_system_call() {
    const OPERATIONS: u64 = 100;
    for &(name, options) in REAL {
        let calls_each = match name {
            _ if options.sqpoll => continue,
            "libaio" => 2,
            _ => 1,
        };
        let Some(mut engine) = make(name, file(name, true), 1, options) else { continue };
        let mut found = Vec::new();
        // The first call of a ring also switches it on.
        engine.push(0, mixed_op(0));
        engine.submit_and_reap(&mut found, soon()).unwrap();
        while found.is_empty() {
            engine.reap(&mut found, soon()).unwrap();
        }
        let (before, mut retries) = (engine.system_calls(), 0);
        for number in 0..OPERATIONS {
            found.clear();
            engine.push(0, mixed_op(number));
            engine.submit_and_reap(&mut found, soon()).unwrap();
            // A stall of the device beyond the wait costs another call, which is no defect.
            while found.is_empty() {
                engine.reap(&mut found, soon()).unwrap();
                retries += 1;
            }
        }
        let calls = engine.system_calls() - before;
        assert!(calls >= calls_each * OPERATIONS && calls <= calls_each * OPERATIONS + retries, "{name}: {calls}");
    }
}

#[test]
fn polling_works_or_is_refused_in_words_when_the_engine_is_made() {
    if plimsoll_engine::engines::io_uring::available().is_err() {
        eprintln!("skipped: io_uring is not available");
        return;
    }
    let options = EngineOptions { iopoll: true, ..EngineOptions::default() };
    match Uring::new(file("iopoll", true), buffers(SLOTS, BLOCK), SLOTS, options) {
        Err(refusal) => {
            eprintln!("skipped: IOPOLL: {refusal}");
            assert_eq!(refusal.kind(), std::io::ErrorKind::Unsupported);
            assert!(refusal.to_string().contains("poll queues"), "{refusal}");
        }
        Ok(mut engine) => {
            for (slot, kind) in [OpKind::Read, OpKind::Write, OpKind::Flush].into_iter().enumerate() {
                let len = if kind == OpKind::Flush { 0 } else { BLOCK };
                engine.push(slot as u32, Op { kind, offset: 0, len });
            }
            engine.submit().unwrap();
            assert!(reap_all(&mut engine, 3).iter().all(|c| c.result.is_ok()));
        }
    }
}

/// As fio calls: one operation into a call, one out of a call. For closed loads only, and only where it was chosen.
#[test]
fn where_it_was_chosen_an_operation_of_a_closed_load_shares_no_call() {
    let chosen = EngineOptions { one_per_call: true, ..EngineOptions::default() };
    for (name, options, closed) in [
        ("libaio", chosen, true),
        ("libaio", chosen, false),
        ("libaio", EngineOptions::default(), true),
        ("io_uring", chosen, true),
        ("io_uring", chosen, false),
        ("io_uring", EngineOptions::default(), true),
    ] {
        let Some(mut engine) = make(name, file("calls", false), SLOTS, options) else { continue };
        engine.serve_load(closed);
        engine.gather(SLOTS);
        let one = options.one_per_call && closed;
        // The first round also switches a ring on.
        for round in 0..2 {
            let before = engine.system_calls();
            for slot in 0..SLOTS {
                engine.push(slot, Op { kind: OpKind::Read, offset: u64::from(slot * BLOCK), len: BLOCK });
            }
            engine.submit().unwrap();
            if round == 1 {
                let calls = engine.system_calls() - before;
                assert_eq!(calls == u64::from(SLOTS), one, "{name} {options:?}, closed {closed}: {calls} calls");
            }
            let mut left = SLOTS as usize;
            while left > 0 {
                let (mut found, now) = (Vec::new(), MonotonicClock.now());
                engine.reap(&mut found, Wait::Until { at: now + PATIENCE, now }).unwrap();
                assert!(!found.is_empty(), "{name}: nothing came");
                assert!(!one || found.len() == 1, "{name}: {} completions in one look", found.len());
                left -= found.len();
            }
        }
    }
}

/// The kernel keeps with a mapping whether huge pages were asked for (`hg` of `VmFlags`).
#[test]
fn huge_pages_are_asked_for_unless_plain_ones_were_chosen() {
    if !Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
        eprintln!("skipped: this kernel has no transparent huge pages");
        return;
    }
    for plain_pages in [false, true] {
        let plan = BufferPlan { plain_pages, ..BufferPlan::plain(64, 128 << 10, true, false) };
        let mut buffers = Buffers::new(plan, &mut stream(1, "payload", 0)).unwrap();
        let at = buffers.read_buffer(0) as u64;
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let begins = |line: &str| {
            let (start, end) = line.split_once(' ')?.0.split_once('-')?;
            let bound = |text| u64::from_str_radix(text, 16).ok();
            Some((bound(start)?..bound(end)?).contains(&at))
        };
        let ours = maps.lines().skip_while(|line| begins(line) != Some(true));
        let flags = ours.clone().find(|line| line.starts_with("VmFlags:")).expect("the mapping has flags");
        assert_eq!(flags.split_whitespace().any(|flag| flag == "hg"), !plain_pages, "{flags}");
    }
}

/// 1 GiB is the most that can be registered at once: larger memory goes in chunks, and blocks that do not divide a GiB
/// must not lie across two.
#[test]
fn buffers_of_more_than_a_gibibyte_are_registered_and_every_slot_works() {
    const LARGE: u32 = 96 << 20;
    const MANY: u32 = 12;
    if plimsoll_engine::engines::io_uring::available().is_err() {
        eprintln!("skipped: io_uring is not available");
        return;
    }
    let free = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let free =
        free.lines().find_map(|l| l.strip_prefix("MemAvailable:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    if free.is_none_or(|kib| kib < 6 << 20) {
        eprintln!("skipped: less than 6 GiB of memory are free");
        return;
    }
    let memory = Buffers::new(BufferPlan::plain(MANY, LARGE, true, false), &mut stream(1, "payload", 0)).unwrap();
    let mut engine = Uring::new(file("large", false), memory, MANY, EngineOptions::default()).unwrap();
    let notes = engine.notes();
    if notes.iter().any(|note| note.contains("locked-memory limit")) {
        eprintln!("skipped: {notes:?}");
    } else {
        assert!(!notes.iter().any(|note| note.contains("not registered")), "{notes:?}");
    }
    // A buffer that lay across two chunks would be refused (EFAULT) before the file's end makes the read short.
    for slot in 0..MANY {
        engine.push(slot, Op { kind: OpKind::Read, offset: 0, len: LARGE });
    }
    engine.submit().unwrap();
    assert!(reap_all(&mut engine, MANY as usize).iter().all(|c| c.result == Err(SHORT_TRANSFER)));
}

/// A disk in memory of this test's own: one that is there may be another program's, which takes it away.
struct Zram(u32);

impl Zram {
    fn create() -> std::io::Result<Zram> {
        let number = std::fs::read_to_string("/sys/class/zram-control/hot_add")?;
        let zram = Zram(number.trim().parse().map_err(std::io::Error::other)?);
        std::fs::write(format!("/sys/block/zram{}/disksize", zram.0), "1M")?;
        Ok(zram)
    }
}

impl Drop for Zram {
    fn drop(&mut self) {
        let _ = std::fs::write("/sys/class/zram-control/hot_remove", self.0.to_string());
    }
}

#[test]
fn a_target_that_can_be_asked_without_waiting_is_told_from_one_that_cannot() {
    let direct = |path: &str| OpenOptions::new().read(true).custom_flags(libc::O_DIRECT).open(path);
    let own = file("waits", false);
    // A file system that takes RWF_NOWAIT answers EAGAIN or with data; ours is whatever the tests run on.
    eprintln!("the file system here waits for completion: {}", waits_for_completion(&own, 4096, true));
    // A pipe has no positions to read from: that is no answer about waiting.
    let (reader, _writer) = std::io::pipe().unwrap();
    assert!(!waits_for_completion(&reader.into(), 512, false));
    match Zram::create() {
        Ok(zram) => {
            let opened = direct(&format!("/dev/zram{}", zram.0)).unwrap();
            assert!(waits_for_completion(&opened.into(), 4096, true), "zram completes in the caller only");
        }
        Err(why) => eprintln!("skipped: no zram device can be made ({why})"),
    }
    // Workers of other tests of this process may be there: only that they can be counted is sure.
    assert!(kernel_workers() < 4_096);
}
