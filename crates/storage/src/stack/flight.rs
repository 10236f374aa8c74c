//! A request on its way, and where the time of some of them went.

use plimsoll_base::Nanos;

use crate::element::{Exit, Request};
use crate::topology::NONE;

/// Whose request it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A client's, by the client's name for it.
    Client(u64),
    /// Part of another request, which an element holds; `stay` tells that stay from later ones of the same slot.
    Child { parent: u32, stay: u32, tag: u32 },
    /// An element's own.
    Own { tag: u32 },
}

/// Where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// Over: the slot is free.
    Nowhere,
    /// Between elements.
    Outside,
    /// In the element at its position, which it leaves at a known instant.
    Inside,
    /// In the element at its position, until that lets it go.
    Held,
}

/// A request on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    pub(super) request: Request,
    pub(super) owner: Owner,
    /// When it was submitted or sent.
    pub(super) began: Nanos,
    /// When it came to where it is.
    pub(super) arrived: Nanos,
    pub(super) departs: Nanos,
    pub(super) service_ns: u64,
    pub(super) work_ns: u64,
    /// The part of its stay for which children account, and until when.
    pub(super) covered_ns: u64,
    pub(super) covered_until: Nanos,
    /// The place that sent it; [`NONE`]: a client.
    pub(super) sent_from: u32,
    /// Counts how often a request in this slot was let go: a child that comes back later has lost its parent.
    pub(super) stay: u32,
    /// 0, or the errno it returns with.
    pub(super) errno: i32,
    pub(super) exit: Exit,
    pub(super) whereabouts: Whereabouts,
    /// Where its time is written down; [`NONE`]: nowhere.
    pub(super) trace: u32,
}

impl Flight {
    pub(super) fn new(request: Request, owner: Owner, exit: Exit, now: Nanos) -> Flight {
        Flight {
            request,
            owner,
            began: now,
            arrived: now,
            departs: now,
            service_ns: 0,
            work_ns: 0,
            covered_ns: 0,
            covered_until: now,
            sent_from: NONE,
            stay: 0,
            errno: 0,
            exit,
            whereabouts: Whereabouts::Outside,
            trace: NONE,
        }
    }
}

/// Stays of traced requests: (instance, waiting ns, own work ns). Lists are used again.
#[derive(Debug, Default)]
pub(super) struct Traces {
    lists: Vec<Vec<(u32, u64, u64)>>,
    free: Vec<u32>,
}

impl Traces {
    pub(super) fn begin(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.lists.push(Vec::with_capacity(16));
            (self.lists.len() - 1) as u32
        })
    }

    #[inline]
    pub(super) fn step(&mut self, trace: u32, instance: u32, wait_ns: u64, service_ns: u64) {
        self.lists[trace as usize].push((instance, wait_ns, service_ns));
    }

    pub(super) fn steps(&self, trace: u32) -> &[(u32, u64, u64)] {
        &self.lists[trace as usize]
    }

    /// Adds the steps of `from` to those of `to`.
    pub(super) fn append(&mut self, to: u32, from: u32) {
        let mut steps = std::mem::take(&mut self.lists[from as usize]);
        self.lists[to as usize].append(&mut steps);
        self.lists[from as usize] = steps;
    }

    pub(super) fn end(&mut self, trace: u32) {
        self.lists[trace as usize].clear();
        self.free.push(trace);
    }
}
