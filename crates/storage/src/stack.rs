//! A stack at work: requests on their way along the routes of their volume, and the events that move them on.
//!
//! A request goes down from element to element; where its route ends it turns, and on its way back it meets again those
//! elements that see returns. An element may hold a request and let it go later, and send children of it down its
//! members. Operations of an element's own (a destage, a neighbour's load) travel like children that nobody waits for.
//!
//! Where the time goes is written down for a sample of the clients' operations: the stays of the operation, and of those
//! children for which it waited last. They add up to its response time exactly.

mod actions;
mod ahead;
mod completion;
mod flight;
mod layout;
mod mark;
mod marks;
mod node;
mod settings;

use plimsoll_base::random::{Random, split_mix, stream, unit};
use plimsoll_base::{Nanos, Op, OpKind};
use std::collections::{BTreeMap, VecDeque};

use crate::element::{Actions, DataFault, Exit, FOLLOWS, NOBODY, PartFault, Position, Request, Token};
use crate::errno::{EINVAL, EIO};
use crate::events::{Events, What};
use crate::figures::{ElementFigures, InstanceCounts, Totals, figures};
use crate::spec::StackSpec;
use crate::topology::{NONE, Topology};
use flight::{Flight, Origin, Owner, Traces, Whereabouts};
use layout::{InstanceState, Instances, Layout, Place};
use mark::Mark;
use node::{Memory, Node};
pub use settings::ElementSettings;

/// An operation that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedOp {
    /// As submitted.
    pub id: u64,
    /// When it was over.
    pub at: Nanos,
    /// Bytes moved, or errno.
    pub result: Result<u32, i32>,
    /// What happened to its data as a whole although it succeeded; nothing, unless an element does such things on purpose.
    /// What happened to one copy of it, or to a part, is told apart ([`Stack::take_part_faults`]).
    pub fault: Option<DataFault>,
}

/// A volume of a stack: its number in [`Topology::volumes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VolumeId(pub u32);

impl VolumeId {
    /// The first.
    pub const FIRST: VolumeId = VolumeId(0);
}

/// How far a durable write is.
#[derive(Clone, Copy, Debug)]
enum DurableWrite {
    Writing { volume: VolumeId },
    Flushing { written: u32, fault: Option<DataFault> },
}

/// One in so many operations is traced, on average; by lot, so that no pattern of a workload hides from it.
const TRACED_ONE_IN: f64 = 8.0;

/// Instants that pass before the caller gets control again though nothing has finished: some tens of microseconds of
/// real time.
const MAX_INSTANTS: u32 = 64;

#[derive(Clone, Copy, Debug)]
struct Volume {
    size: u64,
    base: u64,
    entry: u32,
    client: u32,
}

/// A described storage system as a state machine. Time enters through arguments only, and must not go backwards.
///
/// The clock may start anywhere: the stack is in its initial state at the first instant that it is given.
#[derive(Debug)]
pub struct Stack {
    nodes: Vec<Node>,
    /// By instance, as `nodes`.
    beside: Vec<InstanceState>,
    /// By instance: where the element lies in memory.
    memory: Vec<Memory>,
    /// From the clients to the data.
    elements: Vec<Instances>,
    places: Vec<Place>,
    members: Vec<u32>,
    volumes: Vec<Volume>,
    /// Requests by slot; slots are used again, so that a steady load allocates nothing.
    flights: Vec<Flight>,
    /// By slot, as `flights`.
    origins: Vec<Origin>,
    free: Vec<u32>,
    /// Requests to move on at the present instant, in order.
    todo: VecDeque<u32>,
    /// Data faults of requests on their way, by slot. Few or none: kept apart, so that the others are no larger.
    marks: Vec<(u32, Mark)>,
    /// Data faults of parts and copies, of requests that are over; kept when the caller holds content.
    part_faults: Option<Vec<PartFault>>,
    /// Durable writes on their way, by the caller's number.
    durable: BTreeMap<u64, DurableWrite>,
    events: Events,
    actions: Actions,
    traces: Traces,
    lot: Random,
    until_traced: u32,
    traced_response_ns: u128,
    traced_base_ns: u128,
    now: Nanos,
    started: bool,
}

