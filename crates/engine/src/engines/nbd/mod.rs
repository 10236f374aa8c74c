//! The NBD engine: our own asynchronous client of network block devices, pipelined over one or several connections.
//!
//! Everything staged goes out in one `sendmsg` per connection, heads and payloads gathered; one `recv` brings as many
//! replies as have come; `ppoll` waits, with a deadline. A handle is slot and sequence number, so that a reply to
//! anything that is not outstanding ends its connection (operations: EPROTO) and never completes the wrong operation.
//! A connection that ends completes its operations with ECONNRESET, later ones too; nothing reconnects behind the
//! figures' back.
//!
//! Not done: TLS, structured replies (see [`protocol`]), splitting of requests longer than the server's `max_block`.

mod connection;
mod error;
pub mod handshake;
mod outbox;
pub mod protocol;
mod session;
mod slots;
mod socket;
mod uri;
pub mod wire;

use std::io;

use plimsoll_base::clock::{Clock as _, MonotonicClock};
use plimsoll_base::{Nanos, Op, OpKind};

use super::idle::idle;
use crate::kind::{Blocking, Drives, EngineKind, EngineOption, Takes};
use super::opening::{EngineTarget, OpenError, Opening};
use crate::buffers::Buffers;
use crate::{Completion, Engine, EngineOptions, Wait};
use connection::{Connection, Failure};
use outbox::Payload;
use protocol::{Command, Request};
use slots::Slots;

pub use error::NbdError;
pub use handshake::{Export, HandshakeError};
pub use session::{Limits, probe, probe_within};
pub use uri::{Address, NbdUri};

const MAX_SLOTS: u32 = 32_768;

/// The engine for users and Runs.
pub static KIND: EngineKind = EngineKind {
    name: "nbd",
    summary: "own pipelined NBD client over one or several connections (target nbd://… or nbd+unix://…)",
    available: || Ok(()),
    drives: Drives::Nbd,
    max_slots: MAX_SLOTS,
    default_queue_depth: 32,
    moves_bytes: true,
    exact_slots: false,
    kernel_queue: false,
    stand_ins: &[],
    direct_only: false,
    blocking_targets: Blocking::Never,
    options: &[EngineOption {
        name: "connections",
        takes: Takes::Number(1, 64, |options, number| options.connections = number),
    }],
};

/// Time for a server to finish the operations in flight when we leave.
const FAREWELL: Nanos = Nanos::from_millis(500);
/// How often to retry a server that hung up, and after how long: a server on a busy machine took more than 0.3 s to notice
/// that we had left.
const MAX_RETRIES: u32 = 15;
const BETWEEN_TRIES: Nanos = Nanos::from_millis(60);

/// See the module.
#[derive(Debug)]
pub struct Nbd {
    connections: Vec<Connection>,
    slots: Slots,
    buffers: Buffers,
    export: Export,
    /// Writes carry force unit access.
    durable_writes: bool,
    /// Connections that were asked for.
    asked: u32,
    /// Completed before they were sent: what the export cannot do, or a dead connection. Found by the next reap.
    done: Vec<Completion>,
    waiting: Vec<libc::pollfd>,
    /// The latest wait brought several operations: more are likely there already, so receive first and wait second.
    several: bool,
    /// Operations that end a wait.
    at_least: usize,
    /// System calls other than those of the sockets.
    calls: u64,
}

impl Nbd {
    /// Connects to the export with up to `connections` connections (one, unless the server allows several) and `slots`
    /// slots whose buffers are `buffers`.
    ///
    /// # Errors
    /// As [`probe`]; or the connections were told different things; or durable writes were asked of an export that
    /// cannot make them.
    pub fn connect(
        uri: &NbdUri,
        connections: u32,
        buffers: Buffers,
        slots: u32,
        options: EngineOptions,
    ) -> Result<Nbd, NbdError> {
        Nbd::connect_within(uri, connections, buffers, slots, options, Limits::default())
    }

