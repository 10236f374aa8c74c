//! The server's half of the handshake as a state machine over bytes: what a client sent goes in, what we answer comes out
//! (<https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md>).
//!
//! Fixed newstyle. Options: EXPORT_NAME, ABORT, LIST, INFO, GO, STRUCTURED_REPLY, LIST_META_CONTEXT, SET_META_CONTEXT (one
//! context: `base:allocation`). Every other one, STARTTLS and EXTENDED_HEADERS among them, is answered ERR_UNSUP.
//!
//! A client may lie: of an option at most [`MAX_OPTION_BYTES`] are kept, the rest is passed over; there are at most
//! [`MAX_OPTIONS`], and nothing more is read while [`MAX_ANSWER_BYTES`] of answers wait to be sent.

use plimsoll_engine::engines::nbd::wire::{
    FIXED_NEWSTYLE, FLAG_SEND_DF, INFO_BLOCK_SIZE, INFO_EXPORT, INFO_NAME, MAX_BLOCK, MAX_EXPORT_NAME, NBD_MAGIC,
    NEWSTYLE_MAGIC, NO_ZEROES, OPT_ABORT, OPT_EXPORT_NAME, OPT_GO, OPT_INFO, OPT_LIST, OPT_LIST_META_CONTEXT,
    OPT_SET_META_CONTEXT, OPT_STARTTLS, OPT_STRUCTURED_REPLY, OPTION_REPLY_MAGIC, REP_ACK, REP_ERR_INVALID,
    REP_ERR_TOO_BIG, REP_ERR_UNKNOWN, REP_ERR_UNSUP, REP_INFO, REP_META_CONTEXT, REP_SERVER,
};

/// Most bytes of an option that are looked at; the longest that means something is a name and its queries.
pub(crate) const MAX_OPTION_BYTES: u32 = 1 << 16;
/// Most options of a client. A real one needs about six.
pub(crate) const MAX_OPTIONS: u32 = 256;
/// Answers that may wait to be sent before more is read.
pub const MAX_ANSWER_BYTES: usize = 1 << 18;
/// The number by which replies name the context base:allocation.
pub(crate) const ALLOCATION_CONTEXT: u32 = 1;

const ALLOCATION: &[u8] = b"base:allocation";
/// The preferred block of a client without other requests: a page.
const PREFERRED_BLOCK: u32 = 4096;

/// A volume in the handshake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size_bytes: u64,
    /// Smallest unit of address and length, in bytes.
    pub min_block: u32,
    /// Transmission flags, those of structured replies aside.
    pub flags: u16,
}

/// The end of a handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandshakeEnd {
    /// The client goes on to requests.
    Transmission {
        /// Position of the export.
        export: usize,
        /// Reads are answered with structured replies.
        structured: bool,
        /// The client may ask for base:allocation.
        allocation: bool,
    },
    /// The client has said goodbye.
    Aborted,
}

/// Violations by a client; the connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The line of each says what its figures are.
pub enum HandshakeError {
    /// Flags that were not offered.
    Flags { flags: u32 },
    /// Not the magic number of an option.
    Magic { magic: u64 },
    /// No such export, in the option that has no error reply.
    NoExport,
    /// The client does not stop.
    TooMany,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    ClientFlags,
    OptionHead,
    Option(u32),
    /// The rest of an option that is too long, in bytes.
    PassOver(u32, u32),
    Done,
}

/// See the module.
#[derive(Debug)]
pub struct Handshake {
    state: State,
    need: usize,
    unit: Vec<u8>,
    no_zeroes: bool,
    structured: bool,
    /// The export for which base:allocation was set.
    allocation: Option<usize>,
    options: u32,
}

/// The first bytes of a server.
pub fn greeting(answer: &mut Vec<u8>) {
    answer.extend(NBD_MAGIC.to_be_bytes());
    answer.extend(NEWSTYLE_MAGIC.to_be_bytes());
    answer.extend((FIXED_NEWSTYLE | NO_ZEROES).to_be_bytes());
}

impl Default for Handshake {
    fn default() -> Handshake {
        Handshake {
            state: State::ClientFlags,
            need: 4,
            unit: Vec::new(),
            no_zeroes: false,
            structured: false,
            allocation: None,
            options: 0,
        }
    }
}

