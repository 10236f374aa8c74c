//! What waits to be sent to one client: heads, and where their data is. The data itself is looked up when the socket takes
//! it, so that a client that does not read holds a few words a reply, not megabytes.
//!
//! One `sendmsg` carries up to [`SLICES`] pieces: heads from here, pages straight from the content in memory, zeroes from a
//! page that everybody shares. Only content in a file, and what a stale read brings, goes through a buffer.
//!
//! A read therefore brings what is there when it leaves: between its end in the model and its answer, both of which lie
//! between the client's request and its reply, so that no client can tell.

use std::collections::VecDeque;
use std::io::IoSlice;
use std::os::fd::BorrowedFd;

use plimsoll_base::{Nanos, OpKind};
use plimsoll_engine::content::{Copies, Piece, Store as _};
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

/// What follows a head.
#[derive(Debug)]
pub(crate) enum Body {
    Nothing,
    /// So many bytes of the volume, from `offset` on.
    Content {
        offset: u64,
        len: u32,
        stale: bool,
        /// What happened to parts of it, and which copies answered; none, nearly always.
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
    /// Its client did not take it at once: when it left says nothing about us.
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
pub(crate) enum Sent {
    /// Everything has left.
    All,
    /// The client does not take more now.
    Blocked,
    /// There is more; it is the others' turn.
    More,
    /// The connection is gone, or what was promised cannot be read any more.
    Broken,
}

/// See the module.
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

    /// Sends what the socket takes. `left` is told each reply that has left wholly, after the call that took its end.
    pub(crate) fn send(
        &mut self,
        socket: BorrowedFd<'_>,
        (content, copies): (&Content, &Copies),
        staging: &mut [u8],
        calls: &mut u64,
        mut left: impl FnMut(&[Reply], &[Reply]),
    ) -> Sent {
        for _ in 0..CALLS_A_TURN {
            if self.is_empty() {
                return Sent::All;
            }
            let mut slices = [IoSlice::new(&[]); SLICES];
            let (count, bytes, failed) = self.gather((content, copies), staging, &mut slices);
            if count == 0 {
                match failed {
                    // Nothing of it has left: it can still become an error.
                    Some(()) if self.sent == 0 => {
                        self.fail_first();
                        continue;
                    }
                    _ => return Sent::Broken,
                }
            }
            *calls += 1;
            let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
            let sent = match sendmsg(socket, &slices[..count], &mut SendAncillaryBuffer::default(), flags) {
                Ok(sent) => sent,
                Err(Errno::AGAIN) => return self.blocked(),
                Err(Errno::INTR) => continue,
                Err(_) => return Sent::Broken,
            };
            self.took(sent, &mut left);
            if sent < bytes {
                return self.blocked();
            }
        }
        if self.is_empty() { Sent::All } else { Sent::More }
    }

    fn blocked(&mut self) -> Sent {
        // From the end: those before have been marked when they were held up the last time.
        for reply in self.replies.iter_mut().rev() {
            match &mut reply.timing {
                Some(timing) if timing.held_up => break,
                Some(timing) => timing.held_up = true,
                None => {}
            }
        }
        Sent::Blocked
    }

    /// Pieces of what waits, from the first byte that has not left: how many, of how many bytes, and whether the next one
    /// could not be read.
    fn gather<'a>(
        &'a self,
        (content, copies): (&'a Content, &'a Copies),
        staging: &'a mut [u8],
        slices: &mut [IoSlice<'a>; SLICES],
    ) -> (usize, usize, Option<()>) {
        let (mut count, mut bytes) = (0, 0);
        let mut staging = staging;
        let mut add = |slice: &'a [u8], count: &mut usize, bytes: &mut usize| {
            slices[*count] = IoSlice::new(slice);
            *count += 1;
            *bytes += slice.len();
        };
        if !self.plain.is_empty() {
            add(&self.plain, &mut count, &mut bytes);
        }
        let mut skip = self.sent;
        for reply in &self.replies {
            if count + 2 > SLICES || bytes >= FULL_BYTES {
                break;
            }
            let head = reply.head.bytes();
            if skip < head.len() {
                add(&head[skip..], &mut count, &mut bytes);
            }
            let skipped = skip.saturating_sub(head.len());
            skip = 0;
            let left = reply.body_bytes() - skipped;
            let whole = match &reply.body {
                Body::Nothing => true,
                Body::Extents(extents) => {
                    add(&extents[skipped..], &mut count, &mut bytes);
                    true
                }
                Body::Content { offset, stale, parts, .. } => {
                    let at = offset + skipped as u64;
                    let before = bytes;
                    match content {
                        Content::Memory(memory) if !stale && parts.is_empty() => {
                            for piece in memory.pieces(at, left as u64) {
                                if count == SLICES || bytes >= FULL_BYTES {
                                    break;
                                }
                                let slice = match piece {
                                    Piece::Bytes(bytes) => bytes,
                                    Piece::Hole(len) => &ZEROES[..len],
                                };
                                add(slice, &mut count, &mut bytes);
                            }
                        }
                        Content::None => {
                            while bytes - before < left && count < SLICES && bytes < FULL_BYTES {
                                add(&ZEROES[..ZEROES.len().min(left - (bytes - before))], &mut count, &mut bytes);
                            }
                        }
                        _ => {
                            let now = left.min(staging.len());
                            let (piece, rest) = std::mem::take(&mut staging).split_at_mut(now);
                            staging = rest;
                            let read = if *stale { content.read_before(at, piece) } else { content.read(at, piece) };
                            let read = read.and_then(|()| copies.read(content, at, piece, parts));
                            if read.is_err() {
                                // The head of this one must not go out.
                                let own_head = usize::from(skipped == 0 && count > 0);
                                return (count - own_head, bytes - own_head * head.len(), Some(()));
                            }
                            add(piece, &mut count, &mut bytes);
                        }
                    }
                    bytes - before == left
                }
            };
            if !whole {
                break;
            }
        }
        (count, bytes, None)
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
