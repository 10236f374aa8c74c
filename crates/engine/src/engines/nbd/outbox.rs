//! Requests on their way out of one connection: a ring of heads and payloads, gathered into as few system calls as the
//! socket's buffer allows. What a call did not take stays and goes with the next.
#![allow(unsafe_code)]

use super::protocol::REQUEST_BYTES;
use super::socket::{MoveResult, Socket};

/// Most parts of one call; the kernel's limit (`IOV_MAX`).
const MAX_PARTS: usize = 1024;

/// Bytes of a write, where they lie. The memory belongs to the slot of the request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payload {
    pub(super) start: *const u8,
    pub(super) len: u32,
}

impl Payload {
    pub(super) const NONE: Payload = Payload { start: std::ptr::null(), len: 0 };
}

#[derive(Debug)]
pub(super) struct Outbox {
    heads: Vec<[u8; REQUEST_BYTES]>,
    payloads: Vec<Payload>,
    parts: Vec<libc::iovec>,
    /// Number of the first request that is not sent, of the first that may not be sent yet, and of the next to be
    /// added; they count on and wrap.
    first: u32,
    released: u32,
    next: u32,
    /// Bytes of the first request that were sent.
    sent: usize,
}

// SAFETY: the pointers name buffers of the engine that owns this outbox; they move to another thread together.
unsafe impl Send for Outbox {}

impl Outbox {
    /// With room for `requests` that are not sent.
    pub(super) fn new(requests: u32) -> Outbox {
        let room = requests.max(1).next_power_of_two() as usize;
        Outbox {
            heads: vec![[0; REQUEST_BYTES]; room],
            payloads: vec![Payload::NONE; room],
            parts: Vec::with_capacity(MAX_PARTS.min(2 * room + 1)),
            first: 0,
            released: 0,
            next: 0,
            sent: 0,
        }
    }

    /// The number of the request that is added next.
    #[inline]
    pub(super) fn number(&self) -> u32 {
        self.next
    }

    /// Whether request `number` has gone out to its last byte.
    #[inline]
    pub(super) fn has_sent(&self, number: u32) -> bool {
        // Fewer than 2^31 requests are under way, so the sign of the difference gives the order.
        (self.first.wrapping_sub(number) as i32) > 0
    }

    /// Whether all that may be sent has been.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.first == self.released
    }

    /// Requests that were added and may not be sent yet.
    pub(super) fn staged_count(&self) -> u32 {
        self.next.wrapping_sub(self.released)
    }

    /// All that was added may be sent.
    #[inline]
    pub(super) fn release(&mut self) {
        self.released = self.next;
    }

    /// Stages a request. The memory of `payload` must stay until it has been sent.
    #[inline]
    pub(super) fn add(&mut self, head: [u8; REQUEST_BYTES], payload: Payload) {
        assert!((self.next.wrapping_sub(self.first) as usize) < self.heads.len(), "more requests than slots");
        let at = self.next as usize & (self.heads.len() - 1);
        self.heads[at] = head;
        self.payloads[at] = payload;
        self.next = self.next.wrapping_add(1);
    }

    /// Forgets what was not sent.
    pub(super) fn clear(&mut self) {
        (self.first, self.released, self.sent) = (self.next, self.next, 0);
    }

    /// Sends what the socket takes. [`MoveResult::Bytes`]: everything has been sent.
    pub(super) fn send(&mut self, socket: &mut Socket) -> MoveResult {
        while !self.is_empty() {
            let asked = self.gather();
            // SAFETY: the parts name heads of this outbox and payloads of slots, which stay until they are sent.
            match unsafe { socket.send(&self.parts) } {
                MoveResult::Bytes(bytes) => {
                    self.advance(bytes);
                    if bytes < asked {
                        // The socket's buffer is full. Another call would fail.
                        return MoveResult::Blocked;
                    }
                }
                other => return other,
            }
        }
        MoveResult::Bytes(0)
    }

    /// Fills `parts` from the first request on; how many bytes they name. Heads that lie side by side are one part.
    fn gather(&mut self) -> usize {
        self.parts.clear();
        let heads = self.heads.as_ptr().cast::<u8>();
        let room = MAX_PARTS.min(self.parts.capacity());
        let mut bytes = 0;
        let mut number = self.first;
        let mut skip = self.sent;
        let mut joins = false;
        while number != self.released && self.parts.len() + 2 <= room {
            let at = number as usize & (self.heads.len() - 1);
            let payload = self.payloads[at];
            let head_bytes = REQUEST_BYTES.saturating_sub(skip);
            if head_bytes > 0 {
                match self.parts.last_mut() {
                    Some(part) if joins && at != 0 => part.iov_len += head_bytes,
                    _ => self.parts.push(part(heads.wrapping_add(at * REQUEST_BYTES + skip), head_bytes)),
                }
                bytes += head_bytes;
            }
            let skip_payload = skip.saturating_sub(REQUEST_BYTES);
            if payload.len > 0 {
                let len = payload.len as usize - skip_payload;
                self.parts.push(part(payload.start.wrapping_add(skip_payload), len));
                bytes += len;
            }
            joins = payload.len == 0;
            skip = 0;
            number = number.wrapping_add(1);
        }
        bytes
    }

    fn advance(&mut self, bytes: usize) {
        let mut bytes = bytes + self.sent;
        while !self.is_empty() {
            let at = self.first as usize & (self.heads.len() - 1);
            let whole = REQUEST_BYTES + self.payloads[at].len as usize;
            if bytes < whole {
                break;
            }
            bytes -= whole;
            self.first = self.first.wrapping_add(1);
        }
        self.sent = bytes;
    }
}

fn part(start: *const u8, len: usize) -> libc::iovec {
    libc::iovec { iov_base: start.cast_mut().cast(), iov_len: len }
}