impl Handshake {
    /// Takes bytes of the client from the front of `input`, which is cut by what was taken, and appends what is to be sent
    /// to `answer`. Stops where the terms are complete, and where `answer` has grown to [`MAX_ANSWER_BYTES`].
    ///
    /// # Errors
    /// The client broke the protocol: the connection is of no use.
    pub fn receive(
        &mut self,
        exports: &[Export],
        input: &mut &[u8],
        answer: &mut Vec<u8>,
    ) -> Result<Option<HandshakeEnd>, HandshakeError> {
        while self.state != State::Done && answer.len() < MAX_ANSWER_BYTES {
            if let State::PassOver(option, left) = self.state {
                let (_, rest) = input.split_at(input.len().min(left as usize));
                let left = left - (input.len() - rest.len()) as u32;
                *input = rest;
                self.state = State::PassOver(option, left);
                if left > 0 {
                    return Ok(None);
                }
                refuse(answer, option, REP_ERR_TOO_BIG, "an option may have 64 KiB");
                self.next(State::OptionHead, 16);
                continue;
            }
            let (bytes, rest) = input.split_at(input.len().min(self.need - self.unit.len()));
            self.unit.extend_from_slice(bytes);
            *input = rest;
            if self.unit.len() < self.need {
                return Ok(None);
            }
            let unit = std::mem::take(&mut self.unit);
            let agreed = self.unit_complete(exports, &unit, answer)?;
            self.unit = unit;
            self.unit.clear();
            if agreed.is_some() {
                self.state = State::Done;
                return Ok(agreed);
            }
        }
        Ok(None)
    }

    fn next(&mut self, state: State, need: usize) {
        (self.state, self.need) = (state, need);
    }

    fn unit_complete(
        &mut self,
        exports: &[Export],
        unit: &[u8],
        answer: &mut Vec<u8>,
    ) -> Result<Option<HandshakeEnd>, HandshakeError> {
        let mut fields = Fields(unit);
        match self.state {
            State::ClientFlags => {
                let flags = fields.u32().unwrap_or(u32::MAX);
                if flags & !u32::from(FIXED_NEWSTYLE | NO_ZEROES) != 0 {
                    return Err(HandshakeError::Flags { flags });
                }
                self.no_zeroes = flags & u32::from(NO_ZEROES) != 0;
                self.next(State::OptionHead, 16);
            }
            State::OptionHead => {
                let magic = fields.u64().unwrap_or(0);
                if magic != NEWSTYLE_MAGIC {
                    return Err(HandshakeError::Magic { magic });
                }
                self.options += 1;
                if self.options > MAX_OPTIONS {
                    return Err(HandshakeError::TooMany);
                }
                let (option, len) = (fields.u32().unwrap_or(0), fields.u32().unwrap_or(0));
                if len > MAX_OPTION_BYTES {
                    self.state = State::PassOver(option, len);
                } else if len == 0 {
                    return self.option(exports, option, &[], answer);
                } else {
                    self.next(State::Option(option), len as usize);
                }
            }
            State::Option(option) => return self.option(exports, option, unit, answer),
            State::PassOver(..) | State::Done => {}
        }
        Ok(None)
    }

    fn option(
        &mut self,
        exports: &[Export],
        option: u32,
        data: &[u8],
        answer: &mut Vec<u8>,
    ) -> Result<Option<HandshakeEnd>, HandshakeError> {
        self.next(State::OptionHead, 16);
        match option {
            OPT_EXPORT_NAME => return self.export_name(exports, data, answer).map(Some),
            OPT_ABORT => {
                reply(answer, option, REP_ACK, &[]);
                return Ok(Some(HandshakeEnd::Aborted));
            }
            OPT_LIST if data.is_empty() => {
                for export in exports {
                    let name = export.name.as_bytes();
                    reply(answer, option, REP_SERVER, &[&(name.len() as u32).to_be_bytes(), name]);
                }
                reply(answer, option, REP_ACK, &[]);
            }
            OPT_LIST => refuse(answer, option, REP_ERR_INVALID, "LIST has no data"),
            OPT_STRUCTURED_REPLY if data.is_empty() => {
                self.structured = true;
                reply(answer, option, REP_ACK, &[]);
            }
            OPT_STRUCTURED_REPLY => refuse(answer, option, REP_ERR_INVALID, "STRUCTURED_REPLY has no data"),
            OPT_INFO | OPT_GO => return Ok(self.information(exports, option, data, answer)),
            OPT_LIST_META_CONTEXT | OPT_SET_META_CONTEXT => self.contexts(exports, option, data, answer),
            OPT_STARTTLS => refuse(answer, option, REP_ERR_UNSUP, "no TLS here: end it in front of this server"),
            _ => refuse(answer, option, REP_ERR_UNSUP, "an option that this server does not know"),
        }
        Ok(None)
    }

    fn agree(&self, export: usize) -> HandshakeEnd {
        let allocation = self.structured && self.allocation == Some(export);
        HandshakeEnd::Transmission { export, structured: self.structured, allocation }
    }

    fn flags(&self, export: &Export) -> u16 {
        export.flags | if self.structured { FLAG_SEND_DF } else { 0 }
    }

    fn export_name(
        &self,
        exports: &[Export],
        name: &[u8],
        answer: &mut Vec<u8>,
    ) -> Result<HandshakeEnd, HandshakeError> {
        let index = find(exports, name).ok_or(HandshakeError::NoExport)?;
        let export = &exports[index];
        answer.extend(export.size_bytes.to_be_bytes());
        answer.extend(self.flags(export).to_be_bytes());
        if !self.no_zeroes {
            answer.extend([0; 124]);
        }
        Ok(self.agree(index))
    }

