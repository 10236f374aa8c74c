//! A request on its way, and where the time of some of them went.

use plimsoll_base::{Nanos, Op, OpKind};

use crate::element::{Answer, Departure, Exit};
use crate::topology::NONE;

/// The origin of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A client's, by the client's name for it.
    Client(u64),
    /// Part of another request, which an element holds; `stay` separates that stay from later ones of the same slot.
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
    /// Let go: in the element at its position until a known instant.
    LetGo,
}

/// An [`Exit`] in two bytes: members are few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way(u16);

impl Way {
    const NEXT: u16 = u16::MAX;
    const BACK: u16 = u16::MAX - 1;
    const HELD: u16 = u16::MAX - 2;

    #[inline]
    pub(super) fn exit(self) -> Exit {
        match self.0 {
            Way::NEXT => Exit::Next,
            Way::BACK => Exit::Back,
            Way::HELD => Exit::Held,
            member => Exit::Member(member),
        }
    }
}

impl From<Exit> for Way {
    #[inline]
    fn from(exit: Exit) -> Way {
        Way(match exit {
            Exit::Next => Way::NEXT,
            Exit::Back => Way::BACK,
            Exit::Held => Way::HELD,
            Exit::Member(member) => member,
        })
    }
}

/// The fields that every step of a request reads or writes. 64 bytes: one line of the processor's cache, because with
/// tens of thousands outstanding each step finds its request in none of the caches near the processor.
///
/// The fields of a departure do not lie side by side: they would be read in one piece right after they were written in
/// two, which makes the processor wait.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Flight {
    pub(super) offset: u64,
    pub(super) service_ns: u64,
    /// When it came to where it is.
    pub(super) arrived: Nanos,
    pub(super) work_ns: u64,
    pub(super) departs: Nanos,
    pub(super) len: u32,
    pub(super) position: u32,
    /// The place that sent it; [`NONE`]: a client.
    pub(super) sent_from: u32,
    /// Where its time is written down; [`NONE`]: nowhere.
    pub(super) trace: u32,
    /// 0, or the errno it returns with.
    pub(super) errno: i32,
    pub(super) way: Way,
    pub(super) kind: OpKind,
    pub(super) whereabouts: Whereabouts,
}

const _: () = assert!(std::mem::size_of::<Flight>() == 64);

impl Flight {
    pub(super) fn new(op: Op, position: u32, sent_from: u32, exit: Exit, now: Nanos) -> Flight {
        Flight {
            offset: op.offset,
            arrived: now,
            departs: now,
            service_ns: 0,
            work_ns: 0,
            len: op.len,
            position,
            sent_from,
            trace: NONE,
            errno: 0,
            way: exit.into(),
            kind: op.kind,
            whereabouts: Whereabouts::Outside,
        }
    }

    #[inline]
    pub(super) fn op(&self) -> Op {
        Op { offset: self.offset, len: self.len, kind: self.kind }
    }

    /// Applies the decision of the element in which the request stays, at `now`.
    #[inline]
    pub(super) fn stays(&mut self, now: Nanos, departure: &Departure) {
        self.arrived = now;
        self.service_ns = departure.service_ns;
        self.work_ns = departure.work_ns;
        self.departs = departure.at;
    }

    /// Where an element lets it go on to, on its way down or back.
    #[inline]
    pub(super) fn leaves(&mut self, departure: &Departure, down: bool) {
        self.way = departure.exit.into();
        if let Err(errno) = departure.result {
            self.errno = errno;
        }
        if !down && !matches!(departure.exit, Exit::Back | Exit::Held) {
            // Sent down once more: how it ended the first time no longer matters.
            self.errno = 0;
        }
    }

    #[inline]
    pub(super) fn answer(&self) -> Answer {
        if self.errno == 0 { Ok(()) } else { Err(self.errno) }
    }
}

/// The fields that only the beginning of a request, its end and its children need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) owner: Owner,
    /// When it was submitted or sent.
    pub(super) began: Nanos,
    /// When the client's request that it is, or is a part of, was submitted; [`Nanos::MAX`]: it is an element's own.
    pub(super) submitted: Nanos,
    /// In the stay in which it is held: the part that children account for, and until when.
    pub(super) covered_ns: u64,
    pub(super) covered_until: Nanos,
    pub(super) volume: u32,
    /// Counts how often a request in this slot was let go: a child that comes back later has lost its parent.
    pub(super) stay: u32,
}

impl Origin {
    /// The stay that begins now may be one in which it is held.
    #[inline]
    pub(super) fn cover_from(&mut self, now: Nanos) {
        (self.covered_ns, self.covered_until) = (0, now);
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
