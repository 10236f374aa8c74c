//! The transmission phase as pure functions over bytes: bytes to requests, replies to bytes
//! (<https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md>).
//!
//! Nothing here allocates, blocks or trusts a length. Requests are validated here too ([`check`]), so that later code
//! never sees an address beyond the volume.

use plimsoll_base::{Op, OpKind};
use plimsoll_engine::engines::nbd::wire::{
    CHUNK_BYTES, CMD_BLOCK_STATUS, CMD_DISC, CMD_FLAG_DF, CMD_FLAG_FUA, CMD_FLAG_NO_HOLE, CMD_FLAG_REQ_ONE, CMD_FLUSH,
    CMD_READ, CMD_TRIM, CMD_WRITE, CMD_WRITE_ZEROES, MAX_BLOCK, REPLY_BYTES, REPLY_FLAG_DONE, REPLY_TYPE_BLOCK_STATUS,
    REPLY_TYPE_ERROR, REPLY_TYPE_OFFSET_DATA, REQUEST_BYTES, REQUEST_MAGIC, SIMPLE_REPLY_MAGIC, STRUCTURED_REPLY_MAGIC,
};

/// Errors of the wire, with Linux's numbers, which the protocol took over.
pub mod errors {
    /// NBD_EIO
    pub const EIO: u32 = 5;
    /// NBD_EINVAL
    pub const EINVAL: u32 = 22;
    /// NBD_ENOSPC
    pub const ENOSPC: u32 = 28;
    /// NBD_EOVERFLOW
    pub const EOVERFLOW: u32 = 75;
    /// NBD_ESHUTDOWN
    pub const ESHUTDOWN: u32 = 108;
}
use errors::{EINVAL, ENOSPC, EOVERFLOW};

/// A request as it came, without its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// NBD_CMD_…, whether there is such a command or not.
    pub command: u16,
    /// NBD_CMD_FLAG_…
    pub flags: u16,
    /// Comes back in the reply.
    pub cookie: u64,
    /// First byte addressed.
    pub offset: u64,
    /// Bytes addressed.
    pub len: u32,
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// It starts with another number than a request.
    #[inline]
    pub fn decode(bytes: &[u8; REQUEST_BYTES]) -> Result<Request, NotARequest> {
        let [m0, m1, m2, m3, f0, f1, c0, c1, k0, k1, k2, k3, k4, k5, k6, k7, rest @ ..] = *bytes;
        let [o0, o1, o2, o3, o4, o5, o6, o7, l0, l1, l2, l3] = rest;
        let magic = u32::from_be_bytes([m0, m1, m2, m3]);
        if magic != REQUEST_MAGIC {
            return Err(NotARequest { magic });
        }
        Ok(Request {
            flags: u16::from_be_bytes([f0, f1]),
            command: u16::from_be_bytes([c0, c1]),
            cookie: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            offset: u64::from_be_bytes([o0, o1, o2, o3, o4, o5, o6, o7]),
            len: u32::from_be_bytes([l0, l1, l2, l3]),
        })
    }

    /// Bytes that follow it.
    #[inline]
    pub fn payload_bytes(&self) -> u32 {
        if self.command == CMD_WRITE { self.len } else { 0 }
    }
}

/// The stream is out of step: where the next request starts cannot be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARequest {
    /// Its first bytes.
    pub magic: u32,
}

/// The meaning of a client's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A request; its payload, if it has one, comes next.
    Request(Request),
    /// Part of the payload of the last request. Never empty, never more than it announced.
    Payload(&'a [u8]),
}

/// Cuts a stream of bytes into requests and payloads, wherever it is cut itself. Holds the bytes of a head that is not
/// complete.
#[derive(Clone, Copy, Debug)]
pub struct RequestStream {
    head: [u8; REQUEST_BYTES],
    have: usize,
    payload_left: u32,
}

impl Default for RequestStream {
    fn default() -> RequestStream {
        RequestStream { head: [0; REQUEST_BYTES], have: 0, payload_left: 0 }
    }
}

