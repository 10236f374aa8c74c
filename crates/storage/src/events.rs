//! Future events in order: keyed by (instant, order of scheduling), so that events at one instant happen in the order
//! in which they were caused, on every machine.
//!
//! An agenda, and *lines* of far events. Most elements let requests go in the order of their arrival, so their events
//! are already sorted. Each element has a line: an event that is too far for the agenda's buckets and not before the
//! last one in the line joins at its end, and only the head of a line is on the agenda. 4096 requests waiting at a
//! limit are one entry and those that are near. An event that would jump its line is on the agenda itself.

mod agenda;
mod heap;

use std::collections::VecDeque;

use agenda::Agenda;
use heap::Event;

use plimsoll_base::{Nanos, fetch_ahead};

/// The subject of an event.
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

/// How many events ahead are known, if there are as many and prefetching is on.
pub(crate) const LOOK_AHEAD: usize = agenda::LOOK_AHEAD;

/// The events of one element that come in order. The first is on the agenda. `last` is the last one's instant: it also
/// makes an empty queue and one whose only event is on the agenda alike.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Line {
    behind: VecDeque<Event>,
    last: u64,
    /// Whether one of this line is on the agenda.
    formed: bool,
}

#[derive(Debug)]
pub(crate) struct Events {
    agenda: Agenda,
    lines: Vec<Line>,
    scheduled: u64,
}

impl Events {
    /// No events yet, of `elements` elements.
    pub(crate) fn new(elements: usize) -> Events {
        Events { agenda: Agenda::default(), lines: (0..elements).map(|_| Line::default()).collect(), scheduled: 0 }
    }

    /// When the next event is; [`Nanos::MAX`] when there is none.
    #[inline]
    pub(crate) fn next(&self) -> Nanos {
        Nanos(self.agenda.next())
    }

    /// The request of the event that `later` others come before, and the element that it leaves when it is in a line; none
    /// when that event is a timer's or not known by now.
    #[inline]
    pub(crate) fn peek(&self, later: usize) -> Option<(u32, Option<u32>)> {
        let event = self.agenda.peek(later).filter(|event| event.line != TIMER)?;
        Some((event.slot, (event.line != ALONE).then_some(event.line)))
    }

    /// [`LOOK_AHEAD`] events ahead are to be known.
    #[inline]
    pub(crate) fn see(&mut self) {
        self.agenda.see();
    }

    /// Prefetches the line of `element`.
    #[inline]
    pub(crate) fn fetch_line(&self, element: u32) {
        fetch_ahead(&raw const self.lines[element as usize]);
    }

    /// Prefetches the next event in the line of `element`, which itself is there.
    #[inline]
    pub(crate) fn fetch_behind(&self, element: u32) {
        if let Some(next) = self.lines[element as usize].behind.front() {
            fetch_ahead(next);
        }
    }

    /// Schedules an event that belongs to no line.
    #[inline]
    pub(crate) fn schedule(&mut self, at: Nanos, what: What) {
        self.scheduled += 1;
        let (slot, line) = match what {
            What::Departs(slot) => (slot, ALONE),
            What::Timer(element) => (element, TIMER),
        };
        self.agenda.insert(Event { at: at.0, order: self.scheduled, slot, line });
    }

    /// Schedules that the request in `slot` leaves `element`.
    #[inline]
    pub(crate) fn schedule_departure(&mut self, at: Nanos, slot: u32, element: u32) {
        self.scheduled += 1;
        let mut event = Event { at: at.0, order: self.scheduled, slot, line: ALONE };
        if self.agenda.insert_near(event) {
            return;
        }
        event.line = element;
        let line = &mut self.lines[element as usize];
        if !line.formed {
            line.formed = true;
        } else if at.0 >= line.last {
            line.last = at.0;
            return line.behind.push_back(event);
        } else {
            event.line = ALONE;
            return self.agenda.insert(event);
        }
        line.last = at.0;
        self.agenda.insert(event);
    }

    /// The next event, if it is at or before `now`.
    #[inline]
    pub(crate) fn due(&mut self, now: Nanos) -> Option<(Nanos, What)> {
        let event = self.agenda.due(now.0)?;
        let what = match event.line {
            TIMER => What::Timer(event.slot),
            _ => What::Departs(event.slot),
        };
        if let Some(line) = self.lines.get_mut(event.line as usize) {
            match line.behind.pop_front() {
                Some(next) => self.agenda.insert(next),
                None => line.formed = false,
            }
        }
        Some((Nanos(event.at), what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_base::random::{stream, unit};
    use proptest::prelude::*;
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    proptest! {
        /// Against a sorted list: whatever goes into which line, it comes out by (instant, order of scheduling).
        #[test]
        fn events_come_out_in_order_of_time_and_then_of_scheduling(
            steps in prop::collection::vec((prop_oneof![0_u64..20, 0_u64..1 << 22], 0_u32..4, any::<bool>()), 1..200)
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

    /// Against a heap: near and far, dense and rare by turns, so that buckets change their width, and many at one instant.
    #[test]
    fn however_dense_they_are_events_come_out_in_order() {
        let mut random = stream(1, "events", 0);
        for sees in [false, true] {
            let (mut events, mut expected, mut now) = (Events::new(2), BinaryHeap::new(), 0);
            if sees {
                events.see();
            }
            for slot in 0..120_000_u32 {
                let [often, seldom] = [100.0, 1e6].map(|mean| (-(1.0 - unit(&mut random)).ln() * mean) as u64);
                let dense = slot / 20_000 % 2 == 0;
                let delay = match (unit(&mut random) * 100.0) as u32 {
                    0 => seldom * 1000,
                    1..40 => 0,
                    _ => {
                        if dense {
                            often
                        } else {
                            seldom
                        }
                    }
                };
                match slot % 3 {
                    2 => events.schedule(Nanos(now + delay), What::Departs(slot)),
                    line => events.schedule_departure(Nanos(now + delay), slot, line),
                }
                expected.push(Reverse((now + delay, slot)));
                // Now and then some hundred wait at one instant.
                while slot % 5000 > 400 && expected.len() > 300 || expected.len() > 900 {
                    let Reverse((at, least)) = expected.pop().unwrap();
                    assert_eq!(events.next(), Nanos(at));
                    assert_eq!(events.due(Nanos(at)), Some((Nanos(at), What::Departs(least))));
                    now = at;
                }
            }
            while let Some(Reverse((at, least))) = expected.pop() {
                assert_eq!(events.due(Nanos(u64::MAX)), Some((Nanos(at), What::Departs(least))));
            }
            assert_eq!((events.next(), events.due(Nanos::MAX)), (Nanos::MAX, None));
        }
    }
}
