//! The model at work allocates nothing for an operation: neither a chain with queues in it, which hold requests and see
//! them return, nor the loop of a simulated Run around it. One test in its own process: the allocator counts for all.
#![allow(missing_docs, unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_run::Session;
use plimsoll_run::request::{ProbeRequest, SessionRequest};
use plimsoll_storage::{FinishedOp, Stack, StackSpec, VolumeId};

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

struct Counting;

// SAFETY: every call is the system allocator's, with the arguments as given.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Queues that hold requests (64 are outstanding, 48 and 16 pass), one that does not, a limit and a device.
const CHAIN: &str = "[queue.lun]\ndepth = 48\n[queue.hba]\ndepth = 4096\n[limit.policy]\nops_per_s = 100000\n[queue.port]\n\
    depth = 16\n[device.disk]\nservers = 8\nservice = { distribution = \"exponential\", mean = \"200us\" }\n[volume.v]\n\
    size = \"1g\"\npath = [\"lun\", \"hba\", \"policy\", \"port\", \"disk\"]\n";
const OUTSTANDING: u64 = 64;

/// Allocations while `operations` end in a closed loop.
fn allocations_of(stack: &mut Stack, finished: &mut Vec<FinishedOp>, operations: u64) -> u64 {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let op = Op { offset: 0, len: 4096, kind: OpKind::Read };
    let mut done = 0;
    while done < operations {
        let now = stack.next_event().unwrap();
        stack.advance(now, finished);
        for end in finished.drain(..) {
            done += 1;
            stack.submit(now, VolumeId::FIRST, end.id, op);
        }
    }
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

#[test]
fn an_operation_of_the_model_allocates_nothing() {
    let spec = StackSpec::from_toml(CHAIN, "chain.toml").unwrap();
    let (mut stack, mut finished) = (Stack::new(&spec, 1), Vec::new());
    let op = Op { offset: 0, len: 4096, kind: OpKind::Read };
    (0..OUTSTANDING).for_each(|id| stack.submit(Nanos::ZERO, VolumeId::FIRST, id, op));
    // Slots, heap and lines get their size first: that this is seen shows that the counting works.
    assert!(allocations_of(&mut stack, &mut finished, 500_000) > 0);
    assert_eq!(allocations_of(&mut stack, &mut finished, 500_000), 0);
    assert!(stack.element_figures()[0].mean_queue > 15.0 && stack.element_figures()[3].mean_queue > 1.0);

    // A Run allocates when it begins and ends and for its intervals, of which there is one here.
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("no-alloc-{}.toml", std::process::id()));
    std::fs::write(&path, CHAIN).unwrap();
    let target = format!("stack:{}", path.display());
    let run = |measure: &str| {
        let session = Session::open(&SessionRequest {
            target: target.clone(),
            on_virtual_clock: true,
            ..SessionRequest::default()
        });
        let probe = ProbeRequest {
            queue_depth: Some(OUTSTANDING as u32),
            warmup_for: Some("0s".into()),
            measure_for: Some(measure.into()),
            interval: Some("60s".into()),
            seed: Some(1),
            ..ProbeRequest::default()
        };
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let count = session.unwrap().probe(&probe).unwrap().record.measured.all.count;
        (ALLOCATIONS.load(Ordering::Relaxed) - before, count)
    };
    let ((short, few), (long, many)) = (run("5s"), run("15s"));
    std::fs::remove_file(&path).unwrap();
    assert!(many - few > 300_000, "{few} and {many} operations");
    // What grows with the length is less than one for a thousand operations: traces and texts of a longer document.
    assert!(long.saturating_sub(short) < (many - few) / 1000, "{short} allocations in 5 s, {long} in 15 s");
}
