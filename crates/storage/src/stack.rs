//! A stack at work: requests on their way along the volume's path, and the events that move them on.

use plimsoll_base::{Nanos, Op};

use crate::element::{DataFault, Element, Releases, Request, Surroundings};
use crate::events::{Events, What};
use crate::figures::{ElementFigures, Totals};
use crate::spec::StackSpec;

/// An operation that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// As submitted.
    pub id: u64,
    /// When it was over.
    pub at: Nanos,
    /// Bytes moved, or errno.
    pub result: Result<u32, i32>,
    /// What happened to its data although it succeeded; nothing, unless an element does such things on purpose.
    pub fault: Option<DataFault>,
}

/// What an operation beyond the end of the volume gets.
const EINVAL: i32 = 22;
/// Element of a request that has been submitted and waits for its turn to enter.
const OUTSIDE: u32 = u32::MAX;
/// Element of a free slot.
const FREE: u32 = u32::MAX - 1;

/// A request on its way.
#[derive(Clone, Copy, Debug)]
struct InFlight {
    request: Request,
    /// The client's name for it; none: an element's own.
    id: Option<u64>,
    /// Position of the element it is in.
    element: u32,
    /// 0, or the errno it returns with.
    errno: i32,
    arrived: Nanos,
    departs: Nanos,
    service_ns: u64,
    work_ns: u64,
}

#[derive(Debug)]
struct Node {
    element: Box<dyn Element>,
    /// When the event for its timer is scheduled.
    timer_at: Option<Nanos>,
    totals: Totals,
    base: Totals,
    name: String,
    kind: &'static str,
}

/// A described storage system as a state machine. It knows only the time that it is told, which must not go backwards.
///
/// The clock may start anywhere: the stack is in its initial state at the first instant that it is told.
#[derive(Debug)]
pub struct Stack {
    /// In the order of the path.
    nodes: Vec<Node>,
    /// Requests by slot; slots are used again, so that a steady load allocates nothing.
    requests: Vec<InFlight>,
    free: Vec<u32>,
    /// Data faults of requests on their way, by slot. Few or none: kept apart, so that the others are no larger.
    faults: Vec<(u32, DataFault)>,
    events: Events,
    releases: Releases,
    volume_bytes: u64,
    now: Nanos,
    started: bool,
}

impl Stack {
    /// The stack that `spec` describes, in its initial state. Same spec, seed and calls: same answers.
    pub fn new(spec: &StackSpec, seed: u64) -> Stack {
        let volume_bytes = spec.size_bytes();
        let node = |name: &str| {
            let element = spec.element(name);
            Node {
                element: element.build(&Surroundings { name, seed, volume_bytes }),
                timer_at: None,
                totals: Totals::default(),
                base: Totals::default(),
                name: name.into(),
                kind: element.kind().name,
            }
        };
        Stack {
            nodes: spec.path().iter().map(|name| node(name)).collect(),
            requests: Vec::new(),
            free: Vec::new(),
            faults: Vec::new(),
            events: Events::new(spec.path().len()),
            releases: Releases::default(),
            volume_bytes,
            now: Nanos::ZERO,
            started: false,
        }
    }