/// A request as the element at `place` sees it.
#[inline(always)]
fn request(slot: u32, flight: &Flight, position: u32, place: &Place, volume: &Volume, member: u16) -> Request {
    Request {
        op: flight.op(),
        base: volume.base,
        token: Token(slot),
        position: Position(position),
        volume: place.volume,
        client: volume.client,
        member,
        local: place.local,
    }
}

/// Counts a request at an element that only has to count it; whether it was counted.
#[inline(always)]
fn count(
    node: &mut Node,
    flight: &mut Flight,
    place: &Place,
    client: u32,
    member: u16,
    down: bool,
    now: Nanos,
) -> bool {
    if down {
        let Some(exit) = node.element.let_through(now, place.volume, client, flight.len) else { return false };
        flight.way = exit.into();
        node.totals.pass(now, 0, true);
    } else {
        let Some(work_ns) = node.element.let_back(now, place.volume, client, flight.len, member) else { return false };
        flight.way = Exit::Back.into();
        node.totals.work(work_ns);
    }
    true
}

impl Stack {
    /// The stack that `spec` describes, in its initial state. Same spec, seed and calls: same answers.
    pub fn new(spec: &StackSpec, seed: u64) -> Stack {
        Stack::of(spec, &Topology::of(spec), seed, &[])
    }

    /// A stack with its topology at hand and some hosts down, by their numbers: operations on volumes placed there fail
    /// with EIO.
    pub fn of(spec: &StackSpec, topology: &Topology, seed: u64, down: &[u32]) -> Stack {
        let Layout { nodes, beside, elements, places } = Layout::of(spec, topology, seed, down);
        let of = |v: &crate::topology::VolumeInfo| Volume {
            size: v.size_bytes,
            base: v.base,
            entry: v.entry,
            client: if v.client == NONE { NOBODY } else { v.client },
        };
        let events = Events::new(nodes.len());
        Stack {
            memory: nodes.iter().map(|node| Memory::of(&*node.element)).collect(),
            nodes,
            beside,
            elements,
            places,
            members: topology.members.clone(),
            volumes: topology.volumes.iter().map(of).collect(),
            flights: Vec::new(),
            origins: Vec::new(),
            free: Vec::new(),
            todo: VecDeque::new(),
            marks: Vec::new(),
            part_faults: None,
            durable: BTreeMap::new(),
            events,
            actions: Actions::default(),
            traces: Traces::default(),
            lot: stream(split_mix(seed), "traced", 0),
            until_traced: 0,
            traced_response_ns: 0,
            traced_base_ns: 0,
            now: Nanos::ZERO,
            started: false,
        }
    }

    /// Submits an operation on `volume` at `now`; `id` comes back with its end.
    ///
    /// Panics when `now` lies before an earlier instant, or when there is no such volume.
    #[inline]
    pub fn submit(&mut self, now: Nanos, volume: VolumeId, id: u64, op: Op) {
        self.tell(now);
        let of = self.volumes[volume.0 as usize];
        let fits = op.offset.checked_add(u64::from(op.len)).is_some_and(|end| end <= of.size);
        let traced = self.until_traced == 0;
        if traced {
            self.until_traced = (unit(&mut self.lot) * 2.0 * TRACED_ONE_IN) as u32;
        } else {
            self.until_traced -= 1;
        }
        let slot = self.admit(Owner::Client(id), volume.0, NONE, Exit::Next, op, now);
        let flight = &mut self.flights[slot as usize];
        flight.errno = if fits { 0 } else { EINVAL };
        if traced {
            flight.trace = self.traces.begin();
        }
        // Events that are due at or before now happen first; the caller advances to them.
        if self.events.next() > now {
            self.go(slot, now, None);
        } else {
            self.events.schedule(now, What::Departs(slot));
        }
    }

    /// Submits a write that is over once it is durable: a flush follows it, as the kernel lets one follow a write with
    /// `RWF_DSYNC`, and both are one operation to the caller. So it costs what a write and a sync cost.
    pub fn submit_durable(&mut self, now: Nanos, volume: VolumeId, id: u64, op: Op) {
        self.durable.insert(id, DurableWrite::Writing { volume });
        self.submit(now, volume, id, op);
    }