impl RequestStream {
    /// The next event in `input`, which is cut by what was consumed; `None` when all of it was and more is needed.
    ///
    /// # Errors
    /// The bytes are no request. The stream is of no use afterwards.
    #[inline]
    pub fn next<'a>(&mut self, input: &mut &'a [u8]) -> Result<Option<Event<'a>>, NotARequest> {
        if self.payload_left > 0 {
            let (bytes, rest) = input.split_at(input.len().min(self.payload_left as usize));
            *input = rest;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.payload_left -= bytes.len() as u32;
            return Ok(Some(Event::Payload(bytes)));
        }
        let request = match input.split_first_chunk::<REQUEST_BYTES>() {
            Some((head, rest)) if self.have == 0 => {
                *input = rest;
                Request::decode(head)?
            }
            _ => {
                let (bytes, rest) = input.split_at(input.len().min(REQUEST_BYTES - self.have));
                self.head[self.have..self.have + bytes.len()].copy_from_slice(bytes);
                self.have += bytes.len();
                *input = rest;
                if self.have < REQUEST_BYTES {
                    return Ok(None);
                }
                self.have = 0;
                Request::decode(&self.head)?
            }
        };
        self.payload_left = request.payload_bytes();
        Ok(Some(Event::Request(request)))
    }

    /// Bytes of payload that are still to come.
    pub(crate) fn payload_remaining(&self) -> u32 {
        self.payload_left
    }

    /// `bytes` of the payload were received straight into their place; never more than are missing.
    pub(crate) fn advance_payload(&mut self, bytes: u32) {
        assert!(bytes <= self.payload_left, "more arrived than was announced");
        self.payload_left -= bytes;
    }
}

/// A valid request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientCommand {
    /// An operation of the volume.
    Operation {
        /// As the model sees it.
        op: Op,
        /// It is durable when acknowledged.
        fua: bool,
        /// A write that brings no bytes: zeroes. With `no_hole`, space for them is kept.
        zeroes: Option<NoHole>,
    },
    /// A request for allocated extents; for one extent if `one`.
    BlockStatus {
        /// First byte.
        offset: u64,
        /// Bytes.
        len: u32,
        /// Only the first extent.
        one: bool,
    },
    /// The client leaves.
    Disconnect,
}

/// Whether zeroes must take the space that bytes would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoHole(pub bool);

/// The terms of a connection, as far as requests depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Bytes of the volume.
    pub size_bytes: u64,
    /// Smallest unit of address and length.
    pub min_block: u32,
    /// Reads are answered with structured replies.
    pub structured: bool,
    /// base:allocation may be asked for.
    pub allocation: bool,
}

/// Whether a request is valid: a known command with flags that it has, within the volume, in whole blocks, and within
/// the agreed length.
///
/// # Errors The error of the wire that answers it.
#[inline]
pub fn check(request: &Request, terms: &Terms) -> Result<ClientCommand, u32> {
    let Request { command, flags, offset, len, .. } = *request;
    let allowed = match command {
        CMD_READ => CMD_FLAG_FUA | if terms.structured { CMD_FLAG_DF } else { 0 },
        CMD_WRITE | CMD_TRIM | CMD_FLUSH => CMD_FLAG_FUA,
        CMD_WRITE_ZEROES => CMD_FLAG_FUA | CMD_FLAG_NO_HOLE,
        CMD_BLOCK_STATUS if terms.allocation => CMD_FLAG_FUA | CMD_FLAG_REQ_ONE,
        CMD_DISC => return Ok(ClientCommand::Disconnect),
        _ => return Err(EINVAL),
    };
    if flags & !allowed != 0 {
        return Err(EINVAL);
    }
    if command == CMD_FLUSH {
        let op = Op { offset: 0, len: 0, kind: OpKind::Flush };
        return if (offset, len) == (0, 0) {
            Ok(ClientCommand::Operation { op, fua: false, zeroes: None })
        } else {
            Err(EINVAL)
        };
    }
    // Requests that carry data, or make us find room for it, have a longest; the others cost the same whatever their
    // length.
    let no_hole = command == CMD_WRITE_ZEROES && flags & CMD_FLAG_NO_HOLE != 0;
    if len > MAX_BLOCK && (matches!(command, CMD_READ | CMD_WRITE) || no_hole) {
        return Err(EOVERFLOW);
    }
    let writes = matches!(command, CMD_WRITE | CMD_WRITE_ZEROES);
    if offset.checked_add(u64::from(len)).is_none_or(|end| end > terms.size_bytes) {
        return Err(if writes { ENOSPC } else { EINVAL });
    }
    let unit = u64::from(terms.min_block) - 1;
    if len == 0 || (offset | u64::from(len)) & unit != 0 {
        return Err(EINVAL);
    }
    let kind = match command {
        CMD_READ => OpKind::Read,
        CMD_TRIM => OpKind::Trim,
        CMD_BLOCK_STATUS => {
            return Ok(ClientCommand::BlockStatus { offset, len, one: flags & CMD_FLAG_REQ_ONE != 0 });
        }
        _ => OpKind::Write,
    };
    let zeroes = (command == CMD_WRITE_ZEROES).then_some(NoHole(no_hole));
    Ok(ClientCommand::Operation { op: Op { offset, len, kind }, fua: flags & CMD_FLAG_FUA != 0, zeroes })
}

