//! Once Measure has begun the workers neither allocate nor free: every allocation of the process is stamped and held
//! against the threads of the workers. One test in its own process: the allocator counts for all threads.
#![allow(missing_docs, unsafe_code, clippy::print_stderr)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_run::Session;
use plimsoll_run::request::{ProbeRequest, SessionRequest, WorkloadRequest};

/// Allocations and frees of threads other than the test's between the two instants, and in all.
static INSIDE: AtomicU64 = AtomicU64::new(0);
static ANYWHERE: AtomicU64 = AtomicU64::new(0);
static FROM: AtomicU64 = AtomicU64::new(u64::MAX);
static UNTIL: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The test's own thread is the Run's control, which may allocate.
    static CONTROL: Cell<bool> = const { Cell::new(false) };
}

struct Counting;

fn count() {
    if CONTROL.try_with(Cell::get).unwrap_or(true) {
        return;
    }
    ANYWHERE.fetch_add(1, Ordering::Relaxed);
    let now = MonotonicClock.now().0;
    if now > FROM.load(Ordering::Relaxed) && now < UNTIL.load(Ordering::Relaxed) {
        INSIDE.fetch_add(1, Ordering::Relaxed);
    }
}

// SAFETY: every call is the system allocator's, with the arguments as given.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count();
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A Run with intervals of 100 ms, so that several parts are sealed and handed over inside the window.
fn run(session: &Session, request: ProbeRequest) {
    let from = MonotonicClock.now().0;
    // Warmup lasts 200 ms and Measure 400 ms from here on; the window lies well inside both.
    FROM.store(from + 150_000_000, Ordering::Relaxed);
    UNTIL.store(from + 550_000_000, Ordering::Relaxed);
    let request = ProbeRequest {
        warmup_for: Some("200ms".into()),
        measure_for: Some("400ms".into()),
        interval: Some("100ms".into()),
        seed: Some(1),
        ..request
    };
    let record = session.probe(&request).unwrap().record;
    assert!(record.measured.all.count > 100, "{}", record.because);
    UNTIL.store(0, Ordering::Relaxed);
}

/// Allocations inside the window, the least of some Runs: where others have the processors, what a worker allocates before
/// it begins falls into it. What the loop allocates is there every time.
fn least(session: &Session, request: &ProbeRequest) -> u64 {
    let mut least = u64::MAX;
    for _ in 0..20 {
        run(session, request.clone());
        least = least.min(INSIDE.swap(0, Ordering::Relaxed));
        if least == 0 {
            break;
        }
    }
    least
}

#[test]
fn the_issue_loop_does_not_allocate_once_measure_has_begun() {
    CONTROL.with(|c| c.set(true));
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("no-alloc-{}", std::process::id()));
    std::fs::write(&file, vec![7; 1 << 20]).unwrap();
    let open = |target: &str, engine: Option<&str>, pattern: &str| {
        let request = SessionRequest {
            target: target.into(),
            engine: engine.map(Into::into),
            // The page cache answers: what matters here is the loop.
            cached: target != "null:",
            workload: WorkloadRequest { pattern: Some(pattern.into()), ..WorkloadRequest::default() },
            ..SessionRequest::default()
        };
        Session::open(&request).unwrap()
    };
    let path = file.to_string_lossy().into_owned();
    let mut checked = 0;
    for (target, engine, pattern) in [
        ("null:", None, "zipf:1.1+20%sequential"),
        (path.as_str(), Some("io_uring"), "random"),
        (path.as_str(), Some("psync"), "sequential"),
        (path.as_str(), Some("libaio"), "random"),
    ] {
        if let Some(name) = engine {
            let kind = plimsoll_engine::find(name).unwrap();
            if let Err(why) = (kind.available)() {
                eprintln!("skipped: {name}: {why}");
                continue;
            }
        }
        let session = open(target, engine, pattern);
        let depth = if engine == Some("psync") { 1 } else { 16 };
        let closed = least(&session, &ProbeRequest { queue_depth: Some(depth), ..ProbeRequest::default() });
        let opened = least(&session, &ProbeRequest { rate: Some(2000.0), ..ProbeRequest::default() });
        assert_eq!((closed, opened), (0, 0), "{target} {engine:?} {pattern}: allocations in closed and open loop");
        checked += 1;
    }
    std::fs::remove_file(&file).unwrap();
    assert!(checked >= 2);
    // The counting works: starting the workers' threads has allocated.
    assert!(ANYWHERE.load(Ordering::Relaxed) > 0);
}