    /// What the end of the client's operation `id` means, if it is a part of a durable write; none while its flush is
    /// still to come.
    #[cold]
    fn end_part(&mut self, done: FinishedOp) -> Option<FinishedOp> {
        let Some(stage) = self.durable.remove(&done.id) else { return Some(done) };
        match (stage, done.result) {
            (DurableWrite::Writing { volume }, Ok(written)) => {
                self.durable.insert(done.id, DurableWrite::Flushing { written, fault: done.fault });
                let flush = Op { offset: 0, len: 0, kind: OpKind::Flush };
                let slot = self.admit(Owner::Client(done.id), volume.0, NONE, Exit::Next, flush, done.at);
                self.events.schedule(done.at, What::Departs(slot));
                None
            }
            (DurableWrite::Flushing { written, fault }, Ok(_)) => {
                Some(FinishedOp { result: Ok(written), fault, ..done })
            }
            (_, Err(_)) => Some(done),
        }
    }

    /// When something happens next. Before the first `submit` or `advance`, a stack with load of its own answers zero:
    /// call `advance` with the present, and its clock starts.
    #[inline]
    pub fn next_event(&self) -> Option<Nanos> {
        if !self.started {
            return self.nodes.iter().any(|node| node.element.next_timer().is_some()).then_some(Nanos::ZERO);
        }
        Some(self.events.next()).filter(|at| *at < Nanos::MAX)
    }

    /// Lets everything happen that is due at or before `now`; what finished is appended in order of time, first come
    /// first served among equals.
    ///
    /// Panics when `now` lies before an instant told earlier.
    //
    // Budget: 100 ns of real time per operation for submit and advance together, on a limit in front of a device with
    // 32 operations outstanding (examples/speed.rs). 2 us per operation where it is 13 events and 17 elements on average
    // (examples/stacks/s4-vsan.toml), of which a look into memory is the larger part with 200 hosts: see docs/performance.md.
    // 136 bytes per request on its way (flight 64, origin 48, event 24), and a write to three copies is four of them; an
    // element 128 bytes beside its own. No allocation once the slots and the heap have their size.
    pub fn advance(&mut self, now: Nanos, finished: &mut Vec<FinishedOp>) {
        self.tell(now);
        while let Some((at, what)) = self.events.due(now) {
            self.look_ahead();
            match what {
                What::Departs(slot) => self.go(slot, at, Some(finished)),
                What::Timer(instance) => self.timer(instance, at, finished),
            }
        }
    }

    /// Lets happen what is due instant by instant, until at one of them something has finished, or at `limit`; the instant
    /// that it came to. Who has nothing to do in between need not be asked after every event.
    pub fn advance_to_an_end(&mut self, limit: Nanos, finished: &mut Vec<FinishedOp>) -> Nanos {
        for _ in 1..MAX_INSTANTS {
            let at = self.events.next().min(limit);
            self.advance(at, finished);
            if at == limit || !finished.is_empty() {
                return at;
            }
        }
        self.now
    }

    /// Changes a setting of an element while it runs, in all its instances, or in one by its full name.
    ///
    /// # Errors
    /// Why not, with the elements or settings that there are.
    pub fn switch(&mut self, now: Nanos, element: &str, key: &str, value: &str) -> Result<(), String> {
        self.tell(now);
        let of_element = self.elements.iter().find(|(name, ..)| name == element).map(|(.., nodes)| nodes.clone());
        let by_name = || self.beside.iter().position(|of| of.name == element).map(|index| vec![index as u32]);
        let Some(instances) = of_element.or_else(by_name) else {
            let known = self.elements.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(format!("no element is called '{element}'; known: {known}"));
        };
        for instance in instances {
            let node = &mut self.nodes[instance as usize];
            node.element.switch(now, key, value).map_err(|why| format!("{element}: {why}"))?;
            self.rearm(instance, now);
        }
        Ok(())
    }

