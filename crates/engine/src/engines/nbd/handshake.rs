//! The handshake of NBD as a state machine over bytes: the server's bytes go in, our answers come out.
//!
//! Fixed newstyle with `NBD_OPT_GO`, which brings the sizes of blocks; `NBD_OPT_EXPORT_NAME` where a server does not
//! support it. Oldstyle (before 2011) is refused. Unknown infos are skipped. Not negotiated: TLS, structured replies
//! (see [`protocol`](super::protocol)), extended headers.
//!
//! A server may lie: a unit of the handshake is at most [`MAX_OPTION_REPLY`] bytes, checked before a byte of it is
//! kept, and there are at most [`MAX_REPLIES`] of them.

use super::protocol::split;
use super::wire::{
    FIXED_NEWSTYLE, FLAG_CAN_MULTI_CONN, FLAG_HAS_FLAGS, FLAG_READ_ONLY, FLAG_ROTATIONAL, FLAG_SEND_FLUSH,
    FLAG_SEND_FUA, FLAG_SEND_TRIM, INFO_BLOCK_SIZE, INFO_EXPORT, MAX_EXPORT_NAME, NBD_MAGIC, NEWSTYLE_MAGIC, NO_ZEROES,
    OLDSTYLE_MAGIC, OPT_EXPORT_NAME, OPT_GO, OPTION_REPLY_MAGIC, REP_ACK, REP_ERR_UNSUP, REP_ERROR, REP_INFO,
};

/// Limit of the bytes of a reply to an option; the longest in the protocol is a text of 4,096.
pub(crate) const MAX_OPTION_REPLY: u32 = 1 << 16;
/// Most replies to our one option; a server sends one per information and one at the end.
pub(crate) const MAX_REPLIES: u32 = 64;

/// A server's description of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Export {
    /// Its size in bytes.
    pub size_bytes: u64,
    /// The transmission flags as sent.
    pub flags: u16,
    /// Smallest unit of address and length, in bytes; 1 where the server gives none.
    pub min_block: u32,
    /// The unit that costs the server least, in bytes; 4,096 where it gives none.
    pub preferred_block: u32,
    /// Longest read or write, in bytes; 32 MiB where the server gives none.
    pub max_block: u32,
}

impl Export {
    /// Writes are refused.
    pub fn read_only(&self) -> bool {
        self.flags & FLAG_READ_ONLY != 0
    }
    /// Flush is understood.
    pub fn can_flush(&self) -> bool {
        self.flags & FLAG_SEND_FLUSH != 0
    }
    /// A single write can be made durable.
    pub fn can_fua(&self) -> bool {
        self.flags & FLAG_SEND_FUA != 0
    }
    /// Trim is understood.
    pub fn can_trim(&self) -> bool {
        self.flags & FLAG_SEND_TRIM != 0
    }
    /// The medium turns: addresses near each other are faster.
    pub fn rotational(&self) -> bool {
        self.flags & FLAG_ROTATIONAL != 0
    }
    /// A flush on one connection covers what was written on all: several may be used.
    pub fn multi_conn(&self) -> bool {
        self.flags & FLAG_CAN_MULTI_CONN != 0
    }
}

/// Why no terms were agreed on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum HandshakeError {
    /// Something else listens there.
    #[error("what listens there is no NBD server (it starts with {start:?}): check host, port and socket")]
    NotNbd {
        start: String,
    },
    /// The handshake of before 2011.
    #[error(
        "the server speaks the oldstyle handshake, which names no export: start it with newstyle (nbdkit without -o)"
    )]
    Oldstyle,
    /// The server refused the export, and said why.
    #[error("the server refused the export '{export}': {reason}{text}")]
    Refused {
        /// Name of the export; empty is the default.
        export: String,
        reason: &'static str,
        /// The server's own words, if any, led by ": ".
        text: String,
    },
    /// A rule of the protocol was broken.
    #[error("the server broke the protocol: {rule}; nothing it says can be trusted, so look for its update")]
    Broken {
        rule: &'static str,
    },
}

fn protocol_error(rule: &'static str) -> HandshakeError {
    HandshakeError::Broken { rule }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Greeting,
    Flags,
    OptionReply,
    /// The content of a reply of this type.
    Content(u32),
    /// Size, flags and perhaps 124 zeroes, in answer to `NBD_OPT_EXPORT_NAME`.
    ExportName,
    Done,
}

/// One handshake, from the first byte to the terms.
#[derive(Clone, Debug)]
pub struct Handshake {
    export: String,
    state: State,
    need: usize,
    unit: Vec<u8>,
    no_zeroes: bool,
    replies: u32,
    described: Option<(u64, u16)>,
    blocks: (u32, u32, u32),
}

