//! Prefetching: memory that the next events will touch is loaded while the present one is carried out.
//!
//! With tens of thousands of requests on their way each step finds its request, its element and that element's totals
//! in none of the caches near the processor, one after the other. The next requests are known: the agenda has some of
//! them sorted. Nothing here changes what happens, or in which order.

use plimsoll_base::fetch_ahead;

use super::Stack;
use super::flight::Owner;
use super::node::{LINE, Memory};
use crate::element::{Exit, FOLLOWS};
use crate::events::LOOK_AHEAD;
use crate::topology::NONE;

/// With fewer requests than these, of about 200 bytes each with their share of what they pass, all of it stays in the
/// processor's cache, and asking would only cost.
const MIN_REQUESTS: usize = 4096;

/// How many events before its own each look at a request is taken. A look reads the memory that the one before
/// prefetched.
const LOOK_DISTANCES: [usize; 4] = [15, 11, 7, 3];
const _: () = assert!(LOOK_DISTANCES[0] < LOOK_AHEAD);

impl Stack {
    /// As each event is carried out: of the events to come, one is looked at for each of [`LOOK_DISTANCES`].
    #[inline]
    pub(super) fn look_ahead(&mut self) {
        if self.flights.len() < MIN_REQUESTS {
            return;
        }
        self.events.see();
        if let Some((slot, leaves)) = self.events.peek(LOOK_DISTANCES[0]) {
            fetch_ahead(&raw const self.flights[slot as usize]);
            fetch_ahead(&raw const self.origins[slot as usize]);
            if let Some(instance) = leaves {
                self.events.fetch_line(instance);
            }
        }
        if let Some((slot, leaves)) = self.events.peek(LOOK_DISTANCES[1]) {
            // The places before and behind a place mostly lie beside it in memory.
            let place = self.places.as_ptr().wrapping_add(self.flights[slot as usize].position as usize);
            fetch_ahead(place.wrapping_sub(1));
            fetch_ahead(place.wrapping_add(1));
            if let Some(instance) = leaves {
                self.events.fetch_behind(instance);
            }
        }
        if let Some((slot, _)) = self.events.peek(LOOK_DISTANCES[2]) {
            self.fetch_way(slot);
        }
        if let Some((slot, _)) = self.events.peek(LOOK_DISTANCES[3]) {
            self.foresee(slot);
        }
    }

    /// Where the request in `slot` goes when it leaves, and whether that is down; [`NONE`]: nowhere in the stack.
    #[inline]
    fn way(&self, slot: u32) -> (u32, bool) {
        let flight = &self.flights[slot as usize];
        let Some(from) = self.places.get(flight.position as usize) else { return (NONE, true) };
        let down = match flight.way.exit() {
            Exit::Next => from.next,
            // One that failed at a host that is down may still say the way from the place before.
            Exit::Member(member) => {
                self.members.get(from.members as usize + usize::from(member)).copied().unwrap_or(NONE)
            }
            Exit::Back | Exit::Held => NONE,
        };
        if down != NONE {
            return (down, true);
        }
        match self.places.get(from.returns_to as usize) {
            Some(passed) if passed.lets_back => (passed.returns_to, false),
            _ => (from.returns_to, false),
        }
    }

    /// Prefetches the next element of the request in `slot`, and its parent request.
    #[inline]
    fn fetch_way(&self, slot: u32) {
        if let Some(from) = self.places.get(self.flights[slot as usize].position as usize) {
            self.fetch_totals(from.instance);
        }
        let (to, down) = self.way(slot);
        let Some(place) = self.places.get(to as usize) else { return };
        self.fetch_totals(place.instance);
        self.fetch_element(place.instance);
        if !down && to == self.flights[slot as usize].sent_from {
            if let Owner::Child { parent, .. } = self.origins[slot as usize].owner {
                fetch_ahead(&raw const self.flights[parent as usize]);
                fetch_ahead(&raw const self.origins[parent as usize]);
            }
        }
    }

    /// The element that the request in `slot` goes down to next looks ahead itself.
    #[inline]
    fn foresee(&self, slot: u32) {
        let (to, down) = self.way(slot);
        let Some(place) = self.places.get(to as usize).filter(|place| down && place.foresees) else { return };
        let request = self.request(slot, to, place, FOLLOWS);
        let further = match self.nodes[place.instance as usize].element.foresee(&request) {
            Some(Exit::Member(member)) => self.members.get(place.members as usize + usize::from(member)).copied(),
            Some(Exit::Next) => Some(place.next),
            _ => None,
        };
        if let Some(place) = further.and_then(|further| self.places.get(further as usize)) {
            self.fetch_totals(place.instance);
            self.fetch_element(place.instance);
        }
    }

    #[inline]
    fn fetch_totals(&self, instance: u32) {
        let node = &raw const self.nodes[instance as usize];
        fetch_ahead(node);
        fetch_ahead(node.cast::<u8>().wrapping_add(LINE));
    }

    #[inline]
    fn fetch_element(&self, instance: u32) {
        let Memory { begins, lines } = self.memory[instance as usize];
        let begins = std::ptr::without_provenance::<u8>(begins);
        (0..lines).for_each(|line| fetch_ahead(begins.wrapping_add(line * LINE)));
    }
}