    /// Ends requests with an error that hang, or that a stall without an end keeps, where no one waits for them: those
    /// for whose id `gone` is true, and copies of a write that is over. Others stay: they will end.
    pub fn give_up(&mut self, now: Nanos, gone: &mut dyn FnMut(u64) -> bool) {
        self.tell(now);
        for instance in 0..self.nodes.len() as u32 {
            let Stack { nodes, origins, actions, .. } = self;
            let nobody_waits = &mut |token: Token| {
                let mut of = &origins[token.index()];
                while let Owner::Child { parent, stay, .. } = of.owner {
                    of = &origins[parent as usize];
                    if of.stay != stay {
                        return true;
                    }
                }
                matches!(of.owner, Owner::Client(id) if gone(id))
            };
            nodes[instance as usize].element.give_up(now, nobody_waits, actions);
            self.after(instance, true, now);
        }
        while let Some(slot) = self.todo.pop_front() {
            self.walk(slot, now, &mut None);
        }
    }

    /// Figures of each element since the last [`restart_figures`](Stack::restart_figures), in the order of the routes.
    pub fn element_figures(&self) -> Vec<ElementFigures> {
        let to_do = self.still_to_do();
        let response_ns = self.traced_response_ns - self.traced_base_ns;
        let of = |(name, kind, instances): &Instances| {
            let counted = instances.iter().map(|index| {
                let (node, beside) = (&self.nodes[*index as usize], &self.beside[*index as usize]);
                InstanceCounts {
                    name: &beside.name,
                    now: (node.totals.as_of(self.now, to_do[*index as usize]), &beside.seldom),
                    base: &beside.base,
                    servers: node.element.servers(),
                    own: node.element.own_figures(),
                }
            });
            figures(name, kind, &counted.collect::<Vec<_>>(), response_ns)
        };
        self.elements.iter().map(of).collect()
    }

    /// Counts from here on, for example from the start of Measure. Nothing else changes.
    pub fn restart_figures(&mut self) {
        let to_do = self.still_to_do();
        for ((node, beside), to_do) in self.nodes.iter_mut().zip(&mut self.beside).zip(to_do) {
            node.element.restart_figures();
            beside.base = (node.totals.as_of(self.now, to_do), beside.seldom.clone());
            node.totals.restart_max();
        }
        self.traced_base_ns = self.traced_response_ns;
    }

    /// By instance: work counted at arrival that will only be done after now.
    fn still_to_do(&self) -> Vec<u128> {
        let mut to_do = vec![0; self.nodes.len()];
        let inside = |of: &&Flight| matches!(of.whereabouts, Whereabouts::Inside | Whereabouts::LetGo);
        for flight in self.flights.iter().filter(inside) {
            let instance = self.places[flight.position as usize].instance;
            to_do[instance as usize] += u128::from(flight.work_ns.min((flight.departs - self.now).0));
        }
        to_do
    }

    #[inline]
    fn tell(&mut self, now: Nanos) {
        assert!(now >= self.now, "the stack was told {now} after {}: time must not go backwards", self.now);
        self.now = now;
        if !self.started {
            self.start(now);
        }
    }

    #[cold]
    fn start(&mut self, now: Nanos) {
        self.started = true;
        for index in 0..self.nodes.len() {
            let node = &mut self.nodes[index];
            node.element.start(now);
            node.totals = Totals::starting(now);
            let beside = &mut self.beside[index];
            beside.base.0 = Totals::starting(now);
            let keeps_time = node.element.keeps_time() || node.element.next_timer().is_none();
            debug_assert!(keeps_time, "{} keeps time", beside.name);
            self.rearm(index as u32, now);
        }
    }

    /// A request of `owner` on `volume`, about to leave `from` by `exit`.
    #[inline]
    fn admit(&mut self, owner: Owner, volume: u32, from: u32, exit: Exit, op: Op, now: Nanos) -> u32 {
        let slot = self.free.pop().unwrap_or(self.flights.len() as u32);
        let flight = Flight::new(op, from, from, exit, now);
        let submitted = if matches!(owner, Owner::Client(_)) { now } else { Nanos::MAX };
        let origin = Origin { owner, began: now, submitted, covered_ns: 0, covered_until: now, volume, stay: 0 };
        match (self.flights.get_mut(slot as usize), self.origins.get_mut(slot as usize)) {
            (Some(free), Some(of)) => {
                *free = flight;
                *of = Origin { stay: of.stay, ..origin };
            }
            _ => {
                self.flights.push(flight);
                self.origins.push(origin);
            }
        }
        slot
    }

