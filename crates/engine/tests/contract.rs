//! One suite over every engine: what a worker relies on, whichever engine it has.
#![allow(missing_docs, clippy::print_stderr)]

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::stream;
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::engines::emulated::{Emulated, Emulation};
use plimsoll_engine::engines::io_uring::{self, Uring};
use plimsoll_engine::engines::null::Null;
use plimsoll_engine::engines::psync::Psync;
use plimsoll_engine::{Completion, ENGINES, Engine, Wait};
use plimsoll_storage::StackSpec;
use plimsoll_workload::payload::PayloadSpec;

const BLOCK: u32 = 4096;
const SLOTS: u32 = 8;
const FILE_BLOCKS: u64 = 64;

fn file(name: &str, writable: bool) -> Arc<OwnedFd> {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let mut file = File::create(&path).unwrap();
    file.write_all(&vec![7; FILE_BLOCKS as usize * BLOCK as usize]).unwrap();
    let opened = OpenOptions::new().read(true).write(writable).open(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    Arc::new(opened.into())
}

fn buffers_of(slots: u32, seed: u64) -> Buffers {
    let payload = &PayloadSpec::default();
    let plan = BufferPlan { slots, block: BLOCK, reads: true, writes: true, payload, verifier: None };
    Buffers::new(plan, &mut stream(seed, "payload", 0)).unwrap()
}

/// Calls `each` with every engine that works here; the others are named.
fn every_engine(slots: u32, writable: bool, mut each: impl FnMut(&str, &mut dyn Engine)) {
    for kind in ENGINES {
        if let Err(why) = (kind.available)() {
            eprintln!("skipped: engine {}: {why}", kind.name);
            continue;
        }
        let buffers = || buffers_of(slots, 1);
        let mut engine: Box<dyn Engine> = match kind.name {
            "null" => Box::new(Null::new(slots)),
            "psync" => Box::new(Psync::new(file("psync", writable), buffers(), slots).unwrap()),
            "io_uring" => Box::new(Uring::new(file("uring", writable), buffers(), slots).unwrap()),
            "emulated" => {
                let text = include_str!("emulated.toml");
                let spec = StackSpec::from_toml(text, "emulated.toml").unwrap();
                Box::new(Emulated::new(Emulation::new(&spec, 1, 1), 0, slots, None))
            }
            other => panic!("engine {other} has no contract test: add it here"),
        };
        each(kind.name, &mut *engine);
    }
}

fn reap_all(engine: &mut dyn Engine, count: usize) -> Vec<Completion> {
    let mut found = Vec::new();
    let start = MonotonicClock.now();
    while found.len() < count {
        let now = MonotonicClock.now();
        assert!(now < start + Nanos::from_secs(20), "{} of {count} operations came back", found.len());
        engine.reap(&mut found, Wait::Until { at: now + Nanos::from_millis(20), now }).unwrap();
    }
    found
}

#[test]
fn every_operation_completes_exactly_once_with_its_length() {
    for slots in [1, SLOTS] {
        every_engine(slots, true, |name, engine| {
            for round in 0..50_u64 {
                for slot in 0..slots {
                    let kind = if (round + u64::from(slot)) % 2 == 0 { OpKind::Read } else { OpKind::Write };
                    let offset = (round * 7 + u64::from(slot) * 13) % FILE_BLOCKS * u64::from(BLOCK);
                    engine.push(slot, Op { kind, offset, len: BLOCK });
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

#[test]
fn waiting_without_anything_outstanding_ends_at_the_deadline_and_not_before() {
    every_engine(SLOTS, true, |name, engine| {
        let now = MonotonicClock.now();
        let at = now + Nanos::from_millis(3);
        let mut found = Vec::new();
        while MonotonicClock.now() < at {
            engine.reap(&mut found, Wait::Until { at, now: MonotonicClock.now() }).unwrap();
        }
        engine.reap(&mut found, Wait::No).unwrap();
        assert!(found.is_empty(), "{name} found {found:?} with nothing submitted");
    });
}

#[test]
fn what_was_written_reads_back_and_every_write_differs() {
    for name in ["psync", "io_uring"] {
        if name == "io_uring" && io_uring::available().is_err() {
            eprintln!("skipped: io_uring is not available");
            continue;
        }
        let target = file(name, true);
        let buffers = buffers_of(SLOTS, 3);
        let mut engine: Box<dyn Engine> = match name {
            "psync" => Box::new(Psync::new(target.clone(), buffers, SLOTS).unwrap()),
            _ => Box::new(Uring::new(target.clone(), buffers, SLOTS).unwrap()),
        };
        for slot in 0..SLOTS {
            engine.push(slot, Op { kind: OpKind::Write, offset: u64::from(slot * BLOCK), len: BLOCK });
        }
        engine.submit().unwrap();
        reap_all(&mut *engine, SLOTS as usize);
        let mut content = vec![0; (SLOTS * BLOCK) as usize];
        std::os::unix::fs::FileExt::read_exact_at(&File::from(target.try_clone().unwrap()), &mut content, 0).unwrap();
        let sectors: BTreeSet<&[u8]> = content.chunks(512).collect();
        assert_eq!(sectors.len(), content.len() / 512, "{name}: two sectors written are alike");
        assert!(!content.chunks(512).any(|s| s == [7; 512]), "{name}: something was not written");
    }
}

#[test]
fn a_short_transfer_and_a_failed_one_are_errors_and_not_figures() {
    for name in ["psync", "io_uring"] {
        if name == "io_uring" && io_uring::available().is_err() {
            eprintln!("skipped: io_uring is not available");
            continue;
        }
        let target = file(name, false);
        let buffers = buffers_of(2, 4);
        let mut engine: Box<dyn Engine> = match name {
            "psync" => Box::new(Psync::new(target, buffers, 2).unwrap()),
            _ => Box::new(Uring::new(target, buffers, 2).unwrap()),
        };
        let end = FILE_BLOCKS * u64::from(BLOCK);
        engine.push(0, Op { kind: OpKind::Read, offset: end - 512, len: BLOCK });
        engine.push(1, Op { kind: OpKind::Write, offset: 0, len: BLOCK });
        engine.submit().unwrap();
        let mut found = reap_all(&mut *engine, 2);
        found.sort_by_key(|c| c.slot);
        const EIO: i32 = 5;
        const EBADF: i32 = 9;
        assert_eq!(found[0].result, Err(EIO), "{name}: a read across the end of the file");
        assert_eq!(found[1].result, Err(EBADF), "{name}: a write to a descriptor opened for reading");
    }
}