/// The head of a reply: what goes before its data. At most [`Head::MOST`] bytes.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    bytes: [u8; Head::MOST],
    len: u8,
}

impl Head {
    /// The longest: a chunk with an offset.
    pub const MOST: usize = CHUNK_BYTES + 8;

    /// A simple reply; the data of a read, if it has any, follows.
    #[inline]
    pub fn simple(cookie: u64, error: u32) -> Head {
        let mut bytes = [0; Head::MOST];
        bytes[0..4].copy_from_slice(&SIMPLE_REPLY_MAGIC.to_be_bytes());
        bytes[4..8].copy_from_slice(&error.to_be_bytes());
        bytes[8..16].copy_from_slice(&cookie.to_be_bytes());
        Head { bytes, len: REPLY_BYTES as u8 }
    }

    /// The only chunk of a read: `len` bytes of data follow.
    #[inline]
    pub fn data(cookie: u64, offset: u64, len: u32) -> Head {
        let mut head = Head::chunk(cookie, REPLY_TYPE_OFFSET_DATA, len + 8);
        head.push(&offset.to_be_bytes());
        head
    }

    /// The only chunk of a failed request.
    pub fn error(cookie: u64, error: u32) -> Head {
        let mut head = Head::chunk(cookie, REPLY_TYPE_ERROR, 6);
        head.push(&error.to_be_bytes());
        head.push(&0_u16.to_be_bytes());
        head
    }

    /// The only chunk of an answer about allocation; `len` bytes of extents follow.
    pub(crate) fn block_status(cookie: u64, context: u32, len: u32) -> Head {
        let mut head = Head::chunk(cookie, REPLY_TYPE_BLOCK_STATUS, len + 4);
        head.push(&context.to_be_bytes());
        head
    }

    #[inline]
    fn chunk(cookie: u64, kind: u16, len: u32) -> Head {
        let mut bytes = [0; Head::MOST];
        bytes[0..4].copy_from_slice(&STRUCTURED_REPLY_MAGIC.to_be_bytes());
        bytes[4..6].copy_from_slice(&REPLY_FLAG_DONE.to_be_bytes());
        bytes[6..8].copy_from_slice(&kind.to_be_bytes());
        bytes[8..16].copy_from_slice(&cookie.to_be_bytes());
        bytes[16..20].copy_from_slice(&len.to_be_bytes());
        Head { bytes, len: CHUNK_BYTES as u8 }
    }

    fn push(&mut self, more: &[u8]) {
        let at = usize::from(self.len);
        self.bytes[at..at + more.len()].copy_from_slice(more);
        self.len += more.len() as u8;
    }

    /// As it goes over the wire.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// The error of the wire for an errno: itself where the protocol names it, EIO else.
pub(crate) fn wire_error(errno: i32) -> u32 {
    plimsoll_engine::engines::nbd::protocol::errno(errno.unsigned_abs()).unsigned_abs()
}

#[cfg(test)]
mod tests;
