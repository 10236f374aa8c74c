//! Why an export cannot be reached or used: one sentence each, what and why and what now.

use std::io;

use super::handshake::HandshakeError;

/// Why an NBD address, server or export is of no use.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)] // The sentence of each says what its figures are.
pub enum NbdError {
    /// Not an address in the form of the NBD URI specification.
    #[error("'{text}' is not an NBD address: {why}; write nbd://host[:port]/export or nbd+unix:///export?socket=/path")]
    Uri {
        text: String,
        why: String,
    },
    /// A transport that this client does not speak.
    #[error("'{text}' asks for {what}, which this client does not speak: use nbd:// or nbd+unix://, {instead}")]
    Transport {
        text: String,
        what: &'static str,
        instead: &'static str,
    },
    /// No connection.
    #[error(
        "cannot connect to {uri}: {source}; is the server running, and is the address right? (qemu-nbd ends when its first \
         client leaves, unless it was started with --persistent)"
    )]
    Connect {
        uri: String,
        source: io::Error,
    },
    /// The server accepted the connection and then said nothing, or too little.
    #[error(
        "{uri} did not finish its {step} within {seconds} s: it takes no more clients (qemu-nbd takes one unless it was \
         started with --shared; each worker is one: --workers 1), or it hangs, or it is no NBD server; look at its log"
    )]
    TimedOut {
        uri: String,
        step: &'static str,
        seconds: f64,
    },
    /// The server closed the connection while we agreed on terms.
    #[error(
        "{uri} closed the connection during its {step}: it has no such export (`nbdinfo --list` names what it has), takes no more clients (each worker is one: --workers 1), or refuses us; look at its log"
    )]
    Closed {
        uri: String,
        step: &'static str,
    },
    /// The connection broke while we agreed on terms.
    #[error("the connection to {uri} broke during its {step}: {source}; look at the server's log")]
    Broken {
        uri: String,
        step: &'static str,
        source: io::Error,
    },
    /// The server refused, or violated the protocol.
    #[error("{uri}: {source}")]
    Handshake {
        uri: String,
        source: HandshakeError,
    },
    /// Two connections to one export got different terms.
    #[error(
        "{uri} described its export differently on connection {connection}: it changed, or several servers answer there; use one connection"
    )]
    Disagrees {
        uri: String,
        connection: u32,
    },
    /// Durable writes asked of an export that cannot promise them.
    #[error(
        "{uri} does not support FUA (force unit access), so a single write is not durable when acknowledged: use --sync fsync instead of --sync dsync"
    )]
    NoFua {
        uri: String,
    },
}
