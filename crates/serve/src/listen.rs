//! Listeners: TCP addresses and unix sockets, bound before serving begins so that the address is known.
//!
//! An existing unix socket is taken over only when it is ours and dead: a socket of this user without a listener. Our
//! own is removed at the end, if the name still leads to it. The control socket (`python/plimsoll/native/serving.py`)
//! is made here, too: one rule for both.

use std::net::{TcpListener, ToSocketAddrs as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use plimsoll_engine::engines::nbd::{Address, NbdUri};
use rustix::fs::{Mode, fchmod};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, SocketAddrUnix, SocketFlags, SocketType, accept_with, bind, connect, listen, socket_with, sockopt,
};

use crate::error::ServeError;

/// Connections that may wait to be accepted: as the standard library has it.
const BACKLOG: i32 = 128;

/// A socket that takes connections.
#[derive(Debug)]
pub(crate) struct Listener {
    // Dropped before the socket, as in `UnixSocket`.
    _made: Option<SocketName>,
    socket: OwnedFd,
    tcp: bool,
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
            _made: None,
            address: Address::Tcp { host, port: bound.port() },
        })
    }

    /// Listens on a unix socket.
    pub(crate) fn unix(path: &Path) -> Result<Listener, ServeError> {
        let UnixSocket { made, socket } = UnixSocket::open(path, Mode::from_raw_mode(0o777))?;
        let address = Address::Unix { socket: path.to_owned() };
        Ok(Listener { socket, tcp: false, _made: Some(made), address })
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

/// A unix socket in the file system that listens; removed when it is dropped, if it still is there.
#[derive(Debug)]
pub struct UnixSocket {
    // Dropped before the socket: while that is open its inode, and so its number, is taken.
    made: SocketName,
    socket: OwnedFd,
}

impl UnixSocket {
    /// Listens at `path`, for this user alone.
    ///
    /// # Errors [`ServeError`]: something else is there, another process listens there, or the system refuses.
    pub fn private(path: &Path) -> Result<UnixSocket, ServeError> {
        UnixSocket::open(path, Mode::RUSR | Mode::WUSR)
    }

    /// A descriptor of its own for who accepts.
    ///
    /// # Errors
    /// The system's: no more descriptors.
    pub fn listener(&self) -> std::io::Result<OwnedFd> {
        self.socket.try_clone()
    }

    fn open(path: &Path, mode: Mode) -> Result<UnixSocket, ServeError> {
        let failed = |e: std::io::Error| {
            let now = "name a path of up to 107 bytes in a folder that may be written to";
            ServeError::io(format!("listen on {}", path.display()), e, now)
        };
        remove_dead(path)?;
        let address = SocketAddrUnix::new(path).map_err(|e| failed(e.into()))?;
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None).map_err(|e| failed(e.into()))?;
        // Before it has a name, so that there is no moment at which others could connect; less the umask.
        fchmod(&socket, mode).map_err(|e| failed(e.into()))?;
        bind(&socket, &address).map_err(|e| failed(e.into()))?;
        let inode = std::fs::symlink_metadata(path).map_err(failed)?;
        let made = SocketName { path: path.to_owned(), inode: (inode.dev(), inode.ino()) };
        listen(&socket, BACKLOG).map_err(|e| failed(e.into()))?;
        Ok(UnixSocket { made, socket })
    }
}

/// The name of a socket that we made, and which inode that is.
#[derive(Debug)]
struct SocketName {
    path: PathBuf,
    inode: (u64, u64),
}

impl Drop for SocketName {
    fn drop(&mut self) {
        if std::fs::symlink_metadata(&self.path).is_ok_and(|now| (now.dev(), now.ino()) == self.inode) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Whether another process listens there. Does not wait: a listener that never accepts would hold us for ever.
fn answers(path: &Path) -> Result<(), Errno> {
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let probe = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    connect(&probe, &SocketAddrUnix::new(path)?)
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
    match answers(path) {
        Err(Errno::CONNREFUSED) => {
            let action = || format!("remove the dead socket {}", path.display());
            std::fs::remove_file(path).map_err(|e| ServeError::io(action(), e, "remove it, or name another path"))
        }
        _ => in_the_way("somebody listens there"),
    }
}
