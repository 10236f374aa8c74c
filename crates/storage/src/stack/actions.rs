//! Actions of an element beside the request at hand: let another go, send children, do an operation of its own. Also
//! the return of children.

use plimsoll_base::Nanos;

use super::Stack;
use super::flight::{Flight, Owner, Whereabouts};
use super::layout::Place;
use crate::element::{Action, Child, Departure, Exit, Position, Token};
use crate::events::What;
use crate::topology::NONE;

impl Stack {
    pub(super) fn act(&mut self, instance: u32, now: Nanos) {
        let mut list = std::mem::take(&mut self.actions.list);
        for action in list.drain(..) {
            match action {
                Action::Release { token, departure } => self.let_go(token, instance, departure, now),
                Action::Spawn { parent, exit, op, tag } => {
                    let Flight { position, trace, .. } = self.flights[parent.index()];
                    let of = self.origins[parent.index()];
                    let owner = Owner::Child { parent: parent.0, stay: of.stay, tag };
                    let slot = self.admit(owner, of.volume, position, exit, op, now);
                    self.origins[slot as usize].submitted = of.submitted;
                    if trace != NONE {
                        self.flights[slot as usize].trace = self.traces.begin();
                    }
                    self.soon(slot, now);
                }
                Action::Inject { from, exit, op, tag } => {
                    let beside = &mut self.beside[instance as usize];
                    beside.seldom.injected += 1;
                    let place = from.map_or(beside.first_place, |place| place.0);
                    let volume = self.places[place as usize].volume;
                    let slot = self.admit(Owner::Own { tag }, volume, place, exit, op, now);
                    self.soon(slot, now);
                }
            }
        }
        self.actions.list = list;
    }

    /// The request in `slot` goes on at this instant, after what is already to be done and due.
    fn soon(&mut self, slot: u32, now: Nanos) {
        if self.events.next() > now {
            self.todo.push_back(slot);
        } else {
            self.events.schedule(now, What::Departs(slot));
        }
    }

    fn let_go(&mut self, token: Token, instance: u32, departure: Departure, now: Nanos) {
        let flight = &mut self.flights[token.index()];
        debug_assert!(flight.whereabouts == Whereabouts::Held, "released what is not held");
        debug_assert!(departure.exit != Exit::Held && departure.at >= now, "a release lets go, and not before now");
        flight.whereabouts = Whereabouts::LetGo;
        let stay = &mut self.origins[token.index()].stay;
        *stay = stay.wrapping_add(1);
        flight.way = departure.exit.into();
        flight.service_ns = departure.service_ns;
        flight.work_ns = departure.work_ns;
        flight.departs = departure.at;
        self.nodes[instance as usize].totals.work(departure.work_ns);
        match departure.result {
            Ok(_) if departure.exit != Exit::Back => flight.errno = 0,
            Ok(_) => {}
            Err(errno) => flight.errno = errno,
        }
        if let Ok(Some(fault)) = departure.result {
            self.mark(token.0, fault);
        }
        if departure.at == now {
            self.soon(token.0, now);
        } else {
            self.events.schedule_departure(departure.at, token.0, instance);
        }
    }

    /// A child, or an operation of an element's own, is back where it was sent from.
    pub(super) fn child_is_back(&mut self, slot: u32, now: Nanos) {
        let (flight, origin) = (self.flights[slot as usize], self.origins[slot as usize]);
        let answer = flight.answer();
        let Place { instance, keeps_time, .. } = self.places[flight.sent_from as usize];
        let (parent, tag) = match origin.owner {
            // Its parent may have been let go before it: then its slot is another's, or another stay's.
            Owner::Child { parent, stay, tag } => {
                (Some(Token(parent)).filter(|of| self.origins[of.index()].stay == stay), tag)
            }
            Owner::Own { tag } => (None, tag),
            Owner::Client(_) => (None, 0),
        };
        let child = Child { parent, tag, op: flight.op(), position: Position(flight.sent_from), answer };
        self.nodes[instance as usize].element.child(now, &child, &mut self.actions);
        if let Some(parent) = parent {
            let moves_on = self.actions.list.iter().any(|action| match action {
                Action::Release { token, .. } => *token == parent,
                Action::Spawn { parent: of, .. } => *of == parent,
                Action::Inject { .. } => false,
            });
            let of = &mut self.origins[parent.index()];
            // Only a child that the parent waited for last counts, and no time twice.
            if moves_on && origin.began >= of.covered_until {
                of.covered_ns += (now - origin.began).0;
                of.covered_until = now;
                let trace = self.flights[parent.index()].trace;
                if trace != NONE && flight.trace != NONE {
                    self.traces.append(trace, flight.trace);
                }
            }
        }
        if !self.marks.is_empty() && answer.is_ok() {
            self.hand_on(slot, parent);
        }
        self.release_slot(slot);
        self.after(instance, keeps_time, now);
    }
}