    /// The request in `slot` leaves where it is at `now`, and whatever that sets in motion at this instant.
    #[inline]
    fn go(&mut self, slot: u32, now: Nanos, mut finished: Option<&mut Vec<FinishedOp>>) {
        self.walk(slot, now, &mut finished);
        while let Some(slot) = self.todo.pop_front() {
            self.walk(slot, now, &mut finished);
        }
    }

    /// The request in `slot` as the element at `place` sees it.
    #[inline]
    fn request(&self, slot: u32, position: u32, place: &Place, member: u16) -> Request {
        request(slot, &self.flights[slot as usize], position, place, &self.volumes[place.volume as usize], member)
    }

    /// The request in `slot` moves on until something holds it or it is over.
    fn walk(&mut self, slot: u32, now: Nanos, finished: &mut Option<&mut Vec<FinishedOp>>) {
        if matches!(self.flights[slot as usize].whereabouts, Whereabouts::Inside | Whereabouts::LetGo) {
            self.leave(slot, now);
        }
        // The position decides the next one, and is looked up once.
        loop {
            let flight = &self.flights[slot as usize];
            let (to, back_to, member) = match self.places.get(flight.position as usize) {
                None => (self.entry(slot, flight), NONE, FOLLOWS),
                Some(from) => (self.next_down(flight, from), from.returns_to, from.within),
            };
            let sent_from = flight.sent_from;
            let moves_on = if to != NONE {
                self.visit(slot, to, FOLLOWS, true, now)
            } else if back_to == NONE {
                // The end: a client's request is answered; or an element that does not see returns sent it.
                return if sent_from == NONE { self.finish(slot, now, finished) } else { self.release_slot(slot) };
            } else if back_to == sent_from {
                return self.child_is_back(slot, now);
            } else if sent_from != NONE && self.places[back_to as usize].depth < self.places[sent_from as usize].depth {
                // The sender lies before this place and does not see returns.
                return self.release_slot(slot);
            } else {
                self.visit(slot, back_to, member, false, now)
            };
            if !moves_on {
                return;
            }
        }
    }

    /// Where a request comes to that is at no place yet; [`NONE`]: nowhere.
    #[inline]
    fn entry(&self, slot: u32, flight: &Flight) -> u32 {
        match flight.way.exit() {
            Exit::Next if flight.errno == 0 => self.volumes[self.origins[slot as usize].volume as usize].entry,
            _ => NONE,
        }
    }

    /// Where a request that leaves `from` comes to on its way down; [`NONE`]: nowhere, it turns.
    #[inline(always)]
    fn next_down(&self, flight: &Flight, from: &Place) -> u32 {
        match flight.way.exit() {
            _ if flight.errno != 0 => NONE,
            Exit::Next => from.next,
            Exit::Member(member) => self.members[from.members as usize + usize::from(member)],
            Exit::Back | Exit::Held => NONE,
        }
    }

