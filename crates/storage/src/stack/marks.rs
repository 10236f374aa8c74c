//! Data faults of requests that succeed: marks that travel with them, as a stack holds no data.
//!
//! A fault in front of everything that has members concerns the request as a whole. A fault in a member concerns the
//! data there: it has addresses of the volume, and, where other members hold the same data, the copy, which is the
//! place of the fault. Reads that pass a damaged place report it. A copy that is later than the answer of its write
//! reports on its own.
//!
//! Not here: copies after a failed write to one of them, and members that are filled anew from others; for the content,
//! both have the volume's data. Data that an element moves on its own (the destage of a cache) has no faults.

use plimsoll_base::{Nanos, Op, OpKind};

use super::Stack;
use super::flight::{Origin, Owner};
use super::mark::Mark;
use crate::element::{DataFault, FOLLOWS, PartEffect, PartFault, Token};
use crate::topology::NONE;

/// Bytes of a sector, the unit in which a write is torn.
const SECTOR: u64 = 512;

impl Stack {
    /// From here on, data faults of parts and copies are kept until they are taken. Only holders of content need them.
    pub fn keep_part_faults(&mut self) {
        self.part_faults.get_or_insert_default();
    }

    /// Appends to `taken` those of the request `id`, which is over, or with none those of copies that were late.
    #[inline]
    pub fn take_part_faults(&mut self, id: Option<u64>, taken: &mut Vec<PartFault>) {
        if let Some(kept) = self.part_faults.as_mut().filter(|kept| !kept.is_empty()) {
            taken.extend(kept.iter().filter(|fault| fault.id == id));
            kept.retain(|fault| fault.id != id);
        }
    }

    /// The data of the request in `slot` meets `fault` where it is.
    #[cold]
    pub(super) fn mark(&mut self, slot: u32, fault: DataFault) {
        let (flight, of) = (&self.flights[slot as usize], self.origins[slot as usize]);
        let (position, op) = (flight.position, flight.op());
        let within = self.first_member(position);
        if within == NONE {
            return self.marks.push((slot, Mark::Whole(fault)));
        }
        if self.part_faults.is_none() || of.submitted == Nanos::MAX {
            return;
        }
        let (at, len) = match fault {
            DataFault::Torn { sectors } => {
                let whole = (u64::from(sectors) * SECTOR).min(u64::from(op.len));
                (op.offset + whole, u64::from(op.len) - whole)
            }
            DataFault::Lost | DataFault::Misplaced { .. } | DataFault::Stale => (op.offset, u64::from(op.len)),
        };
        let copied = self.is_copied(position);
        self.places[position as usize].spoilt |= copied && op.kind != OpKind::Read;
        let size = self.volumes[of.volume as usize].size;
        let mut parts = Vec::new();
        for (there, origin, len) in self.pieces(position, at, len) {
            let Some(at) = origin else { continue };
            match fault {
                DataFault::Lost | DataFault::Torn { .. } => parts.push((at, len, PartEffect::Lost)),
                DataFault::Stale => parts.push((at, len, PartEffect::Stale)),
                DataFault::Misplaced { .. } => {
                    let to = fault.place(&Op { offset: there, ..op });
                    let mut done = 0;
                    for (_, origin, len) in self.pieces(position, to, len) {
                        // Parity, or beyond the end of a member: it is never read there.
                        let to = origin.filter(|to| to.checked_add(len).is_some_and(|end| end <= size));
                        parts.push((at + done, len, to.map_or(PartEffect::Lost, PartEffect::Moved)));
                        done += len;
                    }
                }
            }
        }
        self.put_parts(slot, copied.then_some(position), &parts);
    }