impl Handshake {
    /// A handshake for the export with this name of at most [`MAX_EXPORT_NAME`] bytes; empty is the server's default.
    pub fn new(export: &str) -> Handshake {
        assert!(export.len() <= MAX_EXPORT_NAME, "a name is checked when its address is read");
        Handshake {
            export: export.to_owned(),
            state: State::Greeting,
            need: 16,
            unit: Vec::new(),
            no_zeroes: false,
            replies: 0,
            described: None,
            blocks: (1, 4096, 32 << 20),
        }
    }

    /// The step in progress, for messages.
    pub fn step(&self) -> &'static str {
        match self.state {
            State::Greeting | State::Flags => "greeting",
            State::OptionReply | State::Content(_) | State::ExportName => "answer about the export",
            State::Done => "handshake",
        }
    }

    /// Takes bytes of the server from the front of `input`, which is cut by what was taken, and appends what is to be
    /// sent to `answer`. Takes all of them, unless the terms are complete: then they are given, and nothing after them
    /// is taken.
    ///
    /// # Errors
    /// The server refused or broke the protocol; the handshake is of no use afterwards.
    pub fn receive(&mut self, input: &mut &[u8], answer: &mut Vec<u8>) -> Result<Option<Export>, HandshakeError> {
        while self.state != State::Done {
            let (bytes, rest) = input.split_at(input.len().min(self.need - self.unit.len()));
            self.unit.extend_from_slice(bytes);
            *input = rest;
            if self.unit.len() < self.need {
                return Ok(None);
            }
            let unit = std::mem::take(&mut self.unit);
            if let Some(export) = self.unit_complete(&unit, answer)? {
                self.state = State::Done;
                return Ok(Some(export));
            }
        }
        Ok(None)
    }

    /// Units of the handshake that were complete so far.
    pub fn progress(&self) -> (u32, &'static str) {
        (self.replies, self.step())
    }

    fn next(&mut self, state: State, need: usize) -> Result<Option<Export>, HandshakeError> {
        (self.state, self.need) = (state, need);
        Ok(None)
    }

    fn unit_complete(&mut self, unit: &[u8], answer: &mut Vec<u8>) -> Result<Option<Export>, HandshakeError> {
        match self.state {
            State::Greeting => {
                let (nbd, rest) = split::<8>(unit).ok_or_else(short)?;
                let (style, _) = split::<8>(rest).ok_or_else(short)?;
                match (u64::from_be_bytes(nbd), u64::from_be_bytes(style)) {
                    (NBD_MAGIC, NEWSTYLE_MAGIC) => self.next(State::Flags, 2),
                    (NBD_MAGIC, OLDSTYLE_MAGIC) => Err(HandshakeError::Oldstyle),
                    _ => Err(HandshakeError::NotNbd { start: readable(unit) }),
                }
            }
            State::Flags => self.flags(unit, answer),
            State::OptionReply => self.option_reply(unit),
            State::Content(REP_ACK) => self.terms().map(Some),
            State::Content(REP_ERR_UNSUP) => self.ask_by_name(answer),
            State::Content(kind) if kind & REP_ERROR != 0 => Err(HandshakeError::Refused {
                export: self.export.clone(),
                reason: reason(kind),
                text: if unit.is_empty() { String::new() } else { format!(": {}", readable(unit)) },
            }),
            State::Content(kind) => {
                if kind == REP_INFO {
                    self.information(unit)?;
                }
                self.next(State::OptionReply, 20)
            }
            State::ExportName => {
                let (size, rest) = split::<8>(unit).ok_or_else(short)?;
                let (flags, _) = split::<2>(rest).ok_or_else(short)?;
                self.described = Some((u64::from_be_bytes(size), u16::from_be_bytes(flags)));
                self.terms().map(Some)
            }
            State::Done => Ok(None),
        }
    }

    /// Reads the flags of the server, and requests the export.
    fn flags(&mut self, unit: &[u8], answer: &mut Vec<u8>) -> Result<Option<Export>, HandshakeError> {
        let (flags, _) = split::<2>(unit).ok_or_else(short)?;
        let flags = u16::from_be_bytes(flags);
        self.no_zeroes = flags & NO_ZEROES != 0;
        // The flags of the client are those of the server that we understand: the same two bits.
        answer.extend(u32::from(flags & (FIXED_NEWSTYLE | NO_ZEROES)).to_be_bytes());
        if flags & FIXED_NEWSTYLE == 0 {
            return self.ask_by_name(answer);
        }
        let name = self.export.as_bytes();
        let mut content = (name.len() as u32).to_be_bytes().to_vec();
        content.extend_from_slice(name);
        content.extend(1_u16.to_be_bytes());
        content.extend(INFO_BLOCK_SIZE.to_be_bytes());
        option(answer, OPT_GO, &content);
        self.next(State::OptionReply, 20)
    }

    /// Reads the head of a reply, with the length of its content.
    fn option_reply(&mut self, unit: &[u8]) -> Result<Option<Export>, HandshakeError> {
        let (magic, rest) = split::<8>(unit).ok_or_else(short)?;
        let (option, rest) = split::<4>(rest).ok_or_else(short)?;
        let (kind, rest) = split::<4>(rest).ok_or_else(short)?;
        let (len, _) = split::<4>(rest).ok_or_else(short)?;
        self.replies += 1;
        if u64::from_be_bytes(magic) != OPTION_REPLY_MAGIC {
            return Err(protocol_error("a reply to an option has another magic number"));
        }
        if u32::from_be_bytes(option) != OPT_GO {
            return Err(protocol_error("it answers an option that was not asked"));
        }
        let len = u32::from_be_bytes(len);
        if len > MAX_OPTION_REPLY {
            return Err(protocol_error("a reply to an option is longer than 64 KiB"));
        }
        if self.replies > MAX_REPLIES {
            return Err(protocol_error("it answers one option more than 64 times"));
        }
        self.next(State::Content(u32::from_be_bytes(kind)), len as usize)
    }

    fn ask_by_name(&mut self, answer: &mut Vec<u8>) -> Result<Option<Export>, HandshakeError> {
        option(answer, OPT_EXPORT_NAME, self.export.as_bytes());
        self.next(State::ExportName, if self.no_zeroes { 10 } else { 134 })
    }

    fn information(&mut self, content: &[u8]) -> Result<(), HandshakeError> {
        let (kind, content) = split::<2>(content).ok_or_else(|| protocol_error("an information has no type"))?;
        match u16::from_be_bytes(kind) {
            INFO_EXPORT => {
                let [s0, s1, s2, s3, s4, s5, s6, s7, f0, f1] = *content else {
                    return Err(protocol_error("the description of an export has 12 bytes"));
                };
                let size = u64::from_be_bytes([s0, s1, s2, s3, s4, s5, s6, s7]);
                self.described = Some((size, u16::from_be_bytes([f0, f1])));
            }
            INFO_BLOCK_SIZE => {
                let [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3] = *content else {
                    return Err(protocol_error("the sizes of blocks have 14 bytes"));
                };
                let min = u32::from_be_bytes([a0, a1, a2, a3]);
                let preferred = u32::from_be_bytes([b0, b1, b2, b3]);
                let max = u32::from_be_bytes([c0, c1, c2, c3]);
                if !min.is_power_of_two() || min > 1 << 16 || preferred < min || max < min {
                    return Err(protocol_error("its sizes of blocks contradict each other"));
                }
                self.blocks = (min, preferred, max);
            }
            _ => {}
        }
        Ok(())
    }

    fn terms(&self) -> Result<Export, HandshakeError> {
        let (size_bytes, flags) = self.described.ok_or_else(|| protocol_error("it agreed without a size"))?;
        if flags & FLAG_HAS_FLAGS == 0 {
            return Err(protocol_error("the flags of the export say that they are none"));
        }
        if size_bytes > i64::MAX as u64 {
            return Err(protocol_error("the export is larger than any file can be (2^63 bytes)"));
        }
        let (min_block, preferred_block, max_block) = self.blocks;
        Ok(Export { size_bytes, flags, min_block, preferred_block, max_block })
    }
}

fn short() -> HandshakeError {
    protocol_error("a unit of the handshake is too short")
}

fn option(answer: &mut Vec<u8>, option: u32, content: &[u8]) {
    answer.extend(NEWSTYLE_MAGIC.to_be_bytes());
    answer.extend(option.to_be_bytes());
    answer.extend((content.len() as u32).to_be_bytes());
    answer.extend_from_slice(content);
}

/// The first 200 characters of what a server wrote, fit for a terminal.
fn readable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// nbd-server also sends this when it has as many clients as it takes.
const POLICY: u32 = 2;

fn reason(kind: u32) -> &'static str {
    match kind & !REP_ERROR {
        POLICY => {
            "its policy forbids it to us, or it takes no more clients (each worker is one: --workers 1); see its access rules"
        }
        3 => "it found our request invalid",
        4 => "its platform cannot serve it",
        5 => "it wants TLS, which this client does not speak; end TLS in front of us or allow plain connections",
        6 => "it has none of this name; `nbdinfo --list` names what it has",
        7 => "it is shutting down; try again when it is back",
        8 => "it insists on its sizes of blocks",
        9 => "it found our request too big",
        _ => "it gives a reason that the protocol does not name",
    }
}

#[cfg(test)]
mod tests;
