//! Where clients come in: TCP addresses and unix sockets, bound before anything is served so that the address is known.
//!
//! A unix socket that is there already is taken over only when it is ours and dead: a socket of this user to which nobody
//! listens. Our own is removed at the end, if it still is what we made.

use std::net::{TcpListener, ToSocketAddrs as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use plimsoll_engine::engines::nbd::{Address, NbdUri};
use rustix::io::Errno;
use rustix::net::{SocketFlags, accept_with, sockopt};

use crate::error::ServeError;

/// A socket that takes connections.
#[derive(Debug)]
pub(crate) struct Listener {
    socket: OwnedFd,
    tcp: bool,
    /// The unix socket that we made, and which inode it is.
    made: Option<(PathBuf, u64)>,
    address: Address,
}

impl Listener {
    /// Listens on `host:port`; port 0 is one that is free.
    pub(crate) fn tcp(text: &str) -> Result<Listener, ServeError> {
        let failed = |e| ServeError::io(format!("listen on {text}"), e, "see who uses it, or name another host:port");
        let malformed = || ServeError::Usage(format!("'{text}' is not host:port: write it as 127.0.0.1:10809"));
        let (host, port) = text.rsplit_once(':').ok_or_else(malformed)?;
        port.parse::<u16>().map_err(|_| malformed())?;
        let addresses: Vec<_> = text.to_socket_addrs().map_err(failed)?.collect();
        let listener = TcpListener::bind(&addresses[..]).map_err(failed)?;
        let bound = listener.local_addr().map_err(failed)?;
        let host = match host.trim_matches(['[', ']']) {
            "" => bound.ip().to_string(),
            host => host.to_owned(),
        };
        listener.set_nonblocking(true).map_err(failed)?;
        Ok(Listener {
            socket: listener.into(),
            tcp: true,
            made: None,
            address: Address::Tcp { host, port: bound.port() },
        })
    }

    /// Listens on a unix socket.
    pub(crate) fn unix(path: &Path) -> Result<Listener, ServeError> {
        let failed = |e| {
            let now = "name a path of up to 107 bytes in a folder that may be written to";
            ServeError::io(format!("listen on {}", path.display()), e, now)
        };
        remove_dead(path)?;
        let listener = UnixListener::bind(path).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let inode = std::fs::symlink_metadata(path).map_err(failed)?.ino();
        let made = Some((path.to_owned(), inode));
        let address = Address::Unix { socket: path.to_owned() };
        Ok(Listener { socket: listener.into(), tcp: false, made, address })
    }

    pub(crate) fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// The address of a volume here, as clients write it.
    pub(crate) fn uri(&self, export: &str) -> String {
        NbdUri { address: self.address.clone(), export: export.to_owned() }.to_string()
    }

    /// The next connection, if one waits.
    pub(crate) fn accept(&self) -> Result<OwnedFd, Errno> {
        let socket = accept_with(&self.socket, SocketFlags::CLOEXEC | SocketFlags::NONBLOCK)?;
        if self.tcp {
            // A reply is worth its own packet. Without it, answers wait for acknowledgements (Nagle): 40 ms.
            let _ = sockopt::set_tcp_nodelay(&socket, true);
        }
        Ok(socket)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Some((path, inode)) = &self.made {
            if std::fs::symlink_metadata(path).is_ok_and(|now| now.ino() == *inode) {
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

fn remove_dead(path: &Path) -> Result<(), ServeError> {
    let Ok(found) = std::fs::symlink_metadata(path) else { return Ok(()) };
    let in_the_way = |why| Err(ServeError::InTheWay { path: path.display().to_string(), why });
    if !found.file_type().is_socket() {
        return in_the_way("something else than a socket is there");
    }
    if found.uid() != rustix::process::geteuid().as_raw() {
        return in_the_way("another user's socket is there");
    }
    match UnixStream::connect(path) {
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
            let action = || format!("remove the dead socket {}", path.display());
            std::fs::remove_file(path).map_err(|e| ServeError::io(action(), e, "remove it, or name another path"))
        }
        _ => in_the_way("somebody listens there"),
    }
}
