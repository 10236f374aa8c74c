//! The thread that serves: one turn after the other, see the crate's essay.
//!
//! Budget: 4 us of processor time for a read of 4 KiB at 32 outstanding over a unix socket, the kernel's share included
//! (it has most of it: copying, and waking the client), and less than 0.3 system calls. What takes part in a turn grows
//! to its size once and is used again; an operation in steady state allocates nothing.
//!
//! What no client may cause: waiting for it (sockets never block), growth without bound (see `client.rs` and
//! [`Room`]), and turns of the others that come late: one `recv` and a few `sendmsg` a turn, however much there is.

use std::collections::VecDeque;
use std::io::IoSliceMut;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use plimsoll_base::clock::{Clock as _, MonotonicClock, tighten_timer_slack};
use plimsoll_base::{Nanos, Op, OpKind};
use plimsoll_engine::content::{self, Budget, Data, Store as _};
use plimsoll_engine::engines::nbd::wire::{STATE_HOLE, STATE_ZERO};
use plimsoll_storage::{DataFault, Finished};
use rustix::event::{Timespec, epoll};
use rustix::io::{Errno, readv};
use rustix::net::{RecvFlags, recv};
use rustix::time::{ClockId, clock_gettime};

use crate::client::{Client, Phase, Writing, payload_place};
use crate::content::Content;
use crate::flights::{Buffers, Flight, Flights, Room};
use crate::handshake::{ALLOCATION_CONTEXT, Agreed, Export, greeting};
use crate::listen::Listener;
use crate::model::Model;
use crate::outbox::{Body, Reply, STAGING_BYTES, Sent, Timing};
use crate::request::Resolved;
use crate::server::{Command, Shared};
use crate::statistics::{Figures, Statistics};
use crate::transmission::{Event, Head, NoHole, Request, Terms, Wanted, check, errors, wire_error};

/// Bytes received with one call: 32 writes of 4 KiB.
const RECEIVE_BYTES: usize = 128 << 10;
/// Requests in one call from which on a client is asked again without waiting to be told.
const HOT_REQUESTS: u32 = 4;
/// Turns after which those who do not bring much are looked at, while others do.
const TURNS_BETWEEN_POLLS: u32 = 8;
/// Events taken from epoll at once.
const EVENTS: usize = 64;
/// Connections accepted at once.
const ACCEPTS: u32 = 64;
/// Payload that each client may have held, come what may.
const OWN_BYTES: u64 = 256 << 10;
/// The most for one client.
const MOST_PER_CLIENT_BYTES: u64 = 64 << 20;
/// What all of them share beyond their own.
const POOL_BYTES: u64 = 768 << 20;
/// Who stops in the middle of a payload while others wait for room is given up after this.
const PAYLOAD_LIMIT: Nanos = Nanos::from_secs(10);
/// How long a closed connection keeps its place for operations that do not end (an outage that hangs).
const LINGER: Nanos = Nanos::from_secs(60);
/// How long listening rests when the system has no more files for us.
const REST: Nanos = Nanos::from_millis(100);
/// Most extents that one answer names.
const MOST_EXTENTS: usize = 1024;

/// What epoll tells about: a client by its place and serial, which starts at 1; with serial 0 the wake-up and listeners.
fn token(index: u32, serial: u32) -> epoll::EventData {
    epoll::EventData::new_u64(u64::from(serial) << 32 | u64::from(index))
}
/// The wake-up's place among the listeners.
const WAKE: u32 = u32::MAX;

/// See the module.
#[derive(Debug)]
pub(crate) struct EventLoop {
    epoll: OwnedFd,
    shared: Arc<Shared>,
    listeners: Vec<Listener>,
    settings: Resolved,
    exports: Vec<Export>,
    model: Model,
    content: Vec<Content>,
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
    finished: Vec<Finished>,
    /// Clients with something to send, bringing much, waiting for room, with something received that can go on.
    dirty: Vec<u32>,
    hot: Vec<u32>,
    starving: VecDeque<u32>,
    resumed: Vec<u32>,
    /// Handshakes by deadline, and closed connections whose operations are not over.
    handshakes: VecDeque<(Nanos, u32, u32)>,
    lingering: VecDeque<(Nanos, u32, u32)>,
    resting_until: Option<Nanos>,
    stopping: Option<Nanos>,
    now: Nanos,
    began: Nanos,
    cpu_began: u64,
    turn: u32,
}

