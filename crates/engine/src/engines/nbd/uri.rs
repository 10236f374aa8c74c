//! Addresses of exports, as the NBD URI specification writes them
//! (<https://github.com/NetworkBlockDevice/nbd/blob/master/doc/uri.md>).
//!
//! `nbd://host[:port]/export` and `nbd+unix:///export?socket=/path`, percent-decoded. TLS and vsock are refused by name.
//! Parameters that we do not know are refused too: dropping `tls-…` in silence would mean a connection in clear.

use std::ffi::OsString;
use std::fmt::{self, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;
use std::str::FromStr;

use super::error::NbdError;
use super::protocol::MAX_EXPORT_NAME;

/// The port that IANA assigned to NBD.
pub(crate) const DEFAULT_PORT: u16 = 10_809;

/// Longest path of a unix socket: `sun_path` holds 108 bytes, the last of which is zero.
const MAX_SOCKET_PATH: usize = 107;

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// TCP.
    Tcp {
        /// Name or address, IPv6 without brackets.
        host: String,
        /// Port.
        port: u16,
    },
    /// A unix stream socket.
    Unix {
        /// Its path.
        socket: PathBuf,
    },
}

/// The address of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NbdUri {
    /// Where the server listens.
    pub address: Address,
    /// Which of its exports; empty is its default.
    pub export: String,
}

impl NbdUri {
    /// Reads an address.
    ///
    /// # Errors
    /// [`NbdError::Uri`] or [`NbdError::Transport`], with what is wrong.
    pub fn parse(text: &str) -> Result<NbdUri, NbdError> {
        let refused = |what, instead| Err(NbdError::Transport { text: text.into(), what, instead });
        let Some((scheme, rest)) = text.split_once("://") else {
            return Err(NbdError::Uri { text: text.into(), why: "it has no ://".into() });
        };
        let parsed = match scheme.to_ascii_lowercase().as_str() {
            "nbd" => tcp(rest),
            "nbd+unix" => unix(rest),
            "nbds" | "nbds+unix" => return refused("TLS", "or end TLS in front of us (stunnel, nbdkit's nbd plugin)"),
            "nbds+vsock" | "nbd+vsock" => return refused("vsock", "or forward it to a unix socket (socat)"),
            other => Err(format!("its scheme is '{other}'")),
        };
        parsed.map_err(|why| NbdError::Uri { text: text.into(), why })
    }
}

impl FromStr for NbdUri {
    type Err = NbdError;
    fn from_str(text: &str) -> Result<NbdUri, NbdError> {
        NbdUri::parse(text)
    }
}

