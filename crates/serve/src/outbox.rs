//! Replies that wait to be sent to one client: heads, and where their data is. The data itself is looked up when the
//! socket takes it, so a client that does not read holds a few words a reply, not megabytes.
//!
//! One `sendmsg` carries up to [`SLICES`] pieces: heads from here, pages straight from the content in memory, zeroes
//! from a shared page. Only content in a file, and the data of a stale read, goes through a buffer.
//!
//! A read therefore returns the data at its departure: between its end in the model and its answer. Both lie between
//! the client's request and its reply, so no client sees a difference.

use std::collections::VecDeque;
use std::io::IoSlice;
use std::os::fd::BorrowedFd;

use plimsoll_base::{Nanos, OpKind};
use plimsoll_engine::content::{Copies, Memory, Piece, Store as _};
use plimsoll_storage::PartFault;
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendFlags, sendmsg};

use crate::content::Content;
use crate::transmission::{Head, errors};

/// Most pieces of one call; the kernel takes 1024.
const SLICES: usize = 256;
/// Bytes after which a call is full. A larger reply goes out in several, so that one client does not hold up the others.
const FULL_BYTES: usize = 1 << 20;
/// Calls after which a client waits for the next turn.
const CALLS_A_TURN: u32 = 4;
/// Length of the buffer that data goes through which does not lie in memory.
pub(crate) const STAGING_BYTES: usize = FULL_BYTES;

static ZEROES: [u8; 4096] = [0; 4096];

/// The part behind a head.
#[derive(Debug)]
pub(crate) enum Body {
    Nothing,
    /// This many bytes of the volume, from `offset` on.
    Content {
        offset: u64,
        len: u32,
        stale: bool,
        /// Faults in parts of it, and the copies that answered; none, nearly always.
        parts: Vec<PartFault>,
    },
    Extents(Box<[u8]>),
}

/// When an operation came and when it was over, for the figures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    pub(crate) kind: OpKind,
    pub(crate) arrived: Nanos,
    pub(crate) due: Nanos,
    /// Bytes moved; none when it failed.
    pub(crate) moved: Option<u32>,
    /// Its client did not take it at once: the time of its departure is not ours.
    pub(crate) held_up: bool,
}

/// An answer on its way.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) head: Head,
    pub(crate) body: Body,
    pub(crate) cookie: u64,
    pub(crate) structured: bool,
    /// None: it did not pass the model.
    pub(crate) timing: Option<Timing>,
}

impl Reply {
    fn body_bytes(&self) -> usize {
        match &self.body {
            Body::Nothing => 0,
            Body::Content { len, .. } => *len as usize,
            Body::Extents(bytes) => bytes.len(),
        }
    }

    fn bytes(&self) -> usize {
        self.head.bytes().len() + self.body_bytes()
    }
}

/// How sending ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SendState {
    /// Everything has left.
    All,
    /// The client does not take more now.
    Blocked,
    /// There is more; it is the others' turn.
    More,
    /// The connection is gone, or what was promised cannot be read any more.
    Broken,
}

/// System calls of sending, and the bytes that the socket took.
#[derive(Debug, Default)]
pub(crate) struct SentCounts {
    pub(crate) calls: u64,
    pub(crate) bytes: u64,
}

/// The data of a reply could not be read.
struct Unreadable;

/// The pieces of one call: so many, of so many bytes.
struct Call<'a, 's> {
    slices: &'s mut [IoSlice<'a>; SLICES],
    count: usize,
    bytes: usize,
    /// The rest of the buffer for data outside of memory.
    staging: &'a mut [u8],
}

impl<'a> Call<'a, '_> {
    fn add(&mut self, piece: &'a [u8]) {
        self.slices[self.count] = IoSlice::new(piece);
        self.count += 1;
        self.bytes += piece.len();
    }

    fn is_full(&self) -> bool {
        self.count == SLICES || self.bytes >= FULL_BYTES
    }

    fn add_pages(&mut self, memory: &'a Memory, at: u64, len: usize) {
        for piece in memory.pieces(at, len as u64) {
            if self.is_full() {
                break;
            }
            self.add(match piece {
                Piece::Bytes(bytes) => bytes,
                Piece::Hole(len) => &ZEROES[..len],
            });
        }
    }

    fn add_zeroes(&mut self, mut len: usize) {
        while len > 0 && !self.is_full() {
            let piece = len.min(ZEROES.len());
            self.add(&ZEROES[..piece]);
            len -= piece;
        }
    }

    fn add_read(
        &mut self,
        (content, copies): (&Content, &Copies),
        at: u64,
        len: usize,
        stale: bool,
        parts: &[PartFault],
    ) -> Result<(), Unreadable> {
        let len = len.min(self.staging.len());
        let (piece, rest) = std::mem::take(&mut self.staging).split_at_mut(len);
        self.staging = rest;
        let read = if stale { content.read_before(at, piece) } else { content.read(at, piece) };
        read.and_then(|()| copies.read(content, at, piece, parts)).map_err(|_| Unreadable)?;
        self.add(piece);
        Ok(())
    }
}