#[derive(Debug, Default)]
struct Counts {
    clients: u64,
    refused: u64,
    cut: u64,
    latest_cut: Option<String>,
    calls: u64,
}

fn cpu_ns() -> u64 {
    let used = clock_gettime(ClockId::ThreadCPUTime);
    used.tv_sec as u64 * 1_000_000_000 + used.tv_nsec as u64
}

impl EventLoop {
    pub(crate) fn new(
        shared: Arc<Shared>,
        listeners: Vec<Listener>,
        settings: Resolved,
        model: Model,
        content: Vec<Content>,
        budget: Budget,
    ) -> Result<EventLoop, Errno> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        epoll::add(&epoll, &shared.wake, token(WAKE, 0), epoll::EventFlags::IN)?;
        for (index, listener) in listeners.iter().enumerate() {
            epoll::add(&epoll, listener.as_fd(), token(index as u32, 0), epoll::EventFlags::IN)?;
        }
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
            budget,
            clients: Vec::new(),
            free_clients: Vec::new(),
            connected: 0,
            serial: 0,
            flights: Flights::default(),
            buffers: Buffers::default(),
            room: Room::new(OWN_BYTES, MOST_PER_CLIENT_BYTES, POOL_BYTES),
            room_freed: false,
            counts: Counts::default(),
            receive: vec![0; RECEIVE_BYTES].into(),
            staging: vec![0; STAGING_BYTES].into(),
            finished: Vec::new(),
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
        })
    }

    /// Serves until it is told to stop.
    pub(crate) fn run(&mut self) {
        tighten_timer_slack();
        self.cpu_began = cpu_ns();
        self.began = self.clock();
        self.figures.tick(self.began);
        while !self.over() {
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
            self.finish();
            self.send();
            self.watch_time();
        }
        self.end();
    }

    fn clock(&mut self) -> Nanos {
        self.now = MonotonicClock.now();
        self.now
    }

    fn client(&mut self, index: u32) -> Option<&mut Client> {
        self.clients.get_mut(index as usize)?.as_deref_mut()
    }

    // ---- waiting ---------------------------------------------------------------------------------------------------

    /// How long nothing has to be done; zero when there is something.
    fn idle_for(&self) -> Option<Nanos> {
        if !self.hot.is_empty() || !self.dirty.is_empty() || !self.resumed.is_empty() {
            return Some(Nanos::ZERO);
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
        Some(at - self.now)
    }

    fn poll(&mut self) {
        let timeout = self
            .idle_for()
            .map(|span| Timespec { tv_sec: (span.0 / 1_000_000_000) as i64, tv_nsec: (span.0 % 1_000_000_000) as i64 });
        self.counts.calls += 1;
        let mut places = [MaybeUninit::uninit(); EVENTS];
        // An interrupted wait brings nothing, as one that is over does.
        let Ok((events, _)) = epoll::wait(&self.epoll, &mut places[..], timeout.as_ref()) else { return };
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

    // ---- connections -----------------------------------------------------------------------------------------------

    fn accept(&mut self, listener: usize) {
        for _ in 0..ACCEPTS {
            let Some(from) = self.listeners.get(listener) else { return };
            self.counts.calls += 1;
            let socket = match from.accept() {
                Ok(socket) => socket,
                Err(Errno::MFILE | Errno::NFILE | Errno::NOBUFS | Errno::NOMEM) => return self.rest(),
                Err(Errno::INTR | Errno::CONNABORTED) => continue,
                Err(_) => return,
            };
            // Closed at once, so that the client hears of it; waiting in the kernel's queue it would not.
            if self.connected >= self.settings.connections_max {
                self.counts.refused += 1;
                continue;
            }
            self.welcome(socket);
        }
    }

    fn rest(&mut self) {
        for listener in &self.listeners {
            let _ = epoll::delete(&self.epoll, listener.as_fd());
        }
        self.resting_until = Some(self.now + REST);
    }

    fn welcome(&mut self, socket: OwnedFd) {
        self.serial = self.serial.wrapping_add(1).max(1);
        let index = self.free_clients.pop().unwrap_or_else(|| {
            self.clients.push(None);
            self.clients.len() as u32 - 1
        });
        let mut client = Box::new(Client::new(socket, self.serial, self.now));
        greeting(&mut client.outbox.plain);
        client.interest = epoll::EventFlags::IN;
        let added =
            client.socket.as_ref().map(|s| epoll::add(&self.epoll, s, token(index, self.serial), client.interest));
        if !matches!(added, Some(Ok(()))) {
            self.free_clients.push(index);
            return;
        }
        self.handshakes.push_back((self.now + self.settings.handshake_limit, index, self.serial));
        self.clients[index as usize] = Some(client);
        self.connected += 1;
        self.counts.clients += 1;
        self.mark_dirty(index);
    }

    /// Closes a connection; with a reason, it was cut. Its operations go on in the model.
    fn close(&mut self, index: u32, why: Option<String>) {
        let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_mut) else { return };
        if client.socket.take().is_none() {
            return;
        }
        if let Some(why) = why {
            self.counts.cut += 1;
            self.counts.latest_cut = Some(why);
        }
        if let Some(volume) = client.volume() {
            self.figures.volumes[volume].clients -= 1;
        }
        if let Writing::Into { buffer, request, .. } = std::mem::replace(&mut client.writing, Writing::No) {
            if !buffer.is_empty() {
                self.room.give_back(&mut client.held_bytes, u64::from(request.len));
                self.room_freed = true;
                self.buffers.give_back(buffer);
            }
        }
        client.leaving = true;
        client.hot = false;
        client.stash = Vec::new();
        client.outbox = Default::default();
        if client.in_flight == 0 {
            self.forget(index);
        } else {
            self.lingering.push_back((self.now + LINGER, index, client.serial));
        }
    }

    /// Gives the place of a closed connection to others.
    fn forget(&mut self, index: u32) {
        if let Some(mut client) = self.clients.get_mut(index as usize).and_then(Option::take) {
            let held = client.held_bytes;
            self.room.give_back(&mut client.held_bytes, held);
            self.room_freed = true;
            self.free_clients.push(index);
            self.connected -= 1;
        }
    }

    fn mark_dirty(&mut self, index: u32) {
        if let Some(client) = self.client(index).filter(|client| !client.dirty) {
            client.dirty = true;
            self.dirty.push(index);
        }
    }

    // ---- receiving -------------------------------------------------------------------------------------------------

    fn receive(&mut self, index: u32) {
        let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_deref_mut) else { return };
        if !client.may_go_on() || !client.stash.is_empty() {
            client.hot = false;
            return;
        }
        let Some(socket) = &client.socket else { return };
        self.counts.calls += 1;
        let received = match payload_place(&client.stream, &mut client.writing) {
            None => recv(socket, &mut self.receive[..], RecvFlags::DONTWAIT).map(|(n, _)| (0, n)),
            Some(place) => {
                let wanted = place.len();
                let pieces = &mut [IoSliceMut::new(place), IoSliceMut::new(&mut self.receive)];
                readv(socket, pieces).map(|n| (n.min(wanted), n.saturating_sub(wanted)))
            }
        };
        let (direct, streamed) = match received {
            Ok((0, 0)) => {
                // Nothing more will come; what is in flight is still answered.
                client.leaving = true;
                return self.settle(index);
            }
            Ok(received) => received,
            Err(Errno::AGAIN | Errno::INTR) => {
                client.hot = false;
                return;
            }
            Err(_) => return self.close(index, None),
        };
        self.clock();
        self.model.advance(self.now, &mut self.finished);
        let Some(mut client) = self.clients.get_mut(index as usize).and_then(Option::take) else { return };
        client.heard_at = self.now;
        if direct > 0 {
            client.stream.payload_arrived(direct as u32);
            self.payload_came(index, &mut client, direct);
        }
        let buffer = std::mem::take(&mut self.receive);
        let asked = self.consume(index, &mut client, &buffer[..streamed]);
        self.receive = buffer;
        let was_hot = client.hot;
        client.hot = asked >= HOT_REQUESTS && !client.leaving;
        if client.hot && !was_hot {
            self.hot.push(index);
        }
        self.clients[index as usize] = Some(client);
        self.settle(index);
    }

    /// Goes on with what clients sent before they had to wait.
    fn resume(&mut self) {
        for index in std::mem::take(&mut self.resumed) {
            let Some(mut client) = self.clients.get_mut(index as usize).and_then(Option::take) else { continue };
            if client.socket.is_some() {
                let stash = std::mem::take(&mut client.stash);
                self.clock();
                self.model.advance(self.now, &mut self.finished);
                self.consume(index, &mut client, &stash);
            }
            self.clients[index as usize] = Some(client);
            self.settle(index);
        }
    }

    /// Takes in what a client has sent, up to where it has to wait; how many requests there were.
    fn consume(&mut self, index: u32, client: &mut Client, bytes: &[u8]) -> u32 {
        let mut input = bytes;
        let mut asked = 0;
        loop {
            self.begin_waiting_write(index, client);
            if !client.may_go_on() {
                break;
            }
            if let Phase::Handshake(handshake) = &mut client.phase {
                match handshake.receive(&self.exports, &mut input, &mut client.outbox.plain) {
                    Ok(None) => break,
                    Ok(Some(Agreed::Aborted)) => client.leaving = true,
                    Ok(Some(Agreed::Transmission { export, structured, allocation })) => {
                        let Export { size_bytes, min_block, .. } = self.exports[export];
                        let terms = Terms { size_bytes, min_block, structured, allocation };
                        client.phase = Phase::Transmission { volume: export, terms };
                        self.figures.volumes[export].clients += 1;
                    }
                    Err(error) => self.give_up(client, error.to_string()),
                }
                continue;
            }
            match client.stream.next(&mut input) {
                Ok(None) => break,
                Ok(Some(Event::Request(request))) => {
                    asked += 1;
                    self.request(index, client, request);
                }
                Ok(Some(Event::Payload(payload))) => {
                    if let Writing::Into { buffer, at, .. } = &mut client.writing {
                        if let Some(place) = buffer.get_mut(*at..*at + payload.len()) {
                            place.copy_from_slice(payload);
                        }
                    }
                    self.payload_came(index, client, payload.len());
                }
                Err(error) => self.give_up(client, error.to_string()),
            }
        }
        if !client.leaving {
            client.stash.extend_from_slice(input);
        }
        asked
    }

    /// The client broke the protocol. What was answered so far still leaves.
    fn give_up(&mut self, client: &mut Client, why: String) {
        client.leaving = true;
        self.counts.cut += 1;
        self.counts.latest_cut = Some(why);
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    fn request(&mut self, index: u32, client: &mut Client, request: Request) {
        let Phase::Transmission { volume, terms } = client.phase else { return };
        let wanted = match self.stopping {
            Some(_) => Err(errors::ESHUTDOWN),
            None => check(&request, &terms),
        };
        match wanted {
            Ok(Wanted::Disconnect) => client.leaving = true,
            Ok(Wanted::Operation { op, fua, zeroes: None }) if op.kind == OpKind::Write => {
                client.writing = Writing::WaitsForRoom { request, op, fua };
                self.begin_waiting_write(index, client);
            }
            Ok(Wanted::Operation { op, fua, zeroes }) => {
                self.submit(
                    client,
                    Flight {
                        client: Some(index),
                        volume,
                        op,
                        cookie: request.cookie,
                        fua,
                        zeroes,
                        arrived: self.now,
                        payload: Vec::new(),
                    },
                );
            }
            Ok(Wanted::BlockStatus { offset, len, one }) => {
                let extents = self.extents(volume, offset, len, one);
                let head = Head::block_status(request.cookie, ALLOCATION_CONTEXT, extents.len() as u32);
                let body = Body::Extents(extents);
                client.outbox.push(Reply { head, body, cookie: request.cookie, structured: true, timing: None });
            }
            Err(error) if request.payload_bytes() > 0 => client.writing = Writing::Refused { request, error },
            Err(error) => client.outbox.push(refusal(&request, error, &terms)),
        }
    }

    /// A write whose payload comes next gets room for it, if there is some.
    fn begin_waiting_write(&mut self, index: u32, client: &mut Client) {
        let Writing::WaitsForRoom { request, op, fua } = client.writing else { return };
        let Phase::Transmission { volume, .. } = client.phase else { return };
        let buffer = if self.content[volume].keeps() {
            if !self.room.take(&mut client.held_bytes, u64::from(op.len)) {
                if !client.starving {
                    client.starving = true;
                    self.starving.push_back(index);
                }
                return;
            }
            self.buffers.take(op.len)
        } else {
            Vec::new()
        };
        client.writing = Writing::Into { request, op, fua, buffer, at: 0 };
    }

    /// `bytes` of a payload are in their place, or were passed over.
    fn payload_came(&mut self, index: u32, client: &mut Client, bytes: usize) {
        let Phase::Transmission { volume, terms } = client.phase else { return };
        if let Writing::Into { at, .. } = &mut client.writing {
            *at += bytes;
        }
        if client.stream.payload_left() > 0 {
            return;
        }
        match std::mem::replace(&mut client.writing, Writing::No) {
            Writing::Into { request, op, fua, buffer, .. } => self.submit(
                client,
                Flight {
                    client: Some(index),
                    volume,
                    op,
                    cookie: request.cookie,
                    fua,
                    zeroes: None,
                    arrived: self.now,
                    payload: buffer,
                },
            ),
            Writing::Refused { request, error } => client.outbox.push(refusal(&request, error, &terms)),
            Writing::No | Writing::WaitsForRoom { .. } => {}
        }
    }

    #[inline]
    fn submit(&mut self, client: &mut Client, flight: Flight) {
        let (volume, op) = (flight.volume, flight.op);
        client.in_flight += 1;
        self.figures.volumes[volume].in_flight += 1;
        let id = self.flights.insert(flight);
        self.model.submit(self.now, volume, id, op);
    }

    /// What is allocated, as (length, state) in the bytes of the wire.
    fn extents(&self, volume: usize, offset: u64, len: u32, one: bool) -> Box<[u8]> {
        let (mut at, end) = (offset, offset + u64::from(len));
        let mut bytes = Vec::new();
        let most = if one { 1 } else { MOST_EXTENTS };
        while at < end && bytes.len() < most * 8 {
            let (alike, held) = self.content[volume].extent(at, end - at);
            bytes.extend((alike as u32).to_be_bytes());
            bytes.extend((if held { 0 } else { STATE_HOLE | STATE_ZERO }).to_be_bytes());
            at += alike.max(1);
        }
        bytes.into()
    }

    // ---- what is over ----------------------------------------------------------------------------------------------

    /// Carries out what the model has finished, and writes the answers.
    fn finish(&mut self) {
        let mut finished = std::mem::take(&mut self.finished);
        for done in finished.drain(..) {
            let Some(mut flight) = self.flights.remove(done.id) else { continue };
            let result = done.result.and_then(|_| self.carry_out(&flight, done.fault));
            self.figures.volumes[flight.volume].in_flight -= 1;
            let payload = std::mem::take(&mut flight.payload);
            let Some(index) = flight.client else { continue };
            let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_deref_mut) else { continue };
            client.in_flight -= 1;
            if !payload.is_empty() {
                self.room.give_back(&mut client.held_bytes, u64::from(flight.op.len));
                self.room_freed = true;
                self.buffers.give_back(payload);
            }
            if client.socket.is_none() {
                if client.in_flight == 0 {
                    self.forget(index);
                }
                continue;
            }
            let Phase::Transmission { terms, .. } = client.phase else { continue };
            client.outbox.push(answer(&flight, result, &done, &terms));
            self.mark_dirty(index);
        }
        self.finished = finished;
        // Room may have been given back: those who wait for it try again, in the order in which they came.
        while self.room_freed && self.resumed.len() < EVENTS {
            let Some(index) = self.starving.pop_front() else { break };
            let Some(client) = self.client(index) else { continue };
            client.starving = false;
            self.resumed.push(index);
        }
        self.room_freed &= !self.starving.is_empty() && self.resumed.len() >= EVENTS;
    }

    fn carry_out(&mut self, flight: &Flight, fault: Option<DataFault>) -> Result<(), i32> {
        let Flight { op, payload, .. } = flight;
        let content = &mut self.content[flight.volume];
        match (op.kind, flight.zeroes) {
            (OpKind::Read, _) => return Ok(()),
            (OpKind::Flush, _) => return content.flush(),
            (OpKind::Trim, _) => content.zero(op.offset, u64::from(op.len))?,
            (OpKind::Write, Some(NoHole(true))) if fault.is_none() => content.provide(op.offset, u64::from(op.len))?,
            (OpKind::Write, Some(_)) => content::write(content, op, Data::Zeroes, fault)?,
            (OpKind::Write, None) if !content.keeps() => {}
            (OpKind::Write, None) => content::write(content, op, Data::Bytes(&payload[..op.len as usize]), fault)?,
        }
        if flight.fua { content.flush() } else { Ok(()) }
    }

    // ---- sending ---------------------------------------------------------------------------------------------------

    fn send(&mut self) {
        let mut dirty = std::mem::take(&mut self.dirty);
        for index in dirty.drain(..) {
            let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_deref_mut) else { continue };
            client.dirty = false;
            let Some(socket) = &client.socket else { continue };
            if client.blocked || client.outbox.is_empty() {
                self.settle(index);
                continue;
            }
            let volume = client.volume().unwrap_or(0);
            let figures = &mut self.figures;
            let left = |first: &[Reply], second: &[Reply]| {
                let now = MonotonicClock.now();
                first.iter().chain(second).for_each(|reply| figures.answered(volume, reply, now));
            };
            let content = &self.content[volume];
            match client.outbox.send(socket.as_fd(), content, &mut self.staging, &mut self.counts.calls, left) {
                Sent::All => {}
                Sent::Blocked => client.blocked = true,
                Sent::More => {
                    client.dirty = true;
                    self.dirty.push(index);
                }
                Sent::Broken => {
                    self.close(index, None);
                    continue;
                }
            }
            self.settle(index);
        }
        if self.dirty.is_empty() {
            self.dirty = dirty;
        }
    }

    /// After something has happened to a client: is there something to send, is it over, may it go on, what is waited for?
    fn settle(&mut self, index: u32) {
        let Some(client) = self.clients.get_mut(index as usize).and_then(Option::as_deref_mut) else { return };
        let Some(socket) = &client.socket else { return };
        if client.leaving && client.in_flight == 0 && client.outbox.is_empty() {
            return self.close(index, None);
        }
        if !client.outbox.is_empty() && !client.dirty && !client.blocked {
            client.dirty = true;
            self.dirty.push(index);
        }
        let waits = !client.stash.is_empty() && client.may_go_on();
        if waits && !self.resumed.contains(&index) {
            self.resumed.push(index);
        }
        let wants = client.wants();
        if wants != client.interest {
            client.interest = wants;
            self.counts.calls += 1;
            let _ = epoll::modify(&self.epoll, socket, token(index, client.serial), wants);
        }
    }

    // ---- time and commands -----------------------------------------------------------------------------------------

    fn watch_time(&mut self) {
        let now = self.now;
        while let Some(&(deadline, index, serial)) = self.handshakes.front() {
            let over = self.client(index).filter(|c| c.serial == serial && matches!(c.phase, Phase::Handshake(_)));
            match over {
                // Those that have agreed or are gone leave the queue when they come to its front.
                None => {}
                Some(_) if deadline > now => break,
                Some(_) => self.close(index, Some("a client did not agree on terms in time".into())),
            }
            self.handshakes.pop_front();
        }
        while let Some(&(deadline, index, serial)) = self.lingering.front() {
            match self.client(index).filter(|c| c.serial == serial) {
                None => {}
                Some(_) if deadline > now => break,
                Some(_) => self.abandon(index),
            }
            self.lingering.pop_front();
        }
        if self.resting_until.is_some_and(|until| until <= self.now) {
            self.resting_until = None;
            for (listener, place) in self.listeners.iter().zip(0..) {
                let _ = epoll::add(&self.epoll, listener.as_fd(), token(place, 0), epoll::EventFlags::IN);
            }
        }
        if self.now >= self.figures.next_tick() {
            self.figures.tick(self.now);
            self.cut_those_in_the_way();
        }
    }

    /// Nobody waits for the operations of a closed connection any more.
    fn abandon(&mut self, index: u32) {
        for flight in self.flights.iter_mut().filter(|flight| flight.client == Some(index)) {
            flight.client = None;
        }
        self.forget(index);
    }

    /// Who holds room for a payload that does not come, while others wait for room, is given up.
    fn cut_those_in_the_way(&mut self) {
        if self.starving.is_empty() && self.resumed.is_empty() {
            return;
        }
        for index in 0..self.clients.len() as u32 {
            let now = self.now;
            let Some(client) = self.client(index) else { continue };
            let holds = matches!(client.writing, Writing::Into { .. }) && client.held_bytes > OWN_BYTES;
            if holds && client.heard_at + PAYLOAD_LIMIT < now {
                self.close(
                    index,
                    Some("a client stopped in the middle of a payload that others need the room of".into()),
                );
            }
        }
    }

    fn heed(&mut self) {
        self.clock();
        for command in self.shared.take() {
            self.answer(command);
        }
        if self.shared.is_stopping() && self.stopping.is_none() {
            self.stopping = Some(self.now + self.settings.stop_limit);
            self.listeners.clear();
            self.resting_until = None;
        }
    }

    pub(crate) fn answer(&mut self, command: Command) {
        // Who asked may have stopped waiting; that is its own affair.
        match command {
            Command::Statistics(to) => drop(to.send(self.statistics())),
            Command::Switch { element, key, value, to } => {
                self.model.advance(self.now, &mut self.finished);
                drop(to.send(self.model.switch(self.now, &element, &key, &value)));
            }
        }
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let operations = self.figures.operations();
        let cpu_ns = if self.cpu_began == 0 { 0 } else { cpu_ns().saturating_sub(self.cpu_began) };
        let in_memory = self.content.iter().any(|content| matches!(content, Content::Memory(_)));
        Statistics {
            elapsed_ns: self.now - self.began,
            clients: self.clients.iter().flatten().filter(|client| client.socket.is_some()).count() as u32,
            clients_total: self.counts.clients,
            refused: self.counts.refused,
            cut: self.counts.cut,
            latest_cut: self.counts.latest_cut.clone(),
            content_bytes: in_memory.then(|| self.budget.held_bytes()),
            cpu_ns,
            cpu_ns_per_operation: (operations > 0).then(|| cpu_ns as f64 / operations as f64),
            system_calls: self.counts.calls,
            volumes: self.exports.iter().enumerate().map(|(i, export)| self.figures.volume(i, &export.name)).collect(),
            elements: self.model.element_figures(),
            lateness: self.figures.lateness(),
        }
    }

    /// Told to stop, and everything is answered or its time is up.
    fn over(&self) -> bool {
        let Some(deadline) = self.stopping else { return false };
        let settled = |client: &Client| client.in_flight == 0 && client.outbox.is_empty();
        self.now >= deadline || self.clients.iter().flatten().all(|client| settled(client))
    }

    /// What is still in flight gets no answer but that we go.
    fn end(&mut self) {
        for flight in self.flights.iter_mut() {
            let Some(client) = flight.client.and_then(|i| self.clients[i as usize].as_deref_mut()) else { continue };
            if let Phase::Transmission { terms, .. } = client.phase {
                let structured = terms.structured && flight.op.kind == OpKind::Read;
                client.outbox.push(error_reply(flight.cookie, errors::ESHUTDOWN, structured));
                client.blocked = false;
            }
        }
        for index in 0..self.clients.len() as u32 {
            self.mark_dirty(index);
        }
        self.send();
        for index in 0..self.clients.len() as u32 {
            self.close(index, None);
        }
    }
}