    /// [`connect`](Nbd::connect) with other limits of time.
    ///
    /// # Errors
    /// As [`connect`](Nbd::connect).
    pub fn connect_within(
        uri: &NbdUri,
        connections: u32,
        buffers: Buffers,
        slots: u32,
        options: EngineOptions,
        limits: Limits,
    ) -> Result<Nbd, NbdError> {
        let (first, export) = open_patiently(uri, limits)?;
        if options.durable_writes && !export.can_fua() && !export.read_only() {
            return Err(NbdError::NoFua { uri: uri.to_string() });
        }
        // More connections than slots would stay idle.
        let count = if export.multi_conn() { connections.clamp(1, slots.max(1)) } else { 1 };
        let per_connection = slots.div_ceil(count);
        let mut made = vec![Connection::new(0, first, per_connection)];
        for index in 1..count {
            let (socket, told) = session::open(uri, limits)?;
            if told != export {
                return Err(NbdError::Disagrees { uri: uri.to_string(), connection: index });
            }
            made.push(Connection::new(index, socket, per_connection));
        }
        // The handshake is not counted: `system_calls` is about operations.
        made.iter_mut().for_each(|connection| connection.socket.calls = 0);
        Ok(Nbd {
            waiting: Vec::with_capacity(made.len()),
            connections: made,
            slots: Slots::new(slots, count),
            buffers,
            export,
            durable_writes: options.durable_writes,
            asked: connections,
            done: Vec::with_capacity(slots as usize),
            several: false,
            at_least: 1,
            calls: 0,
        })
    }

    /// The server's description of the export.
    pub fn export(&self) -> &Export {
        &self.export
    }

    /// Why `op` cannot even be sent on a connection in this state.
    #[inline]
    fn refusal(&self, op: &Op, failure: Option<Failure>) -> Option<i32> {
        let export = &self.export;
        match op.kind {
            OpKind::Write | OpKind::Trim if export.read_only() => Some(libc::EPERM),
            OpKind::Trim if !export.can_trim() => Some(libc::EOPNOTSUPP),
            OpKind::Flush if !export.can_flush() => Some(libc::EOPNOTSUPP),
            _ => failure.map(Failure::errno),
        }
    }

    fn in_flight(&self) -> u32 {
        self.connections.iter().map(|connection| connection.in_flight).sum()
    }

    /// Sends what is left over on connection `index`, and receives what is there.
    fn serve(&mut self, index: usize, found: &mut Vec<Completion>) {
        let connection = &mut self.connections[index];
        connection.send(&mut self.slots, &mut self.buffers, found);
        if connection.failure.is_none() {
            connection.receive(&mut self.slots, &mut self.buffers, found);
        }
    }

    /// Waits up to `span` for the connections that owe something and serves those that are ready. `false`: the time
    /// passed, or a signal came.
    fn wait_and_serve(&mut self, span: Nanos, found: &mut Vec<Completion>) -> io::Result<bool> {
        self.waiting.clear();
        let owing = self.connections.iter().filter(|c| c.in_flight > 0);
        self.waiting.extend(owing.map(|c| c.socket.interest(!c.outbox.is_empty())));
        self.calls += 1;
        match socket::wait(&mut self.waiting, span) {
            Ok(0) => return Ok(false),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
            Err(error) => return Err(error),
        }
        let mut at = 0;
        for index in 0..self.connections.len() {
            if self.connections[index].in_flight > 0 {
                if self.waiting[at].revents != 0 {
                    self.serve(index, found);
                }
                at += 1;
            }
        }
        Ok(true)
    }
}

/// Opens a connection. A server that takes one client may not have noticed yet that we left after the probe: one that
/// hangs up at once is retried a few times.
fn open_patiently(uri: &NbdUri, limits: Limits) -> Result<(socket::Socket, Export), NbdError> {
    let mut tries = 0;
    loop {
        match session::open(uri, limits) {
            Err(NbdError::Closed { .. }) if tries < MAX_RETRIES => {
                tries += 1;
                MonotonicClock.sleep_until(MonotonicClock.now() + BETWEEN_TRIES);
            }
            done => return done,
        }
    }
}

impl Nbd {
    /// Opens the engine.
    ///
    /// # Errors The target is no export; the system has no memory left; as [`connect`](Nbd::connect).
    pub fn open(mut opening: Opening<'_>) -> Result<Nbd, OpenError> {
        let &EngineTarget::Export(uri) = &opening.target else { return Err(OpenError::Target) };
        let (buffers, options) = (opening.buffers()?, opening.options);
        Ok(Nbd::connect(uri, options.connections, buffers, opening.slots, options)?)
    }
}

impl Engine for Nbd {
    #[inline]
    fn push(&mut self, slot: u32, op: Op) {
        let op = self.buffers.begin(slot, op);
        let index = self.slots.connection(slot) as usize;
        if let Some(errno) = self.refusal(&op, self.connections[index].failure) {
            self.done.push(Completion { slot, result: Err(errno) });
            return;
        }
        let (command, payload) = match op.kind {
            OpKind::Read => {
                let place = self.buffers.read_buffer(slot);
                self.assert_inside(place, op.len);
                self.connections[index].expect_read(op.len);
                (Command::Read, Payload::NONE)
            }
            OpKind::Write => {
                let start = self.buffers.write_buffer(slot, &op);
                self.assert_inside(start, op.len);
                (Command::Write, Payload { start, len: op.len })
            }
            OpKind::Trim => (Command::Trim, Payload::NONE),
            OpKind::Flush => (Command::Flush, Payload::NONE),
        };
        let connection = &mut self.connections[index];
        let handle = self.slots.occupy(slot, op, connection.outbox.number());
        let fua = self.durable_writes && op.kind == OpKind::Write;
        // A flush addresses nothing; servers refuse one that seems to.
        let (offset, len) = if op.kind == OpKind::Flush { (0, 0) } else { (op.offset, op.len) };
        let request = Request { command, fua, handle, offset, len };
        connection.outbox.add(request.encode(), payload);
        connection.in_flight += 1;
    }