#[derive(Debug, Default)]
pub(crate) struct Outbox {
    /// Bytes of the handshake; they go first.
    pub(crate) plain: Vec<u8>,
    replies: VecDeque<Reply>,
    /// Bytes of the first reply that have left.
    sent: usize,
}

impl Outbox {
    /// Replies that wait.
    pub(crate) fn len(&self) -> usize {
        self.replies.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.replies.is_empty() && self.plain.is_empty()
    }

    #[inline]
    pub(crate) fn push(&mut self, reply: Reply) {
        self.replies.push_back(reply);
    }

    /// Sends as much as the socket takes. `left` is called for each reply that has left wholly, after the call that
    /// took its end.
    pub(crate) fn send(
        &mut self,
        socket: BorrowedFd<'_>,
        (content, copies): (&Content, &Copies),
        staging: &mut [u8],
        sent: &mut SentCounts,
        mut left: impl FnMut(&[Reply], &[Reply]),
    ) -> SendState {
        for _ in 0..CALLS_A_TURN {
            if self.is_empty() {
                return SendState::All;
            }
            let mut slices = [IoSlice::new(&[]); SLICES];
            let mut call = Call { slices: &mut slices, count: 0, bytes: 0, staging: &mut *staging };
            let gathered = self.gather((content, copies), &mut call);
            let (count, bytes) = (call.count, call.bytes);
            if count == 0 {
                if gathered.is_ok() || self.sent > 0 {
                    return SendState::Broken;
                }
                // Nothing of it has left: it can still become an error.
                self.fail_first();
                continue;
            }
            sent.calls += 1;
            let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
            let taken = match sendmsg(socket, &slices[..count], &mut SendAncillaryBuffer::default(), flags) {
                Ok(taken) => taken,
                Err(Errno::AGAIN) => return self.block_send(),
                Err(Errno::INTR) => continue,
                Err(_) => return SendState::Broken,
            };
            sent.bytes += taken as u64;
            self.took(taken, &mut left);
            if taken < bytes {
                return self.block_send();
            }
        }
        if self.is_empty() { SendState::All } else { SendState::More }
    }

    fn block_send(&mut self) -> SendState {
        // From the end: those before have been marked when they were held up the last time.
        for reply in self.replies.iter_mut().rev() {
            match &mut reply.timing {
                Some(timing) if timing.held_up => break,
                Some(timing) => timing.held_up = true,
                None => {}
            }
        }
        SendState::Blocked
    }

    /// Puts what waits into `call`, from the first byte that has not left.
    ///
    /// # Errors
    /// The data of the reply behind what was put there could not be read.
    fn gather<'a>(
        &'a self,
        (content, copies): (&'a Content, &'a Copies),
        call: &mut Call<'a, '_>,
    ) -> Result<(), Unreadable> {
        if !self.plain.is_empty() {
            call.add(&self.plain);
        }
        let mut skip = self.sent;
        for reply in &self.replies {
            if call.count + 2 > SLICES || call.is_full() {
                break;
            }
            let head = reply.head.bytes();
            let before_head = (call.count, call.bytes);
            if skip < head.len() {
                call.add(&head[skip..]);
            }
            let skipped = skip.saturating_sub(head.len());
            skip = 0;
            let whole = match &reply.body {
                Body::Nothing => true,
                Body::Extents(extents) => {
                    call.add(&extents[skipped..]);
                    true
                }
                Body::Content { offset, len, stale, parts } => {
                    let (at, left) = (offset + skipped as u64, *len as usize - skipped);
                    let filled = call.bytes + left;
                    match content {
                        Content::Memory(memory) if !stale && parts.is_empty() => call.add_pages(memory, at, left),
                        Content::None => call.add_zeroes(left),
                        Content::Memory(_) | Content::File(_) => {
                            if let Err(unreadable) = call.add_read((content, copies), at, left, *stale, parts) {
                                // The head of this one must not go out.
                                (call.count, call.bytes) = before_head;
                                return Err(unreadable);
                            }
                        }
                    }
                    call.bytes == filled
                }
            };
            if !whole {
                break;
            }
        }
        Ok(())
    }

    /// The data of the first reply cannot be read: it becomes an error.
    fn fail_first(&mut self) {
        if let Some(first) = self.replies.front_mut() {
            first.body = Body::Nothing;
            first.head = match first.structured {
                true => Head::error(first.cookie, errors::EIO),
                false => Head::simple(first.cookie, errors::EIO),
            };
            if let Some(timing) = &mut first.timing {
                timing.moved = None;
            }
        }
    }

    fn took(&mut self, mut sent: usize, left: &mut impl FnMut(&[Reply], &[Reply])) {
        let plain = sent.min(self.plain.len());
        if plain > 0 {
            self.plain.drain(..plain);
            sent -= plain;
        }
        let mut whole = 0;
        let mut reached = self.sent + sent;
        for reply in &self.replies {
            let bytes = reply.bytes();
            if reached < bytes {
                break;
            }
            reached -= bytes;
            whole += 1;
        }
        self.sent = reached;
        if whole > 0 {
            let (front, back) = self.replies.as_slices();
            let first = whole.min(front.len());
            left(&front[..first], &back[..whole - first]);
            self.replies.drain(..whole);
        }
    }
}
