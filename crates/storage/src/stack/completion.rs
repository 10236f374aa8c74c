//! The end of a request: its result, what happened to its data, where its time went; its slot is free again.

use plimsoll_base::Nanos;

use super::flight::{Owner, Whereabouts};
use super::{FinishedOp, Stack};
use crate::events::What;
use crate::topology::NONE;

impl Stack {
    pub(super) fn release_slot(&mut self, slot: u32) {
        let flight = &mut self.flights[slot as usize];
        flight.whereabouts = Whereabouts::Nowhere;
        if flight.trace != NONE {
            self.traces.end(flight.trace);
            flight.trace = NONE;
        }
        self.unmark(slot);
        self.free.push(slot);
    }

    #[inline]
    pub(super) fn finish(&mut self, slot: u32, now: Nanos, finished: &mut Option<&mut Vec<FinishedOp>>) {
        let Some(finished) = finished else {
            // Only `advance` returns completions.
            return self.events.schedule(now, What::Departs(slot));
        };
        let (flight, origin) = (&self.flights[slot as usize], &self.origins[slot as usize]);
        // Sent by no place: a client's.
        let Owner::Client(id) = origin.owner else { return self.release_slot(slot) };
        if flight.trace != NONE {
            self.traced_response_ns += u128::from((now - origin.began).0);
            for &(instance, wait_ns, service_ns) in self.traces.steps(flight.trace) {
                self.beside[instance as usize].seldom.add_trace(wait_ns, service_ns);
            }
        }
        let result = flight.answer().map(|()| flight.len);
        let fault = if self.marks.is_empty() { None } else { self.take_marks(slot, id, result) };
        self.release_slot(slot);
        let done = FinishedOp { id, at: now, result, fault };
        let done = if self.durable.is_empty() { Some(done) } else { self.end_part(done) };
        finished.extend(done);
    }
}
