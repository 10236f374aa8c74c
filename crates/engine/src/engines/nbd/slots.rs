//! Outstanding requests, by slot: the only place that decides whether a reply answers one.
//!
//! A handle is the slot and, above it, the number of the request on its connection. A reply for a slot that is free,
//! that was used again, that belongs to another connection or whose request has not even gone out is a lie.

use plimsoll_base::{Op, OpKind};

use super::outbox::Outbox;
use super::protocol::{Reply, ReplyError, errno};
use crate::Completion;

#[derive(Debug)]
pub(super) struct Slots {
    entries: Vec<Entry>,
    connections: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Number of the request on its connection.
    number: u32,
    /// Bytes asked for.
    len: u32,
    kind: OpKind,
    busy: bool,
}

impl Slots {
    pub(super) fn new(slots: u32, connections: u32) -> Slots {
        let free = Entry { number: 0, len: 0, kind: OpKind::Read, busy: false };
        Slots { entries: vec![free; slots as usize], connections }
    }

    /// The connection that carries the operations of `slot`. Fixed, so that no choice costs time in the loop.
    #[inline]
    pub(super) fn connection(&self, slot: u32) -> u32 {
        slot % self.connections
    }

    /// Occupies `slot` with request `number` of its connection; gives the handle.
    #[inline]
    pub(super) fn occupy(&mut self, slot: u32, op: Op, number: u32) -> u64 {
        let entry = &mut self.entries[slot as usize];
        assert!(!entry.busy, "slot {slot} is still in use");
        *entry = Entry { number, len: op.len, kind: op.kind, busy: true };
        u64::from(number) << 32 | u64::from(slot)
    }

    /// Bytes that follow the head of a reply on `connection`.
    ///
    /// # Errors
    /// It answers nothing that is outstanding there.
    #[inline]
    pub(super) fn payload_bytes(&self, connection: u32, outbox: &Outbox, reply: Reply) -> Result<u32, ReplyError> {
        let (slot, number) = (reply.handle as u32, (reply.handle >> 32) as u32);
        match self.entries.get(slot as usize) {
            Some(e)
                if e.busy && e.number == number && self.connection(slot) == connection && outbox.has_sent(number) =>
            {
                Ok(if e.kind == OpKind::Read && reply.error == 0 { e.len } else { 0 })
            }
            _ => Err(ReplyError::Handle { handle: reply.handle }),
        }
    }

    /// Frees the slot that `reply` answers, which [`payload_bytes`](Slots::payload_bytes) has found outstanding.
    #[inline]
    pub(super) fn finish(&mut self, reply: Reply) -> Completion {
        let slot = reply.handle as u32;
        let entry = &mut self.entries[slot as usize];
        entry.busy = false;
        let result = if reply.error == 0 { Ok(entry.len) } else { Err(errno(reply.error)) };
        Completion { slot, result }
    }

    /// Frees every slot of `connection`; appends what was outstanding, failed with `errno`.
    pub(super) fn fail(&mut self, connection: u32, errno: i32, found: &mut Vec<Completion>) {
        let step = self.connections as usize;
        for (at, entry) in self.entries.iter_mut().enumerate().skip(connection as usize).step_by(step) {
            if std::mem::take(&mut entry.busy) {
                found.push(Completion { slot: at as u32, result: Err(errno) });
            }
        }
    }
}
