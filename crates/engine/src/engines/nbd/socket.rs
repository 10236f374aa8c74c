//! A stream socket that never blocks, counts its system calls, and waits with a deadline. TCP and unix sockets alike.
#![allow(unsafe_code)]

use std::io;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::time::Duration;

use plimsoll_base::Nanos;
use plimsoll_base::clock::{Clock as _, MonotonicClock};

use super::uri::Address;

/// Buffer of a unix socket on its way to the server: 256 requests with 4 KiB each. The system may grant less.
const SEND_BUFFER_BYTES: libc::c_int = 1 << 20;

/// The result of an attempt to move bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveResult {
    /// Number of bytes, at least one.
    Bytes(usize),
    /// None now.
    Blocked,
    /// None ever again: the other side closed, or the connection broke.
    Ended,
}

#[derive(Debug)]
pub(super) struct Socket {
    fd: OwnedFd,
    /// System calls that moved bytes, or tried to.
    pub(super) calls: u64,
}

impl Socket {
    /// Connects within `limit` (the look-up of a name not counted: the system's resolver has its own limits).
    pub(super) fn connect(address: &Address, limit: Nanos) -> io::Result<Socket> {
        let fd = match address {
            Address::Tcp { host, port } => {
                let stream = connect_tcp(host, *port, limit)?;
                // A request must not wait for the acknowledgement of the one before it.
                stream.set_nodelay(true)?;
                OwnedFd::from(stream)
            }
            Address::Unix { socket } => connect_unix(socket, limit)?,
        };
        // SAFETY: the descriptor is open and ours; F_SETFL takes an int. A socket has no other status flags than this.
        check(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) })?;
        Ok(Socket { fd, calls: 0 })
    }

    /// Sends the bytes that `parts` name.
    ///
    /// # Safety
    /// Every part names memory that can be read.
    pub(super) unsafe fn send(&mut self, parts: &[libc::iovec]) -> MoveResult {
        // SAFETY: all-zero is a valid msghdr: null pointers with zero lengths.
        let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
        message.msg_iov = parts.as_ptr().cast_mut();
        message.msg_iovlen = parts.len() as _;
        loop {
            self.calls += 1;
            // SAFETY: `message` points to `parts`, which the call only reads; the caller vouches for what they name.
            let sent = unsafe { libc::sendmsg(self.fd.as_raw_fd(), &message, libc::MSG_NOSIGNAL) };
            match move_result(sent) {
                // Nothing sent of something is no answer that sendmsg gives.
                Some(MoveResult::Ended) if sent == 0 => return MoveResult::Blocked,
                Some(moved) => return moved,
                None => {}
            }
        }
    }

    /// Receives into the places that `parts` name, one after the other.
    ///
    /// # Safety
    /// Every part names memory that can be written and that nothing else refers to meanwhile.
    pub(super) unsafe fn receive(&mut self, parts: &[libc::iovec]) -> MoveResult {
        loop {
            self.calls += 1;
            // SAFETY: the caller vouches for the parts; readv writes no further than they reach.
            let received = unsafe { libc::readv(self.fd.as_raw_fd(), parts.as_ptr(), parts.len() as libc::c_int) };
            if let Some(moved) = move_result(received) {
                return moved;
            }
        }
    }

    pub(super) fn receive_into(&mut self, buffer: &mut [u8]) -> MoveResult {
        loop {
            self.calls += 1;
            // SAFETY: the buffer is borrowed mutably and `recv` writes no further than its length.
            let received = unsafe { libc::recv(self.fd.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len(), 0) };
            if let Some(moved) = move_result(received) {
                return moved;
            }
        }
    }

    /// The events to wait for on this socket.
    pub(super) fn interest(&self, to_send: bool) -> libc::pollfd {
        let events = if to_send { libc::POLLIN | libc::POLLOUT } else { libc::POLLIN };
        libc::pollfd { fd: self.fd.as_raw_fd(), events, revents: 0 }
    }
}