    /// The request in `slot` comes to the element at `position`, on its way down or back out of `member`; true when it moves
    /// on at once.
    //
    // Fields of the stack by themselves, and each looked up once: half of what a visit takes would be the looking up.
    #[inline(always)]
    fn visit(&mut self, slot: u32, position: u32, member: u16, down: bool, now: Nanos) -> bool {
        let place = self.places[position as usize];
        let flight = &mut self.flights[slot as usize];
        flight.position = position;
        if down && place.down {
            flight.errno = EIO;
            return true;
        }
        // Passing through without an event is the same as an event at this instant only when no other is due: one that
        // entered before and leaves at this instant must not be overtaken.
        let alone = self.events.next() > now;
        if !down && place.lets_back && alone {
            flight.way = Exit::Back.into();
            return true;
        }
        let volume = &self.volumes[place.volume as usize];
        let counts =
            if down { place.may_let_through & !place.spoilt } else { place.may_let_back & (flight.errno == 0) };
        if alone & counts {
            let node = &mut self.nodes[place.instance as usize];
            if count(node, flight, &place, volume.client, member, down, now) {
                return true;
            }
        }
        let request = request(slot, flight, position, &place, volume, member);
        let node = &mut self.nodes[place.instance as usize];
        let departure = if down {
            node.element.arrive(now, &request, &mut self.actions)
        } else {
            node.element.back(now, &request, flight.answer(), &mut self.actions)
        };
        let held = departure.exit == Exit::Held;
        let passes = departure.at == now && alone && !held;
        flight.leaves(&departure, down);
        if passes {
            node.totals.pass(now, departure.work_ns, down);
        } else {
            // On the way back, what only waits for its turn at this instant does not stay; counted, it would make every
            // mean per request depend on how often ends coincide.
            let stays = down || held || departure.at > now;
            flight.stays(now, &departure);
            node.totals.come(now, if held { 0 } else { departure.work_ns }, stays);
            if held {
                flight.whereabouts = Whereabouts::Held;
                self.origins[slot as usize].cover_from(now);
            } else {
                debug_assert!(departure.at >= now, "{:?} let a request leave before it came", node.element);
                if stays {
                    flight.whereabouts = Whereabouts::Inside;
                }
                self.events.schedule_departure(departure.at, slot, place.instance);
            }
        }
        if down && place.spoilt {
            self.note_damaged_copy(slot);
        }
        if let Ok(Some(fault)) = departure.result {
            self.mark(slot, fault);
        }
        if !down && departure.exit != Exit::Back && !self.marks.is_empty() {
            // Sent down once more: what the first answer would have been no longer matters.
            self.unmark(slot);
        }
        self.after(place.instance, place.keeps_time, now);
        passes
    }

    /// The request in `slot` leaves the element that it stayed in.
    #[inline]
    fn leave(&mut self, slot: u32, now: Nanos) {
        let flight = &mut self.flights[slot as usize];
        let instance = self.places[flight.position as usize].instance;
        let stay_ns = (now - flight.arrived).0;
        // Only what was held has had children that it waited for.
        let covered_ns = match std::mem::replace(&mut flight.whereabouts, Whereabouts::Outside) {
            Whereabouts::LetGo => self.origins[slot as usize].covered_ns.min(stay_ns),
            _ => 0,
        };
        let service_ns = flight.service_ns.min(stay_ns - covered_ns);
        let wait_ns = stay_ns - covered_ns - service_ns;
        self.nodes[instance as usize].totals.depart(now, wait_ns, service_ns, covered_ns);
        if flight.trace != NONE {
            self.traces.step(flight.trace, instance, wait_ns, service_ns);
        }
    }

    /// Carries out the actions of the element at `instance`.
    #[inline]
    fn after(&mut self, instance: u32, keeps_time: bool, now: Nanos) {
        if !self.actions.list.is_empty() {
            self.act(instance, now);
        }
        if keeps_time {
            self.rearm(instance, now);
        }
    }

    fn timer(&mut self, instance: u32, now: Nanos, finished: &mut Vec<FinishedOp>) {
        let beside = &mut self.beside[instance as usize];
        if beside.timer_at == Some(now) {
            beside.timer_at = None;
        }
        let node = &mut self.nodes[instance as usize];
        // An event for a timer that the element has since put off finds nothing due.
        if node.element.next_timer().is_some_and(|at| at <= now) {
            node.element.timer(now, &mut self.actions);
            self.after(instance, true, now);
            let mut finished = Some(finished);
            while let Some(slot) = self.todo.pop_front() {
                self.walk(slot, now, &mut finished);
            }
        }
        self.rearm(instance, now);
    }

    /// Schedules the element's timer, unless an event for it comes soon enough.
    fn rearm(&mut self, index: u32, now: Nanos) {
        if let Some(at) = self.nodes[index as usize].element.next_timer() {
            let beside = &mut self.beside[index as usize];
            if beside.timer_at.is_none_or(|armed| at < armed) {
                beside.timer_at = Some(at.max(now));
                self.events.schedule(at.max(now), What::Timer(index));
            }
        }
    }
}
