//! The transmission phase of NBD as pure functions over bytes: requests to bytes, bytes to replies
//! (<https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md>).
//!
//! Only simple replies. Structured replies are not asked for: a simple reply costs 16 bytes and one branch where a
//! chunk costs 28 and a loop, and what chunks add (holes told apart, errors in the middle of a read) a load generator
//! does not use. A server that sends one all the same breaks the protocol.
//!
//! Nothing here allocates, blocks or trusts a length: the length of a payload is the one that we asked for.

pub use super::wire::{MAX_EXPORT_NAME, REPLY_BYTES, REQUEST_BYTES};
use super::wire::{REQUEST_MAGIC, SIMPLE_REPLY_MAGIC, STRUCTURED_REPLY_MAGIC};

/// Commands to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Command {
    /// NBD_CMD_READ
    Read = 0,
    /// NBD_CMD_WRITE
    Write = 1,
    /// NBD_CMD_DISC: we leave; has no reply.
    Disconnect = 2,
    /// NBD_CMD_FLUSH
    Flush = 3,
    /// NBD_CMD_TRIM
    Trim = 4,
}

impl Command {
    const ALL: [Command; 5] = [Command::Read, Command::Write, Command::Disconnect, Command::Flush, Command::Trim];
}

/// A request, without its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The command.
    pub command: Command,
    /// NBD_CMD_FLAG_FUA: durable before it is acknowledged.
    pub fua: bool,
    /// Comes back in the reply.
    pub handle: u64,
    /// First byte addressed.
    pub offset: u64,
    /// Bytes addressed.
    pub len: u32,
}

impl Request {
    /// As it goes over the wire.
    #[inline]
    pub fn encode(&self) -> [u8; REQUEST_BYTES] {
        let mut bytes = [0; REQUEST_BYTES];
        bytes[0..4].copy_from_slice(&REQUEST_MAGIC.to_be_bytes());
        bytes[4..6].copy_from_slice(&u16::from(self.fua).to_be_bytes());
        bytes[6..8].copy_from_slice(&(self.command as u16).to_be_bytes());
        bytes[8..16].copy_from_slice(&self.handle.to_be_bytes());
        bytes[16..24].copy_from_slice(&self.offset.to_be_bytes());
        bytes[24..28].copy_from_slice(&self.len.to_be_bytes());
        bytes
    }

    /// The request that these bytes are; `None` if they are none that this client sends.
    pub fn decode(bytes: &[u8; REQUEST_BYTES]) -> Option<Request> {
        let (magic, rest) = split::<4>(bytes)?;
        let (flags, rest) = split::<2>(rest)?;
        let (command, rest) = split::<2>(rest)?;
        let (handle, rest) = split::<8>(rest)?;
        let (offset, rest) = split::<8>(rest)?;
        let (len, _) = split::<4>(rest)?;
        let command = Command::ALL.into_iter().find(|c| *c as u16 == u16::from_be_bytes(command))?;
        let flags = u16::from_be_bytes(flags);
        (u32::from_be_bytes(magic) == REQUEST_MAGIC && flags <= 1).then_some(Request {
            command,
            fua: flags == 1,
            handle: u64::from_be_bytes(handle),
            offset: u64::from_be_bytes(offset),
            len: u32::from_be_bytes(len),
        })
    }
}

/// The first `N` bytes and the rest.
pub(super) fn split<const N: usize>(bytes: &[u8]) -> Option<([u8; N], &[u8])> {
    bytes.split_first_chunk::<N>().map(|(head, rest)| (*head, rest))
}

/// The head of a simple reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The handle of the request that it answers.
    pub handle: u64,
    /// 0, or the error as the wire writes it; see [`errno`].
    pub error: u32,
}

/// Violations of the protocol by a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum ReplyError {
    /// Not the magic number of a reply.
    #[error("a reply starts with {magic:#010x}, which no reply does")]
    Magic {
        magic: u32,
    },
    /// A structured reply, which was not negotiated.
    #[error("the server sent a structured reply, which nobody asked for")]
    Structured,
    /// A reply to nothing that is outstanding.
    #[error("the server answered handle {handle:#x}, which is not outstanding")]
    Handle {
        handle: u64,
    },
}

impl Reply {
    /// Reads the head of a reply.
    ///
    /// # Errors
    /// It has another magic number.
    #[inline]
    pub fn decode(bytes: &[u8; REPLY_BYTES]) -> Result<Reply, ReplyError> {
        let [m0, m1, m2, m3, e0, e1, e2, e3, handle @ ..] = *bytes;
        match u32::from_be_bytes([m0, m1, m2, m3]) {
            SIMPLE_REPLY_MAGIC => {
                Ok(Reply { handle: u64::from_be_bytes(handle), error: u32::from_be_bytes([e0, e1, e2, e3]) })
            }
            STRUCTURED_REPLY_MAGIC => Err(ReplyError::Structured),
            magic => Err(ReplyError::Magic { magic }),
        }
    }

