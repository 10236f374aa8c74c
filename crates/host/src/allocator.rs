//! The allocator of the extension module.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, which ends the process with exit code 75 and one line where there is no memory left.
///
/// Without it the process would abort with a backtrace. No allocation here is optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndingAllocator;

/// The last message; written without taking memory.
const OUT_OF_MEMORY: &[u8] =
    b"plimsoll: there is not enough memory. Give it more: look at what is free, at ulimit -v, and at the limit of the cgroup.\n";

impl EndingAllocator {
    fn exit_if_null(memory: *mut u8, bytes: usize) -> *mut u8 {
        if memory.is_null() && bytes > 0 {
            // SAFETY: writes a constant, and ends the process without running anything else of it.
            unsafe {
                libc::write(libc::STDERR_FILENO, OUT_OF_MEMORY.as_ptr().cast(), OUT_OF_MEMORY.len());
                libc::_exit(75);
            }
        }
        memory
    }
}

// SAFETY: all of it is the system's allocator; what that could not give never returns.
unsafe impl GlobalAlloc for EndingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is passed on.
        Self::exit_if_null(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is passed on.
        Self::exit_if_null(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller's promise is passed on.
        Self::exit_if_null(unsafe { System.realloc(memory, layout, bytes) }, bytes)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(memory, layout) }
    }
}
