//! Connecting and agreeing on terms, with limits on time: the handshake driven over a socket.
#![allow(unsafe_code)]

use std::io;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock as _, MonotonicClock};

use super::error::NbdError;
use super::handshake::{Export, Handshake, HandshakeError};
use super::protocol::{Command, Request};
use super::socket::{self, MoveResult, Socket};
use super::uri::NbdUri;

/// How long a server may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// To accept a connection.
    pub connect: Nanos,
    /// Limit for each step of the handshake. All steps together get three times this.
    pub step: Nanos,
}

impl Default for Limits {
    /// 10 s each.
    fn default() -> Limits {
        Limits { connect: Nanos::from_secs(10), step: Nanos::from_secs(10) }
    }
}

/// Connects, reads the terms of the export, and leaves.
///
/// # Errors The server cannot be reached, refuses, lies, or takes longer than 10 s for a step.
pub fn probe(uri: &NbdUri) -> Result<Export, NbdError> {
    probe_within(uri, Limits::default())
}

/// [`probe`] with other limits.
///
/// # Errors
/// As [`probe`].
pub fn probe_within(uri: &NbdUri, limits: Limits) -> Result<Export, NbdError> {
    let (mut socket, export) = open(uri, limits)?;
    leave(&mut socket);
    Ok(export)
}

/// A connection on which terms were agreed.
pub(super) fn open(uri: &NbdUri, limits: Limits) -> Result<(Socket, Export), NbdError> {
    let mut socket = Socket::connect(&uri.address, limits.connect)
        .map_err(|source| NbdError::Connect { uri: uri.to_string(), source })?;
    let export = agree(&mut socket, uri, limits.step)?;
    Ok((socket, export))
}

/// Sends the server our farewell, if the socket takes it at once.
pub(super) fn leave(socket: &mut Socket) {
    let request = Request { command: Command::Disconnect, fua: false, handle: 0, offset: 0, len: 0 };
    send(socket, &request.encode());
}

fn send(socket: &mut Socket, bytes: &[u8]) -> MoveResult {
    let part = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    // SAFETY: the part is a slice that lives through the call, which only reads it.
    unsafe { socket.send(&[part]) }
}

fn agree(socket: &mut Socket, uri: &NbdUri, limit: Nanos) -> Result<Export, NbdError> {
    let mut handshake = Handshake::new(&uri.export);
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    let start = MonotonicClock.now();
    let end = start + limit + limit + limit;
    let mut progress = handshake.progress();
    let mut step_end = start + limit;
    loop {
        let mut terms = None;
        match socket.receive_into(&mut buffer) {
            MoveResult::Bytes(bytes) => {
                let mut input = &buffer[..bytes];
                let lie = |source| NbdError::Handshake { uri: uri.to_string(), source };
                terms = handshake.receive(&mut input, &mut answer).map_err(lie)?;
                if !input.is_empty() {
                    return Err(lie(HandshakeError::Broken { rule: "it sends before it is asked anything" }));
                }
            }
            MoveResult::Blocked => until_ready(socket, false, step_end.min(end), uri, &handshake, start)?,
            MoveResult::Ended => return Err(NbdError::Closed { uri: uri.to_string(), step: handshake.step() }),
        }
        if let Some(export) = terms {
            return Ok(export);
        }
        while !answer.is_empty() {
            match send(socket, &answer) {
                MoveResult::Bytes(bytes) => drop(answer.drain(..bytes)),
                MoveResult::Blocked => until_ready(socket, true, step_end.min(end), uri, &handshake, start)?,
                MoveResult::Ended => return Err(NbdError::Closed { uri: uri.to_string(), step: handshake.step() }),
            }
        }
        if handshake.progress() != progress {
            progress = handshake.progress();
            step_end = MonotonicClock.now() + limit;
        }
    }
}

fn until_ready(
    socket: &Socket,
    to_send: bool,
    deadline: Nanos,
    uri: &NbdUri,
    handshake: &Handshake,
    start: Nanos,
) -> Result<(), NbdError> {
    let step = handshake.step();
    let now = MonotonicClock.now();
    let ready = if now < deadline { socket::wait(&mut [socket.interest(to_send)], deadline - now) } else { Ok(0) };
    match ready {
        Ok(0) => {
            let seconds = (MonotonicClock.now() - start).as_secs_f64();
            Err(NbdError::TimedOut { uri: uri.to_string(), step, seconds: (seconds * 10.0).round() / 10.0 })
        }
        Err(error) if error.kind() != io::ErrorKind::Interrupted => {
            Err(NbdError::Broken { uri: uri.to_string(), step, source: error })
        }
        _ => Ok(()),
    }
}
