//! The thread that serves: one turn after the other, see the crate's essay.
//!
//! Budget: 4 us of processor time for a read of 4 KiB at 32 outstanding over a unix socket, the kernel's share included
//! (it has most of it: copying, and waking the client), and less than 0.3 system calls. What takes part in a turn grows
//! to its size once and is used again; an operation in steady state allocates nothing.
//!
//! What no client may cause: waiting for it (sockets never block), growth without bound (see `client.rs` and
//! [`Room`]), and turns of the others that come late: one `recv` and a few `sendmsg` a turn, however much there is.

mod answers;
mod connections;
mod deadlines;
mod looking;
mod requests;

use std::collections::VecDeque;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock as _, MonotonicClock, tighten_timer_slack};
use plimsoll_engine::content::{Budget, Copies};
use plimsoll_host::ask_for_short_turns;
use plimsoll_storage::{FinishedOp, PartFault};
use rustix::event::{Timespec, epoll};
use rustix::io::Errno;
use rustix::time::{ClockId, clock_gettime};

use self::looking::PollPolicy;
use crate::client::Client;
use crate::content::Content;
use crate::flights::{Buffers, Flights, Room};
use crate::handshake::Export;
use crate::listen::Listener;
use crate::mailbox::ServerSignals;
use crate::model::Model;
use crate::outbox::STAGING_BYTES;
use crate::request::ServeSpec;
use crate::statistics::{Cut, Figures};

/// Bytes received with one call: 32 writes of 4 KiB.
const RECEIVE_BYTES: usize = 128 << 10;
/// Turns after which those who do not bring much are looked at, while others do.
const TURNS_BETWEEN_POLLS: u32 = 8;
/// The shortest slice that the scheduler grants.
const TURN_NS: u64 = 100_000;
/// Answers of a turn up to which the next request is looked for before sleeping. With many outstanding, those that come
/// while it sleeps are taken together, which costs less.
const MAX_EXPECTED_REQUESTS: usize = 2;
/// Events taken from epoll at once.
const EVENTS: usize = 64;
/// Payload that each client may have held, come what may.
const OWN_BYTES: u64 = 256 << 10;
/// The most for one client.
const MAX_PER_CLIENT_BYTES: u64 = 64 << 20;
/// Payload that all clients share beyond their own.
const POOL_BYTES: u64 = 768 << 20;

/// Operations of a volume that clients may leave behind when they go, about 300 bytes each. With as many under way, it
/// takes no new clients.
const MAX_ABANDONED: u32 = 1 << 18;
/// Operations of all clients from which on each has to be content with few.
const CROWDED_FLIGHTS: usize = 1 << 18;

/// The source of an event: a client by its place and serial, which starts at 1; with serial 0 the wake-up and
/// listeners.
fn token(index: u32, serial: u32) -> epoll::EventData {
    epoll::EventData::new_u64(u64::from(serial) << 32 | u64::from(index))
}
/// The wake-up's place among the listeners.
const WAKE: u32 = u32::MAX;

#[derive(Debug)]
pub(crate) struct EventLoop {
    epoll: OwnedFd,
    shared: Arc<ServerSignals>,
    listeners: Vec<Listener>,
    settings: ServeSpec,
    exports: Vec<Export>,
    model: Model,
    content: Vec<Content>,
    copies: Vec<Copies>,
    budget: Budget,
    clients: Vec<Option<Box<Client>>>,
    free_clients: Vec<u32>,
    connected: u32,
    serial: u32,
    flights: Flights,
    buffers: Buffers,
    room: Room,
    /// Some was given back since those who wait for it were looked at.
    room_freed: bool,
    figures: Figures,
    counts: Counts,
    receive: Box<[u8]>,
    staging: Box<[u8]>,
    finished: Vec<FinishedOp>,
    /// Faults in parts and copies of operations that are being finished.
    part_faults: Vec<PartFault>,
    /// Clients with something to send, bringing much, waiting for room, with something received that can go on.
    dirty: Vec<u32>,
    hot: Vec<u32>,
    starving: VecDeque<u32>,
    resumed: Vec<u32>,
    most_left: u32,
    /// Handshakes by deadline, and connections that are left whose operations are not over.
    handshakes: VecDeque<(Nanos, u32, u32)>,
    lingering: VecDeque<(Nanos, u32, u32)>,
    resting_until: Option<Nanos>,
    stopping: Option<Nanos>,
    now: Nanos,
    began: Nanos,
    cpu_began: u64,
    turn: u32,
    /// The last turn answered all that there was, and that was little: more comes soon or not at all.
    awaits_next: bool,
    looking: PollPolicy,
}

#[derive(Debug, Default)]
struct Counts {
    clients: u64,
    refused: u64,
    cut: u64,
    turned_away: u64,
    latest_cut: Option<Cut>,
    calls: u64,
}

fn cpu_ns() -> u64 {
    let used = clock_gettime(ClockId::ThreadCPUTime);
    used.tv_sec as u64 * 1_000_000_000 + used.tv_nsec as u64
}