    /// As it goes over the wire: what a server sends, for tests.
    pub fn encode(&self) -> [u8; REPLY_BYTES] {
        let mut bytes = [0; REPLY_BYTES];
        bytes[0..4].copy_from_slice(&SIMPLE_REPLY_MAGIC.to_be_bytes());
        bytes[4..8].copy_from_slice(&self.error.to_be_bytes());
        bytes[8..16].copy_from_slice(&self.handle.to_be_bytes());
        bytes
    }
}

/// The errno of Linux for an error of the wire. The protocol names eight, with the numbers of Linux; anything else is
/// EIO, as the kernel's client does it.
pub fn errno(error: u32) -> i32 {
    match error as i32 {
        known @ (libc::EPERM
        | libc::EIO
        | libc::ENOMEM
        | libc::EINVAL
        | libc::ENOSPC
        | libc::EOVERFLOW
        | libc::EOPNOTSUPP
        | libc::ESHUTDOWN) => known,
        _ => libc::EIO,
    }
}

/// The meaning of a server's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// Part of the payload of a read: `bytes` belong at `at` of what it asked for.
    Data {
        /// The reply that it belongs to.
        reply: Reply,
        /// Position within the read, in bytes.
        at: u32,
        /// The bytes.
        bytes: &'a [u8],
    },
    /// A reply is complete, its payload included.
    Finished(Reply),
}

/// Cuts a stream of bytes into replies, wherever it is cut itself. Holds 16 bytes of a head that is not complete.
#[derive(Clone, Copy, Debug)]
pub struct ReplyStream {
    head: [u8; REPLY_BYTES],
    have: usize,
    payload: Option<Payload>,
}

#[derive(Clone, Copy, Debug)]
struct Payload {
    reply: Reply,
    at: u32,
    left: u32,
}

impl Default for ReplyStream {
    fn default() -> ReplyStream {
        ReplyStream { head: [0; REPLY_BYTES], have: 0, payload: None }
    }
}

impl ReplyStream {
    /// The next event in `input`, from which the consumed bytes are cut; `None` when all of it was and more is needed.
    ///
    /// `payload_bytes` returns how many bytes follow a head: the length of the read with this handle, or 0.
    ///
    /// # Errors The bytes are no reply, or `payload_bytes` has no such handle. The stream is of no use afterwards.
    #[inline]
    pub fn next<'a>(
        &mut self,
        input: &mut &'a [u8],
        payload_bytes: impl FnOnce(Reply) -> Result<u32, ReplyError>,
    ) -> Result<Option<Event<'a>>, ReplyError> {
        if self.payload.is_some() {
            return Ok(self.payload_event(input));
        }
        let head = match input.split_first_chunk::<REPLY_BYTES>() {
            Some((head, rest)) if self.have == 0 => {
                *input = rest;
                head
            }
            _ => {
                let (bytes, rest) = input.split_at(input.len().min(REPLY_BYTES - self.have));
                self.head[self.have..self.have + bytes.len()].copy_from_slice(bytes);
                self.have += bytes.len();
                *input = rest;
                if self.have < REPLY_BYTES {
                    return Ok(None);
                }
                self.have = 0;
                &self.head
            }
        };
        let reply = Reply::decode(head)?;
        let left = payload_bytes(reply)?;
        if left == 0 {
            return Ok(Some(Event::Finished(reply)));
        }
        self.payload = Some(Payload { reply, at: 0, left });
        Ok(self.payload_event(input))
    }

    #[inline]
    fn payload_event<'a>(&mut self, input: &mut &'a [u8]) -> Option<Event<'a>> {
        let Payload { reply, at, left } = self.payload?;
        if left == 0 {
            self.payload = None;
            return Some(Event::Finished(reply));
        }
        let (bytes, rest) = input.split_at(input.len().min(left as usize));
        *input = rest;
        if bytes.is_empty() {
            return None;
        }
        self.advance_payload(bytes.len() as u32);
        Some(Event::Data { reply, at, bytes })
    }

    /// The payload that comes next: its reply, the position within the read, the bytes that are missing. For receiving
    /// straight into its place.
    #[inline]
    pub(crate) fn expects(&self) -> Option<(Reply, u32, u32)> {
        self.payload.map(|p| (p.reply, p.at, p.left))
    }

    /// `bytes` of the payload that comes next were put into their place; never more than are missing.
    #[inline]
    pub fn advance_payload(&mut self, bytes: u32) {
        if let Some(payload) = &mut self.payload {
            assert!(bytes <= payload.left, "more arrived than was expected");
            payload.at += bytes;
            payload.left -= bytes;
        }
    }
}

#[cfg(test)]
mod tests;
