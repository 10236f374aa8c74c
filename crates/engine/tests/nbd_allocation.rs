//! The loop of the NBD engine does not allocate once it is connected: counted, not believed.
#![allow(missing_docs, unsafe_code)]

mod nbd_support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use nbd_support::*;
use plimsoll_base::clock::{Clock, MonotonicClock};
use plimsoll_base::{Nanos, OpKind};
use plimsoll_engine::{Engine, Wait};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, which counts by thread: the servers of the tests run on others.
struct Counting;

// SAFETY: everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's own promise.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's own promise.
        unsafe { System.dealloc(pointer, layout) };
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn the_loop_does_not_allocate() {
    const SLOTS: u32 = 64;
    for connections in [1, 3] {
        let (uri, _) = memory_server(connections, 1 << 20, EVERYTHING);
        let mut engine = connect(&uri, connections as u32, SLOTS).unwrap();
        let mut found = Vec::with_capacity(SLOTS as usize);
        let before = ALLOCATIONS.get();
        for round in 0..20 {
            for slot in 0..SLOTS {
                engine.push(slot, op(OpKind::ALL[(round + slot as usize) % 4], u64::from(slot)));
            }
            let mut left = SLOTS as usize;
            while left > 0 {
                let now = MonotonicClock.now();
                engine.submit_and_reap(&mut found, Wait::Until { at: now + Nanos::from_millis(50), now }).unwrap();
                left -= found.len();
                found.clear();
            }
        }
        assert_eq!(ALLOCATIONS.get() - before, 0);
        // The counter counts.
        drop(std::hint::black_box(Box::new(1)));
        assert_eq!(ALLOCATIONS.get() - before, 1);
    }
}