impl EventLoop {
    pub(crate) fn new(
        shared: Arc<ServerSignals>,
        listeners: Vec<Listener>,
        settings: ServeSpec,
        model: Model,
        (content, copies): (Vec<Content>, Vec<Copies>),
        budget: Budget,
    ) -> Result<EventLoop, Errno> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        epoll::add(&epoll, &shared.wake, token(WAKE, 0), epoll::EventFlags::IN)?;
        for (index, listener) in listeners.iter().enumerate() {
            epoll::add(&epoll, listener.as_fd(), token(index as u32, 0), epoll::EventFlags::IN)?;
        }
        // Fails here, and not by never waiting, where there is no epoll_pwait2 (Linux before 5.11, or forbidden).
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        epoll::wait(&epoll, &mut [MaybeUninit::uninit(); EVENTS][..], Some(&at_once))?;
        let exports = model.exports().to_vec();
        Ok(EventLoop {
            epoll,
            shared,
            listeners,
            settings,
            figures: Figures::new(exports.len()),
            exports,
            model,
            content,
            copies,
            budget,
            clients: Vec::new(),
            free_clients: Vec::new(),
            connected: 0,
            serial: 0,
            flights: Flights::default(),
            buffers: Buffers::default(),
            room: Room::new(OWN_BYTES, MAX_PER_CLIENT_BYTES, POOL_BYTES),
            room_freed: false,
            counts: Counts::default(),
            receive: vec![0; RECEIVE_BYTES].into(),
            staging: vec![0; STAGING_BYTES].into(),
            finished: Vec::new(),
            part_faults: Vec::new(),
            most_left: MAX_ABANDONED,
            dirty: Vec::new(),
            hot: Vec::new(),
            starving: VecDeque::new(),
            resumed: Vec::new(),
            handshakes: VecDeque::new(),
            lingering: VecDeque::new(),
            resting_until: None,
            stopping: None,
            now: MonotonicClock.now(),
            began: MonotonicClock.now(),
            cpu_began: 0,
            turn: 0,
            awaits_next: false,
            looking: PollPolicy::new(std::thread::available_parallelism().map_or(1, usize::from)),
        })
    }

    /// Serves until a command stops it.
    pub(crate) fn run(&mut self) {
        tighten_timer_slack();
        // When it wakes it should not wait for the end of a neighbour's turn. Older kernels ignore it.
        ask_for_short_turns(TURN_NS);
        self.cpu_began = cpu_ns();
        self.began = self.clock();
        self.figures.tick(self.began);
        while !self.over() {
            self.take_turn();
        }
        self.end();
    }

    fn take_turn(&mut self) {
        self.resume();
        if self.hot.is_empty() || self.turn % TURNS_BETWEEN_POLLS == 0 {
            self.poll();
        } else {
            let hot = std::mem::take(&mut self.hot);
            hot.iter().for_each(|&index| self.receive(index));
            self.hot.extend(hot);
            self.cool();
        }
        self.turn = self.turn.wrapping_add(1);
        self.clock();
        self.model.advance(self.now, &mut self.finished);
        self.awaits_next =
            (1..=MAX_EXPECTED_REQUESTS).contains(&self.finished.len()) && self.flights.len() == self.finished.len();
        self.finish();
        self.send();
        self.watch_time();
    }

    fn clock(&mut self) -> Nanos {
        self.now = MonotonicClock.now();
        self.now
    }

    fn client(&mut self, index: u32) -> Option<&mut Client> {
        self.clients.get_mut(index as usize)?.as_deref_mut()
    }

    fn is_crowded(&self) -> bool {
        self.flights.len() >= CROWDED_FLIGHTS
    }

    /// How long nothing has to be done; zero when there is something.
    fn idle_for(&self) -> Nanos {
        if !self.hot.is_empty() || !self.dirty.is_empty() || !self.resumed.is_empty() {
            return Nanos::ZERO;
        }
        let mut at = self.figures.next_tick();
        if let Some(event) = self.model.next_event() {
            // Up to the last bit of the wait, which is spun.
            let spun = event - self.settings.spin;
            at = at.min(if self.settings.spin > Nanos::ZERO && spun <= self.now { self.now } else { spun });
        }
        for deadline in [self.handshakes.front(), self.lingering.front()].into_iter().flatten() {
            at = at.min(deadline.0);
        }
        for deadline in [self.resting_until, self.stopping].into_iter().flatten() {
            at = at.min(deadline);
        }
        at - self.now
    }

    /// Waits for the next instant or byte, and takes in what came.
    fn poll(&mut self) {
        // Sending took its time, and the wait counts from now.
        self.clock();
        let mut span = self.idle_for();
        if self.awaits_next {
            if self.looking.finds(&self.epoll, span, &mut self.counts.calls) {
                span = Nanos::ZERO;
            } else {
                self.clock();
                span = self.idle_for();
            }
        }
        let timeout = Timespec { tv_sec: (span.0 / 1_000_000_000) as i64, tv_nsec: (span.0 % 1_000_000_000) as i64 };
        self.counts.calls += 1;
        let mut places = [MaybeUninit::uninit(); EVENTS];
        // An interrupted wait brings nothing, as one that is over does.
        let Ok((events, _)) = epoll::wait(&self.epoll, &mut places[..], Some(&timeout)) else { return };
        for event in events {
            let (token, flags) = (event.data.u64(), { event.flags });
            let (index, serial) = (token as u32, (token >> 32) as u32);
            match serial {
                0 if index == WAKE => self.heed(),
                0 => self.accept(index as usize),
                _ => {
                    let Some(client) = self.client(index).filter(|client| client.serial == serial) else { continue };
                    let gone = flags.intersects(epoll::EventFlags::HUP | epoll::EventFlags::ERR);
                    if flags.contains(epoll::EventFlags::OUT) {
                        client.blocked = false;
                        self.mark_dirty(index);
                    }
                    if flags.contains(epoll::EventFlags::IN) {
                        self.receive(index);
                    } else if gone {
                        self.close(index, None);
                    }
                }
            }
        }
    }

    /// Forgets those that no longer bring much.
    fn cool(&mut self) {
        let clients = &self.clients;
        self.hot.retain(|&index| clients[index as usize].as_ref().is_some_and(|client| client.hot));
    }
}

#[cfg(test)]
mod tests;
