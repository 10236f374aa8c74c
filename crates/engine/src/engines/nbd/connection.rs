//! One connection after its handshake: requests go out, replies come in, and once it fails everything on it fails.
//!
//! Small payloads come through one large buffer, so that one system call brings many replies; the rest of a large one
//! is received straight into its slot's buffer, together with the head of the next.
#![allow(unsafe_code)]

use super::outbox::Outbox;
use super::protocol::{Event, ReplyError, ReplyStream};
use super::slots::Slots;
use super::socket::{MoveResult, Socket};
use crate::Completion;
use crate::buffers::Buffers;

/// Bytes received at once while reads are small: 63 replies with 4 KiB each. More would not stay in the second-level
/// cache; 64 KiB measured the same.
const WINDOW: usize = 256 << 10;
/// Bytes received beyond the payload of a large read: the next head, and little of the next payload.
const SMALL_WINDOW: usize = 512;
/// From this length on, copying a payload costs more than the system call of its own that it would need otherwise
/// (measured on a unix socket: the same CPU at 64 KiB, a sixth less at 128 KiB).
const LARGE: u32 = 64 << 10;

/// Why a connection is of no use any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The server closed it, or it broke.
    Ended,
    /// The server broke the protocol.
    Lied(ReplyError),
}

impl Failure {
    /// The errno of its operations.
    pub(super) fn errno(self) -> i32 {
        match self {
            Failure::Ended => libc::ECONNRESET,
            Failure::Lied(_) => libc::EPROTO,
        }
    }
}

#[derive(Debug)]
pub(super) struct Connection {
    /// Position among the engine's connections.
    index: u32,
    pub(super) socket: Socket,
    pub(super) outbox: Outbox,
    replies: ReplyStream,
    inbox: Box<[u8]>,
    /// Bytes of `inbox` that are used.
    window: usize,
    /// Operations occupied and not completed.
    pub(super) in_flight: u32,
    pub(super) failure: Option<Failure>,
}

impl Connection {
    pub(super) fn new(index: u32, socket: Socket, slots: u32) -> Connection {
        Connection {
            index,
            socket,
            outbox: Outbox::new(slots),
            replies: ReplyStream::default(),
            inbox: vec![0; WINDOW].into(),
            window: WINDOW,
            in_flight: 0,
            failure: None,
        }
    }

    /// Notes a read of `len` bytes: the way to receive replies follows the latest one.
    #[inline]
    pub(super) fn expect_read(&mut self, len: u32) {
        self.window = if len >= LARGE { SMALL_WINDOW } else { WINDOW };
    }

    /// Sends what can be sent. If the connection turns out to be dead, what was answered before is still received; the
    /// rest fails.
    pub(super) fn send(&mut self, slots: &mut Slots, buffers: &mut Buffers, found: &mut Vec<Completion>) {
        if !self.outbox.is_empty() && self.outbox.send(&mut self.socket) == MoveResult::Ended {
            self.receive(slots, buffers, found);
            if self.failure.is_none() {
                self.fail(Failure::Ended, slots, found);
            }
        }
    }

    /// Receives what is there and appends what it finished.
    pub(super) fn receive(&mut self, slots: &mut Slots, buffers: &mut Buffers, found: &mut Vec<Completion>) {
        let before = found.len();
        let failure = self.receive_available(slots, buffers, found);
        self.in_flight -= (found.len() - before) as u32;
        if let Some(failure) = failure {
            self.fail(failure, slots, found);
        }
    }

    fn receive_available(
        &mut self,
        slots: &mut Slots,
        buffers: &mut Buffers,
        found: &mut Vec<Completion>,
    ) -> Option<Failure> {
        loop {
            let inbox = &mut self.inbox[..self.window];
            let (direct, moved) = match self.replies.expects() {
                Some((reply, at, left)) if left as usize >= inbox.len() => {
                    let place = buffers.read_buffer(reply.handle as u32).wrapping_add(at as usize);
                    let parts = [(place, left as usize), (inbox.as_mut_ptr(), inbox.len())]
                        .map(|(start, len)| libc::iovec { iov_base: start.cast(), iov_len: len });
                    // SAFETY: at + left is the length of the read, which `push` found to lie within the slot's buffer;
                    // nobody else touches that until the operation is reaped. The inbox is borrowed mutably.
                    (left as usize, unsafe { self.socket.receive(&parts) })
                }
                _ => (0, self.socket.receive_into(inbox)),
            };
            let bytes = match moved {
                MoveResult::Bytes(bytes) => bytes,
                MoveResult::Blocked => return None,
                MoveResult::Ended => return Some(Failure::Ended),
            };
            let all = bytes == direct + inbox.len();
            self.replies.advance_payload(bytes.min(direct) as u32);
            let mut input = &self.inbox[..bytes.saturating_sub(direct)];
            loop {
                let lookup = |reply| slots.payload_bytes(self.index, &self.outbox, reply);
                match self.replies.next(&mut input, lookup) {
                    Ok(Some(Event::Finished(reply))) => found.push(slots.finish(reply)),
                    Ok(Some(Event::Data { reply, at, bytes })) => {
                        let place = buffers.read_buffer(reply.handle as u32).wrapping_add(at as usize);
                        // SAFETY: as above; the inbox and the buffers are different memory.
                        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, bytes.len()) };
                    }
                    Ok(None) => break,
                    Err(lie) => return Some(Failure::Lied(lie)),
                }
            }
            // Less than there was room for: the socket is empty, and another call would find nothing.
            if !all {
                return None;
            }
        }
    }

    fn fail(&mut self, failure: Failure, slots: &mut Slots, found: &mut Vec<Completion>) {
        slots.fail(self.index, failure.errno(), found);
        self.outbox.clear();
        self.in_flight = 0;
        self.failure = Some(failure);
    }
}