    fn information(&self, exports: &[Export], option: u32, data: &[u8], answer: &mut Vec<u8>) -> Option<HandshakeEnd> {
        let asked = (|| {
            let mut fields = Fields(data);
            let name = fields.text()?;
            let count = fields.u16()?;
            let mut wants_name = false;
            for _ in 0..count {
                wants_name |= fields.u16()? == INFO_NAME;
            }
            fields.0.is_empty().then_some((name, wants_name))
        })();
        let Some((name, wants_name)) = asked else {
            refuse(answer, option, REP_ERR_INVALID, "a name, a count and as many informations were expected");
            return None;
        };
        let Some(index) = find(exports, name) else {
            refuse(answer, option, REP_ERR_UNKNOWN, &unknown_volume(exports));
            return None;
        };
        let export = &exports[index];
        let (size, flags) = (export.size_bytes.to_be_bytes(), self.flags(export).to_be_bytes());
        reply(answer, option, REP_INFO, &[&INFO_EXPORT.to_be_bytes(), &size, &flags]);
        let preferred = PREFERRED_BLOCK.max(export.min_block);
        let sizes = [export.min_block.to_be_bytes(), preferred.to_be_bytes(), MAX_BLOCK.to_be_bytes()];
        reply(answer, option, REP_INFO, &[&INFO_BLOCK_SIZE.to_be_bytes(), &sizes.concat()]);
        if wants_name {
            reply(answer, option, REP_INFO, &[&INFO_NAME.to_be_bytes(), export.name.as_bytes()]);
        }
        reply(answer, option, REP_ACK, &[]);
        (option == OPT_GO).then(|| self.agree(index))
    }

    fn contexts(&mut self, exports: &[Export], option: u32, data: &[u8], answer: &mut Vec<u8>) {
        let sets = option == OPT_SET_META_CONTEXT;
        if sets {
            // Earlier settings are void, even if this one is refused.
            self.allocation = None;
        }
        let asked = (|| {
            let mut fields = Fields(data);
            let name = fields.text()?;
            let count = fields.u32()?;
            let mut matches = count == 0 && !sets;
            for _ in 0..count {
                let query = fields.text()?;
                // A list may ask for a whole name space; to set one, it has to be named.
                matches |= query == ALLOCATION || (!sets && query == b"base:");
            }
            fields.0.is_empty().then_some((name, matches))
        })();
        let Some((name, matches)) = asked else {
            return refuse(answer, option, REP_ERR_INVALID, "a name, a count and as many queries were expected");
        };
        if sets && !self.structured {
            return refuse(answer, option, REP_ERR_INVALID, "contexts need structured replies: negotiate them first");
        }
        let Some(index) = find(exports, name) else {
            return refuse(answer, option, REP_ERR_UNKNOWN, &unknown_volume(exports));
        };
        if matches {
            let id = if sets { ALLOCATION_CONTEXT } else { 0 };
            reply(answer, option, REP_META_CONTEXT, &[&id.to_be_bytes(), ALLOCATION]);
            if sets {
                self.allocation = Some(index);
            }
        }
        reply(answer, option, REP_ACK, &[]);
    }
}

/// The export of this name. No name means the only one there is: with several, a guess would be a wrong volume.
fn find(exports: &[Export], name: &[u8]) -> Option<usize> {
    match (name, exports) {
        ([], [_]) => Some(0),
        _ => exports.iter().position(|e| e.name.as_bytes() == name),
    }
}

fn unknown_volume(exports: &[Export]) -> String {
    let mut text = String::from("no such volume; there are: ");
    for (n, export) in exports.iter().enumerate() {
        if text.len() + export.name.len() > MAX_EXPORT_NAME - 8 {
            text.push('…');
            break;
        }
        text.push_str(if n == 0 { "" } else { ", " });
        text.push_str(&export.name);
    }
    text
}

fn refuse(answer: &mut Vec<u8>, option: u32, kind: u32, text: &str) {
    reply(answer, option, kind, &[text.as_bytes()]);
}

fn reply(answer: &mut Vec<u8>, option: u32, kind: u32, parts: &[&[u8]]) {
    let len: usize = parts.iter().map(|part| part.len()).sum();
    answer.extend(OPTION_REPLY_MAGIC.to_be_bytes());
    answer.extend(option.to_be_bytes());
    answer.extend(kind.to_be_bytes());
    answer.extend((len as u32).to_be_bytes());
    parts.iter().for_each(|part| answer.extend_from_slice(part));
}

/// Reads the fields of an option; `None` where it is too short.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }
    fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_be_bytes)
    }
    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_be_bytes)
    }
    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_be_bytes)
    }
    /// A length in 32 bits and as many bytes.
    fn text(&mut self) -> Option<&'a [u8]> {
        let len = self.u32()? as usize;
        let (text, rest) = self.0.split_at_checked(len).filter(|_| len <= MAX_EXPORT_NAME)?;
        self.0 = rest;
        Some(text)
    }
}

#[cfg(test)]
mod tests;
