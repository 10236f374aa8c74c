//! Operations between their request and their end in the model, and the buffers that hold what writes bring.
//!
//! An operation is named to the model by its place here; places are used again, so that a steady load allocates nothing.

use plimsoll_base::{Nanos, Op};

use crate::transmission::NoHole;

/// Bytes that unused buffers may keep.
const SPARE_BYTES: usize = 64 << 20;
const SMALLEST: usize = 4096;
/// Sizes from 4 KiB to 32 MiB, doubling.
const CLASSES: usize = 14;

/// An operation in the model.
#[derive(Debug)]
pub(crate) struct Flight {
    /// The client that waits for it; none once it is gone.
    pub(crate) client: Option<u32>,
    pub(crate) volume: usize,
    pub(crate) op: Op,
    pub(crate) cookie: u64,
    pub(crate) fua: bool,
    pub(crate) zeroes: Option<NoHole>,
    pub(crate) arrived: Nanos,
    /// Data of a write; longer than the operation, or empty when none is kept.
    pub(crate) payload: Vec<u8>,
}

#[derive(Debug, Default)]
pub(crate) struct Flights {
    places: Vec<Option<Flight>>,
    free: Vec<u32>,
}

impl Flights {
    #[inline]
    pub(crate) fn insert(&mut self, flight: Flight) -> u64 {
        match self.free.pop() {
            Some(place) => {
                self.places[place as usize] = Some(flight);
                u64::from(place)
            }
            None => {
                self.places.push(Some(flight));
                self.places.len() as u64 - 1
            }
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, id: u64) -> Option<Flight> {
        let flight = self.places.get_mut(id as usize)?.take();
        if flight.is_some() {
            self.free.push(id as u32);
        }
        flight
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    /// Whether no client waits for the operation any more.
    pub(crate) fn is_given_up(&self, id: u64) -> bool {
        self.places.get(id as usize).and_then(Option::as_ref).is_some_and(|flight| flight.client.is_none())
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Flight> {
        self.places.iter_mut().flatten()
    }
}

/// Buffers to use again, by size.
#[derive(Debug)]
pub(crate) struct Buffers {
    spare: [Vec<Vec<u8>>; CLASSES],
    spare_bytes: usize,
}

impl Default for Buffers {
    fn default() -> Buffers {
        Buffers { spare: [const { Vec::new() }; CLASSES], spare_bytes: 0 }
    }
}

impl Buffers {
    /// A buffer of at least `len` bytes, of any content.
    #[inline]
    pub(crate) fn take(&mut self, len: u32) -> Vec<u8> {
        let size = (len as usize).next_power_of_two().max(SMALLEST);
        let class = (size / SMALLEST).trailing_zeros() as usize;
        match self.spare.get_mut(class).and_then(Vec::pop) {
            Some(buffer) => {
                self.spare_bytes -= size;
                buffer
            }
            // Zeroed by the system, page by page as it is touched: a client that announces much holds nothing yet.
            None => vec![0; size],
        }
    }

    /// Bytes of the free buffers.
    #[cfg(test)]
    pub(crate) fn spare_bytes(&self) -> usize {
        self.spare_bytes
    }

    #[inline]
    pub(crate) fn give_back(&mut self, buffer: Vec<u8>) {
        let class = (buffer.len() / SMALLEST.max(1)).trailing_zeros() as usize;
        if buffer.is_empty() || self.spare_bytes + buffer.len() > SPARE_BYTES {
            return;
        }
        if let Some(spare) = self.spare.get_mut(class) {
            self.spare_bytes += buffer.len();
            spare.push(buffer);
        }
    }
}

/// Memory for payloads, so that no client takes what another needs: each has a little of its own, what goes beyond comes
/// from a pool that all share.
#[derive(Debug)]
pub(crate) struct Room {
    own_bytes: u64,
    most_bytes: u64,
    pool_left: u64,
}

impl Room {
    pub(crate) fn new(own_bytes: u64, most_bytes: u64, pool_bytes: u64) -> Room {
        Room { own_bytes, most_bytes, pool_left: pool_bytes }
    }

    fn beyond(&self, held: u64) -> u64 {
        held.saturating_sub(self.own_bytes)
    }

    /// Room for `more` bytes for a client that holds `held`; one that holds nothing may have any request's.
    #[inline]
    pub(crate) fn take(&mut self, held: &mut u64, more: u64) -> bool {
        let after = *held + more;
        let from_pool = self.beyond(after) - self.beyond(*held);
        if (*held > 0 && after > self.most_bytes) || from_pool > self.pool_left {
            return false;
        }
        self.pool_left -= from_pool;
        *held = after;
        true
    }

    #[inline]
    pub(crate) fn give_back(&mut self, held: &mut u64, less: u64) {
        let after = held.saturating_sub(less);
        self.pool_left += self.beyond(*held) - self.beyond(after);
        *held = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_client_with_nothing_finds_room_for_a_small_write_when_the_pool_is_empty() {
        let mut room = Room::new(1000, 100_000, 5000);
        let (mut greedy, mut modest) = (0, 0);
        assert!(room.take(&mut greedy, 6000));
        assert!(!room.take(&mut greedy, 1), "its own and the pool are used up");
        assert!(room.take(&mut modest, 1000));
        assert!(!room.take(&mut modest, 1));
        room.give_back(&mut greedy, 1);
        assert!(room.take(&mut modest, 1));
    }

    proptest! {
        #[test]
        fn what_is_given_back_is_all_that_was_taken(steps in prop::collection::vec((0_usize..4, 1_u64..3000, any::<bool>()), 0..200)) {
            let mut room = Room::new(1000, 8000, 6000);
            let mut held = [0_u64; 4];
            for (client, bytes, takes) in steps {
                if takes {
                    room.take(&mut held[client], bytes);
                } else {
                    let less = bytes.min(held[client]);
                    room.give_back(&mut held[client], less);
                }
                let beyond: u64 = held.iter().map(|h| h.saturating_sub(1000)).sum();
                prop_assert_eq!(room.pool_left + beyond, 6000);
                prop_assert!(held.iter().all(|h| *h <= 8000));
            }
        }

        #[test]
        fn a_buffer_is_long_enough_and_is_used_again(len in 1_u32..=32 << 20) {
            let mut buffers = Buffers::default();
            let buffer = buffers.take(len);
            prop_assert!(buffer.len() >= len as usize);
            let place = buffer.as_ptr();
            buffers.give_back(buffer);
            let again = buffers.take(len);
            prop_assert_eq!(again.as_ptr(), place);
        }
    }
}
