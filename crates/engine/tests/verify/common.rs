//! Files, engines and a closed loop for the tests.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::random::stream;
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::buffers::{BufferPlan, Buffers};
use plimsoll_engine::verify::{Findings, JournalPlan, MismatchKind, Verification};
use plimsoll_engine::{AnyEngine, Drives, ENGINES, Engine, EngineTarget, Opening, Wait, find};
use plimsoll_workload::payload::PayloadSpec;

pub(crate) const UNIT: u32 = 4096;

/// A path for one test's file; removed when dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let unique = format!("verify-{name}-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Scratch(Path::new(env!("CARGO_TARGET_TMPDIR")).join(unique))
    }
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
    pub(crate) fn make(&self, units: u64) -> File {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&self.0).unwrap();
        file.set_len(units * u64::from(UNIT)).unwrap();
        file
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A journal of `units` units at the start of a target of as many.
pub(crate) fn plan(units: u64, path: Option<&Path>) -> JournalPlan {
    JournalPlan {
        path: path.map(Path::to_owned),
        target: "test target".into(),
        target_bytes: units * u64::from(UNIT),
        unit_bytes: UNIT,
        first_byte: 0,
        working_set_bytes: units * u64::from(UNIT),
        seed: 1,
    }
}

pub(crate) fn buffers(verification: &Arc<Verification>, worker: u32, slots: u32) -> Buffers {
    buffers_for(verification, worker, slots, UNIT)
}

pub(crate) fn buffers_for(verification: &Arc<Verification>, worker: u32, slots: u32, block: u32) -> Buffers {
    let verifier = Some(verification.verifier(worker));
    let payload = &PayloadSpec::default();
    let plan = BufferPlan { slots, block, reads: true, writes: true, payload, verifier, plain_pages: false };
    Buffers::new(plan, &mut stream(1, "payload", u64::from(worker))).unwrap()
}

/// The engines that own buffers and work on a file here.
pub(crate) fn file_engines() -> Vec<&'static str> {
    let mut names = Vec::new();
    for kind in ENGINES {
        match (kind.drives, (kind.available)()) {
            // Holds no data; is tested on a stack; is tested on a server.
            (Drives::Null | Drives::Stack | Drives::Nbd, _) => {}
            (Drives::Files, Err(why)) => eprintln!("skipped: engine {}: {why}", kind.name),
            (Drives::Files, Ok(())) => names.push(kind.name),
        }
    }
    names
}

pub(crate) fn engine(name: &str, file: &File, buffers: Buffers, slots: u32) -> Box<dyn Engine> {
    let fd: Arc<OwnedFd> = Arc::new(file.try_clone().unwrap().into());
    let mut memory = Some(buffers);
    let opening = Opening {
        target: EngineTarget::File(fd),
        worker: 0,
        slots,
        options: Default::default(),
        keeps_content: true,
        memory: &mut || Ok(memory.take().unwrap()),
    };
    AnyEngine::open(find(name).unwrap(), opening).unwrap().into_dyn()
}

pub(crate) fn op(kind: OpKind, unit: u64) -> Op {
    Op { kind, offset: unit * u64::from(UNIT), len: UNIT }
}

/// Carries all of `ops` out, `slots` at once, as a worker does: results in the order of completion.
pub(crate) fn drive(
    engine: &mut dyn Engine,
    slots: u32,
    ops: impl IntoIterator<Item = Op>,
) -> Vec<(Op, Result<u32, i32>)> {
    let (mut ops, mut free) = (ops.into_iter().fuse(), (0..slots).collect::<Vec<u32>>());
    let mut under_way = BTreeMap::new();
    let (mut found, mut results) = (Vec::new(), Vec::new());
    let began = MonotonicClock.now();
    loop {
        while let Some(slot) = free.pop() {
            let Some(op) = ops.next() else {
                free.push(slot);
                break;
            };
            engine.push(slot, op);
            under_way.insert(slot, op);
        }
        if under_way.is_empty() {
            return results;
        }
        engine.submit().unwrap();
        let now = MonotonicClock.now();
        assert!(now < began + Nanos::from_secs(120), "{} operations hang", under_way.len());
        engine.reap(&mut found, Wait::Until { at: now + Nanos::from_millis(20), now }).unwrap();
        for done in found.drain(..) {
            results.push((under_way.remove(&done.slot).unwrap(), engine.check(done)));
            free.push(done.slot);
        }
    }
}

/// Kinds of mismatch with their counts, those that occur.
pub(crate) fn kinds(findings: &Findings) -> BTreeMap<MismatchKind, u64> {
    findings.mismatches.by_kind().filter(|(_, count)| *count > 0).collect()
}