    /// A read passes a place in a copy that is not whole any more.
    #[cold]
    pub(super) fn note_damaged_copy(&mut self, slot: u32) {
        let (flight, of) = (&self.flights[slot as usize], self.origins[slot as usize]);
        let (position, op) = (flight.position, flight.op());
        if op.kind != OpKind::Read || of.submitted == Nanos::MAX {
            return;
        }
        let origins = self.pieces(position, op.offset, u64::from(op.len));
        let seen = |(_, at, len): (u64, Option<u64>, u64)| at.map(|at| (at, len, PartEffect::Seen));
        let parts: Vec<_> = origins.into_iter().filter_map(seen).collect();
        self.put_parts(slot, Some(position), &parts);
    }

    fn put_parts(&mut self, slot: u32, copy: Option<u32>, parts: &[(u64, u64, PartEffect)]) {
        let Origin { volume, submitted, .. } = self.origins[slot as usize];
        let part = |&(at, len, effect)| Mark::Part(PartFault { id: None, submitted, volume, copy, at, len, effect });
        self.marks.extend(parts.iter().map(|it| (slot, part(it))));
    }

    /// The nearest place at or before `place` that is in a member of something; [`NONE`]: there is none.
    fn first_member(&self, mut place: u32) -> u32 {
        while place != NONE && self.places[place as usize].within == FOLLOWS {
            place = self.places[place as usize].returns_to;
        }
        place
    }

    /// Whether other members hold what lies here too.
    fn is_copied(&self, place: u32) -> bool {
        let mut inside = self.first_member(place);
        while inside != NONE {
            let of = self.places[inside as usize].returns_to;
            if self.nodes[self.places[of as usize].instance as usize].element.holds_copies() {
                return true;
            }
            inside = self.first_member(of);
        }
        false
    }

    /// Pieces of `len` bytes from `at` on at `place`: where they are there, where in the volume, how long.
    fn pieces(&self, place: u32, at: u64, len: u64) -> Vec<(u64, Option<u64>, u64)> {
        let mut pieces = Vec::new();
        let end = at.saturating_add(len);
        let mut at = at;
        while at < end {
            let (mut origin, mut len, mut inside) = (Some(at), end - at, self.first_member(place));
            while let Some(here) = origin.filter(|_| inside != NONE) {
                let within = self.places[inside as usize];
                let of = &self.nodes[self.places[within.returns_to as usize].instance as usize].element;
                (origin, len) = of.of_member(within.within, here, len);
                inside = self.first_member(within.returns_to);
            }
            pieces.push((at, origin, len));
            at += len;
        }
        pieces
    }

    /// Passes the faults of the child in `slot` to its parent; without one they are reported as they are.
    #[cold]
    pub(super) fn hand_on(&mut self, slot: u32, parent: Option<Token>) {
        let late = matches!(self.origins[slot as usize].owner, Owner::Child { .. });
        for (of, mark) in self.marks.iter_mut().filter(|(of, _)| *of == slot) {
            match (parent, mark, &mut self.part_faults) {
                (Some(parent), ..) => *of = parent.0,
                (None, Mark::Part(fault), Some(kept)) if late => kept.push(*fault),
                (None, ..) => {}
            }
        }
    }

    #[inline]
    pub(super) fn unmark(&mut self, slot: u32) {
        if !self.marks.is_empty() {
            self.marks.retain(|(of, _)| *of != slot);
        }
    }

    /// The data fault of the request in `slot`, which is over; none when it failed.
    #[cold]
    pub(super) fn take_marks(&mut self, slot: u32, id: u64, result: Result<u32, i32>) -> Option<DataFault> {
        let mut last = None;
        let kept = &mut self.part_faults;
        self.marks.retain(|(of, mark)| {
            match mark {
                _ if *of != slot => return true,
                // The element nearest to the data has the last word.
                Mark::Whole(fault) => last = Some(*fault),
                Mark::Part(fault) => {
                    if let (Some(kept), true) = (&mut *kept, result.is_ok()) {
                        kept.push(PartFault { id: Some(id), ..*fault });
                    }
                }
            }
            false
        });
        last.filter(|_| result.is_ok())
    }
}
