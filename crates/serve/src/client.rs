//! One connection: what was agreed, what it is in the middle of, what waits to be sent. State only; the event loop moves it.

use std::os::fd::OwnedFd;

use plimsoll_base::{Nanos, Op};
use rustix::event::epoll::EventFlags;

use crate::handshake::{Handshake, MAX_ANSWER_BYTES};
use crate::outbox::Outbox;
use crate::transmission::{Request, RequestStream, Terms};

/// Requests of one client that are answered neither by the model nor on the wire. A client with more waits.
pub(crate) const MAX_OPEN: usize = 4096;
/// The limit while the operations of all clients together are many: each still gets its turn.
pub(crate) const MAX_OPEN_CROWDED: usize = 256;

/// Where a connection is.
#[derive(Debug)]
pub(crate) enum Phase {
    /// Agreeing on terms.
    Handshake(Box<Handshake>),
    /// Sending requests to a volume.
    Transmission { volume: usize, terms: Terms },
}

/// The write whose payload is being received.
#[derive(Debug)]
pub(crate) enum PayloadState {
    No,
    /// A refused request, whose payload is skipped.
    Refused {
        request: Request,
        error: u32,
    },
    /// There is no room for its payload yet.
    WaitsForRoom {
        request: Request,
        op: Op,
        fua: bool,
    },
    /// `at` bytes of it are here. The buffer is empty when they are not kept.
    Into {
        request: Request,
        op: Op,
        fua: bool,
        buffer: Vec<u8>,
        at: usize,
    },
}

#[derive(Debug)]
pub(crate) struct Client {
    /// None once it is closed and only waits for its operations to end.
    pub(crate) socket: Option<OwnedFd>,
    /// Separates it from others that had its place.
    pub(crate) serial: u32,
    pub(crate) phase: Phase,
    pub(crate) stream: RequestStream,
    pub(crate) writing: PayloadState,
    /// Received and not yet looked at, because it has to wait.
    pub(crate) stash: Vec<u8>,
    pub(crate) outbox: Outbox,
    pub(crate) in_flight: u32,
    /// Bytes of payload that are held for it.
    pub(crate) held_bytes: u64,
    pub(crate) interest: EventFlags,
    /// Nothing more is read from it; it is closed when everything is answered.
    pub(crate) leaving: bool,
    /// The socket does not take more now.
    pub(crate) blocked: bool,
    /// The latest send left answers behind: [`crate::statistics::FullSockets`] counts it.
    pub(crate) full: bool,
    /// In the list of those with something to send.
    pub(crate) dirty: bool,
    /// In the list of busy clients, which are polled without waiting.
    pub(crate) hot: bool,
    /// In the list of those that wait for room.
    pub(crate) starving: bool,
    /// In the queue of those who leave and have operations that are not over.
    pub(crate) lingers: bool,
    /// When bytes came from it last.
    pub(crate) heard_at: Nanos,
}

impl Client {
    pub(crate) fn new(socket: OwnedFd, serial: u32, now: Nanos) -> Client {
        Client {
            socket: Some(socket),
            serial,
            phase: Phase::Handshake(Box::default()),
            stream: RequestStream::default(),
            writing: PayloadState::No,
            stash: Vec::new(),
            outbox: Outbox::default(),
            in_flight: 0,
            held_bytes: 0,
            interest: EventFlags::empty(),
            leaving: false,
            blocked: false,
            full: false,
            dirty: false,
            hot: false,
            starving: false,
            lingers: false,
            heard_at: now,
        }
    }

    /// Whether it may have more looked at: it is not leaving, and does not have too much open. `crowded`: all clients
    /// together have many operations under way.
    pub(crate) fn may_go_on(&self, crowded: bool) -> bool {
        let most = if crowded { MAX_OPEN_CROWDED } else { MAX_OPEN };
        let room = match self.phase {
            Phase::Handshake(_) => self.outbox.plain.len() < MAX_ANSWER_BYTES,
            Phase::Transmission { .. } => self.in_flight as usize + self.outbox.len() < most,
        };
        room && !self.leaving && !matches!(self.writing, PayloadState::WaitsForRoom { .. })
    }

    /// Events to register with epoll.
    pub(crate) fn wants(&self, crowded: bool) -> EventFlags {
        let reads = self.may_go_on(crowded) && self.stash.is_empty();
        let mut wants = EventFlags::empty();
        wants.set(EventFlags::IN, reads);
        wants.set(EventFlags::OUT, self.blocked);
        wants
    }

    pub(crate) fn volume(&self) -> Option<usize> {
        match self.phase {
            Phase::Handshake(_) => None,
            Phase::Transmission { volume, .. } => Some(volume),
        }
    }
}

/// Where the rest of a large payload can be received straight into: the bytes of it that are missing.
pub(crate) fn payload_place<'a>(stream: &RequestStream, writing: &'a mut PayloadState) -> Option<&'a mut [u8]> {
    /// Below this, one more copy costs less than the second piece of the call.
    const WORTH_IT: usize = 16 << 10;
    let left = stream.payload_remaining() as usize;
    match writing {
        PayloadState::Into { buffer, at, .. } if left >= WORTH_IT && buffer.len() >= *at + left => {
            Some(&mut buffer[*at..*at + left])
        }
        _ => None,
    }
}
