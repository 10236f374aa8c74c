//! An element at work, and where it lies in memory.

use crate::element::Element;
use crate::figures::Totals;

/// An element at work, and what each visit counts: two lines of the processor's cache.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Node {
    pub(super) element: Box<dyn Element>,
    pub(super) totals: Totals,
}

const _: () = assert!(std::mem::size_of::<Node>() == 128);

/// Where an element's own state lies in memory, kept apart so that it is known before the element's node is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub(super) begins: usize,
    pub(super) lines: usize,
}

impl Memory {
    pub(super) fn of(element: &dyn Element) -> Memory {
        let begins = std::ptr::from_ref(element).cast::<u8>().addr();
        let within = begins % LINE;
        Memory { begins: begins - within, lines: (within + size_of_val(element)).div_ceil(LINE).min(MAX_LINES) }
    }
}

/// Bytes of a line of the processor's cache.
pub(super) const LINE: usize = 64;

/// Limit of prefetched lines of an element.
const MAX_LINES: usize = 12;