fn error_reply(cookie: u64, error: u32, structured: bool) -> Reply {
    let head = if structured { Head::error(cookie, error) } else { Head::simple(cookie, error) };
    Reply { head, body: Body::Nothing, cookie, structured, timing: None }
}

/// The answer to a request that never was an operation.
fn refusal(request: &Request, error: u32, terms: &Terms) -> Reply {
    use plimsoll_engine::engines::nbd::wire::{CMD_BLOCK_STATUS, CMD_READ};
    error_reply(request.cookie, error, terms.structured && matches!(request.command, CMD_READ | CMD_BLOCK_STATUS))
}

/// The answer to an operation that is over. Only reads are answered with structured replies, where those were agreed on.
fn answer(flight: &Flight, result: Result<(), i32>, done: &Finished, terms: &Terms) -> Reply {
    let Flight { op: Op { offset, len, kind }, cookie, arrived, .. } = *flight;
    let structured = terms.structured && kind == OpKind::Read;
    let timing = Timing { kind, arrived, due: done.at, moved: result.is_ok().then_some(len), held_up: false };
    let mut reply = match result {
        Err(errno) => error_reply(cookie, wire_error(errno), structured),
        Ok(()) if kind == OpKind::Read => {
            let head = if structured { Head::data(cookie, offset, len) } else { Head::simple(cookie, 0) };
            let body = Body::Content { offset, len, stale: done.fault == Some(DataFault::Stale) };
            Reply { head, body, cookie, structured, timing: None }
        }
        Ok(()) => error_reply(cookie, 0, false),
    };
    reply.timing = Some(timing);
    reply
}