    fn submit(&mut self) -> io::Result<()> {
        for connection in &mut self.connections {
            connection.outbox.release();
            connection.send(&mut self.slots, &mut self.buffers, &mut self.done);
        }
        Ok(())
    }

    fn reap(&mut self, found: &mut Vec<Completion>, wait: Wait) -> io::Result<()> {
        let before = found.len();
        found.append(&mut self.done);
        if found.len() > before {
            return Ok(());
        }
        if self.in_flight() == 0 {
            if let Wait::Until { at, now } = wait {
                self.calls += u64::from(at > now);
                idle(wait);
            }
            return Ok(());
        }
        let enough = before + self.at_least.min(self.in_flight() as usize);
        let mut left = match wait {
            Wait::No => Nanos::ZERO,
            Wait::Until { at, now } => at - now,
        };
        // On a single connection, trying costs less than asking whether there is something to try, unless it is in vain.
        if self.connections.len() == 1 && (self.several || left == Nanos::ZERO) {
            self.serve(0, found);
            self.several = found.len() > before;
            if found.len() >= enough || left == Nanos::ZERO {
                return Ok(());
            }
        }
        loop {
            let ready = self.wait_and_serve(left, found)?;
            let Wait::Until { at, .. } = wait else { return Ok(()) };
            if !ready || found.len() >= enough {
                self.several = found.len() > before + 1;
                return Ok(());
            }
            // Something came that completed nothing, being part of a payload, or completed too little.
            left = at - MonotonicClock.now();
            if left == Nanos::ZERO {
                return Ok(());
            }
        }
    }

    fn gather(&mut self, at_least: u32) {
        self.at_least = at_least.max(1) as usize;
    }

    #[inline]
    fn check(&mut self, done: Completion) -> Result<u32, i32> {
        self.buffers.check(done.slot, done.result)
    }

    fn system_calls(&self) -> u64 {
        self.calls + self.connections.iter().map(|connection| connection.socket.calls).sum::<u64>()
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let (asked, made) = (self.asked, self.connections.len());
        if asked as usize > made {
            let why = if self.export.multi_conn() {
                "there are no more slots"
            } else {
                "the server does not say that several are safe (multi-conn)"
            };
            notes.push(format!("nbd: {made} of {asked} connections per worker were made: {why}"));
        }
        for (index, connection) in self.connections.iter().enumerate() {
            match connection.failure {
                Some(Failure::Ended) => {
                    notes.push(format!("nbd: connection {index} was closed by the server, or broke"))
                }
                Some(Failure::Lied(lie)) => notes.push(format!("nbd: connection {index} was given up: {lie}")),
                None => {}
            }
        }
        notes
    }
}

impl Nbd {
    /// An operation never reaches beyond the memory that was made for all of them, whatever its length.
    #[inline]
    fn assert_inside(&self, start: *const u8, len: u32) {
        let (base, bytes) = self.buffers.region();
        let at = start.addr().wrapping_sub(base.addr());
        assert!(at <= bytes && len as usize <= bytes - at, "an operation is longer than its buffer");
    }
}

impl Drop for Nbd {
    /// Receives what is still in flight, for at most half a second, and then leaves. Servers have died of clients that
    /// leave sooner (nbdkit 1.32 asserts in the middle of a reply and takes every export with it).
    fn drop(&mut self) {
        let end = MonotonicClock.now() + FAREWELL;
        let mut forgotten = Vec::new();
        // Operations that were staged and never submitted are not sent now.
        let staged: u32 = self.connections.iter().map(|connection| connection.outbox.staged_count()).sum();
        while self.in_flight() > staged {
            let now = MonotonicClock.now();
            if now >= end || self.wait_and_serve(end - now, &mut forgotten).is_err() {
                break;
            }
        }
        for connection in &mut self.connections {
            // In the middle of a request the server would take our farewell for payload.
            if connection.failure.is_none() && connection.outbox.is_empty() {
                session::leave(&mut connection.socket);
            }
        }
    }
}
