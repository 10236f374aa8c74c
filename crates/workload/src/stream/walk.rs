//! How places follow each other when they are not drawn: a worker's own region, or all workers together.
//!
//! A round ends where no operation of the drawn kind fits into what is left; if only the drawn size does not fit, the
//! largest of its mix that does is taken, so that a round with mixed sizes covers its region to the end and each byte
//! once. That changes the shares of the sizes by one operation a round.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::mix::Mix;
use crate::pattern::Walk;
use crate::spec::Workload;

/// The part of the working set that one worker walks, in bytes from the working set's offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) first: u64,
    pub(super) bytes: u64,
    /// Where it begins to walk, counted from `first`.
    pub(super) start: u64,
}

impl Region {
    /// The region of worker `index` of `workers`. Regions begin at a multiple of the largest block (or of a stride that
    /// holds it); what is left over belongs to the last.
    pub(super) fn of(workload: &Workload, index: u32, workers: u32) -> Region {
        let largest = workload.largest_block().0.max(1);
        let set = workload.working_set_bytes.0;
        let step = match workload.pattern.walk {
            Walk::Strided(stride) => stride.0.max(1),
            Walk::Own | Walk::Shared | Walk::Each => workload.align_bytes.0.max(1),
        };
        let unit = largest.next_multiple_of(step);
        if workload.pattern.walk == Walk::Each {
            return Region { first: 0, bytes: set, start: 0 };
        }
        let (index, workers) = (u64::from(index), u64::from(workers.max(1)));
        let total = set / unit;
        if workload.pattern.walk == Walk::Shared || total < workers {
            return Region { first: 0, bytes: set, start: if total == 0 { 0 } else { index % total * unit } };
        }
        // The first `total % workers` regions are one unit longer, so that every unit has one owner.
        let first = |index: u64| unit * (index * (total / workers) + index.min(total % workers));
        let end = if index + 1 == workers { set } else { first(index + 1) };
        Region { first: first(index), bytes: end - first(index), start: 0 }
    }
}

/// Where the walk stands, in bytes from the start of its region.
#[derive(Clone, Debug)]
enum Cursor {
    Own(u64),
    Shared(Arc<AtomicU64>),
}

/// One worker's walk.
#[derive(Clone, Debug)]
pub(super) struct Walker {
    region: Region,
    cursor: Cursor,
    /// Bytes from one start to the next; none: the length of the operation.
    stride: Option<u64>,
    align: u64,
}

impl Walker {
    /// Through `region`, or with the others from where `shared` stands.
    pub(super) fn new(workload: &Workload, region: Region, shared: &Arc<AtomicU64>) -> Walker {
        let (cursor, stride) = match workload.pattern.walk {
            Walk::Own | Walk::Each => (Cursor::Own(region.start), None),
            Walk::Shared => (Cursor::Shared(Arc::clone(shared)), None),
            Walk::Strided(stride) => (Cursor::Own(region.start), Some(stride.0.max(1))),
        };
        Walker { region, cursor, stride, align: workload.align_bytes.0.max(1) }
    }

    /// Start, counted from the working set's offset, and length of the next operation; `len` was drawn from `mix`.
    pub(super) fn next(&mut self, len: u32, mix: &Mix) -> (u64, u32) {
        let Walker { region, cursor, stride, align } = self;
        let from = |at: u64| -> (u64, u32, u64) {
            let left = region.bytes - at;
            let (at, len) = if u64::from(len) <= left {
                (at, len)
            } else {
                mix.largest_within(left).map_or((0, len), |shorter| (at, shorter))
            };
            let next = at + stride.unwrap_or_else(|| u64::from(len).next_multiple_of(*align));
            (at, len, if next >= region.bytes { 0 } else { next })
        };
        let (at, len) = match cursor {
            Cursor::Own(next) => {
                let (at, len, then) = from(*next);
                *next = then;
                (at, len)
            }
            Cursor::Shared(next) => {
                // Nothing else is published through the cursor, so that relaxed order will do.
                let mut seen = next.load(Ordering::Relaxed);
                loop {
                    let (at, len, then) = from(seen);
                    match next.compare_exchange_weak(seen, then, Ordering::Relaxed, Ordering::Relaxed) {
                        Ok(_) => break (at, len),
                        Err(other) => seen = other,
                    }
                }
            }
        };
        (region.first + at, len)
    }
}