/// Authority, path and query of what follows `://`.
fn parts(rest: &str) -> Result<(&str, &str, &str), String> {
    if rest.contains('#') {
        return Err("a fragment (#) means nothing here; write %23 for the character".into());
    }
    let (before, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = before.split_once('/').unwrap_or((before, ""));
    if authority.contains('@') {
        return Err("a user name belongs to TLS, which this client does not speak".into());
    }
    Ok((authority, path, query))
}

fn tcp(rest: &str) -> Result<NbdUri, String> {
    let (authority, path, query) = parts(rest)?;
    if let Some((name, _)) = parameters(query)?.first() {
        return Err(format!("parameter '{name}' is not known for TCP, which has none"));
    }
    let (host, port) = match authority.strip_prefix('[') {
        Some(v6) => {
            let (host, after) = v6.split_once(']').ok_or("its [ is not closed")?;
            host.parse::<std::net::Ipv6Addr>().map_err(|_| format!("'{host}' is not an IPv6 address"))?;
            let port = match after {
                "" => None,
                after => Some(after.strip_prefix(':').ok_or("only a port may follow ]")?),
            };
            (host.to_owned(), port)
        }
        None => {
            let (host, port) = authority.split_once(':').map_or((authority, None), |(h, p)| (h, Some(p)));
            (text_of(host, "the host")?, port)
        }
    };
    if host.is_empty() {
        return Err("it names no host".into());
    }
    if let Some(odd) = host.chars().find(|c| c.is_control() || "/[]@?# ".contains(*c)) {
        return Err(format!("its host has the character {odd:?}"));
    }
    // "host:" is a port left empty, which RFC 3986 allows and which means the default.
    let port = match port {
        None | Some("") => DEFAULT_PORT,
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => {
            digits.parse().ok().filter(|port| *port > 0).ok_or(format!("port {digits} is not in 1 to 65535"))?
        }
        Some(other) => return Err(format!("'{other}' is not a port")),
    };
    Ok(NbdUri { address: Address::Tcp { host, port }, export: export(path)? })
}

fn unix(rest: &str) -> Result<NbdUri, String> {
    let (authority, path, query) = parts(rest)?;
    if !authority.is_empty() {
        return Err(format!("a unix socket has no host, and '{authority}' stands in its place (three slashes?)"));
    }
    let mut socket = None;
    for (name, value) in parameters(query)? {
        match name {
            "socket" if socket.is_none() => socket = Some(percent_decode(value)?),
            "socket" => return Err("it names two sockets".into()),
            other => return Err(format!("parameter '{other}' is not known; known: socket")),
        }
    }
    let socket = socket.ok_or("it names no socket")?;
    if socket.is_empty() || socket.len() > MAX_SOCKET_PATH || socket.contains(&0) {
        return Err(format!("the path of a socket has 1 to {MAX_SOCKET_PATH} bytes, none of them zero"));
    }
    let socket = PathBuf::from(OsString::from_vec(socket));
    Ok(NbdUri { address: Address::Unix { socket }, export: export(path)? })
}

fn export(path: &str) -> Result<String, String> {
    let name = text_of(path, "the export's name")?;
    if name.len() > MAX_EXPORT_NAME {
        return Err(format!("the export's name has {} bytes; {MAX_EXPORT_NAME} is the most there is", name.len()));
    }
    if name.contains('\0') {
        return Err("the export's name has a zero byte".into());
    }
    Ok(name)
}

fn parameters(query: &str) -> Result<Vec<(&str, &str)>, String> {
    query
        .split('&')
        .filter(|part| !part.is_empty())
        .map(|part| part.split_once('=').ok_or_else(|| format!("parameter '{part}' has no value")))
        .collect()
}

fn text_of(encoded: &str, what: &str) -> Result<String, String> {
    String::from_utf8(percent_decode(encoded)?).map_err(|_| format!("{what} is not UTF-8"))
}

fn percent_decode(encoded: &str) -> Result<Vec<u8>, String> {
    let mut bytes = encoded.bytes();
    let mut out = Vec::with_capacity(encoded.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut digit = || bytes.next().and_then(|b| char::from(b).to_digit(16));
        match (digit(), digit()) {
            (Some(high), Some(low)) => out.push((high * 16 + low) as u8),
            _ => return Err("a % is not followed by two hexadecimal digits".into()),
        }
    }
    Ok(out)
}

/// Writes what RFC 3986 leaves unreserved, and `/`, as it is; the rest in percent form.
fn encode(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    for &byte in bytes {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => f.write_char(byte.into())?,
            _ => write!(f, "%{byte:02X}")?,
        }
    }
    Ok(())
}