/// Waits until a socket is ready or `span` has passed, whichever is first. `Ok(0)`: time passed.
///
/// # Errors A signal came (`Interrupted`), or the system cannot wait.
pub(super) fn wait(sockets: &mut [libc::pollfd], span: Nanos) -> io::Result<usize> {
    let span = libc::timespec { tv_sec: (span.0 / 1_000_000_000) as _, tv_nsec: (span.0 % 1_000_000_000) as _ };
    // SAFETY: the array is borrowed mutably with its length; the timespec lives through the call; no signal mask.
    let ready = unsafe { libc::ppoll(sockets.as_mut_ptr(), sockets.len() as _, &span, std::ptr::null()) };
    check(ready).map(|ready| ready as usize)
}

/// `None`: a signal came first, try again.
fn move_result(answer: isize) -> Option<MoveResult> {
    match answer {
        0 => Some(MoveResult::Ended),
        bytes if bytes > 0 => Some(MoveResult::Bytes(bytes as usize)),
        _ => match io::Error::last_os_error().kind() {
            io::ErrorKind::WouldBlock => Some(MoveResult::Blocked),
            io::ErrorKind::Interrupted => None,
            _ => Some(MoveResult::Ended),
        },
    }
}

fn check(answer: libc::c_int) -> io::Result<libc::c_int> {
    if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(answer) }
}

fn connect_tcp(host: &str, port: u16, limit: Nanos) -> io::Result<TcpStream> {
    let addresses = (host, port).to_socket_addrs()?;
    let end = MonotonicClock.now() + limit;
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in addresses {
        let left = end - MonotonicClock.now();
        if left == Nanos::ZERO {
            break;
        }
        match TcpStream::connect_timeout(&address, Duration::from_nanos(left.0)) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn connect_unix(path: &Path, limit: Nanos) -> io::Result<OwnedFd> {
    // SAFETY: a new socket touches nothing that exists.
    let raw = check(unsafe { libc::socket(libc::AF_UNIX, libc::SOCK_STREAM | libc::SOCK_CLOEXEC, 0) })?;
    // SAFETY: just opened, owned by nobody else.
    let fd = unsafe { OwnedFd::from_raw_fd(raw) };
    let limit = libc::timeval {
        tv_sec: (limit.0 / 1_000_000_000) as _,
        // At least 1 µs: zero would mean no limit.
        tv_usec: (limit.0 % 1_000_000_000 / 1000).max(1) as _,
    };
    // The limit of sending is also the limit of waiting for room in the server's queue of connections.
    set_option(&fd, libc::SO_SNDTIMEO, &limit)?;
    // More room is a favour, not a need.
    let _ = set_option(&fd, libc::SO_SNDBUF, &SEND_BUFFER_BYTES);
    // SAFETY: all-zero is a valid address of no family.
    let mut address: libc::sockaddr_un = unsafe { std::mem::zeroed() };
    address.sun_family = libc::AF_UNIX as _;
    let path = path.as_os_str().as_bytes();
    if path.len() >= address.sun_path.len() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path of the socket is too long"));
    }
    for (to, from) in address.sun_path.iter_mut().zip(path) {
        *to = *from as libc::c_char;
    }
    let bytes = std::mem::size_of::<libc::sockaddr_un>() as libc::socklen_t;
    // SAFETY: the address is a sockaddr_un of that size, its path ended by a zero.
    check(unsafe { libc::connect(fd.as_raw_fd(), (&raw const address).cast(), bytes) }).map_err(|error| match error
        .kind()
    {
        io::ErrorKind::WouldBlock => io::Error::new(io::ErrorKind::TimedOut, "the server accepts no connections"),
        _ => error,
    })?;
    Ok(fd)
}

fn set_option<T>(fd: &OwnedFd, name: libc::c_int, value: &T) -> io::Result<()> {
    let bytes = std::mem::size_of::<T>() as libc::socklen_t;
    // SAFETY: the value is read with its own size.
    let answer =
        unsafe { libc::setsockopt(fd.as_raw_fd(), libc::SOL_SOCKET, name, std::ptr::from_ref(value).cast(), bytes) };
    check(answer).map(drop)
}
