//! What is going to happen, in order: keyed by (instant, order of scheduling), so that events at one instant happen in
//! the order in which they were caused, on every machine.
//!
//! A heap over *lines*. Most elements let requests go in the order of their arrival, so their events are already sorted:
//! each element has a line, an event that is not before the last one in it joins at its end, and only the head of a line
//! is in the heap. 4096 requests waiting at a limit are one entry. What would jump its line goes into the heap itself.

use std::cmp::Ordering;
use std::collections::binary_heap::PeekMut;
use std::collections::{BinaryHeap, VecDeque};

use plimsoll_base::Nanos;

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// The request in this slot leaves where it is.
    Departs(u32),
    /// The timer of this element is due.
    Timer(u32),
}

/// In no line.
const ALONE: u32 = u32::MAX;
/// In no line, and `slot` is an element whose timer is due.
const TIMER: u32 = u32::MAX - 1;

/// 24 bytes.
#[derive(Clone, Copy, Debug)]
struct Event {
    at: u64,
    order: u64,
    slot: u32,
    line: u32,
}

impl Event {
    #[inline]
    fn key(&self) -> u128 {
        (u128::from(self.at) << 64) | u128::from(self.order)
    }
}

impl PartialEq for Event {
    fn eq(&self, other: &Event) -> bool {
        self.key() == other.key()
    }
}
impl Eq for Event {}
impl PartialOrd for Event {
    #[inline]
    fn partial_cmp(&self, other: &Event) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Event {
    /// Reversed: `BinaryHeap` has the greatest on top.
    #[inline]
    fn cmp(&self, other: &Event) -> Ordering {
        other.key().cmp(&self.key())
    }
}

/// The events of one element that come in order. The first is in the heap; `last` is the last one's instant, kept so
/// that an empty queue need not be told from one whose only event is in the heap.
#[derive(Debug, Default)]
struct Line {
    behind: VecDeque<Event>,
    last: u64,
    /// Whether one of this line is in the heap.
    formed: bool,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Events {
    heap: BinaryHeap<Event>,
    lines: Vec<Line>,
    scheduled: u64,
}

impl Events {
    /// No events yet, of `elements` elements.
    pub(crate) fn new(elements: usize) -> Events {
        Events { heap: BinaryHeap::new(), lines: (0..elements).map(|_| Line::default()).collect(), scheduled: 0 }
    }

    /// When the next event is; [`Nanos::MAX`] when there is none.
    #[inline]
    pub(crate) fn next(&self) -> Nanos {
        self.heap.peek().map_or(Nanos::MAX, |e| Nanos(e.at))
    }

    /// Schedules an event that belongs to no line.
    #[inline]
    pub(crate) fn schedule(&mut self, at: Nanos, what: What) {
        self.scheduled += 1;
        let (slot, line) = match what {
            What::Departs(slot) => (slot, ALONE),
            What::Timer(element) => (element, TIMER),
        };
        self.heap.push(Event { at: at.0, order: self.scheduled, slot, line });
    }

    /// Schedules that the request in `slot` leaves `element`.
    #[inline]
    pub(crate) fn schedule_departure(&mut self, at: Nanos, slot: u32, element: u32) {
        self.scheduled += 1;
        let line = &mut self.lines[element as usize];
        let mut event = Event { at: at.0, order: self.scheduled, slot, line: element };
        if !line.formed {
            line.formed = true;
        } else if at.0 >= line.last {
            line.last = at.0;
            return line.behind.push_back(event);
        } else {
            event.line = ALONE;
            return self.heap.push(event);
        }
        line.last = at.0;
        self.heap.push(event);
    }

    /// The next event, if it is at or before `now`.
    #[inline]
    pub(crate) fn due(&mut self, now: Nanos) -> Option<(Nanos, What)> {
        let mut top = self.heap.peek_mut()?;
        let event = *top;
        if event.at > now.0 {
            return None;
        }
        let what = match event.line {
            TIMER => What::Timer(event.slot),
            _ => What::Departs(event.slot),
        };
        match self.lines.get_mut(event.line as usize) {
            None => {
                PeekMut::pop(top);
            }
            Some(line) => match line.behind.pop_front() {
                Some(next) => *top = next,
                None => {
                    line.formed = false;
                    PeekMut::pop(top);
                }
            },
        }
        Some((Nanos(event.at), what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against a sorted list: whatever goes into which line, it comes out by (instant, order of scheduling).
        #[test]
        fn events_come_out_in_order_of_time_and_then_of_scheduling(
            steps in prop::collection::vec((0_u64..20, 0_u32..4, any::<bool>()), 1..200)
        ) {
            let mut events = Events::new(3);
            let (mut expected, mut now, mut got, mut wanted) = (Vec::new(), 0, Vec::new(), Vec::new());
            for (slot, &(delay, line, take)) in steps.iter().enumerate() {
                let (at, slot) = (Nanos(now + delay), slot as u32);
                match line {
                    3 => events.schedule(at, What::Departs(slot)),
                    line => events.schedule_departure(at, slot, line),
                }
                expected.push((at, slot));
                if take {
                    now = events.next().0;
                    got.extend(events.due(Nanos(now)));
                    let least = *expected.iter().min().unwrap();
                    expected.retain(|e| *e != least);
                    wanted.push((least.0, What::Departs(least.1)));
                }
            }
            prop_assert_eq!(got, wanted);
        }
    }
}