impl fmt::Display for NbdUri {
    /// The shortest form that reads back as the same address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.address {
            Address::Tcp { host, port } => {
                f.write_str("nbd://")?;
                if host.contains(':') {
                    write!(f, "[{host}]")?;
                } else {
                    encode(f, host.as_bytes())?;
                }
                if *port != DEFAULT_PORT {
                    write!(f, ":{port}")?;
                }
                f.write_char('/')?;
                encode(f, self.export.as_bytes())
            }
            Address::Unix { socket } => {
                f.write_str("nbd+unix:///")?;
                encode(f, self.export.as_bytes())?;
                f.write_str("?socket=")?;
                encode(f, socket.as_os_str().as_bytes())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tcp(host: &str, port: u16, export: &str) -> NbdUri {
        NbdUri { address: Address::Tcp { host: host.into(), port }, export: export.into() }
    }
    fn unix(socket: &str, export: &str) -> NbdUri {
        NbdUri { address: Address::Unix { socket: socket.into() }, export: export.into() }
    }

    #[test]
    fn addresses_read_as_the_specification_writes_them() {
        for (text, uri) in [
            ("nbd://example.com", tcp("example.com", 10_809, "")),
            ("NBD://example.com/", tcp("example.com", 10_809, "")),
            ("nbd://example.com:10810/disk%20one", tcp("example.com", 10_810, "disk one")),
            ("nbd://10.0.0.1:/a/b", tcp("10.0.0.1", 10_809, "a/b")),
            ("nbd://host//slash", tcp("host", 10_809, "/slash")),
            ("nbd://[::1]:1/x", tcp("::1", 1, "x")),
            ("nbd+unix:///?socket=/tmp/s", unix("/tmp/s", "")),
            ("nbd+unix:///vol%2F1?socket=/run/a%26b", unix("/run/a&b", "vol/1")),
            ("nbd+unix://?socket=rel", unix("rel", "")),
        ] {
            assert_eq!(NbdUri::parse(text).unwrap(), uri, "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_with_the_reason() {
        for (text, reason) in [
            ("host/export", "no ://"),
            ("http://host/", "scheme is 'http'"),
            ("nbds://host/", "TLS"),
            ("nbds+unix:///?socket=/s", "TLS"),
            ("nbd+vsock:///", "vsock"),
            ("nbd:///export", "no host"),
            ("nbd://host:0/", "not in 1 to 65535"),
            ("nbd://host:65536/", "not in 1 to 65535"),
            ("nbd://host:+1/", "'+1' is not a port"),
            ("nbd://a:b:c/", "'b:c' is not a port"),
            ("nbd://[::1/", "not closed"),
            ("nbd://[::1]x/", "only a port"),
            ("nbd://[zz]/", "not an IPv6"),
            ("nbd://alice@host/", "user name"),
            ("nbd://host/%zz", "two hexadecimal"),
            ("nbd://host/%4", "two hexadecimal"),
            ("nbd://host/%ff", "not UTF-8"),
            ("nbd://host/%00", "zero byte"),
            ("nbd://host/a#b", "fragment"),
            ("nbd://host/a?tls-certificates=x", "tls-certificates"),
            ("nbd://ho%2fst/a", "character '/'"),
            ("nbd+unix:///x", "no socket"),
            ("nbd+unix:///x?socket=", "1 to 107 bytes"),
            ("nbd+unix:///x?socket=/a&socket=/b", "two sockets"),
            ("nbd+unix:///x?sokcet=/a", "known: socket"),
            ("nbd+unix:///x?socket", "no value"),
            ("nbd+unix://tmp/x?socket=/a", "three slashes"),
        ] {
            let error = NbdUri::parse(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let long = format!("nbd://host/{}", "x".repeat(MAX_EXPORT_NAME + 1));
        assert!(NbdUri::parse(&long).unwrap_err().to_string().contains("4097 bytes"));
    }

    proptest! {
        #[test]
        fn what_is_printed_reads_back(export in "[^\0]{0,40}", path in "[^\0]{1,20}", port in 1_u16.., host in "[a-z0-9.-]{1,20}") {
            for uri in [tcp(&host, port, &export), unix(&path, &export), tcp("fe80::1", port, &export)] {
                prop_assert_eq!(NbdUri::parse(&uri.to_string()).unwrap(), uri);
            }
        }

        #[test]
        fn any_text_is_an_address_or_an_error(text in "(nbd(\\+unix)?://)?[%:/?=&@#\\[\\]a-z0-9\u{e9}]{0,40}") {
            if let Ok(uri) = NbdUri::parse(&text) {
                prop_assert_eq!(NbdUri::parse(&uri.to_string()).unwrap(), uri);
            }
        }
    }
}