    /// Submits an operation at `now`; `id` comes back with its end.
    ///
    /// Panics when `now` lies before an instant told earlier.
    #[inline]
    pub fn submit(&mut self, now: Nanos, id: u64, op: Op) {
        self.tell(now);
        let slot = self.admit(Some(id), op, now);
        // What is due at or before now happens first; it is the caller's to ask for with `advance`.
        if self.events.next() > now {
            self.arrive(slot, 0, now);
        } else {
            self.events.schedule(now, What::Departs(slot));
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
    // Budget: 200 ns of real time per operation for submit and advance together, on a limit in front of a device with
    // 32 operations outstanding (examples/speed.rs). No allocation once the slots and the heap have their size.
    pub fn advance(&mut self, now: Nanos, finished: &mut Vec<Finished>) {
        self.tell(now);
        while let Some((at, what)) = self.events.due(now) {
            match what {
                What::Departs(slot) => self.depart(slot, at, finished),
                What::Timer(index) => self.timer(index, at),
            }
        }
    }

    /// What each element has done since the last [`restart_figures`](Stack::restart_figures), in the order of the path.
    pub fn element_figures(&self) -> Vec<ElementFigures> {
        let figures = |(index, node): (usize, &Node)| {
            let settled = self.settled(index);
            settled.since(&node.base, &node.name, node.kind, node.element.servers())
        };
        self.nodes.iter().enumerate().map(figures).collect()
    }

    /// Counts from here on, for example from the start of Measure. Nothing else changes.
    pub fn restart_figures(&mut self) {
        for index in 0..self.nodes.len() {
            let settled = self.settled(index);
            self.nodes[index].base = settled;
            self.nodes[index].totals.restart_max();
        }
    }

    /// Totals of an element as of now. Work is counted at arrival; what will only be done later is taken off again.
    fn settled(&self, index: usize) -> Totals {
        let inside = self.requests.iter().filter(|r| r.element == index as u32);
        let to_do = inside.map(|r| u128::from(r.work_ns.min((r.departs - self.now).0))).sum();
        self.nodes[index].totals.settled(self.now, to_do)
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
            node.base = Totals::starting(now);
            node.totals = Totals::starting(now);
            self.rearm(index as u32);
        }
    }

    #[inline]
    fn admit(&mut self, id: Option<u64>, op: Op, now: Nanos) -> u32 {
        let fits = op.offset.checked_add(u64::from(op.len)).is_some_and(|end| end <= self.volume_bytes);
        let errno = if fits || id.is_none() { 0 } else { EINVAL };
        let request = Request { op };
        let entering =
            InFlight { request, id, element: OUTSIDE, errno, arrived: now, departs: now, service_ns: 0, work_ns: 0 };
        match self.free.pop() {
            Some(slot) => {
                self.requests[slot as usize] = entering;
                slot
            }
            None => {
                self.requests.push(entering);
                (self.requests.len() - 1) as u32
            }
        }
    }

    /// The request in `slot` reaches element `index` at `now`, and moves on while nothing holds it.
    fn arrive(&mut self, slot: u32, mut index: u32, now: Nanos) {
        let last = self.nodes.len() - 1;
        let flight = &mut self.requests[slot as usize];
        loop {
            flight.element = index;
            flight.arrived = now;
            if flight.errno != 0 {
                // Refused before it entered: it only has to be told.
                flight.element = OUTSIDE;
                break self.events.schedule(now, What::Departs(slot));
            }
            let node = &mut self.nodes[index as usize];
            let departure = node.element.arrive(now, &flight.request);
            debug_assert!(departure.at >= now, "{} let a request leave before it came", node.name);
            node.totals.arrive(now, &departure);
            flight.departs = departure.at;
            flight.service_ns = departure.service_ns;
            flight.work_ns = departure.work_ns;
            match departure.result {
                Ok(None) => {}
                Ok(Some(fault)) => self.faults.push((slot, fault)),
                Err(errno) => flight.errno = errno,
            }
            // Passing through without an event is the same as an event at this instant only when no other is due: one
            // that entered before and leaves at this instant must not be overtaken.
            let passes = departure.at == now && flight.errno == 0 && (index as usize) < last;
            if !passes || self.events.next() <= now {
                break self.events.schedule_departure(departure.at, slot, index);
            }
            node.totals.depart(now, 0, 0);
            index += 1;
        }
    }

    fn depart(&mut self, slot: u32, now: Nanos, finished: &mut Vec<Finished>) {
        let flight = &mut self.requests[slot as usize];
        let mut over = flight.errno != 0;
        if flight.element != OUTSIDE {
            let stay_ns = (now - flight.arrived).0;
            self.nodes[flight.element as usize].totals.depart(now, stay_ns, flight.service_ns);
            over |= flight.element as usize + 1 == self.nodes.len();
        }
        if !over {
            let next = flight.element.wrapping_add(1);
            return self.arrive(slot, next, now);
        }
        flight.element = FREE;
        self.free.push(slot);
        let result = if flight.errno == 0 { Ok(flight.request.op.len) } else { Err(flight.errno) };
        let fault = if self.faults.is_empty() { None } else { take_fault(&mut self.faults, slot, result) };
        if let Some(id) = flight.id {
            finished.push(Finished { id, at: now, result, fault });
        }
    }

    fn timer(&mut self, index: u32, now: Nanos) {
        let node = &mut self.nodes[index as usize];
        if node.timer_at == Some(now) {
            node.timer_at = None;
        }
        // An event for a timer that the element has since put off finds nothing due.
        if node.element.next_timer().is_some_and(|at| at <= now) {
            node.element.timer(now, &mut self.releases);
            let mut released = std::mem::take(&mut self.releases.injected);
            node.totals.injected += released.len() as u64;
            for op in released.drain(..) {
                let slot = self.admit(None, op, now);
                self.arrive(slot, index + 1, now);
            }
            self.releases.injected = released;
        }
        self.rearm(index);
    }

    /// Schedules the element's timer, unless an event for it comes soon enough.
    fn rearm(&mut self, index: u32) {
        let node = &mut self.nodes[index as usize];
        if let Some(at) = node.element.next_timer() {
            if node.timer_at.is_none_or(|armed| at < armed) {
                node.timer_at = Some(at);
                self.events.schedule(at, What::Timer(index));
            }
        }
    }
}

/// What happens to the data of the request in `slot`, which is over: nothing, when it failed.
#[cold]
fn take_fault(faults: &mut Vec<(u32, DataFault)>, slot: u32, result: Result<u32, i32>) -> Option<DataFault> {
    let mut last = None;
    // The element nearest to the data has the last word.
    faults.retain(|&(of, fault)| {
        if of == slot {
            last = Some(fault);
        }
        of != slot
    });
    last.filter(|_| result.is_ok())
}
